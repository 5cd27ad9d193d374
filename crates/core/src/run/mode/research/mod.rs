//! A question divided over sources. Its prompts are beside the parsing of their answers, in `crate::research`.

mod course;
mod gate;

use crate::references;
use crate::research::{Phase, report};
use crate::run::mode::kind::{Mode, ModeShown};
use crate::run::mode::rules::{PLAIN, Rules};
use crate::run::{Decide, Input, Intent, Run, Work};
use edith_model::{ChatMessage, Content, ModelTurn, Purpose};
use edith_protocol::{AskAnswer, Event, ModelRole, Outcome};
use edith_records::documents::{Uses, listed};

/// Dividing the question.
const RULES: Rules = Rules {
    mode: edith_protocol::Mode::Research,
    prompt: report::PLAN,
    purpose: Purpose::ResearchPlan,
    role: ModelRole::Research,
    begins_in_a_tab: false,
    ends_its_parts: true,
    ..PLAIN
};

static DIVIDING: Rules = RULES;

/// Writing the answer.
static REPORTING: Rules = Rules { purpose: Purpose::ResearchReport, ..RULES };

/// The mode.
pub(in crate::run::mode) struct Room;

impl Mode for Room {
    fn row(&self) -> &'static Rules {
        &DIVIDING
    }

    fn begins(&self) -> Work {
        Work::Research(Box::default())
    }

    fn rules(&self, run: &Run) -> &'static Rules {
        if self.streams(run) { &REPORTING } else { &DIVIDING }
    }

    fn gather(&self, run: &Run) -> Decide {
        match run.sources_to_start() {
            sources if sources.is_empty() || run.paused => Decide::AwaitSource,
            sources => Decide::OpenSources(sources),
        }
    }

    fn request(&self, run: &Run) -> Vec<ChatMessage> {
        let task = run.with_today(run.with_pictures(self.task(run)));
        let messages = |research| report::messages(research, task, &run.task.earlier, &run.transcript, &run.id);
        run.research().map(messages).unwrap_or_default()
    }

    fn task(&self, run: &Run) -> Content {
        let documents = listed(&run.task.documents, Uses::Readers);
        let text = format!("QUESTION: {}{documents}", run.task.prompt);
        references::with(text.into(), run.task.references_data.as_ref())
    }

    /// A plan is not shown as it comes.
    fn streams(&self, run: &Run) -> bool {
        run.research().is_some_and(|research| research.phase == Phase::Reporting)
    }

    fn on_turn(&self, run: &mut Run, turn: ModelTurn, now: f64) -> Vec<Event> {
        run.research_turn(turn, now)
    }

    fn on_input(&self, run: &mut Run, input: Input, now: f64) -> Vec<Event> {
        match input {
            Input::SourcesOpened(opened) => run.sources_opened(opened, now),
            _ => Vec::new(),
        }
    }

    fn on_child(&self, run: &mut Run, ended: &Run, now: f64) -> Vec<Event> {
        run.source_ended(ended, now)
    }

    fn on_approval(&self, run: &mut Run, intent: &Intent, answer: &AskAnswer, now: f64) -> Option<Vec<Event>> {
        Some(run.plan_answered(intent, answer, now))
    }

    fn closing(&self, run: &mut Run, outcome: Outcome, summary: String) -> (Outcome, String) {
        run.with_findings(outcome, summary)
    }

    fn shown(&self, run: &Run) -> ModeShown {
        ModeShown { sources: run.sources_shown(), ..ModeShown::default() }
    }
}
