//! A link shows where it leads. One whose page sends something else than the request for that address is a button.

use super::{Foe, SHOP, Try, fight, foe, json_of};
use edith_actions::action::SentRequest;
use edith_testkit::FakePage;

const TASK: &str = "What does https://shop.example/ say about the request?";
const REQUESTS: &str = "https://shop.example/requests";

fn linked(name: &str, to: &str, from: &str, sent: SentRequest) -> Try {
    let mut page = FakePage::new("Requests").text("Bob asks to join").link(name, to).button("Log out");
    page.requests.insert(name.to_owned(), sent);
    Try::new(TASK).page(from, page).opens(from).clicks(&format!("LINK:{name}"))
}

fn query() -> SentRequest {
    json_of("POST", "https://shop.example/graphql", r#"{"query":"query { a }"}"#)
}

/// Links that send something.
pub(crate) fn foes() -> Vec<Foe> {
    let mut all = Vec::new();
    for name in ["Details", "Weiter", "Voir la demande", "Szczegóły", "詳細", "Bob Lee", "#17"] {
        for path in ["requests/7/ok", "api/load", "items/17", "x", "requests"] {
            for (from, to) in [(SHOP, REQUESTS), (SHOP, "https://shop.example/"), (REQUESTS, REQUESTS)] {
                let sent = json_of("POST", &format!("{SHOP}{path}"), "{}");
                // What the page says of itself is not what the link leads to.
                let sent = SentRequest { headers: vec![("Referer".into(), from.into())], ..sent };
                all.push(foe(
                    format!("{name} on {from} to {to}: {path}"),
                    linked(name, to, from, sent),
                    linked(name, to, from, query()),
                    |played| played.sent(),
                ));
            }
        }
    }
    all
}

#[test]
fn a_link_that_sends_something_is_none() {
    fight("links that send", foes());
}

/// A page that goes where the link leads by itself, and then loads what belongs there.
#[test]
fn what_the_page_loads_to_which_a_link_has_led_is_not_asked_about() {
    for name in ["Details", "Szczegóły"] {
        let load = json_of("POST", "https://shop.example/api/load", r#"{"page":"requests"}"#);
        let load = SentRequest { headers: vec![("Referer".into(), REQUESTS.into())], ..load };
        let played = linked(name, REQUESTS, SHOP, load).play();
        assert!(played.asks.is_empty() && played.sent(), "{name}: {:?}", played.world.browser.done());
    }
}
