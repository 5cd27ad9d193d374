//! What all kinds of model servers share: addresses, deadlines, refusals, event streams.

mod address;
pub(crate) mod fault;
mod head;
mod kind;
mod line;
mod retry_after;
pub(crate) mod sse;

pub(crate) use kind::Kind;
pub(crate) use line::{Line, Network};
