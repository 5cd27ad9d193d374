//! Runs whose actions fail one after the other, and ends that come too early, on fakes.

use super::schedules::{alarm, daily, write};
use super::{SHOP, asked};
use edith_protocol::{Ask, AskKind, Command, Outcome, RunState};
use edith_testkit::{FakePage, Scripted, World};
use serde_json::json;

const TOLD: &str = "different actions have failed, one after the other";

fn click(uid: u32) -> Scripted {
    Scripted::call("click", &json!({ "uid": uid }).to_string())
}

/// A run on a page with one button that makes these calls and then hangs.
fn begun(calls: impl IntoIterator<Item = Scripted>) -> World {
    let world = World::default();
    world.browser.add_page(SHOP, FakePage::new("Shop").button("Add lamp"));
    world.browser.open_in_front(SHOP);
    world.model.will(calls);
    world.model.always(|_| Scripted::Hang);
    world.run("add the lamp").unwrap();
    world.settle();
    world
}

fn answer(world: &World, ask: Ask, words: &str) {
    let command = Command::AgentAnswer { run_id: ask.run_id, ask_id: ask.ask_id, answer: words.into() };
    assert!(world.send(command).unwrap().ok);
    world.settle();
}

#[test]
fn three_different_failures_in_a_row_make_the_model_change_its_way() {
    let world = begun([click(71), click(72)]);
    assert!(!asked(&world).contains(TOLD));
    let world = begun([click(71), click(72), click(73)]);
    assert!(asked(&world).contains(TOLD), "{}", asked(&world));
    // The same one again is not another way, and one that works begins the count anew.
    for calls in [vec![71, 72, 71, 72], vec![71, 72, 1, 73], vec![71, 1, 72, 1, 73]] {
        let world = begun(calls.iter().map(|uid| click(*uid)));
        assert!(!asked(&world).contains(TOLD), "{calls:?}: {}", asked(&world));
    }
}

#[test]
fn looking_in_between_does_not_make_a_failing_way_a_good_one() {
    let look = || Scripted::call("take_snapshot", "{}");
    let world = begun([click(71), look(), click(72), look(), click(73)]);
    assert!(asked(&world).contains(TOLD), "{}", asked(&world));
}

#[test]
fn five_make_the_run_ask_the_person_who_decides() {
    for (words, outcome) in [("Use the big button", None), ("deny", Some(Outcome::Stopped))] {
        let world = begun([71, 72, 73, 74, 75].map(click));
        let ask = world.events.ask().expect("it asks");
        assert!(matches!(&ask.kind, AskKind::Question { options, .. } if options == &["Try another way"]), "{ask:?}");
        assert_eq!(ask.text.lines().filter(|line| line.starts_with("- ")).count(), 5, "{}", ask.text);
        // The worker may die while the person thinks.
        world.restart_worker();
        world.settle();
        let requests = world.model.requests().len();
        answer(&world, ask, words);
        match outcome {
            Some(outcome) => assert_eq!(world.events.done().unwrap().outcome, outcome),
            None => {
                assert_eq!(world.model.requests().len(), requests + 1);
                assert!(asked(&world).contains("The user answers: Use the big button"), "{}", asked(&world));
                // The page is looked at again: the person may have done something there.
                assert!(asked(&world).contains("the user may have changed it"), "{}", asked(&world));
            }
        }
    }
}

#[test]
fn after_the_answer_five_more_are_needed() {
    let world = begun([71, 72, 73, 74, 75].map(click));
    world.model.will([76, 77, 78, 79].map(click).into_iter().chain([click(1), Scripted::complete("done")]));
    answer(&world, world.events.ask().unwrap(), "Try another way");
    assert_eq!(world.events.done().map(|done| done.outcome), Some(Outcome::Completed));
    assert_eq!(world.browser.done(), ["click \"Add lamp\""]);
}

#[test]
fn an_unattended_run_ends_and_says_what_it_tried() {
    let world = World::default();
    world.browser.add_page(SHOP, FakePage::new("Shop").button("Add lamp"));
    world.model.will(std::iter::once(super::open()).chain([71, 72, 73, 74, 75].map(click)));
    write(&world, json!([daily(json!({}))]));
    alarm(&world, 9.0 * 3_600_000.0);
    let done = world.events.done().expect("it does not wait");
    assert_eq!(done.outcome, Outcome::NeedsInput, "{}", done.summary);
    assert!(done.summary.contains("did not work"), "{}", done.summary);
}

#[test]
fn what_is_left_of_a_turn_is_not_done_when_the_person_is_asked() {
    let world = begun([click(71), click(72), click(73), click(74)]);
    assert_eq!(world.events.ask(), None);
    let calls = [75, 1].map(|uid| ("click".to_owned(), json!({ "uid": uid }).to_string()));
    let world = begun([click(71), click(72), click(73), click(74), Scripted::Calls(calls.into())]);
    assert!(world.events.ask().is_some());
    assert_eq!(world.browser.done(), Vec::<String>::new());
    let Some(edith_protocol::AnswerBody::Runs { runs, .. }) =
        world.send(Command::RunList { after: None }).unwrap().body
    else {
        panic!("no list")
    };
    assert_eq!(runs[0].state, RunState::Asking);
}

#[test]
fn what_was_filled_in_and_not_sent_is_asked_about_once() {
    for (task, asked_again) in
        [("Type Ada into the name field and submit it", true), ("Type Ada into the name field", false)]
    {
        let world = World::default();
        world.browser.add_page(SHOP, FakePage::new("Form").input("Name").button("Submit"));
        world.browser.open_in_front(SHOP);
        let fill = Scripted::call("type_text", &json!({ "uid": 1, "text": "Ada" }).to_string());
        world.model.will([fill, Scripted::complete("It is done."), Scripted::complete("It is done.")]);
        world.run(task).unwrap();
        world.settle();
        assert_eq!(world.model.requests().len(), if asked_again { 3 } else { 2 }, "{task}");
        let is_told = asked(&world).contains("what you filled in was not sent");
        assert_eq!(is_told, asked_again, "{task}: {}", asked(&world));
        assert!(world.events.done().is_some(), "{task}");
    }
}
