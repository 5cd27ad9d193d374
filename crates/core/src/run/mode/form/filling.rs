//! A form's values are written into the page, read back, and reported.

use crate::answer::questions::Reading;
use crate::form::{After, Phase, ROUNDS};
use crate::history::Entry;
use crate::run::{Acted, Intent, Run, State};
use edith_gate::Review;
use edith_protocol::{Event, FormState, FormTarget, Outcome, ToolCall};
use edith_records::profile::Put;
use edith_words::say;

impl Run {
    /// Notes why a value was not taken, as the page or the tab told it.
    pub(in crate::run) fn form_acted(&mut self, intent: &Intent, acted: &Acted) {
        let id = &intent.proposal.call.id;
        let Some(form) = self.form_mut() else { return };
        if acted.ok {
            form.submitted |= form.phase == Phase::Leaving && form.wishes.after == After::Submit && form.submits;
            return;
        }
        let row = form.under_way.iter().find(|(call, _)| call == id).map(|(_, row)| row.clone());
        let why = acted.said.clone().unwrap_or_else(|| acted.text.lines().next().unwrap_or_default().to_owned());
        if let Some(row) = row.and_then(|row| form.row_mut(&row)) {
            row.reason = why;
        }
    }

    /// A call was not carried out: it does not count as a try.
    pub(in crate::run) fn form_cancelled(&mut self, call: &str) {
        let Some(form) = self.form_mut() else { return };
        let row = form.under_way.iter().find(|(id, _)| id == call).map(|(_, row)| row.clone());
        if let Some(row) = row.and_then(|row| form.row_mut(&row)) {
            row.tries = row.tries.saturating_sub(1);
        }
    }

    /// What the person went over: values that code writes for them, on these sites only. None: nothing was gone over.
    pub(in crate::run) fn review(&self) -> Option<Review<'_>> {
        let form = self.form().filter(|form| form.phase == Phase::Filling)?;
        Some(Review { calls: &form.under_way, places: &form.places })
    }

    /// Why a value is not written: its field is no longer visible, and the person was shown one that was.
    pub(in crate::run) fn unseen_since_review(&mut self, intent: &Intent) -> Option<String> {
        let proposal = &intent.proposal;
        let is_unseen = proposal.facts.elements.iter().any(|element| element.is_unseen);
        let form = self.form_mut().filter(|form| is_unseen && form.phase == Phase::Filling)?;
        let row = form.under_way.iter().find(|(call, _)| *call == proposal.call.id).map(|(_, row)| row.clone())?;
        form.row_mut(&row)?.leaves_unseen().then(|| say!(FormUnseen).to_string())
    }

    /// Writes the next values, or ends what is filled in.
    pub(super) fn fill_on(&mut self, now: f64) -> Vec<Event> {
        let documents = self.task.documents.clone();
        let step = self.counters.step + 1;
        let Some(form) = self.form_mut() else { return Vec::new() };
        if form.stores() {
            self.state = State::Starting;
            return vec![self.form_event(String::new(), now)];
        }
        let gone = || say!(FormFieldGone).to_string();
        let refused = |holds: &str| say!(FormNotTaken { holds: holds }).to_string();
        let taken_back = || say!(FormTakenBack).to_string();
        let calls = form.next_calls(&documents, gone, refused, taken_back);
        form.under_way.clear();
        if calls.is_empty() {
            return self.filled(now);
        }
        let mut pending = Vec::with_capacity(calls.len());
        for (at, (row, name, arguments)) in calls.into_iter().enumerate() {
            let id = format!("form-{step}-{at}");
            form.under_way.push((id.clone(), row));
            pending.push(ToolCall { id, name: name.to_owned(), arguments: arguments.to_string() });
        }
        self.carry_out_calls(pending, now);
        vec![self.form_event(say!(FormFilling), now)]
    }

    /// Enters calls that code makes as a turn without words.
    fn carry_out_calls(&mut self, calls: Vec<ToolCall>, now: f64) {
        self.counters.step += 1;
        self.transcript.entries.push(Entry::Assistant {
            text: String::new(),
            calls: calls.clone(),
            continuation: None,
            at: now,
        });
        self.transcript.pending = calls.into();
        self.state = State::Preparing;
    }

    /// Nothing is left to write: what has appeared meanwhile is asked about, then it goes on as the task says.
    fn filled(&mut self, now: f64) -> Vec<Event> {
        let step = self.counters.step + 1;
        let Some(form) = self.form_mut() else { return Vec::new() };
        let undoes =
            form.wishes == Default::default() && form.rows.iter().all(|row| !matches!(row.state, FormState::Pending));
        if form.rows.iter().any(|row| row.present && row.state == FormState::Pending) && !undoes && form.round < ROUNDS
        {
            form.phase = Phase::Looking;
            return self.form_read(now);
        }
        // What was filled in unasked leaves the rest for the person.
        if form.asks()
            && form.rows.iter().any(|row| row.present && row.state == FormState::Proposed && !row.wanted)
            && form.round < ROUNDS
        {
            form.wishes.unasked = false;
            return self.form_answered(now);
        }
        let to = match form.wishes.after {
            _ if form.submits => None,
            After::Stop => None,
            After::Next => form.ways.next,
            After::Submit if form.wishes.pages && form.ways.next.is_some() => form.ways.next,
            After::Submit => form.ways.submit,
        };
        let failed = form.rows.iter().any(|row| row.state == FormState::Failed);
        let Some(uid) = to.filter(|_| !failed && form.round < ROUNDS) else { return self.form_ends(now) };
        form.phase = Phase::Leaving;
        form.submits = form.ways.submit == Some(uid);
        let call = ToolCall {
            id: format!("form-{step}-0"),
            name: "click".to_owned(),
            arguments: format!("{{\"uid\": {uid}}}"),
        };
        self.carry_out_calls(vec![call], now);
        Vec::new()
    }

    /// The profile was stored, or not.
    pub(in crate::run) fn profile_stored(&mut self, stored: Result<Vec<Put>, String>, now: f64) -> Vec<Event> {
        match (self.form_mut(), stored) {
            (Some(form), Ok(stored)) => form.take_stored(stored),
            (_, Err(why)) => return self.finish(Outcome::Failed, why, now),
            (None, _) => {}
        }
        self.form_ends(now)
    }

    pub(super) fn form_ends(&mut self, now: f64) -> Vec<Event> {
        let Some(form) = self.form_mut() else { return Vec::new() };
        form.close();
        let end = form.end();
        let named = |ids: &[String]| {
            let titles =
                form.rows.iter().filter(|row| ids.contains(&row.question.id)).map(|row| match row.reason.as_str() {
                    "" => format!("- {}", row.question.title),
                    why => format!("- {} ({})", row.question.title, why),
                });
            titles.collect::<Vec<_>>().join("\n")
        };
        let (left, failed) = (named(&end.left), named(&end.failed));
        let (filled, kept) = (end.filled.len(), end.kept.len());
        let mut summary = match form.target {
            FormTarget::Profile if form.found_nothing() && !form.reads() => say!(ProfileNoSource),
            FormTarget::Profile if form.found_nothing() => say!(ProfileNothing),
            FormTarget::Profile => say!(ProfileFilled { filled: filled, kept: kept }),
            FormTarget::Page if form.submitted => say!(FormFilledSent { filled: filled, kept: kept }),
            FormTarget::Page => say!(FormFilled { filled: filled, kept: kept }),
        }
        .to_string();
        if !end.left.is_empty() {
            summary.push_str(&format!("\n\n{}\n{left}", say!(FormLeft { n: end.left.len() })));
        }
        if !end.failed.is_empty() {
            summary.push_str(&format!("\n\n{}\n{failed}", say!(FormFailed { n: end.failed.len() })));
        }
        summary.push_str(&Reading::told(&form.read));
        let outcome = if end.failed.is_empty() { Outcome::Completed } else { Outcome::Partial };
        self.transcript.entries.push(Entry::words(summary.as_str(), now));
        self.finish(outcome, summary, now)
    }

    /// The rows as they are at the end.
    pub(in crate::run) fn close_form(&mut self, now: f64) -> Vec<Event> {
        if let Some(form) = self.form_mut() {
            form.close();
        }
        match self.form_shown() {
            Some(_) => vec![self.form_event(String::new(), now)],
            None => Vec::new(),
        }
    }
}
