//! A reader of documents that reads plain text only, as strict as the real one: nothing is known of a document before it is read, what was read outlives
//! the worker, and a protected file needs its password.
//!
//! A file is UTF-8. Pages end with a form feed, blocks with an empty line; a line that begins with `# ` is a heading, lines with tabs are a table. A file
//! that begins with `password: WORD` and a line break opens with that word; one that begins with `%DAMAGED` cannot be read.

use crate::MemoryStore;
use async_trait::async_trait;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use edith_core::documents::Documents;
use edith_core::port::Reader;
use edith_documents::call::{Failure, Interpreted, Kept, ReadInfo, Stored, TableQuery, Text};
use edith_documents::{Block, BlockKind, Cell, Kind, Page, Table};
use edith_protocol::HitShown;
use std::cell::{Cell as Counter, RefCell};
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

#[derive(Debug, Clone)]
struct Reading {
    info: ReadInfo,
    pages: Vec<Page>,
}

#[derive(Default)]
struct Inner {
    read: RefCell<BTreeMap<String, Reading>>,
    computed: RefCell<VecDeque<Result<String, Failure>>>,
    readings: Counter<usize>,
    asked: RefCell<Vec<String>>,
    fails: RefCell<VecDeque<Failure>>,
    hangs: Counter<bool>,
}

/// A reader of plain text.
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

    /// Adds to what the next queries of tables answer; without, they echo the query.
    pub fn will_compute(&self, results: impl IntoIterator<Item = Result<String, Failure>>) {
        self.inner.computed.borrow_mut().extend(results);
    }

    /// Makes the next readings fail.
    pub fn will_fail(&self, failures: impl IntoIterator<Item = Failure>) {
        self.inner.fails.borrow_mut().extend(failures);
    }

    /// From now on readings never end; or they do again.
    pub fn hang(&self, hangs: bool) {
        self.inner.hangs.set(hangs);
    }

    async fn text_of(&self, id: &str) -> Result<String, Failure> {
        let failed = |error: &dyn ToString| Failure::Failed { error: error.to_string() };
        if !self.documents.is_there(id).await.map_err(|error| failed(&error))? {
            return Err(Failure::Unknown);
        }
        let mut bytes = Vec::new();
        for number in 0.. {
            let Some(part) = self.documents.part(id, number).await.map_err(|error| failed(&error))? else { break };
            bytes.extend(STANDARD.decode(part).map_err(|error| failed(&error))?);
        }
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    fn reading(&self, id: &str) -> Result<Reading, Failure> {
        self.inner.read.borrow().get(id).cloned().ok_or(Failure::NotRead)
    }

    fn parse(document: &Stored, text: &str) -> Reading {
        let pages: Vec<Page> = text.trim_end_matches('\u{c}').split('\u{c}').map(page).collect();
        let blocks = || pages.iter().flat_map(|page| &page.blocks);
        let kind = match document.mime.as_str() {
            "application/pdf" => Kind::Pdf,
            "text/csv" => Kind::Csv,
            "text/html" => Kind::Html,
            _ => Kind::Text,
        };
        let info = ReadInfo {
            kind,
            hash: format!("{:064x}", text.bytes().fold(7_u64, |hash, byte| hash.wrapping_mul(31) ^ u64::from(byte))),
            title: None,
            pages: u32::try_from(pages.len()).unwrap_or(u32::MAX),
            characters: blocks().map(|block| block.text.chars().count() as u64).sum(),
            tables: u32::try_from(blocks().filter(|block| block.table.is_some()).count()).unwrap_or(u32::MAX),
            ocr_pages: 0,
            warnings: Vec::new(),
            read_ms: 1.0,
        };
        Reading { info, pages }
    }
}

fn page(text: &str) -> Page {
    let blocks = text.split("\n\n").map(str::trim).filter(|block| !block.is_empty()).map(|block| {
        if let Some(heading) = block.strip_prefix("# ") {
            return Block { level: Some(1), ..Block::new(BlockKind::Heading, heading) };
        }
        if block.contains('\t') {
            let rows = block.lines().map(|line| line.split('\t').map(Cell::new).collect()).collect();
            return Block::of_table(Table { name: None, header_rows: 1, rows });
        }
        Block::new(BlockKind::Paragraph, block)
    });
    Page { blocks: blocks.collect(), ..Page::default() }
}

fn words(text: &str) -> Vec<String> {
    let lower = text.to_lowercase();
    lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
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
        let text = self.text_of(&document.id).await?;
        if text.is_empty() {
            return Err(Failure::Empty);
        }
        if text.starts_with("%DAMAGED") {
            return Err(Failure::Damaged { what: "it has no end".to_owned() });
        }
        let open = match text.strip_prefix("password: ").and_then(|rest| rest.split_once('\n')) {
            Some((word, rest)) => match password {
                None => return Err(Failure::NeedsPassword),
                Some(given) if given != word => return Err(Failure::WrongPassword),
                Some(_) => rest,
            },
            None => &text,
        };
        let reading = Self::parse(document, open);
        let info = reading.info.clone();
        self.inner.readings.set(self.inner.readings.get() + 1);
        self.inner.read.borrow_mut().insert(document.id.clone(), reading);
        Ok(info)
    }

    async fn page(&self, document: &str, page: u32) -> Result<Page, Failure> {
        let Reading { info, pages } = self.reading(document)?;
        let index = (page as usize).checked_sub(1);
        index.and_then(|index| pages.get(index).cloned()).ok_or(Failure::NoPage { pages: info.pages })
    }

    async fn text(&self, document: &str, from: u32, to: u32, characters: usize) -> Result<Text, Failure> {
        let Reading { info, pages } = self.reading(document)?;
        if from == 0 || from > info.pages {
            return Err(Failure::NoPage { pages: info.pages });
        }
        let (mut text, mut last) = (String::new(), from);
        for (number, page) in (1..).zip(&pages).filter(|(number, _)| (from..=to).contains(number)) {
            text.push_str(&format!("--- page {number} ---\n"));
            for block in &page.blocks {
                text.push_str(&format!("{}\n\n", block.text));
                if text.chars().count() > characters {
                    return Ok(Text { text: text.chars().take(characters).collect(), to: number, cut: true });
                }
            }
            last = number;
        }
        Ok(Text { text, to: last, cut: false })
    }

    async fn search(&self, documents: &[String], query: &str, limit: usize) -> Result<Vec<HitShown>, Failure> {
        self.inner.asked.borrow_mut().push(query.to_owned());
        let wanted = words(query);
        let mut hits: Vec<HitShown> = Vec::new();
        for document in documents {
            let Reading { pages, .. } = self.reading(document)?;
            for (number, page) in (1..).zip(&pages) {
                for block in &page.blocks {
                    let has = words(&block.text);
                    let found = wanted.iter().filter(|word| has.contains(word)).count();
                    if found > 0 {
                        let score = found as f64 / wanted.len() as f64;
                        let document = document.clone();
                        let text = block.text.clone();
                        hits.push(HitShown {
                            document_id: document,
                            page: number,
                            text,
                            score,
                            lexical: score,
                            semantic: None,
                        });
                    }
                }
            }
        }
        hits.sort_by(|a, b| b.score.total_cmp(&a.score));
        hits.truncate(limit);
        Ok(hits)
    }

    async fn query(&self, document: &str, query: &TableQuery) -> Result<Text, Failure> {
        let Reading { info, .. } = self.reading(document)?;
        if info.tables == 0 {
            return Err(Failure::BadQuery { why: "the document has no table".to_owned() });
        }
        let asked = format!("{} | {} | {}", query.table, query.select.join(", "), query.condition);
        self.inner.asked.borrow_mut().push(asked.clone());
        let text = self.inner.computed.borrow_mut().pop_front().unwrap_or(Ok(asked))?;
        Ok(Text { text, to: 0, cut: false })
    }

    async fn interpret(&self, documents: &[String], question: &str) -> Result<Interpreted, Failure> {
        let hits = self.search(documents, question, 1).await?;
        let citations = hits.iter().map(|hit| edith_documents::call::Cited {
            document: hit.document_id.clone(),
            page: hit.page,
            quote: hit.text.clone(),
        });
        let text = hits.first().map_or("Nothing was found.", |hit| hit.text.as_str());
        Ok(Interpreted { text: text.to_owned(), citations: citations.collect() })
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
        Ok(())
    }
}
