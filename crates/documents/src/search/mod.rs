//! Search over documents by words (BM25 with stems and feedback) and, where chunks have vectors, by meaning as well. Pages join one by one, so that the
//! first ones are found while others are read.

mod feedback;
mod fuzzy;
mod language;
mod postings;
mod ranking;
mod scoring;
mod snippet;
mod tokens;
mod tuning;

pub use language::{Language, language_of};
pub use ranking::{Found, Hit};

use crate::chunk::{Chunk, ChunkId};
use crate::vectors::{VectorError, Vectors};
use crate::{Document, Page};
use postings::Indexed;
use serde::{Deserialize, Serialize};

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
    /// The text's vector by the model that made the chunks' vectors.
    pub vector: Option<&'a [f32]>,
}

impl<'a> Query<'a> {
    /// A question to all documents for ten hits.
    pub fn new(text: &'a str) -> Self {
        Self { text, documents: None, limit: 10, vector: None }
    }
}

/// A document's part of an index as it is stored: the chunks. The lists of words are made of them again in less time than they take to be read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredIndex {
    /// The document's id.
    pub document: String,
    /// Its chunks in order.
    pub chunks: Vec<Chunk>,
    /// Their vectors, if there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vectors: Option<Vectors>,
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

    /// The chunks of a document, for embedding.
    pub fn chunks(&self, document: &str) -> &[Chunk] {
        self.get(document).map_or(&[], |document| &document.chunks)
    }

    /// The language that a document seems to be in.
    pub fn language(&self, document: &str) -> Language {
        self.get(document).map_or(Language::Other, |document| document.language)
    }

    /// Gives chunks of a document their vectors.
    ///
    /// # Errors
    /// [`VectorError`] for the first vector that does not fit to the others; those before it are kept.
    pub fn add_vectors(&mut self, document: &str, vectors: &[(ChunkId, Vec<f32>)]) -> Result<(), VectorError> {
        let held = self.entry(document).vectors.get_or_insert_default();
        vectors.iter().try_for_each(|(chunk, vector)| held.insert(*chunk, vector))
    }

    /// The best passages for a question. All searched documents are ranked as one collection, so their scores can be compared.
    pub fn search(&self, query: &Query<'_>) -> Found {
        let searched = |document: &&Indexed| query.documents.is_none_or(|ids| ids.contains(&document.id));
        ranking::search(self.documents.iter().filter(searched).collect(), query.text, query.vector, query.limit)
    }

    /// A document's part, to store.
    pub fn stored(&self, document: &str) -> Option<StoredIndex> {
        let held = self.get(document)?;
        Some(StoredIndex { document: held.id.clone(), chunks: held.chunks.clone(), vectors: held.vectors.clone() })
    }

    /// Puts a stored document back.
    pub fn restore(&mut self, stored: StoredIndex) {
        self.remove(&stored.document);
        let entry = self.entry(&stored.document);
        entry.vectors = stored.vectors;
        entry.add(stored.chunks);
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
