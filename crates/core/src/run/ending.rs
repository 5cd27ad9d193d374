//! The ending a model asks for: questioned if something contradicts it, and reported truthfully.

use super::step::Shown;
use super::{Intent, Run, State};
use crate::answer::checked::{Checked as ComparedAnswer, cites};
use crate::history::Entry;
use edith_gate::{Order, order};
use edith_protocol::{Event, Outcome};
use edith_tools::Operation;
use edith_tools::ending::{Checked, Claim, Deed, says_not_done, wants_sending};
use edith_words::say;

/// The answer to a call that ends the task.
const ACCEPTED: &str = "Accepted.";

impl Run {
    /// Model turns with calls, for which the panel has cards.
    pub(crate) fn steps_with_calls(&self) -> u32 {
        let ends = |id: &str| {
            self.transcript
                .entries
                .iter()
                .any(|entry| matches!(entry, Entry::Answer { call, text, .. } if call.id == id && text == ACCEPTED))
        };
        let does = |entry: &&Entry| matches!(entry, Entry::Assistant { calls, .. } if calls.iter().any(|call| !ends(&call.id)));
        self.transcript.entries.iter().filter(does).count() as u32
    }

    /// A call that ends the task. `task_complete` is a request: it is questioned once if something contradicts it.
    pub(super) fn ending(&mut self, intent: &Intent, now: f64) -> Vec<Event> {
        match &intent.operation {
            Operation::Fail { reason, done } => self.failed(intent, reason, done, now),
            Operation::Complete(claim) => match self.doubt() {
                Some(doubt) if !self.completion.questioned => self.question(intent, &doubt, now),
                _ => self.confirm(claim.clone(), Some(intent), now),
            },
            _ => Vec::new(),
        }
    }

    /// The model's words without a call also end the task.
    pub(super) fn claimed(&mut self, text: String, now: f64) -> Vec<Event> {
        if self.rules().is_talk {
            return self.finish(Outcome::Completed, text, now);
        }
        self.confirm(Claim::new(&text, None), None, now)
    }

    /// The page has been searched for evidence, and the documents for what is cited.
    pub(super) fn confirmed(
        &mut self,
        claim: &Claim,
        intent: Option<&Intent>,
        checked: &Checked,
        cited: Option<&ComparedAnswer>,
        now: f64,
    ) -> Vec<Event> {
        if let Some(events) = self.room().on_confirmed(self, checked, cited, now) {
            return events;
        }
        if let (Some(complaint), Some(intent), false) = (&checked.complaint, intent, self.completion.questioned) {
            return self.question(intent, &format!("the page says: {complaint:?}"), now);
        }
        let is_invented = !claim.words.is_empty() && checked.missing.len() == claim.words.len();
        if let (true, Some(intent), false) = (is_invented, intent, self.completion.questioned) {
            return self.question(intent, "what you give as evidence is on no page that was seen", now);
        }
        let may_ask = !self.completion.questioned && self.counters.step < self.step_limit();
        let objection = cited.filter(|_| may_ask).and_then(|cited| cited.objection(false));
        if let Some((text, listed)) = objection {
            let Some(intent) = intent else { return self.ask_for_better(text, listed) };
            let mut events =
                self.answer_call(intent, "Not yet: see what is said about its citations.".to_owned(), false, now);
            events.extend(self.ask_for_better(format!("{text} Call task_complete again with it."), listed));
            return events;
        }
        // What a document says shows an answer, not a deed.
        let of_documents = cited.filter(|_| checked.proofs.is_empty() && self.completion.deeds.changes == 0);
        let of_documents = of_documents.map(ComparedAnswer::proofs).unwrap_or_default();
        let against = match &checked.complaint {
            Some(complaint) => Some(say!(PageSays { complaint: complaint }).to_string()),
            None if self.is_claimed_without_deed(claim, checked) => Some(say!(NothingDone).to_string()),
            None if !checked.proofs.is_empty() => None,
            None => self.doubt_for_the_person(),
        };
        let outcome = self.outcome_of(claim, against.is_some());
        let told = cited.map_or_else(|| claim.summary.clone(), |cited| cited.told(false));
        let summary = match against.filter(|_| outcome != Outcome::Refused) {
            Some(against) => format!("{told}\n\n{against}"),
            None => told,
        };
        self.completion.evidence = checked.proofs.iter().chain(&of_documents).cloned().collect();
        let accepted = intent.map(|intent| {
            self.pop_pending(intent, ACCEPTED.to_owned(), Shown::default(), now);
            self.progress(say!(Finished), now)
        });
        let mut events = self.finish(outcome, summary, now);
        events.splice(0..0, accepted);
        events
    }

    /// Looks at the page first, if there is one, and at the documents, if it cites them.
    fn confirm(&mut self, claim: Claim, intent: Option<&Intent>, now: f64) -> Vec<Event> {
        if self.tabs.current.is_none() && !cites(&claim.summary, &self.task.documents) {
            return self.confirmed(&claim, intent, &Checked::default(), None, now);
        }
        self.state = State::Ending { claim, intent: intent.cloned().map(Box::new) };
        Vec::new()
    }

    fn outcome_of(&self, claim: &Claim, doubted: bool) -> Outcome {
        let not_done = doubted || says_not_done(&claim.summary);
        match () {
            () if self.completion.deeds.refused => Outcome::Refused,
            () if !not_done => Outcome::Completed,
            () if self.completion.deeds.changes > 0 => Outcome::Partial,
            () => Outcome::Failed,
        }
    }

    /// Objections to the end before looking at the page, for the model.
    pub(super) fn doubt(&self) -> Option<String> {
        if self.tabs.dialog_open {
            return Some("a dialog is still open on the page".to_owned());
        }
        if let Some(what) = &self.completion.last_failure {
            return Some(format!("the last action failed ({what})"));
        }
        if self.wanted_without_deed().is_some() {
            return Some(
                "nothing was done so far: no press or entry of this run worked. If the task is still to be done, do it. If it was done before you \
                 began, give as evidence the words of the page that show it"
                    .to_owned(),
            );
        }
        let is_filled = matches!(self.completion.deeds.last, Some(Deed::Filled(_)));
        (is_filled && wants_sending(&self.task.prompt))
            .then(|| "what you filled in was not sent: nothing was pressed since".to_owned())
    }

    /// What the person wants done, if this run has done nothing.
    fn wanted_without_deed(&self) -> Option<Order> {
        let is_agents = self.rules().is_plain_task;
        let has_done = self.completion.deeds.presses > 0 || self.completion.deeds.changes > 0;
        // Without a page there is nothing that could be taken for a proof.
        if !is_agents || has_done || self.tabs.current.is_none() { None } else { order(&self.task.prompt) }
    }

    /// Whether something that was to be done is claimed without a deed: an event never came by itself; a state may have been there, if the words
    /// that show it are given and are there.
    fn is_claimed_without_deed(&self, claim: &Claim, checked: &Checked) -> bool {
        match self.wanted_without_deed() {
            None => false,
            Some(Order::Event) => true,
            Some(Order::State) => claim.words.is_empty() || !checked.missing.is_empty(),
        }
    }

    fn doubt_for_the_person(&self) -> Option<String> {
        if self.tabs.dialog_open {
            return Some(say!(DialogStillOpen).into());
        }
        let what = self.completion.deeds.failed.as_ref().or(self.completion.last_failure.as_ref());
        let failed = self.completion.last_failure.is_some() && !self.completion.deeds.unsure;
        what.filter(|_| failed).map(|what| say!(LastFailed { what: what }).into())
    }

    fn question(&mut self, intent: &Intent, doubt: &str, now: f64) -> Vec<Event> {
        self.completion.questioned = true;
        let text = format!(
            "Is it really done? {doubt}. Look at the page; if the task is done all the same, call task_complete again and say so plainly; if it is \
             not, call task_fail."
        );
        self.answer_call(intent, text, false, now)
    }

    fn failed(&mut self, intent: &Intent, reason: &str, done: &str, now: f64) -> Vec<Event> {
        let outcome = match () {
            () if self.completion.deeds.refused => Outcome::Refused,
            () if !done.is_empty() => Outcome::Partial,
            () => Outcome::Failed,
        };
        let summary = match done {
            "" => reason.to_owned(),
            done if reason.contains(done) => reason.to_owned(),
            done => format!("{reason}\n\n{done}"),
        };
        self.pop_pending(intent, ACCEPTED.to_owned(), Shown::default(), now);
        let event = self.progress(say!(Finished), now);
        let mut events = self.finish(outcome, summary, now);
        events.insert(0, event);
        events
    }
}
