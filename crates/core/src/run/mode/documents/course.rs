//! The transitions of a run about documents: read, asked question by question, answered.

use crate::answer::questions::{Answering, Question, Reading};
use crate::history::Entry;
use crate::run::{Asked, ReadOrNot, Run, State, Work};
use crate::unread::sentence;
use edith_documents::call::Failure;
use edith_protocol::{Ask, AskAnswer, AskKind, Event, Outcome, Progress, QuestionState};
use edith_words::say;

impl Run {
    /// The questions that it has answered.
    pub(crate) fn answering(&self) -> Option<&Answering> {
        match &self.work {
            Work::Documents(answering) => Some(answering),
            _ => None,
        }
    }

    /// The questions that it answers, to change them.
    pub fn answering_mut(&mut self) -> Option<&mut Answering> {
        match &mut self.work {
            Work::Documents(answering) => Some(answering),
            _ => None,
        }
    }

    /// The documents were read, as far as they can be. The person is asked for the password of one that needs it.
    pub(in crate::run) fn documents_read(&mut self, read: Vec<ReadOrNot>, now: f64) -> Vec<Event> {
        self.password = None;
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

    fn begin_questions(&mut self, now: f64) -> Vec<Event> {
        let (task, id) = (self.task.prompt.clone(), self.id.clone());
        let sources: Vec<String> = self.task.documents.iter().map(edith_records::documents::origin).collect();
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
    pub(in crate::run) fn answers_shown(&self) -> Option<Vec<edith_protocol::AnswerShown>> {
        self.answering()?.shown()
    }

    pub(in crate::run) fn questions_asked(&mut self, asked: Vec<(usize, Result<(), String>)>, now: f64) -> Vec<Event> {
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
    pub(in crate::run) fn question_ended(&mut self, ended: &Self, now: f64) -> Vec<Event> {
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

    /// Asks whether to go on outside the documents.
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

    /// The person said whether to go on outside the documents. As an agent the run has the answers so far and the documents.
    pub(in crate::run) fn outside_answered(
        &mut self,
        picked: Option<usize>,
        answer: &AskAnswer,
        now: f64,
    ) -> Vec<Event> {
        let Some(answering) = self.answering() else { return Vec::new() };
        let says_yes = match answer {
            AskAnswer::Once | AskAnswer::Task | AskAnswer::Site => true,
            AskAnswer::Deny
            | AskAnswer::Approve(_)
            | AskAnswer::Revise(_)
            | AskAnswer::Fill(_)
            | AskAnswer::Again { .. } => false,
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
        self.go_on_as_task();
        vec![answers, self.progress(say!(GoingOnOutside), now)]
    }
}
