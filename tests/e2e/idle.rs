//! Content that a page draws or defers until idle appears in a background tab too, and a look waits for it.

use serde_json::json;
use xtask::model_server::Reply;

use super::lab::{click, open};
use super::play::play;

#[tokio::test]
async fn what_comes_with_an_idle_callback_is_in_the_look_after_the_click() {
    let played = play(|sites, script| {
        let first = script.then(open(&sites.page_url("idle")));
        (0..5).fold(first, |script, _| script.with(click("BUTTON", "Open the row")))
    })
    .await;
    let answers = played.answers("click");
    assert_eq!(answers.len(), 5);
    for (row, answer) in answers.iter().enumerate() {
        assert!(answer.contains(&format!("\"Delete {}\"", row + 1)), "{answer}");
    }
}

#[tokio::test]
async fn idle_callbacks_timers_frames_and_observers_come_in_a_tab_behind() {
    let played = play(|sites, script| {
        let all = |text: &str| Reply::call("wait_for_page_update", json!({ "text": text, "timeout_ms": 10_000 }));
        ["idle", "timers", "frames", "seen", "pictures"]
            .iter()
            .fold(script.then(open(&sites.page_url("idle"))), |script, text| script.then(all(text)))
    })
    .await;
    let answers = played.answers("wait_for_page_update");
    let came = answers.iter().filter(|answer| answer.contains("Waited until the page showed")).count();
    assert_eq!(came, 5, "{answers:?}");
}
