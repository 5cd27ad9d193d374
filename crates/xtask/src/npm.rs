//! Packages from the npm registry that tests and measurements use, each at an exact version, kept in the user's cache folder. None of them
//! is shipped.

use std::path::PathBuf;
use std::process::Command;

use crate::lock::Lock;
use crate::process::{self, ProcessError};
use crate::{paths, say};

/// Why a package is not there.
#[derive(Debug, thiserror::Error)]
pub enum NpmError {
    /// There is no npm.
    #[error("{package} is needed, and there is no npm to get it with: install Node.js (with npm)")]
    NoNpm {
        /// The package with its version.
        package: String,
    },
    /// npm failed.
    #[error("{package} could not be installed: {source}; the npm registry must be reachable")]
    Install {
        /// The package with its version.
        package: String,
        /// The command that failed.
        source: ProcessError,
    },
    /// The folder could not be made.
    #[error("{path}: {source}")]
    File {
        /// The folder.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
}

/// The folder of a package, which is installed once. Scripts that it would run while it is installed are not run.
///
/// # Errors
/// When it is missing and cannot be installed.
pub fn package(name: &str, version: &str) -> Result<PathBuf, NpmError> {
    let package = format!("{name}@{version}");
    let folder = paths::cache().join("npm").join(package.replace('/', "+"));
    let installed = folder.join("node_modules").join(name);
    let file = |source| NpmError::File { path: folder.clone(), source };
    let _lock = Lock::take(&folder).map_err(file)?;
    if installed.join("package.json").is_file() {
        return Ok(installed);
    }
    let npm = process::which("npm").ok_or_else(|| NpmError::NoNpm { package: package.clone() })?;
    say(&format!("installing {package} (once)"));
    // Without a file of its own there, npm would put the package into a folder further up that has one.
    std::fs::write(folder.join("package.json"), "{\"private\": true}\n").map_err(file)?;
    let mut command = Command::new(npm);
    command.current_dir(&folder).args([
        "install",
        "--no-audit",
        "--no-fund",
        "--ignore-scripts",
        "--loglevel",
        "error",
    ]);
    process::run(command.arg(&package)).map_err(|source| NpmError::Install { package, source })?;
    Ok(installed)
}
