//! The transitions of a run: how it reacts to the results of its decisions, and to the user.

use super::{Acted, Control, Disposition, Input, Run, State, Turn};
use crate::history::Entry;
use edith_gate::passages;
use edith_model::ModelTurn;
use edith_protocol::{Document, Event, Outcome};
use edith_words::say;

/// Most consecutive turns with a malformed call (the fault table of the platform notes).
const MALFORMED_LIMIT: u32 = 3;
/// After three looks in a row without an action a model is told to act (a figure of the product's rules).
const LOOKS_BEFORE_WARNING: u32 = 3;

/// Above what the page shows after something was held back and not allowed.
const UNSENT: &str = "This is what the page shows after a request was held back and not sent. An error that it shows may come from that: close it before you go on.";

impl Run {
    /// Applies the result of the last decision. An input that does not fit the state is a late answer of dropped work and changes nothing.
    pub(crate) fn apply(&mut self, input: Input, now: f64) -> Vec<Event> {
        let mut events = self.applied(input, now);
        events.extend(self.room().goes_on(self, now));
        events.extend(self.hold_at_step_limit(now));
        events
    }

    fn applied(&mut self, input: Input, now: f64) -> Vec<Event> {
        match (self.state.clone(), input) {
            (State::Starting, Input::Started(acted)) => self.started(*acted, now),
            (State::Thinking { .. }, Input::Turn(turn)) => self.turn(turn, now),
            (State::Thinking { attempt }, Input::ModelFailed(error, served)) => {
                self.model_failed(&error, &served, attempt, now)
            }
            (State::BackingOff { attempt, .. }, Input::Waited) => {
                self.hear();
                self.state = State::Thinking { attempt };
                Vec::new()
            }
            (State::Thinking { .. } | State::Gathering, Input::LimitReached(reached)) => {
                self.limit_reached(reached, now)
            }
            (State::Thinking { .. }, Input::NotAsked(sentence)) => self.finish(self.limit_outcome(), sentence, now),
            (State::Capped { .. }, Input::Raised) => {
                self.state = State::Thinking { attempt: 0 };
                Vec::new()
            }
            (State::Done { .. } | State::Asking { .. }, _) => Vec::new(),
            (_, Input::OutOfTime) => self.out_of_time(now),
            (State::Gathering, Input::SourceEnded(ended)) => self.room().on_child(self, &ended, now),
            (State::Gathering, input @ (Input::SourcesOpened(_) | Input::QuestionsAsked(_)))
            | (State::Starting, input @ (Input::DocumentsRead(..) | Input::ProfileStored(_)))
            | (State::Comparing { .. }, input @ Input::AnswersCompared(_)) => self.room().on_input(self, input, now),
            (State::Starting, Input::Searched(found)) => self.searched(found),
            (State::Thinking { .. } | State::Comparing { .. }, Input::Compared(checked)) => {
                self.answered_from_documents(*checked, now)
            }
            (State::Preparing, Input::Prepared(intent)) => self.prepared(*intent, now),
            (State::Preparing, Input::Malformed(sentence)) => self.malformed(&sentence, now),
            (State::Preparing, Input::Skipped(why)) => self.skipped(&why, now),
            (State::Preparing, Input::Unfit { told, said }) => self.unfit(&told, said, now),
            (State::Acting { intent }, Input::Acted(acted)) => self.acted(&intent, *acted, now),
            (State::Acting { intent }, Input::TabOpened(tab)) => self.tab_opened(*intent, tab),
            (State::Acting { .. }, Input::Interrupted) => {
                self.restarted();
                Vec::new()
            }
            (State::Ending { claim, intent }, Input::Confirmed(checked, cited)) => {
                self.confirmed(&claim, intent.as_deref(), &checked, cited.as_deref(), now)
            }
            (State::Unknown { intent }, Input::Probed(verdict, acted)) => self.probed(*intent, verdict, *acted, now),
            _ => Vec::new(),
        }
    }

    /// It is no longer paused.
    pub(super) fn unpause(&mut self) {
        (self.paused, self.taken_over) = (false, false);
    }

    /// Applies a user's action; returns whether the work in progress continues.
    pub(crate) fn control(&mut self, control: Control, now: f64) -> (Disposition, Vec<Event>) {
        if self.is_done() {
            return (Disposition::GoesOn, Vec::new());
        }
        let (disposition, mut events) = self.controlled(control, now);
        events.extend(self.hold_at_step_limit(now));
        (disposition, events)
    }

    fn controlled(&mut self, control: Control, now: f64) -> (Disposition, Vec<Event>) {
        match control {
            Control::Stop => (Disposition::IsDropped, self.finish(Outcome::Stopped, say!(StoppedByUser), now)),
            Control::Replace => (Disposition::IsDropped, self.finish(Outcome::Stopped, say!(Replaced), now)),
            Control::Pause | Control::TakeOver => {
                let holds_now = !self.paused && !matches!(self.state, State::Acting { .. } | State::Unknown { .. });
                self.paused = true;
                self.taken_over = matches!(control, Control::TakeOver);
                let work = if holds_now { Disposition::IsDropped } else { Disposition::GoesOn };
                (work, vec![self.progress(say!(Paused), now)])
            }
            Control::Resume if self.paused => {
                self.unpause();
                // They may have copied something.
                self.guard.clipboard = Default::default();
                // The repeated request includes what was said meanwhile.
                if matches!(self.state, State::Thinking { .. }) {
                    self.hear();
                    // The person may have worked in the tab meanwhile, so look again.
                    if self.rules().looks_again && self.tabs.current.is_some() && !self.tabs.dialog_open {
                        self.state = State::Starting;
                    }
                }
                (Disposition::IsDropped, vec![self.progress(say!(GoingOn), now)])
            }
            Control::Resume => (Disposition::GoesOn, Vec::new()),
            Control::Say { text, pasted } => {
                let event = self.progress(say!(YouSaid { text: &text }), now);
                self.transcript.note_put(&text, passages(&text, &pasted));
                self.transcript.said.push(text);
                (Disposition::GoesOn, vec![event])
            }
            Control::TabMoved { from, to } => self.tab_moved(from, to, now),
            Control::Step { id, action } => self.room().on_step(self, id, action, now),
            Control::Answer { ask_id, answer } => self.answered(&ask_id, &answer, now),
            Control::LeftOpen(ask_id) => self.nobody_answers(&ask_id, now),
        }
    }

    fn started(&mut self, mut acted: Acted, now: f64) -> Vec<Event> {
        let look = acted.look.clone();
        // A new run has no entries; a resumed one has.
        let begins = self.transcript.entries.is_empty();
        let unsent = std::mem::take(&mut self.counters.turn.unseen);
        let text = match look {
            Some(_) if unsent => UNSENT.into(),
            Some(_) if self.rules().by_steps && !begins => "This is what the tab shows now.".into(),
            Some(_) if !begins => "This is what the tab shows now; the user may have changed it.".into(),
            _ => acted.text.clone(),
        };
        self.tabs.blank = acted.blank_tab;
        let first_page = acted.first_page.take();
        self.offer_external(std::mem::take(&mut acted.tools));
        if acted.stopped_by_user {
            return self.finish(Outcome::Stopped, say!(CancelledInBar), now);
        }
        // A source that does not open yields nothing, and the others do not wait for it.
        if self.rules().is_planned && !acted.ok {
            let said = acted.said.clone().unwrap_or(text);
            self.observe(acted);
            return self.finish(Outcome::Failed, said, now);
        }
        self.arrive(None, &acted);
        let from = edith_gate::origin_of(&acted.url);
        // The report on open tabs is for the model.
        let told = match (acted.ok, look.is_some()) {
            (true, true) if begins && !self.rules().is_planned => say!(StartingHere).to_string(),
            (true, true) => say!(LookingAgain).to_string(),
            (true, false) => say!(StartingWithoutPage).to_string(),
            (false, _) => acted.said.clone().unwrap_or_else(|| text.clone()),
        };
        let picture = acted.picture.take();
        self.observe(acted);
        // The starting tab is the person's choice; the tab after a resumption is not.
        if begins {
            self.guard.home = edith_gate::origin_of(&self.tabs.url);
        }
        self.transcript.entries.push(Entry::Page { text, look, picture, from });
        let told = vec![self.progress(told, now)];
        match first_page {
            Some(url) if begins => self.open_first(&url, now),
            _ => self.think(),
        }
        told
    }

    fn turn(&mut self, turn: ModelTurn, now: f64) -> Vec<Event> {
        self.serving.answered(now);
        self.counters.step += 1;
        self.counters.step_usage = turn.usage.unwrap_or_default();
        self.counters.usage += self.counters.step_usage;
        self.completion.suggestions.clone_from(&turn.suggestions);
        self.room().on_turn(self, turn, now)
    }

    /// A turn with calls of tools, or with the words that end the work.
    pub(super) fn turn_of_calls(&mut self, turn: ModelTurn, now: f64) -> Vec<Event> {
        if let Some(correction) = turn.unclear {
            return self.unclear(turn.text, correction, now);
        }
        // Once: said again, the words are what the model means.
        if let Some(question) = turn.resembles_call.filter(|_| self.counters.malformed_in_a_row == 0) {
            return self.unclear(turn.text, question, now);
        }
        let mut calls = self.with_unique_ids(turn.tool_calls);
        if calls.is_empty() {
            calls.extend(self.room().words_as_call(self, &turn.text));
        }
        self.transcript.entries.push(Entry::Assistant {
            text: turn.text.clone(),
            calls: calls.clone(),
            continuation: turn.continuation,
            at: now,
        });
        if calls.is_empty() {
            // Unheard words of the user require another turn.
            if !self.transcript.said.is_empty() {
                self.think();
                return vec![self.progress(turn.text, now)];
            }
            if self.is_compared(&turn.text) {
                self.state = State::Comparing { text: turn.text };
                return Vec::new();
            }
            return self.claimed(turn.text, now);
        }
        let mut events = Vec::new();
        if !turn.text.trim().is_empty() {
            events.push(self.progress(turn.text, now));
        }
        self.transcript.pending = calls.into();
        self.counters.turn = Turn::on(self.tabs.current, &self.tabs.url);
        if turn.cut_at_limit {
            self.cancel_pending(
                "Not done: your answer was cut at the token limit, so this call may be incomplete. Make shorter calls.",
                now,
            );
            self.counters.malformed_in_a_row += 1;
            self.think();
            return events;
        }
        self.state = State::Preparing;
        events.extend(self.room().on_calls(self, now));
        events
    }

    /// Continues with the turn's next call, or asks the model.
    pub(super) fn next_call(&mut self) {
        if self.transcript.pending.is_empty() {
            self.think();
            self.look_at_what_is_unsent();
        } else {
            self.state = State::Preparing;
        }
    }

    /// A page whose request was held back may say that it failed, over everything else.
    fn look_at_what_is_unsent(&mut self) {
        let looks = self.rules().looks_again && self.tabs.current.is_some() && !self.tabs.dialog_open;
        if self.counters.turn.unseen && looks && matches!(self.state, State::Thinking { .. }) {
            self.state = State::Starting;
        } else {
            self.counters.turn.unseen = false;
        }
    }

    /// Moves the user's words into the history, only when every call has its answer: nothing may come between them.
    pub(super) fn hear(&mut self) {
        for text in std::mem::take(&mut self.transcript.said) {
            self.replay_heard(&text);
            self.transcript.entries.push(Entry::User { text });
        }
    }

    /// Asks the model next. [`Self::hold_at_step_limit`] comes before that.
    pub(super) fn think(&mut self) {
        self.hear();
        self.state = if self.counters.malformed_in_a_row >= MALFORMED_LIMIT {
            State::Done { outcome: Outcome::Failed, summary: say!(MalformedThrice).into() }
        } else {
            State::Thinking { attempt: 0 }
        };
    }

    /// Records the browser's state from a look or action.
    pub(super) fn observe(&mut self, mut acted: Acted) {
        if let Some(look) = acted.form.take() {
            self.room().on_look(self, *look);
        }
        if let Some((document, shown_by)) = acted.viewed {
            self.task.documents.push(Document { shown_by, ..document });
        }
        match acted.page_tools {
            Some(tools) => self.tabs.page_tools = tools,
            // Of another tab nothing is known before a look.
            None if acted.tab != self.tabs.current => self.tabs.page_tools.clear(),
            None => {}
        }
        self.tabs.uids = acted.uids;
        if let Some(print) = acted.print {
            self.tabs.changed = self.tabs.print.replace(print).is_some_and(|before| before != print);
        }
        self.tabs.url = acted.url;
        self.tabs.dialog_open = acted.dialog_open;
        self.tabs.current = acted.tab;
        if let (Some(tab), Some(opener)) = (acted.tab, acted.opener) {
            self.tabs.openers.retain(|(known, _)| *known != tab);
            self.tabs.openers.push((tab, opener));
        }
        if let Some(tab) = acted.tab
            && !self.tabs.attached.contains(&tab)
        {
            self.tabs.attached.push(tab);
        }
    }

    /// A warning for a model that keeps looking without acting.
    pub(super) fn looking_warning(&mut self, only_looked: bool) -> Option<String> {
        // Several looks of one turn are one.
        let is_same_turn = std::mem::replace(&mut self.counters.looked_at, self.counters.step) == self.counters.step;
        self.counters.looks_in_a_row = match only_looked {
            true if is_same_turn && self.counters.looks_in_a_row > 0 => return None,
            true => self.counters.looks_in_a_row + 1,
            false => 0,
        };
        (self.counters.looks_in_a_row >= LOOKS_BEFORE_WARNING).then(|| {
            format!(
                "You have looked {} times in a row without acting. Act now, finish with task_complete, or ask_user.",
                self.counters.looks_in_a_row
            )
        })
    }
}
