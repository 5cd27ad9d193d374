//! Public collections of documents for measurements, each at a fixed commit, in the user's cache. None of them ships or is committed.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::lock::Lock;
use crate::process::{self, ProcessError};
use crate::{paths, say};

/// A collection on GitHub.
#[derive(Debug, Clone, Copy)]
pub struct Corpus {
    /// `owner/name`.
    pub repository: &'static str,
    /// The commit that figures are told of.
    pub commit: &'static str,
}

#[derive(Debug, thiserror::Error)]
pub enum CorpusError {
    #[error("the files of {repository} could not be fetched: {source}; git must be there, and GitHub be reachable")]
    Fetch { repository: &'static str, source: ProcessError },
    #[error("{path}: {source}")]
    File { path: PathBuf, source: std::io::Error },
}

impl Corpus {
    /// Its files, fetched once.
    pub fn folder(&self) -> Result<PathBuf, CorpusError> {
        let short = self.commit.get(..12).unwrap_or(self.commit);
        let folder = paths::cache().join("corpora").join(format!("{}-{short}", self.repository.replace('/', "+")));
        let file = |source| CorpusError::File { path: folder.clone(), source };
        std::fs::create_dir_all(&folder).map_err(file)?;
        let _lock = Lock::take(&folder).map_err(file)?;
        // The mark is written last, so that half a fetch does not count.
        if !folder.join("fetched").is_file() {
            say(&format!("fetching the files of {} (once)", self.repository));
            let address = format!("https://github.com/{}.git", self.repository);
            git(&folder, &["init", "--quiet"]).map_err(|source| self.failed(source))?;
            git(&folder, &["fetch", "--quiet", "--depth=1", &address, self.commit])
                .and_then(|()| git(&folder, &["checkout", "--quiet", "--force", "FETCH_HEAD"]))
                .map_err(|source| self.failed(source))?;
            std::fs::write(folder.join("fetched"), "").map_err(file)?;
        }
        Ok(folder)
    }

    /// Its files with one of these endings, in the order of their paths.
    pub fn files(&self, endings: &[&str]) -> Result<Vec<PathBuf>, CorpusError> {
        let mut found = Vec::new();
        collect(&self.folder()?, endings, &mut found)?;
        found.sort();
        Ok(found)
    }

    fn failed(&self, source: ProcessError) -> CorpusError {
        CorpusError::Fetch { repository: self.repository, source }
    }
}

fn git(folder: &Path, arguments: &[&str]) -> Result<(), ProcessError> {
    process::run(Command::new("git").current_dir(folder).args(arguments))
}

fn collect(folder: &Path, endings: &[&str], found: &mut Vec<PathBuf>) -> Result<(), CorpusError> {
    let file = |source| CorpusError::File { path: folder.to_owned(), source };
    for entry in std::fs::read_dir(folder).map_err(file)? {
        let entry = entry.map_err(file)?;
        let path = entry.path();
        let kind = entry.file_type().map_err(file)?;
        if kind.is_dir() && entry.file_name() != ".git" {
            collect(&path, endings, found)?;
        } else if kind.is_file()
            && path.extension().is_some_and(|ending| endings.iter().any(|wanted| ending.eq_ignore_ascii_case(wanted)))
        {
            found.push(path);
        }
    }
    Ok(())
}
