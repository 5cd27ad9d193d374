//! Who fetches a document from an address.

use crate::http_url::HttpUrl;
use async_trait::async_trait;
use edith_protocol::TabId;

/// Fetches files. Each request is judged before it is made; a redirect is told and not followed.
#[async_trait(?Send)]
pub trait Bringer {
    /// Asks for a file with the person's session for its site.
    async fn bring(&self, url: &HttpUrl, most_bytes: u64) -> Result<Brought, BringError>;
    /// The HTML of a tab as it is shown now, and its address.
    async fn page_html(&self, tab: TabId) -> Result<(String, String), BringError>;
}

/// What an address answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Brought {
    /// A file.
    File {
        /// Its bytes in base64.
        data: String,
        /// The media type it came with.
        mime: String,
        /// The name in `Content-Disposition`, if there is one.
        name: Option<String>,
    },
    /// It leads elsewhere: ask again there, once it is judged.
    Redirect(String),
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
