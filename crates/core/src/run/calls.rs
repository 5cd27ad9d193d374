//! A run's tool calls: read, judged by the gate, carried out, and answered, each exactly once.

use super::repeats::Circle;
use super::step::Shown;
use super::{Acted, Intent, Run, State, deeds};
use crate::history::Entry;
use edith_gate::{DialogAnswer, EffectClass, HeldRequests, Meant, Moment, Told, Verdict, is_on};
use edith_model::CallEnd;
use edith_protocol::{Event, Outcome, ToolCall};
use edith_tools::Operation;
use edith_words::{Sentence, say};
use std::collections::HashSet;

/// Consecutive refusals after which a run ends (a figure of the product's rules).
const REFUSALS_LIMIT: u32 = 3;

/// Most characters of all notes together, as they are sent with every turn.
const NOTES_CHARS: usize = 8_000;

impl Run {
    /// Gives each call a unique id: an empty or doubled one would leave a call without its answer.
    pub(super) fn with_unique_ids(&self, calls: Vec<ToolCall>) -> Vec<ToolCall> {
        let mut taken: HashSet<String> = HashSet::new();
        let mut unique = Vec::with_capacity(calls.len());
        for (at, mut call) in calls.into_iter().enumerate() {
            if call.id.is_empty() || taken.contains(&call.id) {
                call.id = format!("{}-{}-{}", call.id, self.counters.step, at);
            }
            taken.insert(call.id.clone());
            unique.push(call);
        }
        unique
    }

    pub(super) fn prepared(&mut self, mut intent: Intent, now: f64) -> Vec<Event> {
        self.counters.malformed_in_a_row = 0;
        self.know_first_page(&mut intent);
        if let Some(why) = self.rests_on_what_is_gone(&intent) {
            return self.skipped(&why, now);
        }
        if let Some(why) = self.unseen_since_review(&intent) {
            return self.skipped(&why, now);
        }
        self.guard.clipboard.expire(now);
        if let Some(why) = self.link_refusal(&intent) {
            return self.refuse(&intent, &why, now);
        }
        let concerns = self.concerns(&intent.proposal);
        match edith_gate::judge(&intent.proposal, self.ground(), Moment::New(&concerns)) {
            Verdict::Outside { site } => {
                let need = say!(OutsideSite { site: site, does: &intent.text });
                self.park(&intent, need, now)
            }
            Verdict::Refuse { reason } => self.refuse(&intent, &reason, now),
            Verdict::Ask { reason, concerns } if reason.is_empty() => {
                let intent = self.asked_together(intent.with(concerns));
                self.ask_approval(intent, "", now)
            }
            Verdict::Ask { reason, concerns } => self.ask_approval(intent.with(concerns), &reason, now),
            Verdict::Allow | Verdict::CarryOut(_) | Verdict::Changed => self.allowed(intent, now),
        }
    }

    fn refuse(&mut self, intent: &Intent, why: &str, now: f64) -> Vec<Event> {
        let mut events = self.answer_call(intent, format!("Refused: {why}"), false, now);
        self.transcript.ended(&intent.proposal.call, CallEnd::Forbidden, why);
        self.replay_refused(intent);
        events.extend(self.refused(now));
        events
    }

    /// Does what the run can do itself; what is done in the browser is stored first.
    fn allowed(&mut self, intent: Intent, now: f64) -> Vec<Event> {
        match &intent.operation {
            Operation::Complete(_) | Operation::Fail { .. } => self.ending(&intent, now),
            Operation::StepDone(_) | Operation::StepFailed(_) => self.step_ending(&intent, now),
            Operation::Ask(question) => self.ask_question(&intent, question.clone(), now),
            Operation::Remember(note) => self.remember(&intent, note.clone(), now),
            _ => self.act(intent, now),
        }
    }

    /// Counts a refusal by gate or person. After three in a row the run ends: it is probably being misled, and whoever is still there says what to do
    /// instead.
    pub(super) fn refused(&mut self, now: f64) -> Vec<Event> {
        self.guard.refusals += 1;
        if !is_on!(Refusals) || self.guard.refusals < REFUSALS_LIMIT || self.is_done() {
            return Vec::new();
        }
        let outcome = if self.completion.deeds.refused { Outcome::Refused } else { Outcome::Failed };
        self.finish(outcome, say!(EndedRefusals), now)
    }

    /// Stores the intent by entering it as a state; the driver saves the run before carrying it out.
    pub(super) fn act(&mut self, mut intent: Intent, now: f64) -> Vec<Event> {
        intent.trace.at = now;
        let asks_again =
            self.ground().meant.filter(|meant| intent.seal.is_none() && meant.covers(&intent.proposal)).cloned();
        match &asks_again {
            // Exactly this is done, and within what allowed the deed.
            Some(meant) => {
                intent.seal = Some(intent.proposal.seal());
                intent.uses = meant.uses().to_vec();
            }
            None => self.use_permits(&mut intent),
        }
        if intent.seal.is_none() && self.review().is_some_and(|review| review.covers(&intent.proposal)) {
            // Exactly this was gone over: the page may change between its last look and the writing.
            intent.seal = Some(intent.proposal.seal());
        }
        self.guard.clipboard.expire(now);
        self.note_contacts(&intent.proposal, now);
        self.note_link(&intent);
        if intent.changes_something() {
            self.guard.committed = match intent.proposal.class {
                EffectClass::AnswersDialog(DialogAnswer::Accepts(what)) => what,
                class => class.commitment(),
            };
            self.guard.meant = match asks_again {
                Some(_) => None,
                None => Meant::by(&intent.proposal, &intent.uses),
            };
        }
        let event = self.call_started(&intent, now);
        self.state = State::Acting { intent: Box::new(intent) };
        vec![event]
    }

    pub(super) fn acted(&mut self, intent: &Intent, mut acted: Acted, now: f64) -> Vec<Event> {
        self.room().on_acted(self, intent, &acted);
        self.counters.usage += acted.usage;
        self.offer_found(std::mem::take(&mut acted.found_tools));
        if let Some(asks) = acted.asks.take() {
            return self.server_asks(intent.clone(), *asks, now);
        }
        if Self::hands_over(intent)
            && let Some(found) = acted.found.take()
        {
            return self.extracted(intent, acted, found, now);
        }
        if let Some(held) = acted.held.take() {
            return self.held_back(intent, acted, &held, now);
        }
        if let Some((document, failure)) = acted.locked.take() {
            self.password = None;
            if self.task.terms.is_none() {
                return self.ask_password(&document, &failure, Some(intent.clone()));
            }
        }
        if acted.unsure {
            let text = acted.text.clone();
            return self.left_open(intent, acted, text, true, now);
        }
        let mut text = acted.text.clone();
        if let Some(warning) =
            self.looking_warning(intent.proposal.only_looks && !matches!(intent.operation, Operation::Document(_)))
        {
            text = with_line(text, &warning);
        }
        let fails = !acted.ok && !intent.proposal.only_looks && !acted.stopped_by_user;
        let circle = match self.going_in_circles(intent, &acted) {
            Some(circle) => Some(circle),
            None if fails && self.counters.turn.is_first_failure() => self.action_failed(intent),
            None => None,
        };
        if let Some(Circle::Tell(words)) = &circle {
            text = with_line(text, words);
        }
        let event = self.call_ended(intent, &acted, &text, now);
        if acted.ok && !intent.proposal.only_looks {
            self.guard.refusals = 0;
        }
        if !intent.proposal.only_looks {
            // What worked after it in the same turn does not make up for what failed.
            if !acted.ok || self.counters.turn.is_done_so_far() {
                self.completion.last_failure = (!acted.ok).then(|| format!("{}: {}", intent.in_english(), acted.text));
                self.completion.deeds.failed = (!acted.ok).then(|| intent.text.clone());
            }
            self.completion.questioned = false;
            if acted.ok {
                self.counters.failed.clear();
                deeds::note(&mut self.completion.deeds, intent);
            }
        }
        if !acted.ok && !intent.proposal.only_looks {
            self.guard.meant = None;
        }
        self.counters.turn.acted(intent, &acted);
        // What its code planned is planned once more on another page.
        let cuts_turn = acted.cuts_turn && self.rules().by_code;
        let stopped_by_user = acted.stopped_by_user;
        let picture = acted.picture.clone().filter(|_| self.task.settings.model_sees_pictures);
        if acted.dialog_open {
            self.set_out(intent);
        }
        if acted.copied {
            let facts = &intent.proposal.facts;
            let origin = facts.place();
            let places = &self.guard.places;
            let private = places.is_private(&facts.origin) || places.shows_private(origin);
            self.guard.clipboard.copied(origin, private, now);
        }
        self.arrive(Some(intent), &acted);
        edith_gate::remember(&mut self.guard.held_files, acted.files.clone());
        if let Some(tab) = acted.tab
            && !self.tabs.attached.contains(&tab)
            && intent.proposal.leads.switches_to != Some(tab)
        {
            self.tabs.opened.push(tab);
        }
        let from = intent.proposal.answer_origin(&acted.url);
        let shown = Shown { data: acted.data.clone(), look: acted.look.clone(), picture, from };
        let result =
            Acted { ok: acted.ok, said: acted.said.clone(), recorded: acted.recorded.take(), ..Acted::default() };
        let result = Acted { news: std::mem::take(&mut acted.news), ..result };
        if let Some((document, _)) = acted.viewed.as_ref().filter(|_| self.link_of_document(intent).is_some()) {
            self.guard.linked.documents.insert(edith_records::documents::origin(document));
        }
        self.transcript.ended(&intent.proposal.call, if acted.ok { CallEnd::Done } else { CallEnd::Failed }, &text);
        self.pop_pending(intent, text, shown, now);
        self.replay_acted(intent, &result);
        self.observe(acted);
        if stopped_by_user {
            let mut events = self.finish(Outcome::Stopped, say!(CancelledInBar), now);
            events.insert(0, event);
            return events;
        }
        if let Some(Circle::End(sentence)) = circle {
            let mut events = self.room().on_circle(self, sentence.to_string(), now);
            events.insert(0, event);
            return events;
        }
        if cuts_turn {
            self.cancel_pending("Not done: the page is another one.", now);
        }
        if circle == Some(Circle::Ask) {
            let mut events = self.ask_how_to_go_on(now);
            events.insert(0, event);
            return events;
        }
        self.next_call();
        vec![event]
    }

    /// A call that would have made requests which nobody allowed is judged again with them.
    fn held_back(&mut self, intent: &Intent, mut acted: Acted, held: &HeldRequests, now: f64) -> Vec<Event> {
        let mut events = vec![self.progress(say!(RequestHeld { does: &intent.text }), now)];
        self.arrive(Some(intent), &acted);
        if held.round <= 1 {
            self.completion.deeds.sent.clear();
        }
        self.completion.deeds.sent.extend(std::mem::take(&mut acted.sent));
        self.observe(acted);
        events.extend(self.prepared(intent.knowing(held, &self.task.prompt), now));
        events
    }

    pub(super) fn malformed(&mut self, sentence: &str, now: f64) -> Vec<Event> {
        self.counters.malformed_in_a_row += u32::from(self.counters.turn.is_first_malformed());
        let Some(call) = self.transcript.pending.front().cloned() else {
            self.think();
            return Vec::new();
        };
        self.note_unread(&call);
        let event = self.malformed_call(&call, sentence, now);
        self.replay_answered(&call.id, sentence);
        self.transcript.ended(&call, CallEnd::Failed, sentence);
        self.transcript.pending.pop_front();
        self.transcript.entries.push(unread_answer(call, sentence, now));
        self.next_call();
        vec![event]
    }

    /// Answers a call that is not tried, since what it rests on is gone.
    pub(super) fn skipped(&mut self, why: &str, now: f64) -> Vec<Event> {
        if let Some(call) = self.transcript.pending.pop_front() {
            self.replay_answered(&call.id, why);
            self.transcript.entries.push(unread_answer(call, why, now));
        }
        self.next_call();
        Vec::new()
    }

    /// Has the model say again what it wants to do.
    pub(super) fn unclear(&mut self, text: String, correction: String, now: f64) -> Vec<Event> {
        self.counters.malformed_in_a_row += 1;
        self.transcript.entries.push(Entry::words(text, now));
        self.transcript.entries.push(Entry::Prompt { text: correction, data: Vec::new() });
        self.think();
        vec![self.progress(say!(AskedAgain), now)]
    }

    /// Answers a call that was understood but cannot be done here.
    pub(super) fn unfit(&mut self, sentence: &str, said: Sentence, now: f64) -> Vec<Event> {
        self.counters.malformed_in_a_row = 0;
        let Some(call) = self.transcript.pending.pop_front() else {
            self.think();
            return Vec::new();
        };
        self.note_unread(&call);
        let circle = match self.failing_in_circles(&call, sentence) {
            None if self.counters.turn.is_first_failure() => self.call_failed(&call, &said.to_string()),
            circle => circle,
        };
        let text = match &circle {
            Some(Circle::Tell(words)) => format!("{sentence}\n{words}"),
            _ => sentence.to_owned(),
        };
        self.replay_answered(&call.id, &said.to_string());
        let event = self.unfit_call(&call, sentence, said, now);
        self.transcript.ended(&call, CallEnd::Failed, sentence);
        // Nothing was begun, so nothing failed on the page: the end is judged by what was done.
        self.transcript.entries.push(unread_answer(call, &text, now));
        if let Some(Circle::End(sentence)) = circle {
            let mut events = self.room().on_circle(self, sentence.to_string(), now);
            events.insert(0, event);
            return events;
        }
        if circle == Some(Circle::Ask) {
            let mut events = self.ask_how_to_go_on(now);
            events.insert(0, event);
            return events;
        }
        self.next_call();
        vec![event]
    }

    /// Answers a call that was read but not carried out; what of its turn rests on it is not done either.
    pub(super) fn answer_call(&mut self, intent: &Intent, text: String, ok: bool, now: f64) -> Vec<Event> {
        let event = self.call_ended(intent, &Acted { ok, ..Acted::default() }, &text, now);
        self.transcript.ended(&intent.proposal.call, if ok { CallEnd::Done } else { CallEnd::Failed }, &text);
        self.pop_pending(intent, text, Shown::default(), now);
        if !ok {
            self.counters.turn.denied(intent);
        }
        self.next_call();
        vec![event]
    }

    /// Adds a note that is sent with every turn.
    fn remember(&mut self, intent: &Intent, note: String, now: f64) -> Vec<Event> {
        let held: usize = self.transcript.notes.iter().map(|note| note.chars().count()).sum();
        if held + note.chars().count() > NOTES_CHARS {
            let room = NOTES_CHARS.saturating_sub(held);
            let text = format!("Not noted: there is room for {room} more characters. Keep it shorter.");
            return self.answer_call(intent, text, false, now);
        }
        self.transcript.notes.push(note);
        self.answer_call(intent, "Noted.".to_owned(), true, now)
    }

    /// Answers the call in progress.
    pub(super) fn pop_pending(&mut self, intent: &Intent, text: String, shown: Shown, now: f64) {
        self.transcript.pending.retain(|pending| pending.id != intent.proposal.call.id);
        self.replay_answered(&intent.proposal.call.id, &text);
        let shown_args = Some(intent.shown_args.clone());
        let Shown { data, look, picture, from } = shown;
        let replaces = look.as_ref().is_some_and(|look| look.whole);
        let to_page = intent.proposal.facts.server_tool.is_none();
        let told = Told::by(intent.proposal.sends.as_ref(), &intent.shown_args, to_page);
        let call = intent.proposal.call.clone();
        self.transcript.entries.push(Entry::Answer {
            call,
            shown_args,
            told,
            text,
            data,
            look,
            picture,
            from,
            denied: false,
            at: now,
        });
        if replaces {
            super::keep_effects(&mut self.transcript.entries);
            super::condense(&mut self.transcript.entries);
        }
    }

    /// Answers every remaining call with why it was not done: none stays without an answer.
    pub(super) fn cancel_pending(&mut self, why: &str, now: f64) {
        for call in std::mem::take(&mut self.transcript.pending) {
            self.room().on_cancelled(self, &call.id);
            self.transcript.entries.push(unread_answer(call, why, now));
        }
    }
}

fn unread_answer(call: ToolCall, why: &str, now: f64) -> Entry {
    let from = String::new();
    Entry::Answer {
        call,
        shown_args: None,
        told: Told::Nothing,
        text: why.to_owned(),
        data: Vec::new(),
        look: None,
        picture: None,
        from,
        denied: false,
        at: now,
    }
}

fn with_line(text: String, line: &str) -> String {
    if text.is_empty() { line.to_owned() } else { format!("{text}\n{line}") }
}
