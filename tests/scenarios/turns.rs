//! What in a turn waits for the store, on fakes: model calls and looks overlap with storing the run; page actions and reports do not.
//! and nothing is told before.

use super::SHOP;
use edith_port::Table;
use edith_protocol::{AnswerBody, Command, Event, Outcome, RunId};
use edith_testkit::{FakePage, Scripted, World};

/// A run in a tab with one button that makes these calls and completes; after this many of the run's writes, the next one hangs.
fn begun(tool: &'static str, arguments: &'static str, writes: u32) -> (World, RunId) {
    let world = World::default();
    world.browser.add_page(SHOP, FakePage::new("Shop").button("Add lamp"));
    world.browser.open_in_front(SHOP);
    let store = world.store.clone();
    let asked = std::cell::Cell::new(0);
    world.model.always(move |_| {
        asked.set(asked.get() + 1);
        if asked.get() > 1 {
            return Scripted::complete("done");
        }
        store.stall_after(Some(writes));
        Scripted::call(tool, arguments)
    });
    let command = Command::AgentRun { prompt: "see what the shop has".into(), conversation_id: None, tab_id: None };
    let Some(AnswerBody::Started { run_id, .. }) = world.send(command).unwrap().body else { panic!("not started") };
    world.settle();
    (world, run_id)
}

/// The number of reported tool results.
fn results(world: &World) -> usize {
    let is_result = |event: &Event| matches!(event, Event::Progress(told) if told.result.is_some());
    world.events.all().iter().filter(|event| is_result(event)).count()
}

fn stored(world: &World) -> String {
    world.store.records(Table::Runs)[0].1.clone()
}

#[test]
fn the_model_is_asked_while_what_it_is_told_is_being_stored() {
    for (tool, arguments) in [("list_tabs", "{}"), ("click", r#"{"uid": 1}"#)] {
        let (world, _) = begun(tool, arguments, 1);
        assert_eq!(world.model.requests().len(), 2, "{tool}: the model waits for the store");
        assert!(stored(&world).contains("Acting"), "{tool}: {}", stored(&world));
        assert_eq!(results(&world), 0, "{tool}: told before it is stored");
        world.store.stall_after(None);
        world.settle();
        assert_eq!(world.events.done().unwrap().outcome, Outcome::Completed, "{tool}");
        assert!(results(&world) > 0, "{tool}: never told");
    }
}

#[test]
fn what_only_looks_is_done_while_it_is_being_stored_and_what_acts_is_not() {
    let (world, _) = begun("find_on_page", r#"{"query": "lamp"}"#, 0);
    assert_eq!(world.model.requests().len(), 1, "the next turn is another step");
    let (world, _) = begun("click", r#"{"uid": 1}"#, 0);
    assert_eq!(world.browser.done(), Vec::<String>::new(), "clicked before it was noted");
    world.store.stall_after(None);
    world.settle();
    assert_eq!(world.browser.done(), ["click \"Add lamp\""]);
    assert_eq!(world.events.done().unwrap().outcome, Outcome::Completed);
}

#[test]
fn a_stop_while_the_intent_is_being_stored_leaves_the_page_alone() {
    let (world, run) = begun("click", r#"{"uid": 1}"#, 0);
    // It is not answered before it is stored.
    assert!(world.send(Command::AgentStop { run_id: Some(run) }).is_none());
    world.store.stall_after(None);
    world.settle();
    assert_eq!(world.browser.done(), Vec::<String>::new());
    assert_eq!(world.events.done().unwrap().outcome, Outcome::Stopped);
}

#[test]
fn a_worker_that_dies_while_it_stores_a_step_does_nothing_twice() {
    for writes in [0, 1] {
        let (world, _) = begun("click", r#"{"uid": 1}"#, writes);
        world.kill_worker();
        world.store.stall_after(None);
        world.restart_worker();
        world.settle();
        let clicks = world.browser.done().iter().filter(|done| done.starts_with("click")).count();
        assert_eq!(clicks, writes as usize, "killed at write {writes}");
        assert_eq!(world.events.done().unwrap().outcome, Outcome::Completed);
    }
}
