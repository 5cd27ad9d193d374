//! Looking for the answers to a few questions of a form.

mod course;
pub(in crate::run::mode) mod state;

use crate::run::mode::kind::Mode;
use crate::run::mode::rules::{Compares, PLAIN, Rules};
use crate::run::{Decide, Input, Run, Work};
use edith_model::ChatMessage;
use edith_protocol::{Event, FormQuality, ModelRole, RunId};

/// Looking for them.
const RULES: Rules = Rules {
    mode: edith_protocol::Mode::Answers,
    prompt: include_str!("prompt.md"),
    role: ModelRole::Form,
    compares: Compares::Always,
    ..PLAIN
};

static LOOKING: Rules = RULES;

/// The same by the fast model.
static FAST: Rules = Rules { role: ModelRole::Fast, ..RULES };

/// The same by the strong model.
static STRONG: Rules = Rules { role: ModelRole::Strong, ..RULES };

/// Going over answers.
static CHECK: Rules = Rules { prompt: include_str!("check.md"), role: ModelRole::Strong, ..RULES };

/// The mode.
pub(in crate::run::mode) struct Room;

impl Mode for Room {
    fn row(&self) -> &'static Rules {
        &LOOKING
    }

    fn begins(&self) -> Work {
        Work::Answers(Box::default())
    }

    fn rules(&self, run: &Run) -> &'static Rules {
        match run.answers_work() {
            Some(work) if !work.checked.is_empty() => &CHECK,
            Some(work) => match work.quality {
                FormQuality::Fast | FormQuality::FastPro => &FAST,
                FormQuality::Exact | FormQuality::ExactPro => &STRONG,
            },
            None => &LOOKING,
        }
    }

    fn parent<'r>(&self, run: &'r Run) -> Option<&'r RunId> {
        run.answers_work()?.parent.as_ref()
    }

    fn start(&self, _run: &Run) -> Decide {
        Decide::SearchForAnswers
    }

    fn compare(&self, text: &str) -> Decide {
        Decide::CompareClaims(text.to_owned())
    }

    fn request(&self, run: &Run) -> Vec<ChatMessage> {
        let Some(work) = run.answers_work() else { return Vec::new() };
        let system = crate::form::prompt::rules(&run.system(), &work.questions, &work.beside, &work.doubted);
        let mut messages = vec![ChatMessage::system(system)];
        messages.push(ChatMessage::user(run.with_today(run.answers_content(work))));
        run.transcript.append_to(0, &mut messages);
        messages
    }

    fn sends_whole(&self, run: &Run) -> bool {
        run.answers_work().is_some_and(|work| work.whole)
    }

    fn on_input(&self, run: &mut Run, input: Input, now: f64) -> Vec<Event> {
        match input {
            Input::AnswersCompared(found) => run.answers_compared(found, now),
            _ => Vec::new(),
        }
    }

    fn on_too_long(&self, run: &mut Run, now: f64) -> Option<Vec<Event>> {
        run.shorten_answers(now)
    }
}
