//! What is asked about, what comes back, and quotes that are checked before they are cited.

use crate::Document;
use crate::call::{Cited, Interpreted};
use crate::quote::{find_quote, page_text};
use serde::{Deserialize, Serialize};

/// A document that may be asked about.
#[derive(Debug, Clone, Copy)]
pub struct AskedDocument<'a> {
    /// Its id, as in the index.
    pub id: &'a str,
    /// Its file name.
    pub name: &'a str,
    /// What it says.
    pub document: &'a Document,
}

/// How a question was understood.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum InterpretedAs {
    /// Show a page.
    Page {
        /// From 1.
        page: u32,
    },
    /// List the tables.
    Tables,
    /// Compute with a table.
    Compute {
        /// What, as in a query.
        select: String,
        /// For which rows.
        condition: String,
    },
    /// Look for words.
    Search {
        /// These.
        words: Vec<String>,
    },
}

/// The interpreter's answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answered {
    /// The answer, which says how it came about.
    pub text: String,
    /// Where it is. Each quote was found on its page.
    pub citations: Vec<Cited>,
    /// How the question was understood.
    pub interpreted_as: InterpretedAs,
}

impl From<Answered> for Interpreted {
    fn from(answered: Answered) -> Self {
        Self { text: answered.text, citations: answered.citations }
    }
}

/// A citation, if its quote is on that page.
pub(super) fn cited(asked: &[AskedDocument<'_>], id: &str, page: u32, quote: &str) -> Option<Cited> {
    let document = asked.iter().find(|asked| asked.id == id)?.document;
    let text = page_text(document.pages.get((page as usize).checked_sub(1)?)?);
    find_quote(&text.text, quote)?;
    Some(Cited { document: id.to_owned(), page, quote: quote.to_owned() })
}
