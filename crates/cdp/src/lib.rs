//! A tab driven through the Chrome DevTools Protocol: acting and waiting, over any transport.
//!
//! In the order of reading: [`transport`] (what the outside implements), [`hub`] (where events arrive), `state` (what they mean),
//! [`tab`] (attaching, calls that always come back), `perform` (the core's trait), `element` (the check before an action), `frames` (those of other sites), `listeners` (what a handler makes clickable), `input`, `keys`,
//! `typing` with `readback`, `fields`, `navigate`, `points`, `dialog` (the actions) and `settle` (the wait after each).

mod dialog;
mod downloads;
mod element;
mod errors;
mod fields;
mod frames;
pub mod holding;
mod hub;
mod input;
mod keys;
mod listeners;
mod lists;
mod navigate;
mod perform;
mod points;
mod readback;
mod settle;
mod sockets;
mod state;
pub mod tab;
pub mod transport;
mod typing;
mod upload;

pub use hub::EventHub;
pub use tab::CdpTab;
pub use transport::{CallError, CdpEvent, DetachReason, PageScript, Transport};

#[cfg(test)]
mod tests;
