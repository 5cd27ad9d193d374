//! What a server wants back with a turn of its model.

use edith_protocol::ModelServer;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A turn's signatures and thoughts, unread: the server that wrote them refuses a history without them, and every other one a history with them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Continuation {
    base_url: String,
    model: String,
    /// In the form of the server's kind.
    fields: Value,
}

impl Continuation {
    /// Of this server's model; none if there is nothing to keep.
    pub(crate) fn new(server: &ModelServer, fields: Value) -> Option<Self> {
        let (base_url, model) = (server.base_url.clone(), server.model.clone());
        (!fields.is_null()).then_some(Self { base_url, model, fields })
    }

    /// What this server's model wants back.
    pub(crate) fn fields_for(&self, server: &ModelServer) -> Option<&Value> {
        (self.base_url == server.base_url && self.model == server.model).then_some(&self.fields)
    }

    /// How many bytes it adds to a request, about.
    pub fn bytes(&self) -> usize {
        self.fields.to_string().len()
    }
}
