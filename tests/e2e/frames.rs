//! Frames of other sites, and frames in them: they are part of the page, and everything works in them.

use serde_json::json;
use xtask::model_server::Reply;

use super::lab::open;
use super::play::{at, click, look, play, type_into};

#[tokio::test]
async fn everything_works_in_frames_of_other_sites() {
    let played = play(|sites, script| {
        script
            .then(open(&sites.page_url("cross-frame")))
            .then(click("Save nickname"))
            .then(click("Accept cookies"))
            .then(type_into("Nickname", "Löwe"))
            .then(at("select_option", "Colour", json!({ "value": "blue" })))
            .then(click("Save nickname"))
            .then(click("Undo saving"))
            .then(at("hover", "Point at me", json!({})))
            .then(Reply::call("find_on_page", json!({ "query": "frame's bottom" })))
            .then(click("Button at the frame's bottom"))
            .then(look())
    })
    .await;
    let opened = played.answer("open_browser");
    assert!(opened.contains("Another site]") && !opened.contains("not read"), "{opened}");
    // What lies over the frame is named.
    let clicks = played.answers("click");
    assert!(clicks[0].contains("covered by") && clicks[0].contains("Cookies"), "{}", clicks[0]);
    // What a click in the frame brought is in the look after it.
    assert!(clicks[2].contains("\"Undo saving\""), "{}", clicks[2]);
    for (what, value) in [("nickname", "Löwe"), ("colour", "blue"), ("undone", ""), ("pointed at", "")] {
        played.noted("cross-inner", what, &[value]).await;
    }
    // Two frames deep, on the first site again, scrolled to in each.
    played.noted("frame-inner", "frame bottom", &[""]).await;
}

#[tokio::test]
async fn a_frame_that_went_away_takes_its_elements_with_it() {
    let played = play(|sites, script| {
        script
            .then(open(&sites.page_url("cross-frame")))
            .then(click("Accept cookies"))
            .then(Reply::call("wait_for_page_update", json!({ "text": "Inside another site's frame" })))
            .then(Reply::call("navigate", json!({ "url": sites.page_url("article") })))
            .then(Reply::call("click", json!({ "uid": 3 })))
    })
    .await;
    assert!(
        played.answer("wait_for_page_update").contains("until the page showed"),
        "{}",
        played.answer("wait_for_page_update")
    );
    let clicks = played.answers("click");
    assert!(clicks[1].contains("No element") || clicks[1].contains("no longer"), "{}", clicks[1]);
}
