//! The clipboard: what the run copied is told as what it read, and what the person copied is never pasted unasked.

use edith_gate::Switch;
use edith_protocol::{Command, Event, RunId};
use edith_testkit::{FakePage, Scripted, World};
use serde_json::{Value, json};

const MAIL: &str = "https://mail.example/";
const FORUM: &str = "https://forum.example/";
const EVIL: &str = "https://evil.example/";

fn world() -> World {
    let world = World::default();
    let page = |title: &str| FakePage::new(title).input("Text").button("Paste from clipboard").button("Help");
    world.browser.add_page(MAIL, page("Mail").button("Log out"));
    world.browser.add_page(FORUM, page("Forum"));
    world.browser.add_page(EVIL, page("Evil"));
    world
}

/// Runs these calls for a task; returns the run.
fn run(world: &World, task: &str, calls: &[(&str, Value)]) -> RunId {
    let calls = calls.iter().map(|(tool, arguments)| Scripted::call(tool, &arguments.to_string()));
    world.model.will(calls.chain([Scripted::complete("done")]));
    let run = world.run(task).unwrap();
    world.settle();
    run
}

fn open(url: &str) -> (&'static str, Value) {
    ("navigate", json!({ "url": url }))
}

fn key(key: &str) -> (&'static str, Value) {
    ("press_key", json!({ "key": key }))
}

fn select() -> (&'static str, Value) {
    ("select_text", json!({ "uid": 1, "text": "x" }))
}

fn pasted(world: &World) -> bool {
    let done = world.browser.done();
    done.iter().any(|done| {
        ["Control+v", "Control+Shift+V", "Shift+Insert", "Meta+v", "Paste", "click \"Text\""]
            .iter()
            .any(|paste| done.contains(paste))
    })
}

fn question(world: &World) -> String {
    world.events.ask().map(|ask| ask.text).unwrap_or_default()
}

#[test]
fn the_persons_own_clipboard_is_pasted_only_after_a_question_whatever_the_mode() {
    let ways = [
        key("Control+v"),
        key("Control+Shift+V"),
        key("Meta+v"),
        key("Shift+Insert"),
        ("click", json!({ "uid": 2 })),
        ("press_key", json!({ "key": "Enter", "uid": 2 })),
        ("click", json!({ "uid": 1, "button": "middle" })),
    ];
    for gate_is_on in [true, false] {
        for way in &ways {
            // A copy of nothing, or one by a button, proves nothing: the clipboard may still be the person's.
            for before in [vec![], vec![key("Control+c")], vec![("click", json!({ "uid": 3 }))]] {
                Switch::only_off((!gate_is_on).then_some(Switch::Clipboard));
                let world = world();
                world.set("edith_settings", json!({ "approvals": "auto" }));
                let calls: Vec<_> = [open(FORUM)].into_iter().chain(before.clone()).chain([way.clone()]).collect();
                let run = run(&world, "fill in https://forum.example/", &calls);
                Switch::only_off(None);
                let answers = world.events.answers();
                assert_eq!(
                    question(&world).contains("your clipboard"),
                    gate_is_on,
                    "{way:?} after {before:?}: {answers:?}"
                );
                assert_eq!(pasted(&world), !gate_is_on, "{way:?}: {:?}", world.browser.done());
                let Some(ask) = world.events.ask() else { continue };
                // It is asked each time.
                let answer = Command::AgentAnswer { run_id: run, ask_id: ask.ask_id.clone(), answer: "task".into() };
                world.model.will([Scripted::call(way.0, &way.1.to_string())]);
                assert!(world.send(answer).unwrap().ok);
                world.settle();
                assert!(
                    pasted(&world),
                    "{way:?} after {before:?}: {:?} {:?}",
                    world.browser.done(),
                    world.events.answers().last()
                );
            }
        }
    }
}

#[test]
fn what_the_run_copied_itself_is_pasted_on_the_same_site_and_on_named_ones_unasked() {
    for (task, calls, asked) in [
        ("edit https://forum.example/", vec![open(FORUM), select(), key("Control+c"), key("Control+v")], false),
        (
            "carry it from mail.example to forum.example",
            vec![open(MAIL), select(), key("Control+c"), open(FORUM), key("Control+v")],
            false,
        ),
        // What is private goes nowhere else, however it is carried.
        ("look at mail.example", vec![open(MAIL), select(), key("Control+c"), open(EVIL), key("Control+v")], true),
    ] {
        let world = world();
        run(&world, task, &calls);
        assert_eq!(world.events.ask().is_some(), asked, "{task}: {}", question(&world));
        assert_eq!(pasted(&world), !asked, "{task}");
        assert_eq!(question(&world).contains("mail.example"), asked, "{task}: {}", question(&world));
    }
}

#[test]
fn a_copy_is_the_persons_again_after_a_while_and_after_they_had_the_tab() {
    for pauses in [true, false] {
        let world = world();
        let calls = [open(FORUM), select(), key("Control+c")];
        let calls = calls.iter().map(|(tool, arguments)| Scripted::call(tool, &arguments.to_string()));
        world.model.will(calls.chain([Scripted::Hang]));
        let run = world.run("edit https://forum.example/").unwrap();
        world.settle();
        world.model.will([Scripted::call("press_key", &key("Control+v").1.to_string()), Scripted::Hang]);
        if pauses {
            world.send(Command::AgentPause { run_id: run.clone() }).unwrap();
            world.send(Command::AgentResume { run_id: run }).unwrap();
        } else {
            world.clock.set(edith_port::Clock::now(&world.clock) + 121_000.0);
            world.restart_worker();
        }
        world.settle();
        assert!(question(&world).contains("your clipboard"), "{pauses}: {:?}", world.browser.done());
    }
}

#[test]
fn unattended_the_persons_clipboard_ends_the_run() {
    let world = world();
    let calls = [open(FORUM), key("Control+v")].map(|(tool, arguments)| Scripted::call(tool, &arguments.to_string()));
    world.model.will(calls.into_iter().chain([Scripted::complete("done")]));
    let schedule = json!({"id": "d", "prompt": "paste", "cronExpression": "0 9 * * *", "enabled": true});
    world.clock.set(1_777_852_800_000.0);
    super::schedules::write(&world, json!([schedule]));
    super::schedules::alarm(&world, 9.0 * super::schedules::HOUR);
    let ended = world.events.all().into_iter().find_map(|event| match event {
        Event::Done(done) => Some(done.summary),
        _ => None,
    });
    assert!(ended.as_deref().is_some_and(|summary| summary.contains("your clipboard")), "{ended:?}");
    assert!(!pasted(&world));
}
