//! Packages from the npm registry that tests and measurements use, each at an exact version, kept in the user's cache folder. None of them
//! is shipped.

use std::path::{Path, PathBuf};
use std::process::Command;

use sha2::{Digest, Sha256};

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

/// What puts a page's script and the libraries it imports into one file.
const BUNDLER: (&str, &str) = ("esbuild", "0.25.9");

/// One file of a script and all it imports from packages, each a name with its version; built once. Style sheets are imported as texts.
///
/// # Errors
/// When a package is missing and cannot be installed, or the script cannot be built.
pub fn bundle(name: &str, packages: &[(&str, &str)], script: &str) -> Result<PathBuf, NpmError> {
    let mut wanted: Vec<String> = packages.iter().map(|(package, version)| format!("{package}@{version}")).collect();
    wanted.push(format!("{}@{}", BUNDLER.0, BUNDLER.1));
    let folder = paths::cache().join("npm").join(format!("{name}-{}", short(&wanted.join(" "))));
    let file = |source| NpmError::File { path: folder.clone(), source };
    let _lock = Lock::take(&folder).map_err(file)?;
    let failed = |source| NpmError::Install { package: name.to_owned(), source };
    if !folder.join("installed").is_file() {
        let npm = npm().ok_or_else(|| NpmError::NoNpm { package: name.to_owned() })?;
        say(&format!("installing {} (once)", wanted.join(", ")));
        std::fs::write(folder.join("package.json"), "{\"private\": true}\n").map_err(file)?;
        let mut command = Command::new(npm);
        command.current_dir(&folder).arg("install").args(QUIET).arg("--legacy-peer-deps").args(&wanted);
        process::run(&mut command).map_err(failed)?;
        std::fs::write(folder.join("installed"), "").map_err(file)?;
    }
    let built = folder.join(format!("{}.out.js", short(script)));
    if !built.is_file() {
        let source = folder.join(format!("{}.js", short(script)));
        std::fs::write(&source, script).map_err(file)?;
        let mut command = Command::new(folder.join("node_modules/.bin/esbuild"));
        command.current_dir(&folder).arg(source).arg(format!("--outfile={}", built.display())).args([
            "--bundle",
            "--log-level=error",
            "--loader:.js=jsx",
            "--loader:.css=text",
            "--define:process.env.NODE_ENV=\"production\"",
            "--define:global=window",
        ]);
        process::run(&mut command).map_err(failed)?;
    }
    Ok(built)
}

/// The folder of the packages that a folder's `package.json` and `package-lock.json` name, which are installed once; npm compares their contents
/// with the lock. None on a machine without npm.
///
/// # Errors
/// When they cannot be installed.
pub fn locked(source: &Path) -> Result<Option<PathBuf>, NpmError> {
    let files = ["package.json", "package-lock.json"];
    let read = |name: &&str| {
        let path = source.join(name);
        std::fs::read_to_string(&path).map_err(|source| NpmError::File { path, source })
    };
    let [manifest, lock] = [read(&files[0])?, read(&files[1])?];
    let folder = paths::cache().join("npm").join(format!("locked-{}", short(&format!("{manifest}{lock}"))));
    let file = |source| NpmError::File { path: folder.clone(), source };
    let _lock = Lock::take(&folder).map_err(file)?;
    if !folder.join("installed").is_file() {
        let Some(npm) = npm() else { return Ok(None) };
        say(&format!("installing the packages of {} (once)", source.display()));
        for (name, text) in files.iter().zip([manifest, lock]) {
            std::fs::write(folder.join(name), text).map_err(file)?;
        }
        let mut command = Command::new(npm);
        command.current_dir(&folder).arg("ci").args(QUIET);
        let failed = |error| NpmError::Install { package: source.display().to_string(), source: error };
        process::run(&mut command).map_err(failed)?;
        std::fs::write(folder.join("installed"), "").map_err(file)?;
    }
    Ok(Some(folder))
}

fn npm() -> Option<PathBuf> {
    process::which("npm").or_else(|| process::which("npm.cmd"))
}

fn short(text: &str) -> String {
    Sha256::digest(text).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

/// How packages are installed: quietly, and without scripts that they would run.
const QUIET: [&str; 5] = ["--no-audit", "--no-fund", "--ignore-scripts", "--loglevel", "error"];

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
    let npm = npm().ok_or_else(|| NpmError::NoNpm { package: package.clone() })?;
    say(&format!("installing {package} (once)"));
    // Without a file of its own there, npm would put the package into a folder further up that has one.
    std::fs::write(folder.join("package.json"), "{\"private\": true}\n").map_err(file)?;
    let mut command = Command::new(npm);
    command.current_dir(&folder).arg("install").args(QUIET);
    process::run(command.arg(&package)).map_err(|source| NpmError::Install { package, source })?;
    Ok(installed)
}
