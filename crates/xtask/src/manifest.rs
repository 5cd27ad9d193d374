//! Rules for `manifest.json`. The root `build.rs` includes this file too, so a mismatch stops every build with the same message.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

// Of xtask and of `build.rs` alike.
use super::extension_id::extension_id;

/// The exact content security policy of the extension's pages and worker. They load their own files, show screenshots (`data:`), and contact the
/// servers that the person set, which may be anywhere, and on their own network without TLS.
pub const CSP: &str = "script-src 'self' 'wasm-unsafe-eval'; object-src 'self'; default-src 'none'; connect-src 'self' https: http:; \
                       img-src 'self' data:; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Hosts the extension may touch: all, because the person says in words where to go.
pub const HOSTS: &str = "<all_urls>";

/// The oldest Chrome that works: flat child sessions of `chrome.debugger` came with 125.
pub const MINIMUM_CHROME: &str = "125";

/// Every permission with its reason. Others do not ship; all of these must be in the manifest.
pub const PERMISSIONS: &[(&str, &str)] = &[
    ("debugger", "trusted mouse and keyboard input, dialogs and screenshots in the tabs of a run"),
    ("sidePanel", "the panel beside the page"),
    ("storage", "settings, conversations and the state of runs"),
    ("unlimitedStorage", "screenshots and journals outgrow the 10 MB of plain storage"),
    ("tabs", "URL and title of tabs, to follow the tabs a run opens"),
    (
        "tabGroups",
        "a title on the group of tabs that a research reads in, so that they can be told apart and closed together",
    ),
    ("activeTab", "the tab the person is looking at when a task is given"),
    ("scripting", "reading pages without attaching the debugger"),
    ("alarms", "going on with a run after Chrome has stopped the worker, and schedules"),
    ("contextMenus", "\"Ask EDITH about this\" on a selection, a link, a picture or the page"),
    ("notifications", "telling the person that a run has ended or needs an answer"),
    (
        "webRequest",
        "where a document's address leads and which machine answers, so that nothing of the internet leads to a document in the person's own \
         network; requests are only looked at, and only those of EDITH itself",
    ),
    ("search", "the new tab's box searches the web with the person's own search engine, which this alone knows"),
    (
        "offscreen",
        "reading documents in a separate page, whose workers are thrown away, and never in the service worker",
    ),
    (
        "declarativeNetRequestWithHostAccess",
        "holding the tabs of a run: an address that tells what was read leads to no other site, pages of the internet lead to nothing in the \
         person's own network, a scheduled run stays on its sites",
    ),
    (
        "favicon",
        "the icons of the sites a research read, from what the browser keeps of them; with \"tabs\" Chrome shows no further warning",
    ),
    (
        "identity",
        "the window in which the person signs in to a server of tools that they set up, and the address that it leads back to; Chrome shows no \
         warning for it, and nothing of the person's Google account is asked for",
    ),
];

/// Forbidden keys, with reasons.
const FORBIDDEN: &[(&str, &str)] = &[
    ("externally_connectable", "no web page and no other extension may talk to the agent"),
    ("web_accessible_resources", "no web page needs a file of the extension, and it would reveal that it is installed"),
    ("content_scripts", "pages are read only when a task asks for it, through chrome.scripting"),
    ("optional_permissions", "every permission is declared and explained in one place"),
    ("optional_host_permissions", "every permission is declared and explained in one place"),
    ("update_url", "the store decides where updates come from"),
    ("sandbox", "a sandboxed page would escape the content security policy"),
];

/// Keys the package uses. Others were added without a check.
const USED: &[&str] = &[
    "manifest_version",
    "name",
    "short_name",
    "version",
    "description",
    "default_locale",
    "minimum_chrome_version",
    "key",
    "icons",
    "action",
    "background",
    "side_panel",
    "chrome_url_overrides",
    "options_ui",
    "permissions",
    "host_permissions",
    "content_security_policy",
    "incognito",
    "commands",
    "omnibox",
];

/// Exact values, as (JSON pointer, value, reason).
const EXACT: &[(&str, &str, &str)] = &[
    ("/minimum_chrome_version", MINIMUM_CHROME, "flat child sessions of chrome.debugger came with it"),
    ("/background/service_worker", "background.js", "it is part of the public interface"),
    ("/background/type", "module", "the worker imports the wasm's glue statically"),
    ("/side_panel/default_path", "sidepanel.html", "it is part of the public interface"),
    ("/chrome_url_overrides/newtab", "newtab.html", "it is part of the public interface"),
    ("/options_ui/page", "options.html", "it is part of the public interface"),
    ("/content_security_policy/extension_pages", CSP, "remote and inline code stay out"),
    ("/incognito", "not_allowed", "runs are stored on disk, and a private window promises that nothing is"),
];

/// Icon sizes required by Chrome and its store, in pixels.
const ICON_SIZES: &[&str] = &["16", "32", "48", "128"];

/// The root package in `Cargo.toml`, which the manifest is compared with.
#[derive(Debug, Clone, Copy)]
pub struct Package<'a> {
    pub version: &'a str,
    pub description: &'a str,
}

/// What other code may know about the package once the manifest is valid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Facts {
    /// Chrome's id of the extension, which follows from `key`.
    pub extension_id: String,
    pub version: String,
    pub name: String,
}

/// One fault of the manifest, as a sentence with its remedy.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    #[error("manifest.json is not a JSON object: {0}")]
    Json(String),
    #[error("manifest.json: manifest_version must be 3")]
    ManifestVersion,
    #[error("manifest.json says version \"{manifest}\" but Cargo.toml says \"{cargo}\": make them equal")]
    Version { manifest: String, cargo: String },
    #[error("the extension's description is \"{manifest}\" but Cargo.toml says \"{cargo}\": make them equal")]
    Description { manifest: String, cargo: String },
    /// A value differs from its required text, or is missing.
    #[error("manifest.json: {pointer} must be \"{expected}\" ({reason}), found {found}")]
    Exact {
        /// A JSON pointer.
        pointer: &'static str,
        expected: &'static str,
        reason: &'static str,
        /// As JSON.
        found: String,
    },
    #[error("manifest.json: `{key}` must not be there: {reason}")]
    Forbidden { key: &'static str, reason: &'static str },
    #[error("manifest.json: `{0}` is not a key this package uses; if it is needed, add it to USED beside the check")]
    UnknownKey(String),
    #[error(
        "manifest.json asks for the permission \"{0}\" without a reason: add it with its reason to PERMISSIONS, or drop it"
    )]
    UnexplainedPermission(String),
    /// A permission that the code relies on is missing.
    #[error("manifest.json lacks the permission \"{0}\", which is needed for {1}")]
    MissingPermission(&'static str, &'static str),
    #[error("manifest.json: host_permissions must be exactly [\"<all_urls>\"], found {0}")]
    Hosts(String),
    /// The content security policy has more than the pages' part.
    #[error("manifest.json: content_security_policy must have `extension_pages` and nothing else")]
    CspParts,
    #[error("manifest.json: {key} names \"{path}\", which does not exist")]
    MissingFile {
        /// The key that names it.
        key: String,
        /// Relative to the extension's folder.
        path: String,
    },
    #[error("manifest.json: icons lacks the size {0}")]
    MissingIcon(&'static str),
    #[error("manifest.json: `key` must be the Base64 of a public key, so that the extension's id never changes")]
    Key,
    #[error("{0} is missing or not a JSON object")]
    Locale(String),
    #[error("{file} lacks the message \"{message}\"")]
    MissingMessage { file: String, message: String },
    #[error("the extension's {what} has {found} characters, the store allows {limit}")]
    TooLong { what: &'static str, found: usize, limit: usize },
}

/// Checks a manifest against `Cargo.toml` and its folder (`extension/`, or a built `dist/`).
///
/// # Errors
/// All problems at once, in the order a person would fix them.
pub fn check(manifest: &str, package: Package<'_>, folder: &Path) -> Result<Facts, Vec<Problem>> {
    let manifest = match serde_json::from_str::<Map<String, Value>>(manifest) {
        Ok(object) => Value::Object(object),
        Err(error) => return Err(vec![Problem::Json(error.to_string())]),
    };
    let mut problems = Vec::new();
    keys(&manifest, &mut problems);
    permissions(&manifest, &mut problems);
    files(&manifest, folder, &mut problems);
    let messages = messages(&manifest, folder, &mut problems);
    let named = |key: &str| -> String {
        let text = text(&manifest, key);
        message_name(text).and_then(|name| messages.get(name)).and_then(message_text).unwrap_or(text).to_owned()
    };

    let (version, name, description) = (text(&manifest, "version"), named("name"), named("description"));
    if version != package.version {
        problems.push(Problem::Version { manifest: version.to_owned(), cargo: package.version.to_owned() });
    }
    if description != package.description {
        let cargo = package.description.to_owned();
        problems.push(Problem::Description { manifest: description.clone(), cargo });
    }
    // The store's limits: https://developer.chrome.com/docs/extensions/reference/manifest
    for (what, text, limit) in [("name", &name, 75), ("description", &description, 132)] {
        let found = text.chars().count();
        if found > limit {
            problems.push(Problem::TooLong { what, found, limit });
        }
    }
    let id = extension_id(text(&manifest, "key"));
    if id.is_none() {
        problems.push(Problem::Key);
    }
    match id {
        Some(extension_id) if problems.is_empty() => Ok(Facts { extension_id, version: version.to_owned(), name }),
        _ => Err(problems),
    }
}

fn keys(manifest: &Value, problems: &mut Vec<Problem>) {
    if manifest.get("manifest_version").and_then(Value::as_u64) != Some(3) {
        problems.push(Problem::ManifestVersion);
    }
    for key in manifest.as_object().into_iter().flat_map(Map::keys) {
        if let Some((key, reason)) = FORBIDDEN.iter().find(|(forbidden, _)| forbidden == key) {
            problems.push(Problem::Forbidden { key, reason });
        } else if !USED.contains(&key.as_str()) {
            problems.push(Problem::UnknownKey(key.clone()));
        }
    }
    for &(pointer, expected, reason) in EXACT {
        let found = manifest.pointer(pointer);
        if found.and_then(Value::as_str) != Some(expected) {
            let found = found.map_or_else(|| "nothing".to_owned(), Value::to_string);
            problems.push(Problem::Exact { pointer, expected, reason, found });
        }
    }
    if manifest.get("content_security_policy").and_then(Value::as_object).is_some_and(|parts| parts.len() != 1) {
        problems.push(Problem::CspParts);
    }
}

fn permissions(manifest: &Value, problems: &mut Vec<Problem>) {
    let list = |key: &str| -> Vec<&str> {
        manifest.get(key).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect()
    };
    let asked = list("permissions");
    for permission in &asked {
        if !PERMISSIONS.iter().any(|(known, _)| known == permission) {
            problems.push(Problem::UnexplainedPermission((*permission).to_owned()));
        }
    }
    for (permission, reason) in PERMISSIONS {
        if !asked.contains(permission) {
            problems.push(Problem::MissingPermission(permission, reason));
        }
    }
    if list("host_permissions") != [HOSTS] {
        let found = manifest.get("host_permissions").map_or_else(|| "nothing".to_owned(), Value::to_string);
        problems.push(Problem::Hosts(found));
    }
}

fn files(manifest: &Value, folder: &Path, problems: &mut Vec<Problem>) {
    let pages =
        ["/background/service_worker", "/side_panel/default_path", "/chrome_url_overrides/newtab", "/options_ui/page"];
    let single = pages.iter().filter_map(|pointer| Some(((*pointer).to_owned(), manifest.pointer(pointer)?)));
    let icons = ["/icons", "/action/default_icon"].iter().flat_map(|pointer| {
        let sizes = manifest.pointer(pointer).and_then(Value::as_object);
        sizes.into_iter().flatten().map(move |(size, path)| (format!("{pointer}/{size}"), path))
    });
    for (key, path) in single.chain(icons) {
        let path = path.as_str().unwrap_or_default();
        if path.is_empty() || !folder.join(path).is_file() {
            problems.push(Problem::MissingFile { key, path: path.to_owned() });
        }
    }
    for size in ICON_SIZES {
        if manifest.pointer(&format!("/icons/{size}")).is_none() {
            problems.push(Problem::MissingIcon(size));
        }
    }
}

/// The default language's messages, after checking that every language has every message the manifest uses.
fn messages(manifest: &Value, folder: &Path, problems: &mut Vec<Problem>) -> Map<String, Value> {
    let mut used = BTreeSet::new();
    collect_messages(manifest, &mut used);
    let locale = text(manifest, "default_locale");
    if locale.is_empty() {
        for message in used {
            problems.push(Problem::MissingMessage { file: "manifest.json (no default_locale)".to_owned(), message });
        }
        return Map::new();
    }
    let file = |language: &str| PathBuf::from("_locales").join(language).join("messages.json");
    let mut files = BTreeSet::from([file(locale)]);
    for entry in std::fs::read_dir(folder.join("_locales")).into_iter().flatten().flatten() {
        files.insert(file(&entry.file_name().to_string_lossy()));
    }
    let mut default = Map::new();
    for path in files {
        let shown = path.to_string_lossy().replace('\\', "/");
        let read = std::fs::read_to_string(folder.join(&path)).ok();
        let Some(found) = read.and_then(|text| serde_json::from_str::<Map<String, Value>>(&text).ok()) else {
            problems.push(Problem::Locale(shown));
            continue;
        };
        for message in used.iter().filter(|name| found.get(*name).and_then(message_text).is_none()) {
            problems.push(Problem::MissingMessage { file: shown.clone(), message: message.clone() });
        }
        if path == file(locale) {
            default = found;
        }
    }
    default
}

fn collect_messages(value: &Value, used: &mut BTreeSet<String>) {
    match value {
        Value::String(text) => used.extend(message_name(text).map(str::to_owned)),
        Value::Array(items) => items.iter().for_each(|item| collect_messages(item, used)),
        Value::Object(fields) => fields.values().for_each(|field| collect_messages(field, used)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn message_name(text: &str) -> Option<&str> {
    text.strip_prefix("__MSG_")?.strip_suffix("__")
}

fn message_text(message: &Value) -> Option<&str> {
    message.get("message")?.as_str().filter(|text| !text.is_empty())
}

fn text<'a>(manifest: &'a Value, key: &str) -> &'a str {
    manifest.get(key).and_then(Value::as_str).unwrap_or_default()
}

// The path is explicit because build.rs includes this file from another folder.
#[cfg(test)]
#[path = "manifest/tests.rs"]
mod tests;
