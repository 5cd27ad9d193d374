//! The wire: transport, refusals, keyboard and mouse events, the overlay.

pub(crate) mod details;
pub(crate) mod errors;
pub(crate) mod json;
pub(crate) mod keys;
pub(crate) mod methods;
pub(crate) mod mouse;
pub(crate) mod overlay;
pub(crate) mod transport;
