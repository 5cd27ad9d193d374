//! The consequences of carrying out a call.

use crate::http_url::HttpUrl;
use edith_page::ElementRef;
use edith_protocol::{Document, TabId};

/// The consequences of carrying out a call.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Leads {
    /// The address opened.
    pub address: Option<HttpUrl>,
    /// The element acted on.
    pub element: Option<ElementRef>,
    /// The document given to the page, and the name of the receiving element.
    pub document: Option<(Document, String)>,
    /// The tab switched to.
    pub(crate) switches_to: Option<TabId>,
    /// The tab closed.
    pub closes: Option<TabId>,
    /// What the tab that is switched to or closed shows: its page notices.
    pub(crate) tab_address: Option<HttpUrl>,
    /// Whether it may be done anywhere: it uses no page, or leaves one.
    pub(crate) leaves_page: bool,
}

impl Leads {
    /// The tab that it is about, if it is about a tab and not a page.
    pub(crate) fn tab(&self) -> Option<TabId> {
        self.switches_to.or(self.closes)
    }
}
