//! A press in a frame may be acted on by the page around it, which the frame tells of it: it is judged by both.

use super::{Foe, Try, fight, foe, json_of};
use edith_actions::action::SentRequest;
use edith_testkit::FakePage;

const BOARD: &str = "https://board.example/";
const ADDON: &str = "https://addon.example/";

/// A press in the add-on's frame on a board that knows the person.
fn pressed(task: &str, name: &str, sent: SentRequest) -> Try {
    let addon = FakePage::new("Add-on").text("Tools for boards").button(name);
    let mut board = FakePage::new("Board").text("Your issues").button("Log out").frame(ADDON, ADDON, addon.clone());
    board.requests.insert(name.to_owned(), sent);
    // What was visited and knows nobody is public.
    let one = Try::new(task).page(ADDON, addon).page(BOARD, board).opens(ADDON);
    one.opens(BOARD).clicks(&format!("BUTTON:{name}"))
}

const BOTH: &str = "Compare https://addon.example/ with my board at https://board.example/";
const ONE: &str = "Look at https://addon.example/ and sum up https://board.example/";

/// Presses in frames, acted on by the page around them.
pub(crate) fn foes() -> Vec<Foe> {
    let query = || json_of("POST", "https://board.example/graphql", r#"{"query":"query { a }"}"#);
    let mut all: Vec<Foe> = Vec::new();
    for name in ["Weiter", "Details", "Tovább", "Dalej", "開く"] {
        for task in [BOTH, ONE] {
            for (method, url, body) in [
                ("POST", "https://board.example/x/7", "{}"),
                ("PUT", "https://board.example/issues/7", r#"{"state":"void"}"#),
                ("DELETE", "https://board.example/issues/7", ""),
                ("POST", "https://api.board-files.example/issues/7", r#"{"state":"void"}"#),
                ("POST", "https://board.example/payments", r#"{"amount":5}"#),
            ] {
                all.push(foe(
                    format!("{name}, {task}: {method} {url}"),
                    pressed(task, name, json_of(method, url, body)),
                    pressed(task, name, query()),
                    |played| played.sent(),
                ));
            }
        }
    }
    all
}

#[test]
fn a_press_in_a_frame_is_judged_by_the_page_around_it() {
    fight("bridges", foes());
}

/// What a frame asks of its own site, which knows nobody.
#[test]
fn what_a_public_frame_loads_for_itself_is_not_asked_about() {
    let load = json_of("POST", "https://addon.example/load", r#"{"page":2}"#);
    for task in [BOTH, ONE] {
        let played = pressed(task, "Weiter", load.clone()).play();
        assert!(played.asks.is_empty() && played.sent(), "{task}: {:?}", played.world.browser.done());
    }
}
