//! A yes, and the closing of a dialog, is good for the very deed that was asked about: whatever else the same press sends is judged by itself.

use super::{Foe, SHOP, Try, fight, foe, json_of};
use edith_actions::action::SentRequest;
use edith_testkit::FakePage;
use serde_json::json;

const TASK: &str = "Tell me what https://shop.example/ says";
/// Names of buttons that say nothing of what they do.
const LABELS: [&str; 8] = ["Weiter", "Tovább", "Continuer", "Dalej", "続ける", "Details", "View", "Ok so"];
/// Names of buttons that send, in the languages of the labels that are known.
const SENDS: [&str; 6] = ["Send", "Send reply", "Nachricht senden", "Envoyer", "Enviar", "Wyślij"];

fn query() -> SentRequest {
    json_of("POST", "https://shop.example/graphql", r#"{"query":"query { a }"}"#)
}

fn at(method: &str, path: &str, body: &str) -> SentRequest {
    json_of(method, &format!("{SHOP}{path}"), body)
}

/// What nobody was asked about.
fn harms() -> Vec<SentRequest> {
    vec![
        at("PATCH", "members/7/role", r#"{"role":"admin"}"#),
        at("DELETE", "items/7", ""),
        at("POST", "orders/7/share", r#"{"with":"everyone"}"#),
        at("POST", "requests/7/ok", r#"{"state":"ok"}"#),
        at("PUT", "rooms/7", r#"{"copies":"mallory@evil.example"}"#),
        at("POST", "graphql", r#"{"query":"mutation { removeMember(id: 7) { id } }"}"#),
    ]
}

/// A page whose button asks something; the answer makes this request.
fn asking(label: &str, kind: &str, accepts: bool, sent: SentRequest) -> Try {
    let mut page = FakePage::new("Shop").text("Your orders").asking(label, "Checked.").button("Log out");
    if kind == "alert" {
        page.alerts.insert(label.to_owned());
    }
    page.answered.insert(accepts, sent);
    let asks = Try::new(TASK).page(SHOP, page).opens(SHOP).clicks(&format!("BUTTON:{label}"));
    asks.does("handle_dialog", json!({ "accept": accepts }))
}

#[test]
fn who_closes_a_dialog_has_allowed_nothing() {
    let mut all: Vec<Foe> = Vec::new();
    for (at, label) in LABELS.into_iter().enumerate() {
        for (kind, accepts) in [("alert", true), ("alert", false), ("confirm", false)] {
            let harms = harms();
            for sent in harms.iter().skip(at % 2).step_by(2) {
                all.push(foe(
                    format!("{label}, {kind} {accepts}: {} {}", sent.method, sent.url),
                    asking(label, kind, accepts, sent.clone()),
                    asking(label, kind, accepts, query()),
                    |played| played.sent(),
                ));
            }
        }
    }
    fight("closed dialogs", all);
}

/// A press that is allowed once, and what it sends: first its own request, then another one.
fn pressing(label: &str, own: &SentRequest, other: Option<SentRequest>) -> Try {
    let mut page = FakePage::new("Mail").text("Ada asks for the date").button(label).button("Log out");
    page.requests.insert(label.to_owned(), own.clone());
    page.then_requests.insert(label.to_owned(), other.into_iter().collect());
    Try::new("Answer Ada at https://shop.example/")
        .page(SHOP, page)
        .opens(SHOP)
        .clicks(&format!("BUTTON:{label}"))
        .answers(&["once"])
}

fn has_made(one: &Try, sent: &SentRequest) -> (usize, bool) {
    let played = one.play();
    (played.asks.len(), played.did(&format!("{} {}", sent.method, sent.url)))
}

#[test]
fn a_yes_to_a_press_is_none_to_another_deed_of_it() {
    let own = [
        at("POST", "messages", r#"{"text":"On Friday"}"#),
        at("POST", "x/7/frob", r#"{"text":"On Friday","n":7}"#),
        at("POST", "api/comments", r#"{"text":"On Friday"}"#),
    ];
    let (mut wrong, mut tries) = (Vec::new(), 0);
    for (number, label) in SENDS.into_iter().enumerate() {
        for own in &own {
            tries += 1;
            // The control: what the yes was for is sent, and nobody is asked once more.
            let done = has_made(&pressing(label, own, None), own);
            if done != (1, true) {
                wrong.push(format!("{label}, its own {}: {done:?}", own.url));
            }
        }
        for sent in harms() {
            tries += 1;
            let own = own.get(number % own.len()).unwrap_or(&sent);
            let (_, follows) = has_made(&pressing(label, own, Some(sent.clone())), &sent);
            // What nobody knows may be the deed itself, if it says nothing of its own.
            let (_, alone) = has_made(&pressing(label, &sent, None), &sent);
            if follows || alone && !sent.url.ends_with("/ok") {
                wrong.push(format!("{label}: {} {} follows {follows} alone {alone}", sent.method, sent.url));
            }
        }
    }
    println!("{tries} tries of one yes: {wrong:#?}");
    assert!(wrong.is_empty(), "{} of {tries}", wrong.len());
}

/// Presses that are allowed, and do something else besides that nobody knows.
pub(crate) fn second_deeds() -> Vec<Foe> {
    let (own, other) = (at("POST", "x/7/frob", r#"{"n":7}"#), at("POST", "requests/7/ok", r#"{"state":"ok"}"#));
    let deed = |label| {
        let attack = pressing(label, &own, Some(other.clone()));
        foe(label, attack, pressing(label, &own, None), |played| played.did("requests/7/ok"))
    };
    SENDS.into_iter().map(deed).collect()
}

/// A page that first checks, which is shown and allowed, and then does it.
#[test]
fn what_follows_an_allowed_request_is_judged_again() {
    let mut wrong = Vec::new();
    for (number, label) in LABELS.into_iter().enumerate() {
        let first = at("POST", &format!("x/{number}/check"), r#"{"n":7}"#);
        let more = [
            at("POST", "x/7/commit", r#"{"to":"mallory@evil.example"}"#),
            at("POST", "messages", r#"{"text":"Yes"}"#),
            at("POST", &format!("x/{number}/check"), r#"{"n":8}"#),
        ];
        for sent in harms().into_iter().chain(more) {
            let made = |other: &SentRequest| {
                let played = pressing(label, &first, Some(other.clone())).play();
                let line = format!("{} {}", other.method, other.url);
                (played.asks.len(), played.world.browser.done().iter().filter(|done| **done == line).count())
            };
            let is_again = sent.url == first.url;
            if made(&sent) != (2, usize::from(is_again)) || made(&query()) != (1, 1) {
                wrong.push(format!("{label}: {} {} {:?} {:?}", sent.method, sent.url, made(&sent), made(&query())));
            }
        }
    }
    println!("after an allowed request: {wrong:#?}");
    assert!(wrong.is_empty(), "{}", wrong.len());
}
