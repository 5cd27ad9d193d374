//! `cargo xtask package`: builds a release, shrinks its wasm and zips it for the store.

use std::path::{Path, PathBuf};
use std::process::Command;

use edith_lab::process::{self, ProcessError};
use edith_lab::{paths, say};

use crate::archive::{self, ArchiveError, Files, file, zip_of};
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
    #[error("{0}; it is optional: take it off the search path, or update it")]
    WasmOpt(#[from] ProcessError),
}

/// Builds a release and zips it, printing file sizes and the total.
pub fn package() -> Result<PathBuf, Error> {
    let facts = build::check_manifest()?;
    let dist = build::build(Profile::Release)?;
    let folder = paths::artifacts();
    let mut files = archive::files(&dist)?;
    match process::which("wasm-opt") {
        Some(program) => optimise(&program, &mut files, &folder)?,
        None => say("no wasm-opt on the search path: the package may be a little larger than necessary"),
    }
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

/// Shrinks the wasm with `wasm-opt`, allowing every feature that today's rustc emits.
fn optimise(program: &Path, files: &mut Files, folder: &Path) -> Result<(), Error> {
    say(&format!("making the wasm smaller with {}", program.display()));
    for (name, content) in files.iter_mut().filter(|(name, _)| name.ends_with(".wasm")) {
        let (from, to) = (folder.join("in.wasm"), folder.join("out.wasm"));
        std::fs::write(&from, &*content).map_err(file(&from))?;
        let mut command = Command::new(program);
        command.args(["-Oz", "--all-features", "--strip-debug", "--strip-producers"]).arg(&from).arg("-o").arg(&to);
        process::run(&mut command)?;
        let smaller = std::fs::read(&to).map_err(file(&to))?;
        // The size in the zip decides: smaller code sometimes compresses worse.
        let weigh = |bytes: &[u8]| Ok::<u64, Error>(zip_of(&vec![(name.clone(), bytes.to_vec())])?.1.iter().sum());
        let (before, after) = (weigh(content)?, weigh(&smaller)?);
        say(&format!(
            "{name}: {before} -> {after} bytes compressed{}",
            if after < before { "" } else { ", left as it was" }
        ));
        if after < before {
            *content = smaller;
        }
        for used in [from, to] {
            std::fs::remove_file(&used).map_err(file(&used))?;
        }
    }
    Ok(())
}
