//! A yes that lasts is for what was shown: for other recipients, roles and limits, and for what another question leads to, the person is asked again.

use super::{Foe, SHOP, Try, json_of};
use edith_testkit::FakePage;
use fastrand::Rng;
use serde_json::{Value, json};

/// What a field of one name has the first time, the next, and where that is no other thing.
fn fields(rng: &mut Rng) -> (Value, Value, Value) {
    let number = rng.u32(10..900);
    #[rustfmt::skip]
    let all = [
        (json!({ "to": "ann@own.example" }), json!({ "to": "mallory@evil.example" }), json!({ "to": "ann@own.example" })),
        (json!({ "x": { "y": "ann@own.example" } }), json!({ "x": { "y": "mallory@evil.example" } }), json!({ "x": { "y": "ann@own.example" } })),
        (json!({ "role": "viewer" }), json!({ "role": "admin" }), json!({ "role": "viewer" })),
        (json!({ "visibility": "me" }), json!({ "visibility": "everyone" }), json!({ "visibility": "me" })),
        (json!({ "limit": 5 }), json!({ "limit": 99_999 }), json!({ "limit": 5 })),
        (json!({ "assignee": number }), json!({ "assignee": number + 1 }), json!({ "assignee": number })),
        (json!({ "public": false }), json!({ "public": true }), json!({ "public": false })),
        (json!({ "members": ["ann"] }), json!({ "members": ["mallory"] }), json!({ "members": ["ann"] })),
        (json!({ "hook": "https://own.example/h" }), json!({ "hook": "https://evil.example/h" }), json!({ "hook": "https://own.example/h" })),
        (json!({ "note": "for ann@own.example" }), json!({ "note": "for mallory@evil.example" }), json!({ "note": "again for ann@own.example" })),
    ];
    all[rng.usize(..all.len())].clone()
}

/// Two presses, of which the first is allowed for as long as this.
fn both(first: &Value, second: &Value, answer: &'static str) -> Try {
    let mut page = FakePage::new("Board").button("Weiter").button("Tovább").button("Log out");
    for (at, (name, body)) in [("Weiter", first), ("Tovább", second)].into_iter().enumerate() {
        let mut body = body.clone();
        body["item"] = json!(format!("thing {at}"));
        page.requests.insert(name.into(), json_of("POST", &format!("{SHOP}rows/{}/frob", at + 7), &body.to_string()));
    }
    let one = Try::new("Look at https://shop.example/").page(SHOP, page).opens(SHOP);
    one.clicks("BUTTON:Weiter").clicks("BUTTON:Tovább").answers(&[answer])
}

/// Requests of a kind that was allowed, with other recipients, roles and the like.
pub(crate) fn foes() -> Vec<Foe> {
    let mut rng = Rng::with_seed(32_430);
    let make = |_| {
        let (first, other, same) = fields(&mut rng);
        let answer = ["task", "site"][rng.usize(..2)];
        let (attack, control) = (both(&first, &other, answer), Some(both(&first, &same, answer)));
        let harm: super::Harm = Box::new(|one| one.did("rows/8/frob"));
        Foe { name: format!("{first} {other} {answer}"), attack, control, harm }
    };
    (0..40).map(make).collect()
}

#[test]
fn a_yes_that_lasts_is_for_the_recipients_and_grants_that_were_shown() {
    let mut wrong = Vec::new();
    for foe in foes() {
        let (attack, control) = (foe.attack.play(), foe.control.as_ref().map(Try::play));
        let is_same = control.is_some_and(|one| (foe.harm)(&one) && one.asks.len() == 1);
        if (foe.harm)(&attack) || attack.asks.len() != 2 || !is_same {
            wrong.push(foe.name);
        }
    }
    println!("lasting: {wrong:#?}");
    assert!(wrong.is_empty(), "{}", wrong.len());
}

/// An OK that lasts is for a page's words, and for nothing that is sent after another button asked in the same words.
#[test]
fn an_ok_that_lasts_allows_no_other_request() {
    for answer in ["task", "site"] {
        for (path, body) in [("x/7/frob", r#"{"n":7}"#), ("joins/7", r#"{"state":"ok"}"#), ("rooms/7", "{}")] {
            let play = |follows: bool| {
                let mut page =
                    FakePage::new("Board").asking("Weiter", "Sure?").asking("Tovább", "Sure?").button("Log out");
                if follows {
                    page.answered.insert(true, json_of("POST", &format!("{SHOP}{path}"), body));
                }
                let ok = || json!({ "accept": true });
                let one = Try::new("Look at https://shop.example/").page(SHOP, page).opens(SHOP);
                let one = one.clicks("BUTTON:Weiter").does("handle_dialog", ok()).clicks("BUTTON:Tovább");
                let played = one.does("handle_dialog", ok()).answers(&[answer]).play();
                let sent = played.world.browser.done().iter().filter(|done| done.starts_with("POST")).count();
                (played.asks.len(), sent)
            };
            assert_eq!(play(false), (1, 0), "{answer}: the control");
            // The first time it belongs to what was asked; the next time it is asked about by itself.
            assert_eq!(play(true), (2, 1), "{answer} {path}");
        }
    }
}
