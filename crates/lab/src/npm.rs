//! npm packages for tests and measurements, each at an exact version, in the user's cache. Only what `reader` copies ships.

use std::path::{Path, PathBuf};
use std::process::Command;

use sha2::{Digest, Sha256};

use crate::lock::Lock;
use crate::process::{self, ProcessError};
use crate::{paths, say};

#[derive(Debug, thiserror::Error)]
pub enum NpmError {
    #[error("{package} is needed, and there is no npm to get it with: install Node.js (with npm)")]
    NoNpm { package: String },
    #[error("{package} could not be installed: {source}; the npm registry must be reachable")]
    Install { package: String, source: ProcessError },
    #[error("{path}: {source}")]
    File { path: PathBuf, source: std::io::Error },
}

/// Bundles a page script with its imported libraries.
const BUNDLER: (&str, &str) = ("esbuild", "0.25.9");

/// How it does so. Some packages ask Node's process for more than is defined here.
const OPTIONS: [&str; 7] = [
    "--bundle",
    "--log-level=error",
    "--loader:.js=jsx",
    "--loader:.css=text",
    "--define:process.env.NODE_ENV=\"production\"",
    "--define:global=window",
    "--banner:js=var process = globalThis.process ?? { env: {} };",
];

/// One file with a script and everything it imports from packages (name and version each), built once. Style sheets are imported as text.
pub fn bundle(name: &str, packages: &[(&str, &str)], script: &str) -> Result<PathBuf, NpmError> {
    let mut wanted: Vec<String> = packages.iter().map(|(package, version)| format!("{package}@{version}")).collect();
    wanted.push(format!("{}@{}", BUNDLER.0, BUNDLER.1));
    let folder = paths::cache().join("npm").join(format!("{name}-{}", short(&wanted.join(" "))));
    let file = |source| NpmError::File { path: folder.clone(), source };
    let _lock = Lock::take(&folder).map_err(file)?;
    let failed = |source| NpmError::Install { package: name.to_owned(), source };
    if !folder.join("installed").is_file() {
        let npm = program().ok_or_else(|| NpmError::NoNpm { package: name.to_owned() })?;
        say(&format!("installing {} (once)", wanted.join(", ")));
        std::fs::write(folder.join("package.json"), "{\"private\": true}\n").map_err(file)?;
        let mut command = Command::new(npm);
        command.current_dir(&folder).arg("install").args(QUIET).arg("--legacy-peer-deps").args(&wanted);
        process::run(&mut command).map_err(failed)?;
        std::fs::write(folder.join("installed"), "").map_err(file)?;
    }
    let name = short(&format!("{script}{OPTIONS:?}"));
    let built = folder.join(format!("{name}.out.js"));
    if !built.is_file() {
        let source = folder.join(format!("{name}.js"));
        std::fs::write(&source, script).map_err(file)?;
        let mut command = Command::new(folder.join("node_modules/.bin/esbuild"));
        command.current_dir(&folder).arg(source).arg(format!("--outfile={}", built.display())).args(OPTIONS);
        process::run(&mut command).map_err(failed)?;
    }
    Ok(built)
}

/// The folder with the packages of a `package.json` and `package-lock.json`, installed once with further arguments; npm verifies them against the
/// lock. None on a machine without npm.
pub fn locked(source: &Path, further: &[&str]) -> Result<Option<PathBuf>, NpmError> {
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
        let Some(npm) = program() else { return Ok(None) };
        say(&format!("installing the packages of {} (once)", source.display()));
        for (name, text) in files.iter().zip([manifest, lock]) {
            std::fs::write(folder.join(name), text).map_err(file)?;
        }
        let mut command = Command::new(npm);
        command.current_dir(&folder).arg("ci").args(QUIET).args(further);
        let failed = |error| NpmError::Install { package: source.display().to_string(), source: error };
        process::run(&mut command).map_err(failed)?;
        std::fs::write(folder.join("installed"), "").map_err(file)?;
    }
    Ok(Some(folder))
}

/// npm itself.
pub fn program() -> Option<PathBuf> {
    process::which("npm").or_else(|| process::which("npm.cmd"))
}

fn short(text: &str) -> String {
    Sha256::digest(text).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

/// Quietly, and without install scripts.
const QUIET: [&str; 5] = ["--no-audit", "--no-fund", "--ignore-scripts", "--loglevel", "error"];

pub fn package(name: &str, version: &str) -> Result<PathBuf, NpmError> {
    let package = format!("{name}@{version}");
    let folder = paths::cache().join("npm").join(package.replace('/', "+"));
    let installed = folder.join("node_modules").join(name);
    let file = |source| NpmError::File { path: folder.clone(), source };
    let _lock = Lock::take(&folder).map_err(file)?;
    if installed.join("package.json").is_file() {
        return Ok(installed);
    }
    let npm = program().ok_or_else(|| NpmError::NoNpm { package: package.clone() })?;
    say(&format!("installing {package} (once)"));
    // Without a file here, npm would install into a parent folder that has one.
    std::fs::write(folder.join("package.json"), "{\"private\": true}\n").map_err(file)?;
    let mut command = Command::new(npm);
    command.current_dir(&folder).arg("install").args(QUIET);
    process::run(command.arg(&package)).map_err(|source| NpmError::Install { package, source })?;
    Ok(installed)
}
