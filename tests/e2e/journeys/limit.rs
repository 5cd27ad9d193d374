//! A task that reaches its limit: asked about by a card, once allowed a little more, once not.

use edith_lab::model_server::{Reply, Script};
use serde_json::json;

use super::walker::{WAYS, Walker, Way};
use crate::lab::Lab;

/// A turn that costs half of the limit: a thousand tokens at $50 a million.
fn costly() -> Reply {
    Reply { text: "Looking. ".repeat(450), ..Reply::call("list_tabs", json!({})) }
}

async fn walk(way: Way, axe: Option<&str>) {
    let lab = Lab::with(Script::always(|request| {
        let messages = request.messages();
        let task = messages.iter().rposition(|one| one["role"] == "user" && one.to_string().contains("JOURNEY"));
        let answers = messages.iter().skip(task.unwrap_or_default()).filter(|one| one["role"] == "tool").count();
        if answers < 2 { costly() } else { Reply::done("Two tabs are open.") }
    }))
    .await;
    let prices = json!([{ "model": "scripted", "prompt": 0.0, "cached": 0.0, "completion": 50.0 }]);
    let settings = json!({ "language": way.language, "prices": prices, "maxRunPrice": 0.1 });
    lab.extension.change_settings(settings).await.unwrap();
    let panel = lab.browser.open_extension("sidepanel.html").await.unwrap();
    let mut walker = Walker::at(&panel, way, axe).await;
    let more = walker.words.fill("core_more_price", "more", if way.language == "de" { "0,05" } else { "0.05" });
    let stop = walker.words.get("core_stop_here");

    walker.write(&walker.words.get("message"), "JOURNEY count the tabs").await;
    walker.press_key("send").await;
    walker.reads(&more).await;
    walker.look("a limit that is asked about").await;
    assert_eq!(lab.model.requests().len(), 2, "the call that would cross the limit is not made");
    walker.press(&more).await;
    walker.reads("Two tabs are open.").await;
    walker.until("document.querySelector('.run') === null").await;
    assert_eq!(lab.model.requests().len(), 3);

    walker.press_key("new_conversation").await;
    walker.until("document.querySelector('.home') !== null").await;
    walker.write(&walker.words.get("message"), "JOURNEY count the tabs again").await;
    walker.press_key("send").await;
    walker.reads(&more).await;
    walker.press(&stop).await;
    walker.until("document.querySelector('.run') === null").await;
    walker.reads(walker.words.fill("core_stopped_at_limit", "reached", "").trim()).await;
    assert_eq!(lab.model.requests().len(), 5, "nothing is asked of the model after a no");
    walker.end();
}

#[tokio::test]
async fn a_limit_is_asked_about_and_is_raised_or_kept() {
    let axe = edith_lab::axe::source().unwrap();
    for (at, way) in WAYS.into_iter().enumerate() {
        // The first two have each width, language and hand; what else is looked at would be the same once more.
        walk(way, axe.as_deref().filter(|_| at < 2)).await;
    }
}
