//! The reducer's results for events in and out of order.

use super::*;
use edith_protocol::{AskKind, Done, Outcome, SourceShown, Usage, WaitShown};
use serde_json::json;

fn progress(step: u32, call: Option<&str>, result: Option<&str>, timestamp: f64) -> Progress {
    Progress {
        run_id: "r".into(),
        conversation_id: "c".into(),
        step,
        text: call.map_or("Thinking", |_| "Click “Search”").into(),
        timestamp,
        call_id: call.map(Into::into),
        tool: call.map(|_| "click".into()),
        args: call.map(|_| json!({"uid": 12}).into()),
        result: result.map(Into::into),
        ok: result.map(|result| !result.starts_with("Error")),
        screenshot: None,
        usage: None,
        step_usage: None,
        parent_run_id: None,
        sources: None,
        answers: None,
        plan: None,
        form: None,
        recorded: None,
        waiting: None,
    }
}

fn delta(text: &str) -> Event {
    Event::Delta { run_id: "r".into(), conversation_id: "c".into(), text: text.into() }
}

fn ask() -> Ask {
    Ask {
        run_id: "r".into(),
        conversation_id: "c".into(),
        ask_id: "a".into(),
        kind: AskKind::Question { options: vec![], about: None },
        text: "Which one?".into(),
    }
}

fn done(outcome: Outcome) -> Event {
    Event::Done(Done {
        run_id: "r".into(),
        conversation_id: "c".into(),
        outcome,
        summary: "It is 12 €.".into(),
        evidence: vec![],
        usage: Usage { prompt_tokens: 5, ..Usage::default() },
        refused_key: None,
        form: None,
        suggestions: vec![],
    })
}

fn info(state: RunState) -> RunInfo {
    RunInfo {
        run_id: "r".into(),
        conversation_id: "c".into(),
        mode: Mode::Agent,
        state,
        step: 4,
        max_steps: 30,
        prompt: "p".into(),
        tab_id: None,
        ask: None,
        taken_over: false,
        started_at: 0.0,
        usage: Usage::default(),
        outcome: None,
        parent_run_id: None,
        sources: None,
        answers: None,
        plan: None,
        form: None,
        waiting: None,
    }
}

fn run(runs: &Runs) -> &Run {
    runs.get(&"r".into()).unwrap()
}

#[test]
fn a_call_is_one_card_from_its_start_to_its_end() {
    let mut runs = Runs::default();
    runs.apply(Event::Progress(progress(1, Some("k1"), None, 10.0)));
    assert_eq!(run(&runs).state, RunState::Acting);
    let step = run(&runs).find_step(1).unwrap().clone();
    assert_eq!(run(&runs).step_state(&step), StepState::Working);

    runs.apply(Event::Progress(progress(1, Some("k1"), Some("Clicked."), 30.0)));
    let run = run(&runs);
    assert_eq!(run.steps.len(), 1);
    assert_eq!(run.steps[0].calls.len(), 1);
    assert_eq!(run.steps[0].calls[0].ended_at, Some(30.0));
    assert_eq!(run.step_state(&run.steps[0]), StepState::Done);
}

#[test]
fn a_failed_call_fails_its_step_and_one_without_answer_is_told_when_the_run_is_over() {
    let mut runs = Runs::default();
    runs.apply(Event::Progress(progress(1, Some("k1"), Some("Error: covered"), 10.0)));
    runs.apply(Event::Progress(progress(2, Some("k2"), None, 20.0)));
    runs.apply(done(Outcome::Stopped));
    let run = run(&runs);
    assert_eq!(run.step_state(&run.steps[0]), StepState::Failed);
    assert_eq!(run.step_state(&run.steps[1]), StepState::Unanswered);
}

#[test]
fn a_plan_is_known_from_events_and_from_the_list_and_counts_its_own_steps() {
    use edith_protocol::{StepShown, StepState as PlanState};
    let step = |id: &str, state| StepShown { step_id: id.into(), text: id.into(), state, ..StepShown::default() };
    let plan = vec![step("a", PlanState::Done), step("b", PlanState::Working), step("c", PlanState::Pending)];
    // A page that was opened in the middle.
    let mut runs = Runs::default();
    runs.take_list(vec![RunInfo { mode: Mode::Plan, plan: Some(plan.clone()), ..info(RunState::Acting) }]);
    assert!(run(&runs).is_agent());
    assert_eq!((run(&runs).plan.clone(), run(&runs).share()), (plan.clone(), Some((1, 3))));
    assert_eq!(run(&runs).reached(), "Step 2 of 3: b");
    // A call tells nothing about the plan, and takes nothing away.
    runs.apply(Event::Progress(progress(5, Some("k1"), None, 10.0)));
    assert_eq!(run(&runs).plan, plan);
    let over = vec![step("a", PlanState::Done), step("b", PlanState::Skipped), step("c", PlanState::Done)];
    runs.apply(Event::Progress(Progress { plan: Some(over.clone()), tool: None, ..progress(6, None, None, 20.0) }));
    assert_eq!((run(&runs).plan.clone(), run(&runs).reached()), (over, "Step 3 of 3: c".to_owned()));
}

#[test]
fn stored_steps_join_what_came_live_without_doubles_and_in_order() {
    let mut runs = Runs::default();
    runs.apply(Event::Progress(progress(2, Some("k2"), Some("ok"), 40.0)));
    let stored = vec![
        progress(1, Some("k1"), None, 10.0),
        progress(1, Some("k1"), Some("ok"), 20.0),
        progress(2, Some("k2"), None, 30.0),
        progress(2, Some("k2"), Some("ok"), 40.0),
    ];
    runs.take_steps(&"r".into(), &"c".into(), stored.clone());
    let once = runs.clone();
    runs.take_steps(&"r".into(), &"c".into(), stored);
    assert_eq!(runs, once);
    let numbers: Vec<_> = run(&runs).steps.iter().map(|step| (step.number, step.calls.len())).collect();
    assert_eq!(numbers, [(1, 1), (2, 1)]);
    assert!(run(&runs).is_live());
}

#[test]
fn stored_steps_of_an_unknown_run_do_not_make_it_live() {
    let mut runs = Runs::default();
    runs.take_steps(&"r".into(), &"c".into(), vec![progress(1, Some("k1"), None, 10.0)]);
    assert!(!run(&runs).is_live());
    assert_eq!(runs.live().count(), 0);
}

#[test]
fn streamed_text_becomes_the_thought_of_the_step_it_led_to() {
    let mut runs = Runs::default();
    runs.apply(delta("I will "));
    runs.apply(delta("search."));
    assert_eq!(run(&runs).streaming, "I will search.");
    runs.apply(Event::Progress(progress(1, Some("k1"), None, 10.0)));
    assert_eq!(run(&runs).streaming, "");
    assert_eq!(run(&runs).steps[0].thought, "I will search.");
}

#[test]
fn a_turn_that_is_tried_again_starts_its_text_anew() {
    let mut runs = Runs::default();
    runs.apply(delta("half a sen"));
    runs.apply(Event::Progress(progress(1, None, None, 10.0)));
    runs.apply(delta("A whole one."));
    assert_eq!(run(&runs).streaming, "A whole one.");
}

#[test]
fn an_ask_is_open_until_it_is_answered_or_the_run_goes_on() {
    let mut runs = Runs::default();
    runs.apply(Event::Ask(ask()));
    assert_eq!(run(&runs).state, RunState::Asking);
    runs.answered(&"r".into(), &"another".into());
    assert!(run(&runs).ask.is_some());
    runs.answered(&"r".into(), &"a".into());
    assert!(run(&runs).ask.is_none());

    runs.apply(Event::Ask(ask()));
    runs.apply(Event::Progress(progress(1, Some("k1"), Some("The user answers: x"), 10.0)));
    assert!(run(&runs).ask.is_none());
    // A word or a pause in between leaves it open.
    runs.apply(Event::Ask(ask()));
    runs.apply(Event::Progress(progress(1, None, None, 11.0)));
    assert_eq!((run(&runs).state, run(&runs).ask.is_some()), (RunState::Asking, true));
    runs.apply(Event::Progress(progress(1, Some("k2"), None, 12.0)));
    assert!(run(&runs).ask.is_none(), "what it asked about is being done");
    runs.apply(Event::Ask(ask()));
    runs.apply(done(Outcome::Stopped));
    assert!(run(&runs).ask.is_none());
}

#[test]
fn a_pause_lasts_while_the_last_call_ends() {
    let mut runs = Runs::default();
    runs.apply(Event::Progress(progress(1, Some("k1"), None, 10.0)));
    runs.set_paused(&"r".into(), true);
    runs.apply(Event::Progress(progress(1, Some("k1"), Some("ok"), 20.0)));
    assert_eq!(run(&runs).headline(), "Paused");
    runs.set_paused(&"r".into(), false);
    assert_eq!(run(&runs).headline(), "Thinking");
}

#[test]
fn who_has_taken_over_is_known_until_they_hand_back_also_to_a_panel_that_is_opened_meanwhile() {
    let mut runs = Runs::default();
    runs.apply(Event::Progress(progress(1, Some("k1"), None, 10.0)));
    runs.set_taken_over(&"r".into());
    assert!(run(&runs).taken_over && run(&runs).state == RunState::Paused);
    runs.set_paused(&"r".into(), false);
    assert!(!run(&runs).taken_over);
    let mut late = Runs::default();
    late.take_list(vec![RunInfo { taken_over: true, ..info(RunState::Paused) }]);
    assert!(run(&late).taken_over);
}

#[test]
fn the_list_of_the_worker_is_believed() {
    let mut runs = Runs::default();
    runs.take_list(vec![RunInfo { ask: Some(ask()), ..info(RunState::Asking) }]);
    assert!(run(&runs).ask.is_some());
    assert!(runs.live_in(&"c".into()).is_some());
    runs.take_list(vec![]);
    assert!(runs.live_in(&"c".into()).is_none());
    runs.take_list(vec![info(RunState::Thinking)]);
    assert!(runs.live_in(&"c".into()).is_some());
}

#[test]
fn the_end_is_told_with_its_usage() {
    let mut runs = Runs::default();
    runs.apply(delta("x"));
    runs.apply(done(Outcome::Completed));
    assert_eq!(run(&runs).headline(), "Done");
    assert_eq!(run(&runs).usage.prompt_tokens, 5);
    assert_eq!(run(&runs).streaming, "");
}

#[test]
fn pictures_come_only_from_the_message_itself() {
    for (address, kept) in [("data:image/png;base64,AA", true), ("https://example.com/a.png", false)] {
        let mut runs = Runs::default();
        let picture = Progress { screenshot: Some(address.into()), ..progress(1, Some("k"), Some("ok"), 1.0) };
        runs.apply(Event::Progress(picture));
        assert_eq!(run(&runs).steps[0].calls[0].screenshot.is_some(), kept, "{address}");
    }
}

#[test]
fn the_run_of_a_source_is_a_part_of_its_research() {
    let progress_of = |run: &str, parent: Option<&str>, sources: Option<Vec<SourceShown>>| {
        Event::Progress(Progress {
            run_id: run.into(),
            parent_run_id: parent.map(Into::into),
            sources,
            ..progress(1, None, None, 1.0)
        })
    };
    let told = |state: &str| {
        let source = json!({"runId": "r-s01", "description": "d", "url": "http://a/", "state": state});
        vec![serde_json::from_value(source).unwrap()]
    };
    let mut runs = Runs::default();
    runs.apply(progress_of("r", None, Some(told("working"))));
    runs.apply(progress_of("r-s01", Some("r"), None));
    let id = "c".into();
    assert_eq!(runs.in_conversation(&id).count(), 1, "it is no run of the conversation by itself");
    assert_eq!(runs.live_in(&id).unwrap().id, "r".into());
    runs.apply(Event::Ask(Ask { run_id: "r-s01".into(), ..ask() }));
    assert_eq!(runs.ask_in(&id).unwrap().run_id, "r-s01".into(), "what it asks is seen");
    // Its end is reported by the research.
    runs.apply(progress_of("r", None, Some(told("done"))));
    assert_eq!(runs.live_in(&id).unwrap().reached(), "1 of 1 sources");
    assert!(!runs.get(&"r-s01".into()).unwrap().is_live());
    assert_eq!(runs.ask_in(&id), None);
    assert!(runs.get(&"r".into()).unwrap().is_live());
}

#[test]
fn a_form_tells_how_far_it_is_and_what_became_of_it() {
    use edith_protocol::{FormEnd, FormShown};
    let question = |id: &str, state: &str| {
        json!({ "questionId": id, "title": id, "type": "text", "required": false, "current": "", "value": "v",
            "source": { "kind": "profile" }, "confidence": 1.0, "state": state })
    };
    let shown = |states: [&str; 2]| -> Box<FormShown> {
        serde_json::from_value(json!({ "questions": [question("a", states[0]), question("b", states[1])] })).unwrap()
    };
    let mut runs = Runs::default();
    let form = Some(shown(["proposed", "pending"]));
    runs.take_list(vec![RunInfo { mode: Mode::Form, form, ..info(RunState::Acting) }]);
    assert!(run(&runs).is_agent());
    assert_eq!((run(&runs).reached(), run(&runs).share()), ("1 of 2 answered".to_owned(), Some((1, 2))));
    let told = Progress { form: Some(shown(["filled", "proposed"])), tool: None, ..progress(5, None, None, 10.0) };
    runs.apply(Event::Progress(told));
    assert_eq!((run(&runs).reached(), run(&runs).share()), ("1 of 2 filled in".to_owned(), Some((1, 2))));
    // What tells nothing about it takes nothing away.
    runs.apply(Event::Progress(progress(6, Some("k1"), None, 20.0)));
    assert_eq!(run(&runs).form.questions.len(), 2);
    let end = FormEnd { filled: vec!["a".into()], failed: vec!["b".into()], ..FormEnd::default() };
    let Event::Done(over) = done(Outcome::Partial) else { panic!() };
    runs.apply(Event::Done(Done { form: Some(end.clone()), ..over }));
    assert_eq!((run(&runs).form.ended.clone(), run(&runs).reached()), (Some(end), String::new()));
}

#[test]
fn without_a_plan_it_is_told_what_was_reached_and_never_a_count_against_a_limit() {
    let did = |at: u32, tool: &str, args: serde_json::Value, text: &str, result: &str| {
        let id = format!("k{at}");
        let known = progress(at, Some(&id), Some(result), f64::from(at));
        Event::Progress(Progress { tool: Some(tool.into()), args: Some(args.into()), text: text.into(), ..known })
    };
    let mut runs = Runs::default();
    runs.take_list(vec![info(RunState::Thinking)]);
    assert_eq!(run(&runs).told(), ("Thinking".to_owned(), String::new()));
    assert_eq!(run(&runs).share(), None, "nobody knows how much there is to do");
    for (event, reached) in [
        (did(5, "open_browser", json!({"url": "https://shop.example/a"}), "", "ok"), "Opened shop.example"),
        (did(6, "find_on_page", json!({"query": "lamp"}), "", "ok"), "Searched the page for “lamp”"),
        (did(7, "scroll", json!({}), "Scroll down", "ok"), "Searched the page for “lamp”"),
        (did(8, "click", json!({"uid": 3}), "Click “Add to cart”", "ok"), "Clicked “Add to cart”"),
        (did(9, "click", json!({"uid": 4}), "Click “Pay”", "Error: covered"), "Clicked “Add to cart”"),
        (did(10, "navigate", json!({"url": "https://b.example/"}), "", "ok"), "2 pages opened · Opened b.example"),
        (did(11, "type_text", json!({"text": "x".repeat(90)}), "", "ok"), "2 pages opened · Entered “"),
    ] {
        runs.apply(event);
        let told = run(&runs).told();
        assert!(told.0.starts_with(reached) && told.1 == "Thinking", "{told:?} for {reached}");
        assert!(!told.0.contains("30") && told.0.chars().count() < 90, "{told:?}");
    }
    // What it is doing is told beside it, and what waits for the person before it.
    runs.apply(Event::Progress(progress(12, Some("k12"), None, 12.0)));
    assert_eq!(run(&runs).told().1, "Click “Search”");
    runs.apply(Event::Ask(ask()));
    assert_eq!(run(&runs).told().0, "Waiting for your answer");
}

#[test]
fn thinking_ends_as_soon_as_text_streams() {
    let mut runs = Runs::default();
    runs.take_list(vec![info(RunState::Thinking)]);
    runs.apply(delta(" "));
    assert_eq!(run(&runs).headline(), "Thinking", "a space cannot be read");
    runs.apply(delta("The"));
    assert_eq!(run(&runs).headline(), "Answering");
}

#[test]
fn a_wait_for_a_busy_server_counts_down_until_the_run_goes_on() {
    let busy = || Some(WaitShown { until: 20_000.0, reason: "The model server is busy".into() });
    let wait = || Event::Progress(Progress { waiting: busy(), ..progress(1, None, None, 8_000.0) });
    let mut runs = Runs::default();
    runs.apply(wait());
    assert_eq!((run(&runs).headline(), run(&runs).waiting.clone()), ("The model server is busy".to_owned(), busy()));
    for (now, words) in [(8_000.0, "12"), (8_001.0, "12"), (19_500.0, "1"), (20_000.0, "1"), (90_000.0, "1")] {
        assert_eq!(goes_on_in(&busy().unwrap(), now), format!("Goes on in {words} s"), "{now}");
    }
    for over in [delta("x"), Event::Progress(progress(1, None, None, 21_000.0)), done(Outcome::Stopped)] {
        runs = Runs::default();
        runs.apply(wait());
        runs.apply(over);
        assert_eq!(run(&runs).waiting, None);
    }
    // A page that was opened meanwhile knows it from the list.
    let mut late = Runs::default();
    late.take_list(vec![RunInfo { waiting: busy(), ..info(RunState::BackingOff) }]);
    assert_eq!(run(&late).waiting, busy());
}

#[test]
fn the_cost_is_told_with_its_price_only_where_that_is_known() {
    let mut runs = Runs::default();
    let used = |price| Usage { prompt_tokens: 12_000, completion_tokens: 400, price, ..Usage::default() };
    let told = |price| Event::Progress(Progress { usage: Some(used(price)), ..progress(1, None, None, 1.0) });
    runs.apply(Event::Progress(progress(1, None, None, 1.0)));
    assert_eq!(run(&runs).spent(), "");
    runs.apply(told(None));
    assert_eq!(run(&runs).spent(), "12k tokens");
    runs.apply(told(Some(0.25)));
    assert_eq!(run(&runs).spent(), "12k tokens · $0.25");
}

#[test]
fn what_a_server_tells_of_its_tool_stands_at_the_call_until_it_is_over() {
    let mut runs = Runs::default();
    let of = |tool: Option<&str>, text: &str, result: Option<&str>| {
        let call = tool.map(|_| "k");
        let told = Progress { tool: tool.map(Into::into), text: text.into(), ..progress(1, call, result, 1.0) };
        Event::Progress(told)
    };
    let tool = "mcp__tracker__create";
    let told = |runs: &Runs| {
        let run = runs.get(&"r".into()).unwrap();
        (run.steps[0].calls[0].told.clone(), run.state)
    };
    runs.apply(of(Some(tool), "Use it", None));
    runs.apply(of(None, "“tracker”: 40 %", None));
    assert_eq!(told(&runs), ("“tracker”: 40 %".into(), RunState::Acting));
    // A word that is none of the server's.
    runs.apply(of(None, "You said: faster", None));
    assert_eq!(told(&runs).0, "“tracker”: 40 %");
    runs.apply(of(Some(tool), "Use it", Some("done")));
    assert_eq!(told(&runs).0, "");
    runs.apply(of(None, "“tracker”: late", None));
    assert_eq!(told(&runs).0, "");
    let run = runs.get(&"r".into()).unwrap();
    assert_eq!(run.reached(), "Used “create” of “tracker”");
    assert!(run.asks_for_server());
}

#[test]
fn a_page_is_in_use_while_a_run_of_another_conversation_works_in_it() {
    let mut runs = Runs::default();
    let working = |state: &str| -> RunInfo {
        serde_json::from_value(json!({
            "runId": "r", "conversationId": "c", "mode": "agent", "state": state, "step": 1, "maxSteps": 9, "prompt": "p", "startedAt": 1,
            "tabId": 7, "usage": Usage::default()
        }))
        .unwrap()
    };
    runs.take_list(vec![working("acting")]);
    let (own, other) = (ConversationId::from("c"), ConversationId::from("d"));
    assert!(runs.is_in_use(TabId(7), Some(&other)) && runs.is_in_use(TabId(7), None));
    assert!(!runs.is_in_use(TabId(8), None), "another tab");
    assert!(!runs.is_in_use(TabId(7), Some(&own)), "its own conversation goes on there");
    runs.take_list(vec![working("done")]);
    assert!(!runs.is_in_use(TabId(7), None), "it is over");
}
