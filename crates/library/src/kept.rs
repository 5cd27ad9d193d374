//! What is kept of documents: pages and what describes them, by the hash of the file's bytes, so that a file that is given twice is read once.
//!
//! | key | record |
//! |---|---|
//! | `of/DOCUMENT` | the content that a document has, and in the next line its name |
//! | `info/CONTENT` | what was read; it is written last, so that without it a reading was cut |
//! | `page/CONTENT/000001` | a page, in JSON |
//! | `raw/CONTENT/000001` | what pdf.js gave of a page, until the reading is finished: a reading that was cut goes on there |
//! | `ocr/CONTENT/000001` | what was recognised on a page, until then |
//! | `vectors/CONTENT/MODEL/000001-00000` | vectors of chunks by an embedding model, beginning with that page's chunk of that number |

use edith_documents::call::{Failure, Kept, ReadInfo, Stored};
use edith_documents::vectors::Vectors;
use edith_documents::{BlockKind, Document, OutlineEntry, Page};
use edith_port::{Store, StoreError, Table, Which};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::rc::Rc;

/// Raised with every change of what the formats make of a file: what an older reader kept is read again.
const READER: u32 = 5;

/// What pdf.js gave of a page.
pub const RAW: &str = "raw";
/// What was recognised on a page or in a picture.
pub const OCR: &str = "ocr";
/// What is kept only until a reading is finished.
const UNFINISHED: [&str; 2] = [RAW, OCR];

/// What describes a read document.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Info {
    /// Its size and the like, without the outline.
    pub read: ReadInfo,
    /// Its outline.
    #[serde(default)]
    pub outline: Vec<OutlineEntry>,
    /// Bytes of its pages and vectors.
    pub bytes: u64,
}

impl Info {
    /// What is answered to whoever has the document read.
    #[must_use]
    pub fn with_outline(self) -> ReadInfo {
        ReadInfo { outline: self.outline, ..self.read }
    }
}

/// The library of what was read.
#[derive(Clone)]
pub struct Library {
    store: Rc<dyn Store>,
}

/// The name of a content: the same bytes, read the same way.
#[must_use]
pub fn content(hash: &str) -> String {
    format!("{hash}-{READER}")
}

fn failed(error: StoreError) -> Failure {
    Failure::Failed { error: error.to_string() }
}

impl Library {
    /// The library in a store.
    #[must_use]
    pub fn new(store: Rc<dyn Store>) -> Self {
        Self { store }
    }

    /// The content of a document; none if its reading has not begun.
    ///
    /// # Errors
    /// When the store fails, or what it has cannot be read.
    pub async fn content_of(&self, document: &str) -> Result<Option<String>, Failure> {
        Ok(self.get(&format!("of/{document}")).await?.map(|record| beginning(&record).to_owned()))
    }

    /// The name that a document was read under.
    ///
    /// # Errors
    /// When the store fails, or what it has cannot be read.
    pub async fn name_of(&self, document: &str) -> Result<Option<String>, Failure> {
        let record = self.get(&format!("of/{document}")).await?;
        Ok(record.and_then(|record| record.split_once('\n').map(|(_, name)| name.to_owned())))
    }

    /// Notes the content of a document.
    ///
    /// # Errors
    /// When the store fails, or what it has cannot be read.
    pub async fn begin(&self, document: &Stored, content: &str) -> Result<(), Failure> {
        self.put(&format!("of/{}", document.id), &format!("{content}\n{}", document.name)).await
    }

    /// What describes a content, once it is read whole.
    ///
    /// # Errors
    /// When the store fails, or what it has cannot be read.
    pub async fn info(&self, content: &str) -> Result<Option<Info>, Failure> {
        let record = self.get(&format!("info/{content}")).await?;
        Ok(record.and_then(|record| serde_json::from_str(&record).ok()))
    }

    /// Stores a page, counted from 1, and returns the bytes it takes.
    ///
    /// # Errors
    /// When the store fails, or what it has cannot be read.
    pub async fn put_page(&self, content: &str, number: u32, page: &Page) -> Result<u64, Failure> {
        let record = json(page)?;
        self.put(&format!("page/{content}/{number:06}"), &record).await?;
        Ok(record.len() as u64)
    }

    /// Says that a content is read whole.
    ///
    /// # Errors
    /// When the store fails, or what it has cannot be read.
    pub async fn finish(&self, content: &str, info: &Info) -> Result<(), Failure> {
        self.put(&format!("info/{content}"), &json(info)?).await?;
        for part in UNFINISHED {
            self.delete(Which::StartingWith(&format!("{part}/{content}/"))).await?;
        }
        Ok(())
    }

    /// Stores a piece of an unfinished reading, counted from 1.
    ///
    /// # Errors
    /// When the store fails, or what it has cannot be read.
    pub async fn put_piece(&self, part: &str, content: &str, number: u32, piece: &str) -> Result<(), Failure> {
        self.put(&format!("{part}/{content}/{number:06}"), piece).await
    }

    /// The pieces of a reading that was cut, by their numbers from 1.
    ///
    /// # Errors
    /// When the store fails, or what it has cannot be read.
    pub async fn pieces(&self, part: &str, content: &str) -> Result<HashMap<u32, String>, Failure> {
        let start = format!("{part}/{content}/");
        let records = self.store.list(Table::Readings, &start).await.map_err(failed)?;
        let numbered = |(key, piece): (String, String)| Some((key.strip_prefix(&start)?.parse().ok()?, piece));
        Ok(records.into_iter().filter_map(numbered).collect())
    }

    /// Stores a document's pages, then what describes them. `hash`: of the file's bytes, SHA-256 in hexadecimal digits; `read_ms`: what reading took, in
    /// milliseconds.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn keep(
        &self,
        content: &str,
        hash: &str,
        document: Document,
        read_ms: impl FnOnce() -> f64,
    ) -> Result<ReadInfo, Failure> {
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let blocks = || document.pages.iter().flat_map(|page| &page.blocks);
        let mut read = ReadInfo {
            kind: document.kind,
            hash: hash.to_owned(),
            title: document.title.clone(),
            pages: count(document.pages.len()),
            characters: blocks().map(|block| block.text.chars().count() as u64).sum(),
            tables: count(blocks().filter(|block| block.kind == BlockKind::Table).count()),
            ocr_pages: count(document.pages.iter().filter(|page| page.recognised).count()),
            warnings: document.warnings.clone(),
            read_ms: 0.0,
            outline: Vec::new(),
        };
        let mut bytes = 0;
        for (number, page) in (1..).zip(&document.pages) {
            bytes += self.put_page(content, number, page).await?;
        }
        read.read_ms = read_ms();
        let info = Info { read, outline: document.outline, bytes };
        self.finish(content, &info).await?;
        Ok(info.with_outline())
    }

    /// One page, from 1.
    ///
    /// # Errors
    /// When the store fails, or what it has cannot be read.
    pub async fn page(&self, content: &str, number: u32) -> Result<Option<Page>, Failure> {
        let record = self.get(&format!("page/{content}/{number:06}")).await?;
        Ok(record.and_then(|record| serde_json::from_str(&record).ok()))
    }

    /// All pages, in order.
    ///
    /// # Errors
    /// When the store fails, or what it has cannot be read.
    pub async fn pages(&self, content: &str) -> Result<Vec<Page>, Failure> {
        let records = self.store.list(Table::Readings, &format!("page/{content}/")).await.map_err(failed)?;
        let read =
            |record: &str| serde_json::from_str(record).map_err(|error| Failure::Failed { error: error.to_string() });
        records.iter().map(|(_, record)| read(record)).collect()
    }

    /// Stores vectors of a content's chunks.
    ///
    /// # Errors
    /// When the store fails, or what it has cannot be read.
    pub async fn put_vectors(&self, content: &str, vectors: &Vectors) -> Result<(), Failure> {
        let Some(first) = vectors.first() else { return Ok(()) };
        // Of what was deleted meanwhile nothing is left.
        let mut info = self.info(content).await?.ok_or(Failure::NotRead)?;
        let record = json(vectors)?;
        let key = format!("{}{:06}-{:05}", vectors_key(content, vectors.model()), first.page, first.part);
        self.put(&key, &record).await?;
        info.bytes += record.len() as u64;
        self.put(&format!("info/{content}"), &json(&info)?).await
    }

    /// The vectors of a content's chunks by this model, as far as they were made.
    ///
    /// # Errors
    /// When the store fails, or what it has cannot be read.
    pub async fn vectors(&self, content: &str, model: &str) -> Result<Vectors, Failure> {
        let records = self.store.list(Table::Readings, &vectors_key(content, model)).await.map_err(failed)?;
        let mut vectors = Vectors::by(model);
        for (_, record) in &records {
            // What cannot be read is made again.
            if let Ok(piece) = serde_json::from_str(record) {
                vectors.join(&piece).map_err(|error| Failure::Failed { error: error.to_string() })?;
            }
        }
        Ok(vectors)
    }

    /// What is kept of which documents.
    ///
    /// # Errors
    /// When the store fails, or what it has cannot be read.
    pub async fn kept(&self) -> Result<Vec<Kept>, Failure> {
        let infos = self.store.list(Table::Readings, "info/").await.map_err(failed)?;
        let infos: HashMap<&str, Info> = infos
            .iter()
            .filter_map(|(key, record)| Some((key.strip_prefix("info/")?, serde_json::from_str(record).ok()?)))
            .collect();
        let all = self.store.list(Table::Readings, "of/").await.map_err(failed)?;
        let kept = all.iter().filter_map(|(key, content)| {
            let document = key.strip_prefix("of/")?.to_owned();
            let info = infos.get(beginning(content));
            Some(Kept { document, read: info.map(|info| info.read.clone()), bytes: info.map_or(0, |info| info.bytes) })
        });
        Ok(kept.collect())
    }

    /// Forgets documents, and their contents where no other document has the same.
    ///
    /// # Errors
    /// When the store fails, or what it has cannot be read.
    pub async fn forget(&self, documents: &[String]) -> Result<(), Failure> {
        for document in documents {
            let Some(content) = self.content_of(document).await? else { continue };
            self.delete(Which::Key(&format!("of/{document}"))).await?;
            let left = self.store.list(Table::Readings, "of/").await.map_err(failed)?;
            if left.iter().any(|(_, other)| beginning(other) == content) {
                continue;
            }
            // First what says that the rest is whole.
            self.delete(Which::Key(&format!("info/{content}"))).await?;
            for part in UNFINISHED.into_iter().chain(["page", "vectors"]) {
                self.delete(Which::StartingWith(&format!("{part}/{content}/"))).await?;
            }
        }
        Ok(())
    }

    async fn get(&self, key: &str) -> Result<Option<String>, Failure> {
        let found = self.store.list(Table::Readings, key).await.map_err(failed)?;
        Ok(found.into_iter().find(|(name, _)| name == key).map(|(_, record)| record))
    }

    async fn put(&self, key: &str, record: &str) -> Result<(), Failure> {
        self.store.put(Table::Readings, key, record).await.map_err(failed)
    }

    async fn delete(&self, which: Which<'_>) -> Result<(), Failure> {
        self.store.delete(Table::Readings, which).await.map_err(failed)
    }
}

/// What the keys of a content's vectors by a model begin with. No model's name may end it early.
fn vectors_key(content: &str, model: &str) -> String {
    format!("vectors/{content}/{}/", model.replace('%', "%25").replace('/', "%2F"))
}

/// The first line.
fn beginning(record: &str) -> &str {
    record.lines().next().unwrap_or_default()
}

fn json(value: &impl Serialize) -> Result<String, Failure> {
    serde_json::to_string(value).map_err(|error| Failure::Failed { error: error.to_string() })
}
