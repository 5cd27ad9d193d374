//! The wire: transport, refusals, keyboard and mouse events, the overlay.

pub(crate) mod details;
pub(crate) mod errors;
pub(crate) mod keys;
pub(crate) mod mouse;
pub(crate) mod overlay;
pub(crate) mod protocol;
pub(crate) mod transport;
