//! What goes over the wire: the transport, its refusals, and the events of a keyboard.

pub mod errors;
pub mod keys;
pub mod transport;
