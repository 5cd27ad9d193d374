//! What a field asks for, found by code from what its author and its page say about it.
//!
//! Every text about a field is searched for phrases of [`words`]; each match speaks for one meaning, by where it is and how much of the text it
//! explains. Then the neighbours speak: a password beside, lists of months and countries. A wrong value is worse than none: where a text speaks of
//! somebody or something else too, nothing is said.

mod account;
mod context;
mod kinds;
mod options;
mod phrases;
mod role;
mod subject;
mod tell;
mod token;
mod words;
mod words_other;

pub use kinds::Meaning;
pub use role::{Line, Role, Sphere};
pub(crate) use subject::Subject;
pub(crate) use tell::{Asks, asks, is_no_label, says_more};
pub use tell::{meaning, of_words};
