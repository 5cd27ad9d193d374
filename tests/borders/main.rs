//! Dependency rules: one direction between crates and between a crate's files; pure crates depend neither on the browser nor on a model
//! client.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "tests may panic; clippy's own exception covers only the test functions"
)]

mod circles;
mod layers;
mod modes;
mod names;
mod program;
mod sentences;

use self::circles::{Modules, circles, describe};
use self::layers::{APP_LAYERS, GATE_LAYERS, LAYERS, against};
use self::modes::spread;
use self::names::{type_of, types, words};
use self::program::said_in;
use self::sentences::Texts;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The workspace crates that each crate may use.
const MAY_USE: &[(&str, &[&str])] = &[
    ("edith-protocol", &[]),
    ("edith-words", &["edith-protocol"]),
    ("edith-page", &["edith-protocol"]),
    ("edith-http", &[]),
    ("edith-webp", &[]),
    ("edith-model", &["edith-http", "edith-page", "edith-protocol", "edith-words"]),
    ("edith-commands", &["edith-forms", "edith-model", "edith-page", "edith-protocol", "edith-words"]),
    ("edith-documents", &["edith-protocol"]),
    ("edith-forms", &["edith-documents", "edith-page", "edith-protocol"]),
    ("edith-actions", &["edith-page", "edith-protocol", "edith-words"]),
    // The model's fences only where tests switch them off.
    ("edith-gate", &["edith-actions", "edith-model", "edith-page", "edith-protocol", "edith-words"]),
    (
        "edith-core",
        &[
            "edith-actions",
            "edith-documents",
            "edith-forms",
            "edith-gate",
            "edith-model",
            "edith-page",
            "edith-port",
            "edith-protocol",
            "edith-records",
            "edith-tools",
            "edith-words",
        ],
    ),
    (
        "edith-port",
        &[
            "edith-actions",
            "edith-documents",
            "edith-gate",
            "edith-model",
            "edith-page",
            "edith-protocol",
            "edith-words",
        ],
    ),
    (
        "edith-records",
        &[
            "edith-actions",
            "edith-documents",
            "edith-forms",
            "edith-page",
            "edith-port",
            "edith-protocol",
            "edith-words",
        ],
    ),
    (
        "edith-tools",
        &[
            "edith-actions",
            "edith-documents",
            "edith-gate",
            "edith-model",
            "edith-page",
            "edith-port",
            "edith-protocol",
            "edith-records",
            "edith-words",
        ],
    ),
    (
        "edith-app",
        &[
            "edith-actions",
            "edith-core",
            "edith-documents",
            "edith-gate",
            "edith-model",
            "edith-page",
            "edith-port",
            "edith-protocol",
            "edith-records",
            "edith-words",
        ],
    ),
    ("edith-mcp", &["edith-actions", "edith-gate", "edith-port", "edith-http", "edith-protocol", "edith-words"]),
    ("edith-library", &["edith-port", "edith-records", "edith-documents", "edith-protocol"]),
    (
        "edith-cdp",
        &["edith-actions", "edith-gate", "edith-page", "edith-port", "edith-protocol", "edith-records", "edith-words"],
    ),
    (
        "edith-testkit",
        &[
            "edith-actions",
            "edith-app",
            "edith-commands",
            "edith-documents",
            "edith-gate",
            "edith-http",
            "edith-mcp",
            "edith-model",
            "edith-page",
            "edith-port",
            "edith-protocol",
            "edith-records",
        ],
    ),
    ("edith-chrome", &["edith-port", "edith-protocol"]),
    (
        "edith-reader",
        &["edith-chrome", "edith-documents", "edith-library", "edith-port", "edith-protocol", "edith-records"],
    ),
    (
        "edith-worker",
        &[
            "edith-actions",
            "edith-app",
            "edith-cdp",
            "edith-chrome",
            "edith-commands",
            "edith-documents",
            "edith-gate",
            "edith-http",
            "edith-mcp",
            "edith-model",
            "edith-page",
            "edith-port",
            "edith-protocol",
            "edith-records",
            "edith-words",
        ],
    ),
    (
        "edith-native",
        &[
            "edith-actions",
            "edith-app",
            "edith-cdp",
            "edith-commands",
            "edith-documents",
            "edith-gate",
            "edith-http",
            "edith-library",
            "edith-mcp",
            "edith-model",
            "edith-page",
            "edith-port",
            "edith-protocol",
            "edith-records",
            "edith-webp",
        ],
    ),
    (
        "edith-program",
        &["edith-actions", "edith-core", "edith-gate", "edith-native", "edith-port", "edith-protocol", "edith-words"],
    ),
    ("edith-panel", &["edith-chrome", "edith-documents", "edith-protocol"]),
    ("edith-lab", &["edith-page"]),
    ("edith-trials", &["edith-lab", "edith-native", "edith-page", "edith-port", "edith-protocol"]),
    ("xtask", &["edith-lab", "edith-page", "edith-webp"]),
    // The package's facts alone. The figures in `benches/` and the tests use what they need.
    ("edith", &[]),
    ("borders", &[]),
    ("e2e", &[]),
    ("scenarios", &[]),
    ("attack", &[]),
    ("crash", &[]),
    ("growth", &[]),
    ("model_faults", &[]),
];

/// What takes long to compile and has nothing to do with tests on fakes: a client of a browser, servers, a parser and a packer of what ships.
const NOT_FOR_FAKES: &[&str] = &["xtask", "tokio-tungstenite", "axum", "oxc_parser", "zopfli"];
/// The tests on fakes, and what of that list they need all the same.
const ON_FAKES: &[(&str, &[&str])] = &[
    ("scenarios", &[]),
    ("attack", &[]),
    ("crash", &[]),
    ("growth", &[]),
    ("borders", &[]),
    // Faults are served on real connections, too.
    ("model_faults", &["axum"]),
];

/// Platform-independent crates, and what they must not depend on at any depth.
const PURE: &[&str] = &[
    "edith-protocol",
    "edith-words",
    "edith-documents",
    "edith-forms",
    "edith-page",
    "edith-http",
    "edith-webp",
    "edith-model",
    "edith-commands",
    "edith-actions",
    "edith-gate",
    "edith-core",
    "edith-mcp",
    "edith-cdp",
];
/// What is pure only on the machine that compiles: the formats' packages ask a browser for time and random numbers when they are built for one.
const PURE_HERE: &[(&str, &[&str])] =
    &[("edith-testkit", &[]), ("edith-library", &[]), ("edith-documents", &["--all-features"])];
const BROWSER: &[&str] = &["wasm-bindgen", "js-sys", "web-sys", "gloo-timers", "reqwest", "leptos", "tokio"];
/// The request types of model servers, used by edith-model alone. They are plain data, but the package also brings a random generator with
/// browser support, so its dependencies are exempt; [`only_types_of_the_models_client_are_used`] restricts it to those types.
const TYPES: &str = "async-openai";
const TARGET: &str = "wasm32-unknown-unknown";

/// The repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().to_owned()
}

/// A package's build-time dependencies by name; `--target`, the compiling machine without one, excludes those of other platforms.
fn uses(package: &str, further: &[&str]) -> BTreeSet<String> {
    let arguments = ["tree", "--locked", "--edges", "normal", "--prefix", "none", "--format", "{p}", "--package"];
    let output =
        Command::new(env!("CARGO")).args(arguments).arg(package).args(further).current_dir(root()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = String::from_utf8(output.stdout).unwrap();
    let used: BTreeSet<String> =
        lines.lines().skip(1).filter_map(|line| line.split(' ').next()).map(str::to_owned).collect();
    used
}

fn metadata() -> Value {
    let arguments = ["metadata", "--locked", "--no-deps", "--format-version", "1"];
    let output = Command::new(env!("CARGO")).args(arguments).current_dir(root()).output().unwrap();
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
        let is_known = MAY_USE.iter().any(|(known, _)| *known == name);
        assert!(is_known, "{name} has no line in the table of borders");
    }
}

#[test]
fn tests_on_fakes_compile_no_client_of_a_browser_and_no_parser_of_scripts() {
    let compiled = |package: &str| uses(package, &["--edges", "dev,build"]);
    for (package, needed) in ON_FAKES {
        let used = compiled(package);
        assert!(used.contains("serde_json"), "nothing was read of {package}");
        let found: Vec<&str> = NOT_FOR_FAKES.iter().copied().filter(|one| used.contains(*one)).collect();
        assert_eq!(found, *needed, "what {package} compiles");
    }
    // Found where it is needed.
    let (driven, shipped) = (compiled("e2e"), compiled("xtask"));
    for one in NOT_FOR_FAKES.iter().filter(|one| **one != "xtask") {
        assert!(driven.contains(*one) || shipped.contains(*one), "{one} is compiled by nothing");
    }
    let tools = ["xtask", "oxc_parser", "zopfli"];
    assert!(tools.iter().all(|one| !driven.contains(*one)), "a browser is driven without what makes the package");
}

/// What ships can switch no gate off: it has no switches, and nothing of it asks for them.
#[test]
fn only_tests_ask_for_the_switches_of_gates() {
    let metadata = metadata();
    let mut asked_by = BTreeSet::new();
    for package in metadata["packages"].as_array().unwrap() {
        for dependency in package["dependencies"].as_array().unwrap() {
            let features = dependency["features"].as_array().unwrap();
            if features.iter().any(|feature| feature == "switches") {
                assert_eq!(dependency["kind"], "dev", "{} ships with switches", package["name"]);
                asked_by.insert(package["name"].as_str().unwrap().to_owned());
            }
        }
        assert!(
            package["features"]["default"]
                .as_array()
                .is_none_or(|features| features.iter().all(|one| one != "switches"))
        );
    }
    assert!(asked_by.contains("attack"), "no test switches a gate off: {asked_by:?}");
    let source = std::fs::read_to_string(root().join("crates/gate/src/switches.rs")).unwrap();
    let file = syn::parse_file(&source).unwrap();
    let is_for_tests = |attributes: &[syn::Attribute]| {
        attributes.iter().any(|one| {
            one.path().is_ident("cfg")
                && one.meta.require_list().unwrap().tokens.to_string() == "feature = \"switches\""
        })
    };
    for item in &file.items {
        match item {
            syn::Item::Enum(syn::ItemEnum { attrs, .. }) | syn::Item::Impl(syn::ItemImpl { attrs, .. }) => {
                assert!(is_for_tests(attrs), "a switch ships");
            }
            syn::Item::Macro(one) if !is_for_tests(&one.attrs) && one.ident.is_some() => {
                assert_eq!(
                    one.mac.tokens.to_string(),
                    "($ gate : ident) => { true } ;",
                    "a gate that ships may be off"
                );
            }
            _ => {}
        }
    }
}

#[test]
fn the_pure_crates_reach_neither_the_browser_nor_a_models_client() {
    for package in PURE {
        reaches_none(package, &["--target", TARGET]);
    }
    for (package, features) in PURE_HERE {
        reaches_none(package, features);
    }
}

fn reaches_none(package: &str, further: &[&str]) {
    let mut used = uses(package, further);
    if used.contains(TYPES) {
        used = uses(package, &[further, &["--prune", TYPES]].concat());
    }
    for forbidden in BROWSER {
        assert!(!used.contains(*forbidden), "{package} reaches {forbidden}");
    }
}

#[test]
fn only_types_of_the_models_client_are_used() {
    let metadata = metadata();
    let packages = metadata["packages"].as_array().unwrap();
    let packages_used = |package: &Value| {
        let name = package["name"].as_str().unwrap().to_owned();
        let dependencies = package["dependencies"].as_array().unwrap().clone();
        dependencies.into_iter().filter(|used| used["name"] == TYPES).map(move |used| (name.clone(), used))
    };
    let used: Vec<(String, Value)> = packages.iter().flat_map(packages_used).collect();
    let [(by, dependency)] = used.as_slice() else { panic!("{used:?}") };
    assert_eq!((by.as_str(), &dependency["uses_default_features"]), ("edith-model", &Value::Bool(false)));
    assert_eq!(dependency["features"], serde_json::json!(["chat-completion-types", "embedding-types"]));
}

#[test]
fn only_the_bindings_hold_javascript_values() {
    let root = root().join("crates");
    for package in [
        "worker", "panel", "app", "core", "tools", "records", "port", "cdp", "protocol", "words", "page", "model",
        "commands",
    ] {
        for file in rust_files(&root.join(package).join("src")) {
            let text = std::fs::read_to_string(&file).unwrap();
            assert!(!text.contains("JsValue"), "{} names JsValue, which stays in crates/chrome", file.display());
        }
    }
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    files_of(folder, "rs")
}

/// The files below a folder whose names end so.
fn files_of(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(files_of(&path, ending));
        } else if path.extension().is_some_and(|extension| extension == ending) {
            files.push(path);
        }
    }
    files
}

/// The largest cycle allowed in each crate, in files. A figure may only shrink, and a crate without cycles has no line here.
const LEFT: &[(&str, usize)] = &[];

#[test]
fn no_files_of_a_crate_need_each_other_in_a_circle() {
    let folder = root().join("crates");
    let mut found: BTreeMap<String, usize> = BTreeMap::new();
    let mut report = String::new();
    for package in std::fs::read_dir(&folder).unwrap() {
        let package = package.unwrap();
        let name = package.file_name().into_string().unwrap();
        let roots = ["lib.rs", "main.rs"].map(|root| package.path().join("src").join(root));
        for root in roots.into_iter().filter(|root| root.exists()) {
            let source = |file: &Path| std::fs::read_to_string(file).ok();
            let needs = Modules::read(&root, &source).needs();
            let circles = circles(&needs);
            *found.entry(name.clone()).or_default() += circles.iter().map(BTreeSet::len).sum::<usize>();
            for circle in &circles {
                report += &format!("{name}: {}", describe(circle, &needs, &folder));
            }
        }
    }
    assert!(found.len() > 5, "only {} crates were read", found.len());
    for (name, files) in &found {
        let allowed = LEFT.iter().find(|(left, _)| left == name).map_or(0, |(_, files)| *files);
        assert!(*files <= allowed, "{report}{files} files of {name} are in circles, and {allowed} at most may be.");
    }
    for (name, _) in LEFT {
        assert!(found.get(*name).is_some_and(|files| *files > 0), "{name} has no circles any more: its line is to go");
    }
}

/// The cycles of a crate made of these files.
fn circles_in(files: &[(&str, &str)]) -> Vec<Vec<String>> {
    let source = |file: &Path| {
        let found = files.iter().find(|(name, _)| Path::new(name) == file);
        found.map(|(_, text)| (*text).to_owned())
    };
    let needs = Modules::read(Path::new("lib.rs"), &source).needs();
    let names = |circle: BTreeSet<PathBuf>| circle.into_iter().map(|file| file.display().to_string()).collect();
    circles(&needs).into_iter().map(names).collect()
}

#[test]
fn a_circle_is_found_however_its_paths_are_written() {
    // In each, `a` depends on `b`, which depends on `a` through `c`.
    let ways = [
        "use crate::b::B;",
        "use super::b::B as Other;",
        "use crate::{c, b::{self, B}};\nfn f(_: b::B) {}",
        "use crate::b;\nfn f() -> b::B { b::B }",
        "fn f() -> crate::b::B { todo!() }",
        "fn f() { println!(\"{}\", crate::b::make()); }",
        "#[derive(Serialize)]\nstruct A { #[serde(default = \"crate::b::make\")] b: u8 }",
        "use crate::*;\nfn f() -> B { B }",
        "mod inner { use super::super::b::B; }",
        "fn f() { use crate::b::make; make(); }",
        "macro_rules! made { () => { $crate::b::make() } }",
        // Through re-exports: by name, by glob, and renamed.
        "use crate::B;",
        "use crate::outer::B;",
        "use crate::outer::Renamed;",
    ];
    let check = |way: &str, expected: &[&[&str]]| {
        let files = [
            ("lib.rs", "mod a;\nmod b;\nmod c;\nmod outer;\npub use b::B;\n"),
            ("outer/mod.rs", "mod deep;\npub use deep::*;\npub use crate::b::B as Renamed;\n"),
            ("outer/deep.rs", "pub use crate::b::{B, make};\n"),
            ("a.rs", &format!("{way}\npub struct A;\n")),
            ("b.rs", "use crate::c::C;\npub struct B;\npub fn make() {}\n"),
            ("c.rs", "use crate::a::A;\npub struct C;\n"),
        ];
        assert_eq!(circles_in(&files), expected, "{way}");
    };
    for way in ways {
        check(way, &[&["a.rs", "b.rs", "c.rs"]]);
    }
    // No dependency on `b`: unrelated items of the same names, comments, strings, and test-only code.
    for way in [
        "",
        "// use crate::b::B;\nconst TEXT: &str = \"use crate::b::B;\";",
        "use other::b::B;\nuse std::collections::BTreeMap as B;",
        "use crate::b;",
        "#[cfg(test)]\nmod tests { use crate::b::B; }",
        "pub use crate::b::B;",
    ] {
        check(way, &[]);
    }
}

#[test]
fn what_has_the_name_of_a_module_is_no_module() {
    // Each variant uses something of `lib.rs` under the name of its module `app`.
    let check = |lib: &str, way: &str, expected: &[&[&str]]| {
        let files = [
            ("lib.rs", &*format!("mod app;\nmod clock;\n{lib}\n")),
            ("app.rs", "use crate::clock::Clock;\npub struct App;\npub fn app() {}\n"),
            ("clock.rs", &*format!("{way}\npub struct Clock;\n")),
        ];
        assert_eq!(circles_in(&files), expected, "{lib} {way}");
    };
    let calls = [
        "fn f() { crate::app().go(); }",
        "fn f() { super::app(); }",
        "use crate::app;\nfn f() { app() }",
        "fn f() { g(crate::app); }",
        "fn f() { println!(\"{}\", crate::app()); }",
    ];
    for way in calls {
        check("use app::App;\nfn app() -> App { App }", way, &[&["app.rs", "clock.rs", "lib.rs"]]);
        check("pub use app::app;", way, &[&["app.rs", "clock.rs"]]);
        // The root does not depend on these, or has nothing but the module.
        check("fn app() {}", way, &[]);
        check("", way, &[]);
    }
    for way in ["", "fn f() { other::app(); }", "mod app {}\nfn f() { app::app(); }"] {
        check("use app::App;\nfn app() -> App { App }", way, &[]);
    }
}

#[test]
fn a_folder_that_only_declares_and_re_exports_is_in_no_circle() {
    let check = |folder: &str, expected: &[&[&str]]| {
        let files = [
            ("lib.rs", "mod tool;\n"),
            ("tool/mod.rs", folder),
            ("tool/click.rs", "use super::{Tool, ladder};\npub struct Click;\nimpl Tool for Click {}\n"),
            ("tool/kind.rs", "pub trait Tool {}\npub fn ladder() {}\n"),
        ];
        assert_eq!(circles_in(&files), expected, "{folder}");
    };
    check("mod click;\nmod kind;\npub use self::click::Click;\npub use self::kind::{Tool, ladder};\n", &[]);
    // A re-exporting file that also uses what it re-exports counts like any other.
    let uses = "mod click;\nmod kind;\npub use self::click::Click;\npub use self::kind::Tool;\n";
    check(&format!("{uses}pub fn ladder() -> Click {{ Click }}\n"), &[&["tool/click.rs", "tool/mod.rs"]]);
    check(&format!("{uses}pub fn ladder() {{}}\n"), &[]);
}

#[test]
fn the_methods_of_a_type_may_stand_beside_its_file() {
    let check = |run: &str, expected: &[&[&str]]| {
        let run = format!("{run}pub struct Run;\nimpl Run {{ fn step(&self) {{ self.ask(); }} }}\n");
        let ask = "use crate::run::Run;\npub const LIMIT: u32 = 3;\nimpl Run { pub fn ask(&self) {} }\n";
        let files = [("lib.rs", "mod run;\nmod ask;\n"), ("run.rs", &run), ("ask.rs", ask)];
        assert_eq!(circles_in(&files), expected, "{run}");
    };
    check("", &[]);
    check("use crate::ask::LIMIT;\n", &[&["ask.rs", "run.rs"]]);
}

#[test]
fn the_folders_of_the_core_and_the_gate_import_only_what_lies_below_them() {
    for (package, layers) in [("core", LAYERS), ("app", APP_LAYERS), ("gate", GATE_LAYERS)] {
        let src = root().join("crates").join(package).join("src");
        let needs = Modules::read(&src.join("lib.rs"), &|file| std::fs::read_to_string(file).ok()).needs();
        assert!(!needs.is_empty(), "nothing was read of {package}");
        let found = against(&needs, &src, layers);
        let said = found.iter().map(|((from, to), names)| {
            format!("{package}: {from} imports {to}: {}", Vec::from_iter(names.iter().copied()).join(", "))
        });
        assert!(found.is_empty(), "imports that point up:\n{}", Vec::from_iter(said).join("\n"));
    }
}

#[test]
fn an_import_that_points_up_is_found_and_so_is_one_of_a_neighbour_or_of_a_new_folder() {
    let files = [
        ("lib.rs", "mod gate;\nmod run;\nmod tool;\nmod extra;\n"),
        ("gate/mod.rs", "mod rule;\npub struct Gate;\nuse crate::run::Run;\n"),
        ("gate/rule.rs", "use super::Gate;\nuse crate::extra::Extra;\n"),
        ("tool.rs", "use crate::gate::Gate;\nuse crate::run::Run as Other;\n"),
        ("run.rs", "use crate::gate::Gate;\npub struct Run;\n"),
        ("extra.rs", "pub struct Extra;\n"),
    ];
    let source = |file: &Path| {
        let found = files.iter().find(|(name, _)| Path::new(name) == file);
        found.map(|(_, text)| (*text).to_owned())
    };
    let needs = Modules::read(Path::new("lib.rs"), &source).needs();
    let found = against(&needs, Path::new(""), &[&["gate"], &["tool", "run"]]);
    let pairs: Vec<(&str, &str)> = found.keys().map(|(from, to)| (from.as_str(), to.as_str())).collect();
    assert_eq!(pairs, [("gate", "extra"), ("gate", "run"), ("tool", "run")]);
}

/// Crates that are not shipped.
const TOOLS: &[&str] = &["lab", "xtask", "testkit", "trials"];

/// Where a text of somebody else is tested for words that EDITH happens to say, too.
const OF_OTHERS: &[(&str, &str)] = &[
    // The person's.
    ("commands/src/cards.rs", "in stock"),
    ("commands/src/decide.rs", "show page "),
    // A model's.
    ("documents/src/table/pick.rs", "column "),
    ("model/src/text_actions/arguments.rs", "element "),
    // The browser's, which has no codes for them.
    ("native/src/browser/mod.rs", "No target with given id"),
    ("native/src/browser/session.rs", "No target with given id"),
    ("worker/src/browser/session.rs", "No tab with"),
    ("worker/src/browser/session.rs", "of different extension"),
    ("worker/src/sign_in.rs", "could not be loaded"),
    ("worker/src/sign_in.rs", "did not approve"),
    // A format's.
    ("documents/src/formats/eml.rs", "From "),
    ("documents/src/formats/html/mod.rs", "<!doctype html"),
    ("gate/src/request/strangers.rs", "bearer "),
];

/// Where texts are still tested for words of EDITH's own. It may only shrink.
const OF_OURS: &[(&str, &str)] = &[
    // A look's address and title are told from what the page says by how their lines begin.
    ("tools/src/ending/lines.rs", "Title: "),
    ("tools/src/ending/lines.rs", "URL: "),
    ("gate/src/reach/contact.rs", "URL: "),
    // A conversation, and what earlier versions stored, has texts alone.
    ("core/src/run/stored.rs", "The user did not allow this"),
    ("app/src/service/runs/start.rs", "The user did not allow this"),
    ("model/src/fence.rs", "<<<DATA "),
    // Whether a mode's prompt has the rule is asked of its text.
    ("core/src/run/mode/rules.rs", edith_model::fence::FENCE_RULE),
    // A rendered page's marks are read for where they stand.
    ("page/src/anchors.rs", "[unseen: "),
    ("page/src/unfold.rs", " with "),
];

#[test]
fn no_text_is_tested_for_words_of_our_own() {
    let folder = root().join("crates");
    let mut texts = Texts::default();
    let mut files = 0;
    for package in std::fs::read_dir(&folder).unwrap() {
        let package = package.unwrap();
        if TOOLS.iter().any(|tool| package.file_name() == *tool) {
            continue;
        }
        let roots = ["lib.rs", "main.rs"].map(|root| package.path().join("src").join(root));
        for root in roots.into_iter().filter(|root| root.exists()) {
            let modules = Modules::read(&root, &|file| std::fs::read_to_string(file).ok());
            for file in modules.files() {
                let name = file.strip_prefix(&folder).unwrap().display().to_string();
                texts.read(&name, &std::fs::read_to_string(file).unwrap());
                files += 1;
            }
        }
    }
    let prompts = files_of(&folder.join("core/src/run/mode"), "md");
    assert!(prompts.len() > 5, "only {} prompts were read", prompts.len());
    for prompt in prompts {
        texts.prompt(&std::fs::read_to_string(prompt).unwrap());
    }
    assert!(files > 500, "only {files} files were read");
    let found = texts.found();
    let found: BTreeSet<(&str, &str)> = found.iter().map(|(file, text)| (file.as_str(), text.as_str())).collect();
    let left: BTreeSet<(&str, &str)> = OF_OTHERS.iter().chain(OF_OURS).copied().collect();
    let new: Vec<_> = found.difference(&left).collect();
    assert!(new.is_empty(), "texts are tested for EDITH's own words, which data should say: {new:#?}");
    let gone: Vec<_> = left.difference(&found).collect();
    assert!(gone.is_empty(), "not asked any more: these lines are to go: {gone:#?}");
}

#[test]
fn a_text_that_is_tested_for_words_of_our_own_is_found_however_that_is_written() {
    let found = |code: &str| {
        let mut texts = Texts::default();
        texts.read(
            "said.rs",
            "fn say(url: &str) -> String { format!(\"Opened {url} in a new tab.\") }\nconst LIST: &str = \"Shown\";",
        );
        texts.prompt("The user did not allow {what}: find another way.");
        texts.read("asks.rs", code);
        texts.found().into_iter().map(|(file, text)| format!("{file}: {text}")).collect::<Vec<_>>()
    };
    for (code, text) in [
        ("fn f(note: &str) -> bool { note.starts_with(\"Opened \") }", "Opened "),
        ("fn f(note: &str) -> bool { matches!(note, note if note.contains(\"in a new tab\")) }", "in a new tab"),
        ("fn f(note: &str) -> bool { note.ends_with(&\" new tab.\") }", " new tab."),
        (
            "fn f(note: &str) -> Option<&str> { note.strip_prefix(\"The user did not allow \") }",
            "The user did not allow ",
        ),
        (
            "const DENIED: &str = \"did not allow\";\nimpl A { fn f(&self) -> bool { self.0.contains(super::DENIED) } }",
            "did not allow",
        ),
        ("fn f(note: &str) -> bool { note.contains([\"another way\", \"of another\"]) }", "another way"),
        ("#[cfg(test)]\nuse a::b;\nfn f(note: &str) -> bool { note.contains(\"find another\") }", "find another"),
    ] {
        assert_eq!(found(code), [format!("asks.rs: {text}")], "{code}");
    }
    for code in [
        "#[cfg(test)]\nmod tests { fn f(note: &str) -> bool { note.starts_with(\"Opened \") } }",
        "#[test]\nfn f() { assert!(note().starts_with(\"Opened \")); }",
        // Words of the browser, of a language, and a part of a word.
        "fn f(note: &str) -> bool { note.contains(\"No tab with\") }",
        "fn f(note: &str) -> bool { note.contains(\"Opened\") || note.starts_with(\"The \") }",
        "fn f(note: &str) -> bool { note.contains(\"low any\") || note.contains(\"pened in\") }",
        // Only said, and in a comment.
        "fn f() -> &'static str { \"in a new tab\" } // note.contains(\"in a new tab\")",
        "fn f(all: &[&str]) -> bool { contains(\"in a new tab\") }",
    ] {
        assert_eq!(found(code), Vec::<String>::new(), "{code}");
    }
}

/// In how many files each mode is named outside of its folder, the panel's apart, whose choices they are. A figure may only shrink.
const SPREAD: &[(&str, usize)] = &[
    ("agent", 6),
    ("answers", 2),
    ("chat", 2),
    ("documents", 5),
    ("form", 6),
    ("plan", 4),
    ("question", 3),
    ("replay", 6),
    ("research", 3),
    ("source", 3),
];
/// The most of them.
const MOST_SPREAD: usize = 6;

/// What of the program is no sentence of its own: the help, which is English, the manual that is made of it, and the catalogue.
const NOT_SAID: &[&str] = &["arguments.rs", "ends.rs", "manual.rs", "words/list.rs"];
/// Names that have two words, and a parser's words.
const NAMES: &[&str] = &["invoke_agent edith", " at line "];

#[test]
fn the_program_says_nothing_past_its_catalogue() {
    let root = root().join("crates/edith/src");
    let mut read = 0;
    for file in rust_files(&root).iter().filter(|file| !file.ends_with("tests.rs")) {
        let name = file.strip_prefix(&root).unwrap().to_string_lossy().replace('\\', "/");
        let mut found = Vec::new();
        said_in(std::fs::read_to_string(file).unwrap().parse().unwrap(), &mut found);
        found.retain(|text| !NAMES.contains(&text.as_str()));
        read += 1;
        assert!(
            found.is_empty() || NOT_SAID.contains(&name.as_str()),
            "{name} says what crates/edith/src/words has not in every language: {found:?}"
        );
    }
    assert!(read > 20, "only {read} files were read");
}

#[test]
fn a_sentence_past_the_catalogue_is_found() {
    let said = |source: &str| {
        let mut found = Vec::new();
        said_in(source.parse().unwrap(), &mut found);
        !found.is_empty()
    };
    for source in [
        "fn f() { tell!(\"the browser is gone\") }",
        "fn f() { g(format!(\"{name} cannot be read: {error}\")) }",
        "const A: &str = \"Nothing here.\";",
        "fn f() { vec![r#\"<h2>Not completed</h2>\"#] }",
    ] {
        assert!(said(source), "{source}");
    }
    for source in [
        "/// The browser is gone.\nfn f() { g(\"edith.db\") }",
        "#[error(\"the browser is gone\")]\nfn f() { g(\"{number}\\t{effect}\") }",
        "#[test]\nfn f() { g(\"the browser is gone\") }",
        "fn f() { g(\"<meta name=a content=b>{text} {more words}\") }",
    ] {
        assert!(!said(source), "{source}");
    }
}

#[test]
fn a_mode_is_named_in_few_files_outside_of_its_folder() {
    let folder = root().join("crates");
    let mut files = Vec::new();
    for package in ["app", "core", "tools", "records", "port", "protocol", "worker", "edith"] {
        let root = ["lib.rs", "main.rs"].map(|root| folder.join(package).join("src").join(root));
        let root = root.into_iter().find(|root| root.exists()).unwrap();
        for file in Modules::read(&root, &|file| std::fs::read_to_string(file).ok()).files() {
            let name = file.strip_prefix(&folder).unwrap().display().to_string();
            files.push((name, std::fs::read_to_string(file).unwrap()));
        }
    }
    let found = spread(&files, "core/src/run/mode/");
    let figures: Vec<(&str, usize)> = found.iter().map(|(mode, files)| (*mode, files.len())).collect();
    assert_eq!(figures, SPREAD, "{found:#?}");
    assert!(SPREAD.iter().all(|(_, files)| *files <= MOST_SPREAD));
}

#[test]
fn a_file_that_asks_for_a_mode_is_found_however_it_asks() {
    let found = |code: &str| {
        let form = "impl Run { pub(crate) fn form(&self) -> bool { true } fn own(&self) {} }\nimpl Mode for Room {}";
        let files = [("mode/form/mod.rs", form), ("mode/chat/mod.rs", "impl Mode for Room {}"), ("step.rs", code)];
        let files = files.map(|(name, source)| (name.to_owned(), source.to_owned()));
        let found = spread(&files, "mode/");
        assert_eq!(found.keys().copied().collect::<Vec<_>>(), ["chat", "form"]);
        assert!(found["chat"].is_empty());
        found["form"].iter().map(|file| (*file).to_owned()).collect::<Vec<_>>()
    };
    for code in [
        "fn f(mode: Mode) -> bool { mode == Mode::Form }",
        "fn f(run: &Run) -> bool { matches!(run.work, Work::Form(_)) }",
        "fn f(run: &Run) -> bool { run.form() }",
        "fn f(run: &Run) { let Work::Form(form) = &run.work else { return }; }",
        "fn f(mode: edith_protocol::Mode) { match mode { edith_protocol::Mode::Form => {} _ => {} } }",
    ] {
        assert_eq!(found(code), ["step.rs"], "{code}");
    }
    for code in [
        "#[cfg(test)]\nmod tests { fn f() -> Mode { Mode::Form } }",
        "// Mode::Form\nfn f() -> &'static str { \"Mode::Form\" }",
        "fn f(page: &Page) -> bool { page.form.is_some() || page.own() || Kind::Form == page.kind }",
    ] {
        assert_eq!(found(code), Vec::<String>::new(), "{code}");
    }
}

/// Words of the glossary that name more than one type; every other one names one at most. A figure may only shrink.
const SEVERAL: &[(&str, usize)] = &[
    ("Answer", 3),
    ("Call", 4),
    ("Document", 3),
    ("Element", 3),
    ("Evidence", 2),
    ("Fact", 2),
    ("Hands", 2),
    ("Index", 2),
    ("Journal", 2),
    ("Kind", 7),
    ("Mode", 2),
    ("Named", 3),
    ("Operation", 2),
    ("Outcome", 2),
    ("Question", 3),
    ("Review", 2),
    ("Role", 4),
    ("Run", 3),
    ("Site", 2),
    ("Source", 4),
    ("Step", 4),
    ("Task", 4),
    ("Tool", 2),
    ("Turn", 2),
    ("Wish", 3),
];
/// How many types may share a name that the glossary does not have.
const MOST_ALIKE: usize = 8;
/// Names that stand for the same thing in each place: a mode's room.
const EACH: &[&str] = &["Room"];

#[test]
fn a_word_of_the_glossary_names_one_type() {
    let folder = root();
    let glossary = std::fs::read_to_string(folder.join("docs/glossary.md")).unwrap();
    let words = words(&glossary);
    assert!(words.len() >= 60, "{} words", words.len());
    let named: BTreeSet<&String> = words.iter().collect();
    assert_eq!(named.len(), words.len(), "a word has two meanings");
    let mut files = Vec::new();
    for package in std::fs::read_dir(folder.join("crates")).unwrap() {
        let package = package.unwrap();
        if TOOLS.iter().any(|tool| package.file_name() == *tool) {
            continue;
        }
        let root = ["lib.rs", "main.rs"].map(|root| package.path().join("src").join(root));
        let root = root.into_iter().find(|root| root.exists()).unwrap();
        for file in Modules::read(&root, &|file| std::fs::read_to_string(file).ok()).files() {
            files.push((file.display().to_string(), std::fs::read_to_string(file).unwrap()));
        }
    }
    let types = types(&files);
    assert!(types.len() > 1_000, "only {} names of types were found", types.len());
    let mut glossary: Vec<(String, usize)> = Vec::new();
    for word in &words {
        let name = type_of(word);
        let places = types.get(&name).map_or(0, BTreeSet::len);
        if places > 1 {
            glossary.push((name, places));
        }
    }
    glossary.sort();
    let figures: Vec<(&str, usize)> = glossary.iter().map(|(name, places)| (name.as_str(), *places)).collect();
    assert_eq!(figures, SEVERAL);
    let alike: Vec<_> = types.iter().filter(|(_, places)| places.len() > MOST_ALIKE).collect();
    let alike: Vec<_> = alike.into_iter().filter(|(name, _)| !EACH.contains(&name.as_str())).collect();
    assert!(alike.is_empty(), "names of too many types: {alike:#?}");
}

#[test]
fn types_are_counted_without_those_of_tests_and_values() {
    let file = |name: &str, source: &str| (name.to_owned(), source.to_owned());
    let files = [
        file("a.rs", "pub struct Place; enum State { Place } fn f() {} const PLACE: u8 = 1;"),
        file("b.rs", "mod inner { pub(crate) type Place = u8; } impl Iterator for X { type Item = u8; }"),
        file("c.rs", "#[cfg(test)] mod tests { struct Place; } #[cfg(test)] struct State; trait Thing {}"),
    ];
    let found = types(&files);
    assert_eq!(found["Place"], BTreeSet::from(["a.rs", "b.rs"]));
    assert_eq!((found["State"].len(), found["Thing"].len(), found.get("Item")), (1, 1, None));
    assert_eq!(
        words("# G\n| word | meaning |\n|---|---|\n| permission, grant | x |\n| move | y |"),
        ["permission", "grant", "move"]
    );
    assert_eq!((type_of("grant"), type_of("two words")), ("Grant".to_owned(), "TwoWords".to_owned()));
}
