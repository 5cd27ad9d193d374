//! Filling in a form: code asks, writes and reads back; models only look for answers.

mod asking;
mod filling;

use crate::form::{FormLook, FormWork, Phase};
use crate::run::mode::kind::{Mode, ModeShown};
use crate::run::mode::rules::{PLAIN, Rules};
use crate::run::{Acted, Asked, Decide, Input, Intent, Run, Work};
use edith_protocol::{AskAnswer, Event, FormEnd, ModelRole};

static RULES: Rules = Rules {
    mode: edith_protocol::Mode::Form,
    role: ModelRole::Form,
    second_role: Some(ModelRole::Strong),
    by_code: true,
    ..PLAIN
};

/// The mode.
pub(in crate::run::mode) struct Room;

impl Mode for Room {
    fn row(&self) -> &'static Rules {
        &RULES
    }

    fn begins(&self) -> Work {
        Work::Form(Box::default())
    }

    fn start(&self, run: &Run) -> Decide {
        match run.form() {
            Some(form) if form.phase == Phase::Reading => Decide::ReadDocuments,
            Some(form) if form.stores() => Decide::StoreProfile,
            _ => Decide::Start,
        }
    }

    fn gather(&self, run: &Run) -> Decide {
        match run.form().map(|form| form.to_start()).unwrap_or_default() {
            batches if batches.is_empty() || run.paused => Decide::AwaitSource,
            batches => Decide::AskBatches(batches),
        }
    }

    /// Those who look carefully for its answers see it.
    fn begins_with_picture(&self, run: &Run) -> bool {
        run.form().is_some_and(FormWork::is_exact)
    }

    fn on_input(&self, run: &mut Run, input: Input, now: f64) -> Vec<Event> {
        match input {
            Input::DocumentsRead(read, seen) => run.form_documents_read(read, seen, now),
            Input::QuestionsAsked(asked) => run.batches_asked(asked, now),
            Input::ProfileStored(stored) => run.profile_stored(stored, now),
            _ => Vec::new(),
        }
    }

    fn on_child(&self, run: &mut Run, ended: &Run, now: f64) -> Vec<Event> {
        run.batch_ended(ended, now)
    }

    fn on_answer(
        &self,
        run: &mut Run,
        asked: &Asked,
        _picked: Option<usize>,
        answer: &AskAnswer,
        now: f64,
    ) -> Vec<Event> {
        match asked {
            Asked::Form => run.form_decided(answer, now),
            _ => Vec::new(),
        }
    }

    fn on_look(&self, run: &mut Run, look: FormLook) {
        if let Some(form) = run.form_mut() {
            form.look(look);
        }
    }

    fn on_acted(&self, run: &mut Run, intent: &Intent, acted: &Acted) {
        run.form_acted(intent, acted);
    }

    fn on_cancelled(&self, run: &mut Run, call: &str) {
        run.form_cancelled(call);
    }

    fn goes_on(&self, run: &mut Run, now: f64) -> Vec<Event> {
        run.go_on_with_form(now)
    }

    fn closed(&self, run: &mut Run, now: f64) -> Vec<Event> {
        run.close_form(now)
    }

    fn shown(&self, run: &Run) -> ModeShown {
        ModeShown { form: run.form_shown(), ..ModeShown::default() }
    }

    fn end(&self, run: &Run) -> Option<FormEnd> {
        run.form().map(FormWork::end)
    }
}
