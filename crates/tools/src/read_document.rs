//! `read_document`: pages of one of the task's documents.

use super::CallError;
use super::declare::{AnswerOf, DocumentUse, Offered, Operation, Tool, not_empty, quoted};
use super::shape::arguments;
use edith_gate::{EffectClass, Facts, PageView};
use edith_protocol::Document;
use edith_words::{Sentence, say};

arguments! {
    /// Read pages of a document.
    pub struct ReadDocument {
        /// Which.
        document: String => "the document's name, as listed with the task";
        /// From which page on.
        optional page: Option<u32> => "first page, slide or sheet, from 1";
        /// To which page.
        optional to: Option<u32> => "last page";
    }
}

impl Tool for ReadDocument {
    const NAME: &'static str = "read_document";
    const DESCRIPTION: &'static str = "Read pages of a document, as many as fit.";
    const OFFERED: Offered = Offered::ReadsDocuments;
    const EXAMPLE: &'static str = r#"{"document": "report.pdf", "page": 3}"#;
    const TOUCHES_PAGE: bool = false;
    const IS_LOOK: bool = true;
    const ANSWER: AnswerOf = AnswerOf::Documents;

    fn check(&self) -> Result<(), super::Fault> {
        not_empty("document", &self.document)
    }

    fn class(&self, _facts: &Facts) -> EffectClass {
        EffectClass::Reads
    }

    fn operation(&self, _page: &dyn PageView) -> Result<Operation, CallError> {
        let document = Document { name: self.document.clone(), ..Document::default() };
        Ok(Operation::Document(DocumentUse::Read { document, from: self.page.unwrap_or(1), to: self.to }))
    }

    fn describe(&self, _facts: &Facts) -> Sentence {
        let document = quoted(&self.document);
        match self.page {
            Some(page) => say!(ReadDocumentPage { document: document, page: page }),
            None => say!(ReadDocument { document: document }),
        }
    }
}
