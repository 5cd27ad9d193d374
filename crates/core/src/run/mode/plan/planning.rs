//! The transitions of a plan: made, shown, approved, made again, and compared with the page at the end.

use crate::answer::checked::Checked as ComparedAnswer;
use crate::history::Entry;
use crate::plan::proposal::{self, read};
use crate::plan::{MOST_BROKEN, Phase, Plan, Proposed, check};
use crate::run::{Asked, Disposition, Run, State, Work};
use edith_actions::http_url::HttpUrl;
use edith_model::ModelTurn;
use edith_model::fence::Data;
use edith_protocol::{Ask, AskAnswer, AskKind, Event, Outcome, PlanStep, Progress, Settings, StepAction, StepState};
use edith_tools::ending::Checked;
use edith_words::{Sentence, say};

impl Run {
    /// Its plan.
    pub(crate) fn plan(&self) -> Option<&Plan> {
        match &self.work {
            Work::Plan(plan) => Some(plan),
            _ => None,
        }
    }

    pub(in crate::run) fn plan_mut(&mut self) -> Option<&mut Plan> {
        match &mut self.work {
            Work::Plan(plan) => Some(plan),
            _ => None,
        }
    }

    /// A line of progress with the steps' states.
    pub(in crate::run) fn plan_event(&self, text: impl Into<String>, now: f64) -> Event {
        Event::Progress(Progress { plan: self.plan().and_then(Plan::shown), ..self.blank_progress(text.into(), now) })
    }

    /// The turn of the planner: a plan, or what was reached.
    pub(in crate::run) fn planner_turn(&mut self, turn: ModelTurn, now: f64) -> Vec<Event> {
        // What the person said meanwhile may change it.
        if !self.transcript.said.is_empty() {
            self.think();
            return Vec::new();
        }
        let checks = self.plan().is_some_and(|plan| plan.phase == Phase::Checking);
        if checks {
            return match check::read(&turn) {
                Some(reached) => {
                    let claim = reached.claim();
                    if let Some(plan) = self.plan_mut() {
                        plan.checked = Some(reached);
                    }
                    self.state = State::Ending { claim, intent: None };
                    Vec::new()
                }
                None => self.broken(
                    turn,
                    "{\"steps\": [{\"step\": 1, \"reached\": true, \"words\": \"…\"}], \"message\": \"…\"}",
                    now,
                ),
            };
        }
        match read(&turn) {
            Some(proposed) if !proposed.steps.is_empty() || !proposed.message.is_empty() => {
                self.proposed(proposed, now)
            }
            _ => self.broken(turn, "{\"steps\": [{\"text\": \"…\", \"done_when\": \"…\"}], \"message\": \"…\"}", now),
        }
    }

    /// An answer that cannot be read is asked for again, with its form.
    fn broken(&mut self, turn: ModelTurn, form: &str, now: f64) -> Vec<Event> {
        let Some(plan) = self.plan_mut() else { return Vec::new() };
        plan.broken += 1;
        if plan.broken >= MOST_BROKEN {
            return match plan.phase {
                Phase::Checking => self.plan_confirmed(&Checked::default(), None, now),
                _ => self.finish(Outcome::Failed, say!(PlanUnreadable), now),
            };
        }
        let why = if turn.cut_at_limit { " It was cut at the token limit: make it shorter." } else { "" };
        self.transcript.entries.push(Entry::words(turn.text, now));
        let text = format!("That is not readable JSON.{why} Answer with one object alone: {form}");
        self.transcript.entries.push(Entry::Prompt { text, data: Vec::new() });
        self.think();
        Vec::new()
    }

    /// Models leave out ports. Where the run knows a host by one port only, that is the site which the person is shown and allows.
    fn write_out_ports(&self, steps: &mut [PlanStep]) {
        let trail = self.trail();
        let visited = self.guard.places.origins().chain([self.guard.home.clone()]);
        let visited: Vec<HttpUrl> = visited.filter_map(|origin| HttpUrl::parse(&origin).ok()).collect();
        let known: Vec<&HttpUrl> = trail.named.addresses().chain(&visited).collect();
        for site in steps.iter_mut().flat_map(|step| &mut step.sites) {
            let Some(bare) = HttpUrl::parse(site).ok().filter(|site| site.port().is_none()) else { continue };
            let ports = known.iter().filter(|known| known.host() == bare.host()).map(|known| known.port());
            if let [Some(port)] = edith_page::order::distinct(ports).as_slice() {
                *site = format!("{}:{port}", bare.host());
            }
        }
    }

    fn proposed(&mut self, mut proposed: Proposed, now: f64) -> Vec<Event> {
        let unattended = self.task.terms.is_some();
        self.write_out_ports(&mut proposed.steps);
        let Some(plan) = self.plan_mut() else { return Vec::new() };
        let is_first = plan.steps.is_empty();
        proposed.steps = plan.normal(proposed.steps);
        if proposed.steps.is_empty() {
            self.note_plan(&proposed, now);
            return match is_first {
                true => self.finish(Outcome::Completed, proposed.message, now),
                false => self.check_goal(now),
            };
        }
        if !is_first && plan.take_within(&proposed.steps) {
            self.note_plan(&proposed, now);
            return self.next_step(now);
        }
        if unattended {
            return self.finish(Outcome::NeedsInput, say!(Parked { need: say!(PlanNeedsLeave) }), now);
        }
        let Settings { plan_first, plan_changes, .. } = self.task.settings;
        let gives_leave = proposed.steps.iter().any(|step| !step.effects.is_empty());
        // Whoever was asked about an earlier form of it sees what became of it.
        if plan_changes && !plan_first && !gives_leave && self.counters.asks == 0 {
            return self.begin_steps(proposed, now);
        }
        let Some(plan) = self.plan_mut() else { return Vec::new() };
        let text = if is_first { say!(PlanReady) } else { say!(PlanChanged) };
        plan.proposed = Some(proposed.clone());
        let Proposed { steps, message } = proposed;
        self.ask_about_plan(text, AskKind::Plan { steps, message }, Asked::Plan, now)
    }

    pub(in crate::run) fn ask_about_plan(
        &mut self,
        text: Sentence,
        kind: AskKind,
        asked: Asked,
        now: f64,
    ) -> Vec<Event> {
        let ask = Ask {
            run_id: self.id.clone(),
            conversation_id: self.conversation.clone(),
            ask_id: self.next_ask_id(),
            text: text.to_string(),
            kind,
        };
        self.asked = Some(asked);
        self.state = State::Asking { ask: Box::new(ask.clone()), intent: None };
        vec![self.plan_event(ask.text.clone(), now), Event::Ask(ask)]
    }

    /// The person decided about the plan that was shown.
    pub(in crate::run) fn plan_decided(&mut self, answer: &AskAnswer, now: f64) -> Vec<Event> {
        let Some(plan) = self.plan_mut() else { return Vec::new() };
        let proposed = plan.proposed.take().unwrap_or_default();
        let edited = match answer {
            AskAnswer::Approve(Some(steps)) => steps.clone(),
            AskAnswer::Approve(None) => proposed.steps.clone(),
            AskAnswer::Deny => Vec::new(),
            AskAnswer::Text(text) if text.starts_with("deny") => Vec::new(),
            // What allows an action approves no plan: nobody may have seen its steps.
            AskAnswer::Once
            | AskAnswer::Task
            | AskAnswer::Site
            | AskAnswer::Revise(_)
            | AskAnswer::Fill(_)
            | AskAnswer::Again { .. }
            | AskAnswer::Text(_) => {
                return self.revise(&proposed, answer.as_str().to_owned(), now);
            }
        };
        let steps = plan.normal(edited);
        if steps.is_empty() {
            return self.finish(Outcome::Refused, say!(PlanRefused), now);
        }
        // As with an action: what is approved also goes on.
        self.unpause();
        self.begin_steps(Proposed { steps, message: proposed.message }, now)
    }

    fn begin_steps(&mut self, proposed: Proposed, now: f64) -> Vec<Event> {
        self.note_plan(&proposed, now);
        if let Some(plan) = self.plan_mut() {
            plan.take(proposed.steps);
        }
        self.next_step(now)
    }

    /// The plan is made again with the person's words.
    fn revise(&mut self, proposed: &Proposed, words: String, now: f64) -> Vec<Event> {
        let text = proposal::written(proposed);
        self.transcript.entries.push(Entry::words(text, now));
        self.reply(&words);
        if let Some(plan) = self.plan_mut() {
            plan.broken = 0;
        }
        self.think();
        vec![self.plan_event(say!(MakingPlan), now)]
    }

    /// The model hears what the person answers. Like every answer it names no site for the gate: what misled the run may have led to the question.
    pub(in crate::run) fn reply(&mut self, words: &str) {
        self.transcript.said.push(words.to_owned());
        self.transcript.replies.push(words.to_owned());
    }

    /// The conversation has the plan as the person reads it.
    fn note_plan(&mut self, plan: &Proposed, now: f64) {
        let steps = plan.steps.iter().enumerate().map(|(at, step)| format!("{}. {}", at + 1, step.text));
        let text = std::iter::once(plan.message.clone()).chain(steps).filter(|line| !line.is_empty());
        let text = text.collect::<Vec<_>>().join("\n");
        self.transcript.entries.push(Entry::words(text, now));
    }

    /// The goal is compared with the page.
    pub(in crate::run) fn check_goal(&mut self, now: f64) -> Vec<Event> {
        if let Some(plan) = self.plan_mut() {
            (plan.phase, plan.broken, plan.words_questioned) = (Phase::Checking, 0, false);
        }
        let event = self.plan_event(say!(CheckingPlan), now);
        self.begin_part();
        vec![event]
    }

    /// A new part of the work begins with a look at the page: earlier ones are no longer sent.
    pub(in crate::run) fn begin_part(&mut self) {
        let begins = self.transcript.entries.len();
        if let Some(plan) = self.plan_mut() {
            plan.begins = begins;
        }
        self.completion.questioned = false;
        self.completion.last_failure = None;
        self.counters.recent.clear();
        self.counters.looked.clear();
        (self.counters.looks_in_a_row, self.counters.equal_looks) = (0, 0);
        if self.tabs.current.is_some() && !self.tabs.dialog_open {
            self.state = State::Starting;
            return;
        }
        let text = match self.tabs.dialog_open {
            true => "A JavaScript dialog is open on the page: handle_dialog answers it.",
            false => "No page is open; open_browser opens one.",
        };
        self.transcript.entries.push(Entry::Prompt { text: text.to_owned(), data: Vec::new() });
        self.think();
    }

    /// What the planner says was reached has been compared with the pages.
    pub(in crate::run) fn plan_confirmed(
        &mut self,
        checked: &Checked,
        cited: Option<&ComparedAnswer>,
        now: f64,
    ) -> Vec<Event> {
        let id = self.id.0.clone();
        let Some(plan) = self.plan_mut() else { return Vec::new() };
        let Some(reached) = plan.checked.clone() else {
            let open = plan.steps.iter().any(|step| step.state != StepState::Done);
            let outcome = if open { Outcome::Failed } else { Outcome::Partial };
            return self.finish(outcome, say!(PlanUnchecked), now);
        };
        if !checked.missing.is_empty() && !plan.words_questioned {
            plan.words_questioned = true;
            let text = "These words are on no page that was seen. Copy them letter by letter from the page, or say that the step is not \
                        reached. Answer with the whole JSON object again.";
            let data = vec![Data::new("your words", &id, checked.missing.join("\n"))];
            self.transcript.entries.push(Entry::Prompt { text: text.to_owned(), data });
            self.think();
            return Vec::new();
        }
        plan.conclude(&checked.missing);
        let of = |state: StepState| {
            let steps = plan.steps.iter().filter(move |step| step.state == state);
            let told = steps.map(|step| match step.reason.as_str() {
                "" => step.shown.text.clone(),
                reason => format!("{} ({reason})", step.shown.text),
            });
            told.collect::<Vec<_>>().join("; ")
        };
        let (failed, skipped) = (of(StepState::Failed), of(StepState::Skipped));
        let mut summary = cited.map_or(reached.message, |cited| cited.told(false));
        let mut add = |line: Sentence| summary = format!("{summary}\n\n{line}").trim().to_owned();
        if !failed.is_empty() {
            add(say!(PartsNotReached { parts: &failed }));
        }
        if !skipped.is_empty() {
            add(say!(PartsSkipped { parts: &skipped }));
        }
        if let Some(complaint) = &checked.complaint {
            add(say!(PageSays { complaint: complaint }));
        }
        let outcome = match () {
            () if !failed.is_empty() && self.completion.deeds.refused => Outcome::Refused,
            () if !failed.is_empty() => Outcome::Failed,
            () if !skipped.is_empty() || checked.complaint.is_some() => Outcome::Partial,
            () => Outcome::Completed,
        };
        self.completion.evidence.clone_from(&checked.proofs);
        if summary.is_empty() {
            summary = say!(Finished).to_string();
        }
        self.transcript.entries.push(Entry::words(summary.as_str(), now));
        let mut events = vec![self.plan_event(say!(Finished), now)];
        events.extend(self.finish(outcome, summary, now));
        events
    }

    /// The summary of an end before the plan's: it says what was not reached.
    pub(in crate::run) fn with_open_steps(&mut self, outcome: Outcome, summary: String) -> String {
        let checked = self.plan().is_none_or(|plan| plan.phase == Phase::Checking && plan.checked.is_some());
        let open = self.plan().map(Plan::open).unwrap_or_default();
        if let Some(step) = self.plan_mut().and_then(Plan::current_mut)
            && step.state == StepState::Working
        {
            step.state = StepState::Pending;
        }
        if checked || open.is_empty() || outcome == Outcome::Completed {
            return summary;
        }
        format!("{summary}\n\n{}", say!(PartsNotReached { parts: open.join("; ") }))
    }

    /// The person retries or skips a step. What is under way is finished before.
    pub(in crate::run) fn step_wish(&mut self, id: String, action: StepAction, now: f64) -> (Disposition, Vec<Event>) {
        let Some(plan) = self.plan_mut() else { return (Disposition::GoesOn, Vec::new()) };
        let Some(step) = plan.step_mut(&id).filter(|step| action.suits(step.state)) else {
            return (Disposition::GoesOn, Vec::new());
        };
        if step.state == StepState::Pending {
            step.state = StepState::Skipped;
            return (Disposition::GoesOn, vec![self.plan_event(say!(StepSkipped), now)]);
        }
        plan.wanted = Some((id, action));
        let under_way = matches!(self.state, State::Acting { .. } | State::Unknown { .. });
        let work = if under_way { Disposition::GoesOn } else { Disposition::IsDropped };
        (work, self.do_as_wished(now))
    }
}
