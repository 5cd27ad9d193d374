//! A hundred conversations: the list is opened, searched, and one of them pinned, renamed, deleted and taken up again.

use serde_json::{Value, json};

use super::walker::{WAYS, Walker, Way};

const COUNT: u32 = 100;

/// A conversation from so many hours ago; the words of its answer are in no title.
fn talk(at: u32, now: f64) -> Value {
    let updated = now - f64::from(at) * 3.6e6;
    let title = match at {
        // What is longer than any row, with and without a place to break it.
        3 => "Which of the lamps in the shop by the harbour is the cheapest that can still be delivered this week?"
            .into(),
        4 => format!("https://shop.example/{}", "lamps".repeat(30)),
        _ => format!("Talk number {at}"),
    };
    let message = |role: &str, content: &str| json!({ "id": format!("{at}-{role}"), "role": role, "content": content, "runId": format!("{at}-run"), "timestamp": updated });
    let answer = format!("The lighthouse number {at} stands in the harbour.");
    let messages = [message("user", &title), message("assistant", &answer)];
    json!({ "id": format!("c{at}"), "title": title, "messages": messages, "createdAt": updated, "updatedAt": updated })
}

async fn walk(way: Way, axe: Option<&str>) {
    let browser = crate::browser().await;
    let options = browser.open_extension("options.html").await.unwrap();
    let now = options.page().eval("Promise.resolve(Date.now())").await.unwrap().as_f64().unwrap();
    let talks: Vec<Value> = (1..=COUNT).map(|at| talk(at, now)).collect();
    options.storage_set(json!({ "edith_conversations": talks })).await.unwrap();
    options.change_settings(json!({ "language": way.language })).await.unwrap();
    let panel = browser.open_extension("sidepanel.html").await.unwrap();
    let mut walker = Walker::at(&panel, way, axe).await;
    let rows = async |walker: &Walker<'_>, count: u32| {
        walker.until(&format!("document.querySelectorAll('.drawer .row').length === {count}")).await;
    };
    let first = async |walker: &Walker<'_>, title: &str| {
        walker.until(&format!("document.querySelector('.drawer .row__title')?.textContent === {}", json!(title))).await;
    };
    let search = async |walker: &Walker<'_>, words: &str| {
        walker.write(&walker.words.get("search_conversations"), words).await;
    };
    let emptied = async |walker: &Walker<'_>| {
        search(walker, "").await;
        walker.page().press("Backspace", 8).await.unwrap();
    };
    let wide = "(one => one.scrollWidth > one.clientWidth)(document.querySelector('.drawer__list'))";

    walker.press_key("conversations").await;
    walker.until("document.activeElement.id === 'conversation-search'").await;
    rows(&walker, COUNT).await;
    walker.look("a hundred conversations").await;
    assert_eq!(walker.page().eval(wide).await.unwrap(), json!(false), "{way:?}: the list scrolls sideways");

    // By what was answered, then pinned and renamed.
    search(&walker, "lighthouse number 57").await;
    rows(&walker, 1).await;
    walker.go_by("Talk number 57").await;
    walker.press_key("pin").await;
    walker.until("document.querySelector('.drawer .row [aria-pressed=true]') !== null").await;
    walker.press_key("rename").await;
    walker.until("document.activeElement.id === 'new-title'").await;
    walker.look("a title that is being written").await;
    walker.write(&walker.words.get("new_title"), "Harbour lights").await;
    walker.press_key("save").await;
    first(&walker, "Harbour lights").await;
    emptied(&walker).await;
    rows(&walker, COUNT).await;
    first(&walker, "Harbour lights").await;

    search(&walker, "lighthouse number 83").await;
    rows(&walker, 1).await;
    walker.go_by("Talk number 83").await;
    walker.press_key("delete").await;
    rows(&walker, 0).await;
    walker.reads(&walker.words.fill("deleted", "title", "Talk number 83")).await;
    emptied(&walker).await;
    rows(&walker, COUNT - 1).await;
    let left = panel.conversations().await.unwrap();
    let stored = |id: &str| left.as_array().unwrap().iter().find(|one| one["id"] == id).cloned();
    assert_eq!((left.as_array().unwrap().len(), stored("c83")), (99, None));
    let renamed = stored("c57").unwrap();
    assert_eq!((&renamed["title"], &renamed["pinned"]), (&json!("Harbour lights"), &json!(true)));

    walker.press("Harbour lights").await;
    walker.until("!document.getElementById('conversations').open").await;
    walker.reads("The lighthouse number 57 stands in the harbour.").await;
    walker.end();
}

#[tokio::test]
async fn a_hundred_conversations_are_searched_pinned_renamed_and_deleted() {
    let axe = edith_lab::axe::source().unwrap();
    for (at, way) in WAYS.into_iter().enumerate() {
        // The first two have each width, language and hand; what else is looked at would be the same once more.
        walk(way, axe.as_deref().filter(|_| at < 2)).await;
    }
}
