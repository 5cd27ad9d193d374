//! What is done with documents: reading, searching, computing.

use super::answering::results;
use super::{Hands, LookWanted};
use crate::run::{Acted, ReadOrNot, Run};
use crate::unread::sentence;
use edith_documents::call::{Failure, ReadInfo, Stored};
use edith_model::fence::Data;
use edith_protocol::{Document, HitShown};
use edith_records::documents::{Documents, origin};
use edith_tools::DocumentUse;
use std::rc::Rc;

/// Characters of pages that one call reads, at most.
const PAGES_CHARS: usize = 20_000;
/// Passages that a search returns, at most.
const HITS: usize = 8;

impl Hands {
    /// Has those documents of a task read that were not yet, one after the other. A locked one stops nothing.
    pub(super) async fn read_documents(&self, run: &Run) -> Vec<ReadOrNot> {
        let known = run.room().documents_read(run);
        let mut read = Vec::new();
        for document in &run.task.documents {
            if known.iter().any(|known| known.document == document.id) {
                continue;
            }
            read.push((document.clone(), self.read_document(run, document).await));
        }
        read
    }

    /// Reads a document, unless it is read already.
    pub(super) async fn read_document(&self, run: &Run, document: &Document) -> Result<ReadInfo, Failure> {
        let Document { id, name, mime, size, .. } = document.clone();
        let about = Documents::new(Rc::clone(&self.ports.store)).about(&id).await;
        let url = about.ok().flatten().map(|about| about.url).filter(|url| !url.is_empty());
        let password = run.password.as_ref().filter(|(of, _)| *of == id).map(|(_, password)| password.as_str());
        self.ports.reader.read(&Stored { id, name, mime, size, url }, password).await
    }

    /// Uses documents for a call.
    pub(super) async fn use_documents(&mut self, run: &Run, used: &DocumentUse) -> Acted {
        let mut used = used.clone();
        let mut documents = used.documents_mut().to_vec();
        if documents.is_empty() {
            documents.clone_from(&run.task.documents);
        }
        // Each figure of a document names the document.
        let mut ids: Vec<String> = Vec::new();
        documents.retain(|document| {
            let is_new = !ids.contains(&document.id);
            ids.push(document.id.clone());
            is_new
        });
        let mut unreadable = Vec::new();
        let mut read = Vec::new();
        for document in &documents {
            match self.read_document(run, document).await {
                Ok(info) => read.push((document.clone(), info)),
                Err(failure @ (Failure::NeedsPassword | Failure::WrongPassword)) if documents.len() == 1 => {
                    let text = sentence(&failure, &document.name).english();
                    return Acted {
                        locked: Some((document.clone(), failure)),
                        ..self.answer(run, false, text, Vec::new()).await
                    };
                }
                Err(failure) => unreadable.push(sentence(&failure, &document.name).english()),
            }
        }
        let (ok, mut text, data) =
            if read.is_empty() { (false, String::new(), Vec::new()) } else { self.used(run, &used, &read).await };
        for line in unreadable {
            text.push_str(if text.is_empty() { "" } else { "\n" });
            text.push_str(&line);
        }
        self.answer(run, ok, text, data).await
    }

    async fn used(&self, run: &Run, used: &DocumentUse, read: &[(Document, ReadInfo)]) -> (bool, String, Vec<Data>) {
        let Some((first, info)) = read.first() else { return (false, String::new(), Vec::new()) };
        let done = match used {
            DocumentUse::Search { query, .. } => {
                let ids: Vec<String> = read.iter().map(|(document, _)| document.id.clone()).collect();
                let found = self.ports.reader.search(&ids, query, HITS).await;
                let documents: Vec<Document> = read.iter().map(|(document, _)| document.clone()).collect();
                found.map(|hits| match hits.is_empty() {
                    true => ("Nothing was found. Search in other words, or read_document.".to_owned(), Vec::new()),
                    false => ("Found, best first:".to_owned(), self.passages(&documents, hits)),
                })
            }
            DocumentUse::Read { from, to, .. } => {
                let to = to.unwrap_or(info.pages).clamp(*from, info.pages.max(*from));
                let text = self.ports.reader.text(&first.id, *from, to, PAGES_CHARS).await;
                text.map(|text| {
                    let pages = info.pages;
                    let told = format!("Pages {from} to {} of {pages} of {:?}:", text.to, first.name);
                    let more = if text.cut { " (there is more: read on from the last page)" } else { "" };
                    (format!("{told}{more}"), vec![self.data(&origin(first), &text.text)])
                })
            }
            DocumentUse::Query { query, .. } => {
                let result = self.ports.reader.query(&first.id, query).await;
                result.map(|text| {
                    let more = if text.cut { " (cut: ask for less)" } else { "" };
                    (format!("Computed from {:?}{more}:", first.name), vec![self.data(&origin(first), &text.text)])
                })
            }
            DocumentUse::Calculate { documents, calculation } => {
                let mut calculation = calculation.clone();
                for (figure, document) in calculation.figures.iter_mut().zip(documents) {
                    figure.document.clone_from(&document.id);
                }
                let result = self.ports.reader.calculate(&calculation, &results(run)).await;
                // The result is each document's, so that it can be cited by any of them.
                result.map(|text| {
                    let data = read.iter().map(|(document, _)| self.data(&origin(document), &text.text));
                    ("Computed:".to_owned(), data.collect())
                })
            }
        };
        match done {
            Ok((text, data)) => (true, text, data),
            Err(Failure::BadQuery { why }) => (false, why, Vec::new()),
            Err(Failure::NoPage { pages }) => (false, format!("There is no such page: it has {pages}."), Vec::new()),
            Err(failure) => (false, sentence(&failure, &first.name).english(), Vec::new()),
        }
    }

    /// Passages as data, each with its document's origin.
    pub(super) fn passages(&self, documents: &[Document], hits: Vec<HitShown>) -> Vec<Data> {
        let passage = |hit: HitShown| {
            let document = documents.iter().find(|document| document.id == hit.document_id)?;
            Some(self.data(&origin(document), &format!("{:?}, page {}:\n{}", document.name, hit.page, hit.text)))
        };
        hits.into_iter().filter_map(passage).collect()
    }

    async fn answer(&mut self, run: &Run, ok: bool, text: String, data: Vec<Data>) -> Acted {
        let mut step = self.step(&text, run.tabs.current, LookWanted::None);
        step.ok = ok;
        step.data = data;
        self.report(run, step).await
    }
}
