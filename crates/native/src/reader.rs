//! Reading documents: every format that is code in the program itself, PDFs and pictures of text by the scripts of the extension's reader in a tab.

use crate::reading::{Desk, TabHands};
use async_trait::async_trait;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use edith_documents::Page;
use edith_documents::call::{
    Answer, Calculation, Call, ChunkId, Failure, Interpreted, Kept, Meaning, ReadInfo, Stored, TableQuery, Text,
    Unembedded,
};
use edith_library::reading::{self, Drawn};
use edith_library::{Answers, bytes};
use edith_port::{Clock, Reader, Store};
use edith_protocol::HitShown;
use edith_records::documents::Documents;
use std::rc::Rc;
use std::time::Duration;

/// How long reading one document may take in all: about as long as 700 scanned pages take.
const READING: Duration = Duration::from_secs(30 * 60);

/// The program's reader.
pub(crate) struct NativeReader {
    store: Rc<dyn Store>,
    answers: Answers,
    clock: Rc<dyn Clock>,
    desk: Desk,
}

impl NativeReader {
    pub(crate) fn new(store: &Rc<dyn Store>, clock: Rc<dyn Clock>, desk: Desk) -> Self {
        Self { store: Rc::clone(store), answers: Answers::new(Rc::clone(store)), clock, desk }
    }
}

/// An answer of another kind than asked for.
fn odd() -> Failure {
    Failure::Failed { error: "an answer to another question".to_owned() }
}

#[async_trait(?Send)]
impl Reader for NativeReader {
    async fn read(&self, document: &Stored, password: Option<&str>) -> Result<ReadInfo, Failure> {
        let _turn = self.desk.turn().await;
        let hands = TabHands::new(&self.desk, &document.id);
        let reading = reading::read(&hands, &self.store, document, password, || self.clock.now());
        let late = Failure::TimedOut { seconds: u32::try_from(READING.as_secs()).unwrap_or(u32::MAX) };
        tokio::time::timeout(READING, reading).await.unwrap_or(Err(late))
    }

    async fn page(&self, document: &str, page: u32) -> Result<Page, Failure> {
        let call = Call::Page { document: document.to_owned(), page };
        let Answer::Page(page) = self.answers.answer(call).await? else { return Err(odd()) };
        Ok(*page)
    }

    async fn picture(
        &self,
        document: &Stored,
        page: u32,
        width: u32,
        password: Option<&str>,
    ) -> Result<String, Failure> {
        let documents = Documents::new(Rc::clone(&self.store));
        if document.mime.starts_with("image/") {
            // Not made smaller: servers do that themselves.
            let bytes = bytes(&documents, document).await?;
            return Ok(format!("data:{};base64,{}", document.mime, STANDARD.encode(bytes)));
        }
        let _turn = self.desk.turn().await;
        let hands = TabHands::new(&self.desk, &document.id);
        Drawn::open(&hands, &documents, document, password).await?.page(&hands, page, width).await
    }

    async fn text(&self, document: &str, from: u32, to: u32, characters: usize) -> Result<Text, Failure> {
        let call = Call::Text { document: document.to_owned(), from, to, characters };
        let Answer::Text(text) = self.answers.answer(call).await? else { return Err(odd()) };
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
        let Answer::Hits(hits) = self.answers.answer(call).await? else { return Err(odd()) };
        Ok(hits)
    }

    async fn embed(&self, document: &str, model: &str, made: Vec<(ChunkId, Vec<f32>)>) -> Result<Unembedded, Failure> {
        let call = Call::Embed { document: document.to_owned(), model: model.to_owned(), made };
        let Answer::Unembedded(left) = self.answers.answer(call).await? else { return Err(odd()) };
        Ok(left)
    }

    async fn query(&self, document: &str, query: &TableQuery) -> Result<Text, Failure> {
        let call = Call::Query { document: document.to_owned(), query: query.clone() };
        let Answer::Text(text) = self.answers.answer(call).await? else { return Err(odd()) };
        Ok(text)
    }

    async fn calculate(&self, calculation: &Calculation, results: &str) -> Result<Text, Failure> {
        let call = Call::Calculate { calculation: calculation.clone(), results: results.to_owned() };
        let Answer::Text(text) = self.answers.answer(call).await? else { return Err(odd()) };
        Ok(text)
    }

    async fn interpret(&self, documents: &[String], question: &str) -> Result<Interpreted, Failure> {
        let call = Call::Interpret { documents: documents.to_vec(), question: question.to_owned() };
        let Answer::Interpreted(answer) = self.answers.answer(call).await? else { return Err(odd()) };
        Ok(answer)
    }

    async fn kept(&self) -> Result<Vec<Kept>, Failure> {
        let Answer::Kept(kept) = self.answers.answer(Call::Kept).await? else { return Err(odd()) };
        Ok(kept)
    }

    async fn forget(&self, documents: &[String]) -> Result<(), Failure> {
        self.answers.answer(Call::Forget { documents: documents.to_vec() }).await.map(drop)
    }

    async fn forget_languages(&self) -> Result<(), Failure> {
        // There are none.
        Ok(())
    }
}
