//! Runs other programs, found on the search path; failures name the command.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;

#[derive(Debug, thiserror::Error)]
pub enum ProcessError {
    #[error("`{command}` could not be started: {source}")]
    Start { command: String, source: std::io::Error },
    #[error("`{command}` failed ({status})")]
    Failed { command: String, status: std::process::ExitStatus },
}

/// Runs a program with inherited output.
pub fn run(command: &mut Command) -> Result<(), ProcessError> {
    let status = command.status().map_err(|source| ProcessError::Start { command: line(command), source })?;
    if status.success() { Ok(()) } else { Err(ProcessError::Failed { command: line(command), status }) }
}

/// Runs a program quietly and returns its trimmed standard output.
pub fn output(command: &mut Command) -> Result<String, ProcessError> {
    let output = command.output().map_err(|source| ProcessError::Start { command: line(command), source })?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    } else {
        Err(ProcessError::Failed { command: line(command), status: output.status })
    }
}

/// The command line as a person would type it.
#[must_use]
pub fn line(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_name().unwrap_or(command.get_program());
    let words = std::iter::once(program).chain(command.get_args());
    words.map(OsStr::to_string_lossy).collect::<Vec<_>>().join(" ")
}

/// A program's file on the search path.
#[must_use]
pub fn which(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let file = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    std::env::split_paths(&path).map(|folder| folder.join(&file)).find(|file| file.is_file())
}

/// The search path with folders prepended.
#[must_use]
pub fn path_with(first: &[PathBuf]) -> OsString {
    let path = std::env::var_os("PATH").unwrap_or_default();
    // Only a folder whose name has the separator cannot be joined; then the path stays unchanged.
    std::env::join_paths(first.iter().cloned().chain(std::env::split_paths(&path))).unwrap_or(path)
}

/// The running `cargo`, for commands in the repository.
#[must_use]
pub fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(crate::paths::root());
    command
}
