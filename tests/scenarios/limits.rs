//! Limits of a task and a day with a person there: asked about once, raised for the task alone, also after a worker's death; and what else is told of
//! a model server that is busy or refuses the key.

use super::{SHOP, open};
use edith_model::{Clock, ModelTurn};
use edith_protocol::{Ask, AskKind, Command, Event, LimitKind, LimitSpan, Outcome, Progress, RunId, Usage};
use edith_testkit::{FakeAnswer, FakePage, Scripted, World};
use serde_json::{Value, json};
use std::cell::Cell;

/// A run that opens pages for ever, 1,000 tokens a turn, with these settings and a price of a cent a turn.
fn endless(mut settings: Value) -> (World, RunId) {
    let world = World::default();
    world.browser.add_host("shop.example", FakePage::new("Shop").button("Add lamp"));
    world.set("edith_model", json!("m"));
    settings["prices"] = json!([{"model": "m", "prompt": 10.0, "cached": 10.0, "completion": 0.0}]);
    settings["maxCompletionTokens"] = json!(300);
    world.set("edith_settings", settings);
    let pages = Cell::new(0);
    world.model.always(move |_| {
        pages.set(pages.get() + 1);
        let (id, url) = (format!("k{}", pages.get()), format!("{SHOP}{}", pages.get()));
        let arguments = json!({ "url": url }).to_string();
        let call = edith_protocol::ToolCall { id, name: "navigate".into(), arguments };
        let usage = Some(Usage { prompt_tokens: 1_000, ..Usage::default() });
        Scripted::Turn(Box::new(ModelTurn { tool_calls: vec![call], usage, ..ModelTurn::default() }))
    });
    let run = world.run(&format!("look around {SHOP}")).unwrap();
    world.settle();
    (world, run)
}

fn asks(world: &World) -> Vec<Ask> {
    let ask = |event| if let Event::Ask(ask) = event { Some(ask) } else { None };
    world.events.all().into_iter().filter_map(ask).collect()
}

fn answer(world: &World, ask: &Ask, words: &str) {
    let (run_id, ask_id) = (ask.run_id.clone(), ask.ask_id.clone());
    let reply = world.send(Command::AgentAnswer { run_id, ask_id, answer: words.into() }).unwrap();
    assert!(reply.ok, "{reply:?}");
    world.settle();
}

#[test]
fn each_limit_asks_goes_on_when_raised_and_asks_again_at_the_next() {
    for (settings, kind, span) in [
        (json!({"maxSteps": 4}), LimitKind::Steps, LimitSpan::Task),
        (json!({"maxSteps": 200, "maxDaySteps": 4}), LimitKind::Steps, LimitSpan::Day),
        (json!({"maxSteps": 200, "maxRunTokens": 20_000}), LimitKind::Tokens, LimitSpan::Task),
        (json!({"maxSteps": 200, "maxDayTokens": 20_000}), LimitKind::Tokens, LimitSpan::Day),
        (json!({"maxSteps": 200, "maxRunPrice": 0.1}), LimitKind::Price, LimitSpan::Task),
        (json!({"maxSteps": 200, "maxDayPrice": 0.1}), LimitKind::Price, LimitSpan::Day),
        // Without a word of the person.
        (json!({"maxSteps": 200}), LimitKind::Price, LimitSpan::Task),
    ] {
        let (world, _) = endless(settings.clone());
        let mut called = 0;
        for round in 1..=3 {
            let all = asks(&world);
            let ask = all.last().unwrap_or_else(|| panic!("{settings}: nothing is asked"));
            assert_eq!(all.len(), round, "{settings}");
            let AskKind::Limit { limit, .. } = &ask.kind else { panic!("{ask:?}") };
            assert_eq!((limit.kind, limit.span), (kind, span), "{settings}");
            assert!(limit.used <= limit.limit && limit.more > 0.0, "{settings}: {limit:?}");
            let requests = world.model.requests().len();
            assert!(requests > called, "{settings}: raised by too little for a single call");
            called = requests;
            // The worker dies while the person thinks.
            world.restart_worker();
            world.settle();
            assert_eq!(world.model.requests().len(), requests, "{settings}: it waits");
            answer(&world, ask, "once");
        }
        let last = asks(&world).pop().unwrap();
        answer(&world, &last, "deny");
        let done = world.events.done().unwrap();
        assert_eq!(done.outcome, Outcome::Partial, "{settings}: {}", done.summary);
        assert!(done.summary.contains("The limit of"), "{settings}: {}", done.summary);
    }
}

#[test]
fn a_raised_limit_holds_for_its_task_alone() {
    let (world, _) = endless(json!({"maxSteps": 4}));
    let first = asks(&world).pop().unwrap();
    answer(&world, &first, "once");
    let second = asks(&world).pop().unwrap();
    answer(&world, &second, "deny");
    let run = world.run(&format!("look around {SHOP} again")).unwrap();
    world.settle();
    let ask = asks(&world).pop().unwrap();
    let AskKind::Limit { limit, .. } = &ask.kind else { panic!("{ask:?}") };
    assert_eq!((ask.run_id.clone(), limit.limit), (run, 4.0));
    assert_eq!(world.store.local("edith_settings").unwrap()["maxSteps"], json!(4), "the setting stays");
}

#[test]
fn a_limit_on_the_price_of_a_model_without_a_price_ends_the_run_as_no_answer_helps() {
    let world = World::default();
    world.set("edith_settings", json!({"maxRunPrice": 1.0}));
    world.model.will([Scripted::complete("done")]);
    world.run("look around").unwrap();
    world.settle();
    let done = world.events.done().unwrap();
    assert_eq!((done.outcome, asks(&world).len()), (Outcome::Failed, 0));
    assert!(done.summary.contains("the price of this model is not known"), "{}", done.summary);
}

#[test]
fn the_end_of_the_time_is_asked_about_and_a_yes_lets_the_call_be_made_again() {
    let world = World::default();
    world.set("edith_settings", json!({"maxRunSeconds": 60}));
    world.model.will([Scripted::Hang, Scripted::complete("done")]);
    world.run("look around").unwrap();
    world.settle();
    let ask = asks(&world).pop().expect("it asks");
    let AskKind::Limit { limit, .. } = &ask.kind else { panic!("{ask:?}") };
    assert_eq!((limit.kind, limit.limit, limit.more), (LimitKind::Time, 60.0, 60.0));
    answer(&world, &ask, "once");
    assert_eq!(world.events.done().unwrap().outcome, Outcome::Completed);
}

#[test]
fn a_word_meanwhile_leaves_the_question_open_and_is_heard_after_it() {
    let (world, run) = endless(json!({"maxSteps": 4}));
    let ask = asks(&world).pop().unwrap();
    assert!(world.send(Command::AgentSay { run_id: run, text: "be quick".into() }).unwrap().ok);
    world.settle();
    let requests = world.model.requests().len();
    answer(&world, &ask, "once");
    let next = serde_json::to_string(&world.model.requests()[requests].messages).unwrap();
    assert!(next.contains("be quick"), "{next}");
}

#[test]
fn a_busy_server_is_told_with_the_time_when_it_is_asked_again() {
    let world = World::default();
    let busy = FakeAnswer::status(429, &[("retry-after", "7")], r#"{"error": {"message": "slow down"}}"#);
    world.model.will([Scripted::Sent(busy), Scripted::complete("done")]);
    let began = world.clock.now();
    world.run("look around").unwrap();
    world.settle();
    let told = |event| match event {
        Event::Progress(Progress { waiting, .. }) => waiting,
        _ => None,
    };
    let waits: Vec<_> = world.events.all().into_iter().filter_map(told).collect();
    assert_eq!(waits.len(), 1, "{waits:?}");
    assert!((began + 7_000.0..began + 8_000.0).contains(&waits[0].until), "{waits:?}");
    assert!(waits[0].reason.contains("slow down"), "{waits:?}");
    assert_eq!(world.events.done().unwrap().outcome, Outcome::Completed);
}

#[test]
fn a_refused_key_is_told_with_its_server_and_kept_with_the_conversation() {
    for (status, refused) in [(401, Some("default".to_owned())), (404, None)] {
        let world = World::default();
        world.model.will([open(), Scripted::Sent(FakeAnswer::status(status, &[], "no"))]);
        world.browser.add_page(SHOP, FakePage::new("Shop"));
        world.run("look around").unwrap();
        world.settle();
        let done = world.events.done().unwrap();
        assert_eq!((done.outcome, &done.refused_key), (Outcome::Failed, &refused), "{status}");
        let stored = world.store.conversations().pop().unwrap();
        let ending = stored.messages.last().and_then(|last| last.ending.clone()).unwrap();
        assert_eq!(ending.refused_key, refused, "{status}");
    }
}
