//! All of the sites' state, for tests to inspect.

mod board;
mod form;
mod mail;
mod sample_form;
mod shop;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use board::{Board, Task};
pub use form::{Forms, Submission};
pub(super) use mail::OWNER;
pub use mail::{Mail, Message};
pub use sample_form::FormState;
pub use shop::{Address, CartLine, Order, Product, Shop};

use super::error::SitesError;

#[derive(Debug, Clone, Serialize)]
pub struct State {
    pub shop: Shop,
    pub mail: Mail,
    pub form: Forms,
    /// What stands in the forms of `/forms`, by name.
    pub forms: BTreeMap<String, FormState>,
    pub board: Board,
    /// In order.
    pub uploads: Vec<Upload>,
    /// In order.
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
            forms: BTreeMap::new(),
            board: Board::new(),
            uploads: Vec::new(),
            notes: Vec::new(),
            requests: Vec::new(),
        })
    }

    /// The values noted by a page under a name, in order.
    pub fn noted(&self, page: &str, what: &str) -> Vec<&str> {
        let wanted = self.notes.iter().filter(|note| note.page == page && note.what == what);
        wanted.map(|note| note.value.as_str()).collect()
    }
}

/// An event on a single page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    pub page: String,
    pub what: String,
    pub value: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Upload {
    /// The field or drop target.
    pub by: String,
    pub name: String,
    pub kind: String,
    #[serde(skip)]
    pub bytes: Vec<u8>,
}
