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

/// Stands for the model's name where it is code, beside an empty address.
const CODE: &str = "code";

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

    /// What is kept, to look into.
    pub(crate) fn fields(&self) -> &Value {
        &self.fields
    }

    /// What a model that is code wants back; no server's is like it.
    pub fn of_code(fields: Value) -> Self {
        Self { base_url: String::new(), model: CODE.to_owned(), fields }
    }

    /// What a model that is code left with it.
    pub fn fields_of_code(&self) -> Option<&Value> {
        (self.base_url.is_empty() && self.model == CODE).then_some(&self.fields)
    }

    /// How many bytes it adds to a request, about.
    pub fn bytes(&self) -> usize {
        self.fields.to_string().len()
    }
}
