//! What a mode decides of its runs. What it does not say is as in a task with tools.

use super::rules::Rules;
use super::work::Work;
use crate::answer::checked::Checked as ComparedAnswer;
use crate::answer::questions::Reading;
use crate::form::FormLook;
use crate::run::state::Asked;
use crate::run::step::{Acted, Decide, Disposition, Input};
use crate::run::{Intent, Run};
use edith_actions::http_url::HttpUrl;
use edith_model::{ChatMessage, Content, ModelTurn};
use edith_protocol::{
    AnswerShown, AskAnswer, Event, FormEnd, FormShown, Outcome, RunId, SourceShown, StepAction, StepShown, ToolCall,
};
use edith_tools::ending::Checked;

/// What a run's events and `RUN_LIST` show of its mode's own.
#[derive(Debug, Default)]
pub(crate) struct ModeShown {
    /// The answers so far; none before there are questions.
    pub(crate) answers: Option<Vec<AnswerShown>>,
    /// The sources' states; none before there is a plan of them.
    pub(crate) sources: Option<Vec<SourceShown>>,
    /// The steps' states; none before a plan is approved.
    pub(crate) plan: Option<Vec<StepShown>>,
    /// The rows of a form.
    pub(crate) form: Option<Box<FormShown>>,
}

/// What a request to a model is about.
#[derive(Debug)]
pub(crate) struct About<'r> {
    /// The task, or what of it is to be done now.
    pub(crate) task: &'r str,
    /// From which entry on the model hears what the person said.
    pub(crate) said_from: usize,
    /// How many messages come before the run's own.
    pub(crate) begins: usize,
}

/// A mode: its rules, and where its runs take another course than a task with tools. The state is in the run, so that every method is given it.
pub(crate) trait Mode {
    /// Its rules, as it begins.
    fn row(&self) -> &'static Rules;

    /// The state of a run that has just begun.
    fn begins(&self) -> Work;

    /// The rules of what the run does now.
    fn rules(&self, _run: &Run) -> &'static Rules {
        self.row()
    }

    /// The run that it is a part of.
    fn parent<'r>(&self, _run: &'r Run) -> Option<&'r RunId> {
        None
    }

    /// What is done at its start, and whenever it starts again.
    fn start(&self, _run: &Run) -> Decide {
        Decide::Start
    }

    /// What is done while its parts work.
    fn gather(&self, _run: &Run) -> Decide {
        Decide::AwaitSource
    }

    /// How an answer in words is compared with what it is on.
    fn compare(&self, text: &str) -> Decide {
        Decide::Compare(text.to_owned())
    }

    /// The messages for the model's next turn.
    fn request(&self, run: &Run) -> Vec<ChatMessage> {
        run.task_messages(self.task(run))
    }

    /// How the model is told the task.
    fn task(&self, run: &Run) -> Content {
        run.task_content()
    }

    /// What its request is about.
    fn about<'r>(&self, run: &'r Run) -> About<'r> {
        About { task: &run.task.prompt, said_from: 0, begins: 1 + run.task.earlier.len() }
    }

    /// Whether the model's text is shown as it comes.
    fn streams(&self, run: &Run) -> bool {
        self.parent(run).is_none()
    }

    /// Whether the page is to be shown in a picture, too, to a model that sees.
    fn begins_with_picture(&self, _run: &Run) -> bool {
        false
    }

    /// Whether documents are sent whole in front of the task.
    fn sends_whole(&self, _run: &Run) -> bool {
        false
    }

    /// The documents that it has read.
    fn documents_read<'r>(&self, _run: &'r Run) -> &'r [Reading] {
        &[]
    }

    /// The address that its own tab begins with.
    fn opens<'r>(&self, _run: &'r Run) -> Option<&'r HttpUrl> {
        None
    }

    /// How many parts it has, each with as many turns as a task.
    fn parts(&self, _run: &Run) -> usize {
        0
    }

    /// The model answered.
    fn on_turn(&self, run: &mut Run, turn: ModelTurn, now: f64) -> Vec<Event> {
        run.turn_of_calls(turn, now)
    }

    /// The call that an answer in words alone stands for.
    fn words_as_call(&self, _run: &Run, _text: &str) -> Option<ToolCall> {
        None
    }

    /// A turn's calls are about to be prepared.
    fn on_calls(&self, _run: &mut Run, _now: f64) -> Vec<Event> {
        Vec::new()
    }

    /// What came of a decision that only this mode takes.
    fn on_input(&self, _run: &mut Run, _input: Input, _now: f64) -> Vec<Event> {
        Vec::new()
    }

    /// The run of one of its parts is over.
    fn on_child(&self, _run: &mut Run, _ended: &Run, _now: f64) -> Vec<Event> {
        Vec::new()
    }

    /// The person answered what only this mode asks; `picked` is which of the options it offered, from 0.
    fn on_answer(
        &self,
        _run: &mut Run,
        _asked: &Asked,
        _picked: Option<usize>,
        _answer: &AskAnswer,
        _now: f64,
    ) -> Vec<Event> {
        Vec::new()
    }

    /// The person said whether an action is allowed; none: it is one of a task's.
    fn on_approval(&self, _run: &mut Run, _intent: &Intent, _answer: &AskAnswer, _now: f64) -> Option<Vec<Event>> {
        None
    }

    /// The person retries or skips a step.
    fn on_step(&self, _run: &mut Run, _id: String, _action: StepAction, _now: f64) -> (Disposition, Vec<Event>) {
        (Disposition::GoesOn, Vec::new())
    }

    /// What a look found of a form.
    fn on_look(&self, _run: &mut Run, _look: FormLook) {}

    /// A call was carried out, or could not be.
    fn on_acted(&self, _run: &mut Run, _intent: &Intent, _acted: &Acted) {}

    /// The call with this id was not carried out.
    fn on_cancelled(&self, _run: &mut Run, _call: &str) {}

    /// The end that the model claims was compared with the pages; none: it is a task's.
    fn on_confirmed(
        &self,
        _run: &mut Run,
        _checked: &Checked,
        _cited: Option<&ComparedAnswer>,
        _now: f64,
    ) -> Option<Vec<Event>> {
        None
    }

    /// The same was done too often, as the sentence says.
    fn on_circle(&self, run: &mut Run, sentence: String, now: f64) -> Vec<Event> {
        run.finish(Outcome::NeedsInput, sentence, now)
    }

    /// The request is longer than the model takes; none: the history is made shorter.
    fn on_too_long(&self, _run: &mut Run, _now: f64) -> Option<Vec<Event>> {
        None
    }

    /// After whatever happened: what comes next if nothing is under way.
    fn goes_on(&self, _run: &mut Run, _now: f64) -> Vec<Event> {
        Vec::new()
    }

    /// The end as it is reported.
    fn closing(&self, _run: &mut Run, outcome: Outcome, summary: String) -> (Outcome, String) {
        (outcome, summary)
    }

    /// It is over.
    fn closed(&self, _run: &mut Run, _now: f64) -> Vec<Event> {
        Vec::new()
    }

    /// What it shows of its own.
    fn shown(&self, _run: &Run) -> ModeShown {
        ModeShown::default()
    }

    /// What became of the rows of a form.
    fn end(&self, _run: &Run) -> Option<FormEnd> {
        None
    }
}
