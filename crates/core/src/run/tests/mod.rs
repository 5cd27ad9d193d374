//! The run machine alone: its decisions, and its reaction to each input. Here are the helpers, and a run in each state.

mod ends;
mod first_page;
mod states;
mod told;
mod turns;

use super::*;
use crate::history::{Entry, PageText};
use crate::plan::Phase;
use crate::research::findings::Findings;
use edith_gate::{EffectClass, Grants};
use edith_model::{ModelError, ModelTurn};
use edith_protocol::{Approvals, AskAnswer, AskKind, LimitKind, LimitSpan, Mode, Settings};
use edith_protocol::{Proof, ToolCall};
use edith_tools::ending::Checked;
use edith_tools::gather;
use edith_words::say;
use serde_json::json;

fn new_run() -> Run {
    Run::new(NewRun {
        id: "run".into(),
        conversation: "conversation".into(),
        work: Work::new(Mode::Agent),
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
    let parsed = edith_tools::Call::parse(&call.name, &call.arguments).unwrap();
    let mut index = edith_page::Index::default();
    index.url = "https://a.example/".into();
    let facts = gather(&parsed, Some(&index));
    let operation = parsed.operation(&index).unwrap();
    let proposal = edith_gate::Proposal { class, ..parsed.propose(call.clone(), facts, &operation) };
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
    let work = Work::new(Mode::Research);
    Run::new(NewRun { id, conversation, work, prompt, tab: None, settings, earlier: Vec::new(), grants, now: 0.0 })
}

fn plan() -> Input {
    text(r#"{"isResearch": true, "subTasks": [{"url": "https://a.example/"}, {"url": "https://b.example/"}]}"#)
}

/// A plan of two steps in each of its phases.
fn plans() -> [(&'static str, Run); 4] {
    let Run { id, conversation, task: Task { prompt, settings, .. }, guard: Guard { grants, .. }, .. } = new_run();
    let work = Work::new(Mode::Plan);
    let mut wanted =
        Run::new(NewRun { id, conversation, work, prompt, tab: None, settings, earlier: Vec::new(), grants, now: 0.0 });
    wanted.apply(Input::Started(Box::default()), 0.0);
    let mut shown = wanted.clone();
    let steps = json!({ "steps": [{ "text": "one" }, { "text": "two", "effects": ["send"], "sites": ["a.example"] }] });
    shown.apply(text(&steps.to_string()), 1.0);
    let mut working = shown.clone();
    let ask_id = shown.ask().unwrap().ask_id.clone();
    working.control(Control::Answer { ask_id, answer: AskAnswer::Approve(None) }, 2.0);
    let mut checking = working.clone();
    // The second step is questioned once: it was to send something.
    for id in ["1", "2", "3"] {
        let done = call(id, "step_done", json!({}));
        checking.apply(turn(std::slice::from_ref(&done)), 3.0);
        checking.apply(prepared(&done, EffectClass::Ends), 3.0);
    }
    let phase = |run: &Run| run.plan().map(|plan| plan.phase);
    assert_eq!((phase(&shown), phase(&working)), (Some(Phase::Planning), Some(Phase::Working)));
    assert_eq!((phase(&checking), checking.state.clone()), (Some(Phase::Checking), State::Thinking { attempt: 0 }));
    [("plan wanted", wanted), ("plan shown", shown), ("plan worked on", working), ("plan compared", checking)]
}

/// A form's run and one of its calls' runs, in each of their states.
fn forms() -> Vec<(&'static str, Run)> {
    use crate::form::FormLook;
    use edith_forms::{Piece, Question, QuestionElement, Way};
    let Run { id, conversation, task: Task { settings, .. }, guard: Guard { grants, .. }, .. } = new_run();
    let (work, prompt) = (Work::new(Mode::Form), "fill it in".to_owned());
    let mut begun =
        Run::new(NewRun { id, conversation, work, prompt, tab: None, settings, earlier: Vec::new(), grants, now: 0.0 });
    begun.form_mut().unwrap().says = true;
    let part = QuestionElement { uid: 1, way: Way::Type, piece: Piece::Whole, on: false, options: Vec::new() };
    let question = Question { id: "q1".into(), title: "Employer".into(), parts: vec![part], ..Question::default() };
    let look = FormLook {
        questions: vec![question],
        has_model: true,
        places: vec!["https://a.example".into()],
        ..FormLook::default()
    };
    let (tab, url) = (Some(TabId(1)), "https://a.example/".to_owned());
    let acted = Acted { ok: true, tab, url, form: Some(Box::new(look)), ..Acted::default() };
    let mut answering = begun.clone();
    answering.apply(Input::Started(Box::new(acted)), 1.0);
    let mut found = answering.for_batch(0, 1.0).unwrap();
    answering.apply(Input::QuestionsAsked(vec![(0, Ok(()))]), 1.0);
    let wanted = found.clone();
    found.apply(text(r#"{"answers": []}"#), 2.0);
    let comparing = found.clone();
    let answer = crate::form::Answer {
        id: "q1".into(),
        value: "Alpenstrom AG".into(),
        source: edith_protocol::FormSource::Task { quote: "Alpenstrom AG".into() },
        confidence: 0.9,
        concluded: false,
        concluded_from: Vec::new(),
        reason: String::new(),
    };
    let compared = crate::form::Compared { found: vec![answer], left: Vec::new() };
    found.apply(Input::AnswersCompared(Some(compared)), 3.0);
    let mut reviewing = answering.clone();
    reviewing.apply(Input::SourceEnded(Box::new(found.clone())), 4.0);
    let mut filling = reviewing.clone();
    let ask_id = filling.ask().unwrap().ask_id.clone();
    filling.control(Control::Answer { ask_id, answer: AskAnswer::Fill(Default::default()) }, 5.0);
    assert_eq!((filling.state.clone(), filling.transcript.pending.len()), (State::Preparing, 1));
    vec![
        ("form begun", begun),
        ("form answering", answering),
        ("form reviewing", reviewing),
        ("form filling", filling),
        ("answers wanted", wanted),
        ("answers compared", comparing),
        ("answers found", found),
    ]
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
    asking.apply(prepared(&scroll, EffectClass::Commits(edith_gate::Commitment::Buys)), 2.0);
    let mut backing_off = thinking();
    backing_off.apply(Input::ModelFailed(busy(None), Served::default()), 1.0);
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
    let reached =
        Reached::Limit { kind: LimitKind::Price, span: LimitSpan::Day, limit: 0.5, used: 0.49, next: 0.02, day: 9 };
    let mut limit_asked = thinking();
    limit_asked.apply(Input::LimitReached(reached.clone()), 1.0);
    let mut capped = gathering.for_source(0, TabId(1), 2.0).unwrap();
    capped.apply(Input::Started(Box::new(Acted { ok: true, ..Acted::default() })), 2.0);
    capped.apply(Input::LimitReached(reached), 3.0);
    let mut all = vec![
        ("limit asked", limit_asked),
        ("capped", capped),
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
    ];
    all.extend(plans());
    all.extend(forms());
    all
}

fn busy(retry_after_ms: Option<u64>) -> ModelError {
    ModelError::Busy { status: 429, message: "slow down".into(), retry_after_ms }
}
