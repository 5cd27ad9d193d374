//! One question about documents.

mod course;
pub(in crate::run::mode) mod state;

use crate::references;
use crate::run::mode::kind::Mode;
use crate::run::mode::rules::{Compares, PLAIN, Rules, Tools};
use crate::run::{Decide, Run, Work};
use edith_model::Content;
use edith_protocol::{ModelRole, RunId};
use edith_records::documents::{Uses, listed};

static RULES: Rules = Rules {
    mode: edith_protocol::Mode::Question,
    prompt: include_str!("prompt.md"),
    tools: Tools::Documents,
    role: ModelRole::Documents,
    compares: Compares::Always,
    ..PLAIN
};

/// The mode.
pub(in crate::run::mode) struct Room;

impl Mode for Room {
    fn row(&self) -> &'static Rules {
        &RULES
    }

    fn begins(&self) -> Work {
        Work::Question(Box::default())
    }

    fn parent<'r>(&self, run: &'r Run) -> Option<&'r RunId> {
        run.question_work()?.parent.as_ref()
    }

    fn start(&self, _run: &Run) -> Decide {
        Decide::Search
    }

    fn task(&self, run: &Run) -> Content {
        let task = &run.task.prompt;
        let text = match self.sends_whole(run) {
            true => format!("QUESTION: {task}"),
            false => format!("QUESTION: {task}{}", listed(&run.task.documents, Uses::Read)),
        };
        references::with(text.into(), run.task.references_data.as_ref())
    }

    fn sends_whole(&self, run: &Run) -> bool {
        run.question_work().is_some_and(|work| work.whole)
    }
}
