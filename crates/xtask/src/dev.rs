//! `cargo xtask dev`: a browser with the extension in it that follows what is edited. A script, a page or a text is copied and taken over at once; a
//! change of Rust builds the modules that it is in, and no others.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use edith_lab::browser::{Browser, BrowserError, Options};
use edith_lab::process::{self, ProcessError};
use edith_lab::{paths, say};
use serde_json::json;

use crate::build::{self, BuildError, Profile};
use crate::bundle;
use crate::setup::{self, SetupError, WASM_TARGET};

/// How often the files are looked at.
const LOOK: Duration = Duration::from_millis(250);
/// How long the extension may take to come back after it was loaded again.
const BACK: Duration = Duration::from_secs(20);
/// The modules of the extension, and the folders of `dist/` that they lie in.
const MODULES: [(&str, &str); 3] = [("edith-worker", ""), ("edith-panel", ""), ("edith-reader", "reader")];

#[derive(Debug, thiserror::Error)]
pub enum DevError {
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error(transparent)]
    Build(#[from] BuildError),
    #[error(transparent)]
    Browser(#[from] BrowserError),
    #[error("{0}; the lines above say why, and the browser keeps what was built before")]
    Compiler(#[from] ProcessError),
    #[error("{path}: {source}")]
    File { path: PathBuf, source: std::io::Error },
    #[error("no runtime: {0}")]
    Runtime(std::io::Error),
}

/// What an edit needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Need {
    /// The scripts of web pages: put together again, and the tabs loaded again.
    PageScripts,
    /// A file of the extension's pages: they are loaded again.
    Pages,
    /// A file that the worker, the manifest or the texts are made of: the extension is loaded again.
    Extension,
    /// Modules are compiled.
    Modules,
    /// The page that trunk builds from.
    Everything,
}

/// Builds a debug extension, starts a browser with it, and follows the edits until the browser is closed. With a display it has a window.
pub fn dev() -> Result<(), DevError> {
    setup::browser()?;
    let dist = build::build(Profile::Debug)?;
    let runtime = edith_lab::browser::runtime().map_err(DevError::Runtime)?;
    runtime.block_on(follow(&dist))
}

async fn follow(dist: &Path) -> Result<(), DevError> {
    let has_display =
        ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()));
    let options = Options {
        headed: has_display || !cfg!(target_os = "linux"),
        profile: Some(paths::cache().join("dev-profile")),
        online: true,
        ..Options::with_extension(dist)
    };
    let browser = Browser::start(&options).await?;
    let id = browser.extension_id().unwrap_or_default().to_owned();
    browser.open_page_unwaited(&format!("chrome-extension://{id}/sidepanel.html")).await?;
    say("following crates/, extension/ and manifest.json; close the browser to end this command");
    let mut seen = files();
    loop {
        tokio::time::sleep(LOOK).await;
        if browser.targets().await.is_err() {
            return Ok(());
        }
        let now = files();
        let edited: BTreeSet<PathBuf> = now
            .iter()
            .filter(|(path, at)| seen.get(*path) != Some(at))
            .map(|(path, _)| path.clone())
            .chain(seen.keys().filter(|path| !now.contains_key(*path)).cloned())
            .collect();
        seen = now;
        if edited.is_empty() {
            continue;
        }
        let started = Instant::now();
        match take_over(&browser, &id, dist, &edited).await {
            Ok(Some(what)) => say(&format!("{what} after {:.1} s", started.elapsed().as_secs_f64())),
            Ok(None) => {}
            // Half-written code is no reason to end.
            Err(error @ (DevError::Compiler(_) | DevError::Build(_) | DevError::File { .. })) => {
                eprintln!("error: {error}")
            }
            Err(error) => return Err(error),
        }
    }
}

/// Brings edited files into the browser; returns what was done.
async fn take_over(
    browser: &Browser,
    id: &str,
    dist: &Path,
    edited: &BTreeSet<PathBuf>,
) -> Result<Option<&'static str>, DevError> {
    let root = paths::root();
    let edited: Vec<&Path> = edited.iter().filter_map(|path| path.strip_prefix(&root).ok()).collect();
    let Some(need) = edited.iter().filter_map(|path| need(path)).max() else { return Ok(None) };
    let own = format!("chrome-extension://{id}/");
    if need == Need::Everything {
        build::build(Profile::Debug)?;
        reload_extension(browser, id).await?;
        return Ok(Some("built and loaded again"));
    }
    if edited.iter().any(|path| path.starts_with("extension/page")) {
        put_page_scripts(dist)?;
    }
    for path in edited.iter().filter(|path| path.extension().is_none_or(|ending| ending != "rs")) {
        put(path, dist)?;
    }
    match need {
        Need::PageScripts => {
            reload(browser, |url| url.starts_with("http")).await?;
            Ok(Some("scripts of web pages are in"))
        }
        Need::Pages => {
            reload(browser, |url| url.starts_with(&own)).await?;
            Ok(Some("the extension's pages are in"))
        }
        Need::Extension | Need::Everything => {
            reload_extension(browser, id).await?;
            Ok(Some("the extension is loaded again"))
        }
        Need::Modules => {
            compile(dist)?;
            reload_extension(browser, id).await?;
            Ok(Some("built modules are in"))
        }
    }
}

/// What an edited file needs, by its place below the repository's root; none: nothing of the extension is made of it.
fn need(path: &Path) -> Option<Need> {
    let is_code = path.extension().is_some_and(|ending| ending == "rs" || ending == "toml");
    match path.to_str()? {
        "extension/sidepanel.html" | "Trunk.toml" | "Cargo.toml" => Some(Need::Everything),
        "extension/background.js" | "manifest.json" => Some(Need::Extension),
        text if text.starts_with("extension/page/") => Some(Need::PageScripts),
        text if text.starts_with("extension/_locales/") => Some(Need::Extension),
        text if text.starts_with("extension/") => Some(Need::Pages),
        text if text.starts_with("crates/xtask/")
            || text.starts_with("crates/lab/")
            || text.starts_with("crates/trials/")
            || text.starts_with("crates/testkit/") =>
        {
            None
        }
        text if text.starts_with("crates/edith/") || text.starts_with("crates/native/") => None,
        text if text.starts_with("crates/") && is_code => Some(Need::Modules),
        // Lists and texts that code is compiled with.
        text if text.starts_with("crates/") && text.contains("/src/") => Some(Need::Modules),
        _ => None,
    }
}

/// Compiles each module and binds those that changed.
fn compile(dist: &Path) -> Result<(), DevError> {
    let tools = setup::build_tools()?;
    for (module, folder) in MODULES {
        let mut cargo = process::cargo();
        cargo.args(["build", "--quiet", "--package", module, "--bin", module, "--target", WASM_TARGET]);
        let built = paths::root().join("target").join(WASM_TARGET).join("debug").join(format!("{module}.wasm"));
        let before = modified(&built);
        process::run(&mut cargo)?;
        if modified(&built) == before {
            continue;
        }
        let mut bind = std::process::Command::new(&tools.wasm_bindgen);
        bind.args(["--target", "web", "--no-typescript", "--out-name", module, "--out-dir"])
            .arg(dist.join(folder))
            .arg(&built);
        process::run(&mut bind)?;
    }
    Ok(())
}

/// Copies a file of the extension to where it lies when it is built.
fn put(path: &Path, dist: &Path) -> Result<(), DevError> {
    let place = path.strip_prefix("extension").unwrap_or(path);
    let is_shipped = path.starts_with("extension") && !place.starts_with("page") || path == Path::new("manifest.json");
    let from = paths::root().join(path);
    if !is_shipped || !from.is_file() {
        return Ok(());
    }
    let to = dist.join(place);
    std::fs::copy(&from, &to).map(drop).map_err(|source| DevError::File { path: to, source })
}

/// Puts the scripts of web pages together again.
fn put_page_scripts(dist: &Path) -> Result<(), DevError> {
    let fail = |path: &Path| {
        let path = path.to_owned();
        move |source| DevError::File { path, source }
    };
    let made = paths::artifacts().join("page.new");
    let folder = made.join("page");
    let _ = std::fs::remove_dir_all(&made);
    std::fs::create_dir_all(&folder).map_err(fail(&folder))?;
    let from = paths::extension().join("page");
    for entry in std::fs::read_dir(&from).map_err(fail(&from))? {
        let entry = entry.map_err(fail(&from))?;
        std::fs::copy(entry.path(), folder.join(entry.file_name())).map_err(fail(&entry.path()))?;
    }
    bundle::page(&made).map_err(|(path, source)| DevError::File { path, source })?;
    for entry in std::fs::read_dir(&folder).map_err(fail(&folder))? {
        let entry = entry.map_err(fail(&folder))?;
        let to = dist.join("page").join(entry.file_name());
        std::fs::copy(entry.path(), &to).map_err(fail(&to))?;
    }
    Ok(())
}

/// Loads the tabs again whose addresses are meant.
async fn reload(browser: &Browser, is_meant: impl Fn(&str) -> bool) -> Result<(), DevError> {
    for target in browser.targets().await?.into_iter().filter(|target| target.kind == "page" && is_meant(&target.url)) {
        browser.attach(&target.id).await?.send("Page.reload", json!({})).await?;
    }
    Ok(())
}

/// Loads the extension again, with the pages of it that were open.
async fn reload_extension(browser: &Browser, id: &str) -> Result<(), DevError> {
    let own = format!("chrome-extension://{id}/");
    let targets = browser.targets().await?;
    let open: Vec<String> = targets
        .into_iter()
        .filter(|target| target.kind == "page" && target.url.starts_with(&own))
        .map(|target| target.url)
        .collect();
    // A page that runs nothing: what is broken in a module must not keep the next one out.
    let page = browser.open_page(&format!("{own}manifest.json")).await?;
    // The page goes with the extension, and its answer too.
    let _ = page.eval_within("chrome.runtime.reload()", Duration::from_secs(1)).await;
    let started = Instant::now();
    for url in open {
        loop {
            let page = browser.open_page_unwaited(&url).await?;
            let is_there = page
                .wait_for(
                    "document.readyState !== 'loading' && typeof chrome.runtime === 'object'",
                    Duration::from_secs(1),
                )
                .await;
            if is_there.is_ok() || started.elapsed() > BACK {
                break;
            }
            let _ = page.close().await;
        }
    }
    Ok(())
}

/// The files that are followed, with when they were written.
fn files() -> BTreeMap<PathBuf, SystemTime> {
    let root = paths::root();
    let mut found = BTreeMap::new();
    let mut open = vec![root.join("crates"), paths::extension()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => open.push(entry.path()),
                Ok(kind) if kind.is_file() => {
                    found.extend(modified(&entry.path()).map(|at| (entry.path(), at)));
                }
                _ => {}
            }
        }
    }
    for name in ["manifest.json", "Trunk.toml", "Cargo.toml"] {
        let path = root.join(name);
        found.extend(modified(&path).map(|at| (path, at)));
    }
    found
}

fn modified(path: &Path) -> Option<SystemTime> {
    std::fs::metadata(path).and_then(|facts| facts.modified()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edit_needs_no_more_than_what_is_made_of_it() {
        for (path, expected) in [
            ("extension/page/walk.js", Some(Need::PageScripts)),
            ("extension/styles/panel.css", Some(Need::Pages)),
            ("extension/newtab.html", Some(Need::Pages)),
            ("extension/_locales/de/messages.json", Some(Need::Extension)),
            ("extension/background.js", Some(Need::Extension)),
            ("extension/sidepanel.html", Some(Need::Everything)),
            ("crates/core/src/run/mod.rs", Some(Need::Modules)),
            ("crates/core/src/run/mode/sites.json", Some(Need::Modules)),
            ("crates/xtask/src/dev.rs", None),
            ("crates/lab/src/sites/pages.rs", None),
            ("crates/native/src/lib.rs", None),
            ("README.md", None),
        ] {
            assert_eq!(need(Path::new(path)), expected, "{path}");
        }
    }

    #[test]
    fn what_is_followed_is_found() {
        let all = files();
        assert!(all.contains_key(&paths::extension().join("background.js")));
        assert!(all.contains_key(&paths::root().join("crates/core/src/lib.rs")));
        assert!(!all.keys().any(|path| path.starts_with(paths::root().join("target"))));
    }
}
