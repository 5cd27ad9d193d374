//! A tab driven through the Chrome DevTools Protocol: acting and waiting, over any transport.
//!
//! In the order of reading: [`transport`] (what the outside implements), [`hub`] (where events arrive), `state` (what they mean),
//! [`tab`] (attaching, calls that always come back), `input`, `keys`, `typing`, `navigate`, `dialog` (the actions) and `settle` (the wait
//! after each).

pub mod errors;
pub mod hub;
mod input;
mod state;
pub mod tab;
pub mod transport;

pub use hub::EventHub;
pub use tab::CdpTab;
pub use transport::{CallError, CdpEvent, DetachReason, PageScript, Transport};
