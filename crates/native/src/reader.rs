//! Reading documents in the program itself: every format that is code. PDFs and pictures of text need the extension's reader and are told as not read.

use async_trait::async_trait;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use edith_core::documents::Documents;
use edith_core::port::{Clock, Reader, Store};
use edith_documents::Page;
use edith_documents::call::{
    Answer, Calculation, Call, ChunkId, Failure, Interpreted, Kept, Meaning, ReadInfo, Stored, TableQuery, Text,
    Unembedded,
};
use edith_documents::formats::{self, Input, Limits};
use edith_library::{Answers, Library, bytes, content, is_pdf};
use edith_protocol::HitShown;
use sha2::{Digest, Sha256};
use std::rc::Rc;

/// The program's reader.
pub(crate) struct NativeReader {
    documents: Documents,
    library: Library,
    answers: Answers,
    clock: Rc<dyn Clock>,
}

impl NativeReader {
    pub(crate) fn new(store: &Rc<dyn Store>, clock: Rc<dyn Clock>) -> Self {
        Self {
            documents: Documents::new(Rc::clone(store)),
            library: Library::new(Rc::clone(store)),
            answers: Answers::new(Rc::clone(store)),
            clock,
        }
    }
}

/// An answer of another kind than asked for.
fn odd() -> Failure {
    Failure::Failed { error: "an answer to another question".to_owned() }
}

#[async_trait(?Send)]
impl Reader for NativeReader {
    async fn read(&self, document: &Stored, password: Option<&str>) -> Result<ReadInfo, Failure> {
        let begun = self.clock.now();
        if let Some(content) = self.library.content_of(&document.id).await?
            && let Some(info) = self.library.info(&content).await?
        {
            return Ok(info.with_outline());
        }
        let bytes = bytes(&self.documents, document).await?;
        let hash: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        let content = content(&hash);
        self.library.begin(document, &content).await?;
        if let Some(info) = self.library.info(&content).await? {
            return Ok(info.with_outline());
        }
        if is_pdf(&bytes) {
            return Err(Failure::UnsupportedKind { kind: "PDF".to_owned() });
        }
        let input = Input {
            bytes: &bytes,
            name: &document.name,
            mime: &document.mime,
            base: document.url.as_deref(),
            password,
        };
        let read = formats::read(&input, Limits::default(), &mut |_, _| {}).map_err(Failure::from)?;
        self.library.keep(&content, &hash, read.document, || self.clock.now() - begun).await
    }

    async fn page(&self, document: &str, page: u32) -> Result<Page, Failure> {
        let call = Call::Page { document: document.to_owned(), page };
        let Answer::Page(page) = self.answers.answer(call).await? else { return Err(odd()) };
        Ok(*page)
    }

    async fn picture(&self, document: &Stored, _: u32, _: u32, _: Option<&str>) -> Result<String, Failure> {
        if !document.mime.starts_with("image/") {
            return Err(Failure::UnsupportedKind { kind: document.mime.clone() });
        }
        // Not made smaller: servers do that themselves.
        let bytes = bytes(&self.documents, document).await?;
        Ok(format!("data:{};base64,{}", document.mime, STANDARD.encode(bytes)))
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
