//! Frames of other sites, nested too: they are part of the page, and everything works in them.

use edith_lab::model_server::Reply;
use serde_json::json;

use super::lab::{drag, open};
use super::play::{at, click, look, play_asked, type_into};

#[tokio::test]
async fn everything_works_in_frames_of_other_sites() {
    let played = play_asked(
        |sites, script| {
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
        },
        &["once"],
    )
    .await;
    let opened = played.answer("open_browser");
    assert!(opened.contains("Another site]") && !opened.contains("not read"), "{opened}");
    // The element covering the frame is named.
    let clicks = played.answers("click");
    assert!(clicks[0].contains("covered by") && clicks[0].contains("Cookies"), "{}", clicks[0]);
    // The result of a click in the frame is in the next look.
    assert!(clicks[2].contains("\"Undo saving\""), "{}", clicks[2]);
    for (what, value) in [("nickname", "Löwe"), ("colour", "blue"), ("undone", ""), ("pointed at", "")] {
        played.noted("cross-inner", what, &[value]).await;
    }
    // Two frames deep, on the first site again, scrolled to in each.
    played.noted("frame-inner", "frame bottom", &[""]).await;
}

#[tokio::test]
async fn a_frame_that_went_away_takes_its_elements_with_it() {
    // Opening an address is asked about: the frame was of another server of this computer, and nobody named the page's.
    let played = play_asked(
        |sites, script| {
            script
                .then(open(&sites.page_url("cross-frame")))
                .then(click("Accept cookies"))
                .then(Reply::call("wait_for_page_update", json!({ "text": "Inside another site's frame" })))
                .then(Reply::call("navigate", json!({ "url": sites.page_url("article") })))
                .then(Reply::call("click", json!({ "uid": 3 })))
        },
        &["task"],
    )
    .await;
    assert!(
        played.answer("wait_for_page_update").contains("until the page showed"),
        "{}",
        played.answer("wait_for_page_update")
    );
    let clicks = played.answers("click");
    assert!(clicks[1].contains("No element") || clicks[1].contains("no longer"), "{}", clicks[1]);
}

#[tokio::test]
async fn things_are_dragged_between_frames_and_keys_and_the_wheel_reach_them() {
    let ways =
        [("Outer", "Far"), ("Near", "Outer"), ("Outer", "Near"), ("Far", "Near"), ("Far", "Outer"), ("Near", "Near")];
    let played = play_asked(
        |sites, script| {
            let script = script.then(open(&sites.page_url("drag-frames"))).then(look());
            let script = ways
                .iter()
                .fold(script, |script, (from, to)| script.then(drag(&format!("{from} card"), &format!("{to} tray"))));
            ["Near", "Far"].iter().fold(script, |script, frame| {
                let key = |key: &str| at("press_key", &format!("{frame} tray"), json!({ "key": key }));
                let script = script.then(at("scroll", &format!("{frame} list"), json!({ "direction": "down" })));
                script
                    .then(key("Control+a"))
                    .then(key("Shift+ArrowDown"))
                    .then(key("Control+Shift+K"))
                    .then(key("Meta+b"))
            })
        },
        &["once", "task", "task"],
    )
    .await;
    let dropped = ways.map(|(from, to)| format!("{from} in {to}"));
    played.noted("drag-frames", "dropped", &[&dropped[1], &dropped[4]].map(String::as_str)).await;
    played
        .noted("drag-inner", "dropped", &[&dropped[0], &dropped[2], &dropped[3], &dropped[5]].map(String::as_str))
        .await;
    played.noted("drag-inner", "scrolled", &["Near", "Far"]).await;
    let keys = ["Control+a", "Shift+ArrowDown", "Control+Shift+K", "Meta+b"];
    let wanted: Vec<String> =
        ["Near", "Far"].iter().flat_map(|frame| keys.map(|key| format!("{frame}+{key}"))).collect();
    played.noted("drag-inner", "key", &wanted.iter().map(String::as_str).collect::<Vec<_>>()).await;
}
