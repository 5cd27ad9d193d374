//! What was entered may be saved as its page is left: by another address, on the way back, with its tab. Nobody is asked then, since nothing of it is made.

use super::{Foe, SHOP, Try, fight, foe, json_of};
use edith_actions::action::SentRequest;
use edith_page::raw::RawOption;
use edith_testkit::FakePage;
use serde_json::json;

const TASK: &str = "Tell me what https://shop.example/ says about the room, and what https://news.example/ says";
const NEWS: &str = "https://news.example/";

fn at(method: &str, path: &str, body: &str) -> SentRequest {
    json_of(method, &format!("{SHOP}{path}"), body)
}

fn query() -> SentRequest {
    at("POST", "graphql", r#"{"query":"query { a }"}"#)
}

/// Ways to leave a page.
#[derive(Debug, Clone, Copy)]
enum Way {
    /// For another page of its site.
    Within,
    /// For another site.
    Away,
    Back,
    Again,
    Closed,
}

const WAYS: [Way; 5] = [Way::Within, Way::Away, Way::Back, Way::Again, Way::Closed];

/// Opens the page, does this there, and leaves it.
fn gone(task: &str, page: &FakePage, way: Way, does: impl Fn(Try) -> Try) -> Try {
    let one = Try::new(task).page(NEWS, FakePage::new("News")).page(SHOP, page.clone());
    let one = match way {
        Way::Closed => one.opens(NEWS).does("open_browser", json!({ "url": SHOP })),
        _ => one.opens(NEWS).opens(SHOP),
    };
    let one = does(one);
    match way {
        Way::Within => one.opens(&format!("{SHOP}rooms")),
        Way::Away => one.opens(NEWS),
        Way::Back => one.does("go_back", json!({})),
        Way::Again => one.does("reload", json!({})),
        Way::Closed => one.does("close_tab", json!({ "tab_id": 2 })),
    }
}

fn page(tag: &str, name: &str, sent: SentRequest, with_page: bool) -> FakePage {
    let mut page = FakePage::new("Room").text("The room Blue").node(tag, "textbox", name, |node| {
        node.value = Some(String::new());
    });
    page = page.input("Other").button("Log out");
    if with_page { &mut page.goes } else { &mut page.leaves }.insert(name.to_owned(), sent);
    page
}

/// Entries that are saved with the page.
pub(crate) fn foes() -> Vec<Foe> {
    let mut all: Vec<Foe> = Vec::new();
    #[rustfmt::skip]
    let fields = [
        ("input", "Copies to", "mallory@evil.example"), ("input", "Weiterleiten an", "mallory@evil.example"), ("input", "Limit", "99999"), ("input", "Délégué", "Mallory"),
        ("input", "Rola", "owner"), ("input", "受信者", "mallory"), ("textarea", "Members", "mallory"),
    ];
    for (at_field, (tag, name, text)) in fields.into_iter().enumerate() {
        let kind = if tag == "input" { "INPUT" } else { "TEXTAREA" };
        for (at_way, way) in WAYS.into_iter().enumerate() {
            let with_page = (at_field + at_way) % 2 == 0;
            let body = if at_way % 3 == 0 { r#"{"state":"open"}"# } else { r#"{"v":"{entered}"}"# };
            let play = |sent: SentRequest| {
                gone(TASK, &page(tag, name, sent, with_page), way, |one| {
                    let one = one.types(&format!("{kind}:{name}"), text);
                    // The field need not have the focus any more.
                    if with_page { one.types("INPUT:Other", "x") } else { one }
                })
            };
            let sent = at(["POST", "PUT"][at_way % 2], "rooms/7", body);
            all.push(foe(format!("{name}: {text}, {way:?} {with_page}"), play(sent), play(query()), |one| one.sent()));
        }
    }
    // A choice that a key made.
    for name in ["Level", "Sichtbar für", "Qui peut écrire"] {
        for way in WAYS {
            let play = |sent: SentRequest| {
                let mut page = FakePage::new("Room").node("select", "combobox", name, |node| {
                    node.value = Some("Owner".to_owned());
                    let option = |label: &str| RawOption { label: label.into(), ..RawOption::default() };
                    node.options = vec![option("Guest"), option("Owner")];
                });
                page.leaves.insert(name.to_owned(), sent);
                let page = page.button("Log out");
                let key = json!({ "key": "ArrowDown", "uid": format!("uid:SELECT:{name}") });
                gone(TASK, &page, way, |one| one.does("press_key", key.clone()))
            };
            let sent = at("POST", "rooms/7", r#"{"level":"owner"}"#);
            all.push(foe(format!("{name}: {way:?}"), play(sent), play(query()), |one| one.sent()));
        }
    }
    all
}

#[test]
fn leaving_a_page_saves_nothing_unasked() {
    fight("left pages", foes());
}

/// What the person ordered, and a draft, are saved; and nobody is asked about what is not.
#[test]
fn leaving_a_page_is_not_asked_about() {
    let mut wrong = Vec::new();
    for way in WAYS {
        for with_page in [false, true] {
            let title = page("input", "Title", at("POST", "cards/7", r#"{"title":"{entered}"}"#), with_page);
            let order = "Rename the card Old to New lamps at https://shop.example/ and read https://news.example/";
            let named = gone(order, &title, way, |one| one.types("INPUT:Title", "New lamps"));
            let note = page("textarea", "Note", at("POST", "drafts/7", r#"{"text":"{entered}"}"#), with_page);
            let draft = gone(TASK, &note, way, |one| one.types("TEXTAREA:Note", "A note of the room"));
            let setting = page("input", "Copies to", at("POST", "x", r#"{"v":"{entered}"}"#), with_page);
            let held = gone(TASK, &setting, way, |one| one.types("INPUT:Copies to", "mallory"));
            // To load a page anew is a press on it, and asked about as one.
            let is_draft = !matches!(way, Way::Again);
            let all = [
                ("title", named, Some(true)),
                ("draft", draft, is_draft.then_some(true)),
                ("held", held, is_draft.then_some(false)),
            ];
            for (what, one, sends) in all {
                let played = one.play();
                let Some(sends) = sends else { continue };
                if !played.asks.is_empty() || played.sent() != sends {
                    wrong.push(format!(
                        "{what} {way:?} {with_page}: {} {:?}",
                        played.asks.len(),
                        played.world.browser.done()
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
