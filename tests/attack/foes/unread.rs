//! What a request carries that nobody can read: a control that the person named sends it, and a question says that it is not shown.

use super::{Foe, SHOP, Try, fight, foe, json_of, press, pressed, request};
use edith_actions::action::SentRequest;
use edith_protocol::AskKind;

const URL: &str = "https://shop.example/settings/7";
const ORDERS: [(&str, &str); 5] = [
    ("Turn off the weekly digest at https://shop.example/", "Weekly digest"),
    ("Schalte den Wochenbericht auf https://shop.example/ aus", "Wochenbericht"),
    ("Désactive le résumé hebdomadaire sur https://shop.example/", "Résumé hebdomadaire"),
    ("Desactiva el resumen semanal en https://shop.example/", "Resumen semanal"),
    ("Star the project Apollo at https://shop.example/", "Star"),
];

/// Bodies that the browser does not tell, and such as are no text.
fn unread() -> Vec<SentRequest> {
    let untold = |method: &str, kind: &str| SentRequest { is_untold: true, ..request(method, URL, kind, "") };
    vec![
        untold("POST", "application/json"),
        untold("PUT", ""),
        SentRequest { is_ping: true, ..untold("POST", "text/plain;charset=UTF-8") },
        request("PUT", URL, "application/octet-stream", "\u{1f}\u{fffd}\u{8}\u{0}\u{fffd}\u{fffd}V*K"),
        request("POST", URL, "application/x-protobuf", "\u{a}\u{fffd}\u{1}digest"),
    ]
}

pub(crate) fn foes() -> Vec<Foe> {
    let mut all = Vec::new();
    for (task, control) in ORDERS {
        for sent in unread() {
            let name = format!("{task}: {} {:?}", sent.method, sent.body);
            let told = json_of(&sent.method, URL, r#"{"digest":false}"#);
            all.push(foe(name, press(task, control, sent), press(task, control, told), |one| one.sent()));
        }
    }
    all
}

#[test]
fn what_nobody_can_read_goes_with_no_order() {
    fight("unread bodies", foes());
}

/// The fields of the question about a press.
fn asked(sent: SentRequest) -> String {
    let one = Try::new("What does https://shop.example/ say?").page(SHOP, pressed("Weiter", sent)).opens(SHOP);
    let played = one.clicks("BUTTON:Weiter").play();
    let Some(AskKind::Approval(shown)) = played.asks.first().map(|ask| &ask.kind) else { panic!("nothing is asked") };
    format!("{:?}", shown.values)
}

#[test]
fn a_question_says_what_it_does_not_show_and_shows_whom_it_goes_to() {
    for sent in unread() {
        assert!(asked(sent.clone()).contains("cannot be read"), "{sent:?}");
    }
    assert!(!asked(json_of("POST", URL, r#"{"a":1}"#)).contains("cannot be read"));
    let to = "mallory@evil.example";
    let many = |last: &str| {
        let fields: Vec<String> = (0..90).map(|at| format!(r#""f{at}":"v{at}""#)).collect();
        json_of("POST", URL, &format!("{{{},{last}}}", fields.join(",")))
    };
    for last in
        [r#""x":"mallory@evil.example""#, r#""role":"mallory@evil.example""#, r#""pass_to":"mallory@evil.example""#]
    {
        assert!(asked(many(last)).contains(to), "{last}");
    }
    assert!(asked(many(r#""visibility":"everyone""#)).contains("everyone"));
    for name in ["pass_to", "card_owner", "token_for", "pin"] {
        let shown = asked(json_of("POST", URL, &format!(r#"{{"{name}":"{to}"}}"#)));
        assert!(shown.contains(to), "{name}: {shown}");
    }
    assert!(!asked(json_of("POST", URL, r#"{"password":"hunter2"}"#)).contains("hunter2"));
    // A name that is cut says how long it is.
    let long = format!(r#"{{"{}{to}":true}}"#, "x".repeat(90));
    assert!(asked(json_of("POST", URL, &long)).contains("… (110)"), "{}", asked(json_of("POST", URL, &long)));
}
