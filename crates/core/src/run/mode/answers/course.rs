//! The runs that look for a form's answers: a few questions each, one call to a model, every answer compared with its source.

use super::state::AnswersWork;
use crate::form::{Compared, FormRow, FormWork, prompt};
use crate::history::Entry;
use crate::run::{NewRun, Run, State, Work};
use edith_forms::{FEW, Facts, Question};
use edith_model::fence::Data;
use edith_model::{Content, ContentPart};
use edith_protocol::{Document, Event, FieldType, FormQuality, FormSource, FormTarget, Outcome};

/// What a model that answers in another form is told once.
const AGAIN: &str = "That is not readable JSON. Answer with one object alone: {\"answers\": [{\"id\": \"q12\", \"value\": \"…\", \"source\": \"…\", \"page\": 1, \"quote\": \"…\", \"confidence\": 0.9}]}";

impl Run {
    /// The questions whose answers it looks for.
    pub(crate) fn answers_work(&self) -> Option<&AnswersWork> {
        match &self.work {
            Work::Answers(work) => Some(work),
            _ => None,
        }
    }

    /// The run for one of the form's calls.
    pub(crate) fn for_batch(&self, at: usize, now: f64) -> Option<Self> {
        let form: &FormWork = self.form()?;
        let batch = form.batches.get(at)?;
        let rows: Vec<_> = form.rows.iter().filter(|row| batch.ids.contains(&row.question.id)).collect();
        let quote = |source: &FormSource| match source {
            FormSource::Document { quote, .. } | FormSource::Task { quote } | FormSource::Page { quote } => {
                quote.clone()
            }
            FormSource::Profile | FormSource::Person | FormSource::None => String::new(),
        };
        let given = self.task.given();
        let checked = rows.iter().filter(|_| batch.checks).map(|row| (row.entered(&given), quote(&row.source)));
        let asked = |row: &&FormRow| match row.question.kind {
            FieldType::File => Question { options: form.offered(&row.question, &given), ..row.question.clone() },
            _ => row.question.clone(),
        };
        let work = Work::Answers(Box::new(AnswersWork {
            parent: Some(self.id.clone()),
            whole: form.is_short() && !form.searches && !batch.checks,
            quality: match &batch.again {
                Some(again) if again.stronger => FormQuality::Exact,
                _ => form.quality,
            },
            doubted: batch.again.as_ref().map(|again| again.doubted.clone()).unwrap_or_default(),
            checked: checked.collect(),
            questions: rows.iter().map(asked).collect(),
            profile: form.profile.clone(),
            page: form.page.clone(),
            beside: if batch.checks { Vec::new() } else { form.beside(&batch.ids) },
            answers: Vec::new(),
            left: Vec::new(),
        }));
        let mut run = Self::new(NewRun {
            id: batch.run.clone(),
            conversation: self.conversation.clone(),
            work,
            prompt: if form.says || form.target == FormTarget::Profile {
                self.task.prompt.clone()
            } else {
                String::new()
            },
            tab: None,
            settings: self.task.settings.clone(),
            earlier: Vec::new(),
            grants: self.guard.grants.clone(),
            now,
        });
        let is_read =
            |document: &&Document| form.read.iter().any(|read| read.document == document.id && read.failed.is_empty());
        run.task.documents = self.task.documents.iter().filter(is_read).cloned().collect();
        run.task.terms.clone_from(&self.task.terms);
        run.tell_alike(self);
        run.transcript.entries.extend(self.picture_for_answers(batch.checks));
        let searches = (form.searches || !form.is_short()) && !batch.checks && !run.task.documents.is_empty();
        run.state = if searches { State::Starting } else { State::Thinking { attempt: 0 } };
        run.paused = self.paused;
        Some(run)
    }

    /// The page as a person sees it, for the calls of a form that is filled in with care.
    fn picture_for_answers(&self, checks: bool) -> Option<Entry> {
        let picture = self.transcript.entries.iter().rev().find_map(|entry| match entry {
            Entry::Page { picture, .. } => picture.clone(),
            _ => None,
        });
        let is_wanted = !checks && self.form().is_some_and(FormWork::is_exact);
        let text = "This is how the page with the form looks.".to_owned();
        let picture = picture.filter(|_| is_wanted)?;
        Some(Entry::Page { text, look: None, picture: Some(picture), from: String::new() })
    }

    /// What a model is asked about these questions. What others say is data: the page's questions too.
    pub(in crate::run) fn answers_content(&self, work: &AnswersWork) -> Content {
        let nonce = work.parent.as_ref().map_or_else(|| self.id.0.clone(), |parent| parent.0.clone());
        let data = |kind: &str, text: &str| ContentPart::Data(Data::new(kind, &nonce, edith_gate::masked(text)));
        let mut content = Content::default();
        let words = self.task.prompt.trim();
        if !words.is_empty() {
            content = content.with(ContentPart::Text(format!("TASK: {words}")));
        }
        let facts = Facts::of(&work.profile).text();
        if !facts.is_empty() {
            content = content.with(ContentPart::Text("PROFILE:".to_owned())).with(data("profile", &facts));
        }
        if !work.page.is_empty() {
            content = content.with(ContentPart::Text("PAGE:".to_owned())).with(data("page", &work.page));
        }
        let lines = if work.checked.is_empty() {
            prompt::lines(&work.questions, &work.beside, &work.doubted)
        } else {
            let all = work.questions.iter().cloned().zip(work.checked.iter().cloned());
            let all: Vec<_> = all.map(|(question, (value, quote))| (question, value, quote)).collect();
            prompt::lines_with(&all)
        };
        let head = if work.checked.is_empty() { "QUESTIONS:" } else { "ANSWERS:" };
        content.with(ContentPart::Text(head.to_owned())).with(data("questions", &lines))
    }

    /// The answer was compared with its sources; none: nothing in it can be read. What it leaves open, the form asks again, in smaller parts.
    pub(in crate::run) fn answers_compared(&mut self, compared: Option<Compared>, now: f64) -> Vec<Event> {
        let Work::Answers(work) = &mut self.work else { return Vec::new() };
        match compared {
            Some(Compared { found, left }) => {
                (work.answers, work.left) = (found, left);
                self.finish(Outcome::Completed, "", now)
            }
            None if work.falls_into_parts() => self.finish(Outcome::Completed, "", now),
            None if self.completion.questioned => self.finish(Outcome::Failed, edith_words::say!(FormUnreadable), now),
            None => {
                self.completion.questioned = true;
                self.transcript.entries.push(Entry::Prompt { text: AGAIN.to_owned(), data: Vec::new() });
                self.think();
                Vec::new()
            }
        }
    }

    /// The request is longer than the model accepts: passages of the documents may fit, or fewer questions. None: neither is shorter.
    pub(in crate::run) fn shorten_answers(&mut self, now: f64) -> Option<Vec<Event>> {
        let has_documents = !self.task.documents.is_empty();
        let Work::Answers(work) = &mut self.work else { return None };
        if work.whole && has_documents {
            work.whole = false;
            self.state = State::Starting;
            return Some(vec![self.progress(edith_words::say!(ShorterHistory), now)]);
        }
        work.falls_into_parts().then(|| self.finish(Outcome::Completed, "", now))
    }
}

impl AnswersWork {
    /// Leaves its questions for smaller calls, if they are many.
    fn falls_into_parts(&mut self) -> bool {
        let falls = self.questions.len() > FEW;
        if falls {
            self.left = self.questions.iter().map(|question| question.id.clone()).collect();
        }
        falls
    }
}
