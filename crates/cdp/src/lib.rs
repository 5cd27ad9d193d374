//! A tab driven through the Chrome DevTools Protocol: acting and waiting, over any transport.
//!
//! Layers, each of which knows only those before it: `wire` (what the outside implements, and what is sent), `wording` (what things are called),
//! `state` (what the tab's events tell), `session` (calls that always come back), `input` (keys and pointer), `page` (what the page itself says),
//! `effect` (what an action starts, and waiting for it), `acts` (one kind of action a file), `perform` and `tab` (the core's trait).

mod acts;
mod effect;
mod input;
mod page;
mod perform;
mod session;
mod state;
mod tab;
mod wire;
mod wording;

pub use state::hub::EventHub;
pub use tab::CdpTab;
pub use wire::transport::{CallError, CdpEvent, DetachReason, PageScript, Transport};

#[cfg(test)]
mod tests;
