//! Who reads documents. Files are never parsed in the worker itself.

use async_trait::async_trait;
use edith_documents::Page;
use edith_documents::call::{
    Calculation, ChunkId, Failure, Interpreted, Kept, Meaning, ReadInfo, Stored, TableQuery, Text, Unembedded,
};
use edith_protocol::HitShown;

/// Reads stored documents, searches them and computes with their tables. What was read is kept by the content of the file, so that reading once more
/// is quick, and none of it is lost with the worker.
#[async_trait(?Send)]
pub trait Reader {
    /// Reads a document whole, unless it is read already. Progress is told to the pages by the reader itself.
    async fn read(&self, document: &Stored, password: Option<&str>) -> Result<ReadInfo, Failure>;
    /// One page, from 1.
    async fn page(&self, document: &str, page: u32) -> Result<Page, Failure>;
    /// A picture of a page as a data URL, so many pixels wide. Only PDFs and picture files have any.
    async fn picture(
        &self,
        document: &Stored,
        page: u32,
        width: u32,
        password: Option<&str>,
    ) -> Result<String, Failure>;
    /// Pages as Markdown, up to so many characters.
    async fn text(&self, document: &str, from: u32, to: u32, characters: usize) -> Result<Text, Failure>;
    /// The best passages of these documents.
    async fn search(&self, documents: &[String], query: &str, limit: usize) -> Result<Vec<HitShown>, Failure> {
        self.search_by(documents, query, limit, None).await
    }
    /// The same by words and, where chunks have vectors by its model, by this meaning.
    async fn search_by(
        &self,
        documents: &[String],
        query: &str,
        limit: usize,
        meaning: Option<Meaning>,
    ) -> Result<Vec<HitShown>, Failure>;
    /// Keeps vectors that a model made of a read document's chunks, and says which chunks have none by it yet.
    async fn embed(&self, document: &str, model: &str, made: Vec<(ChunkId, Vec<f32>)>) -> Result<Unembedded, Failure>;
    /// Computes with a table.
    async fn query(&self, document: &str, query: &TableQuery) -> Result<Text, Failure>;
    /// Computes with figures that are on pages or, without a page, in these earlier results.
    async fn calculate(&self, calculation: &Calculation, results: &str) -> Result<Text, Failure>;
    /// What the built-in interpreter makes of a question.
    async fn interpret(&self, documents: &[String], question: &str) -> Result<Interpreted, Failure>;
    /// What is kept of which documents.
    async fn kept(&self) -> Result<Vec<Kept>, Failure>;
    /// Deletes what was read of documents.
    async fn forget(&self, documents: &[String]) -> Result<(), Failure>;
    /// Deletes the languages of the text recognition that the person added.
    async fn forget_languages(&self) -> Result<(), Failure>;
}
