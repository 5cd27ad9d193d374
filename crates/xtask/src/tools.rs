//! The tools that build the package, trunk and wasm-bindgen, and cargo-deny, which checks dependencies; each at an exact version. A match on the
//! search path is used; otherwise it is compiled once into the user's cache.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use edith_lab::lock::Lock;
use edith_lab::process::{self, ProcessError};
use edith_lab::{paths, say};

/// The newest trunk that today's minimum Rust compiles.
const TRUNK: &str = "0.21.14";

const CARGO_DENY: &str = "0.20.2";

#[derive(Debug, thiserror::Error)]
pub enum ToolsError {
    /// The lock file has no wasm-bindgen.
    #[error("Cargo.lock does not say which wasm-bindgen is used: run `cargo update --workspace` and look at it")]
    NoVersion,
    #[error("{path}: {source}")]
    File { path: PathBuf, source: std::io::Error },
    /// Compiling failed without a C compiler, which is the usual reason.
    #[error(
        "{name} {version} could not be compiled because no C compiler was found: install one (Debian and Ubuntu: build-essential; macOS: xcode-select --install) and run this again"
    )]
    NoCompiler { name: &'static str, version: String },
    #[error(
        "{name} {version} could not be installed: {source}; the lines above say why, and crates.io must be reachable"
    )]
    Install { name: &'static str, version: String, source: ProcessError },
}

/// The tools, ready for use.
#[derive(Debug, Clone)]
pub struct Tools {
    pub trunk: PathBuf,
    pub wasm_bindgen: PathBuf,
}

impl Tools {
    /// The folders to put first on the search path.
    #[must_use]
    pub fn folders(&self) -> Vec<PathBuf> {
        [&self.trunk, &self.wasm_bindgen].iter().filter_map(|program| Some(program.parent()?.to_owned())).collect()
    }
}

/// A program for `cargo install`.
struct Tool {
    package: &'static str,
    program: &'static str,
    version: String,
    /// Whether the tool's own lock file is used.
    locked: bool,
    /// Compiling takes longer than all its work, except for wasm-bindgen's walk over the wasm.
    opt_level: &'static str,
}

/// Finds the tools, installing what is missing.
pub fn ready() -> Result<Tools, ToolsError> {
    // wasm-bindgen-cli's own lock file names a yanked version, hence not `locked`.
    let wanted = [
        Tool {
            package: "wasm-bindgen-cli",
            program: "wasm-bindgen",
            version: wasm_bindgen_version()?,
            locked: false,
            opt_level: "1",
        },
        Tool { package: "trunk", program: "trunk", version: TRUNK.to_owned(), locked: true, opt_level: "0" },
    ];
    let [wasm_bindgen, trunk] = installed_or_found(&wanted)?;
    Ok(Tools { trunk, wasm_bindgen })
}

/// Finds cargo-deny, installing it if missing.
pub fn cargo_deny() -> Result<PathBuf, ToolsError> {
    let version = CARGO_DENY.to_owned();
    let wanted = Tool { package: "cargo-deny", program: "cargo-deny", version, locked: true, opt_level: "0" };
    installed_or_found(&[wanted]).map(|[program]| program)
}

fn installed_or_found<const N: usize>(wanted: &[Tool; N]) -> Result<[PathBuf; N], ToolsError> {
    let folder = paths::cache().join("tools");
    if wanted.iter().any(|tool| find(tool, &folder).is_none()) {
        install(wanted, &folder)?;
    }
    Ok(wanted.each_ref().map(|tool| find(tool, &folder).unwrap_or_else(|| installed(tool, &folder))))
}

/// The version in `Cargo.lock`: program and library must match.
fn wasm_bindgen_version() -> Result<String, ToolsError> {
    let path = paths::root().join("Cargo.lock");
    let text = std::fs::read_to_string(&path).map_err(|source| ToolsError::File { path, source })?;
    locked_version(&text, "wasm-bindgen").map(str::to_owned).ok_or(ToolsError::NoVersion)
}

/// A package's version in the text of a `Cargo.lock`.
fn locked_version<'a>(lock: &'a str, package: &str) -> Option<&'a str> {
    let name = format!("name = \"{package}\"");
    let mut lines = lock.lines().skip_while(|line| *line != name).skip(1);
    lines.next()?.strip_prefix("version = \"")?.strip_suffix('"')
}

fn find(tool: &Tool, folder: &Path) -> Option<PathBuf> {
    let installed = installed(tool, folder);
    if installed.is_file() {
        return Some(installed);
    }
    let program = process::which(tool.program)?;
    let said = process::output(Command::new(&program).arg("--version")).ok()?;
    (said == format!("{} {}", tool.program, tool.version)).then_some(program)
}

fn installed(tool: &Tool, folder: &Path) -> PathBuf {
    let file = format!("{}{}", tool.program, std::env::consts::EXE_SUFFIX);
    folder.join(format!("{}-{}", tool.package, tool.version)).join("bin").join(file)
}

fn install(wanted: &[Tool], folder: &Path) -> Result<(), ToolsError> {
    let file = |source| ToolsError::File { path: folder.to_owned(), source };
    let _lock = Lock::take(folder).map_err(file)?;
    // One folder for all, so that shared dependencies are compiled once.
    let target = folder.join("target");
    for tool in wanted {
        // Checked again: another command may have installed it meanwhile.
        if find(tool, folder).is_some() {
            continue;
        }
        let Tool { package, version, .. } = tool;
        say(&format!("installing {package} {version} (once; a few minutes on two cores)"));
        let started = Instant::now();
        process::run(&mut install_command(tool, folder, &target)).map_err(|source| {
            let version = version.clone();
            match cfg!(unix) && process::which("cc").is_none() {
                true => ToolsError::NoCompiler { name: package, version },
                false => ToolsError::Install { name: package, version, source },
            }
        })?;
        say(&format!("installed {package} {version} in {} s", started.elapsed().as_secs()));
    }
    // Failure only costs space.
    let _ = std::fs::remove_dir_all(&target);
    Ok(())
}

fn install_command(tool: &Tool, folder: &Path, target: &Path) -> Command {
    let mut command = process::cargo();
    // Outside the repository, whose settings are not meant for the tools.
    command.current_dir(folder).args(["install", tool.package, "--version"]).arg(format!("={}", tool.version));
    if tool.locked {
        command.arg("--locked");
    }
    command.arg("--root").arg(folder.join(format!("{}-{}", tool.package, tool.version)));
    command.arg("--target-dir").arg(target);
    command.env("CARGO_PROFILE_RELEASE_OPT_LEVEL", tool.opt_level);
    command.env("CARGO_PROFILE_RELEASE_LTO", "off").env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16");
    command.env("CARGO_PROFILE_RELEASE_DEBUG", "false");
    for variable in ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CARGO_BUILD_TARGET", "CARGO_BUILD_RUSTFLAGS"] {
        command.env_remove(variable);
    }
    command
}

#[cfg(test)]
mod tests {
    use super::locked_version;

    #[test]
    fn the_locked_version_is_that_of_exactly_this_package() {
        let lock = "[[package]]\nname = \"wasm-bindgen-shared\"\nversion = \"1.0.0\"\n\n\
                    [[package]]\nname = \"wasm-bindgen\"\nversion = \"0.2.130\"\n";
        assert_eq!(locked_version(lock, "wasm-bindgen"), Some("0.2.130"));
        assert_eq!(locked_version(lock, "wasm-bindgen-shared"), Some("1.0.0"));
        assert_eq!(locked_version(lock, "bindgen"), None);
        assert_eq!(locked_version("", "wasm-bindgen"), None);
    }
}
