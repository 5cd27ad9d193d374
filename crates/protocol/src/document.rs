//! Documents: files that the user attaches to a task.

use serde::{Deserialize, Serialize};

/// Documents per task, at most.
pub const MAX_DOCUMENTS: usize = 20;
/// Bytes per document, at most.
pub const MAX_DOCUMENT_BYTES: u64 = 50 * 1024 * 1024;

/// A stored document without its bytes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Document {
    /// Its id.
    pub id: String,
    /// Its file name, unique in its conversation.
    pub name: String,
    /// Its media type; empty if unknown.
    pub mime: String,
    /// Its size in bytes.
    pub size: u64,
    /// Where it was shown or handed over while a task was done: an origin. Empty: the person gave it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub shown_by: String,
}

/// A document attached to a task: inline, by the id from `DOCUMENT_ADD`, or by its address.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Given {
    /// Its id; empty if inline.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub id: String,
    /// Its file name.
    pub name: String,
    /// Its media type.
    pub mime: String,
    /// Its bytes in base64.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub data: String,
    /// The address to fetch it from; empty for none.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub url: String,
}

/// Whether a document was read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum DocumentState {
    /// Its bytes are stored. It was not read, or not to its end.
    #[default]
    Stored,
    /// It was read whole.
    Read,
}

/// A document in the library. What only reading finds out is missing until it is read.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct DocumentShown {
    /// Its id.
    pub id: String,
    /// Its file name.
    pub name: String,
    /// The media type it came with; empty if unknown.
    pub mime: String,
    /// The size of the file in bytes.
    pub size: u64,
    /// Whether it was read.
    pub state: DocumentState,
    /// When it was added, in milliseconds since 1970.
    pub added_at: f64,
    /// The address it was fetched from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Its kind by content: `pdf`, `docx`, `pptx`, `xlsx`, `xls`, `ods`, `csv`, `html`, `markdown`, `json`, `text`, `eml` or `image`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// The title that the file gives itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// SHA-256 of the bytes in lower-case hexadecimal digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
    /// Pages, slides or sheets; 0 until it is read.
    pub pages: u32,
    /// Characters of text.
    pub characters: u64,
    /// How many tables.
    pub tables: u32,
    /// Pages whose text was recognised in pictures.
    pub ocr_pages: u32,
    /// What could not be read.
    pub warnings: Vec<DocumentWarning>,
    /// How long reading took, in milliseconds.
    pub read_ms: f64,
    /// Bytes kept of what was read: pages and index.
    pub bytes: u64,
    /// The document's outline, in its order; only in the answer to `DOCUMENT_READ`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub outline: Vec<OutlineShown>,
}

/// An entry of a document's outline.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct OutlineShown {
    /// Its title.
    pub title: String,
    /// 1 is the highest.
    pub level: u8,
    /// The page it leads to, from 1.
    pub page: u32,
}

/// Something that could not be read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct DocumentWarning {
    /// A code for programs: `part_damaged`, `page_unread`, `pages_cut`, `text_cut`, `truncated`, `picture_unread`, `unseen`, `letters_lost`, `form_unread`,
    /// `collection`, `file_unread`, `no_results`, `recognised` or `not_embedded`.
    pub code: String,
    /// One plain sentence for the user.
    pub message: String,
}

/// A page of a document, a slide or a sheet, or a part of one.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PageShown {
    /// The text of the blocks, one after the other.
    pub text: String,
    /// What is there, in reading order.
    pub blocks: Vec<BlockShown>,
    /// The links, in the order of their text.
    pub links: Vec<LinkShown>,
    /// A sheet's name, or the number that is printed on the page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The width in points (1/72 inch).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub width: Option<f32>,
    /// The height in points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub height: Option<f32>,
    /// The fields of a form.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<FieldShown>,
    /// Whether the text was recognised in a picture, so that it may have mistakes.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub recognised: bool,
}

/// A block of a page.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct BlockShown {
    /// `heading`, `paragraph`, `list`, `table`, `caption`, `header`, `footer`, `note` or `image`.
    pub kind: String,
    /// Its text. A table's rows are lines, its cells separated by tabs.
    pub text: String,
    /// The level of a heading; 1 is the highest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// The rows of a table, as they are shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rows: Option<Vec<Vec<String>>>,
    /// How many of the rows are headers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub header_rows: Option<usize>,
    /// Where it is on the page.
    #[serde(default, rename = "box", skip_serializing_if = "Option::is_none")]
    pub area: Option<BoxShown>,
}

/// A place on a page, in parts of the page: 0 is left or top, 1 right or bottom.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct BoxShown {
    /// Left edge.
    pub left: f32,
    /// Top edge.
    pub top: f32,
    /// Width.
    pub width: f32,
    /// Height.
    pub height: f32,
}

/// A link of a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LinkShown {
    /// The text it lies on; empty if there is none.
    pub text: String,
    /// Where it leads, as the file has it.
    pub url: String,
}

/// A field of a form in a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct FieldShown {
    /// Its label, or else its name in the file.
    pub name: String,
    /// `text`, `check`, `choice`, `signature` or `button`.
    pub kind: String,
    /// What it holds; empty for nothing.
    pub value: String,
    /// What it offers to choose from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
}

/// A passage of a document that fits a query.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct HitShown {
    /// The document.
    pub document_id: String,
    /// The page, from 1.
    pub page: u32,
    /// The passage, with the headings above it.
    pub text: String,
    /// What it is ranked by, 0 to 1.
    pub score: f64,
    /// The part of words, 0 to 1.
    pub lexical: f64,
    /// The part of vectors, 0 to 1; none where there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub semantic: Option<f64>,
}

/// What is being done with a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum DocumentStage {
    /// Its bytes are fetched from an address.
    Fetch,
    /// Its pages are read.
    Parse,
    /// Text in pictures is recognised.
    Ocr,
    /// The index of its words is built.
    Index,
    /// Vectors of its passages are made.
    Embed,
}

/// How far a document is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct DocumentProgress {
    /// The document.
    pub document_id: String,
    /// What is being done.
    pub stage: DocumentStage,
    /// How much of it is done: bytes of `fetch`, pages or passages of the others.
    pub done: f64,
    /// How much there is; 0 if unknown.
    pub total: f64,
}
