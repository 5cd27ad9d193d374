//! Installs what is missing, piece by piece: each command asks for the pieces it needs, so nobody has to run `setup` first.

use std::process::Command;

use edith_lab::chromium::{self, Chromium, ChromiumError};
use edith_lab::process::{self, ProcessError};
use edith_lab::{npm, say};

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
    /// No npm, and none could be installed.
    #[error(
        "pdf.js and the text recognition come from npm, and there is none{0}: install Node.js with npm (https://nodejs.org), then run this again"
    )]
    NoNpm(String),
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
    fleet();
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
    if let Err((source, by_hand)) = manager.install(manager.chromium) {
        return Err(match by_hand {
            None => SetupError::Install { browser: missing, source },
            Some(command) => SetupError::NoRoot { browser: missing, command },
        });
    }
    let found = chromium::find_chromium().map_err(SetupError::StillNone)?;
    say(&format!("installed {}", found.version));
    Ok(found)
}

/// Ensures npm, which brings what reads PDFs and pictures.
pub fn npm() -> Result<(), SetupError> {
    if npm::program().is_some() {
        return Ok(());
    }
    let Some(manager) = MANAGERS.iter().find(|manager| process::which(manager.program).is_some()) else {
        return Err(SetupError::NoNpm(String::new()));
    };
    say(&format!("there is no npm; installing it with {}", manager.program));
    manager.install(manager.npm).map_err(|(source, by_hand)| {
        SetupError::NoNpm(
            by_hand.map_or_else(|| format!(" ({source})"), |command| format!(" (`{command}` would do it)")),
        )
    })?;
    npm::program().map(drop).ok_or_else(|| SetupError::NoNpm(format!(" ({} gave none)", manager.program)))
}

/// Installs what fleets are tested with, where the system has it: a server for queues, and what lends browsers. Tests name themselves where it is missing.
pub fn fleet() {
    let parts = [("nats-server", Part::Queue), ("chromedriver", Part::WebDriver), ("java", Part::Java)];
    for (program, part) in parts.into_iter().filter(|(program, _)| process::which(program).is_none()) {
        let known = MANAGERS.iter().filter(|manager| process::which(manager.program).is_some());
        let Some((manager, step)) = known.filter_map(|manager| Some((manager, part.step(manager)?))).next() else {
            say(&format!("there is no {program}, and no package of it; its tests are skipped"));
            continue;
        };
        say(&format!("there is no {program}; installing it with {}", manager.program));
        if let Err((source, _)) = manager.install(step) {
            say(&format!("{program} could not be installed ({source}); its tests are skipped"));
        }
    }
}

/// What fleets are tested with.
#[derive(Clone, Copy)]
enum Part {
    /// A server for queues.
    Queue,
    /// What lends a browser.
    WebDriver,
    /// What a Grid runs on.
    Java,
}

impl Part {
    /// How a package manager installs it; none: it has no package of it.
    fn step(self, manager: &Manager) -> Option<&'static [&'static str]> {
        match self {
            Self::Queue => manager.queue,
            Self::WebDriver => manager.webdriver,
            Self::Java => manager.java,
        }
    }
}

/// A package manager, and how it installs npm, and Chromium with a font: without one, pages show no text. Further what fleets are tested with, where it has it.
struct Manager {
    program: &'static str,
    root: bool,
    update: Option<&'static [&'static str]>,
    chromium: &'static [&'static str],
    npm: &'static [&'static str],
    queue: Option<&'static [&'static str]>,
    webdriver: Option<&'static [&'static str]>,
    java: Option<&'static [&'static str]>,
}

const MANAGERS: &[Manager] = &[
    Manager {
        program: "apt-get",
        root: true,
        update: Some(&["update"]),
        chromium: &["install", "--yes", "--no-install-recommends", "chromium", "fonts-liberation"],
        npm: &["install", "--yes", "--no-install-recommends", "npm"],
        queue: Some(&["install", "--yes", "--no-install-recommends", "nats-server"]),
        webdriver: Some(&["install", "--yes", "--no-install-recommends", "chromium-driver"]),
        java: Some(&["install", "--yes", "--no-install-recommends", "default-jre-headless"]),
    },
    Manager {
        program: "dnf",
        root: true,
        update: None,
        chromium: &["install", "--assumeyes", "chromium", "liberation-fonts"],
        npm: &["install", "--assumeyes", "npm"],
        queue: None,
        webdriver: Some(&["install", "--assumeyes", "chromedriver"]),
        java: Some(&["install", "--assumeyes", "java-latest-openjdk-headless"]),
    },
    Manager {
        program: "pacman",
        root: true,
        update: None,
        chromium: &["-Sy", "--noconfirm", "chromium", "ttf-liberation"],
        npm: &["-Sy", "--noconfirm", "npm"],
        queue: Some(&["-Sy", "--noconfirm", "nats-server"]),
        webdriver: None,
        java: Some(&["-Sy", "--noconfirm", "jre-openjdk-headless"]),
    },
    Manager {
        program: "apk",
        root: true,
        update: Some(&["update"]),
        chromium: &["add", "chromium", "font-liberation"],
        npm: &["add", "npm"],
        queue: Some(&["add", "nats-server"]),
        webdriver: Some(&["add", "chromium-chromedriver"]),
        java: Some(&["add", "openjdk21-jre-headless"]),
    },
    Manager {
        program: "zypper",
        root: true,
        update: None,
        chromium: &["--non-interactive", "install", "chromium", "liberation-fonts"],
        npm: &["--non-interactive", "install", "npm-default"],
        queue: None,
        webdriver: Some(&["--non-interactive", "install", "chromedriver"]),
        java: Some(&["--non-interactive", "install", "java-21-openjdk-headless"]),
    },
    Manager {
        program: "brew",
        root: false,
        update: None,
        chromium: &["install", "--cask", "chromium"],
        npm: &["install", "node"],
        queue: Some(&["install", "nats-server"]),
        webdriver: Some(&["install", "--cask", "chromedriver"]),
        java: Some(&["install", "openjdk"]),
    },
];

impl Manager {
    /// Installs something. What failed, and the command that a person could run where it takes a password.
    fn install(&self, step: &[&str]) -> Result<(), (ProcessError, Option<String>)> {
        let prefix = privileges(self);
        if let Some(update) = self.update
            && process::run(&mut self.command(&prefix, update)).is_err()
        {
            say(&format!("{} could not update its lists; going on with the old ones", self.program));
        }
        process::run(&mut self.command(&prefix, step)).map_err(|source| {
            let by_hand = (!prefix.is_empty()).then(|| format!("sudo {} {}", self.program, step.join(" ")));
            (source, by_hand)
        })
    }

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
