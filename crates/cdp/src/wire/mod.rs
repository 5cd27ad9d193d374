//! What goes over the wire: the transport, its refusals, and the events of keyboard and mouse.

pub(crate) mod errors;
pub(crate) mod json;
pub(crate) mod keys;
pub(crate) mod mouse;
pub(crate) mod transport;
