//! A form being filled in, as data: its rows, what is asked of models about them, what is written into the page, and what became of it.

pub(crate) mod claims;
mod files;
mod import;
pub(crate) mod prompt;
mod row;
pub(crate) mod verify;
mod wishes;

use crate::answer::questions::Reading;
use edith_forms::{FEW, Facts, MOST, Question, WITH_PASSAGES, actions, batches};
use edith_page::fold::fold;
use edith_protocol::{
    Document, FieldType, FormEnd, FormQuality, FormQuestion, FormShown, FormSource, FormState, FormTarget, FormValue,
    Profile, QuestionState, RunId,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;

pub(crate) use files::Sight;
pub(crate) use prompt::Beside;
pub(crate) use row::FormRow;
pub(crate) use verify::{Answer, Compared};
pub(crate) use wishes::After;
pub use wishes::Wishes;

/// Calls to a model at once, at most (the contract's figure).
const AT_ONCE: usize = 10;
/// Actions of one batch (the contract's figure).
pub(crate) const ACTIONS: usize = 10;
/// How long to wait once for fields that are not visible, in milliseconds.
const COVERED_MS: u64 = 800;
/// How long to wait for a page that takes back what was entered, as one does that wants a choice and got words, in milliseconds.
const TAKES_BACK_MS: u64 = 1_000;
/// How often new fields are asked about: a form whose every answer opens another question ends somewhere.
pub(crate) const ROUNDS: u32 = 8;
/// Documents go whole into each call up to this many characters in all. It is less than where each question has its own call: a long form has several calls.
const WHOLE_CHARS: u64 = 40_000;
/// How sure code is of a fact of the profile.
const OF_PROFILE: f64 = 0.95;

/// A form being filled in.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct FormWork {
    /// What is filled in.
    pub target: FormTarget,
    /// Where it is.
    pub phase: Phase,
    /// How much care it is given.
    pub quality: FormQuality,
    /// The person's profile when it began.
    pub profile: Profile,
    /// What the task's words ask for besides values.
    pub wishes: Wishes,
    /// Whether the task says anything at all: a form may be filled in without a word.
    pub says: bool,
    /// Whether what is pressed submits it.
    pub submits: bool,
    /// Whether what submits it was pressed.
    pub submitted: bool,
    /// Whether a model can be asked.
    pub has_model: bool,
    /// Whether it is a small one, which is asked a few questions at once.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_small: bool,
    /// Whether the documents are too long for the model although they are short: they are searched.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub searches: bool,
    /// What the page says.
    pub page: String,
    /// In the page's order, as far as it showed them.
    pub rows: Vec<FormRow>,
    /// The calls to models.
    pub batches: Vec<Batch>,
    /// What became of the documents.
    pub read: Vec<Reading>,
    /// The kinds that documents say they are, by their ids.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub kinds: BTreeMap<String, Vec<String>>,
    /// The sites that the questions are on, as the page shows them now.
    pub seen: Vec<String>,
    /// The same when the person was shown the values.
    pub places: Vec<String>,
    /// How often the person was asked.
    pub round: u32,
    /// The calls that are carried out, with the rows that they are for.
    pub under_way: Vec<(String, String)>,
    /// Whether the page was given time to take back any of the last values.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub settled: bool,
    /// What leads to the form's next page, and what submits it, as the page shows it.
    pub ways: Ways,
    /// What an earlier run has filled in that is to be taken back; empty: it fills in.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub undo: Vec<FormQuestion>,
}

/// Where a form is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// The page is read.
    #[default]
    Looking,
    /// Documents are read.
    Reading,
    /// Models look for answers.
    Answering,
    /// The person goes over them.
    Reviewing,
    /// They are written into the page.
    Filling,
    /// The form is submitted, or its next page opened.
    Leaving,
}

/// Where a form goes on.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Ways {
    /// What opens its next page, by its number in looks.
    pub next: Option<u32>,
    /// What submits it.
    pub submit: Option<u32>,
}

/// What a look found of a form.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct FormLook {
    pub questions: Vec<Question>,
    pub ways: Ways,
    /// What the page says.
    pub page: String,
    /// Whether a model can be asked.
    pub has_model: bool,
    /// Whether it is a small one.
    pub is_small: bool,
    /// The sites that the questions are on, and to which their forms go: the page's, and those of frames.
    pub places: Vec<String>,
}

/// Questions that share a call to a model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Batch {
    /// Its run. The id is known before the start, so that it never starts twice.
    pub run: RunId,
    /// Their ids.
    pub ids: Vec<String>,
    /// Its state.
    pub state: QuestionState,
    /// Whether it goes over answers that were found.
    #[serde(default)]
    pub checks: bool,
    /// The person wants the answer to its one question looked for again; this is the one that they doubt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub again: Option<Again>,
}

/// An answer that the person wants looked for again.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Again {
    /// What was found before; empty: nothing.
    pub doubted: String,
    /// Whether the strong model looks for it.
    pub stronger: bool,
}

impl FormWork {
    /// Takes in what a look found: what is known is as the page shows it now, what is new becomes a row.
    pub(crate) fn look(&mut self, look: FormLook) {
        (self.ways, self.page, self.has_model, self.is_small) = (look.ways, look.page, look.has_model, look.is_small);
        self.seen = look.places;
        for row in &mut self.rows {
            row.present = false;
        }
        let mut order: Vec<usize> = Vec::new();
        let mut new: Vec<(usize, Question)> = Vec::new();
        for question in look.questions {
            let same = |row: &&mut FormRow| {
                !row.present && row.question.id == question.id && row.question.kind == question.kind
            };
            let alike = |row: &&mut FormRow| {
                let (row, now) = (&row.question, &question);
                row.kind == now.kind && fold(&row.title) == fold(&now.title) && fold(&row.section) == fold(&now.section)
            };
            let at = self
                .rows
                .iter_mut()
                .position(|row| same(&row))
                .or_else(|| self.rows.iter_mut().position(|row| !row.present && alike(&row)));
            match at.and_then(|at| Some((at, self.rows.get_mut(at)?))) {
                Some((at, row)) => {
                    row.present = true;
                    if question.opens() && question.current != row.question.current {
                        row.tries = 0;
                    }
                    // The id that the person was shown stays.
                    row.question = Question { id: row.question.id.clone(), ..question };
                    order.push(at);
                }
                None => new.push((order.last().map_or(0, |at| at + 1), question)),
            }
        }
        for (added, (at, question)) in new.into_iter().enumerate() {
            let id_is_taken = self.rows.iter().any(|row| row.question.id == question.id);
            let question = if id_is_taken {
                Question { id: format!("{}-{}", question.id, self.rows.len()), ..question }
            } else {
                question
            };
            let place = (at + added).min(self.rows.len());
            self.rows.insert(place, FormRow::new(question));
        }
    }

    /// A question whose list was opened before.
    pub(crate) fn listed(&self, id: &str) -> Option<&Question> {
        self.rows.iter().map(|row| &row.question).find(|question| question.id == id && question.listed)
    }

    /// Whether those who look for its answers see a picture of the page.
    pub(crate) fn is_exact(&self) -> bool {
        matches!(self.quality, FormQuality::Exact | FormQuality::ExactPro)
    }

    pub(crate) fn row_mut(&mut self, id: &str) -> Option<&mut FormRow> {
        self.rows.iter_mut().find(|row| row.question.id == id)
    }

    /// Answers by code what needs no model: what the page holds stays, secrets and consents are the person's, and the profile has its facts.
    pub(crate) fn answer_by_code(&mut self) {
        let facts = Facts::of(&self.profile);
        for row in self.rows.iter_mut().filter(|row| row.state == FormState::Pending) {
            if row.question.is_persons() {
                row.state = FormState::Yours;
                continue;
            }
            if row.question.opens() {
                continue;
            }
            if let Some(value) = facts.answer(&row.question) {
                (row.value, row.source, row.confidence) = (value, FormSource::Profile, OF_PROFILE);
                // A value for a field that nobody sees is shown, and off until the person switches it on.
                row.state = if row.question.unseen { FormState::Empty } else { FormState::Proposed };
            }
            if row.question.holds {
                row.state = FormState::Kept;
                if actions::reached(&row.question, &row.value) {
                    (row.value, row.source, row.confidence) = (FormValue::default(), FormSource::None, 0.0);
                }
            }
        }
    }

    /// Divides the questions without an answer into calls, if there is anything that could answer them.
    pub(crate) fn divide(&mut self, run: &RunId, sources: bool, given: &[Document]) {
        let may_be =
            |row: &FormRow| row.question.kind != FieldType::File || !self.offered(&row.question, given).is_empty();
        let is_open = |row: &FormRow| self.is_looked_for(row) && may_be(row);
        if self.has_model && sources {
            self.batches.extend(self.divided(run, false, self.at_once(), is_open));
        }
    }

    /// How many questions a call has.
    fn at_once(&self) -> usize {
        match () {
            () if self.is_small => FEW,
            () if self.is_short() && !self.searches => MOST,
            () => WITH_PASSAGES,
        }
    }

    /// Asks again for what a call's answer left out: as much at once as it did answer. Without anything read there are few questions in a call,
    /// so that this ends.
    pub(crate) fn ask_rest(&mut self, run: &RunId, batch: &Batch, left: &[String]) {
        let managed = batch.ids.len().saturating_sub(left.len());
        let is_left = |row: &FormRow| left.contains(&row.question.id);
        let rest = self.divided(run, batch.checks, managed.max(FEW), is_left);
        self.batches.extend(rest);
    }

    /// Divides what was answered by a model into calls that go over it.
    pub(crate) fn divide_checks(&mut self, run: &RunId) {
        let is_checked = |id: &String| self.batches.iter().any(|batch| batch.checks && batch.ids.contains(id));
        let is_open = |row: &FormRow| {
            matches!(row.state, FormState::Proposed | FormState::Empty)
                && !row.value.is_empty()
                && !matches!(row.source, FormSource::Profile | FormSource::Person)
                && !is_checked(&row.question.id)
        };
        if matches!(self.quality, FormQuality::FastPro | FormQuality::ExactPro) {
            self.batches.extend(self.divided(run, true, self.at_once(), is_open));
        }
    }

    /// Asks for the answer to one question again, and says whether it can: it takes a model, and a question that one may answer.
    pub(crate) fn ask_again(&mut self, run: &RunId, id: &str, stronger: bool) -> bool {
        let run = part(run, self.batches.len());
        let has_model = self.has_model;
        let can = |row: &&mut FormRow| {
            has_model && row.present && !row.question.is_persons() && row.question.kind != FieldType::File
        };
        let Some(row) = self.row_mut(id).filter(can) else { return false };
        let again = Some(Again { doubted: row.value.to_string(), stronger });
        row.state = if row.question.holds { FormState::Kept } else { FormState::Pending };
        row.reason.clear();
        self.batches.push(Batch { run, ids: vec![id.to_owned()], state: QuestionState::Pending, checks: false, again });
        true
    }

    /// Calls for the questions of these rows.
    fn divided(&self, run: &RunId, checks: bool, most: usize, is_open: impl Fn(&FormRow) -> bool) -> Vec<Batch> {
        let open: Vec<&Question> = self.rows.iter().filter(|row| is_open(row)).map(|row| &row.question).collect();
        let ids = |batch: Vec<usize>| {
            batch.into_iter().filter_map(|at| open.get(at)).map(|question| question.id.clone()).collect()
        };
        let runs = self.batches.len()..;
        let calls = batches(&open, most).into_iter().zip(runs);
        calls
            .map(|(batch, at)| Batch {
                run: part(run, at),
                ids: ids(batch),
                state: QuestionState::Pending,
                checks,
                again: None,
            })
            .collect()
    }

    /// The calls to start now.
    pub(crate) fn to_start(&self) -> Vec<usize> {
        let is = |state| move |(_, batch): &(usize, &Batch)| batch.state == state;
        let working = self.batches.iter().enumerate().filter(is(QuestionState::Working)).count();
        let waiting = self.batches.iter().enumerate().filter(is(QuestionState::Pending));
        waiting.map(|(at, _)| at).take(AT_ONCE.saturating_sub(working)).collect()
    }

    /// Whether no call is waiting or under way.
    pub(crate) fn is_answered(&self) -> bool {
        !self.batches.iter().any(|batch| matches!(batch.state, QuestionState::Pending | QuestionState::Working))
    }

    /// Whether any document could be read.
    pub(crate) fn reads(&self) -> bool {
        self.read.iter().any(|read| read.failed.is_empty())
    }

    /// Whether the documents are short enough to be sent whole.
    pub(crate) fn is_short(&self) -> bool {
        self.read.iter().map(|read| read.characters).sum::<u64>() <= WHOLE_CHARS
    }

    /// What nobody has found an answer for stays as it is.
    pub(crate) fn leave_open(&mut self) {
        for row in self.rows.iter_mut().filter(|row| row.state == FormState::Pending) {
            row.state = row.unanswered();
        }
    }

    /// From now on values are written, on the sites that are seen now.
    pub(crate) fn begin_filling(&mut self) {
        self.phase = Phase::Filling;
        self.places.clone_from(&self.seen);
    }

    /// Decides about rows as the person did: what is shown is filled in, with their values.
    pub(crate) fn decide(&mut self, values: &BTreeMap<String, FormValue>, no_fit: impl Fn(&str) -> String) {
        for row in self.rows.iter_mut().filter(|row| row.present) {
            match values.get(&row.question.id) {
                // Through a message it would be stored: the person types it on the page.
                Some(_) if row.question.kind == FieldType::Secret => {}
                Some(value) if value.is_empty() => {
                    row.wanted = false;
                    if row.state == FormState::Proposed {
                        row.state = FormState::Left;
                    }
                }
                Some(value) => match edith_forms::fit(&row.question, value) {
                    Ok(fitted) => {
                        if fitted != row.value {
                            (row.source, row.confidence) = (FormSource::Person, 1.0);
                        }
                        (row.value, row.state, row.wanted, row.tries) = (fitted, FormState::Proposed, true, 0);
                        row.reason.clear();
                        row.even_unseen = row.question.unseen;
                    }
                    Err(_) => {
                        (row.state, row.reason, row.wanted) = (FormState::Failed, no_fit(&row.question.title), false)
                    }
                },
                None => row.wanted |= row.state == FormState::Proposed,
            }
        }
    }

    /// Takes what needs no review, where the task says that it does not want to be asked: values of the profile and of the person.
    pub(crate) fn decide_unasked(&mut self) -> bool {
        let is_persons = |row: &&mut FormRow| {
            row.state == FormState::Proposed
                && !row.wanted
                && matches!(row.source, FormSource::Profile | FormSource::Person)
        };
        let mut any = false;
        for row in self.rows.iter_mut().filter(is_persons) {
            (row.wanted, any) = (true, true);
        }
        any
    }

    /// Whether there is something to ask the person about.
    pub(crate) fn asks(&self) -> bool {
        let asks = |row: &FormRow| match row.state {
            FormState::Proposed | FormState::Empty => true,
            FormState::Kept => self.target == FormTarget::Profile,
            _ => false,
        };
        self.rows.iter().any(|row| row.present && !row.wanted && asks(row) && !row.value.is_empty())
    }

    /// Whether nothing is known that could be filled in, and the person has not been asked: they may know.
    pub(crate) fn lacks_sources(&self) -> bool {
        let is_open = |row: &FormRow| row.present && row.state == FormState::Empty;
        self.round == 0 && self.target == FormTarget::Page && !self.wishes.unasked && self.rows.iter().any(is_open)
    }

    /// Takes what the task's words say line by line about what is open, where no model reads them.
    pub(crate) fn answer_by_words(&mut self, words: &str) {
        if self.has_model || !self.says {
            return;
        }
        let lines = edith_forms::labelled(words);
        for row in self.rows.iter_mut().filter(|row| row.state == FormState::Pending) {
            let Some((value, line)) = edith_forms::answer_in(&row.question, &lines) else { continue };
            let (id, source) = (String::new(), FormSource::Task { quote: line.quote.clone() });
            row.take(Answer { id, value, source, confidence: OF_PROFILE, ..Answer::default() });
        }
    }

    /// The next actions, each with its row: what is reached is noted, and what does not take its value is given up.
    pub(crate) fn next_calls(
        &mut self,
        documents: &[Document],
        gone: impl Fn() -> String,
        refused: impl Fn(&str) -> String,
        taken_back: impl Fn() -> String,
    ) -> Vec<(String, &'static str, Value)> {
        if self.settled {
            self.look_after(documents, taken_back);
        }
        let mut calls = Vec::new();
        let mut waits = None;
        for row in self.rows.iter_mut().filter(|row| row.wanted && row.state == FormState::Proposed) {
            let value = row.entered(documents);
            let holds = if row.tries == 0 { actions::reached } else { actions::entered };
            if row.present && holds(&row.question, &value) {
                (row.state, row.reason) = (FormState::Filled, String::new());
                continue;
            }
            if !row.present {
                // A list that closes slowly may lie over it.
                if !row.waited {
                    row.waited = true;
                    waits = Some(row.question.id.clone());
                } else {
                    (row.state, row.reason) = (FormState::Failed, gone());
                }
                continue;
            }
            if row.question.unseen && row.leaves_unseen() {
                continue;
            }
            if row.tries >= row.most_tries() {
                row.state = FormState::Failed;
                if row.reason.is_empty() {
                    row.reason = if row.question.error.is_empty() {
                        refused(&row.question.current.to_string())
                    } else {
                        row.question.error.clone()
                    };
                }
                continue;
            }
            let needed = actions::calls(&row.question, &value);
            if needed.is_empty() {
                row.state = FormState::Failed;
                row.reason = refused(&row.question.current.to_string());
                continue;
            }
            if !calls.is_empty() && calls.len() + needed.len() > ACTIONS {
                break;
            }
            row.tries += 1;
            let id = row.question.id.clone();
            calls.extend(needed.into_iter().map(|(name, arguments)| (id.clone(), name, arguments)));
        }
        if let (true, Some(id)) = (calls.is_empty(), waits) {
            calls.push((id, "wait", json!({ "ms": COVERED_MS })));
        }
        let entered = |row: &&FormRow| row.wanted && row.present && row.state == FormState::Filled;
        let entered = self.rows.iter().find(entered).map(|row| row.question.id.clone());
        match entered.filter(|_| calls.is_empty() && !self.settled) {
            Some(id) => {
                calls.push((id, "wait", json!({ "ms": TAKES_BACK_MS })));
                self.settled = true;
            }
            None => self.settled &= calls.is_empty(),
        }
        calls
    }

    /// Enters once more what the page has taken back, and gives up what it takes back each time.
    fn look_after(&mut self, documents: &[Document], taken_back: impl Fn() -> String) {
        let is_entered = |row: &&mut FormRow| row.wanted && row.present && row.state == FormState::Filled;
        for row in self.rows.iter_mut().filter(is_entered) {
            // A value that it writes in another way is kept.
            let is_back = !row.question.holds || row.question.current == row.before;
            if !is_back || actions::entered(&row.question, &row.entered(documents)) {
                continue;
            }
            if row.tries < row.most_tries() {
                row.state = FormState::Proposed;
            } else {
                (row.state, row.reason) = (FormState::Failed, taken_back());
            }
        }
    }

    /// Takes the rows that an earlier run has filled in, to put back what was there. What the person has changed since stays.
    pub(crate) fn put_back(&mut self) {
        let mut undo = std::mem::take(&mut self.undo);
        for row in &mut self.rows {
            row.state = FormState::Left;
            // Opened entries stay, but are emptied.
            let same = |then: &FormQuestion| {
                !row.question.opens()
                    && then.state == FormState::Filled
                    && then.kind == row.question.kind
                    && fold(&then.title) == fold(&row.question.title)
                    && fold(&then.section) == fold(&row.question.section)
            };
            let Some(at) = undo.iter().position(same) else { continue };
            let then = undo.remove(at);
            if !actions::reached(&row.question, &then.value) {
                row.state = FormState::Kept;
                continue;
            }
            (row.value, row.source, row.confidence) = (then.current, FormSource::Person, 1.0);
            (row.state, row.wanted, row.even_unseen) = (FormState::Proposed, true, row.question.unseen);
        }
    }

    /// The rows for events.
    pub(crate) fn shown(&self, ended: bool) -> Option<Box<FormShown>> {
        let questions: Vec<FormQuestion> = self.rows.iter().map(FormRow::shown).collect();
        let (target, ended) = (self.target, ended.then(|| self.end()));
        (!questions.is_empty()).then(|| Box::new(FormShown { questions, target, ended }))
    }

    /// What became of the rows.
    pub(crate) fn end(&self) -> FormEnd {
        let of = |is: &dyn Fn(FormState) -> bool| {
            self.rows.iter().filter(|row| is(row.state)).map(|row| row.question.id.clone()).collect()
        };
        FormEnd {
            filled: of(&|state| state == FormState::Filled),
            kept: of(&|state| state == FormState::Kept),
            failed: of(&|state| state == FormState::Failed),
            left: of(&|state| !matches!(state, FormState::Filled | FormState::Kept | FormState::Failed)),
        }
    }

    /// What was not filled in separately is left, once it is over.
    pub(crate) fn close(&mut self) {
        for row in &mut self.rows {
            if matches!(row.state, FormState::Pending | FormState::Proposed) {
                row.state = FormState::Left;
            }
        }
    }
}

fn part(run: &RunId, at: usize) -> RunId {
    // The records of its runs are found by key prefix.
    RunId(format!("{run}-s{:03}", at + 1))
}
