//! `cargo xtask build`: one `trunk build` into a temporary folder, checked there before it replaces `dist/`.

use std::path::{Path, PathBuf};

use edith_lab::lock::Lock;
use edith_lab::process::{self, ProcessError};
use edith_lab::{paths, say};

pub use crate::archive::Profile;
use crate::archive::Sizes;
use crate::checks::{self, CheckError};
use crate::manifest::{self, Facts, Package};
use crate::reader::{self, ReaderError};
use crate::setup::{self, SetupError};
use crate::{bundle, js, plain, wasm};

#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    #[error(transparent)]
    Reader(#[from] ReaderError),
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Manifest(Vec<manifest::Problem>),
    #[error("the extension was not built, dist/ is as it was: {0}; the lines above say why")]
    Trunk(#[from] ProcessError),
    #[error("the extension was built, but dist/ is as it was: {0}")]
    Checks(#[from] CheckError),
    #[error("{path}: {source}")]
    File { path: PathBuf, source: std::io::Error },
}

/// Builds `dist/` and returns its path. A failing build leaves the old one.
pub fn build(profile: Profile) -> Result<PathBuf, BuildError> {
    weighed(profile).map(|(dist, _)| dist)
}

/// As [`build`], with what the files weigh: packing a release takes a minute, which nobody needs to spend twice.
pub fn weighed(profile: Profile) -> Result<(PathBuf, Sizes), BuildError> {
    let facts = check_manifest()?;
    let tools = setup::build_tools()?;
    let packages = match reader::packages()? {
        Some(folder) => folder,
        None => {
            setup::npm()?;
            reader::packages()?.ok_or_else(|| SetupError::NoNpm(String::new()))?
        }
    };
    let (artifacts, dist) = (paths::artifacts(), paths::dist());
    let _lock = Lock::take(&artifacts).map_err(file(&artifacts))?;
    let (new, old) = (artifacts.join("dist.new"), artifacts.join("dist.old"));
    for folder in [&new, &old] {
        remove(folder)?;
    }

    let kind = if profile == Profile::Release { "release" } else { "debug" };
    say(&format!("building {} {} ({kind}) with trunk", facts.name, facts.version));
    let mut trunk = std::process::Command::new(&tools.trunk);
    trunk.current_dir(paths::root()).arg("build");
    trunk.arg("--release").arg((profile == Profile::Release).to_string());
    trunk.arg("--dist").arg(&new);
    trunk.env("PATH", process::path_with(&tools.folders()));
    // trunk's only network access: checking for a newer trunk.
    trunk.env("TRUNK_SKIP_VERSION_CHECK", "true");
    // trunk parses the variable as a boolean and fails on NO_COLOR=1.
    if std::env::var_os("NO_COLOR").is_some() {
        trunk.env_remove("NO_COLOR").args(["--color", "never"]);
    }
    // People need the compiler's messages; trunk's backtrace only says where trunk was.
    trunk.env("RUST_BACKTRACE", "0").args(["--log", "warn"]);
    if profile == Profile::Release {
        trunk.env("CARGO_ENCODED_RUSTFLAGS", flags().join("\x1f"));
    }
    process::run(&mut trunk)?;
    bundle::page(&new).map_err(|(path, source)| BuildError::File { path, source })?;
    if profile == Profile::Release {
        strip(&new)?;
    }
    reader::copy(&packages, &new)?;

    let sizes = checks::folder(&new, profile, package())?;
    sizes.print();
    if let Err(too_large) = checks::size(&sizes) {
        say(&format!("warning: {too_large}"));
    }
    if dist.exists() {
        std::fs::rename(&dist, &old).map_err(file(&dist))?;
    }
    std::fs::rename(&new, &dist).map_err(file(&new))?;
    remove(&old)?;
    say(&format!("built {} (extension id {})", dist.display(), facts.extension_id));
    Ok((dist, sizes))
}

/// The compiler's flags for the modules of a release, instead of those in `.cargo/config.toml`, which these replace.
fn flags() -> Vec<String> {
    let own = ["--cfg", "erase_components"].map(str::to_owned);
    own.into_iter().chain(without_own_paths()).collect()
}

/// Flags that keep the paths of this machine's dependencies out of the modules: the package does not reveal where it was built, nor does its size depend on
/// that.
fn without_own_paths() -> impl Iterator<Item = String> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| std::env::home_dir().map(|home| home.join(".cargo"))).unwrap_or_default();
    let sources = std::fs::read_dir(home.join("registry/src")).into_iter().flatten().flatten();
    sources.map(|source| format!("--remap-path-prefix={}/=", source.path().display()))
}

/// Checks the manifest like the root `build.rs`, before anything slow starts.
pub fn check_manifest() -> Result<Facts, BuildError> {
    let path = paths::root().join("manifest.json");
    let text = std::fs::read_to_string(&path).map_err(file(&path))?;
    manifest::check(&text, package(), &paths::extension()).map_err(BuildError::Manifest)
}

/// Chrome's id of the extension. It follows from the manifest's key and never changes.
pub fn extension_id() -> Result<String, BuildError> {
    Ok(check_manifest()?.extension_id)
}

/// The root package's data from `Cargo.toml`; xtask shares the version, the description is read from the file.
pub(crate) fn package() -> Package<'static> {
    const ROOT: &str = include_str!("../../../Cargo.toml");
    let description = ROOT.lines().find_map(|line| line.strip_prefix("description = \"")?.strip_suffix('"'));
    Package { version: env!("CARGO_PKG_VERSION"), description: description.unwrap_or_default() }
}

/// Shrinks a folder's wasm files, scripts, style sheets and texts. Malformed ones are left to the checks.
fn strip(folder: &Path) -> Result<(), BuildError> {
    strip_in(folder)?;
    for name in ["page", "reader", "styles"] {
        strip_in(&folder.join(name))?;
    }
    let locales = folder.join("_locales");
    for entry in std::fs::read_dir(&locales).map_err(file(&locales))? {
        let language = entry.map_err(file(&locales))?;
        let is_built_in = language.file_name() == "en";
        let path = language.path().join("messages.json");
        let text = std::fs::read_to_string(&path).map_err(file(&path))?;
        if let Some(smaller) = plain::messages(&text, is_built_in) {
            std::fs::write(&path, smaller).map_err(file(&path))?;
        }
    }
    Ok(())
}

fn strip_in(folder: &Path) -> Result<(), BuildError> {
    for entry in std::fs::read_dir(folder).map_err(file(folder))? {
        let path = entry.map_err(file(folder))?.path();
        if path.extension().is_some_and(|extension| extension == "wasm") {
            let module = std::fs::read(&path).map_err(file(&path))?;
            if let Some(smaller) = wasm::packed(&module) {
                std::fs::write(&path, smaller).map_err(file(&path))?;
            }
        } else if path.extension().is_some_and(|extension| extension == "js") {
            let text = std::fs::read_to_string(&path).map_err(file(&path))?;
            if let Some(smaller) = js::minified(&text) {
                std::fs::write(&path, smaller).map_err(file(&path))?;
            }
        } else if path.extension().is_some_and(|extension| extension == "css") {
            let text = std::fs::read_to_string(&path).map_err(file(&path))?;
            std::fs::write(&path, plain::style_sheet(&text)).map_err(file(&path))?;
        }
    }
    Ok(())
}

fn remove(folder: &Path) -> Result<(), BuildError> {
    match std::fs::remove_dir_all(folder) {
        Err(source) if source.kind() != std::io::ErrorKind::NotFound => Err(file(folder)(source)),
        _ => Ok(()),
    }
}

fn file(path: &Path) -> impl FnOnce(std::io::Error) -> BuildError {
    let path = path.to_owned();
    move |source| BuildError::File { path, source }
}
