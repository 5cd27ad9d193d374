//! axe-core, the accessibility checker that browser tests inject into each page: fetched once with npm into the user's cache, at an exact version and
//! hash.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use sha2::{Digest, Sha256};

use crate::lock::Lock;
use crate::process::{self, ProcessError};
use crate::{paths, say};

const VERSION: &str = "4.10.3";

/// The SHA-256 of its `axe.min.js`.
const SHA256: &str = "880970c081707360e64f34cea25ff91892f5bc95675b0776925b9709dd8a68bb";

/// Download attempts: one network hiccup is no fault of the pages.
const TRIES: usize = 3;

#[derive(Debug, thiserror::Error)]
pub enum AxeError {
    #[error("{path}: {source}")]
    File { path: PathBuf, source: std::io::Error },
    #[error("axe-core {VERSION} could not be fetched: {0}; npm's registry must be reachable")]
    Npm(ProcessError),
    /// Its content has another hash.
    #[error("{0} is not axe-core {VERSION} as it was published: remove it and run this again")]
    Content(PathBuf),
}

/// The script's text; none on a machine without npm.
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
        // Checked again: another command may have fetched it meanwhile.
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
