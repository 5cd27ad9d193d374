//! The wire: transport, refusals, keyboard and mouse events.

pub(crate) mod errors;
pub(crate) mod json;
pub(crate) mod keys;
pub(crate) mod mouse;
pub(crate) mod transport;
