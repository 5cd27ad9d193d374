//! axe-core, the checker of accessible pages, which the browser tests put into each page: fetched once with npm into the user's cache
//! folder, at an exact version with a known content.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use sha2::{Digest, Sha256};

use crate::lock::Lock;
use crate::process::{self, ProcessError};
use crate::{paths, say};

/// The version.
const VERSION: &str = "4.10.3";

/// The SHA-256 of its `axe.min.js`.
const SHA256: &str = "880970c081707360e64f34cea25ff91892f5bc95675b0776925b9709dd8a68bb";

/// Times that fetching is tried: a network that stumbles once is no fault of the pages.
const TRIES: usize = 3;

/// Why there is no axe-core.
#[derive(Debug, thiserror::Error)]
pub enum AxeError {
    /// A file cannot be read or a folder not made.
    #[error("{path}: {source}")]
    File {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// npm failed.
    #[error("axe-core {VERSION} could not be fetched: {0}; npm's registry must be reachable")]
    Npm(ProcessError),
    /// It is not what it was when its content was noted.
    #[error("{0} is not axe-core {VERSION} as it was published: remove it and run this again")]
    Content(PathBuf),
}

/// The text of its script; none on a machine without npm.
///
/// # Errors
/// When it cannot be fetched, or is not what it should be.
pub fn source() -> Result<Option<String>, AxeError> {
    let folder = paths::cache().join("tools").join(format!("axe-core-{VERSION}"));
    let file = folder.join("node_modules").join("axe-core").join("axe.min.js");
    let at = |path: &Path| {
        let path = path.to_owned();
        move |source| AxeError::File { path, source }
    };
    if !file.is_file() {
        let Some(npm) = process::which("npm").or_else(|| process::which("npm.cmd")) else { return Ok(None) };
        let _lock = Lock::take(&folder).map_err(at(&folder))?;
        // Looked for again: another command may have fetched it while this one waited.
        if !file.is_file() {
            fetch(&npm, &folder)?;
        }
    }
    let text = std::fs::read_to_string(&file).map_err(at(&file))?;
    if sum(&text) == SHA256 { Ok(Some(text)) } else { Err(AxeError::Content(file)) }
}

fn fetch(npm: &Path, folder: &Path) -> Result<(), AxeError> {
    say(&format!("fetching axe-core {VERSION} with npm (once)"));
    let mut tried = 0;
    loop {
        tried += 1;
        let mut command = Command::new(npm);
        command.arg("install").arg("--prefix").arg(folder).arg(format!("axe-core@{VERSION}"));
        command.args(["--ignore-scripts", "--no-audit", "--no-fund", "--no-save"]).current_dir(folder);
        match process::output(&mut command) {
            Ok(_) => return Ok(()),
            Err(error) if tried == TRIES => return Err(AxeError::Npm(error)),
            Err(_) => {}
        }
    }
}

fn sum(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().fold(String::new(), |mut hex, byte| {
        // Writing into a string cannot fail.
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_sum_is_written_in_hex() {
        assert_eq!(super::sum("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}
