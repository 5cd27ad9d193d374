//! `upload_file`: a document that the user gave, given to the page.

use super::declare::{Offered, Operation, Tool, not_empty, quoted, target};
use super::examine::name_of;
use super::shape::arguments;
use super::{CallError, Fault};
use edith_actions::action::Action;
use edith_gate::{EffectClass, Facts, PageView, recognise};
use edith_protocol::Document;
use edith_words::{Sentence, say};

arguments! {
    /// Give a document to the page.
    pub struct UploadFile {
        /// The file input, the button that opens it, or the place to drop files on.
        uid: u32 => "";
        /// The document's name.
        document: String => "the document's name, as listed with the task";
    }
}

impl Tool for UploadFile {
    const NAME: &'static str = "upload_file";
    const DESCRIPTION: &'static str = "Give the page one of the task's documents, at the file input, the button that opens its chooser, or the drop area.";
    const OFFERED: Offered = Offered::WithDocuments;
    const EXAMPLE: &'static str = r#"{"uid": 12, "document": "report.pdf"}"#;

    fn check(&self) -> Result<(), Fault> {
        not_empty("document", &self.document)
    }

    fn uids(&self) -> Vec<u32> {
        vec![self.uid]
    }

    fn class(&self, facts: &Facts) -> EffectClass {
        // A submitting button submits the file, too.
        match recognise::click(facts.element(self.uid), facts) {
            commits @ EffectClass::Commits(_) => commits,
            _ => EffectClass::Uploads,
        }
    }

    fn operation(&self, page: &dyn PageView) -> Result<Operation, CallError> {
        // The run resolves the document's name, as it knows the task's documents.
        let document = Document { name: self.document.clone(), ..Document::default() };
        Ok(Operation::Perform(Action::Upload { target: target(self.uid, page)?, document }))
    }

    fn describe(&self, facts: &Facts) -> Sentence {
        say!(Upload { document: quoted(&self.document), name: name_of(facts, self.uid) })
    }
}
