//! Forms as data, without a browser and without a model: what a field means, which fields ask one question, what fits them, and where a value comes
//! from.
//!
//! Order of reading: [`questions`] (from the index of a page that was read with [`edith_page::page_api::WalkOptions::fields`]), [`meaning`] (what a field
//! asks for), [`mod@fit`] (what it takes), [`Facts`] (what the person says about themselves), [`mod@support`] (whether a value rests on its source),
//! [`actions`] (from values to calls).

pub mod actions;
mod around;
mod attachments;
mod batches;
mod calculated;
mod cards;
mod countries;
mod dates;
mod entries;
mod facts;
mod field;
mod fit;
mod grids;
mod kind;
mod labelled;
mod languages;
pub mod meaning;
pub mod profile;
mod question;
mod questions;
mod regions;
pub mod secrets;
mod shapes;
mod signing;
mod support;
mod together;
mod topics;
mod ways;
mod whose;
mod words;

pub use around::text_around;
pub use attachments::{Called, document_for, documents_for, is_known, kinds_said};
pub use batches::{FEW, MOST, WITH_PASSAGES, batches};
pub use calculated::calculated;
pub use dates::{Date, DateForm};
pub use facts::Facts;
pub use fit::{Misfit, fit, takes_file};
pub use labelled::{Labelled, answer_in, labelled};
pub use meaning::Meaning;
pub use question::{Limits, Piece, Question, QuestionElement, Way};
pub use questions::{MOST_QUESTIONS, questions};
pub use support::{Support, support};
pub use ways::page_ways;
pub use whose::asks_about_others;
