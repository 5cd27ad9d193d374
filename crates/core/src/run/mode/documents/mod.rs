//! Questions about documents, each answered by a run of its own.

mod course;

use crate::answer::questions::Reading;
use crate::run::mode::kind::{Mode, ModeShown};
use crate::run::mode::rules::{PLAIN, Rules};
use crate::run::{Asked, Decide, Input, Run, Work};
use edith_protocol::{AskAnswer, Event, ModelRole};

static RULES: Rules =
    Rules { mode: edith_protocol::Mode::Documents, role: ModelRole::Documents, ends_its_parts: true, ..PLAIN };

/// The mode.
pub(in crate::run::mode) struct Room;

impl Mode for Room {
    fn row(&self) -> &'static Rules {
        &RULES
    }

    fn begins(&self) -> Work {
        Work::Documents(Box::default())
    }

    fn start(&self, _run: &Run) -> Decide {
        Decide::ReadDocuments
    }

    fn gather(&self, run: &Run) -> Decide {
        match run.answering().map(|answering| answering.to_start()).unwrap_or_default() {
            questions if questions.is_empty() || run.paused => Decide::AwaitSource,
            questions => Decide::AskQuestions(questions),
        }
    }

    fn documents_read<'r>(&self, run: &'r Run) -> &'r [Reading] {
        run.answering().map(|answering| answering.read.as_slice()).unwrap_or_default()
    }

    fn on_input(&self, run: &mut Run, input: Input, now: f64) -> Vec<Event> {
        match input {
            Input::DocumentsRead(read, _) => run.documents_read(read, now),
            Input::QuestionsAsked(asked) => run.questions_asked(asked, now),
            _ => Vec::new(),
        }
    }

    fn on_child(&self, run: &mut Run, ended: &Run, now: f64) -> Vec<Event> {
        run.question_ended(ended, now)
    }

    fn on_answer(
        &self,
        run: &mut Run,
        asked: &Asked,
        picked: Option<usize>,
        answer: &AskAnswer,
        now: f64,
    ) -> Vec<Event> {
        match asked {
            Asked::Outside => run.outside_answered(picked, answer, now),
            _ => Vec::new(),
        }
    }

    fn shown(&self, run: &Run) -> ModeShown {
        ModeShown { answers: run.answers_shown(), ..ModeShown::default() }
    }
}
