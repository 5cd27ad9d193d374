//! Who fetches a document from an address or a tab.

use async_trait::async_trait;
use edith_actions::http_url::HttpUrl;
use edith_protocol::TabId;
use std::net::IpAddr;

/// Fetches files. A redirect is reported and not followed, so that each address is judged before it is asked.
#[async_trait(?Send)]
pub trait Bringer {
    /// Asks for a file with the person's session for its site.
    async fn bring(&self, url: &HttpUrl, most_bytes: u64) -> Result<Brought, BringError>;
    /// What a tab shows now.
    async fn tab(&self, tab: TabId) -> Result<TabPage, BringError>;
}

/// What an address answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Brought {
    /// The machine that answered, if the browser says so.
    pub by: Option<IpAddr>,
    /// A file or another address.
    pub answer: Answered,
}

/// A file or another address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answered {
    /// A file.
    File {
        /// Its bytes in base64, also as a data URL.
        data: String,
        /// The media type it came with, without parameters.
        mime: String,
        /// The whole `Content-Disposition`; empty for none.
        disposition: String,
    },
    /// It leads to this address.
    Redirect(String),
}

/// The page of a tab.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TabPage {
    /// Its address.
    pub url: String,
    /// Its media type: `text/html` of a web page, `application/pdf` of a PDF that the browser shows.
    pub mime: String,
    /// Its title.
    pub title: String,
    /// Its HTML as it is now; empty if it is not HTML.
    pub html: String,
}

/// Why nothing was brought.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BringError {
    /// The site does not answer.
    Unreachable(String),
    /// It answered with this status.
    Status(u16),
    /// The file is larger than asked for.
    TooLarge,
    /// The tab is gone or may not be read.
    NoTab,
}
