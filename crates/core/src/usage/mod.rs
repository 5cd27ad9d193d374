//! What runs use, and the limits on it: checked before each call of the model, so that no call crosses one.

mod ledger;
mod limits;

pub use ledger::{Held, Ledger};
pub use limits::{BYTES_PER_TOKEN, Reached, Used, allow, estimate};
