//! What reading a document needs of a browser: pdf.js, text recognition, drawing (`extension/reader/hands.js`).

use async_trait::async_trait;
use edith_documents::call::Failure;
use edith_documents::pdf::{RawOutlineEntry, RawPage, RecognisedWord};
use serde::{Deserialize, Serialize};

/// What a reading is at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Pages are read.
    Read,
    /// Text in pictures is recognised.
    Ocr,
}

impl Stage {
    /// Its name in what pages hear.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Read => "parse",
            Self::Ocr => "ocr",
        }
    }
}

/// An opened PDF.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct Opened {
    /// How many pages it has.
    pub pages: u32,
    /// Its title, if it has one.
    pub title: Option<String>,
    /// Its outline.
    pub outline: Vec<RawOutlineEntry>,
    /// Whether its pages take the place of a form that is not shown.
    pub form: bool,
    /// Whether it is a collection of files with a cover.
    pub collection: bool,
    /// The names of files in it.
    pub files: Vec<String>,
}

/// A word in a picture, in its pixels.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Word {
    /// The word.
    pub text: String,
    /// From the picture's left edge.
    pub left: f32,
    /// From its upper edge.
    pub top: f32,
    /// How wide it is.
    pub width: f32,
    /// How high.
    pub height: f32,
    /// The number of its line.
    pub line: u32,
}

/// What was recognised in a picture.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Recognised {
    /// In reading order.
    pub words: Vec<Word>,
    /// The picture's width in pixels.
    pub width: f32,
    /// Its height.
    pub height: f32,
}

impl Recognised {
    /// As a page, of this size in points if it has one.
    pub(super) fn page(&self, number: u32, size: Option<(f32, f32)>) -> RawPage {
        let words: Vec<RecognisedWord> = self.words.iter().map(Word::recognised).collect();
        RawPage::recognised(number, &words, (self.width, self.height), size)
    }
}

impl Word {
    fn recognised(&self) -> RecognisedWord {
        RecognisedWord {
            text: self.text.clone(),
            left: self.left,
            top: self.top,
            width: self.width,
            height: self.height,
            line: Some(self.line),
        }
    }
}

/// A browser's worker that one file is read in. Of PDFs it has one open at a time.
#[async_trait(?Send)]
pub trait Hands {
    /// Tells that so many pages of so many are done.
    fn tell(&self, stage: Stage, done: u32, total: u32);
    /// The SHA-256 in lower-case hexadecimal digits.
    async fn hash(&self, bytes: &[u8]) -> Result<String, Failure>;
    /// Opens a PDF.
    async fn open(&self, bytes: Vec<u8>, password: Option<&str>) -> Result<Opened, Failure>;
    /// A page of the open PDF, as a raw page in JSON. From 1.
    async fn page(&self, number: u32) -> Result<String, Failure>;
    /// Recognises a page of the open PDF. From 1.
    async fn recognise_page(&self, number: u32) -> Result<Recognised, Failure>;
    /// Recognises a picture file.
    async fn recognise_picture(&self, bytes: &[u8], mime: &str) -> Result<Recognised, Failure>;
    /// A page of the open PDF as a data URL, so many pixels wide.
    async fn draw_page(&self, number: u32, width: u32) -> Result<String, Failure>;
    /// A picture file as a data URL, so many pixels wide.
    async fn draw_picture(&self, bytes: &[u8], mime: &str, width: u32) -> Result<String, Failure>;
}
