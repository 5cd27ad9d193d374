//! The inverted index of one document: which terms stand in which chunks how often.

use super::language::{Language, Telling};
use super::tokens::Analyzer;
use crate::Page;
use crate::chunk::{Chunk, Chunker};
use crate::vectors::Vectors;
use std::collections::HashMap;

/// How often a term stands in a chunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Posting {
    /// The chunk's index in the document.
    pub chunk: u32,
    /// In its text and its table's header.
    pub text: u16,
    /// In the headings above.
    pub headings: u16,
}

/// A document in the index.
#[derive(Default)]
pub(super) struct Indexed {
    pub id: String,
    pub language: Language,
    pub chunks: Vec<Chunk>,
    /// How many terms each chunk has.
    pub lengths: Vec<u32>,
    pub terms: HashMap<String, Vec<Posting>>,
    pub vectors: Option<Vectors>,
    telling: Telling,
    chunker: Chunker,
    analyzer: Analyzer,
}

impl Indexed {
    pub(super) fn new(id: &str) -> Self {
        Self { id: id.to_owned(), ..Self::default() }
    }

    pub(super) fn add_page(&mut self, number: u32, page: &Page) {
        let chunks = self.chunker.page(number, page);
        self.add(chunks);
    }

    /// Adds chunks; where they change the language that the document seems to be in, all are read again.
    pub(super) fn add(&mut self, chunks: Vec<Chunk>) {
        let from = self.chunks.len();
        chunks.iter().for_each(|chunk| self.telling.add(&chunk.text));
        self.chunks.extend(chunks);
        let language = self.telling.language();
        if language == self.language {
            self.enter(from);
        } else {
            self.language = language;
            self.analyzer = Analyzer::new(language);
            self.terms.clear();
            self.lengths.clear();
            self.enter(0);
        }
    }

    fn enter(&mut self, from: usize) {
        let analyzer = &mut self.analyzer;
        let mut headings: (&[String], Vec<String>) = (&[], Vec::new());
        for (index, chunk) in self.chunks.iter().enumerate().skip(from) {
            let number = u32::try_from(index).unwrap_or(u32::MAX);
            let mut length = 0;
            for text in chunk.header.iter().chain([&chunk.text]) {
                for term in analyzer.terms(text) {
                    length += 1;
                    let posting = posting(&mut self.terms, term, number);
                    posting.text = posting.text.saturating_add(1);
                }
            }
            self.lengths.push(length);
            if headings.0 != chunk.headings.as_slice() {
                headings =
                    (&chunk.headings, chunk.headings.iter().flat_map(|heading| analyzer.terms(heading)).collect());
            }
            for term in &headings.1 {
                let posting = posting(&mut self.terms, term.clone(), number);
                posting.headings = posting.headings.saturating_add(1);
            }
        }
    }
}

/// The posting of a term in the chunk that is entered now, which is the last one.
fn posting(terms: &mut HashMap<String, Vec<Posting>>, term: String, chunk: u32) -> &mut Posting {
    let list = terms.entry(term).or_default();
    if list.last().is_none_or(|last| last.chunk != chunk) {
        list.push(Posting { chunk, text: 0, headings: 0 });
    }
    let last = list.len() - 1;
    // The list was given a last element above.
    #[expect(clippy::indexing_slicing)]
    &mut list[last]
}
