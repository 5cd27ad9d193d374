//! Finished tasks done again without a model, on the same pages and on pages that somebody has changed since: right or stopped, never wrong.

#[path = "replays/tasks.rs"]
mod tasks;

use edith_actions::action::Action;
use edith_protocol::{AnswerBody, Ask, AskAnswer, AskKind, Command, Outcome, ReplayShown, RunId};
use edith_testkit::{Scripted, Seen, World};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use tasks::{ALL, BUY, CASES, End, LAMP, Pages, SET, SHOP, TIDY, Task, WRITE, is_meant};

/// What was done on which element of which page, and whether it was the one that is meant.
type Done = Vec<(String, String, bool)>;

/// The calls of a task by the places of its elements, as they are on these pages.
fn calls(task: &Task, pages: &Pages) -> Vec<Scripted> {
    let (mut before, mut here) = (0, task.start);
    let size = |url: &str| pages.iter().find(|(known, _)| *known == url).map_or(0, |(_, page)| page.nodes.len());
    let mut calls = Vec::new();
    for (url, node, tool, args) in task.steps {
        if *url != here {
            before += size(here);
            here = url;
        }
        let mut args: Value = args();
        args["uid"] = json!(before + *node as usize);
        calls.push(Scripted::call(tool, &args.to_string()));
    }
    let mut end = json!({ "summary": "It is done." });
    if !task.evidence.is_empty() {
        end["evidence"] = json!(task.evidence);
    }
    calls.push(Scripted::call("task_complete", &end.to_string()));
    calls
}

fn open(world: &World, task: &Task, pages: &Pages) {
    for (url, page) in pages {
        world.browser.add_page(url, page.clone());
    }
    world.browser.open_in_front(task.start);
}

/// Answers approvals with yes and other questions with their last choice, which is "stop"; returns how many approvals there were, and the first question.
/// Ends early if the worker dies.
fn answer(world: &World) -> (usize, Option<String>) {
    let (mut approvals, mut asked) = (0, None);
    for _ in 0..20 {
        world.settle();
        let Some(ask) = open_ask(world) else { break };
        let answer = match &ask.kind {
            AskKind::Approval(_) => {
                approvals += 1;
                AskAnswer::Once
            }
            // A grave step that a death interrupted: the page shows nothing, so the person says so.
            AskKind::Question { options, .. } if options.is_empty() => "I do not know".into(),
            AskKind::Question { options, .. } => {
                asked.get_or_insert(ask.text.clone());
                options.last().unwrap().as_str().into()
            }
            other => panic!("{other:?}"),
        };
        let Some(reply) = world.send(Command::AgentAnswer { run_id: ask.run_id, ask_id: ask.ask_id, answer }) else {
            break;
        };
        assert!(reply.ok, "{reply:?}");
    }
    (approvals, asked)
}

fn open_ask(world: &World) -> Option<Ask> {
    let Some(AnswerBody::Runs { runs, .. }) = world.send(Command::RunList { after: None })?.body else { return None };
    runs.into_iter().find_map(|run| run.ask)
}

/// A world in which the task was done as the model was told.
fn recorded(task: &Task) -> (World, RunId, usize) {
    let (world, pages) = (World::default(), task.marked());
    open(&world, task, &pages);
    world.model.will(calls(task, &pages));
    let run = world.run(task.prompt).unwrap();
    let (approvals, asked) = answer(&world);
    let done = world.events.done().unwrap();
    assert_eq!((done.outcome, asked), (Outcome::Completed, None), "{}: {}", task.prompt, done.summary);
    (world, run, approvals)
}

/// Everything that was done, but looking and going where a replay begins.
fn done(world: &World, pages: &Pages, from: usize) -> Done {
    let mut done = Vec::new();
    for sight in world.browser.sights().into_iter().skip(from) {
        let Seen::Did(mut action) = sight.what else { continue };
        if matches!(action, Action::Wait { .. } | Action::Scroll { .. }) {
            continue;
        }
        let page = pages.iter().find(|(url, _)| *url == sight.page).map(|(_, page)| page);
        let nodes: Vec<u32> = action.targets_mut().into_iter().map(|target| target.element.node).collect();
        let meant = page.is_some_and(|page| nodes.iter().all(|node| is_meant(page, *node)));
        let name = action.targets_mut().into_iter().map(|target| target.name.clone()).collect::<String>();
        done.push((sight.page.clone(), name, meant));
    }
    // What was clicked navigates before it is seen.
    done
}

fn replay(world: &World, run: &RunId, values: BTreeMap<String, String>) -> RunId {
    let reply = world.send(Command::ReplayRun { run_id: run.clone(), values, tab_id: None }).unwrap();
    match reply.body {
        Some(AnswerBody::Started { run_id, .. }) => run_id,
        other => panic!("{other:?} {:?}", reply.error),
    }
}

fn shown(world: &World, run: &RunId) -> ReplayShown {
    match world.send(Command::ReplayGet { run_id: run.clone() }).unwrap().body {
        Some(AnswerBody::Replay { replay }) => replay,
        other => panic!("{other:?}"),
    }
}

/// The person closes what the task left, and comes back to where it began; the site shows these pages now.
fn come_back(world: &World, task: &Task, pages: &Pages) -> usize {
    for (tab, _) in world.browser.open_tabs() {
        world.browser.close_tab(tab);
    }
    open(world, task, pages);
    world.browser.sights().len()
}

/// What the task does when everything is as it was.
fn wanted(task: &Task) -> Vec<(String, String)> {
    let pages = task.marked();
    let name = |url: &str, node: u32| {
        let page = &pages.iter().find(|(known, _)| *known == url).unwrap().1;
        page.nodes.iter().find(|one| one.node == node).unwrap().name.clone()
    };
    task.steps.iter().map(|(url, node, ..)| ((*url).to_owned(), name(url, *node))).collect()
}

/// Whether these are the task's own deeds on what is meant, in order: all but so many, or only the first of them.
fn is_harmless(task: &Task, done: &Done, left_out: usize) -> bool {
    let wanted = wanted(task);
    let mut rest = wanted.iter();
    let in_order = done.iter().all(|(url, name, meant)| *meant && rest.any(|(u, n)| u == url && n == name));
    in_order && (left_out > 0 || done.iter().zip(&wanted).all(|((url, name, _), (u, n))| u == url && n == name))
}

#[test]
fn on_pages_that_are_as_they_were_everything_is_done_again() {
    for task in ALL {
        let (world, run, approvals) = recorded(task);
        let replay_shown = shown(&world, &run);
        assert_eq!((replay_shown.steps.len(), replay_shown.why), (task.steps.len(), None), "{}", task.prompt);
        let requests = world.model.requests().len();
        let pages = task.marked();
        let from = come_back(&world, task, &pages);
        // No server, no network.
        world.set("edith_api_base_url", json!(""));
        replay(&world, &run, BTreeMap::new());
        let (again, asked) = answer(&world);
        let end = world.events.done().unwrap();
        assert_eq!((end.outcome, asked), (Outcome::Completed, None), "{}: {}", task.prompt, end.summary);
        assert_eq!(again, approvals, "{}: what was allowed then is asked again", task.prompt);
        assert_eq!(world.model.requests().len(), requests, "no model is asked");
        let done = done(&world, &pages, from);
        assert_eq!(done.len(), task.steps.len(), "{}: {done:?}", task.prompt);
        assert!(is_harmless(task, &done, 0), "{}: {done:?}", task.prompt);
        if !task.evidence.is_empty() {
            assert!(end.evidence.iter().any(|proof| proof.text == task.evidence), "{:?}", end.evidence);
        }
    }
}

#[test]
fn what_was_filled_in_by_one_call_is_done_again_field_by_field_with_other_values() {
    let (world, pages) = (World::default(), WRITE.marked());
    open(&world, &WRITE, &pages);
    let fields = json!([
        { "uid": 1, "value": "Ada Lovelace" }, { "uid": 2, "value": "ada@mail.example" }, { "uid": 3, "value": "Praise" }
    ]);
    world.model.will([
        Scripted::call("fill", &json!({ "fields": fields }).to_string()),
        Scripted::call("click", r#"{"uid": 4}"#),
        Scripted::call("task_complete", r#"{"summary": "It is sent."}"#),
    ]);
    let run = world.run(WRITE.prompt).unwrap();
    answer(&world);
    assert_eq!(world.events.done().unwrap().outcome, Outcome::Completed);
    let ReplayShown { steps, fields, why, .. } = shown(&world, &run);
    assert_eq!((steps.len(), why), (4, None), "{steps:?}");
    assert_eq!(fields.iter().map(|field| field.label.as_str()).collect::<Vec<_>>(), ["Name", "Email", "Topic"]);
    let from = come_back(&world, &WRITE, &pages);
    let values = BTreeMap::from([(fields[0].id.clone(), "Grace Hopper".to_owned())]);
    replay(&world, &run, values);
    let (_, asked) = answer(&world);
    let end = world.events.done().unwrap();
    assert_eq!((end.outcome, asked), (Outcome::Completed, None), "{}", end.summary);
    let done = done(&world, &pages, from);
    assert!(done.len() == 4 && is_harmless(&WRITE, &done, 0), "{done:?}");
    assert!(world.browser.done().iter().any(|done| done.contains("Grace Hopper")), "{:?}", world.browser.done());
}

#[test]
fn on_pages_that_somebody_has_changed_it_is_right_or_stops_and_is_never_wrong() {
    assert!(CASES.len() >= 30);
    let (mut right, mut stopped) = (0, 0);
    for (name, task, change, end) in CASES {
        let (world, run, _) = recorded(task);
        let mut pages = task.marked();
        change(&mut pages);
        let from = come_back(&world, task, &pages);
        let requests = world.model.requests().len();
        replay(&world, &run, BTreeMap::new());
        let (_, asked) = answer(&world);
        let outcome = world.events.done().unwrap().outcome;
        let done = done(&world, &pages, from);
        let left_out = if let End::RightWithout(left_out) = end { *left_out } else { 0 };
        assert!(is_harmless(task, &done, left_out), "{name}: wrong: {done:?}");
        match end {
            End::Right | End::RightWithout(_) => {
                assert_eq!((outcome, &asked), (Outcome::Completed, &None), "{name}: {done:?}");
                assert_eq!(done.len(), task.steps.len() - left_out, "{name}: {done:?}");
                right += 1;
            }
            End::Stopped => {
                assert!(asked.is_some() && outcome != Outcome::Completed, "{name}: {outcome:?} {done:?}");
                stopped += 1;
            }
        }
        assert_eq!(world.model.requests().len(), requests, "{name}");
    }
    assert!(right >= 10 && stopped >= 15, "{right} right, {stopped} stopped");
}

#[test]
fn a_redirect_elsewhere_stops_it() {
    let (world, run, _) = recorded(&BUY);
    let mut pages = BUY.marked();
    let page = pages.iter().find(|(url, _)| *url == LAMP).unwrap().1.clone();
    pages.push(("http://evil.example/lamp", page));
    let from = come_back(&world, &BUY, &pages);
    world.browser.redirect(|url| (url == LAMP).then(|| "http://evil.example/lamp".to_owned()));
    replay(&world, &run, BTreeMap::new());
    let (_, asked) = answer(&world);
    assert!(asked.is_some() && world.events.done().unwrap().outcome != Outcome::Completed);
    assert!(done(&world, &pages, from).len() <= 2);
}

/// The control: the same calls by the elements' places do harm on many of the same pages.
#[test]
fn a_replay_by_places_would_do_harm() {
    let mut harmed = Vec::new();
    for (name, task, change, _) in CASES {
        let mut pages = task.marked();
        change(&mut pages);
        let world = World::default();
        open(&world, task, &pages);
        world.model.will(calls(task, &pages));
        world.model.always(|_| Scripted::call("task_fail", r#"{"reason": "It is not there."}"#));
        world.run(task.prompt).unwrap();
        answer(&world);
        if !is_harmless(task, &done(&world, &pages, 0), 0) {
            harmed.push(*name);
        }
    }
    assert!(harmed.len() >= 8, "{harmed:?}");
}

#[test]
fn a_worker_that_dies_in_the_middle_neither_doubles_a_step_nor_loses_one() {
    for task in [&BUY, &WRITE, &TIDY, &SET] {
        let mut ends = [0, 0];
        for at in 1..400 {
            let (world, run, _) = recorded(task);
            let pages = task.marked();
            let from = come_back(&world, task, &pages);
            replay(&world, &run, BTreeMap::new());
            world.life().die_at(world.life().passed() + at * 7);
            answer(&world);
            if !world.life().is_over() {
                break;
            }
            world.restart_worker();
            let (_, asked) = answer(&world);
            let done = done(&world, &pages, from);
            assert!(is_harmless(task, &done, 0), "{} at {at}: {done:?}", task.prompt);
            let is_done = world.events.done().unwrap().outcome == Outcome::Completed && asked.is_none();
            assert!(!is_done || done.len() == task.steps.len(), "{} at {at}: {done:?}", task.prompt);
            ends[usize::from(is_done)] += 1;
        }
        assert!(ends[1] > 1, "{}: {ends:?}", task.prompt);
    }
}

#[test]
fn other_values_are_entered_and_what_depends_on_them_is_expected_with_them() {
    let (world, run, _) = recorded(&WRITE);
    let shown = shown(&world, &run);
    assert_eq!(shown.template, "Tell the office that I am {{Name}}");
    let labels: Vec<&str> = shown.fields.iter().map(|field| field.label.as_str()).collect();
    assert_eq!(labels, ["Name", "Email", "Topic"]);
    let pages = WRITE.marked();
    come_back(&world, &WRITE, &pages);
    let values = BTreeMap::from([(shown.fields[0].id.clone(), "Grace Hopper".to_owned())]);
    let again = replay(&world, &run, values);
    answer(&world);
    let end = world.events.done().unwrap();
    assert_eq!((&end.run_id, end.outcome), (&again, Outcome::Completed), "{}", end.summary);
    let typed: Vec<String> = world.browser.done().into_iter().filter(|done| done.contains("Grace Hopper")).collect();
    assert_eq!(typed.len(), 1, "{:?}", world.browser.done());
    // A replay is a finished task too.
    assert_eq!(self::shown(&world, &end.run_id).fields[0].value, "Grace Hopper");
}

#[test]
fn it_begins_where_the_task_began_from_wherever_the_person_is() {
    let (world, run, _) = recorded(&BUY);
    let pages = BUY.marked();
    let from = come_back(&world, &Task { start: "http://news.example/", ..BUY }, &pages);
    world.browser.add_page("http://news.example/", edith_testkit::FakePage::new("News").button("Subscribe"));
    replay(&world, &run, BTreeMap::new());
    answer(&world);
    assert_eq!(world.events.done().unwrap().outcome, Outcome::Completed);
    assert!(is_harmless(&BUY, &done(&world, &pages, from), 0));
    assert!(world.browser.log().iter().any(|(_, done)| *done == format!("navigate {SHOP}")));
}

#[test]
fn where_it_stops_a_model_can_go_on() {
    let (world, run, _) = recorded(&TIDY);
    let mut pages = TIDY.marked();
    CASES.iter().find(|(name, ..)| *name == "the row is gone").unwrap().2(&mut pages);
    come_back(&world, &TIDY, &pages);
    replay(&world, &run, BTreeMap::new());
    world.settle();
    let ask = world.events.ask().unwrap();
    let AskKind::Question { options, .. } = &ask.kind else { panic!("{ask:?}") };
    assert!(ask.text.contains("“Delete”"), "{}", ask.text);
    assert!(options.iter().any(|option| option == "Let the model go on"), "{options:?}");
    world.model.will([Scripted::call("task_fail", r#"{"reason": "There is no invoice 8."}"#)]);
    let answer = "Let the model go on".into();
    assert!(world.send(Command::AgentAnswer { run_id: ask.run_id, ask_id: ask.ask_id, answer }).unwrap().ok);
    world.settle();
    assert_eq!(world.events.done().unwrap().summary, "There is no invoice 8.");
}

#[test]
fn what_cannot_be_done_again_says_why() {
    let world = World::default();
    world.model.will([Scripted::Text("Hello.".into())]);
    let run = world.run("say hello").unwrap();
    world.settle();
    assert!(shown(&world, &run).why.unwrap().contains("did nothing on a page"));
    let refused = world.send(Command::ReplayRun { run_id: run, values: BTreeMap::new(), tab_id: None }).unwrap();
    assert!(!refused.ok);
    let unknown = world.send(Command::ReplayGet { run_id: "none".into() }).unwrap();
    assert!(!unknown.ok);
}
