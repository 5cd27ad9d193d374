//! `search_documents`: passages of the task's documents.

use super::declare::{AnswerOf, DocumentUse, Offered, Operation, Tool, not_empty, quoted};
use super::shape::arguments;
use super::{CallError, Fault};
use edith_gate::{EffectClass, Facts, PageView};
use edith_protocol::Document;
use edith_words::{Sentence, say};

arguments! {
    /// Search the documents.
    pub struct SearchDocuments {
        /// What to search for.
        query: String => "words that stand there, in the document's language";
        /// In which; none: in all.
        optional document: Option<String> => "only in this one, by its name";
    }
}

impl Tool for SearchDocuments {
    const NAME: &'static str = "search_documents";
    const DESCRIPTION: &'static str =
        "Search the task's documents for passages, with their pages. If nothing is found, search again in other words.";
    const OFFERED: Offered = Offered::ReadsDocuments;
    const EXAMPLE: &'static str = r#"{"query": "notice period"}"#;
    const TOUCHES_PAGE: bool = false;
    const IS_LOOK: bool = true;
    const ANSWER: AnswerOf = AnswerOf::Documents;

    fn check(&self) -> Result<(), Fault> {
        not_empty("query", &self.query)
    }

    fn class(&self, _facts: &Facts) -> EffectClass {
        EffectClass::Reads
    }

    fn operation(&self, _page: &dyn PageView) -> Result<Operation, CallError> {
        let documents =
            self.document.iter().map(|name| Document { name: name.clone(), ..Document::default() }).collect();
        Ok(Operation::Document(DocumentUse::Search { query: self.query.clone(), documents }))
    }

    fn describe(&self, _facts: &Facts) -> Sentence {
        say!(SearchDocuments { query: quoted(&self.query) })
    }
}
