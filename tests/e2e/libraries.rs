//! Widgets of popular libraries, from the npm registry at exact versions: typed and selected values arrive in their own models.

use edith_lab::model_server::Reply;
use edith_lab::npm;
use edith_lab::sites::Sites;
use serde_json::json;

use super::lab::open;
use super::play::{at, click, play, play_asked, type_into};

/// The page.
const PAGE: &str = "libraries";

/// The editors' packages.
const EDITORS: [(&str, &str); 19] = [
    ("react", "18.3.1"),
    ("react-dom", "18.3.1"),
    ("slate", "0.118.1"),
    ("slate-react", "0.117.4"),
    ("slate-dom", "0.118.1"),
    ("draft-js", "0.11.7"),
    ("lexical", "0.30.0"),
    ("@lexical/rich-text", "0.30.0"),
    ("@tiptap/core", "2.27.1"),
    ("@tiptap/pm", "2.27.1"),
    ("@tiptap/starter-kit", "2.27.1"),
    ("codemirror", "6.0.2"),
    ("@codemirror/lang-javascript", "6.2.4"),
    ("@codemirror/state", "6.5.2"),
    ("@codemirror/view", "6.38.1"),
    ("codemirror5", "npm:codemirror@5.65.20"),
    ("quill", "2.0.3"),
    ("tinymce", "8.0.2"),
    ("ace-builds", "1.43.2"),
];

/// The components' packages.
const COMPONENTS: [(&str, &str); 9] = [
    ("react", "18.3.1"),
    ("react-dom", "18.3.1"),
    ("react-select", "5.10.2"),
    ("@headlessui/react", "2.2.7"),
    ("jquery", "3.7.1"),
    ("select2", "4.0.13"),
    ("choices.js", "11.1.0"),
    ("imask", "7.6.1"),
    ("nouislider", "15.8.1"),
];

/// A text that editors like to autocorrect or reformat.
const TEXT: &str = "if (a) {\n  say(\"b\");\n}\nend";

fn give(sites: &Sites, name: &str, packages: &[(&str, &str)], script: &str) {
    let built = npm::bundle(name, packages, script).unwrap();
    sites.give_script(std::fs::read(built).unwrap());
}

#[tokio::test]
async fn editors_of_libraries_hold_what_was_typed_line_by_line() {
    let names = [
        ("slate", "Slate"),
        ("draft", "Draft"),
        ("lexical", "Lexical"),
        ("prosemirror", "ProseMirror"),
        ("codemirror6", "Script"),
        ("codemirror5", "Style sheet"),
        ("quill", "Quill"),
        ("tinymce", "Message"),
        ("ace", "Ace"),
    ];
    let played = play(|sites, script| {
        give(sites, "editors", &EDITORS, include_str!("libraries/editors.js"));
        let script = script.then(open(&sites.page_url(PAGE))).then(Reply::call("wait_for_page_update", json!({})));
        let script = names.iter().fold(script, |script, (_, label)| script.then(type_into(label, TEXT)));
        script.then(click("Tell"))
    })
    .await;
    for answer in played.answers("type_text") {
        assert!(answer.starts_with("Typed ") && !answer.contains("not all of its lines"), "{answer}");
    }
    for (model, _) in names {
        played.noted(PAGE, model, &[TEXT]).await;
    }
}

#[tokio::test]
async fn components_of_libraries_take_what_is_chosen() {
    let choose = |label: &str, value: &str| at("select_option", label, json!({ "value": value }));
    let set = |label: &str, value: &str| at("set_value", label, json!({ "value": value }));
    let played = play_asked(
        |sites, script| {
            give(sites, "components", &COMPONENTS, include_str!("libraries/components.js"));
            script
                .then(open(&sites.page_url(PAGE)))
                .then(choose("Fruit", "Cherry"))
                .then(choose("Fruits", "Banana"))
                .then(choose("Fruits", "Apple"))
                .then(choose("Small", "Large"))
                .then(choose("Country", "Spain"))
                .then(choose("Origin", "France"))
                .then(choose("Fruit", "Durian"))
                .then(Reply::call("press_key", json!({ "key": "Escape" })))
                .then(type_into("Street", "Hill Road 5"))
                .then(type_into("Phone", "2025550123"))
                .then(set("Lowest price", "30"))
                .then(set("Highest price", "60"))
                .then(type_into("Digit 1", "4711"))
        },
        &["once"],
    )
    .await;
    for (what, values) in [
        ("fruit", &["cherry"][..]),
        ("fruits", &["banana", "banana,apple"]),
        ("size", &["Large"]),
        ("country", &["Spain"]),
        ("origin", &["France"]),
        ("street", &["Hill Road 5"]),
        ("phone", &["+1(202)555-0123"]),
        ("code", &["4", "47", "471", "4711"]),
    ] {
        played.noted(PAGE, what, values).await;
    }
    assert_eq!(played.lab.sites.state().noted(PAGE, "prices").last(), Some(&"30,60"));
    let first = played.answer("open_browser");
    assert_eq!(first.matches("\"Country\"").count(), 1, "one line for what is one list to a person: {first}");
    assert!(first.contains("SELECT | \"Origin\"") && first.contains("[options: \"Germany\""), "{first}");
    let chosen = played.answers("select_option");
    assert!(chosen[6].contains("shows no single usable option \"Durian\""), "{}", chosen[6]);
    assert!(
        played.answers("type_text").iter().all(|answer| answer.starts_with("Typed ")),
        "{:?}",
        played.answers("type_text")
    );
}
