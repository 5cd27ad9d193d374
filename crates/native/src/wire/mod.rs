//! The DevTools protocol over one WebSocket: calls matched to answers by number, events passed on in their order.

mod connection;
mod endpoint;

pub use connection::{Connection, WireError, WireEvent};
pub use endpoint::{EndpointError, resolve};
