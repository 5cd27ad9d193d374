//! The verdict on a proposal, and what a question shows.

pub(crate) mod judge;
pub(crate) mod limits;
pub(crate) mod watching;
