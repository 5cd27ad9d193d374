//! Questions on long PDFs whose evidence people named: how often its page is among the first five.

use super::corpora::FINANCEBENCH;
use super::{once, pdf};
use edith_documents::search::{Index, Query};
use serde_json::Value;
use std::collections::{BTreeMap, HashSet};
use std::path::PathBuf;
use std::rc::Rc;
use xtask::bench::{Contender, Figure, Reason};

/// Reports of at most so many pages are told apart: what others measured was measured on these.
const SHORT: usize = 125;

/// How many questions there are, and how many have a page of the evidence among the first so many pages.
#[derive(Clone, Copy, Default)]
struct Found {
    questions: usize,
    first: usize,
    five: usize,
    ten: usize,
}

pub(super) fn figures() -> Vec<Figure<'static>> {
    let found = once(found);
    let part = |take: fn(&Found) -> usize, short: bool| {
        let found = Rc::clone(&found);
        move || {
            let [all, of_short] = found()?;
            let found = if short { of_short } else { all };
            Ok(crate::number(take(&found)) / crate::number(found.questions.max(1)))
        }
    };
    let questions = |short: bool| {
        let found = Rc::clone(&found);
        move || found().map(|found| crate::number(found[usize::from(short)].questions))
    };
    vec![Figure::count(
        "documents: evidence page of questions on long PDFs",
        "share",
        vec![
            Contender::counted("in the first five", part(|found| found.five, false)),
            Contender::counted("first", part(|found| found.first, false)),
            Contender::counted("in the first ten", part(|found| found.ten, false)),
            Contender::counted("questions", questions(false)),
            Contender::counted("in the first five, short reports", part(|found| found.five, true)),
            Contender::counted("questions, short reports", questions(true)),
        ],
    )]
}

/// Of all reports, and of the short ones.
fn found() -> Result<[Found; 2], Reason> {
    let folder = FINANCEBENCH.folder()?;
    // By document.
    let mut asked: BTreeMap<PathBuf, Vec<Value>> = BTreeMap::new();
    for line in std::fs::read_to_string(folder.join("data").join("financebench_open_source.jsonl"))?.lines() {
        let row: Value = serde_json::from_str(line)?;
        let name = row["doc_name"].as_str().ok_or("a question without a document")?;
        asked.entry(folder.join("pdfs").join(name).with_extension("pdf")).or_default().push(row);
    }
    let files: Vec<PathBuf> = asked.keys().cloned().collect();
    let mut found = [Found::default(); 2];
    for (extracted, rows) in pdf::extracted(&files)?.iter().zip(asked.values()) {
        let Some(document) = pdf::document(extracted)? else { continue };
        let mut index = Index::default();
        index.add_document("report", &document);
        for row in rows {
            let evidence: HashSet<u64> = row["evidence"]
                .as_array()
                .into_iter()
                .flatten()
                // Counted from 0.
                .filter_map(|evidence| evidence["evidence_page_num"].as_u64().map(|page| page + 1))
                .collect();
            let question = row["question"].as_str().unwrap_or_default();
            let mut seen = HashSet::new();
            let hits = index.search(&Query { limit: 60, ..Query::new(question) }).hits;
            let ranked: Vec<u64> =
                hits.iter().map(|hit| u64::from(hit.page)).filter(|page| seen.insert(*page)).take(10).collect();
            let within = |first: usize| usize::from(ranked.iter().take(first).any(|page| evidence.contains(page)));
            for found in found.iter_mut().take(if document.pages.len() <= SHORT { 2 } else { 1 }) {
                found.questions += 1;
                found.first += within(1);
                found.five += within(5);
                found.ten += within(10);
            }
        }
    }
    Ok(found)
}
