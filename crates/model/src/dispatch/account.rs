//! A server and its keys.

use edith_protocol::ModelServer;

/// A server with all of its keys. It has no `Debug`: keys stay out of logs.
#[derive(Clone, Default, PartialEq)]
pub struct Account {
    /// The server; its key is chosen for each request.
    pub server: ModelServer,
    /// The keys, the one to use first in front; none if not needed.
    pub keys: Vec<String>,
}
