//! Requests that a press of unknown meaning makes: none of them arrives before the person allowed it.

use super::world::SHOP;
use edith_gate::Switch;
use edith_protocol::{Ask, AskKind, Command};
use edith_testkit::{FakePage, Scripted, World};
use serde_json::json;

const SENT: &str = "POST https://shop.example/x/17";

/// A page that knows the person, with buttons whose names say nothing.
fn page() -> FakePage {
    FakePage::new("Shop")
        .sending("Weiter", "POST", "https://shop.example/x/17", r#"{"item":"lamp","password":"hunter2"}"#)
        .sending(
            "Tovább",
            "POST",
            "https://shop.example/graphql",
            r#"{"query":"query { products(q: \"lamp\") { id } }"}"#,
        )
        .sending("Search", "POST", "https://shop.example/products/search", r#"{"q":"lamp"}"#)
        .button("Log out")
}

/// A run that presses the element with this number, twice if the model insists.
fn pressing(uid: u32, times: usize) -> World {
    let world = World::default();
    world.browser.add_page(SHOP, page());
    let click = Scripted::call("click", &json!({ "uid": uid }).to_string());
    let open = Scripted::call("open_browser", &json!({ "url": SHOP }).to_string());
    world.model.will(std::iter::once(open).chain(std::iter::repeat_n(click, times)).collect::<Vec<_>>());
    world.model.always(|_| Scripted::complete("done"));
    world
}

fn sent(world: &World) -> usize {
    world.browser.done().iter().filter(|done| done.starts_with("POST")).count()
}

fn answered(world: &World, ask: &Ask, answer: &str) {
    let command =
        Command::AgentAnswer { run_id: ask.run_id.clone(), ask_id: ask.ask_id.clone(), answer: answer.into() };
    assert!(world.send(command).unwrap().ok);
    world.settle();
}

#[test]
fn nothing_is_sent_before_a_yes_and_then_once() {
    for gate_is_on in [true, false] {
        Switch::only_off((!gate_is_on).then_some(Switch::Requests));
        let world = pressing(1, 1);
        world.run("press it at https://shop.example/").unwrap();
        world.settle();
        Switch::only_off(None);
        assert_eq!(sent(&world), usize::from(!gate_is_on), "{:?}", world.browser.done());
        assert_eq!(world.events.ask().is_some(), gate_is_on);
    }
    let world = pressing(1, 1);
    world.run("press it at https://shop.example/").unwrap();
    world.settle();
    let ask = world.events.ask().unwrap();
    assert!(ask.text.contains(SENT), "{}", ask.text);
    let AskKind::Approval(shown) = &ask.kind else { panic!("{ask:?}") };
    let values = format!("{:?}", shown.values);
    assert!(values.contains("lamp") && !values.contains("hunter2"), "{values}");
    answered(&world, &ask, "once");
    assert_eq!(world.browser.done().iter().filter(|done| *done == SENT).count(), 1, "{:?}", world.browser.done());
    assert!(world.events.ask().is_none_or(|next| next.ask_id == ask.ask_id));
}

#[test]
fn a_no_sends_nothing_and_a_yes_for_the_task_is_for_that_kind() {
    let world = pressing(1, 1);
    world.run("press it at https://shop.example/").unwrap();
    world.settle();
    answered(&world, &world.events.ask().unwrap(), "deny");
    assert_eq!(sent(&world), 0);
    for (answer, more_asks) in [("once", true), ("task", false)] {
        let world = pressing(1, 2);
        world.run("press it at https://shop.example/").unwrap();
        world.settle();
        let first = world.events.ask().unwrap();
        answered(&world, &first, answer);
        let asks_again = world.events.ask().is_some_and(|next| next.ask_id != first.ask_id);
        assert_eq!((asks_again, sent(&world)), (more_asks, if more_asks { 1 } else { 2 }), "{answer}");
    }
}

#[test]
fn what_is_harmless_by_its_form_goes_unasked_and_what_only_sounds_so_does_not() {
    for (button, is_query) in [(2, true), (3, false)] {
        let world = pressing(button, 1);
        world.run("press it at https://shop.example/").unwrap();
        world.settle();
        assert_eq!((world.events.ask().is_none(), sent(&world)), (is_query, usize::from(is_query)), "{button}");
    }
}
