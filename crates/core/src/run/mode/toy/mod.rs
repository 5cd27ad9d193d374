//! A mode for tests alone, made of this folder and its line in the list: it asks a model until that says the same twice.

use crate::run::mode::kind::{Mode, ModeShown};
use crate::run::mode::rules::{PLAIN, Rules};
use crate::run::{Decide, Input, NewRun, Run, State, Work};
use edith_model::ModelTurn;
use edith_protocol::{Event, Outcome, RunState, Settings};
use serde::{Deserialize, Serialize};

/// What the model said last.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Last {
    said: String,
}

/// It has the name of another mode outside the core, whose names are fixed.
static RULES: Rules =
    Rules { mode: edith_protocol::Mode::Chat, prompt: "Say it again.", begins_in_a_tab: false, ..PLAIN };

pub(in crate::run::mode) struct Room;

impl Mode for Room {
    fn row(&self) -> &'static Rules {
        &RULES
    }

    fn begins(&self) -> Work {
        Work::Toy(Box::default())
    }

    fn on_turn(&self, run: &mut Run, turn: ModelTurn, now: f64) -> Vec<Event> {
        let Work::Toy(last) = &mut run.work else { return Vec::new() };
        if last.said == turn.text {
            return run.finish(Outcome::Completed, turn.text, now);
        }
        last.said.clone_from(&turn.text);
        run.think();
        vec![run.progress(turn.text, now)]
    }

    fn closing(&self, _run: &mut Run, outcome: Outcome, summary: String) -> (Outcome, String) {
        (outcome, format!("Twice: {summary}"))
    }

    fn shown(&self, run: &Run) -> ModeShown {
        ModeShown { plan: run.is_done().then(Vec::new), ..ModeShown::default() }
    }
}

fn run() -> Run {
    Run::new(NewRun {
        id: "r".into(),
        conversation: "c".into(),
        work: Room.begins(),
        prompt: "say it".into(),
        tab: None,
        settings: Settings::default(),
        earlier: Vec::new(),
        grants: Default::default(),
        now: 0.0,
    })
}

fn says(text: &str) -> Input {
    Input::Turn(ModelTurn { text: text.into(), ..ModelTurn::default() })
}

#[test]
fn a_mode_of_one_folder_and_one_line_takes_its_own_course() {
    let mut run = run();
    assert_eq!(run.decide(), Decide::AskModel);
    let asked = serde_json::to_string(&run.messages()).unwrap();
    assert!(asked.contains("Say it again.") && asked.contains("say it"), "{asked}");
    for (text, state) in [("one", RunState::Thinking), ("two", RunState::Thinking), ("two", RunState::Done)] {
        run.apply(says(text), 1.0);
        assert_eq!(run.info().state, state, "{text}");
        assert_eq!(run.info().plan.is_some(), state == RunState::Done, "what it shows");
    }
    assert_eq!(run.state, State::Done { outcome: Outcome::Completed, summary: "Twice: two".into() });
}

#[test]
fn its_state_is_stored_with_the_run_as_any_other() {
    let mut run = run();
    run.apply(says("one"), 1.0);
    let stored = serde_json::to_value(&run).unwrap();
    assert_eq!(stored["work"], serde_json::json!({ "mode": "toy", "state": { "said": "one" } }));
    let read = Run::from_record(&stored.to_string()).unwrap();
    assert_eq!(read, run);
    assert_eq!(read.decide(), run.decide());
}
