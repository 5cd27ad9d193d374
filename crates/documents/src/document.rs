//! A document as it was read: pages of blocks in reading order.

use serde::{Deserialize, Serialize};

/// What kind of file a document is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Portable Document Format.
    Pdf,
    /// Word (Office Open XML).
    Docx,
    /// PowerPoint (Office Open XML).
    Pptx,
    /// Excel (Office Open XML), also its binary form.
    Xlsx,
    /// Excel 97 to 2003.
    Xls,
    /// A spreadsheet in the OpenDocument format.
    Ods,
    /// Values separated by commas, tabs, semicolons or bars.
    Csv,
    /// A web page, read as its article.
    Html,
    /// Markdown.
    Markdown,
    /// JSON, also one value a line.
    Json,
    /// Plain text in any charset.
    Text,
    /// A mail message.
    Eml,
    /// A picture, whose text is recognised.
    Image,
}

impl Kind {
    /// The lower-case name that the wire and the store use.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pdf => "pdf",
            Self::Docx => "docx",
            Self::Pptx => "pptx",
            Self::Xlsx => "xlsx",
            Self::Xls => "xls",
            Self::Ods => "ods",
            Self::Csv => "csv",
            Self::Html => "html",
            Self::Markdown => "markdown",
            Self::Json => "json",
            Self::Text => "text",
            Self::Eml => "eml",
            Self::Image => "image",
        }
    }
}

/// What was read of a file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Document {
    /// The kind, by content and not by name.
    pub kind: Kind,
    /// The title that the file gives itself, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Pages, slides or sheets; a format without pages has one.
    pub pages: Vec<Page>,
    /// The bookmarks, or else the headings, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outline: Vec<OutlineEntry>,
    /// What could not be read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Warning>,
}

#[cfg(feature = "formats")]
impl Document {
    /// Adds a warning for each page that has words that nobody sees.
    pub(crate) fn warn_of_unseen(&mut self) {
        for (number, page) in (1..).zip(&self.pages) {
            let words: usize = page.unseen.iter().map(|unseen| unseen.text.split_whitespace().count()).sum();
            if words > 0 {
                self.warnings.push(Warning::Unseen { page: number, words: u32::try_from(words).unwrap_or(u32::MAX) });
            }
        }
    }
}

/// A page, a slide or a sheet.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Page {
    /// The sheet's name, or the label that is printed on the page ("iv").
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The size of a page that has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<Size>,
    /// What is there, in reading order.
    #[serde(default)]
    pub blocks: Vec<Block>,
    /// The links, in the order of their text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<Link>,
    /// The fields of a form.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<Field>,
    /// Whether the text was recognised in a picture.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub recognised: bool,
    /// Words that the file has there and that a reader of the page does not see. They are kept apart, so that nothing searches them, quotes them,
    /// computes with them or enters them in a form.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unseen: Vec<Unseen>,
}

/// Words that nobody sees.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unseen {
    /// Why.
    pub why: Hiding,
    /// The words.
    pub text: String,
}

/// Why words are not seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Hiding {
    /// The file says so: hidden text, a hidden row, column, sheet or slide, a layer that is off, letters that are not painted.
    Marked,
    /// They have the colour of what they are on, or none.
    Colour,
    /// They are too small to be read.
    Tiny,
    /// Something is drawn over them.
    Covered,
    /// They are outside what is shown of the page.
    Outside,
}

/// A size in points (1/72 inch).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Size {
    /// From left to right.
    pub width: f32,
    /// From top to bottom.
    pub height: f32,
}

/// Where something is, in parts of the page: 0 is left or top, 1 right or bottom.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Area {
    /// Left edge.
    pub left: f32,
    /// Top edge.
    pub top: f32,
    /// Width.
    pub width: f32,
    /// Height.
    pub height: f32,
}

/// A heading, a paragraph, a table or another part of a page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Block {
    /// What it is.
    pub kind: BlockKind,
    /// Its text. A table's rows are lines and its cells are separated by tabs; a list's items are lines.
    pub text: String,
    /// The level of a heading (1 is the highest) or of a list's item.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// The rows of a table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<Table>,
    /// Where it is on a page that has a size.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub area: Option<Area>,
}

impl Block {
    /// A block of this kind with a text alone.
    pub fn new(kind: BlockKind, text: impl Into<String>) -> Self {
        Self { kind, text: text.into(), level: None, table: None, area: None }
    }

    /// A table, with its text made of its cells.
    pub fn of_table(table: Table) -> Self {
        let text = table.to_text();
        Self { table: Some(table), ..Self::new(BlockKind::Table, text) }
    }
}

/// What a block is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BlockKind {
    /// A heading, with its level.
    Heading,
    /// Running text.
    Paragraph,
    /// Items, one a line.
    List,
    /// Rows and cells.
    Table,
    /// What belongs to a picture or a table.
    Caption,
    /// What is repeated at the top of pages.
    Header,
    /// What is repeated at the foot of pages.
    Footer,
    /// A footnote, an endnote, a comment, or a speaker's note.
    Note,
    /// What was recognised in a picture, or its alternative text.
    Image,
}

/// A table. A merged cell has its text in each place that it covers only if the format says so; else the others are empty.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Table {
    /// Its name or caption, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// How many of the first rows are headers.
    pub header_rows: usize,
    /// The rows, headers included, as long as each of them is.
    pub rows: Vec<Vec<Cell>>,
}

impl Table {
    /// Rows as lines, cells separated by tabs; breaks inside a cell become blanks.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for (index, row) in self.rows.iter().enumerate() {
            if index > 0 {
                text.push('\n');
            }
            for (column, cell) in row.iter().enumerate() {
                if column > 0 {
                    text.push('\t');
                }
                text.extend(cell.text.chars().map(|c| if matches!(c, '\n' | '\r' | '\t') { ' ' } else { c }));
            }
        }
        text
    }
}

/// A cell of a table.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Cell {
    /// What it shows.
    pub text: String,
    /// What it holds, where the file says it and the text alone does not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<CellValue>,
}

impl Cell {
    /// A cell that only shows a text.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), value: None }
    }
}

/// What a spreadsheet's cell holds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CellValue {
    /// A number as a plain decimal (`-12.5`), never in exponents.
    Number(String),
    /// A date, a time or both in ISO 8601, without a zone.
    Date(String),
    /// A truth value.
    Bool(bool),
}

/// A link and the text it lies on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Link {
    /// The text; empty if there is none.
    pub text: String,
    /// Where it leads, as the file has it.
    pub url: String,
}

/// A field of a form.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Field {
    /// Its full name in the file.
    pub name: String,
    /// What a person sees as its label, if the file says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// What it takes.
    pub kind: FieldKind,
    /// What it holds; empty for nothing.
    #[serde(default)]
    pub value: String,
    /// What it offers to choose from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
    /// Where it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub area: Option<Area>,
}

/// What a field takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FieldKind {
    /// A text.
    Text,
    /// On or off.
    Check,
    /// One of several.
    Choice,
    /// A signature.
    Signature,
    /// A button.
    Button,
}

/// An entry of the outline.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutlineEntry {
    /// Its title.
    pub title: String,
    /// 1 is the highest.
    pub level: u8,
    /// The page it leads to, from 1.
    pub page: u32,
}

/// What could not be read, or was left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum Warning {
    /// A part of the file is damaged and left out.
    PartDamaged {
        /// Which: a path inside the file, or a sheet's name.
        part: String,
    },
    /// A page could not be read.
    PageUnread {
        /// From 1.
        page: u32,
    },
    /// Only the first pages were read.
    PagesCut {
        /// How many the file has.
        total: u32,
    },
    /// The rest of the text was left out.
    TextCut,
    /// The file ends too early; what came before was read.
    Truncated,
    /// A picture's text was not recognised.
    PictureUnread {
        /// The page, from 1.
        page: u32,
    },
    /// A page has words that its reader does not see. They are kept apart and are not a source.
    Unseen {
        /// From 1.
        page: u32,
        /// How many words.
        words: u32,
    },
    /// A page has letters whose font does not say which they are: words or figures may be missing.
    LettersLost {
        /// From 1.
        page: u32,
    },
    /// The file is a form (XFA) that only some programs show. Its pages are a notice in the place of it.
    FormUnread,
    /// The file is a collection of files, and its pages are a cover.
    Collection,
    /// A file inside this one was not read.
    FileUnread {
        /// Its name.
        name: String,
    },
    /// Formulas have no stored result, so that their cells are empty.
    NoResults {
        /// From 1.
        page: u32,
        /// How many cells.
        cells: u32,
    },
    /// A server did not make vectors of its passages, so that they are found by their words alone.
    NotEmbedded {
        /// What the server said, as a sentence.
        why: String,
    },
    /// Text was recognised, so that it may have mistakes.
    Recognised {
        /// How many pages.
        pages: u32,
    },
}
