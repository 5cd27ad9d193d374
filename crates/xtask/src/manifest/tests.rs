//! Broken manifests: each way to break the real one, and the resulting message.

use super::*;

const MANIFEST: &str = include_str!("../../../../manifest.json");
const MESSAGES: &str = include_str!("../../../../extension/_locales/en/messages.json");

/// A folder with every file the manifest names, and a matching package.
fn checked(manifest: &str, change: impl FnOnce(&Path)) -> Result<Facts, Vec<String>> {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(folder.path().join("_locales/en")).unwrap();
    std::fs::create_dir_all(folder.path().join("icons")).unwrap();
    std::fs::write(folder.path().join("_locales/en/messages.json"), MESSAGES).unwrap();
    for name in ["background.js", "sidepanel.html", "newtab.html", "options.html"] {
        std::fs::write(folder.path().join(name), "").unwrap();
    }
    for size in ICON_SIZES {
        std::fs::write(folder.path().join(format!("icons/{size}.png")), "").unwrap();
    }
    change(folder.path());
    let messages: Value = serde_json::from_str(MESSAGES).unwrap();
    let original: Value = serde_json::from_str(MANIFEST).unwrap();
    let package = Package {
        version: original["version"].as_str().unwrap(),
        description: messages["description"]["message"].as_str().unwrap(),
    };
    check(manifest, package, folder.path()).map_err(|problems| problems.iter().map(ToString::to_string).collect())
}

/// Sets one key of the real manifest (null: removes it).
fn with(key: &str, value: Value) -> String {
    let mut manifest: Map<String, Value> = serde_json::from_str(MANIFEST).unwrap();
    if value.is_null() {
        manifest.remove(key);
    } else {
        manifest.insert(key.to_owned(), value);
    }
    serde_json::to_string(&manifest).unwrap()
}

#[test]
fn the_shipped_manifest_is_in_order() {
    let facts = checked(MANIFEST, |_| {}).unwrap();
    assert_eq!(facts.extension_id.len(), 32);
    assert!(facts.extension_id.chars().all(|letter| ('a'..='p').contains(&letter)));
}

#[test]
fn each_way_to_break_it_is_named() {
    use serde_json::json;
    let all: Vec<&str> = PERMISSIONS.iter().map(|(name, _)| *name).collect();
    let more: Vec<&str> = all.iter().copied().chain(["history"]).collect();
    let check = |key: &str, value: Value, expected: &str| {
        let found = checked(&with(key, value), |_| {}).unwrap_err();
        assert!(found.iter().any(|sentence| sentence.contains(expected)), "{key}: {found:?} does not say {expected:?}");
    };
    check("manifest_version", json!(2), "manifest_version must be 3");
    check("version", json!("9.9.9"), "says version \"9.9.9\" but Cargo.toml says");
    check("description", json!("Something else"), "description is \"Something else\" but Cargo.toml says");
    check("description", json!("__MSG_gone__"), "_locales/en/messages.json lacks the message \"gone\"");
    check("name", json!("n".repeat(76)), "name has 76 characters, the store allows 75");
    check("default_locale", json!("de"), "_locales/de/messages.json is missing");
    check("default_locale", Value::Null, "no default_locale");
    check("minimum_chrome_version", json!("110"), "/minimum_chrome_version must be \"125\"");
    check("key", Value::Null, "`key` must be the Base64 of a public key");
    check("key", json!("AAAA"), "`key` must be the Base64 of a public key");
    check("permissions", json!(more), "\"history\" without a reason");
    check("permissions", json!(all[1..]), "lacks the permission \"debugger\", which is needed for trusted");
    check("host_permissions", json!(["https://*/*"]), "host_permissions must be exactly");
    check("host_permissions", Value::Null, "host_permissions must be exactly");
    check("externally_connectable", json!({"matches": []}), "`externally_connectable` must not be there: no web page");
    check("web_accessible_resources", json!([]), "`web_accessible_resources` must not be there");
    check("devtools_page", json!("x.html"), "`devtools_page` is not a key this package uses");
    check("incognito", json!("spanning"), "/incognito must be \"not_allowed\"");
    check("background", json!({"service_worker": "background.js"}), "/background/type must be \"module\"");
    check("side_panel", json!({"default_path": "gone.html"}), "names \"gone.html\", which does not exist");
    check(
        "icons",
        json!({"16": "icons/16.png", "32": "icons/32.png", "48": "icons/48.png"}),
        "icons lacks the size 128",
    );
    check("content_security_policy", Value::Null, "/content_security_policy/extension_pages must be");
    let unsafe_csp = format!("{CSP}; script-src-elem https:");
    check("content_security_policy", json!({"extension_pages": unsafe_csp}), "remote and inline code stay out");
    check("content_security_policy", json!({"extension_pages": CSP, "sandbox": "x"}), "and nothing else");
}

#[test]
fn what_is_no_json_object_is_refused_alone() {
    for text in ["", "[]", "{\"version\": }"] {
        assert_eq!(checked(text, |_| {}).unwrap_err().len(), 1, "{text}");
    }
}

#[test]
fn a_missing_file_is_named_with_its_key() {
    let found = checked(MANIFEST, |folder| std::fs::remove_file(folder.join("icons/48.png")).unwrap()).unwrap_err();
    assert_eq!(found, ["manifest.json: /icons/48 names \"icons/48.png\", which does not exist"]);
}

#[test]
fn every_language_has_every_message() {
    let found = checked(MANIFEST, |folder| {
        std::fs::create_dir_all(folder.join("_locales/de")).unwrap();
        std::fs::write(folder.join("_locales/de/messages.json"), "{\"name\": {\"message\": \"EDITH\"}}").unwrap();
    });
    let found = found.unwrap_err();
    assert!(found.contains(&"_locales/de/messages.json lacks the message \"description\"".to_owned()), "{found:?}");
}

#[test]
fn the_id_is_the_one_chrome_derives() {
    // This pair comes from a running Chromium.
    let manifest: Value = serde_json::from_str(MANIFEST).unwrap();
    assert_eq!(extension_id(manifest["key"].as_str().unwrap()).as_deref(), Some("bbkeekohibanlbheakapcnoajkplkkpb"));
}
