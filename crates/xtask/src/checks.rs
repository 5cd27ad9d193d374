//! Checks a built folder before anybody loads it: complete, nothing foreign, nothing the CSP or the store refuses, small.

use std::collections::BTreeSet;
use std::path::Path;

use edith_page::page_api::SCRIPT;

use crate::archive::{self, ArchiveError, Part, Profile, Sizes};
use crate::manifest::{self, Package, Problem};
use crate::{html, js};

const REQUIRED: &[&str] = &[
    "manifest.json",
    "asking.js",
    "background.js",
    "bringing.js",
    "document.html",
    "language.js",
    "languages.js",
    "sidepanel.html",
    "newtab.html",
    "newtab.js",
    "options.html",
    "overlays.js",
    SCRIPT,
    "panel.js",
    "reader/edith-reader.js",
    "reader/edith-reader_bg.wasm",
    "reader/draw.js",
    "reader/hands.js",
    "reader/ocr/deu.traineddata.gz",
    "reader/ocr/eng.traineddata.gz",
    "reader/ocr/tesseract-core.wasm",
    "reader/ocr/tesseract.mjs",
    "reader/pdf.js",
    "reader/pdfjs.js",
    "reader/pdfjs/pdf.mjs",
    "reader/pdfjs/pdf.worker.mjs",
    "reader/reader.html",
    "reader/reader.js",
    "reader/recognise.js",
    "reader/seen.js",
    "reader/work.js",
    "reading.js",
    "texts.js",
    "theme.js",
    "ways.js",
    "edith-panel.js",
    "edith-panel_bg.wasm",
    "edith-worker.js",
    "edith-worker_bg.wasm",
];

/// Allowed folders with their file types. `snippets` is where wasm-bindgen puts crates' scripts.
const FOLDERS: &[(&str, &[&str])] = &[
    ("page", &["js"]),
    ("reader", &["bcmap", "gz", "icc", "js", "mjs", "pfb", "ttf", "txt", "wasm"]),
    ("styles", &["css", "woff2"]),
    ("icons", &["png", "svg"]),
    ("_locales", &["json"]),
    ("snippets", &["js"]),
];

/// The most a release package may have, compressed, in bytes.
pub const LIMIT: u64 = 14_000_000;

/// The most that what is loaded without any document may have, compressed, in bytes. `cargo xtask package` prints the sum of each part;
/// `docs/decisions/package-size.md` says what brought how much.
pub const CORE_LIMIT: u64 = 3_600_000;

#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    #[error("the package must not ship as it is:\n{}", .0.iter().map(|fault| format!("  {fault}")).collect::<Vec<_>>().join("\n"))]
    Faults(Vec<Fault>),
    #[error(transparent)]
    Read(#[from] ArchiveError),
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    #[error("{0} is missing")]
    Missing(String),
    /// A file nobody put there on purpose.
    #[error("{0} is not a file this package is known to have; if it is meant to ship, add it to the check")]
    Unexpected(String),
    #[error("{0}")]
    Manifest(Problem),
    #[error("{file}:{line} {what}")]
    Script { file: String, line: usize, what: js::What },
    #[error("{file} {what}")]
    Markup { file: String, what: html::What },
    #[error("{file} loads {loads}, which is not in the package")]
    Dangling { file: String, loads: String },
    /// A file's content does not match its name.
    #[error("{0} is not what its name says (no wasm, or not UTF-8)")]
    Content(String),
    #[error("the package has {found} bytes compressed, {LIMIT} are allowed")]
    TooLarge { found: u64 },
    #[error("without what reads documents the package has {found} bytes compressed, {CORE_LIMIT} are allowed")]
    CoreTooLarge { found: u64 },
}

/// Checks a built folder and returns the file sizes. The total is for [`size`] to check: a large one still works.
///
/// # Errors
/// All faults at once.
pub fn folder(folder: &Path, profile: Profile, package: Package<'_>) -> Result<Sizes, CheckError> {
    let files = archive::files(folder)?;
    let names: BTreeSet<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    let mut faults: Vec<Fault> =
        REQUIRED.iter().filter(|name| !names.contains(**name)).map(|name| Fault::Missing((*name).to_owned())).collect();
    for (name, content) in &files {
        if !is_expected(name) {
            faults.push(Fault::Unexpected(name.clone()));
        }
        content_faults(name, content, &names, &mut faults);
    }
    if let Some((_, content)) = files.iter().find(|(name, _)| name == "manifest.json") {
        let text = String::from_utf8_lossy(content);
        let problems = manifest::check(&text, package, folder).err();
        faults.extend(problems.into_iter().flatten().map(Fault::Manifest));
    }
    let sizes = archive::sizes(&files, profile)?;
    if faults.is_empty() { Ok(sizes) } else { Err(CheckError::Faults(faults)) }
}

/// Checks that a release is small enough to ship.
pub fn size(sizes: &Sizes) -> Result<(), CheckError> {
    let mut faults = Vec::new();
    if let Some(found) = sizes.compressed_total().filter(|found| *found > LIMIT) {
        faults.push(Fault::TooLarge { found });
    }
    let core = [Part::Core, Part::Pages].into_iter().map(|part| sizes.of(part).1).sum::<Option<u64>>();
    if let Some(found) = core.filter(|found| *found > CORE_LIMIT) {
        faults.push(Fault::CoreTooLarge { found });
    }
    if faults.is_empty() { Ok(()) } else { Err(CheckError::Faults(faults)) }
}

fn is_expected(name: &str) -> bool {
    let extension = Path::new(name).extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    REQUIRED.contains(&name)
        || name.split_once('/').is_some_and(|(folder, _)| {
            FOLDERS.iter().any(|(known, kinds)| *known == folder && kinds.contains(&extension))
        })
}

fn content_faults(name: &str, content: &[u8], names: &BTreeSet<&str>, faults: &mut Vec<Fault>) {
    let extension = Path::new(name).extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    if extension == "wasm" && !content.starts_with(b"\0asm") {
        faults.push(Fault::Content(name.to_owned()));
    }
    if !["js", "mjs", "html", "css", "json", "svg"].contains(&extension) {
        return;
    }
    let Ok(text) = std::str::from_utf8(content) else {
        faults.push(Fault::Content(name.to_owned()));
        return;
    };
    let markup = |what| Fault::Markup { file: name.to_owned(), what };
    match extension {
        "js" | "mjs" => {
            // The service worker loads none of the reader's scripts.
            let allowed = |what: &js::What| name.starts_with("reader/") && what.is_only_for_service_workers();
            let found = js::scan(text).into_iter().filter(|finding| !allowed(&finding.what));
            faults.extend(found.map(|js::Finding { line, what }| Fault::Script { file: name.to_owned(), line, what }));
        }
        "css" => faults.extend(html::style(text).into_iter().map(markup)),
        "html" | "svg" => {
            let page = html::page(text);
            faults.extend(page.problems.into_iter().map(markup));
            let missing = page.loads.into_iter().filter(|loads| !names.contains(loads.as_str()));
            faults.extend(missing.map(|loads| Fault::Dangling { file: name.to_owned(), loads }));
        }
        _ => {}
    }
}

/// Lists every file the folder check looks for.
#[cfg(test)]
fn good_folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let put = |name: &str, content: &[u8]| {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
    };
    for name in REQUIRED {
        let content: &[u8] = if name.ends_with(".wasm") { b"\0asm\x01\0\0\0" } else { b"" };
        put(name, content);
    }
    put("manifest.json", include_bytes!("../../../manifest.json"));
    put("_locales/en/messages.json", include_bytes!("../../../extension/_locales/en/messages.json"));
    for size in ["16", "32", "48", "128"] {
        put(&format!("icons/{size}.png"), b"png");
    }
    folder
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Changes one file of a good folder (none: removes it) and expects these faults, as text.
    fn check(name: &str, content: Option<&str>, expected: &[&str]) {
        let built = good_folder();
        let path = built.path().join(name);
        match content {
            Some(content) => {
                std::fs::create_dir_all(path.parent().unwrap()).unwrap();
                std::fs::write(path, content).unwrap();
            }
            None => std::fs::remove_file(path).unwrap(),
        }
        let checked = folder(built.path(), Profile::Release, crate::build::package()).and_then(|sizes| size(&sizes));
        let found = match checked {
            Ok(()) => Vec::new(),
            Err(CheckError::Faults(faults)) => faults.iter().map(ToString::to_string).collect(),
            Err(error) => panic!("{error}"),
        };
        assert_eq!(found.len(), expected.len(), "{name}: {found:?}");
        for (found, expected) in found.iter().zip(expected) {
            assert!(found.contains(expected), "{name}: {found} does not speak of {expected}");
        }
    }

    #[test]
    fn a_good_folder_passes() {
        check("page/overlay.js", Some("(() => 1)()"), &[]);
        check("styles/panel.css", Some("a { color: red }"), &[]);
    }

    #[test]
    fn each_fault_is_named() {
        check("panel.js", None, &["panel.js is missing"]);
        check("icons/16.png", None, &["icons/16.png", "icons/16.png"]);
        check("notes.txt", Some(""), &["notes.txt is not a file"]);
        check("page/data.json", Some("{}"), &["page/data.json is not a file"]);
        check("panel.js", Some("\neval('1')"), &["panel.js:2 runs text as code"]);
        check("edith-worker.js", Some("await init()"), &["edith-worker.js:1 awaits at the top level"]);
        check("background.js", Some("import('./a.js')"), &["background.js:1 uses import()"]);
        check("reader/a.mjs", Some("await import('./a.js')"), &[]);
        check("reader/a.mjs", Some("eval('1')"), &["reader/a.mjs:1 runs text as code"]);
        check("reader/a.exe", Some("MZ"), &["reader/a.exe is not a file"]);
        check("background.js", Some("import 'https://x.example/a.js'"), &["loads code from elsewhere"]);
        check("newtab.html", Some("<script>1</script>"), &["inline script", "inline script"]);
        check("options.html", Some("<p onclick='go()'>"), &["onclick"]);
        check("options.html", Some("<script src='gone.js'></script>"), &["loads gone.js, which is not in the package"]);
        check("styles/a.css", Some("@import url(https://x.example/a.css)"), &["elsewhere"]);
        check("edith-panel_bg.wasm", Some("<html>"), &["edith-panel_bg.wasm is not what its name says"]);
    }

    #[test]
    fn a_permission_added_after_the_build_is_refused() {
        let manifest = include_str!("../../../manifest.json").replace("\"debugger\",", "\"debugger\", \"history\",");
        check("manifest.json", Some(&manifest), &["\"history\" without a reason"]);
    }

    #[test]
    fn a_package_over_the_limit_is_refused() {
        // Incompressible text.
        let mut rng = fastrand::Rng::with_seed(1);
        let noise: String = (0..CORE_LIMIT * 3 / 2)
            .map(|_| rng.char('!'..='y'))
            .filter(|letter| !"\"'`/\\<".contains(*letter))
            .collect();
        check("styles/large.css", Some(&noise), &["without what reads documents"]);
        // What reads documents counts apart.
        check("reader/large.txt", Some(&noise), &[]);
    }
}
