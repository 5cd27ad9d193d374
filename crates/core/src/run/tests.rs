//! The run machine alone: its decisions, and its reaction to each input.

use super::*;
use crate::ending::Checked;
use crate::gate::{EffectClass, Facts, Grants, Way};
use crate::history::{Entry, PageText};
use crate::research::findings::Findings;
use edith_model::{ModelError, ModelTurn};
use edith_protocol::{Approvals, Settings};
use edith_protocol::{Proof, ToolCall};
use edith_words::say;
use serde_json::json;

fn new_run() -> Run {
    Run::new(NewRun {
        id: "run".into(),
        conversation: "conversation".into(),
        mode: Mode::Agent,
        prompt: "task".into(),
        tab: None,
        settings: Settings::default(),
        earlier: Vec::new(),
        grants: Grants::default(),
        now: 0.0,
    })
}

fn thinking() -> Run {
    let mut run = new_run();
    run.apply(Input::Started(Box::default()), 0.0);
    assert_eq!(run.state, State::Thinking { attempt: 0 });
    run
}

fn call(id: &str, name: &str, arguments: serde_json::Value) -> ToolCall {
    ToolCall { id: id.into(), name: name.into(), arguments: arguments.to_string() }
}

fn turn(calls: &[ToolCall]) -> Input {
    Input::Turn(ModelTurn { tool_calls: calls.to_vec(), ..ModelTurn::default() })
}

fn text(text: &str) -> Input {
    Input::Turn(ModelTurn { text: text.into(), ..ModelTurn::default() })
}

fn intent(call: &ToolCall, class: EffectClass) -> Intent {
    let parsed = crate::tool::Call::parse(&call.name, &call.arguments).unwrap();
    let mut index = edith_page::Index::default();
    index.url = "https://a.example/".into();
    let facts = Facts::gather(&parsed, Some(&index));
    let operation = parsed.operation(&index).unwrap();
    let proposal = crate::gate::Proposal { class, ..parsed.propose(call.clone(), facts, &operation) };
    Intent::new(parsed, proposal, operation, String::new(), "task")
}

fn prepared(call: &ToolCall, class: EffectClass) -> Input {
    Input::Prepared(Box::new(intent(call, class)))
}

fn acted(ok: bool) -> Input {
    Input::Acted(Box::new(Acted { ok, text: "did it".into(), ..Acted::default() }))
}

fn outcome(run: &Run) -> Option<Outcome> {
    match &run.state {
        State::Done { outcome, .. } => Some(*outcome),
        _ => None,
    }
}

fn answers(run: &Run) -> Vec<String> {
    let answer = |entry: &Entry| match entry {
        Entry::Answer { call, text, .. } => Some(format!("{}: {text}", call.id)),
        _ => None,
    };
    run.transcript.entries.iter().filter_map(answer).collect()
}

fn research() -> Run {
    let Run { id, conversation, task: Task { prompt, settings, .. }, guard: Guard { grants, .. }, .. } = new_run();
    let mode = Mode::Research;
    Run::new(NewRun { id, conversation, mode, prompt, tab: None, settings, earlier: Vec::new(), grants, now: 0.0 })
}

fn plan() -> Input {
    text(r#"{"isResearch": true, "subTasks": [{"url": "https://a.example/"}, {"url": "https://b.example/"}]}"#)
}

/// The run of a source that found one fact.
fn source_ended(research: &Run, at: usize) -> Input {
    let mut source = research.for_source(at, TabId(1), 2.0).unwrap();
    let Work::Source(work) = &mut source.work else { panic!("a source's run") };
    work.found = Some(Findings { summary: format!("found {at}"), facts: Vec::new() });
    source.state = State::Done { outcome: Outcome::Completed, summary: "1 fact.".into() };
    Input::SourceEnded(Box::new(source))
}

/// A run in each state, by name.
fn every_state() -> Vec<(&'static str, Run)> {
    let scroll = call("1", "scroll", json!({"direction": "down"}));
    let snapshot = call("1", "take_snapshot", json!({}));
    let mut preparing = thinking();
    preparing.apply(turn(std::slice::from_ref(&scroll)), 1.0);
    let mut acting = preparing.clone();
    acting.apply(prepared(&scroll, EffectClass::Acts), 2.0);
    let mut reading = thinking();
    reading.apply(turn(std::slice::from_ref(&snapshot)), 1.0);
    reading.apply(prepared(&snapshot, EffectClass::Reads), 2.0);
    let mut asking = preparing.clone();
    asking.apply(prepared(&scroll, EffectClass::Commits(crate::gate::Commitment::Buys)), 2.0);
    let mut backing_off = thinking();
    backing_off.apply(Input::ModelFailed(busy(None)), 1.0);
    let mut unknown = acting.clone();
    unknown.restarted();
    let mut done = thinking();
    done.apply(text("the answer"), 1.0);
    let planning = research();
    let mut gathering = research();
    gathering.apply(plan(), 1.0);
    let mut one_open = gathering.clone();
    one_open.task.settings.max_research_tabs = 1;
    one_open.apply(Input::SourcesOpened(vec![Opened { at: 0, tab: Ok(TabId(1)) }]), 2.0);
    let mut reporting = gathering.clone();
    for at in 0..2 {
        reporting.apply(Input::SourcesOpened(vec![Opened { at, tab: Ok(TabId(1)) }]), 2.0);
    }
    for at in 0..2 {
        reporting.apply(source_ended(&reporting, at), 3.0);
    }
    vec![
        ("planning", planning),
        ("gathering", gathering),
        ("one source open", one_open),
        ("reporting", reporting),
        ("starting", new_run()),
        ("thinking", thinking()),
        ("backing off", backing_off),
        ("preparing", preparing),
        ("asking", asking),
        ("acting", acting),
        ("reading", reading),
        ("unknown", unknown),
        ("done", done),
    ]
}

fn busy(retry_after_ms: Option<u64>) -> ModelError {
    ModelError::Busy { status: 429, message: "slow down".into(), retry_after_ms }
}

#[test]
fn every_state_round_trips_and_decides_the_same_again() {
    for (name, run) in every_state() {
        let stored = serde_json::to_string(&run).unwrap();
        let restored: Run = serde_json::from_str(&stored).unwrap();
        assert_eq!(restored, run, "{name}");
        assert_eq!(restored.decide(), run.decide(), "{name}");
    }
}

#[test]
fn after_a_restart_only_an_effect_under_way_becomes_unknown() {
    for (name, run) in every_state() {
        let mut restarted = run.clone();
        restarted.restarted();
        let becomes_unknown = matches!(restarted.state, State::Unknown { .. });
        assert_eq!(becomes_unknown, name == "acting" || name == "unknown", "{name}");
        if !becomes_unknown {
            assert_eq!(restarted, run, "{name}");
        }
    }
}

#[test]
fn an_unknown_effect_is_looked_at_and_the_model_is_told_instead_of_repeating() {
    let (_, mut run) = every_state().into_iter().find(|(name, _)| *name == "unknown").unwrap();
    assert!(matches!(run.decide(), Decide::Probe(_)));
    run.apply(Input::Probed(Verdict::Unknown("The page says nothing.".into()), Box::default()), 3.0);
    assert!(answers(&run)[0].contains("not known whether it took effect"), "{:?}", answers(&run));
    assert_eq!(run.state, State::Thinking { attempt: 0 });
}

#[test]
fn stop_ends_every_state_and_answers_every_call() {
    for (name, mut run) in every_state() {
        let was_done = run.is_done();
        run.control(Control::Stop, 9.0);
        assert!(run.is_done() && run.transcript.pending.is_empty(), "{name}");
        if !was_done {
            assert_eq!(outcome(&run), Some(Outcome::Stopped), "{name}");
        }
    }
}

#[test]
fn a_paused_run_begins_nothing_new_and_finishes_what_it_began() {
    for (name, mut run) in every_state() {
        run.control(Control::Pause, 9.0);
        // A paused research still hears the results of its sources, which are paused themselves.
        let expected_to_go_on =
            ["acting", "reading", "unknown", "done", "gathering", "one source open"].contains(&name);
        assert_eq!(run.decide() != Decide::Hold, expected_to_go_on, "{name}");
        let (work, _) = run.control(Control::Resume, 10.0);
        if name != "done" {
            assert_eq!(work, Disposition::IsDropped, "{name}");
        }
        assert_eq!(run.decide() == Decide::Hold, name == "asking", "{name}");
    }
}

#[test]
fn an_input_that_does_not_fit_the_state_changes_nothing() {
    for (name, run) in every_state() {
        let inputs = [Input::Waited, acted(true), text("late"), Input::Malformed("late".into())];
        let fits = |input: &Input| match name {
            "thinking" | "planning" | "reporting" => matches!(input, Input::Turn(_)),
            "backing off" => matches!(input, Input::Waited),
            "preparing" => matches!(input, Input::Malformed(_)),
            "acting" | "reading" => matches!(input, Input::Acted(_)),
            _ => false,
        };
        for input in inputs.into_iter().filter(|input| !fits(input)) {
            let mut other = run.clone();
            other.apply(input.clone(), 9.0);
            assert_eq!(other, run, "{name} took {input:?}");
        }
    }
}

#[test]
fn faults_of_the_model_are_retried_as_the_table_says() {
    let broken = || ModelError::BrokenAnswer { message: "cut".into() };
    let refused = || ModelError::Unauthorized { message: "no".into() };
    let too_long = || ModelError::ContextTooLong { message: "8192".into() };
    let failed = || ModelError::ServerFailed { status: 500, message: "oops".into(), retry_after_ms: None };
    // How often the model is asked in all before the run gives up.
    for (name, error, asked) in [
        ("401", refused(), 1),
        ("429", busy(None), 3),
        ("500", failed(), 3),
        ("cut stream", broken(), 2),
        ("context too long", too_long(), 2),
        ("429 with a long Retry-After", busy(Some(600_000)), 1),
    ] {
        let mut run = thinking();
        let mut times = 0;
        while !run.is_done() {
            match run.decide() {
                Decide::AskModel(_) => {
                    times += 1;
                    run.apply(Input::ModelFailed(error.clone()), 0.0);
                }
                Decide::WaitUntil(_) => {
                    run.apply(Input::Waited, 0.0);
                }
                other => panic!("{name}: {other:?}"),
            }
        }
        assert_eq!(times, asked, "{name}");
        assert_eq!(outcome(&run), Some(Outcome::Failed), "{name}");
    }
}

#[test]
fn retry_after_is_obeyed_and_own_pauses_double() {
    let wait = |run: &Run| match run.decide() {
        Decide::WaitUntil(until) => until,
        other => panic!("{other:?}"),
    };
    let mut run = thinking();
    run.apply(Input::ModelFailed(busy(Some(7_000))), 100.0);
    assert_eq!(wait(&run), 7_100.0);
    let mut run = thinking();
    run.apply(Input::ModelFailed(busy(None)), 0.0);
    assert!((400.0..=600.0).contains(&wait(&run)), "{}", wait(&run));
    run.apply(Input::Waited, 0.0);
    run.apply(Input::ModelFailed(busy(None)), 0.0);
    assert!((800.0..=1200.0).contains(&wait(&run)), "{}", wait(&run));
}

#[test]
fn a_text_without_calls_is_the_answer() {
    let mut run = thinking();
    run.apply(text("42"), 1.0);
    assert_eq!(run.state, State::Done { outcome: Outcome::Completed, summary: "42".into() });
}

#[test]
fn a_word_from_the_user_keeps_the_run_going_and_reaches_the_model() {
    let mut run = thinking();
    run.control(Control::Say("in red".into()), 1.0);
    run.apply(text("42"), 1.0);
    assert_eq!(run.state, State::Thinking { attempt: 0 });
    let Decide::AskModel(request) = run.decide() else { panic!() };
    assert!(serde_json::to_string(&request.messages).unwrap().contains("USER SAYS: in red"));
}

#[test]
fn what_is_said_while_paused_is_heard_when_the_run_goes_on() {
    let mut run = thinking();
    run.control(Control::Pause, 1.0);
    run.control(Control::Say("in red".into()), 1.0);
    run.control(Control::Resume, 1.0);
    let Decide::AskModel(request) = run.decide() else { panic!() };
    assert!(serde_json::to_string(&request.messages).unwrap().contains("USER SAYS: in red"));
}

#[test]
fn the_step_limit_ends_the_run_with_a_sentence() {
    let mut run = thinking();
    run.task.settings.max_steps = 2;
    for _ in 0..2 {
        let scroll = call("1", "scroll", json!({"direction": "down"}));
        run.apply(turn(std::slice::from_ref(&scroll)), 1.0);
        run.apply(prepared(&scroll, EffectClass::Acts), 1.0);
        run.apply(acted(true), 1.0);
    }
    let State::Done { outcome: Outcome::Failed, summary } = &run.state else { panic!("{:?}", run.state) };
    assert!(summary.contains("limit of 2 steps"));
}

#[test]
fn a_failed_action_cuts_the_rest_of_the_turn() {
    let (first, second) = (call("1", "scroll", json!({"direction": "down"})), call("2", "go_back", json!({})));
    let mut run = thinking();
    run.apply(turn(&[first.clone(), second]), 1.0);
    run.apply(prepared(&first, EffectClass::Acts), 1.0);
    run.apply(acted(false), 1.0);
    assert_eq!(answers(&run).len(), 2);
    assert!(answers(&run)[1].starts_with("2: Not done"));
}

#[test]
fn doubled_and_empty_call_ids_get_an_answer_each() {
    let look = |id: &str| call(id, "take_snapshot", json!({}));
    let mut run = thinking();
    run.apply(turn(&[look("a"), look("a"), look("")]), 1.0);
    let ids: std::collections::HashSet<_> = run.transcript.pending.iter().map(|call| call.id.clone()).collect();
    assert_eq!(ids.len(), 3);
}

#[test]
fn three_malformed_turns_in_a_row_end_the_run() {
    let mut run = thinking();
    for _ in 0..3 {
        assert!(!run.is_done());
        run.apply(turn(&[call("1", "clik", json!({}))]), 1.0);
        run.apply(Input::Malformed("There is no tool clik.".into()), 1.0);
    }
    assert_eq!(outcome(&run), Some(Outcome::Failed));
}

#[test]
fn a_turn_cut_at_the_token_limit_runs_no_tool() {
    let mut run = thinking();
    let cut =
        ModelTurn { tool_calls: vec![call("1", "go_back", json!({}))], cut_at_limit: true, ..ModelTurn::default() };
    run.apply(Input::Turn(cut), 1.0);
    assert_eq!(run.state, State::Thinking { attempt: 0 });
    assert!(answers(&run)[0].contains("cut at the token limit"));
}

#[test]
fn three_looks_in_a_row_are_warned_about() {
    let mut run = thinking();
    for number in 1..=4 {
        let look = call("1", "take_snapshot", json!({}));
        run.apply(turn(std::slice::from_ref(&look)), 1.0);
        run.apply(prepared(&look, EffectClass::Reads), 1.0);
        run.apply(acted(true), 1.0);
        assert_eq!(answers(&run).last().unwrap().contains("in a row without acting"), number >= 3, "look {number}");
    }
}

#[test]
fn completion_is_questioned_once_after_a_failed_action() {
    let mut run = thinking();
    let scroll = call("1", "scroll", json!({"direction": "down"}));
    run.apply(turn(std::slice::from_ref(&scroll)), 1.0);
    run.apply(prepared(&scroll, EffectClass::Acts), 1.0);
    run.apply(acted(false), 1.0);
    let complete = call("2", "task_complete", json!({"summary": "all done"}));
    for questioned in [true, false] {
        run.apply(turn(std::slice::from_ref(&complete)), 1.0);
        run.apply(prepared(&complete, EffectClass::Ends), 1.0);
        assert_eq!(!run.is_done(), questioned);
    }
    // It insists without evidence on the page: saying so does not make it done.
    let State::Done { outcome: Outcome::Failed, summary } = &run.state else { panic!("{:?}", run.state) };
    assert!(summary.starts_with("all done") && summary.contains("The last action failed: "), "{summary}");
}

#[test]
fn an_end_is_told_as_what_it_is() {
    let scroll = call("1", "scroll", json!({"direction": "down"}));
    let complete = |run: &mut Run| {
        let call = call("9", "task_complete", json!({"summary": "It is done."}));
        run.apply(turn(std::slice::from_ref(&call)), 5.0);
        run.apply(prepared(&call, EffectClass::Ends), 5.0);
    };
    let fail = |run: &mut Run, arguments: serde_json::Value| {
        let call = call("9", "task_fail", arguments);
        run.apply(turn(std::slice::from_ref(&call)), 5.0);
        run.apply(prepared(&call, EffectClass::Ends), 5.0);
    };
    let denied = || {
        let mut run = thinking();
        run.apply(turn(std::slice::from_ref(&scroll)), 1.0);
        run.apply(prepared(&scroll, EffectClass::Commits(crate::gate::Commitment::Buys)), 2.0);
        let ask_id = run.ask().unwrap().ask_id.clone();
        run.control(Control::Answer { ask_id, answer: "deny".into() }, 3.0);
        run
    };
    let did = |run: &mut Run| {
        run.apply(turn(std::slice::from_ref(&scroll)), 4.0);
        run.apply(prepared(&scroll, EffectClass::Acts), 4.0);
        run.apply(acted(true), 4.0);
    };
    let mut run = thinking();
    complete(&mut run);
    assert_eq!(outcome(&run), Some(Outcome::Completed));
    let mut run = thinking();
    fail(&mut run, json!({"reason": "Sold out."}));
    assert_eq!(outcome(&run), Some(Outcome::Failed));
    let mut run = thinking();
    fail(&mut run, json!({"reason": "Sold out.", "done": "Searched."}));
    assert_eq!(run.state, State::Done { outcome: Outcome::Partial, summary: "Sold out.\n\nSearched.".into() });
    for end in [0, 1, 2] {
        let mut run = denied();
        match end {
            0 => complete(&mut run),
            1 => fail(&mut run, json!({"reason": "You did not want it.", "done": "Searched."})),
            _ => drop(run.apply(text("I did not order it."), 5.0)),
        }
        assert_eq!(outcome(&run), Some(Outcome::Refused), "{end}");
    }
    // The end is about what was done after the refusal.
    let mut run = denied();
    did(&mut run);
    complete(&mut run);
    assert_eq!(outcome(&run), Some(Outcome::Completed));
    // Words alone that report failure are no success.
    for (words, done, expected) in [
        ("I cannot do that.", false, Outcome::Failed),
        ("I could not find the second one.", true, Outcome::Partial),
        ("The first one is in the cart.", true, Outcome::Completed),
    ] {
        let mut run = thinking();
        if done {
            did(&mut run);
        }
        run.apply(text(words), 5.0);
        assert_eq!(outcome(&run), Some(expected), "{words}");
    }
}

#[test]
fn what_the_page_says_against_the_end_is_questioned_once_and_then_told() {
    let mut run = thinking();
    let scroll = call("1", "scroll", json!({"direction": "down"}));
    run.apply(turn(std::slice::from_ref(&scroll)), 4.0);
    run.apply(prepared(&scroll, EffectClass::Acts), 4.0);
    run.apply(acted(true), 4.0);
    run.tabs.current = Some(TabId(1));
    let complete = call("9", "task_complete", json!({"summary": "Signed in."}));
    let checked = Checked { proofs: Vec::new(), complaint: Some("Wrong password".into()) };
    for questioned in [true, false] {
        run.apply(turn(std::slice::from_ref(&complete)), 5.0);
        run.apply(prepared(&complete, EffectClass::Ends), 5.0);
        assert!(matches!(run.decide(), Decide::Confirm(_)));
        run.apply(Input::Confirmed(checked.clone()), 5.0);
        assert_eq!(!run.is_done(), questioned);
    }
    let summary = "Signed in.\n\nThe page says: “Wrong password”".to_owned();
    assert_eq!(run.state, State::Done { outcome: Outcome::Partial, summary });
}

#[test]
fn evidence_goes_with_the_end() {
    let mut run = thinking();
    run.tabs.current = Some(TabId(1));
    run.apply(text("The total is 24.90."), 5.0);
    let proof = Proof { text: "Total: 24.90".into(), url: "https://a.example/".into() };
    // Looked for again after a restart: it only looks.
    let mut run: Run = serde_json::from_value(serde_json::to_value(&run).unwrap()).unwrap();
    run.restarted();
    run.apply(Input::Confirmed(Checked { proofs: vec![proof.clone()], complaint: None }), 6.0);
    let Some(Event::Done(done)) = run.done() else { panic!() };
    assert_eq!((done.outcome, done.evidence), (Outcome::Completed, vec![proof]));
}

#[test]
fn only_the_words_of_consent_let_an_asked_action_happen() {
    for (answer, acts) in [("once", true), ("task", true), ("site", true), ("deny", false), ("yes", false), ("", false)]
    {
        let (_, mut run) = every_state().into_iter().find(|(name, _)| *name == "asking").unwrap();
        let ask = run.ask().unwrap().ask_id.clone();
        run.control(Control::Answer { ask_id: "another".into(), answer: answer.into() }, 3.0);
        assert!(run.ask().is_some(), "an answer to another ask was taken");
        run.control(Control::Answer { ask_id: ask, answer: answer.into() }, 3.0);
        assert_eq!(matches!(run.state, State::Acting { .. }), acts, "{answer:?}");
    }
}

#[test]
fn words_for_an_approval_are_a_no_with_a_reason_that_the_model_is_told() {
    let typed = [("deny: use the blue one", "use the blue one"), ("use the blue one", "use the blue one")];
    // Words of consent after a refusal do not count.
    for (answer, why) in typed.into_iter().chain([("deny: once", "once"), ("deny:  ", ""), ("deny", "")]) {
        let (_, mut run) = every_state().into_iter().find(|(name, _)| *name == "asking").unwrap();
        let ask_id = run.ask().unwrap().ask_id.clone();
        run.control(Control::Answer { ask_id, answer: answer.into() }, 3.0);
        assert!(!matches!(run.state, State::Acting { .. }), "{answer:?}");
        let told = answers(&run).pop().unwrap();
        assert!(told.contains("The user did not allow this"), "{told}");
        assert_eq!(told.contains("The user says: "), !why.is_empty(), "{told}");
        assert!(told.contains(why), "{told}");
        let said = run.transcript.entries.iter().any(|entry| matches!(entry, Entry::Told { text, .. } if text == why));
        assert_eq!(said, !why.is_empty(), "{answer:?}");
    }
}

#[test]
fn with_approvals_on_auto_only_what_cannot_be_taken_back_is_asked() {
    use crate::gate::Commitment::{Buys, Posts};
    for (class, asked) in [(EffectClass::Commits(Buys), true), (EffectClass::Commits(Posts), false)] {
        let mut run = thinking();
        run.task.settings.approvals = Approvals::Auto;
        let scroll = call("1", "scroll", json!({"direction": "down"}));
        run.apply(turn(std::slice::from_ref(&scroll)), 1.0);
        run.apply(prepared(&scroll, class), 1.0);
        assert_eq!(run.ask().is_some(), asked, "{class:?}");
    }
}

#[test]
fn ending_debugging_in_the_browser_is_a_stop() {
    let (_, mut run) = every_state().into_iter().find(|(name, _)| *name == "acting").unwrap();
    run.apply(Input::Acted(Box::new(Acted { stopped_by_user: true, ..Acted::default() })), 3.0);
    assert_eq!(outcome(&run), Some(Outcome::Stopped));
}

#[test]
fn a_research_starts_only_as_many_sources_as_may_work_at_once_and_writes_when_all_are_over() {
    let at = |wanted: &str| every_state().into_iter().find(|(name, _)| *name == wanted).unwrap().1;
    assert_eq!(at("gathering").decide(), Decide::OpenSources(vec![0, 1]));
    assert_eq!(at("one source open").decide(), Decide::AwaitSource, "the other waits for its turn");
    let mut next = at("one source open");
    next.apply(source_ended(&next, 0), 3.0);
    assert_eq!(next.decide(), Decide::OpenSources(vec![1]));
    // The same end twice, as after a restart, changes nothing.
    let before = next.clone();
    next.apply(source_ended(&next, 0), 4.0);
    assert_eq!(next, before);
    let Decide::AskModel(request) = at("reporting").decide() else { panic!() };
    let all = serde_json::to_string(&request.messages).unwrap();
    assert!(all.contains("found 0") && all.contains("found 1") && request.tools.is_empty(), "{all}");
    let mut paused = at("gathering");
    paused.paused = true;
    assert_eq!(paused.decide(), Decide::AwaitSource, "nothing new is begun");
}

/// Performs an action with this result, on a page that shows this.
fn did(run: &mut Run, tool: &str, arguments: serde_json::Value, shown: &str) {
    let call = call(&format!("{}", run.counters.step), tool, arguments);
    run.apply(turn(std::slice::from_ref(&call)), 1.0);
    run.apply(prepared(&call, EffectClass::Acts), 2.0);
    let look = PageText { nonce: "n0nce".into(), text: shown.to_string(), whole: false };
    run.apply(
        Input::Acted(Box::new(Acted { ok: true, text: "Pressed.".into(), look: Some(look), ..Acted::default() })),
        3.0,
    );
}

#[test]
fn a_run_that_goes_in_circles_is_told_and_then_ended() {
    let told = |run: &Run| answers(run).last().is_some_and(|answer| answer.contains("in a row, with the same result"));
    // A key may be needed repeatedly where no look shows progress: six presses are no circle.
    for (circle, first, last) in [(&["Enter"][..], 8, 24), (&["Tab", "Enter"], 3, 10), (&["a", "b", "c"], 3, 10)] {
        let mut run = thinking();
        run.task.settings.max_steps = 100;
        for round in 1..last {
            for key in circle {
                did(&mut run, "press_key", json!({ "key": key }), "nothing changed");
            }
            assert_eq!(told(&run), round >= first, "{circle:?}, round {round}: {:?}", answers(&run).last());
            assert!(!run.is_done());
        }
        circle.iter().for_each(|key| did(&mut run, "press_key", json!({ "key": key }), "nothing changed"));
        assert_eq!(outcome(&run), Some(Outcome::NeedsInput), "{circle:?}");
    }
    let mut run = thinking();
    run.task.settings.max_steps = 100;
    for round in 0..40 {
        did(&mut run, "press_key", json!({ "key": "ArrowDown" }), &format!("row {round}"));
        assert!(!told(&run), "the page changes each time");
    }
}

/// Looks or waits, with this on the page.
fn looked(run: &mut Run, tool: &str, shown: &str) {
    let call = call(&format!("{}", run.counters.step), tool, json!({}));
    run.apply(turn(std::slice::from_ref(&call)), 1.0);
    run.apply(prepared(&call, EffectClass::Reads), 2.0);
    let look = PageText { nonce: "n0nce".into(), text: shown.to_string(), whole: true };
    run.apply(Input::Acted(Box::new(Acted { ok: true, look: Some(look), ..Acted::default() })), 3.0);
}

#[test]
fn looks_that_stay_equal_without_waiting_are_told_and_end() {
    let told = |run: &Run| answers(run).last().is_some_and(|answer| answer.contains("not seen already"));
    let mut run = thinking();
    run.task.settings.max_steps = 100;
    for round in 1..10 {
        looked(&mut run, "take_snapshot", "the same");
        assert_eq!(told(&run), round >= 3, "look {round}");
        assert!(!run.is_done());
    }
    looked(&mut run, "take_snapshot", "the same");
    assert_eq!(outcome(&run), Some(Outcome::NeedsInput));
    // Two alternating kinds of looks are equal looks too.
    let mut run = thinking();
    run.task.settings.max_steps = 100;
    for _ in 0..12 {
        looked(&mut run, "take_snapshot", "the same");
        if !run.is_done() {
            looked(&mut run, "read_page", "the same");
        }
    }
    assert_eq!(outcome(&run), Some(Outcome::NeedsInput));
    // Waiting, or seeing something new each time, may continue.
    for waits in [true, false] {
        let mut run = thinking();
        run.task.settings.max_steps = 100;
        for round in 0..24 {
            let shown = if waits { "the same".to_owned() } else { format!("line {round}") };
            looked(&mut run, "take_snapshot", &shown);
            if waits {
                looked(&mut run, "wait_for_page_update", &shown);
            }
            assert!(!told(&run) && !run.is_done(), "waits {waits}, round {round}");
        }
    }
}

#[test]
fn a_number_that_no_element_has_is_told_as_what_it_is() {
    let mut run = thinking();
    run.task.settings.max_steps = 100;
    let sentence = "No element with uid 99 is on the page. Near it are: 12 | BUTTON | \"Go\".";
    let unfit = || Input::Unfit { told: sentence.into(), said: say!(NoSuchElement { uid: 99_u32 }) };
    for round in 1..10 {
        run.apply(turn(&[call("1", "click", json!({ "uid": 99 }))]), 1.0);
        let events = run.apply(unfit(), 1.0);
        let told = serde_json::to_string(&events).unwrap();
        assert!(told.contains("The page has no element 99.") && !told.contains("malformed"), "{told}");
        assert!(answers(&run).last().unwrap().contains(sentence));
        assert!(!run.is_done(), "round {round}");
    }
    run.apply(turn(&[call("1", "click", json!({ "uid": 99 }))]), 1.0);
    run.apply(unfit(), 1.0);
    assert_eq!(outcome(&run), Some(Outcome::NeedsInput));
}

#[test]
fn a_run_that_is_let_go_on_takes_no_site_for_the_persons() {
    let way = |run: &Run, site: &str| run.guard.places.way(site);
    let stands = |url: &str| Input::Started(Box::new(Acted { url: url.into(), ok: true, ..Acted::default() }));
    let mut run = new_run();
    run.apply(stands("https://mail.example/inbox"), 0.0);
    assert_eq!(way(&run, "https://mail.example"), Some(Way::Start));
    assert_eq!(run.guard.home, "https://mail.example");
    run.guard.places.arrive("https://evil.example", Way::Own, false);
    run.tabs.url = "https://evil.example/form".into();
    for (url, expected) in [
        ("https://evil.example/form", Way::Own),
        ("https://evil2.example/", Way::Own),
        ("https://mail.example/inbox", Way::Start),
        ("https://shop.example/", Way::Linked),
    ] {
        run.state = State::Starting;
        run.apply(stands(url), 1.0);
        let site = url.split('/').take(3).collect::<Vec<_>>().join("/");
        assert_eq!(way(&run, &site), Some(expected), "{url}");
        assert_eq!(run.guard.home, "https://mail.example", "{url}");
    }
}
