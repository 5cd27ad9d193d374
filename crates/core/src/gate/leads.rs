//! What carrying out a call leads to.

use crate::http_url::HttpUrl;
use edith_page::ElementRef;
use edith_protocol::{Document, TabId};

/// What carrying out a call leads to.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Leads {
    /// The address that is gone to.
    pub address: Option<HttpUrl>,
    /// The element that is acted on.
    pub element: Option<ElementRef>,
    /// The document that the page is given, and the name of the element that takes it.
    pub document: Option<(Document, String)>,
    /// The tab that is gone to.
    pub switches_to: Option<TabId>,
    /// The tab that is closed.
    pub closes: Option<TabId>,
    /// Whether it may be done wherever the run is: it uses no page, or leaves one.
    pub leaves_page: bool,
}
