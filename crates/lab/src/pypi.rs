//! Python packages for measurements, each at an exact version, in the user's cache. None of them ships.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::lock::Lock;
use crate::process::{self, ProcessError};
use crate::{paths, say};

#[derive(Debug, thiserror::Error)]
pub enum PypiError {
    #[error("{package} is needed, and there is no Python to get it with: install Python 3 with pip and venv")]
    NoPython { package: String },
    #[error(
        "{package} could not be installed: {source}; pip (and venv) must be there, and the package index be reachable"
    )]
    Install { package: String, source: ProcessError },
    #[error("{path}: {source}")]
    File { path: PathBuf, source: std::io::Error },
}

/// A package being prepared.
struct Wanted {
    package: String,
    folder: PathBuf,
    python: PathBuf,
}

impl Wanted {
    fn run(&self, arguments: &[&str], program: &Path) -> Result<(), PypiError> {
        let mut command = Command::new(program);
        command.current_dir(&self.folder).args(arguments);
        process::run(&mut command).map_err(|source| PypiError::Install { package: self.package.clone(), source })
    }
}

/// Creates a package's folder once. The marker is written last, so that half of one does not count.
fn once(
    kind: &str,
    name: &str,
    version: &str,
    make: impl FnOnce(&Wanted) -> Result<(), PypiError>,
) -> Result<PathBuf, PypiError> {
    let package = format!("{name}=={version}");
    let folder = paths::cache().join(kind).join(format!("{name}-{version}"));
    let file = |source| PypiError::File { path: folder.clone(), source };
    std::fs::create_dir_all(&folder).map_err(file)?;
    let _lock = Lock::take(&folder).map_err(file)?;
    let mark = folder.join("installed");
    if !mark.is_file() {
        let python = process::which("python3").or_else(|| process::which("python"));
        let python = python.ok_or_else(|| PypiError::NoPython { package: package.clone() })?;
        say(&format!("installing {package} (once)"));
        make(&Wanted { package, folder: folder.clone(), python })?;
        std::fs::write(mark, "").map_err(file)?;
    }
    Ok(folder)
}

/// The files of a package's wheel, unpacked, not installed: nothing is run and no dependency is fetched.
pub fn files(name: &str, version: &str) -> Result<PathBuf, PypiError> {
    once("wheels", name, version, |wanted| {
        let pip = ["-m", "pip", "--disable-pip-version-check", "download", "--quiet", "--no-deps"];
        let from = ["--only-binary=:all:", "--dest=.", wanted.package.as_str()];
        wanted.run(&[&pip[..], &from[..]].concat(), &wanted.python)?;
        let wheel = format!("{}-{version}-py3-none-any.whl", name.replace('-', "_"));
        wanted.run(&["-m", "zipfile", "-e", &wheel, "."], &wanted.python)
    })
}

/// The Python of a virtual environment with a package and its dependencies.
pub fn environment(name: &str, version: &str) -> Result<PathBuf, PypiError> {
    let program = |folder: &Path| match std::env::consts::OS {
        "windows" => folder.join("Scripts").join("python.exe"),
        _ => folder.join("bin").join("python"),
    };
    let folder = once("environments", name, version, |wanted| {
        wanted.run(&["-m", "venv", "."], &wanted.python)?;
        let pip = ["-m", "pip", "--disable-pip-version-check", "install", "--quiet", wanted.package.as_str()];
        wanted.run(&pip, &program(&wanted.folder))
    })?;
    Ok(program(&folder))
}
