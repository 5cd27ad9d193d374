//! The borders between the crates: dependencies point one way, and the pure crates know neither the browser nor a model's client.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "tests may panic; clippy's own exception covers only the test functions"
)]

use serde_json::Value;
use std::collections::BTreeSet;
use std::process::Command;

/// What each crate of the workspace may use of the others.
const MAY_USE: &[(&str, &[&str])] = &[
    ("edith-protocol", &[]),
    ("edith-words", &["edith-protocol"]),
    ("edith-page", &["edith-protocol"]),
    ("edith-model", &["edith-protocol", "edith-words"]),
    ("edith-commands", &["edith-model", "edith-page", "edith-protocol", "edith-words"]),
    ("edith-core", &["edith-model", "edith-page", "edith-protocol", "edith-words"]),
    ("edith-cdp", &["edith-core", "edith-page", "edith-protocol", "edith-words"]),
    ("edith-testkit", &["edith-commands", "edith-core", "edith-model", "edith-page", "edith-protocol"]),
    ("edith-chrome", &["edith-protocol"]),
    (
        "edith-worker",
        &[
            "edith-chrome",
            "edith-commands",
            "edith-core",
            "edith-cdp",
            "edith-model",
            "edith-page",
            "edith-protocol",
            "edith-words",
        ],
    ),
    ("edith-panel", &["edith-chrome", "edith-protocol"]),
];

/// Crates that work in any Rust program, and what they must not reach, at any depth.
const PURE: &[&str] = &[
    "edith-protocol",
    "edith-words",
    "edith-page",
    "edith-model",
    "edith-commands",
    "edith-core",
    "edith-cdp",
    "edith-testkit",
];
const BROWSER: &[&str] =
    &["wasm-bindgen", "js-sys", "web-sys", "gloo-timers", "async-openai", "reqwest", "leptos", "tokio"];

/// Packages that a package uses when it is built, by name; `--target` leaves out what only other platforms need.
fn uses(package: &str, target: &str) -> BTreeSet<String> {
    let arguments = [
        "tree",
        "--locked",
        "--edges",
        "normal",
        "--prefix",
        "none",
        "--format",
        "{p}",
        "--target",
        target,
        "--package",
    ];
    let output = Command::new(env!("CARGO"))
        .args(arguments)
        .arg(package)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = String::from_utf8(output.stdout).unwrap();
    let used: BTreeSet<String> =
        lines.lines().skip(1).filter_map(|line| line.split(' ').next()).map(str::to_owned).collect();
    used
}

fn metadata() -> Value {
    let arguments = ["metadata", "--locked", "--no-deps", "--format-version", "1"];
    let output = Command::new(env!("CARGO")).args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn dependencies_between_the_crates_point_one_way() {
    let metadata = metadata();
    let packages = metadata["packages"].as_array().unwrap();
    for (name, allowed) in MAY_USE {
        let package = packages.iter().find(|package| package["name"] == *name).unwrap_or(&Value::Null);
        let dependencies = package["dependencies"].as_array().unwrap();
        let ours =
            dependencies.iter().filter(|dependency| dependency["kind"].is_null() && dependency.get("path").is_some());
        for dependency in ours {
            let used = dependency["name"].as_str().unwrap();
            assert!(allowed.contains(&used), "{name} must not use {used}");
        }
    }
    for package in packages {
        let name = package["name"].as_str().unwrap();
        let is_known =
            MAY_USE.iter().any(|(known, _)| *known == name) || ["edith", "xtask", "edith-trials"].contains(&name);
        assert!(is_known, "{name} has no line in the table of borders");
    }
}

#[test]
fn the_pure_crates_reach_neither_the_browser_nor_a_models_client() {
    for package in PURE {
        let used = uses(package, "wasm32-unknown-unknown");
        for forbidden in BROWSER {
            assert!(!used.contains(*forbidden), "{package} reaches {forbidden}");
        }
    }
}

#[test]
fn only_the_bindings_hold_javascript_values() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("crates");
    for package in ["worker", "panel", "core", "cdp", "protocol", "words", "page", "model", "commands"] {
        for file in rust_files(&root.join(package).join("src")) {
            let text = std::fs::read_to_string(&file).unwrap();
            assert!(!text.contains("JsValue"), "{} names JsValue, which stays in crates/chrome", file.display());
        }
    }
}

fn rust_files(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}
