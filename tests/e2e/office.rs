//! Parts of office applications: tables, inline editing, blocks of text, slow operations.

use edith_lab::model_server::{Reply, Request, uid_of};
use serde_json::json;

use super::lab::{click, open};
use super::play::{at, look, play};

/// The page.
const PAGE: &str = "office";

fn find(query: &str) -> Reply {
    Reply::call("find_on_page", json!({ "query": query }))
}

fn type_on(text: &str) -> Reply {
    Reply::call("type_text", json!({ "text": text }))
}

#[tokio::test]
async fn what_is_alike_is_told_apart_and_a_row_is_one_line() {
    let played = play(|sites, script| script.then(open(&sites.page_url(PAGE))).with(click("BUTTON", "Ask"))).await;
    let look = edith_page::Legends::default().unfold(&played.answer("open_browser"));
    let has = |line: &str| assert!(look.contains(line), "{line}\n{look}");
    // Links to nowhere or to the page itself are distinct despite their equal address.
    assert_eq!(look.matches("LINK | \"Open\"").count(), 2, "{look}");
    for row in ["Ann", "Bob"] {
        has(&format!("LINK | \"Edit\" [in: {row}]"));
    }
    for name in ["Food", "Rent"] {
        has(&format!("ELEMENT | \"0.00\" [in: {name}"));
        has(&format!("BUTTON | \"{name}\""));
    }
    let edit = look.lines().find_map(|line| line.split_once(" | LINK | \"Edit\" [in: Ann]")).unwrap().0;
    let mail = look.lines().find_map(|line| line.split_once(" | BUTTON | \"Mail\"")).unwrap().0;
    has(&format!(" | ROW | \"Ann | Rome\" [{edit} Edit] [{mail} BUTTON \"Mail\"]\n"));
    has("BUTTON | \"More\"\n");
    has("CHECKBOX | \"Watch\"");
    assert!(!look.contains("tick"), "what is drawn for a check box is no element of its own: {look}");
    // A full-page dialog leaves nothing else to do.
    let asked = played.answer("click");
    assert!(asked.contains("BUTTON | \"Yes, sure\"") && asked.contains("(behind it: "), "{asked}");
    assert!(!asked.contains("covered by"), "{asked}");
}

#[tokio::test]
async fn cells_are_edited_blocks_are_written_and_work_is_waited_for() {
    let cell = |request: &Request| {
        let uid = uid_of(request, "ELEMENT", "Rome").unwrap_or_default();
        Reply::call("click", json!({ "uid": uid, "count": 2 }))
    };
    let played = play(|sites, script| {
        script
            .then(open(&sites.page_url(PAGE)))
            .then(find("Rome"))
            .with(cell)
            .then(Reply::call("press_key", json!({ "key": "Control+a" })))
            .then(Reply::call("type_text", json!({ "text": "Milan", "submit": true })))
            .then(at("click", "Block", json!({})))
            .then(Reply::call("press_key", json!({ "key": "Enter" })))
            .then(type_on("Second"))
            .then(type_on(" part"))
            .then(Reply::call("press_key", json!({ "key": "Enter" })))
            .then(at("type_text", "Block 3", json!({ "text": "Third" })))
            .with(click("BUTTON", "Save"))
            .with(click("BUTTON", "Leave"))
            .then(look())
    })
    .await;
    played.noted(PAGE, "cell", &["Milan"]).await;
    played.noted(PAGE, "blocks", &["First|Second part|Third"]).await;
    let clicks = played.answers("click");
    assert!(clicks[2].contains("All is saved"), "{}", clicks[2]);
    assert!(clicks[3].contains("Welcome back"), "{}", clicks[3]);
}
