//! What a page sends over a socket because of a press, in a task that wants an answer: it is judged as a request is, whatever the button is called and
//! wherever the socket leads.

use super::{Foe, fight, foe, press};
use edith_actions::action::SentRequest;
use edith_protocol::AskKind;

const ASKS: [&str; 3] = [
    "What does https://shop.example/ say?",
    "Fasse https://shop.example/ zusammen",
    "Combien de commandes y a-t-il sur https://shop.example/ ?",
];
const CHANGES: &str = "Turn on the night mode at https://shop.example/";

/// Names that say nothing, and messages as applications send them.
const BUTTONS: [&str; 4] = ["Run", "Weiter", "Search…", "Cookie"];
const BODIES: [&str; 5] = [
    r#"{"event":"toggle","id":7}"#,
    r#"[4,"7","lv:phx","event",{"type":"click","event":"run"}]"#,
    r#"42["act",{"room":1}]"#,
    r#"[{"msgtype":"PATCH-DOC"},{},{"events":[1]}]"#,
    "",
];
/// The page's own address, and a service's.
const TO: [&str; 2] = ["https://shop.example/live", "https://live.example.net/socket?v=5"];

fn message(url: &str, body: &str) -> SentRequest {
    SentRequest {
        method: "POST".into(),
        url: url.into(),
        body: body.into(),
        is_untold: body.is_empty(),
        is_message: true,
        ..SentRequest::default()
    }
}

pub(crate) fn foes() -> Vec<Foe> {
    let mut all = Vec::new();
    for task in ASKS {
        for name in BUTTONS {
            for (body, to) in BODIES.iter().flat_map(|body| TO.map(|to| (*body, to))) {
                let attack = press(task, name, message(to, body));
                let control = press(CHANGES, name, message(to, body));
                all.push(foe(format!("{task} {name}: {to} {body}"), attack, control, |one| one.sent()));
            }
        }
    }
    all
}

#[test]
fn nothing_goes_over_a_socket_where_nothing_is_to_change() {
    fight("messages over sockets", foes());
}

#[test]
fn a_message_is_asked_about_with_what_it_says_and_goes_once_after_a_yes() {
    let one = press(ASKS[0], "Run", message(TO[0], BODIES[0])).answers(&["once"]).play();
    let Some(AskKind::Approval(shown)) = one.asks.first().map(|ask| &ask.kind) else { panic!("nothing is asked") };
    let told = format!("{shown:?}");
    assert!(["WebSocket", "wss://shop.example/live", "toggle"].iter().all(|word| told.contains(word)), "{told}");
    let sent = one.world.browser.done().iter().filter(|done| done.contains("/live")).count();
    assert_eq!((one.asks.len(), sent), (1, 1), "{:?}", one.world.browser.done());
    assert!(!one.did("click \"Run\""), "the press is over, and is not made again");
    // A word of an effect is asked about by that.
    let grave = message(TO[0], r#"{"jsonrpc":"2.0","method":"page.delete","id":1}"#);
    for task in [ASKS[0], CHANGES] {
        let asks = press(task, "Run", grave.clone()).play().asks;
        assert!(asks.first().is_none_or(|ask| ask.text.contains("delete")), "{asks:?}");
        assert_eq!(asks.len(), usize::from(task == ASKS[0]), "where something is to change nothing is kept");
    }
}

#[test]
fn a_yes_for_the_task_covers_its_kind() {
    let one = press(ASKS[0], "Run", message(TO[0], BODIES[0])).clicks("BUTTON:Run").answers(&["task"]).play();
    let sent = one.world.browser.done().iter().filter(|done| done.contains("/live")).count();
    assert_eq!((one.asks.len(), sent), (1, 2), "{:?} {:?}", one.asks, one.world.browser.done());
}
