//! What pages and their servers notice of a run, for tests that look for harm from outside.

use edith_actions::action::Action;

/// Something that a page or its server noticed.
#[derive(Debug, Clone, PartialEq)]
pub struct Sight {
    /// The page's address.
    pub page: String,
    /// What it noticed.
    pub what: Seen,
}

/// What a page or its server notices.
#[derive(Debug, Clone, PartialEq)]
pub enum Seen {
    /// The address was requested, by whatever led there.
    Requested,
    /// The page was left.
    Left,
    /// An action was done on it.
    Did(Action),
    /// It came to the front.
    Shown,
    /// Another tab came before it.
    Hidden,
    /// An element was scrolled into view, as for a picture of it.
    Brought(String),
    /// A list was opened and closed again: its name.
    Listed(String),
}
