//! What is asked of whoever reads documents, and what comes back: the worker's side and the reader's own module share these types.

use crate::{Kind, OutlineEntry, Page, Warning};
use edith_protocol::{HitShown, json};
use serde::{Deserialize, Deserializer, Serialize};

/// A request to the reader.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "call", rename_all = "snake_case")]
pub enum Call {
    /// Read a stored file, unless it has been read. Answered by [`Answer::Read`] when all of it is read.
    Read {
        /// The stored document.
        document: Stored,
        /// The person's password for it. Never stored.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        password: Option<String>,
    },
    /// One page with its blocks. Answered by [`Answer::Page`].
    Page {
        /// The document's id.
        document: String,
        /// From 1.
        page: u32,
    },
    /// Pages as Markdown for a model. Answered by [`Answer::Text`].
    Text {
        /// The document's id.
        document: String,
        /// The first page, from 1.
        from: u32,
        /// The last page; cut to what there is.
        to: u32,
        /// Characters at most; cut at the end of a block.
        characters: usize,
    },
    /// A picture of a page: of a PDF, or the picture file itself. Answered by [`Answer::Picture`].
    Picture {
        /// The stored document.
        document: Stored,
        /// From 1.
        page: u32,
        /// Its width in pixels, 16 to 2,000.
        width: u32,
        /// The person's password for it. Never stored.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        password: Option<String>,
    },
    /// The best passages. Answered by [`Answer::Hits`].
    Search {
        /// The documents' ids.
        documents: Vec<String>,
        /// Words in any language.
        query: String,
        /// How many hits at most.
        limit: usize,
        /// The query's vector, if there is one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        meaning: Option<Meaning>,
    },
    /// Keep vectors of a read document's chunks. Answered by [`Answer::Unembedded`] with the next chunks that have none.
    Embed {
        /// The document's id.
        document: String,
        /// The model that makes the vectors.
        model: String,
        /// Those that were made.
        made: Vec<(ChunkId, Vec<f32>)>,
    },
    /// Compute with a table. Answered by [`Answer::Text`].
    Query {
        /// The document's id.
        document: String,
        /// What to compute.
        query: TableQuery,
    },
    /// Compute with figures of documents. Answered by [`Answer::Text`].
    Calculate {
        /// What to compute.
        calculation: Calculation,
        /// Earlier results, for figures that are on no page.
        results: String,
    },
    /// Have the built-in interpreter answer a question. Answered by [`Answer::Interpreted`].
    Interpret {
        /// The documents' ids.
        documents: Vec<String>,
        /// The question.
        question: String,
    },
    /// What is kept of which documents, with sizes. Answered by [`Answer::Kept`].
    Kept,
    /// Delete what was read of documents. Answered by [`Answer::Done`].
    Forget {
        /// Their ids.
        documents: Vec<String>,
    },
}

/// Names a chunk within its document: the same pages give the same names each time they are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ChunkId {
    /// The page, from 1.
    pub page: u32,
    /// Which of the page's chunks, from 0.
    pub part: u32,
}

/// A text's vector.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Meaning {
    /// The model that made it.
    pub model: String,
    /// Its numbers.
    pub vector: Vec<f32>,
}

/// Chunks of a document that have no vector yet.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unembedded {
    /// The next ones in order, with the text that their vector is to be made of; empty if all have one.
    pub chunks: Vec<(ChunkId, String)>,
    /// How many have one.
    pub done: u32,
    /// How many are to have one.
    pub total: u32,
}

/// A stored file, as the reader finds it in the store.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stored {
    /// Its id: the parts of the file lie under it.
    pub id: String,
    /// Its file name.
    pub name: String,
    /// The media type that it came with; may be empty or wrong.
    pub mime: String,
    /// In bytes.
    pub size: u64,
    /// The address it was fetched from, if any; links in a web page are relative to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
}

/// A computation over one table.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct TableQuery {
    /// Its name, its number in the document from 1, or `page N` or `page N table M`.
    pub table: String,
    /// Columns and aggregates: `name`, `sum(price)`, `count(*)`, `avg(price) as mean`. Empty for all columns.
    pub select: Vec<String>,
    /// A condition: `price > 10 and city = 'Bonn'`.
    #[serde(rename = "where")]
    pub condition: String,
    /// Columns to group by.
    pub group_by: Vec<String>,
    /// Columns or aggregates, each with `asc` or `desc`.
    pub order_by: Vec<String>,
    /// Rows at most; none for the reader's own limit.
    pub limit: Option<usize>,
}

/// A computation over figures that are in documents.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Calculation {
    /// Arithmetic over the figures' names: `(now - before) / before`.
    pub expression: String,
    /// The figures.
    pub figures: Vec<Figure>,
}

/// A number and where it is.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Figure {
    /// What it is called in the expression.
    pub name: String,
    /// The number as it is written there, with its sign.
    pub value: String,
    /// The document's id.
    pub document: String,
    /// The page, from 1; none: it is an earlier result.
    pub page: Option<u32>,
    /// The words there that have it.
    pub quote: String,
    /// What it counts, where that is elsewhere on the page: `USD million`. Empty for nothing.
    pub unit: String,
}

/// The reader's answer.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "answer", content = "value", rename_all = "snake_case")]
pub enum Answer {
    /// The document is read.
    Read(ReadInfo),
    /// A page.
    Page(Box<Page>),
    /// Text for a model.
    Text(Text),
    /// A picture as a data URL.
    Picture(String),
    /// Passages, best first.
    Hits(Vec<HitShown>),
    /// What has no vector yet.
    Unembedded(Unembedded),
    /// The interpreter's answer.
    Interpreted(Interpreted),
    /// What is kept.
    Kept(Vec<Kept>),
    /// Done.
    Done,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum AnswerKind {
    Read,
    Page,
    Text,
    Picture,
    Hits,
    Unembedded,
    Interpreted,
    Kept,
    Done,
}

impl<'de> Deserialize<'de> for Answer {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let (kind, value) = json::tagged(from, "answer", "value")?;
        Ok(match kind {
            AnswerKind::Read => Self::Read(json::as_content(value)?),
            AnswerKind::Page => Self::Page(json::as_content(value)?),
            AnswerKind::Text => Self::Text(json::as_content(value)?),
            AnswerKind::Picture => Self::Picture(json::as_content(value)?),
            AnswerKind::Hits => Self::Hits(json::as_content(value)?),
            AnswerKind::Unembedded => Self::Unembedded(json::as_content(value)?),
            AnswerKind::Interpreted => Self::Interpreted(json::as_content(value)?),
            AnswerKind::Kept => Self::Kept(json::as_content(value)?),
            AnswerKind::Done => Self::Done,
        })
    }
}

/// A read document without its text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReadInfo {
    /// The kind, by content.
    pub kind: Kind,
    /// SHA-256 of the bytes in lower-case hexadecimal digits.
    pub hash: String,
    /// Its own title, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Pages, slides or sheets.
    pub pages: u32,
    /// Characters of text.
    pub characters: u64,
    /// How many tables.
    pub tables: u32,
    /// Pages whose text was recognised in pictures.
    pub ocr_pages: u32,
    /// What could not be read.
    #[serde(default)]
    pub warnings: Vec<Warning>,
    /// How long the reading took, in milliseconds.
    pub read_ms: f64,
    /// The outline; only in the answer to [`Call::Read`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outline: Vec<OutlineEntry>,
}

/// Pages or results as text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Text {
    /// Markdown; pages begin with `--- page N ---`.
    pub text: String,
    /// The last page in it, from 1; 0 for a result of a table.
    pub to: u32,
    /// Whether something was left out for length: the page after `to`, or the rest of it, is still to be read.
    pub cut: bool,
}

/// What the built-in interpreter made of a question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Interpreted {
    /// The answer, which says how it came about.
    pub text: String,
    /// Where it is.
    pub citations: Vec<Cited>,
}

/// Words of a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cited {
    /// The document's id.
    pub document: String,
    /// From 1.
    pub page: u32,
    /// The words.
    pub quote: String,
}

/// What is kept of a document.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Kept {
    /// Its id.
    pub document: String,
    /// What was read, if it was read whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub read: Option<ReadInfo>,
    /// Bytes of pages and index in the store.
    pub bytes: u64,
}

/// Why the reader could not do what it was asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum Failure {
    /// There is no such document.
    Unknown,
    /// It was not read yet.
    NotRead,
    /// The file is empty.
    Empty,
    /// It is not a kind of file that is known.
    UnknownKind,
    /// It is a known kind that is not read.
    UnsupportedKind {
        /// As people call it.
        kind: String,
    },
    /// What reads it in a browser is not installed beside the program.
    ReaderMissing {
        /// What is missing, as people call it.
        what: String,
        /// The file that is not there, with its folder.
        file: String,
        /// The folder that it belongs into with all the others.
        folder: String,
    },
    /// The browser runs on another computer, and cannot be given the file.
    BrowserElsewhere,
    /// It is encrypted: ask the person for its password.
    NeedsPassword,
    /// The password does not open it.
    WrongPassword,
    /// It is encrypted in an unknown way.
    UnknownEncryption,
    /// None of it can be read.
    Damaged {
        /// What is wrong, in a few words.
        what: String,
    },
    /// It is larger, or unpacks to more, than is read.
    TooLarge {
        /// The limit in bytes.
        limit: u64,
    },
    /// It took too long.
    TimedOut {
        /// The limit.
        seconds: u32,
    },
    /// Reading it ended its reader: too much memory, or a fault.
    Crashed,
    /// There is no such page.
    NoPage {
        /// How many there are.
        pages: u32,
    },
    /// A table query cannot be carried out.
    BadQuery {
        /// Why, as a sentence for a model.
        why: String,
    },
    /// The store or the browser failed.
    Failed {
        /// What was said.
        error: String,
    },
}
