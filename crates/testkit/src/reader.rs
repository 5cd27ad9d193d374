//! A reader of documents that reads with the formats, the index, the table queries and the interpreter of the real one, and is as strict: nothing is known
//! of a document before it is read, what was read outlives the worker, and a protected file needs its password.
//!
//! Two things only a browser has are stood in for. A file that is sent as a PDF is the text of one, and a file that begins with `password: WORD` and a line
//! break opens with that word. One that begins with `%DAMAGED` cannot be read.

use crate::MemoryStore;
use async_trait::async_trait;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use edith_documents::ask::{AskedDocument, interpret};
use edith_documents::calculate::{Source, calculate};
use edith_documents::call::{
    Calculation, ChunkId, Failure, Figure, Interpreted, Kept, Meaning, ReadInfo, Stored, TableQuery, Text, Unembedded,
};
use edith_documents::formats::{self, Input, Limits};
use edith_documents::quote::page_text;
use edith_documents::search::{Index, Query};
use edith_documents::table::query_table;
use edith_documents::vectors::{VectorError, Vectors};
use edith_documents::{BlockKind, Document, Kind, Page, to_markdown};
use edith_port::Reader;
use edith_protocol::HitShown;
use edith_records::documents::Documents;
use std::cell::{Cell as Counter, RefCell};
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

#[derive(Debug, Clone)]
struct Reading {
    info: ReadInfo,
    name: String,
    document: Rc<Document>,
}

#[derive(Default)]
struct Inner {
    read: RefCell<BTreeMap<String, Reading>>,
    index: RefCell<Index>,
    readings: Counter<usize>,
    asked: RefCell<Vec<String>>,
    fails: RefCell<VecDeque<Failure>>,
    hangs: Counter<bool>,
    languages_forgotten: Counter<bool>,
}

/// A reader without a browser.
#[derive(Clone)]
pub struct FakeReader {
    documents: Documents,
    inner: Rc<Inner>,
}

impl FakeReader {
    /// A reader of what is stored there.
    pub fn new(store: &MemoryStore) -> Self {
        Self { documents: Documents::new(Rc::new(store.clone())), inner: Rc::default() }
    }

    /// How many files were parsed: one that is read already is not.
    pub fn readings(&self) -> usize {
        self.inner.readings.get()
    }

    /// The queries of searches and tables so far, oldest first.
    pub fn asked(&self) -> Vec<String> {
        self.inner.asked.borrow().clone()
    }

    /// Makes the next readings, or drawings of picture files, fail.
    pub fn will_fail(&self, failures: impl IntoIterator<Item = Failure>) {
        self.inner.fails.borrow_mut().extend(failures);
    }

    /// From now on readings never end; or they do again.
    pub fn hang(&self, hangs: bool) {
        self.inner.hangs.set(hangs);
    }

    /// Whether the languages of the text recognition were deleted.
    pub fn languages_are_forgotten(&self) -> bool {
        self.inner.languages_forgotten.get()
    }

    async fn bytes_of(&self, id: &str) -> Result<Vec<u8>, Failure> {
        let failed = |error: &dyn ToString| Failure::Failed { error: error.to_string() };
        if !self.documents.is_there(id).await.map_err(|error| failed(&error))? {
            return Err(Failure::Unknown);
        }
        let mut bytes = Vec::new();
        for number in 0.. {
            let Some(part) = self.documents.part(id, number).await.map_err(|error| failed(&error))? else { break };
            bytes.extend(STANDARD.decode(part).map_err(|error| failed(&error))?);
        }
        Ok(bytes)
    }

    fn reading(&self, id: &str) -> Result<Reading, Failure> {
        self.inner.read.borrow().get(id).cloned().ok_or(Failure::NotRead)
    }

    fn keep(&self, stored: &Stored, bytes: &[u8], password: Option<&str>) -> Result<ReadInfo, Failure> {
        let is_pdf = stored.mime == "application/pdf";
        // The name and the type of a PDF say nothing about its text.
        let (name, mime) =
            if is_pdf { ("text.txt", "text/plain") } else { (stored.name.as_str(), stored.mime.as_str()) };
        let input = Input { bytes, name, mime, password, base: stored.url.as_deref() };
        let read = formats::read(&input, Limits::default(), &mut |_, _| {}).map_err(Failure::from)?;
        let mut document = read.document;
        if is_pdf {
            document.kind = Kind::Pdf;
        }
        let blocks = || document.pages.iter().flat_map(|page| &page.blocks);
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let info = ReadInfo {
            kind: document.kind,
            hash: format!("{:064x}", bytes.iter().fold(7_u64, |hash, byte| hash.wrapping_mul(31) ^ u64::from(*byte))),
            title: document.title.clone(),
            pages: count(document.pages.len()),
            characters: blocks().map(|block| block.text.chars().count() as u64).sum(),
            tables: count(blocks().filter(|block| block.kind == BlockKind::Table).count()),
            ocr_pages: 0,
            warnings: document.warnings.clone(),
            read_ms: 1.0,
            outline: document.outline.clone(),
        };
        for (number, page) in (1..).zip(&document.pages) {
            self.inner.index.borrow_mut().add_page(&stored.id, number, page);
        }
        let reading = Reading { info: info.clone(), name: stored.name.clone(), document: Rc::new(document) };
        self.inner.readings.set(self.inner.readings.get() + 1);
        self.inner.read.borrow_mut().insert(stored.id.clone(), reading);
        Ok(info)
    }
}

#[async_trait(?Send)]
impl Reader for FakeReader {
    async fn read(&self, document: &Stored, password: Option<&str>) -> Result<ReadInfo, Failure> {
        if let Ok(known) = self.reading(&document.id) {
            return Ok(known.info);
        }
        if self.inner.hangs.get() {
            std::future::pending::<()>().await;
        }
        if let Some(failure) = self.inner.fails.borrow_mut().pop_front() {
            return Err(failure);
        }
        let bytes = self.bytes_of(&document.id).await?;
        if bytes.starts_with(b"%DAMAGED") {
            return Err(Failure::Damaged { what: "it has no end".to_owned() });
        }
        let text = std::str::from_utf8(&bytes).unwrap_or_default();
        match text.strip_prefix("password: ").and_then(|rest| rest.split_once('\n')) {
            Some((word, open)) => match password {
                None => Err(Failure::NeedsPassword),
                Some(given) if given != word => Err(Failure::WrongPassword),
                Some(_) => self.keep(document, open.as_bytes(), None),
            },
            None => self.keep(document, &bytes, password),
        }
    }

    async fn page(&self, document: &str, page: u32) -> Result<Page, Failure> {
        let Reading { info, document, .. } = self.reading(document)?;
        let index = (page as usize).checked_sub(1);
        index.and_then(|index| document.pages.get(index).cloned()).ok_or(Failure::NoPage { pages: info.pages })
    }

    async fn picture(
        &self,
        document: &Stored,
        page: u32,
        width: u32,
        _password: Option<&str>,
    ) -> Result<String, Failure> {
        if document.mime.starts_with("image/") {
            if let Some(failure) = self.inner.fails.borrow_mut().pop_front() {
                return Err(failure);
            }
            return Ok(format!(
                "data:{};base64,{}",
                document.mime,
                STANDARD.encode(self.bytes_of(&document.id).await?)
            ));
        }
        let Reading { info, .. } = self.reading(&document.id)?;
        match info.kind {
            Kind::Pdf if (1..=info.pages).contains(&page) => Ok(format!("data:image/jpeg,{page} {width}")),
            Kind::Pdf => Err(Failure::NoPage { pages: info.pages }),
            kind => Err(Failure::UnsupportedKind { kind: kind.name().to_owned() }),
        }
    }

    async fn text(&self, document: &str, from: u32, to: u32, characters: usize) -> Result<Text, Failure> {
        let Reading { info, document, .. } = self.reading(document)?;
        if from.max(1) > info.pages || from > to {
            return Err(Failure::NoPage { pages: info.pages });
        }
        Ok(to_markdown(&document, from.max(1)..=to.min(info.pages), characters))
    }

    async fn search_by(
        &self,
        documents: &[String],
        query: &str,
        limit: usize,
        meaning: Option<Meaning>,
    ) -> Result<Vec<HitShown>, Failure> {
        self.inner.asked.borrow_mut().push(query.to_owned());
        for document in documents {
            self.reading(document)?;
        }
        let query = Query { text: query, documents: Some(documents), limit, meaning: meaning.as_ref() };
        Ok(self.inner.index.borrow().search(&query).hits.into_iter().map(HitShown::from).collect())
    }

    async fn embed(&self, document: &str, model: &str, made: Vec<(ChunkId, Vec<f32>)>) -> Result<Unembedded, Failure> {
        self.reading(document)?;
        let failed = |error: VectorError| Failure::Failed { error: error.to_string() };
        let mut vectors = Vectors::by(model);
        made.iter().try_for_each(|(chunk, vector)| vectors.insert(*chunk, vector)).map_err(failed)?;
        let mut index = self.inner.index.borrow_mut();
        index.add_vectors(document, &vectors).map_err(failed)?;
        Ok(index.unembedded(document, model))
    }

    async fn query(&self, id: &str, query: &TableQuery) -> Result<Text, Failure> {
        let Reading { document, .. } = self.reading(id)?;
        let point = self.inner.index.borrow().language(id).decimal_point();
        let answer = query_table(&document, query, point);
        let answer = answer.map_err(|why| Failure::BadQuery { why: why.to_string() })?;
        let cut = answer.rows.len() < answer.found;
        Ok(Text { text: answer.to_markdown(), to: 0, cut })
    }

    async fn calculate(&self, calculation: &Calculation, results: &str) -> Result<Text, Failure> {
        let source = |figure: &Figure| {
            let Some(number) = figure.page else {
                return Ok(Source { text: results.to_owned(), point: Some('.') });
            };
            let reading = self.reading(&figure.document).map_err(|_| "It was not read.".to_owned())?;
            let page = reading.document.pages.get((number - 1) as usize);
            let page = page.ok_or_else(|| format!("There is no page {number}."))?;
            let point = self.inner.index.borrow().language(&figure.document).decimal_point();
            Ok(Source { text: page_text(page).text, point })
        };
        let text = calculate(calculation, source).map_err(|why| Failure::BadQuery { why: why.to_string() })?;
        Ok(Text { text, to: 0, cut: false })
    }

    async fn interpret(&self, documents: &[String], question: &str) -> Result<Interpreted, Failure> {
        let readings: Vec<Reading> = documents.iter().map(|id| self.reading(id)).collect::<Result<_, _>>()?;
        let asked: Vec<AskedDocument<'_>> = documents
            .iter()
            .zip(&readings)
            .map(|(id, reading)| AskedDocument { id, name: &reading.name, document: &reading.document })
            .collect();
        Ok(interpret(&self.inner.index.borrow(), &asked, question).into())
    }

    async fn kept(&self) -> Result<Vec<Kept>, Failure> {
        let read = self.inner.read.borrow();
        let kept = read.iter().map(|(id, reading)| Kept {
            document: id.clone(),
            read: Some(reading.info.clone()),
            bytes: reading.info.characters,
        });
        Ok(kept.collect())
    }

    async fn forget(&self, documents: &[String]) -> Result<(), Failure> {
        self.inner.read.borrow_mut().retain(|id, _| !documents.contains(id));
        documents.iter().for_each(|id| self.inner.index.borrow_mut().remove(id));
        Ok(())
    }

    async fn forget_languages(&self) -> Result<(), Failure> {
        self.inner.languages_forgotten.set(true);
        Ok(())
    }
}
