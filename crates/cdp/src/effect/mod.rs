//! An action's effects: the state before it, waiting until they are over, and the outcome.

pub(crate) mod baseline;
pub(crate) mod outcome;
pub(crate) mod settle;
