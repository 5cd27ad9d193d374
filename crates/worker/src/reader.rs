//! The reader: calls to the offscreen page. The worker itself parses no file.

use async_trait::async_trait;
use edith_documents::Page;
use edith_documents::call::{
    Answer, Calculation, Call, ChunkId, Failure, Interpreted, Kept, Meaning, ReadInfo, Stored, TableQuery, Text,
    Unembedded,
};
use edith_port::Reader;
use edith_protocol::HitShown;

/// Deadlines in milliseconds. The page has shorter ones of its own for a reader that tells nothing; these are for a page that does not answer.
const READING_MS: u32 = 35 * 60_000;
const ANSWER_MS: u32 = 60_000;

/// The reader in the offscreen page.
pub(crate) struct ChromeReader;

async fn ask(call: &Call) -> Result<Answer, Failure> {
    let failed = |error: &dyn ToString| Failure::Failed { error: error.to_string() };
    let text = serde_json::to_string(call).map_err(|error| failed(&error))?;
    let deadline = if matches!(call, Call::Read { .. }) { READING_MS } else { ANSWER_MS };
    let answer = edith_chrome::reader::ask(&text, deadline).await.map_err(|error| failed(&error))?;
    edith_protocol::json::read::<Result<Answer, Failure>>(&answer).map_err(|error| failed(&error))?
}

/// An answer of another kind than asked for.
fn odd() -> Failure {
    Failure::Failed { error: "an answer to another question".to_owned() }
}

#[async_trait(?Send)]
impl Reader for ChromeReader {
    async fn read(&self, document: &Stored, password: Option<&str>) -> Result<ReadInfo, Failure> {
        let call = Call::Read { document: document.clone(), password: password.map(str::to_owned) };
        let Answer::Read(info) = ask(&call).await? else { return Err(odd()) };
        Ok(info)
    }

    async fn page(&self, document: &str, page: u32) -> Result<Page, Failure> {
        let Answer::Page(page) = ask(&Call::Page { document: document.to_owned(), page }).await? else {
            return Err(odd());
        };
        Ok(*page)
    }

    async fn picture(
        &self,
        document: &Stored,
        page: u32,
        width: u32,
        password: Option<&str>,
    ) -> Result<String, Failure> {
        let call = Call::Picture { document: document.clone(), page, width, password: password.map(str::to_owned) };
        let Answer::Picture(url) = ask(&call).await? else { return Err(odd()) };
        Ok(url)
    }

    async fn text(&self, document: &str, from: u32, to: u32, characters: usize) -> Result<Text, Failure> {
        let call = Call::Text { document: document.to_owned(), from, to, characters };
        let Answer::Text(text) = ask(&call).await? else { return Err(odd()) };
        Ok(text)
    }

    async fn search_by(
        &self,
        documents: &[String],
        query: &str,
        limit: usize,
        meaning: Option<Meaning>,
    ) -> Result<Vec<HitShown>, Failure> {
        let call = Call::Search { documents: documents.to_vec(), query: query.to_owned(), limit, meaning };
        let Answer::Hits(hits) = ask(&call).await? else { return Err(odd()) };
        Ok(hits)
    }

    async fn embed(&self, document: &str, model: &str, made: Vec<(ChunkId, Vec<f32>)>) -> Result<Unembedded, Failure> {
        let call = Call::Embed { document: document.to_owned(), model: model.to_owned(), made };
        let Answer::Unembedded(left) = ask(&call).await? else { return Err(odd()) };
        Ok(left)
    }

    async fn query(&self, document: &str, query: &TableQuery) -> Result<Text, Failure> {
        let call = Call::Query { document: document.to_owned(), query: query.clone() };
        let Answer::Text(text) = ask(&call).await? else { return Err(odd()) };
        Ok(text)
    }

    async fn calculate(&self, calculation: &Calculation, results: &str) -> Result<Text, Failure> {
        let call = Call::Calculate { calculation: calculation.clone(), results: results.to_owned() };
        let Answer::Text(text) = ask(&call).await? else { return Err(odd()) };
        Ok(text)
    }

    async fn interpret(&self, documents: &[String], question: &str) -> Result<Interpreted, Failure> {
        let call = Call::Interpret { documents: documents.to_vec(), question: question.to_owned() };
        let Answer::Interpreted(answer) = ask(&call).await? else { return Err(odd()) };
        Ok(answer)
    }

    async fn kept(&self) -> Result<Vec<Kept>, Failure> {
        let Answer::Kept(kept) = ask(&Call::Kept).await? else { return Err(odd()) };
        Ok(kept)
    }

    async fn forget(&self, documents: &[String]) -> Result<(), Failure> {
        let Answer::Done = ask(&Call::Forget { documents: documents.to_vec() }).await? else { return Err(odd()) };
        Ok(())
    }

    async fn forget_languages(&self) -> Result<(), Failure> {
        edith_chrome::reader::forget_languages().await.map_err(|error| Failure::Failed { error: error.to_string() })
    }
}
