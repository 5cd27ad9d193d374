//! How runs end and yield, on fakes: everything is released, the end is reported, and what was deleted stays deleted.

use super::{SHOP, asked};
use edith_port::Table;
use edith_protocol::{AnswerBody, Command, ConversationId, ErrorCode, Event, Outcome, RunId, RunState};
use edith_testkit::{FakePage, Scripted, World};
use serde_json::{Value, json};

fn world() -> World {
    let world = World::default();
    world.browser.add_page(SHOP, FakePage::new("Shop").button("Search").button("Open tab"));
    world
}

fn start(world: &World, prompt: &str, conversation_id: Option<ConversationId>) -> (ConversationId, RunId) {
    let command = Command::AgentRun { prompt: prompt.into(), conversation_id, tab_id: None };
    match world.send(command).unwrap().body {
        Some(AnswerBody::Started { conversation_id, run_id }) => (conversation_id, run_id),
        other => panic!("{other:?}"),
    }
}

fn conversations(world: &World) -> Vec<Value> {
    let list = world.store.local("edith_conversations").unwrap_or_default();
    list.as_array().cloned().unwrap_or_default()
}

fn told_ends(world: &World, run: &RunId) -> usize {
    world.events.all().iter().filter(|event| matches!(event, Event::Done(done) if done.run_id == *run)).count()
}

/// Gives every port call a random duration, so the seed determines who continues next.
fn take_turns(world: &World, seed: u64) {
    let mut rng = fastrand::Rng::with_seed(seed);
    world.take_turns(move || rng.u64(..));
}

#[test]
fn a_deleted_conversation_does_not_come_back_with_the_end_of_its_run() {
    for seed in 1..40 {
        let world = world();
        world.model.will([Scripted::Hang]);
        assert!(world.send(Command::Chat { prompt: "hello".into(), conversation_id: None }).is_none(), "it hangs");
        let id = ConversationId(conversations(&world)[0]["id"].as_str().unwrap().to_owned());
        take_turns(&world, seed);
        assert!(world.send(Command::ConversationDelete { conversation_id: id }).unwrap().ok);
        world.settle();
        assert_eq!(conversations(&world), Vec::<Value>::new(), "seed {seed}");
        world.restart_worker();
        world.settle();
        assert_eq!(conversations(&world), Vec::<Value>::new(), "seed {seed}");
    }
}

#[test]
fn a_run_that_takes_the_place_of_another_finds_its_tab_free() {
    for seed in 1..40 {
        let world = world();
        let mine = world.browser.open_in_front(SHOP);
        world.model.will([Scripted::Hang]);
        let (conversation, first) = start(&world, "look at it", None);
        world.settle();
        take_turns(&world, seed);
        // The first one is slow to release it.
        world.browser.never_let_go(Some(mine).filter(|_| seed % 2 == 0));
        world.model.will([Scripted::complete("done")]);
        let (_, second) = start(&world, "look at it again", Some(conversation));
        world.settle();
        let asked = asked(&world);
        assert!(!asked.contains("used by another run") && asked.contains("Search"), "seed {seed}: {asked}");
        assert_eq!((told_ends(&world, &first), told_ends(&world, &second)), (1, 1), "seed {seed}");
        assert_eq!(world.events.done().unwrap().outcome, Outcome::Completed, "seed {seed}");
    }
}

#[test]
fn a_tab_that_cannot_be_let_go_of_keeps_neither_the_others_nor_the_next_run() {
    let world = world();
    let mine = world.browser.open_in_front(SHOP);
    let click = Scripted::call("click", r#"{"uid": 2}"#);
    world.model.will([click, Scripted::Hang]);
    let (_, run) = start(&world, "open the other tab", None);
    world.settle();
    assert_eq!(world.browser.attached().len(), 2);
    world.browser.never_let_go(Some(mine));
    assert!(world.send(Command::AgentStop { run_id: Some(run.clone()) }).unwrap().ok);
    world.settle();
    assert_eq!(told_ends(&world, &run), 1);
    assert_eq!(world.browser.attached(), [mine], "the other tab is let go");
    assert_eq!(world.browser.bounds(), Vec::new());
    world.model.will([Scripted::complete("done")]);
    start(&world, "go on there", None);
    world.settle();
    let asked = asked(&world);
    assert!(!asked.contains("used by another run"), "{asked}");
}

#[test]
fn the_end_of_a_run_is_told_at_least_once_wherever_the_worker_dies() {
    let mut deaths = 0;
    for at in 1..200 {
        let world = world();
        world.model.will([Scripted::complete("done"), Scripted::complete("done")]);
        let (_, run) = start(&world, "be done", None);
        world.life().die_at(world.life().passed() + at);
        world.settle();
        let died = world.life().is_over();
        if !died {
            break;
        }
        deaths += 1;
        world.restart_worker();
        world.settle();
        assert!(told_ends(&world, &run) >= 1, "nobody heard of the end: killed at boundary {at}");
        assert_eq!(world.store.count(Table::Runs), 0, "killed at boundary {at}");
    }
    assert!(deaths > 10, "{deaths}");
}

#[test]
fn runs_are_not_lost_where_the_store_does_not_answer_at_first() {
    for reads in [1, 3] {
        let world = world();
        world.model.will([Scripted::call("open_browser", &json!({ "url": SHOP }).to_string()), Scripted::Hang]);
        let (_, run) = start(&world, "look for a lamp", None);
        world.settle();
        world.kill_worker();
        world.store.fail_reads(reads);
        world.model.will([Scripted::complete("went on")]);
        world.start_beside();
        world.settle();
        assert_eq!(told_ends(&world, &run), 1, "{reads} reads fail");
        assert_eq!(world.events.done().unwrap().summary, "went on");
    }
}

#[test]
fn a_store_that_cannot_be_read_is_told_and_nothing_is_begun_until_it_can() {
    let world = world();
    let tab = world.browser.open_in_front(SHOP);
    world.model.will([Scripted::Hang]);
    let (_, run) = start(&world, "look for a lamp", None);
    world.settle();
    world.kill_worker();
    world.store.fail_reads(u32::MAX);
    world.start_beside();
    world.settle();
    let told = world.notices.all();
    assert!(told.iter().any(|notice| notice.text.contains("being opened elsewhere")), "{told:?}");
    assert_eq!(world.browser.attached(), [tab], "nothing of a run that is not known is let go");
    let refused = world.send(Command::AgentRun { prompt: "another".into(), conversation_id: None, tab_id: None });
    assert_eq!(refused.unwrap().error.unwrap().code, ErrorCode::StorageFailed);
    world.store.fail_reads(0);
    world.model.will([Scripted::complete("went on")]);
    let Some(AnswerBody::Runs { runs, .. }) = world.send(Command::RunList { after: None }).unwrap().body else {
        panic!()
    };
    assert_eq!(runs.len(), 1);
    assert!(runs[0].run_id == run && runs[0].state != RunState::Done);
    world.settle();
    assert_eq!(world.events.done().unwrap().summary, "went on");
}
