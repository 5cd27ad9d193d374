//! A form: its review before it is filled in, how far it is, and what became of it.

mod quality;
mod result;
mod review;
mod source;
mod target;
mod words;

pub use quality::{QUALITIES, again, models, quality_words, slash};
pub use result::{Lists, at_end, lists, progress, share};
pub use review::{Review, ReviewRow, RowGroup, Shelf};
pub use source::{Told, is_asked_again, is_unsure, native, told};
pub use target::Words;
pub use words::{Order, asks_for_form, asks_for_profile, order};
