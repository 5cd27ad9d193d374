//! The transitions of a question's run.

use super::state::QuestionWork;
use crate::run::{NewRun, Run, State, Work};
use edith_protocol::Document;

impl Run {
    /// The question that it answers.
    pub(crate) fn question_work(&self) -> Option<&QuestionWork> {
        match &self.work {
            Work::Question(question) => Some(question),
            _ => None,
        }
    }

    /// The run for one of these questions.
    pub(crate) fn for_question(&self, at: usize, now: f64) -> Option<Self> {
        let answering = self.answering()?;
        let question = answering.questions.get(at)?;
        let whole = answering.is_short();
        let mut run = Self::new(NewRun {
            id: question.run.clone(),
            conversation: self.conversation.clone(),
            work: Work::Question(Box::new(QuestionWork { whole, ..QuestionWork::of(self.id.clone()) })),
            prompt: question.text.clone(),
            tab: None,
            settings: self.task.settings.clone(),
            earlier: self.task.earlier.clone(),
            grants: self.guard.grants.clone(),
            now,
        });
        let is_read = |document: &&Document| {
            answering.read.iter().any(|read| read.document == document.id && read.failed.is_empty())
        };
        run.task.documents = self.task.documents.iter().filter(is_read).cloned().collect();
        run.task.terms.clone_from(&self.task.terms);
        run.tell_alike(self);
        // Whole documents are sent as they are; in others something is searched for first.
        run.state = if whole { State::Thinking { attempt: 0 } } else { State::Starting };
        run.paused = self.paused;
        Some(run)
    }
}
