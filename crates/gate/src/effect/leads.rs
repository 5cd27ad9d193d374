//! The consequences of carrying out a call.

use edith_actions::http_url::HttpUrl;
use edith_page::ElementRef;
use edith_protocol::{Document, TabId};

/// The consequences of carrying out a call.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Leads {
    /// The address opened.
    pub address: Option<HttpUrl>,
    /// The element acted on.
    pub element: Option<ElementRef>,
    /// The document given to the page, and the name of the receiving element.
    pub document: Option<(Document, String)>,
    /// The tab switched to.
    pub switches_to: Option<TabId>,
    /// The tab closed.
    pub closes: Option<TabId>,
    /// What the tab that is switched to or closed shows: its page notices.
    pub tab_address: Option<HttpUrl>,
    /// Whether it may be done anywhere: it uses no page, or leaves one.
    pub leaves_page: bool,
}

impl Leads {
    /// The tab that it is about, if it is about a tab and not a page.
    pub fn tab(&self) -> Option<TabId> {
        self.switches_to.or(self.closes)
    }
}

/// What a site notices of a call.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Contact {
    /// Nothing.
    None,
    /// A choice among what the page offers: a link, scrolling, going back.
    Moves,
    /// A press, or pointing at something, that enters nothing.
    Presses,
    /// Anything else.
    #[default]
    Sends,
}
