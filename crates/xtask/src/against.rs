//! `cargo xtask bench --against COMMIT`: an earlier build of the extension, made once and kept in the user's cache folder.

use std::path::{Path, PathBuf};
use std::process::Command;

use edith_lab::lock::Lock;
use edith_lab::process::{self, ProcessError};
use edith_lab::{paths, say};

/// The folders below the cache folder's own.
const BUILDS: &str = "builds";
const TARGET: &str = "target";
const TREE: &str = "tree";

#[derive(Debug, thiserror::Error)]
pub enum AgainstError {
    #[error("{0:?} is no commit of this repository")]
    Unknown(String),
    #[error("the commit {commit} could not be built: {source}; the lines above say why")]
    Build { commit: String, source: ProcessError },
    #[error("{0}: {1}")]
    File(PathBuf, std::io::Error),
}

/// A build of an earlier commit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Built {
    /// The extension's folder.
    pub dist: PathBuf,
    /// The commit's day and short name, such as `2026-11-22 b085a38d`.
    pub name: String,
}

/// The build of a commit, from the cache folder if it was made before.
pub fn built(commit: &str) -> Result<Built, AgainstError> {
    let root = paths::root();
    let unknown = |_| AgainstError::Unknown(commit.to_owned());
    let revision = format!("{commit}^{{commit}}");
    let hash = process::output(git(&root).args(["rev-parse", "--verify", "--quiet", &revision])).map_err(unknown)?;
    let name = process::output(git(&root).args(["show", "--no-patch", "--format=%cs %h", &hash])).map_err(unknown)?;
    let all = paths::cache().join(BUILDS);
    let dist = all.join(&hash);
    let _lock = Lock::take(&all).map_err(file(&all))?;
    if !is_whole(&dist) {
        say(&format!("building {name} into {} (once; the first time takes several minutes)", dist.display()));
        build(&root, &all, &hash).map_err(|error| match error {
            Failed::Process(source) => AgainstError::Build { commit: name.clone(), source },
            Failed::File(path, source) => AgainstError::File(path, source),
        })?;
    }
    Ok(Built { dist, name })
}

enum Failed {
    Process(ProcessError),
    File(PathBuf, std::io::Error),
}

impl From<ProcessError> for Failed {
    fn from(error: ProcessError) -> Self {
        Self::Process(error)
    }
}

/// Builds the commit in a work tree of its own, which goes again; what was compiled of the dependencies stays for the next one.
fn build(root: &Path, all: &Path, hash: &str) -> Result<(), Failed> {
    let tree = all.join(TREE);
    // One that an interrupted build left is in the way.
    let _was_there = process::output(git(root).args(["worktree", "remove", "--force"]).arg(&tree));
    let _pruned = process::output(git(root).args(["worktree", "prune"]));
    process::run(git(root).args(["worktree", "add", "--quiet", "--detach"]).arg(&tree).arg(hash))?;
    let made = make(all, &tree, hash);
    process::run(git(root).args(["worktree", "remove", "--force"]).arg(&tree))?;
    made
}

fn make(all: &Path, tree: &Path, hash: &str) -> Result<(), Failed> {
    let mut cargo = process::cargo();
    cargo.current_dir(tree).args(["xtask", "build"]);
    // Its own sources and output, not those of the command that is running.
    cargo.env_remove("CARGO_MANIFEST_DIR").env("CARGO_TARGET_DIR", all.join(TARGET));
    process::run(&mut cargo)?;
    let (made, dist) = (tree.join("dist"), all.join(hash));
    match std::fs::remove_dir_all(&dist) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(Failed::File(dist, error)),
        _ => {}
    }
    std::fs::rename(&made, &dist).map_err(|error| Failed::File(made, error))
}

/// A folder comes by one renaming, so what is in it is whole.
fn is_whole(dist: &Path) -> bool {
    dist.join("manifest.json").is_file()
}

fn git(root: &Path) -> Command {
    let mut git = Command::new("git");
    git.arg("-C").arg(root);
    git
}

fn file(path: &Path) -> impl FnOnce(std::io::Error) -> AgainstError {
    let path = path.to_owned();
    move |error| AgainstError::File(path, error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_commit_is_said_to_be_none() {
        for words in ["", "no-such-branch", "--all"] {
            let error = built(words).unwrap_err();
            assert!(matches!(&error, AgainstError::Unknown(said) if said == words), "{words:?}: {error}");
        }
    }

    #[test]
    fn a_folder_counts_as_built_only_with_its_manifest() {
        let folder = tempfile::tempdir().unwrap();
        assert!(!is_whole(folder.path()));
        std::fs::write(folder.path().join("manifest.json"), "{}").unwrap();
        assert!(is_whole(folder.path()));
    }
}
