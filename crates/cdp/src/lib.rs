//! A tab driven through the Chrome DevTools Protocol: acting and waiting, over any transport.

mod acts;
mod effect;
mod input;
mod page;
mod session;
mod state;
mod tab;
mod wire;

pub use session::CdpTab;
pub use state::hub::EventHub;
pub use wire::transport::{CallError, CdpEvent, DetachReason, PageScript, Transport};

#[cfg(test)]
mod tests;
