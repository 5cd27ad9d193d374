//! `cargo xtask chrome`: a browser window with a persistent profile and the extension, for daily use while developing.

use std::path::PathBuf;
use std::process::Command;

use edith_lab::process::{self, ProcessError};
use edith_lab::{paths, say};

use crate::build::{self, BuildError, Profile};
use crate::setup::{self, SetupError};

#[derive(Debug, thiserror::Error)]
pub enum ChromeError {
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error(transparent)]
    Build(#[from] BuildError),
    #[error(
        "there is no display to show a window on (DISPLAY and WAYLAND_DISPLAY are unset): run this in a desktop session, or under xvfb-run"
    )]
    NoDisplay,
    #[error("{0}: {1}")]
    Profile(PathBuf, std::io::Error),
    #[error("{0}; if a browser with this profile is already open, close it first")]
    Browser(#[from] ProcessError),
}

/// Builds the extension, starts the browser with it, and returns when it is closed.
pub fn chrome(profile: Profile) -> Result<(), ChromeError> {
    let browser = setup::browser()?;
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if cfg!(target_os = "linux") && !set("DISPLAY") && !set("WAYLAND_DISPLAY") {
        return Err(ChromeError::NoDisplay);
    }
    let dist = build::build(profile)?;
    let folder = paths::cache().join("profile");
    std::fs::create_dir_all(&folder).map_err(|error| ChromeError::Profile(folder.clone(), error))?;
    say(&format!(
        "starting {} with the profile {}; close its window to end this command",
        browser.version,
        folder.display()
    ));
    let mut command = Command::new(&browser.program);
    command.arg(format!("--user-data-dir={}", folder.display()));
    command.arg(format!("--load-extension={}", dist.display()));
    command.args(["--no-first-run", "--no-default-browser-check"]);
    // Chromium refuses to run as root with its sandbox, as in a container.
    if process::output(Command::new("id").arg("-u")).is_ok_and(|id| id == "0") {
        command.arg("--no-sandbox");
    }
    Ok(process::run(&mut command)?)
}
