//! Elements that only a handler makes clickable are listed, click counters are not: the debugger finds the listeners, the page's script judges.

use edith_lab::model_server::Reply;
use serde_json::json;

use super::lab::{click, open};
use super::play::{at, play, play_asked_to};
use super::see::Eyes;

#[tokio::test]
async fn what_only_a_handler_makes_clickable_is_listed_and_clicked() {
    let played = play_asked_to(
        "partial",
        |sites, script| {
            script
                .then(open(&format!("{}/see/listeners", sites.origin)))
                .with(click("ELEMENT", "Forward"))
                .with(click("ELEMENT", "Paste"))
                // The icon before it is called the same by its row.
                .then(Reply::call("click", json!({ "text": "Archive", "nth": 2 })))
                .with(click("ELEMENT", "Start"))
                .with(click("ELEMENT", "Count"))
                .then(at("type_text", "Command", json!({ "text": "ls" })))
        },
        &["once"],
    )
    .await;
    assert_eq!(played.answers("click").len(), 5);
    let done = [
        "forward in a box with a hand by Forward",
        "around by Paste",
        "handler property by Archive",
        "group of a drawing with a handler by Start",
        "in a closed root by Count",
    ];
    for (answer, done) in played.answers("click").iter().zip(done) {
        assert!(answer.contains(&format!("Done: {done}")), "{done}: {answer}");
    }
    let typed = played.answer("type_text");
    assert!(typed.contains("\"ls\""), "{typed}");
    let url = format!("{}/see/listeners", played.lab.sites.origin);
    let eyes = Eyes::from_lab(played.lab);
    let seen = eyes.at(&url).await;
    let (wanted, wrong) = eyes.marks(&seen).await;
    assert_eq!((wanted, wrong), (25, vec![]));
    // A document handle from a world other than the page's would have crashed the page by now.
    let litter = "() => { for (let i = 0; i < 400; i++) new Array(50_000).fill(i); return true }";
    for _ in 0..3 {
        assert_eq!(eyes.call(&seen, litter, json!([])).await, true);
        assert_eq!(seen.page.eval("document.querySelectorAll('#board').length").await.unwrap(), json!(1));
    }
}

#[tokio::test]
async fn what_listens_in_a_frame_of_another_site_is_listed_also_after_the_frame_went_elsewhere() {
    let played = play(|sites, script| {
        script
            .then(open(&sites.page_url("listen-frames")))
            .with(click("ELEMENT", "One more"))
            .with(click("ELEMENT", "To the address"))
            .then(Reply::call("wait_for_page_update", json!({ "text": "Back to the order" })))
            .with(click("ELEMENT", "One fewer"))
    })
    .await;
    let opened = played.answer("open_browser");
    assert!(opened.contains("| ELEMENT | \"One more\""), "{opened}");
    played.noted("listen-inner", "more", &["Order"]).await;
    played.noted("listen-inner", "less", &["Address"]).await;
}

#[tokio::test]
async fn what_begins_to_listen_later_is_listed_with_the_next_look() {
    let lab = super::play::lab(|sites, script| {
        let late = Reply::call("wait_for_page_update", json!({ "text": "Later", "timeout_ms": 20_000 }));
        let look = Reply::call("take_snapshot", json!({}));
        script.then(open(&format!("{}/see/blank", sites.origin))).then(late).then(look).with(click("ELEMENT", "Later"))
    })
    .await;
    let run = lab.start("press what comes later").await;
    lab.asked(2).await;
    let url = format!("{}/see/blank", lab.sites.origin);
    let is_it = |target: &edith_lab::browser::Target| target.kind == "page" && target.url == url;
    let target = lab.browser.wait_target("the run's tab", is_it, super::SOON).await.unwrap();
    let page = lab.browser.attach(&target.id).await.unwrap();
    let add = "document.body.innerHTML = '<p>Words</p><span>Later</span>'; \
               document.querySelector('span').addEventListener('click', ({ target }) => { target.textContent = 'Pressed'; }); true";
    page.eval(add).await.unwrap();
    let played = super::play::ended(lab, run, "completed").await;
    assert!(played.answer("click").contains("Pressed"), "{}", played.answer("click"));
}

#[tokio::test]
async fn the_nodes_of_a_drawn_flow_are_listed_found_and_pressed() {
    let played = play(|sites, script| {
        script
            .then(open(&sites.page_url("flow")))
            .with(click("ELEMENT", "Ask supplier"))
            .then(Reply::call("find_on_page", json!({ "query": "archive" })))
            .with(click("ELEMENT", "Archive order"))
    })
    .await;
    let first = played.answer("open_browser");
    for name in ["Start", "Check stock", "Ask supplier", "Reserve", "Send invoice", "Ship", "Archive order", "End"] {
        assert!(first.contains(&format!("| ELEMENT | \"{name}\"")), "{name}: {first}");
    }
    played.noted("flow", "chosen", &["Ask supplier", "Archive order"]).await;
}
