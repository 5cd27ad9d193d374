//! What runs with documents have in common: passwords are asked for, and answers with citations are compared.

use super::mode::{Compares, Tools};
use super::{Asked, Run, State, Work};
use crate::answer::checked::Checked;
use crate::answer::questions::Reading;
use crate::history::Entry;
use crate::unread::sentence;
use edith_documents::call::{Failure, ReadInfo};
use edith_model::fence::Data;
use edith_protocol::{Ask, AskAnswer, AskKind, Document, Event, Outcome};

/// What became of reading a document.
pub(crate) type ReadOrNot = (Document, Result<ReadInfo, Failure>);

/// Why a model that found nothing and did not search itself is asked again.
const SEARCH_AGAIN: &str = "Before you say so, search once more with search_documents in other words: synonyms, the words a document of this kind would \
                            use, the document's language. Then write the whole answer.";

impl Run {
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
        self.tools() == Tools::Documents
    }

    /// Whether an answer in words is compared with documents.
    pub(super) fn is_compared(&self, text: &str) -> bool {
        match self.rules().compares {
            Compares::Always => true,
            Compares::Cited => crate::answer::checked::cites(text, &self.task.documents),
            Compares::Never => false,
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
        // What could not be found in the documents is not an answer from them.
        let outcome = if is_question && !checked.is_confirmed(true) { Outcome::Partial } else { Outcome::Completed };
        // The interpreter reads without a call.
        self.guard.contacts.earlier.extend(self.task.documents.iter().map(edith_records::documents::origin));
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
