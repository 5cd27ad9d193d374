//! Finds a Chromium on this machine, or says why what is there does not do.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::process;

/// Names of Chromium on the search path.
const PROGRAMS: &[&str] =
    &["chromium", "chromium-browser", "ungoogled-chromium", "google-chrome-for-testing", "chrome-for-testing"];

/// Names of branded Chrome, searched only to explain why it is not used.
const BRANDED: &[&str] = &["google-chrome", "google-chrome-stable", "chrome"];

/// The oldest major version, as in the manifest.
const OLDEST: u32 = 125;

/// How to get one by hand, for the end of every message.
const MEND: &str = "install Chromium, or unpack Chrome for Testing (https://googlechromelabs.github.io/chrome-for-testing/) and set \
                    EDITH_CHROMIUM to its program file";

/// A browser that can load the extension.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chromium {
    pub program: PathBuf,
    /// Such as `Chromium 156.0.7000.0`.
    pub version: String,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ChromiumError {
    #[error("no Chromium was found: {MEND}")]
    NotFound,
    #[error("only Google Chrome was found ({0}), which no longer accepts --load-extension (since version 137): {MEND}")]
    Branded(PathBuf),
    #[error(
        "{program} is {version}, but {OLDEST} is the oldest that works: update it, or set EDITH_CHROMIUM to another"
    )]
    Old { program: PathBuf, version: String },
    /// It exists but does not run.
    #[error("{0} does not start (`--version` fails; on Ubuntu the package is only a pointer to a snap): {MEND}")]
    Broken(PathBuf),
    /// The variable names a missing file.
    #[error("EDITH_CHROMIUM is \"{0}\", which is not a file: set it to the browser's program file, or unset it")]
    Variable(PathBuf),
}

/// Finds a Chromium, in order: the variable `EDITH_CHROMIUM`, the search path, the system's usual folders, and Playwright's or Puppeteer's downloads.
///
/// # Errors
/// Why the best candidate does not do.
pub fn find_chromium() -> Result<Chromium, ChromiumError> {
    if let Some(named) = named() {
        return if named.is_file() { examine(&named) } else { Err(ChromiumError::Variable(named)) };
    }
    let mut first_problem = None;
    for program in PROGRAMS.iter().filter_map(|name| process::which(name)).chain(usual_places()) {
        match examine(&program) {
            Ok(found) => return Ok(found),
            Err(problem) => first_problem = first_problem.or(Some(problem)),
        }
    }
    let branded = BRANDED.iter().find_map(|name| process::which(name)).or_else(|| {
        let mac = PathBuf::from("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome");
        mac.is_file().then_some(mac)
    });
    Err(first_problem.or(branded.map(ChromiumError::Branded)).unwrap_or(ChromiumError::NotFound))
}

/// Whether the person named a browser: then no other will do.
#[must_use]
pub fn is_named() -> bool {
    named().is_some()
}

fn named() -> Option<PathBuf> {
    std::env::var_os("EDITH_CHROMIUM").filter(|value| !value.is_empty()).map(PathBuf::from)
}

fn examine(program: &Path) -> Result<Chromium, ChromiumError> {
    if cfg!(windows) {
        // On Windows `--version` opens a window instead of answering; the folder's name has to do.
        return Ok(Chromium { program: program.to_owned(), version: "Chromium".to_owned() });
    }
    let said = process::output(Command::new(program).arg("--version"));
    let version = said.ok().and_then(|said| said.lines().last().map(|line| line.trim().to_owned()));
    judge(program, version.as_deref())
}

fn judge(program: &Path, version: Option<&str>) -> Result<Chromium, ChromiumError> {
    let program = program.to_owned();
    let Some((version, major)) = version.and_then(|version| Some((version.to_owned(), major(version)?))) else {
        return Err(ChromiumError::Broken(program));
    };
    if version.starts_with("Google Chrome ") && !version.contains("for Testing") {
        Err(ChromiumError::Branded(program))
    } else if major < OLDEST {
        Err(ChromiumError::Old { program, version })
    } else {
        Ok(Chromium { program, version })
    }
}

/// The first number in `Chromium 156.0.7000.0 built on Debian`.
fn major(version: &str) -> Option<u32> {
    version.split_whitespace().find_map(|word| word.split_once('.')?.0.parse().ok())
}

fn usual_places() -> impl Iterator<Item = PathBuf> {
    let variable = |name: &str| std::env::var_os(name).map(PathBuf::from);
    let home = variable("HOME").unwrap_or_default();
    let mut places = vec![
        PathBuf::from("/usr/lib/chromium/chromium"),
        PathBuf::from("/usr/lib64/chromium-browser/chromium-browser"),
        PathBuf::from("/Applications/Chromium.app/Contents/MacOS/Chromium"),
        home.join("Applications/Chromium.app/Contents/MacOS/Chromium"),
        PathBuf::from("/Applications/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing"),
    ];
    for folder in ["LOCALAPPDATA", "ProgramFiles"].iter().filter_map(|name| variable(name)) {
        places.push(folder.join("Chromium").join("Application").join("chrome.exe"));
    }
    let caches = [home.join(".cache"), home.join("Library/Caches")];
    for cache in caches {
        for build in newest_first(&cache.join("ms-playwright"), "chromium-") {
            places.push(build.join("chrome-linux/chrome"));
            places.push(build.join("chrome-linux64/chrome"));
            places.push(build.join("chrome-mac/Chromium.app/Contents/MacOS/Chromium"));
        }
        for build in newest_first(&cache.join("puppeteer/chrome"), "linux-") {
            places.push(build.join("chrome-linux64/chrome"));
        }
    }
    places.into_iter().filter(|place| place.is_file())
}

/// A folder's subfolders with a prefix, newest first.
fn newest_first(folder: &Path, start: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut found: Vec<_> = entries
        .filter(|entry| entry.file_name().to_string_lossy().starts_with(start))
        .map(|entry| entry.path())
        .collect();
    found.sort_by_key(|path| std::cmp::Reverse(path.metadata().and_then(|data| data.modified()).ok()));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_browser_is_judged_by_what_it_says_of_itself() {
        let program = Path::new("/bin/browser");
        let check = |version: Option<&str>, expected: Result<(), ChromiumError>| {
            assert_eq!(judge(program, version).map(|_| ()), expected, "{version:?}");
        };
        check(Some("Chromium 156.0.7000.0 built on Debian"), Ok(()));
        check(Some("Google Chrome for Testing 140.0.1.2"), Ok(()));
        check(Some("Google Chrome 140.0.1.2"), Err(ChromiumError::Branded(program.to_owned())));
        check(
            Some("Chromium 124.0.1.2"),
            Err(ChromiumError::Old { program: program.to_owned(), version: "Chromium 124.0.1.2".to_owned() }),
        );
        check(
            Some("Command '/usr/bin/chromium-browser' requires the chromium snap"),
            Err(ChromiumError::Broken(program.to_owned())),
        );
        check(None, Err(ChromiumError::Broken(program.to_owned())));
    }
}
