//! Usage of runs and its limits: checked before each model call, so that none crosses one.

mod ledger;
mod limits;

pub use ledger::Ledger;
pub(crate) use limits::{BYTES_PER_TOKEN, estimate};
