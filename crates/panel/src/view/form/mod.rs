//! Forms: the review before they are filled in, what became of them, and how a run of this mode begins.

mod card;
mod editor;
mod here;
mod result;
mod row;
mod server_card;

pub(super) use card::review_card;
pub(super) use here::{care, watch};
pub(super) use result::result;
pub(super) use server_card::server_card;
