//! Content that a page draws or defers until idle appears in a background tab too, and a look waits for it.

use edith_lab::model_server::Reply;
use serde_json::json;

use super::boxes::showing;
use super::lab::{click, open};
use super::play::play;
use super::see::Eyes;

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

/// Whether a page that changed is waited for: 45 and 250 ms after a change whose frame comes after 90 ms, then after each of two without any frame.
const OVERDUE: &str = "async () => {
    const seen = [];
    const rest = (ms) => new Promise((done) => setTimeout(done, ms));
    const change = async (frame) => {
      globalThis.requestAnimationFrame = frame;
      edithPage.activity();
      await rest(300);
      document.body.append(document.createElement('i'));
      for (const ms of [45, 205]) {
        await rest(ms);
        seen.push(edithPage.activity().awaitsIdle);
      }
    };
    await change((work) => setTimeout(work, 90));
    await change(() => 0);
    await change(() => 0);
    return seen;
  }";

#[tokio::test]
async fn a_frame_that_is_overdue_is_waited_for_and_in_a_tab_without_frames_once() {
    let eyes = Eyes::open().await;
    let seen = showing(&eyes, "<p>A page</p>").await;
    eyes.walk(&seen).await;
    let waited = eyes.call(&seen, OVERDUE, json!([])).await;
    assert_eq!(waited, json!([true, false, true, false, false, false]));
}

/// Whether a page is waited for whose animation of 100 ms runs slowly: at once, and 150 and 1,700 ms later; then beside a longer one.
const LATE: &str = "async () => {
    const seen = [];
    const rest = (ms) => new Promise((done) => setTimeout(done, ms));
    const moving = document.querySelector('p').animate([{ opacity: 0 }, { opacity: 1 }], { duration: 100 });
    moving.playbackRate = 0.001;
    for (const ms of [0, 150, 1550]) {
      await rest(ms);
      seen.push(edithPage.activity().awaitsIdle);
    }
    moving.cancel();
    document.querySelector('p').animate([{ opacity: 0 }, { opacity: 1 }], { duration: 5000 });
    for (const ms of [50, 150]) {
      await rest(ms);
      seen.push(edithPage.activity().awaitsIdle);
    }
    return seen;
  }";

#[tokio::test]
async fn an_animation_that_should_be_over_is_waited_for_a_while() {
    let eyes = Eyes::open().await;
    let seen = showing(&eyes, "<p>A page</p>").await;
    eyes.walk(&seen).await;
    let waited = eyes.call(&seen, LATE, json!([])).await;
    assert_eq!(waited, json!([false, true, false, false, false]));
}
