//! What every kind of model server has in common: its address, its refusals, streams of events.

mod address;
pub(crate) mod fault;
mod retry_after;
pub(crate) mod sse;

pub use address::{AddressError, Endpoint};
pub use fault::{Asked, Head, classify};
