//! The browser's own language tools, `Summarizer` and `Translator`, behind a port (<https://developer.chrome.com/docs/ai/built-in-apis>): no key, no network of
//! EDITH's, and a download that only a press in one of its pages may start.

use crate::Availability;
use async_trait::async_trait;
use edith_protocol::LanguageTool;

/// Why a tool gives nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LanguageError {
    /// `QuotaExceededError`: the text is too long for one go.
    TooLong,
    /// `NotAllowedError`: what was there is gone, and has to be downloaded.
    NotThere,
    /// Anything else, in the browser's words.
    Failed(String),
}

/// The tools.
#[async_trait(?Send)]
pub trait Language {
    /// The language of a text; none if it is not clear.
    async fn detect(&self, text: &str) -> Option<String>;
    /// Whether a tool can be used.
    async fn availability(&self, tool: &LanguageTool) -> Availability;
    /// Offers the download of a tool in the pages of the extension, and reports about a second later how far it is.
    async fn offer(&self, tool: &LanguageTool) -> Availability;
    /// A tool's result for a text. Dropping the future gives it up.
    ///
    /// # Errors
    /// When the text is too long, the tool is not there, or it fails.
    async fn run(&self, tool: &LanguageTool, text: &str) -> Result<String, LanguageError>;
}

/// A browser without such tools.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoLanguage;

#[async_trait(?Send)]
impl Language for NoLanguage {
    async fn detect(&self, _text: &str) -> Option<String> {
        None
    }

    async fn availability(&self, _tool: &LanguageTool) -> Availability {
        Availability::Unavailable
    }

    async fn offer(&self, _tool: &LanguageTool) -> Availability {
        Availability::Unavailable
    }

    async fn run(&self, _tool: &LanguageTool, _text: &str) -> Result<String, LanguageError> {
        Err(LanguageError::NotThere)
    }
}
