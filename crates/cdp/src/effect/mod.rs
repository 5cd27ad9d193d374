//! What an action starts: how things were before it, waiting until it is over, and what came of it.

pub(crate) mod baseline;
pub(crate) mod outcome;
pub(crate) mod settle;
