//! Which of the documents that the person gave goes into a field for files.

use super::{Answer, FormRow, FormWork, OF_PROFILE};
use edith_forms::{Called, Question, document_for, documents_for, is_known};
use edith_protocol::{Document, FieldType, FormSource, FormState, FormValue};
use std::collections::BTreeMap;

/// What a first look at documents shows.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Sight {
    /// What their lines answer, where no model is asked.
    pub answers: Vec<Answer>,
    /// The kinds that they say they are, by their ids.
    pub kinds: BTreeMap<String, Vec<String>>,
}

impl FormWork {
    /// Takes the document that a field asks for, where its name or its first page says so.
    pub(crate) fn answer_files(&mut self, given: &[Document]) {
        let of = |document| called(document, &self.kinds);
        let is_open = |row: &FormRow| matches!(row.state, FormState::Pending | FormState::Kept) && row.value.is_empty();
        let asked =
            self.rows.iter().enumerate().filter(|(_, row)| row.question.kind == FieldType::File && is_open(row));
        let found: Vec<(usize, &Document)> =
            asked.filter_map(|(at, row)| Some((at, document_for(&row.question, given, of)?))).collect();
        // A document of unknown kind is sure only if a single field asks for it.
        let is_sure = |document: &Document| {
            is_known(&called(document, &self.kinds))
                || found.iter().filter(|(_, other)| other.id == document.id).count() == 1
        };
        let sure: Vec<(usize, String)> = found
            .iter()
            .filter(|(_, document)| is_sure(document))
            .map(|(at, document)| (*at, document.id.clone()))
            .collect();
        for (at, id) in sure {
            let Some(row) = self.rows.get_mut(at) else { continue };
            let source = FormSource::Document { document_id: id.clone(), page: 1, quote: String::new() };
            row.take(Answer { value: FormValue::Text(id), source, confidence: OF_PROFILE, ..Answer::default() });
        }
    }

    /// The names of the documents that a model may choose from for a field: they could be read, and nothing says that they are something else.
    pub(crate) fn offered(&self, question: &Question, given: &[Document]) -> Vec<String> {
        let is_read = |id: &str| self.read.iter().any(|read| read.document == id && read.failed.is_empty());
        let all = documents_for(question, given, |document| called(document, &self.kinds));
        all.into_iter().filter(|document| is_read(&document.id)).map(|document| document.name.clone()).collect()
    }
}

fn called<'d>(document: &'d Document, kinds: &'d BTreeMap<String, Vec<String>>) -> Called<'d> {
    let says = kinds.get(&document.id).map(Vec::as_slice).unwrap_or_default();
    Called { name: &document.name, mime: &document.mime, says }
}
