//! What was held back and not allowed: the model is shown what the page makes of it, and the person is told what was sent all the same.

use super::{SHOP, asked};
use edith_actions::action::SentRequest;
use edith_protocol::{Command, Outcome};
use edith_testkit::{FakePage, Scripted, World};
use serde_json::json;

const SHOWN: &str = "after a request was held back and not sent";

/// A press on a button whose page sends these, of which the person is asked about what deletes something, and says this.
fn answered(requests: &[(&str, &str)], answer: &str) -> World {
    let world = World::default();
    let send = |(method, path): &(&str, &str)| SentRequest {
        method: (*method).into(),
        url: format!("{SHOP}{path}"),
        ..SentRequest::default()
    };
    let page = FakePage::new("Shop").button("Confirm");
    let page = requests.iter().fold(page, |page, request| page.also_sends("Confirm", send(request)));
    world.browser.add_page(SHOP, page);
    world.browser.open_in_front(SHOP);
    world.model.will([
        Scripted::call("click", r#"{"text": "Confirm"}"#),
        Scripted::call("task_fail", &json!({ "reason": "The user refused it." }).to_string()),
    ]);
    world.run("confirm it").unwrap();
    world.settle();
    let ask = world.events.ask().expect("it is held back and asked about");
    let command = Command::AgentAnswer { run_id: ask.run_id, ask_id: ask.ask_id, answer: answer.into() };
    assert!(world.send(command).unwrap().ok);
    world.settle();
    world
}

#[test]
fn after_a_no_the_model_is_shown_the_page_and_the_person_told_what_was_sent() {
    let world = answered(&[("POST", "draft"), ("DELETE", "item/7")], "deny");
    assert!(asked(&world).contains(SHOWN), "{}", asked(&world));
    // What is new on the page, and not all of it.
    assert!(asked(&world).contains("things done: 1"), "{}", asked(&world));
    assert!(asked(&world).contains("Before that the page had sent: POST http://shop.example/draft."));
    let done = world.events.done().unwrap();
    assert_eq!(done.outcome, Outcome::Refused);
    assert!(
        done.summary.ends_with("By the time you said no, the page had sent this: POST http://shop.example/draft"),
        "{}",
        done.summary
    );
    // The controls: nothing was sent, and nothing was refused.
    let world = answered(&[("DELETE", "item/7")], "deny");
    assert!(asked(&world).contains(SHOWN));
    assert!(!world.events.done().unwrap().summary.contains("had sent"), "{:?}", world.events.done());
    let world = answered(&[("POST", "draft"), ("DELETE", "item/7")], "once");
    assert!(!asked(&world).contains(SHOWN), "{}", asked(&world));
    assert!(!world.events.done().unwrap().summary.contains("had sent"), "{:?}", world.events.done());
    assert!(world.browser.done().iter().any(|done| done.starts_with("DELETE")), "{:?}", world.browser.done());
}
