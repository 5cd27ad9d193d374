//! A form is read, answered, and gone over by the person.

use crate::answer::questions::Reading;
use crate::form::{FormWork, Phase, ROUNDS, Sight};
use crate::run::{Asked, Run, State, Work};
use crate::unread::sentence;
use edith_protocol::{
    Ask, AskAnswer, AskKind, Document, Event, FormShown, FormState, FormTarget, FormValue, Outcome, Progress,
};
use edith_words::say;
use std::collections::BTreeMap;

impl Run {
    /// The form that it fills in.
    pub(crate) fn form(&self) -> Option<&FormWork> {
        match &self.work {
            Work::Form(form) => Some(form),
            _ => None,
        }
    }

    /// The form that it fills in, to change it.
    pub fn form_mut(&mut self) -> Option<&mut FormWork> {
        match &mut self.work {
            Work::Form(form) => Some(form),
            _ => None,
        }
    }

    /// The rows for events.
    pub(in crate::run) fn form_shown(&self) -> Option<Box<FormShown>> {
        self.form()?.shown(self.is_done())
    }

    pub(super) fn form_event(&self, text: impl Into<String>, now: f64) -> Event {
        Event::Progress(Progress { form: self.form_shown(), ..self.blank_progress(text.into(), now) })
    }

    /// Does what comes next, whenever nothing is under way.
    pub(in crate::run) fn go_on_with_form(&mut self, now: f64) -> Vec<Event> {
        if !matches!(self.state, State::Thinking { .. }) {
            return Vec::new();
        }
        let Some(form) = self.form() else { return Vec::new() };
        match form.phase {
            Phase::Looking | Phase::Leaving => self.form_read(now),
            Phase::Reading | Phase::Answering | Phase::Reviewing => self.form_answered(now),
            Phase::Filling => self.fill_on(now),
        }
    }

    /// The page was looked at: what code can answer is answered, and the rest is looked for.
    pub(super) fn form_read(&mut self, now: f64) -> Vec<Event> {
        let words = self.task.prompt.clone();
        let Some(form) = self.form_mut() else { return Vec::new() };
        let leaves = form.phase == Phase::Leaving;
        let is_new = form.rows.iter().any(|row| row.state == FormState::Pending);
        if !is_new {
            return match leaves {
                true => self.form_ends(now),
                false => {
                    let sentence = if self.tabs.current.is_none() { say!(FormNeedsPage) } else { say!(FormNone) };
                    self.finish(Outcome::Failed, sentence, now)
                }
            };
        }
        if !form.undo.is_empty() {
            form.put_back();
            form.wishes = Default::default();
            form.begin_filling();
            return self.fill_on(now);
        }
        form.answer_by_code();
        form.answer_by_words(&words);
        let unread = self.unread_documents();
        let has_documents = !self.task.documents.is_empty();
        // Without a model code reads what they say in so many words, for new questions again.
        if let Some(form) = self.form_mut().filter(|form| unread || has_documents && !form.has_model) {
            form.phase = Phase::Reading;
            self.state = State::Starting;
            return vec![self.form_event(say!(FormReading), now)];
        }
        self.look_for_answers(now)
    }

    fn unread_documents(&self) -> bool {
        let read = |document: &Document| {
            self.form().is_some_and(|form| form.read.iter().any(|read| read.document == document.id))
        };
        !self.task.documents.iter().all(read)
    }

    /// The documents were read, as far as they can be.
    pub(in crate::run) fn form_documents_read(
        &mut self,
        read: Vec<crate::run::ReadOrNot>,
        seen: Sight,
        now: f64,
    ) -> Vec<Event> {
        self.password = None;
        let mut events = Vec::new();
        let sources: Vec<String> = self.task.documents.iter().map(edith_records::documents::origin).collect();
        self.guard.contacts.earlier.extend(sources);
        for (document, read) in read {
            let reading = match read {
                Ok(info) => Reading::of(&document, &info),
                Err(failure) => {
                    let failed = sentence(&failure, &document.name).to_string();
                    events.push(self.progress(failed.clone(), now));
                    Reading { document: document.id, failed, ..Reading::default() }
                }
            };
            if !reading.gaps.is_empty() {
                events.push(self.progress(reading.gaps.clone(), now));
            }
            if let Some(form) = self.form_mut() {
                form.read.retain(|read| read.document != reading.document);
                form.read.push(reading);
            }
        }
        if let Some(form) = self.form_mut() {
            form.kinds.extend(seen.kinds);
        }
        for answer in seen.answers {
            let row = self.form_mut().and_then(|form| form.row_mut(&answer.id));
            if let Some(row) = row.filter(|row| matches!(row.state, FormState::Pending | FormState::Kept)) {
                row.take(answer);
            }
        }
        let form = self.form();
        if form.is_some_and(|form| form.target == FormTarget::Profile && !form.says && !form.reads()) {
            let mut why: Vec<String> =
                form.iter().flat_map(|form| &form.read).map(|read| read.failed.clone()).collect();
            if why.is_empty() {
                why.push(say!(ProfileNoSource).to_string());
            }
            return self.finish(Outcome::Failed, why.join("\n"), now);
        }
        events.extend(self.look_for_answers(now));
        events
    }

    fn look_for_answers(&mut self, now: f64) -> Vec<Event> {
        let (id, given) = (self.id.clone(), self.task.given());
        let Some(form) = self.form_mut() else { return Vec::new() };
        form.answer_files(&given);
        let sources = form.says || form.reads() || !form.profile.facts.is_empty();
        form.divide(&id, sources, &given);
        form.phase = Phase::Answering;
        if form.is_answered() {
            return self.form_answered(now);
        }
        self.state = State::Gathering;
        vec![self.form_event(say!(FormAnswering), now)]
    }

    /// Calls were started, or not.
    pub(in crate::run) fn batches_asked(&mut self, asked: Vec<(usize, Result<(), String>)>, now: f64) -> Vec<Event> {
        let Some(form) = self.form_mut() else { return Vec::new() };
        for (at, started) in asked {
            let Some(batch) = form.batches.get_mut(at) else { continue };
            batch.state = match started {
                Ok(()) => edith_protocol::QuestionState::Working,
                Err(_) => edith_protocol::QuestionState::Failed,
            };
        }
        self.go_on_answering_form(now)
    }

    /// A call is over: what is on its source is taken.
    pub(in crate::run) fn batch_ended(&mut self, ended: &Self, now: f64) -> Vec<Event> {
        use edith_protocol::QuestionState::{Done, Failed, Working};
        let (State::Done { outcome, summary }, Work::Answers(work)) = (&ended.state, &ended.work) else {
            return Vec::new();
        };
        let id = self.id.clone();
        let Some(form) = self.form_mut() else { return Vec::new() };
        let Some(batch) = form.batches.iter_mut().find(|batch| batch.run == ended.id && batch.state == Working) else {
            return Vec::new();
        };
        let is_done = matches!(outcome, Outcome::Completed | Outcome::Partial);
        batch.state = if is_done { Done } else { Failed };
        let batch = batch.clone();
        let (ids, checks) = (&batch.ids, batch.checks);
        for answer in work.answers.iter().cloned() {
            match form.row_mut(&answer.id) {
                Some(row) if checks => {
                    (row.state, row.confidence, row.reason) =
                        (FormState::Empty, row.confidence.min(0.3), answer.reason);
                }
                Some(row) if matches!(row.state, FormState::Pending | FormState::Kept) => row.take(answer),
                _ => {}
            }
        }
        for row in form
            .rows
            .iter_mut()
            .filter(|row| !checks && ids.contains(&row.question.id) && row.state == FormState::Pending)
            .filter(|row| !work.left.contains(&row.question.id))
        {
            row.state = row.unanswered();
            if is_done {
                // What was asked for once more and not found is no longer an answer.
                (row.value, row.source, row.concluded_from) = Default::default();
            } else {
                row.reason.clone_from(summary);
            }
        }
        form.searches |= form.is_short() && !work.whole && !checks;
        form.ask_rest(&id, &batch, &work.left);
        self.counters.usage += ended.counters.usage;
        self.go_on_answering_form(now)
    }

    fn go_on_answering_form(&mut self, now: f64) -> Vec<Event> {
        let id = self.id.clone();
        let Some(form) = self.form_mut() else { return Vec::new() };
        if form.is_answered() {
            form.divide_checks(&id);
        }
        let mut events = vec![self.form_event(say!(FormAnswering), now)];
        if self.form().is_some_and(FormWork::is_answered) {
            events.extend(self.form_answered(now));
        }
        events
    }

    /// All answers are there: the person goes over them, unless the task says otherwise for what is theirs.
    pub(super) fn form_answered(&mut self, now: f64) -> Vec<Event> {
        let is_unattended = self.task.terms.is_some();
        let Some(form) = self.form_mut() else { return Vec::new() };
        form.leave_open();
        form.phase = Phase::Reviewing;
        if form.wishes.unasked && form.decide_unasked() {
            form.begin_filling();
            return self.fill_on(now);
        }
        let is_bare = !form.asks();
        if is_bare && (is_unattended || !form.lacks_sources()) || form.round >= ROUNDS {
            form.phase = Phase::Filling;
            return self.fill_on(now);
        }
        form.round += 1;
        form.places.clone_from(&form.seen);
        let text = match (form.target, form.round) {
            (FormTarget::Profile, _) => say!(ProfileReview),
            (FormTarget::Page, 1) if is_bare => say!(FormNoSource),
            (FormTarget::Page, 1) => say!(FormReview),
            (FormTarget::Page, _) => say!(FormReviewMore),
        };
        if is_unattended {
            return self.finish(Outcome::NeedsInput, say!(Parked { need: text }), now);
        }
        let questions = self.form_shown().map(|shown| shown.questions).unwrap_or_default();
        let ask = Ask {
            run_id: self.id.clone(),
            conversation_id: self.conversation.clone(),
            ask_id: self.next_ask_id(),
            text: text.to_string(),
            kind: AskKind::Form { questions },
        };
        self.asked = Some(Asked::Form);
        self.state = State::Asking { ask: Box::new(ask.clone()), intent: None };
        vec![self.form_event(ask.text.clone(), now), Event::Ask(ask)]
    }

    /// The person decided about the rows.
    pub(in crate::run) fn form_decided(&mut self, answer: &AskAnswer, now: f64) -> Vec<Event> {
        if let AskAnswer::Again { question, stronger } = answer {
            return self.ask_form_again(question, *stronger, now);
        }
        let AskAnswer::Fill(values) = answer else {
            // What allows an action fills in no form: nobody may have seen its rows.
            let is_page = self.form().is_none_or(|form| form.target == FormTarget::Page);
            let said = if is_page { say!(FormRefused) } else { say!(ProfileRefused) };
            return self.finish(Outcome::Refused, said, now);
        };
        self.unpause();
        self.decide_rows(values);
        if let Some(form) = self.form_mut() {
            form.phase = Phase::Filling;
        }
        self.fill_on(now)
    }

    /// The answer to one question is looked for once more; then the person is shown all of them again.
    fn ask_form_again(&mut self, question: &str, stronger: bool, now: f64) -> Vec<Event> {
        self.unpause();
        let id = self.id.clone();
        let Some(form) = self.form_mut() else { return Vec::new() };
        // The person may look as often as they like: these are not rounds of new fields.
        form.round = form.round.saturating_sub(1);
        if !form.ask_again(&id, question, stronger) {
            return self.form_answered(now);
        }
        form.phase = Phase::Answering;
        self.state = State::Gathering;
        vec![self.form_event(say!(FormAnswering), now)]
    }

    fn decide_rows(&mut self, values: &BTreeMap<String, FormValue>) {
        if let Some(form) = self.form_mut() {
            form.decide(values, |title| say!(FormNoFit { title: title }).to_string());
        }
    }
}
