//! Everything the sites remember, where tests can look.

mod board;
mod form;
mod mail;
mod shop;

use serde::{Deserialize, Serialize};

pub use board::{Board, Task};
pub use form::{Forms, Submission};
pub(super) use mail::OWNER;
pub use mail::{Mail, Message};
pub use shop::{Address, CartLine, Order, Product, Shop};

use super::error::SitesError;

/// Everything the sites remember.
#[derive(Debug, Clone, Serialize)]
pub struct State {
    /// The shop: products, cart, orders.
    pub shop: Shop,
    /// The mailbox.
    pub mail: Mail,
    /// What was sent with the form.
    pub form: Forms,
    /// The task board.
    pub board: Board,
    /// Files that were sent, in order.
    pub uploads: Vec<Upload>,
    /// What happened on the single pages, in order.
    pub notes: Vec<Note>,
    /// Every request but those for style sheets, scripts and pictures, as method and path with query, in order.
    pub requests: Vec<String>,
}

impl State {
    pub(super) fn new() -> Result<Self, SitesError> {
        Ok(Self {
            shop: Shop::new()?,
            mail: Mail::new()?,
            form: Forms::default(),
            board: Board::new(),
            uploads: Vec::new(),
            notes: Vec::new(),
            requests: Vec::new(),
        })
    }

    /// The values noted by one page under one name, in order.
    pub fn noted(&self, page: &str, what: &str) -> Vec<&str> {
        let wanted = self.notes.iter().filter(|note| note.page == page && note.what == what);
        wanted.map(|note| note.value.as_str()).collect()
    }
}

/// Something that happened on a single page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// The page's name.
    pub page: String,
    /// What happened.
    pub what: String,
    /// With which value.
    pub value: String,
}

/// A file that was sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Upload {
    /// The field or the place that it was given to.
    pub by: String,
    /// Its name.
    pub name: String,
    /// Its media type.
    pub kind: String,
    /// Its bytes.
    #[serde(skip)]
    pub bytes: Vec<u8>,
}
