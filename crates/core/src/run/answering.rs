//! The transitions of a run about documents, of its questions' runs, and of every answer with citations.

use super::{Asked, NewRun, QuestionWork, Run, State, Work};
use crate::answer::checked::Checked;
use crate::answer::questions::{Question, Reading};
use crate::form::Answer;
use crate::history::Entry;
use crate::unread::sentence;
use edith_documents::call::{Failure, ReadInfo};
use edith_model::fence::Data;
use edith_protocol::{Ask, AskAnswer, AskKind, Document, Event, Mode, Outcome, Progress, QuestionState};
use edith_words::say;

/// What became of reading a document.
pub(crate) type ReadOrNot = (Document, Result<ReadInfo, Failure>);

/// Why the model is asked again that found nothing and did not search itself.
const SEARCH_AGAIN: &str = "Before you say so, search once more with search_documents in other words: synonyms, the words a document of this kind would \
                            use, the document's language. Then write the whole answer.";

impl Run {
    /// The run for one of these questions.
    pub(crate) fn for_question(&self, at: usize, now: f64) -> Option<Self> {
        let answering = self.answering()?;
        let question = answering.questions.get(at)?;
        let mut run = Self::new(NewRun {
            id: question.run.clone(),
            conversation: self.conversation.clone(),
            mode: Mode::Question,
            prompt: question.text.clone(),
            tab: None,
            settings: self.task.settings.clone(),
            earlier: self.task.earlier.clone(),
            grants: self.guard.grants.clone(),
            now,
        });
        let whole = answering.is_short();
        let is_read = |document: &&Document| {
            answering.read.iter().any(|read| read.document == document.id && read.failed.is_empty())
        };
        run.task.documents = self.task.documents.iter().filter(is_read).cloned().collect();
        run.task.terms.clone_from(&self.task.terms);
        run.tell_alike(self);
        run.work = Work::Question(Box::new(QuestionWork { whole, ..QuestionWork::of(self.id.clone()) }));
        // Whole documents are sent as they are; of others something is searched first.
        run.state = if whole { State::Thinking { attempt: 0 } } else { State::Starting };
        run.paused = self.paused;
        Some(run)
    }

    /// The documents were read, as far as they can be. The person is asked for the password of one that needs it.
    pub(super) fn documents_read(&mut self, read: Vec<ReadOrNot>, found: Vec<Answer>, now: f64) -> Vec<Event> {
        self.password = None;
        if self.form().is_some() {
            return self.form_documents_read(read, found, now);
        }
        let may_ask = self.task.terms.is_none();
        let Some(answering) = self.answering_mut() else { return Vec::new() };
        let mut locked = None;
        for (document, read) in read {
            let reading = match read {
                Ok(info) => Reading::of(&document, &info),
                Err(Failure::NeedsPassword | Failure::WrongPassword) if may_ask && locked.is_some() => continue,
                Err(failure @ (Failure::NeedsPassword | Failure::WrongPassword)) if may_ask => {
                    locked = Some((document, failure));
                    continue;
                }
                Err(failure) => {
                    let failed = sentence(&failure, &document.name).to_string();
                    Reading { document: document.id, failed, ..Reading::default() }
                }
            };
            answering.read.push(reading);
        }
        if let Some((document, failure)) = locked {
            return self.ask_password(&document, &failure, None);
        }
        self.begin_questions(now)
    }

    /// Asks the person for a document's password. What they say is not stored.
    pub(super) fn ask_password(
        &mut self,
        document: &Document,
        failure: &Failure,
        intent: Option<super::Intent>,
    ) -> Vec<Event> {
        let ask = Ask {
            run_id: self.id.clone(),
            conversation_id: self.conversation.clone(),
            ask_id: self.next_ask_id(),
            text: sentence(failure, &document.name).to_string(),
            kind: AskKind::Question { options: Vec::new(), about: None },
        };
        self.asked = Some(Asked::Password(document.id.clone()));
        self.state = State::Asking { ask: Box::new(ask.clone()), intent: intent.map(Box::new) };
        vec![Event::Ask(ask)]
    }

    /// The person gave a password, or none.
    pub(super) fn password_given(&mut self, document: &str, answer: &AskAnswer, now: f64) -> Vec<Event> {
        let State::Asking { intent, .. } = std::mem::replace(&mut self.state, State::Starting) else {
            return Vec::new();
        };
        let password = match answer {
            AskAnswer::Text(text) if !text.trim().is_empty() => Some(text.clone()),
            _ => None,
        };
        match (intent, password) {
            (Some(intent), Some(password)) => {
                self.password = Some((document.to_owned(), password));
                self.act(*intent, now)
            }
            (Some(intent), None) => {
                let text = "The document is encrypted, and the person gave no password for it.".to_owned();
                self.answer_call(&intent, text, false, now)
            }
            (None, Some(password)) => {
                self.password = Some((document.to_owned(), password));
                Vec::new()
            }
            (None, None) => {
                let name = self.task.documents.iter().find(|one| one.id == document).map(|one| one.name.clone());
                let failed = sentence(&Failure::NeedsPassword, &name.unwrap_or_default()).to_string();
                if let Some(answering) = self.answering_mut() {
                    answering.read.push(Reading { document: document.to_owned(), failed, ..Reading::default() });
                }
                Vec::new()
            }
        }
    }

    fn begin_questions(&mut self, now: f64) -> Vec<Event> {
        let (task, id) = (self.task.prompt.clone(), self.id.clone());
        let sources: Vec<String> = self.task.documents.iter().map(crate::documents::origin).collect();
        self.guard.contacts.earlier.extend(sources);
        let Some(answering) = self.answering_mut() else { return Vec::new() };
        if answering.read.iter().all(|read| !read.failed.is_empty()) {
            let mut why: Vec<String> = answering.read.iter().map(|read| read.failed.clone()).collect();
            if why.is_empty() {
                why.push(say!(NoDocuments).to_string());
            }
            return self.finish(Outcome::Failed, why.join("\n"), now);
        }
        answering.take(&task, &id);
        self.state = State::Gathering;
        vec![self.answers_event(say!(AnsweringQuestions).to_string(), now)]
    }

    /// A line of progress with all answers.
    fn answers_event(&self, text: String, now: f64) -> Event {
        Event::Progress(Progress { answers: self.answers_shown(), ..self.blank_progress(text, now) })
    }

    /// The answers so far; none before there are questions.
    pub(super) fn answers_shown(&self) -> Option<Vec<edith_protocol::AnswerShown>> {
        self.answering()?.shown()
    }

    pub(super) fn questions_asked(&mut self, asked: Vec<(usize, Result<(), String>)>, now: f64) -> Vec<Event> {
        if self.form().is_some() {
            return self.batches_asked(asked, now);
        }
        let Some(answering) = self.answering_mut() else { return Vec::new() };
        for (at, started) in asked {
            let Some(question) = answering.questions.get_mut(at) else { continue };
            question.state = QuestionState::Working;
            if let Err(why) = started {
                question.state = QuestionState::Failed;
                question.answer = why;
            }
        }
        self.go_on_answering("", now)
    }

    /// A question's run is over.
    pub(super) fn question_ended(&mut self, ended: &Self, now: f64) -> Vec<Event> {
        let State::Done { outcome, summary } = &ended.state else { return Vec::new() };
        let is_it = |one: &&mut Question| one.run == ended.id && one.state == QuestionState::Working;
        let Some(question) = self.answering_mut().and_then(|all| all.questions.iter_mut().find(is_it)) else {
            return Vec::new();
        };
        question.state = match outcome {
            Outcome::Completed => QuestionState::Done,
            Outcome::Partial => QuestionState::Unconfirmed,
            Outcome::Stopped => QuestionState::Stopped,
            Outcome::Failed | Outcome::Refused | Outcome::NeedsInput => QuestionState::Failed,
        };
        question.answer.clone_from(summary);
        if let Some(work) = ended.question_work() {
            question.citations.clone_from(&work.citations);
            question.outside.clone_from(&work.outside);
        }
        let text = question.text.clone();
        self.counters.usage += ended.counters.usage;
        self.go_on_answering(&text, now)
    }

    fn go_on_answering(&mut self, text: &str, now: f64) -> Vec<Event> {
        let mut events = vec![self.answers_event(text.to_owned(), now)];
        let Some(answering) = self.answering().filter(|answering| answering.is_over()) else { return events };
        let (outcome, summary) = answering.summary();
        let outside = answering.outside().filter(|_| !answering.asked_outside && self.task.terms.is_none());
        if let Some(outside) = outside {
            events.extend(self.ask_outside(&outside));
            return events;
        }
        self.transcript.entries.push(Entry::words(summary.as_str(), now));
        events.extend(self.finish(outcome, summary, now));
        events
    }

    /// Asks whether to go on outside of the documents.
    fn ask_outside(&mut self, what: &str) -> Vec<Event> {
        let ask = Ask {
            run_id: self.id.clone(),
            conversation_id: self.conversation.clone(),
            ask_id: self.next_ask_id(),
            text: say!(NeedsOutside { what: what }).to_string(),
            kind: AskKind::Question {
                options: vec![say!(GoOnOutside).to_string(), say!(StayInside).to_string()],
                about: None,
            },
        };
        if let Some(answering) = self.answering_mut() {
            answering.asked_outside = true;
        }
        self.asked = Some(Asked::Outside);
        self.state = State::Asking { ask: Box::new(ask.clone()), intent: None };
        vec![Event::Ask(ask)]
    }

    /// The person said whether to go on outside of the documents. As an agent the run has the answers so far and the documents.
    pub(super) fn outside_answered(&mut self, picked: Option<usize>, answer: &AskAnswer, now: f64) -> Vec<Event> {
        let Some(answering) = self.answering() else { return Vec::new() };
        let says_yes = match answer {
            AskAnswer::Once | AskAnswer::Task | AskAnswer::Site => true,
            AskAnswer::Deny | AskAnswer::Approve(_) | AskAnswer::Revise(_) | AskAnswer::Fill(_) => false,
            AskAnswer::Text(_) => picked == Some(0),
        };
        let (outcome, summary) = answering.summary();
        let answers = self.answers_event(String::new(), now);
        self.transcript.entries.push(Entry::words(summary.as_str(), now));
        if !says_yes {
            let mut events = self.finish(outcome, summary, now);
            events.insert(0, answers);
            return events;
        }
        self.work = Work::Agent;
        self.state = State::Starting;
        vec![answers, self.progress(say!(GoingOnOutside), now)]
    }

    /// What a first search for the question found.
    pub(super) fn searched(&mut self, found: Vec<Data>) -> Vec<Event> {
        let text = if found.is_empty() {
            "A search for the question's own words found nothing. Search with search_documents in other words."
        } else {
            "What a search for the question's own words found; search_documents and read_document have more:"
        };
        self.transcript.entries.push(Entry::Prompt { text: text.to_owned(), data: found });
        self.think();
        Vec::new()
    }

    /// Whether it answers in words from documents, and does nothing else.
    pub(crate) fn answers_from_documents(&self) -> bool {
        match self.work {
            Work::Question(_) => true,
            Work::Chat => !self.task.documents.is_empty(),
            _ => false,
        }
    }

    /// Whether an answer in words is compared with documents.
    pub(super) fn is_compared(&self, text: &str) -> bool {
        let documents = &self.task.documents;
        match &self.work {
            Work::Question(_) | Work::Answers(_) => true,
            Work::Chat => crate::answer::checked::cites(text, documents),
            _ => false,
        }
    }

    /// Asks the model once for a better answer; what is listed are words of its own.
    pub(super) fn ask_for_better(&mut self, text: String, listed: String) -> Vec<Event> {
        self.completion.questioned = true;
        let data = (!listed.is_empty()).then(|| Data::new("your answer", &self.id.0, listed)).into_iter().collect();
        self.transcript.entries.push(Entry::Prompt { text, data });
        if !self.is_done() {
            self.think();
        }
        Vec::new()
    }

    /// An answer's quotes were compared with the pages. The model is asked once more about what was not found.
    pub(super) fn answered_from_documents(&mut self, checked: Checked, now: f64) -> Vec<Event> {
        let searches = |entry: &Entry| matches!(entry, Entry::Answer { call, .. } if call.name == "search_documents");
        let has_searched = || self.transcript.entries.iter().any(searches);
        let is_part_read = self.question_work().is_some_and(|work| !work.whole);
        let again = if self.completion.questioned {
            None
        } else if checked.says_nothing && checked.citations.is_empty() && is_part_read && !has_searched() {
            Some((SEARCH_AGAIN.to_owned(), String::new()))
        } else {
            checked.objection(self.question_work().is_some())
        };
        if let Some((text, listed)) = again {
            return self.ask_for_better(text, listed);
        }
        let is_question = self.question_work().is_some();
        let told = checked.told(is_question);
        // What could not be found in the documents is no answer from them.
        let outcome = if is_question && !checked.is_confirmed(true) { Outcome::Partial } else { Outcome::Completed };
        // The interpreter reads without a call.
        self.guard.contacts.earlier.extend(self.task.documents.iter().map(crate::documents::origin));
        if let Work::Question(work) = &mut self.work {
            work.citations = checked.citations;
            work.outside = checked.outside;
        }
        // The conversation has the answer as the person sees it.
        if let Some(Entry::Assistant { text, .. }) = self.transcript.entries.last_mut() {
            text.clone_from(&told);
        }
        self.finish(outcome, told, now)
    }
}
