//! A run as its cards show it: its steps, their calls, and its state.

use crate::state::modes::facts_of;
use crate::state::text::t;
use crate::state::tool_title::of_server;
use edith_protocol::{
    AnswerShown, Arguments, Ask, ConversationId, Done, Ending, FormShown, Mode, Outcome, Progress, RunId, RunInfo,
    RunState, SourceShown, StepShown, TabId, Usage, WaitShown,
};

/// A tool call in a step.
#[derive(Debug, Clone, PartialEq)]
pub struct Call {
    /// The id that the call's start and end share.
    pub id: Option<String>,
    /// The tool's name.
    pub tool: String,
    /// Its arguments, secrets masked.
    pub args: Arguments,
    /// The worker's description of it.
    pub text: String,
    /// What its server told last of how far it is; empty before the first word, and once it is over.
    pub told: String,
    /// The result; none while it is running.
    pub result: Option<String>,
    /// Whether it succeeded; only meaningful with a result.
    pub ok: Option<bool>,
    /// A screenshot as a data URL.
    pub screenshot: Option<String>,
    /// When it started, in milliseconds since 1970.
    pub started_at: f64,
    /// When it ended.
    pub ended_at: Option<f64>,
}

/// One model turn and the calls in it.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// The step's number, from 1.
    pub number: u32,
    /// The model's text before it acted.
    pub thought: String,
    /// In call order.
    pub calls: Vec<Call>,
    /// When it first appeared, in milliseconds since 1970.
    pub timestamp: f64,
    /// Tokens of its model turn, and their price.
    pub usage: Usage,
}

/// The state of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepState {
    /// A call is running.
    Working,
    /// Every call succeeded.
    Done,
    /// A call failed.
    Failed,
    /// The run ended before a call was answered.
    Unanswered,
}

/// One run.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// The run's id.
    pub id: RunId,
    /// The conversation it is in.
    pub conversation_id: ConversationId,
    /// `agent`, `chat` …; empty until the worker's list arrives.
    pub mode: Option<Mode>,
    /// Its current state.
    pub state: RunState,
    /// Whether the person works in its tab while it is paused.
    pub taken_over: bool,
    /// Model turns so far.
    pub step: u32,
    /// The task; empty while unknown.
    pub prompt: String,
    /// Current activity in words.
    pub status: String,
    /// Oldest first.
    pub steps: Vec<Step>,
    /// The model's streamed text of this turn so far.
    pub streaming: String,
    /// Whether any of its text was streamed to this page.
    pub streamed: bool,
    /// Its open ask, if any.
    pub ask: Option<Ask>,
    /// How it ended.
    pub done: Option<Done>,
    /// Tokens used so far.
    pub usage: Usage,
    /// The research it belongs to, which shows it as a card.
    pub parent: Option<RunId>,
    /// A research's sources.
    pub sources: Vec<SourceShown>,
    /// The answers of a run about documents, in the order of the questions.
    pub answers: Vec<AnswerShown>,
    /// The steps of its plan, in order.
    pub plan: Vec<StepShown>,
    /// The questions of its form, and at the end what became of them.
    pub form: FormShown,
    /// The tab it works in.
    pub tab: Option<TabId>,
    /// The busy server that it waits for.
    pub waiting: Option<WaitShown>,
}

impl Run {
    pub(super) fn new(id: RunId, conversation_id: ConversationId) -> Self {
        Self {
            id,
            conversation_id,
            mode: None,
            state: RunState::Starting,
            taken_over: false,
            step: 0,
            prompt: String::new(),
            status: String::new(),
            steps: vec![],
            streaming: String::new(),
            streamed: false,
            ask: None,
            done: None,
            usage: Usage::default(),
            parent: None,
            sources: vec![],
            answers: vec![],
            plan: vec![],
            form: FormShown::default(),
            tab: None,
            waiting: None,
        }
    }

    /// Whether it is still running.
    pub fn is_live(&self) -> bool {
        self.state != RunState::Done
    }

    /// Whether the first that it did was on the page that it began on, and not to open another.
    pub fn begins_where_it_is(&self) -> bool {
        let first = self.steps.iter().flat_map(|step| &step.calls).next();
        first
            .is_some_and(|call| !matches!(call.tool.as_str(), "open_browser" | "navigate" | "list_tabs" | "switch_tab"))
    }

    /// Whether it has steps; a chat reply has none.
    pub fn is_agent(&self) -> bool {
        self.mode.is_some_and(|mode| facts_of(mode).has_steps) || self.step > 0 && !self.steps.is_empty()
    }

    /// Working time from the first step to the end of the last call, in milliseconds.
    pub fn worked(&self) -> f64 {
        let ends = self.steps.iter().flat_map(|step| &step.calls).filter_map(|call| call.ended_at);
        let first = self.steps.first().map_or(0.0, |step| step.timestamp);
        ends.fold(first, f64::max) - first
    }

    /// Its pictures in order, each with its step's number.
    pub fn pictures(&self) -> Vec<(u32, &str)> {
        let number = |step: &'_ Step| step.number;
        let calls = self.steps.iter().flat_map(|step| step.calls.iter().map(move |call| (number(step), call)));
        calls.filter_map(|(number, call)| Some((number, call.screenshot.as_deref()?))).collect()
    }

    /// The step with this number.
    pub fn find_step(&self, number: u32) -> Option<&Step> {
        self.steps.iter().find(|step| step.number == number)
    }

    /// The state of a step.
    pub fn step_state(&self, step: &Step) -> StepState {
        if step.calls.iter().any(|call| call.ok == Some(false)) {
            StepState::Failed
        } else if step.calls.iter().all(|call| call.result.is_some()) {
            StepState::Done
        } else if self.is_live() {
            StepState::Working
        } else {
            StepState::Unanswered
        }
    }

    /// One line for the running indicator.
    pub fn headline(&self) -> String {
        match self.state {
            RunState::Asking => t("waits_answer").to_owned(),
            RunState::Paused => t("paused").to_owned(),
            RunState::Done => self.done.as_ref().map_or(t("ended"), |done| outcome_words(done.outcome)).to_owned(),
            _ if self.waiting.is_some() => {
                self.waiting.as_ref().map(|waiting| waiting.reason.clone()).unwrap_or_default()
            }
            // What it says can be read.
            _ if !self.streaming.trim().is_empty() => t("answering").to_owned(),
            _ if !self.status.is_empty() => self.status.clone(),
            RunState::Starting => t("getting_ready").to_owned(),
            RunState::Thinking => t("thinking").to_owned(),
            RunState::BackingOff => t("backing_off").to_owned(),
            RunState::Acting => t("working").to_owned(),
        }
    }

    /// How it ended, in the form that conversations store.
    pub fn ending(&self, done: &Done) -> Ending {
        let steps = self.steps.len() as u32;
        Ending {
            outcome: done.outcome,
            evidence: done.evidence.clone(),
            steps,
            usage: done.usage,
            suggestions: done.suggestions.clone(),
            refused_key: done.refused_key.clone(),
        }
    }

    pub(super) fn learn(&mut self, info: RunInfo) {
        self.mode = Some(info.mode);
        self.state = info.state;
        self.taken_over = info.taken_over;
        self.step = self.step.max(info.step);
        self.prompt = info.prompt;
        self.usage = info.usage;
        self.ask = info.ask;
        self.parent = info.parent_run_id;
        if let Some(told) = info.plan {
            self.plan = told;
        }
        self.tab = info.tab_id;
        self.waiting = info.waiting;
        if let Some(told) = info.sources {
            self.sources = told;
        }
        if let Some(told) = info.answers {
            self.answers = told;
        }
        if let Some(told) = info.form {
            self.form = *told;
        }
        if info.state == RunState::Done {
            self.end();
        }
    }

    pub(super) fn end(&mut self) {
        self.state = RunState::Done;
        self.ask = None;
        self.waiting = None;
    }

    /// Whether its form is one that a server asks the person to fill in for it, and none of a page or of the profile.
    pub fn asks_for_server(&self) -> bool {
        self.mode != Some(Mode::Form) && self.form.questions.is_empty()
    }

    /// What was told while a server's tool is used: its server's word on how far it is, if it names the server.
    fn external_call_told(&mut self, text: String) {
        let calls = self.steps.last_mut().map(|step| step.calls.iter_mut()).into_iter().flatten();
        let Some(call) = calls.rev().find(|call| call.result.is_none()) else { return };
        if of_server(&call.tool).is_some_and(|(server, _)| text.contains(server)) {
            call.told = text;
            if self.state == RunState::Thinking {
                self.state = RunState::Acting;
            }
        }
    }

    /// Applies a live or stored progress event; applying one twice changes nothing.
    pub(super) fn take(&mut self, progress: Progress, live: bool) {
        self.step = self.step.max(progress.step);
        if let Some(usage) = progress.usage {
            self.usage = usage;
        }
        if progress.parent_run_id.is_some() {
            self.parent = progress.parent_run_id;
        }
        if let Some(told) = progress.sources {
            self.sources = told;
        }
        if let Some(told) = progress.answers {
            self.answers = told;
        }
        if let Some(told) = progress.plan {
            self.plan = told;
        }
        if let Some(told) = progress.form {
            self.form = *told;
        }
        let starts_call = progress.tool.is_some() && progress.result.is_none();
        if live {
            self.waiting = progress.waiting;
            self.status = if progress.tool.is_some() && !starts_call { String::new() } else { progress.text.clone() };
            // An ask closes when its call continues or ends; a word from the user in between leaves it open.
            let waits = self.ask.is_some() && progress.tool.is_none();
            if !waits {
                self.ask = None;
            }
            // Any other progress proves that the run is neither over nor waiting, but a pause lasts until it is resumed.
            if !waits && !matches!(self.state, RunState::Paused | RunState::Done) {
                self.state = if starts_call { RunState::Acting } else { RunState::Thinking };
            }
        }
        let thought = if live { std::mem::take(&mut self.streaming) } else { String::new() };
        let Some(tool) = progress.tool else {
            if live {
                self.external_call_told(progress.text);
            }
            return;
        };
        let at = self.steps.partition_point(|step| step.number < progress.step);
        if self.steps.get(at).is_none_or(|step| step.number != progress.step) {
            let step = Step {
                number: progress.step,
                thought: String::new(),
                calls: vec![],
                timestamp: progress.timestamp,
                usage: Usage::default(),
            };
            self.steps.insert(at, step);
        }
        let Some(step) = self.steps.get_mut(at) else { return };
        step.usage = progress.step_usage.unwrap_or(step.usage);
        if step.thought.is_empty() {
            step.thought = thought.trim().to_owned();
        }
        let same = |call: &Call| match (&call.id, &progress.call_id) {
            (Some(one), Some(other)) => one == other,
            _ => call.tool == tool && (call.result.is_none() || call.result == progress.result),
        };
        let Some(call) = step.calls.iter_mut().find(|call| same(call)) else {
            step.calls.push(Call {
                id: progress.call_id,
                tool,
                args: progress.args.unwrap_or_default(),
                text: progress.text,
                told: String::new(),
                ended_at: progress.result.is_some().then_some(progress.timestamp),
                result: progress.result,
                ok: progress.ok,
                screenshot: progress.screenshot.filter(|picture| is_picture(picture)),
                started_at: progress.timestamp,
            });
            return;
        };
        if let Some(args) = progress.args {
            call.args = args;
        }
        if let Some(picture) = progress.screenshot.filter(|picture| is_picture(picture)) {
            call.screenshot = Some(picture);
        }
        if let Some(result) = progress.result {
            call.result = Some(result);
            call.told.clear();
            call.ok = progress.ok;
            call.ended_at = Some(progress.timestamp);
            if !progress.text.is_empty() {
                call.text = progress.text;
            }
        }
    }
}

/// How a run ended, in words.
pub fn outcome_words(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Completed => t("done"),
        Outcome::Partial => t("partly"),
        Outcome::Refused => t("you_said_no"),
        Outcome::Stopped => t("you_stopped"),
        Outcome::Failed => t("not_done"),
        Outcome::NeedsInput => t("needs_input"),
    }
}

/// Only inline pictures: nothing is loaded from elsewhere.
fn is_picture(address: &str) -> bool {
    address.starts_with("data:image/")
}
