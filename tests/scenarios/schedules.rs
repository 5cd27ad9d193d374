//! Schedules on fakes: a manual clock, a scripted model, a browser in memory, a worker that is killed.

use super::{SHOP, uid};
use edith_protocol::{AnswerBody, Command, Outcome, Reply};
use edith_testkit::{FakePage, Scripted, World};
use serde_json::{Value, json};

const MINUTE: f64 = 60_000.0;
pub(crate) const HOUR: f64 = 60.0 * MINUTE;
const DAY: f64 = 24.0 * HOUR;
/// 2026-05-04 00:00 UTC, a Monday.
pub(crate) const MONDAY: f64 = 1_777_852_800_000.0;

fn world() -> World {
    let world = World::default();
    world.browser.add_page(SHOP, FakePage::new("Shop").button("Search").button("Place order"));
    world.browser.add_page("http://evil.example/", FakePage::new("Evil").button("Hello"));
    world.clock.set(MONDAY);
    world
}

/// Writes the schedules as a script would.
pub(crate) fn write(world: &World, schedules: Value) {
    world.set("edith_schedules", schedules);
    world.check_schedules();
}

pub(crate) fn daily(more: Value) -> Value {
    let mut schedule =
        json!({"id": "d", "name": "Daily", "prompt": "look", "cronExpression": "0 9 * * *", "enabled": true});
    schedule.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    schedule
}

/// Fires the alarm at that time after Monday's midnight.
pub(crate) fn alarm(world: &World, after: f64) {
    world.clock.set(MONDAY + after);
    world.check_schedules();
    world.settle();
}

fn send(world: &World, command: Command) -> Reply {
    world.send(command).unwrap()
}

fn list(world: &World) -> Vec<Value> {
    match send(world, Command::ScheduleList { after: None }).body {
        Some(AnswerBody::Schedules { schedules, .. }) => {
            schedules.iter().map(|one| serde_json::to_value(one).unwrap()).collect()
        }
        other => panic!("{other:?}"),
    }
}

fn save(world: &World, schedule: Value) -> Reply {
    send(world, Command::ScheduleSave { schedule: schedule.into() })
}

/// The first schedule's runs: why each started and how it ended.
fn runs(world: &World) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap_or("on").to_owned();
    let list = list(world);
    list[0]["runs"].as_array().unwrap().iter().map(|run| (text(&run["why"]), text(&run["outcome"]))).collect()
}

fn ran(why: &str, outcome: &str) -> (String, String) {
    (why.to_owned(), outcome.to_owned())
}

fn open(url: &str) -> Scripted {
    Scripted::call("open_browser", &json!({ "url": url }).to_string())
}

#[test]
fn what_a_script_stores_runs_at_its_time_and_once() {
    let world = world();
    world.model.will([open(SHOP), Scripted::complete("all quiet"), open(SHOP), Scripted::complete("again")]);
    write(&world, json!([daily(json!({}))]));
    // The machine may change time zones, so it is checked again soon.
    assert_eq!(world.timetable.wakes_at(), Some(MONDAY + HOUR));
    alarm(&world, 8.5 * HOUR);
    assert!(world.events.done().is_none());
    assert_eq!(world.timetable.wakes_at(), Some(MONDAY + 9.0 * HOUR));
    alarm(&world, 9.0 * HOUR);
    assert_eq!(world.events.done().unwrap().summary, "all quiet");
    alarm(&world, 9.0 * HOUR + 1_000.0);
    // Rewriting the list does not repeat the time.
    write(&world, json!([daily(json!({"name": "Other"}))]));
    world.settle();
    assert_eq!(runs(&world), [ran("time", "completed")]);
    let stored = list(&world);
    assert_eq!(stored[0]["runs"][0]["summary"], "all quiet");
    assert!(stored[0]["runs"][0]["usage"]["promptTokens"].is_number());
    let conversation = stored[0]["runs"][0]["conversationId"].clone();
    assert_eq!(world.store.local("edith_conversations").unwrap()[0]["id"], conversation);
    alarm(&world, DAY + 9.0 * HOUR);
    assert_eq!(runs(&world), [ran("time", "completed"), ran("time", "completed")]);
    assert_eq!(world.store.local("edith_schedules").unwrap()[0]["lastRun"], json!(MONDAY + DAY + 9.0 * HOUR));
}

#[test]
fn lists_go_on_behind_the_number_they_are_asked_for() {
    let world = world();
    write(&world, json!([daily(json!({"id": "a"})), "nonsense", daily(json!({"id": "b"}))]));
    let page = |after: u32| match send(&world, Command::ScheduleList { after: Some(after) }).body {
        Some(AnswerBody::Schedules { schedules, after: None }) => serde_json::to_value(schedules).unwrap(),
        other => panic!("{other:?}"),
    };
    assert_eq!(page(0), json!(list(&world)));
    assert_eq!((page(1)[0]["schedule"].clone(), page(2)[0]["schedule"]["id"].clone()), (json!("nonsense"), json!("b")));
    assert_eq!(page(3), json!([]));
    world.model.will([Scripted::complete("one"), Scripted::complete("two")]);
    let (first, second) = (world.run("one").unwrap(), world.run("two").unwrap());
    world.settle();
    let runs = |after: Option<u32>| match send(&world, Command::RunList { after }).body {
        Some(AnswerBody::Runs { runs, after: None }) => runs.into_iter().map(|run| run.run_id).collect::<Vec<_>>(),
        other => panic!("{other:?}"),
    };
    let all = runs(None);
    assert!(all.len() == 2 && all.contains(&first) && all.contains(&second), "{all:?}");
    assert_eq!(runs(Some(1)), all[1..]);
    assert_eq!(runs(Some(2)), []);
    let models = |after| {
        let command = Command::ModelList { base_url: "http://127.0.0.1:1/v1".into(), api_key: None, kind: None, after };
        match send(&world, command).body {
            Some(AnswerBody::Models { models, after: None, .. }) => models,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!((models(None), models(Some(1))), (vec!["scripted".to_owned()], Vec::new()));
}

#[test]
fn a_worker_killed_at_any_write_neither_loses_nor_doubles_a_time() {
    for write_number in 1..40 {
        let world = world();
        world.model.will([
            open(SHOP),
            Scripted::complete("one"),
            Scripted::complete("two"),
            Scripted::complete("three"),
        ]);
        write(&world, json!([daily(json!({}))]));
        world.clock.set(MONDAY + 9.0 * HOUR);
        world.store.die_after_any(Some(write_number));
        world.check_schedules();
        world.settle();
        world.restart_worker();
        world.settle();
        let runs = runs(&world);
        assert_eq!(runs.len(), 1, "killed at write {write_number}: {runs:?}");
        assert_eq!(runs[0].0, "time", "killed at write {write_number}");
        assert!(["completed", "failed"].contains(&runs[0].1.as_str()), "killed at write {write_number}: {runs:?}");
        let opened = world.browser.done().iter().filter(|done| done.contains(SHOP)).count();
        assert!(opened <= 1, "killed at write {write_number}: {:?}", world.browser.done());
        assert_eq!(world.store.conversations().len(), 1, "killed at write {write_number}");
    }
}

#[test]
fn missed_times_are_made_up_for_once_or_skipped() {
    for (missed, expected) in [("once", ran("late", "completed")), ("skip", ran("time", "missed"))] {
        let world = world();
        world.model.will([Scripted::complete("late"), Scripted::complete("late too")]);
        write(&world, json!([daily(json!({"missed": missed}))]));
        // The browser is closed from Monday to Thursday.
        world.clock.set(MONDAY + 3.0 * DAY + 11.0 * HOUR);
        world.restart_worker();
        world.settle();
        alarm(&world, 3.0 * DAY + 12.0 * HOUR);
        assert_eq!(runs(&world), [expected], "{missed}");
    }
}

#[test]
fn a_paused_schedule_rests_and_runs_by_hand_all_the_same() {
    let world = world();
    world.model.will([Scripted::complete("by hand")]);
    write(&world, json!([daily(json!({}))]));
    assert!(save(&world, json!({"id": "d", "enabled": false})).ok);
    alarm(&world, 9.0 * HOUR);
    assert_eq!(runs(&world), []);
    assert_eq!(world.timetable.wakes_at(), None, "nothing is to come");
    assert_eq!(list(&world)[0]["next"], Value::Null);
    assert!(send(&world, Command::ScheduleRun { id: "d".into() }).ok);
    world.settle();
    assert_eq!(runs(&world), [ran("hand", "completed")]);
    assert!(save(&world, json!({"id": "d", "enabled": true})).ok);
    assert_eq!(list(&world)[0]["next"], json!(MONDAY + DAY + 9.0 * HOUR));
    assert_eq!(list(&world)[0]["schedule"]["name"], "Daily", "what was not named stays");
}

#[test]
fn what_needs_leave_parks_the_run_and_says_so() {
    let world = world();
    world.model.will([open(SHOP), Scripted::Hang]);
    write(&world, json!([daily(json!({"prompt": "buy a lamp"}))]));
    alarm(&world, 9.0 * HOUR);
    let order = Scripted::call("click", &json!({"uid": uid(&world, "Place order")}).to_string());
    world.model.will([order, Scripted::complete("never")]);
    world.restart_worker();
    world.settle();
    let done = world.events.done().unwrap();
    assert_eq!(done.outcome, Outcome::NeedsInput);
    assert!(done.summary.contains("buys something"), "{}", done.summary);
    assert!(world.events.ask().is_none(), "nobody is there to answer");
    assert_eq!(runs(&world), [ran("time", "needs_input")]);
    let notices = world.notices.all();
    assert_eq!((notices.len(), notices[0].title.as_str()), (1, "Daily needs you"));
    assert_eq!(notices[0].conversation, done.conversation_id);
    assert!(!world.browser.done().iter().any(|done| done.contains("Place order")), "{:?}", world.browser.done());
}

#[test]
fn what_a_schedule_may_do_it_does() {
    let world = world();
    world.model.will([open(SHOP), Scripted::Hang]);
    write(&world, json!([daily(json!({"prompt": "buy a lamp", "sites": ["shop.example"], "may": ["buy"]}))]));
    alarm(&world, 9.0 * HOUR);
    let order = Scripted::call("click", &json!({"uid": uid(&world, "Place order")}).to_string());
    world.model.will([order, Scripted::complete("bought")]);
    world.restart_worker();
    world.settle();
    assert_eq!(runs(&world), [ran("time", "completed")]);
    assert!(world.browser.done().iter().any(|done| done.contains("Place order")), "{:?}", world.browser.done());
    assert!(world.notices.all().is_empty(), "only problems are told");
    assert_eq!(world.store.local("edith_grants"), None, "a schedule's leave is its own");
}

#[test]
fn another_site_a_question_and_a_limit_park_the_run() {
    let question = Scripted::call("ask_user", &json!({"question": "Which lamp?"}).to_string());
    for (more, script, words) in [
        (json!({"sites": ["shop.example"]}), vec![open("http://evil.example/")], "evil.example"),
        (json!({}), vec![question], "Which lamp?"),
        (json!({"limits": {"maxSteps": 2}}), vec![open(SHOP), open(SHOP), open(SHOP)], "limit of 2 steps"),
        (json!({"limits": {"maxTokens": 1}}), vec![open(SHOP)], "limit of 1 tokens"),
    ] {
        let world = world();
        world.model.will(script);
        write(&world, json!([daily(more)]));
        alarm(&world, 9.0 * HOUR);
        let done = world.events.done().unwrap();
        assert_eq!(done.outcome, Outcome::NeedsInput, "{words}: {}", done.summary);
        assert!(done.summary.contains(words), "{words}: {}", done.summary);
        assert_eq!(world.notices.all().len(), 1, "{words}");
    }
}

#[test]
fn a_scheduled_run_leaves_the_persons_own_tab_alone() {
    let world = world();
    world.model.will([open(SHOP), Scripted::complete("done")]);
    // The user is on a page that the run could use.
    world.browser.open_in_front("http://evil.example/");
    write(&world, json!([daily(json!({}))]));
    alarm(&world, 9.0 * HOUR);
    assert_eq!(runs(&world), [ran("time", "completed")]);
    let first = world.model.requests().first().cloned().unwrap();
    let text = serde_json::to_string(&first.messages).unwrap();
    assert!(text.contains("scheduled run") && !text.contains("evil.example"), "{text}");
}

#[test]
fn a_schedule_can_be_a_chat_and_is_told_when_that_is_wanted() {
    let world = world();
    world.model.will([Scripted::Text("Good morning.".into())]);
    write(&world, json!([daily(json!({"mode": "chat", "notify": "always"}))]));
    alarm(&world, 9.0 * HOUR);
    assert_eq!(runs(&world), [ran("time", "completed")]);
    assert_eq!(world.notices.all()[0].title, "Daily: done");
    assert_eq!(world.notices.all()[0].text, "Good morning.");
}

#[test]
fn a_time_that_comes_while_the_run_before_is_on_is_skipped() {
    let world = world();
    world.model.will([Scripted::Hang]);
    write(&world, json!([daily(json!({"cronExpression": "0 * * * *"}))]));
    alarm(&world, HOUR);
    alarm(&world, 2.0 * HOUR);
    assert_eq!(runs(&world), [ran("time", "skipped"), ran("time", "on")]);
    assert!(!send(&world, Command::ScheduleRun { id: "d".into() }).ok);
}

#[test]
fn schedules_are_made_changed_previewed_and_deleted() {
    let world = world();
    let new = json!({"name": "News", "prompt": "read", "cronExpression": "0 9 * * 1-5"});
    assert!(save(&world, new).ok);
    let made = list(&world);
    assert_eq!(made[0]["schedule"]["enabled"], true);
    assert_eq!(made[0]["next"], json!(MONDAY + 9.0 * HOUR));
    let id = made[0]["schedule"]["id"].as_str().unwrap().to_owned();
    for wrong in [json!({"id": id, "cronExpression": "often"}), json!({"prompt": "", "cronExpression": "@daily"})] {
        let reply = save(&world, wrong);
        assert!(!reply.ok && reply.error.is_some());
    }
    assert_eq!(list(&world)[0]["schedule"], made[0]["schedule"], "what is refused changes nothing");
    let times = send(&world, Command::SchedulePreview { cron_expression: "0 12 * * *".into() });
    let expected = [0.0, 1.0, 2.0].map(|day| MONDAY + day * DAY + 12.0 * HOUR);
    assert_eq!(times.body, Some(AnswerBody::Times { times: expected.to_vec() }));
    assert!(send(&world, Command::ScheduleDelete { id }).ok);
    assert!(list(&world).is_empty());
    assert_eq!(world.store.local("edith_schedule_log"), Some(json!({})));
    // A malformed list is shown with its problem and does no harm.
    write(&world, json!([daily(json!({"cronExpression": "x"})), daily(json!({"id": "ok"})), 3]));
    let listed = list(&world);
    assert!(listed[0]["problem"].as_str().unwrap().contains("5 parts"));
    assert_eq!((listed.len(), &listed[1]["problem"]), (3, &Value::Null));
}

#[test]
fn the_clock_of_the_place_counts_also_after_a_journey() {
    let world = world();
    world.model.will([Scripted::complete("here"), Scripted::complete("there")]);
    world.timetable.go_to(|_| 120);
    write(&world, json!([daily(json!({}))]));
    assert_eq!(list(&world)[0]["next"], json!(MONDAY + 7.0 * HOUR));
    alarm(&world, 7.0 * HOUR);
    assert_eq!(runs(&world).len(), 1);
    // Five hours further west it is nine o'clock again that day.
    world.timetable.go_to(|_| -180);
    alarm(&world, 8.0 * HOUR);
    assert_eq!(list(&world)[0]["next"], json!(MONDAY + 12.0 * HOUR));
    alarm(&world, 12.0 * HOUR);
    assert_eq!(runs(&world).len(), 2);
}

#[test]
fn a_person_who_is_away_is_told_of_questions_and_ends_of_their_own_tasks() {
    for watched in [false, true] {
        let world = world();
        world.notices.watch(watched);
        let question = Scripted::call("ask_user", &json!({"question": "Which lamp?"}).to_string());
        world.model.will([question, Scripted::complete("bought")]);
        world.run("buy a lamp").unwrap();
        world.settle();
        let ask = world.events.ask().unwrap();
        send(&world, Command::AgentAnswer { run_id: ask.run_id, ask_id: ask.ask_id, answer: "brass".into() });
        world.settle();
        let told: Vec<(String, String)> =
            world.notices.all().into_iter().map(|notice| (notice.title, notice.text)).collect();
        let expected = [("EDITH needs your answer", "Which lamp?"), ("EDITH is done", "bought")];
        let expected = expected.map(|(title, text)| (title.to_owned(), text.to_owned()));
        assert_eq!(told, if watched { Vec::new() } else { expected.to_vec() }, "watched: {watched}");
    }
}
