//! Drives a tab through the Chrome DevTools Protocol, over any transport: acting and waiting.
//!
//! Layers, each knowing only those before it: `wire` (transport, and the part of the protocol in use: a type for each command and event), `wording` (names
//! of elements), `state` (folded from events), `session` (calls that always return, and what is known of one action, which goes with it), `input` (keys and
//! pointer), `page` (reading the page), `showing` (what the person sees of it), `effect` (an action's effects and waiting for them), `openings` (which page
//! opened a tab), `acts` (one kind of action per file), `perform` and `tab` (the core's trait).

mod acts;
mod effect;
mod input;
mod openings;
mod page;
mod perform;
mod session;
mod showing;
mod state;
mod tab;
mod wire;
mod wording;

pub use openings::{Opened, Openings, asks_for};
pub use state::files::{SAVED_TEXTS, SHOWN_APPLICATIONS, is_file};
pub use state::hub::EventHub;
pub use tab::CdpTab;
pub use wire::details::without_values;
pub use wire::errors::script_refused;
pub use wire::overlay::{Overlay, Sign, Words};
pub use wire::protocol::is_allowed;
pub use wire::transport::{CallError, CdpEvent, DetachReason, PageScript, Transport};

#[cfg(test)]
mod tests;
