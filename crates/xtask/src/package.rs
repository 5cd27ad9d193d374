//! `cargo xtask package`: builds a release and zips it for the store.

use std::path::PathBuf;

use edith_lab::{paths, say};

use crate::archive::{self, ArchiveError, file, zip_of};
use crate::build::{self, BuildError, Profile};
use crate::checks::{self, CheckError};
use crate::store;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Build(#[from] BuildError),
    #[error(transparent)]
    Checks(#[from] CheckError),
    #[error(transparent)]
    Archive(#[from] ArchiveError),
}

/// Builds a release and zips it, printing file sizes and the total.
pub fn package() -> Result<PathBuf, Error> {
    let facts = build::check_manifest()?;
    let dist = build::build(Profile::Release)?;
    let folder = paths::artifacts();
    let mut files = archive::files(&dist)?;
    let sizes = archive::sizes(&files, Profile::Release)?;
    sizes.print();
    checks::size(&sizes)?;
    store::without_key(&mut files);
    let path = folder.join(format!("edith-{}.zip", facts.version));
    let (bytes, _) = zip_of(&files)?;
    std::fs::write(&path, bytes).map_err(file(&path))?;
    let total = sizes.compressed_total().unwrap_or_default();
    say(&format!("packaged {} ({total} bytes, {} allowed)", path.display(), checks::LIMIT));
    Ok(path)
}
