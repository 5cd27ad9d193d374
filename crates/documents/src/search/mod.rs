//! Search over documents by words (BM25 with stems and feedback) and, where chunks have vectors, by meaning as well. Pages join one by one, so that the
//! first ones are found while others are read.

mod feedback;
mod fuzzy;
mod language;
mod parts;
mod postings;
mod ranking;
mod scoring;
mod snippet;
mod statements;
mod tokens;
mod tuning;

pub use language::{Language, language_of};
pub use ranking::{Hit, SearchResult};

use crate::call::{Meaning, Unembedded};
use crate::chunk::Chunk;
use crate::vectors::{VectorError, Vectors};
use crate::{Document, Page};
use postings::Indexed;
use tuning::{EMBEDDED_AT_ONCE, EMBEDDED_CHARS, EMBEDDED_MOST};

/// Documents that can be searched.
#[derive(Default)]
pub struct Index {
    documents: Vec<Indexed>,
}

/// What is asked.
#[derive(Debug, Clone, Copy)]
pub struct Query<'a> {
    /// The words.
    pub text: &'a str,
    /// The ids of the documents to search; none for all.
    pub documents: Option<&'a [String]>,
    /// How many hits at most.
    pub limit: usize,
    /// The text's vector. Only chunks with vectors by the same model are compared with it.
    pub meaning: Option<&'a Meaning>,
}

impl<'a> Query<'a> {
    /// A question to all documents for ten hits.
    pub fn new(text: &'a str) -> Self {
        Self { text, documents: None, limit: 10, meaning: None }
    }
}

impl Index {
    /// Adds the next page of a document. Pages come in order; numbers are from 1.
    pub fn add_page(&mut self, document: &str, number: u32, page: &Page) {
        self.entry(document).add_page(number, page);
    }

    /// Adds a whole document in place of what is there under this id.
    pub fn add_document(&mut self, id: &str, document: &Document) {
        self.remove(id);
        for (number, page) in (1..).zip(&document.pages) {
            self.add_page(id, number, page);
        }
    }

    /// Forgets a document.
    pub fn remove(&mut self, document: &str) {
        self.documents.retain(|known| known.id != document);
    }

    /// The chunks of a document that have no vector by this model yet: so many as a server is asked for at once.
    pub fn unembedded(&self, document: &str, model: &str) -> Unembedded {
        let Some(held) = self.get(document) else { return Unembedded::default() };
        let vectors = held.vectors.as_ref().filter(|vectors| vectors.model() == model);
        let wanted: &[Chunk] = held.chunks.get(..EMBEDDED_MOST).unwrap_or(&held.chunks);
        let missing = |chunk: &&Chunk| vectors.is_none_or(|vectors| !vectors.has(chunk.id));
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let text = |chunk: &Chunk| {
            let whole = format!("{}\n{}", chunk.headings.join(" > "), chunk.full_text());
            whole.trim_start().chars().take(EMBEDDED_CHARS).collect()
        };
        Unembedded {
            chunks: wanted.iter().filter(missing).take(EMBEDDED_AT_ONCE).map(|chunk| (chunk.id, text(chunk))).collect(),
            done: count(wanted.iter().filter(|chunk| !missing(chunk)).count()),
            total: count(wanted.len()),
        }
    }

    /// Whether a document has the vectors of this model, be they none.
    pub fn has_vectors(&self, document: &str, model: &str) -> bool {
        self.get(document).and_then(|held| held.vectors.as_ref()).is_some_and(|vectors| vectors.model() == model)
    }

    /// The language that a document seems to be in.
    pub fn language(&self, document: &str) -> Language {
        self.get(document).map_or(Language::Other, |document| document.language)
    }

    /// Gives chunks of a document their vectors, in place of another model's.
    ///
    /// # Errors
    /// [`VectorError`] for the first vector that does not fit to the others; those before it are kept.
    pub fn add_vectors(&mut self, document: &str, vectors: &Vectors) -> Result<(), VectorError> {
        let held = &mut self.entry(document).vectors;
        if held.as_ref().is_none_or(|held| held.model() != vectors.model()) {
            *held = Some(Vectors::by(vectors.model()));
        }
        held.as_mut().map_or(Ok(()), |held| held.join(vectors))
    }

    /// The best passages for a question. All searched documents are ranked as one collection, so their scores can be compared.
    pub fn search(&self, query: &Query<'_>) -> SearchResult {
        let searched = |document: &&Indexed| query.documents.is_none_or(|ids| ids.contains(&document.id));
        ranking::search(self.documents.iter().filter(searched).collect(), query.text, query.meaning, query.limit)
    }

    fn get(&self, document: &str) -> Option<&Indexed> {
        self.documents.iter().find(|known| known.id == document)
    }

    fn entry(&mut self, document: &str) -> &mut Indexed {
        let at = self.documents.iter().position(|known| known.id == document).unwrap_or_else(|| {
            self.documents.push(Indexed::new(document));
            self.documents.len() - 1
        });
        // The position was found or made above.
        #[expect(clippy::indexing_slicing)]
        &mut self.documents[at]
    }
}

#[cfg(test)]
mod tests;
