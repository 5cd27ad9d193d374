//! Installs what is missing, piece by piece: each command asks for the pieces it needs, so nobody has to run `setup` first.

use std::process::Command;

use crate::chromium::{self, Chromium, ChromiumError};
use crate::process::{self, ProcessError};
use crate::say;
use crate::tools::{self, Tools, ToolsError};

/// The target that the extension is compiled for.
pub const WASM_TARGET: &str = "wasm32-unknown-unknown";

#[derive(Debug, thiserror::Error)]
pub enum SetupError {
    #[error(
        "this Rust cannot compile for {WASM_TARGET} ({0}): install Rust with rustup (https://rustup.rs), or add the target with your package manager"
    )]
    WasmTarget(ProcessError),
    #[error(
        "`cargo {component}` is missing ({source}): install Rust with rustup (https://rustup.rs), or the component with your package manager"
    )]
    Component { component: &'static str, source: ProcessError },
    #[error(transparent)]
    Tools(#[from] ToolsError),
    /// The browser the person named does not do.
    #[error(transparent)]
    Named(ChromiumError),
    /// There is no browser, and no known package manager.
    #[error("{0}; no package manager was found that could install it")]
    NoPackageManager(ChromiumError),
    /// There is no browser, and no right to install one.
    #[error("{browser}; `{command}` would do it, but failed without a password for sudo: run it yourself")]
    NoRoot { browser: ChromiumError, command: String },
    #[error("Chromium could not be installed: {source}; {browser}")]
    Install { browser: ChromiumError, source: ProcessError },
    /// The package manager succeeded, yet there is no usable browser.
    #[error("the system's package did not give a usable browser: {0}")]
    StillNone(ChromiumError),
}

/// Everything that any command needs, reporting what is there.
pub fn everything() -> Result<(), SetupError> {
    wasm_target()?;
    say(&format!("Rust compiles for {WASM_TARGET}"));
    lint_tools()?;
    say("rustfmt and clippy are there");
    let tools = build_tools()?;
    say(&format!("trunk: {}", tools.trunk.display()));
    say(&format!("wasm-bindgen: {}", tools.wasm_bindgen.display()));
    let browser = browser()?;
    say(&format!("{}: {}", browser.version, browser.program.display()));
    Ok(())
}

/// Ensures that Rust compiles for wasm.
pub fn wasm_target() -> Result<(), SetupError> {
    let mut rustc = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    let folder = process::output(rustc.args(["--print", "target-libdir", "--target", WASM_TARGET]));
    if folder.is_ok_and(|folder| std::path::Path::new(&folder).is_dir()) {
        return Ok(());
    }
    say(&format!("adding the Rust target {WASM_TARGET}"));
    process::run(Command::new("rustup").args(["target", "add", WASM_TARGET])).map_err(SetupError::WasmTarget)
}

/// Ensures rustfmt and clippy.
pub fn lint_tools() -> Result<(), SetupError> {
    for (component, package) in [("fmt", "rustfmt"), ("clippy", "clippy")] {
        if process::output(process::cargo().args([component, "--version"])).is_ok() {
            continue;
        }
        say(&format!("adding the Rust component {package}"));
        process::run(Command::new("rustup").args(["component", "add", package]))
            .map_err(|source| SetupError::Component { component, source })?;
    }
    Ok(())
}

/// Ensures that the extension can be built.
pub fn build_tools() -> Result<Tools, SetupError> {
    wasm_target()?;
    Ok(tools::ready()?)
}

/// Ensures a browser.
pub fn browser() -> Result<Chromium, SetupError> {
    let missing = match chromium::find_chromium() {
        Ok(found) => return Ok(found),
        // Whoever names a browser wants no other.
        Err(named) if chromium::is_named() => return Err(SetupError::Named(named)),
        Err(missing) => missing,
    };
    let Some(manager) = MANAGERS.iter().find(|manager| process::which(manager.program).is_some()) else {
        return Err(SetupError::NoPackageManager(missing));
    };
    say(&format!("{missing}; installing it with {}", manager.program));
    let prefix = privileges(manager);
    if let Some(update) = manager.update
        && process::run(&mut manager.command(&prefix, update)).is_err()
    {
        say(&format!("{} could not update its lists; going on with the old ones", manager.program));
    }
    if let Err(source) = process::run(&mut manager.command(&prefix, manager.install)) {
        return Err(if prefix.is_empty() {
            SetupError::Install { browser: missing, source }
        } else {
            let command = format!("sudo {} {}", manager.program, manager.install.join(" "));
            SetupError::NoRoot { browser: missing, command }
        });
    }
    let found = chromium::find_chromium().map_err(SetupError::StillNone)?;
    say(&format!("installed {}", found.version));
    Ok(found)
}

/// A package manager and how it installs Chromium with a font: without one, pages show no text.
struct Manager {
    program: &'static str,
    root: bool,
    update: Option<&'static [&'static str]>,
    install: &'static [&'static str],
}

const MANAGERS: &[Manager] = &[
    Manager {
        program: "apt-get",
        root: true,
        update: Some(&["update"]),
        install: &["install", "--yes", "--no-install-recommends", "chromium", "fonts-liberation"],
    },
    Manager {
        program: "dnf",
        root: true,
        update: None,
        install: &["install", "--assumeyes", "chromium", "liberation-fonts"],
    },
    Manager {
        program: "pacman",
        root: true,
        update: None,
        install: &["-Sy", "--noconfirm", "chromium", "ttf-liberation"],
    },
    Manager { program: "apk", root: true, update: Some(&["update"]), install: &["add", "chromium", "font-liberation"] },
    Manager {
        program: "zypper",
        root: true,
        update: None,
        install: &["--non-interactive", "install", "chromium", "liberation-fonts"],
    },
    Manager { program: "brew", root: false, update: None, install: &["install", "--cask", "chromium"] },
];

impl Manager {
    fn command(&self, prefix: &[&str], step: &[&str]) -> Command {
        let mut command = match prefix.split_first() {
            Some((first, rest)) => {
                let mut command = Command::new(first);
                command.args(rest).arg(self.program);
                command
            }
            None => Command::new(self.program),
        };
        command.args(step).env("DEBIAN_FRONTEND", "noninteractive");
        command
    }
}

/// The prefix of the package manager: nothing for root, else a non-interactive sudo.
fn privileges(manager: &Manager) -> Vec<&'static str> {
    let is_root = process::output(Command::new("id").arg("-u")).is_ok_and(|id| id == "0");
    if manager.root && !is_root { vec!["sudo", "-n"] } else { Vec::new() }
}
