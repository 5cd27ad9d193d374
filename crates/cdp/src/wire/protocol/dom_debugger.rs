//! Event listeners.

use super::command::Reply;
use super::read::{Read, at, parts};
use super::runtime::ObjectId;
use serde::Serialize;
use serde_json::Value;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GetEventListeners<'a> {
    pub(crate) object_id: &'a ObjectId,
    /// -1: in all that it holds.
    pub(crate) depth: i32,
    pub(crate) pierce: bool,
}

/// The listeners of a document. There may be tens of thousands, so each is read where it is asked for.
pub(crate) struct EventListeners(Value);

impl Reply for EventListeners {
    fn of(answer: Value) -> Self {
        Self(answer)
    }
}

impl EventListeners {
    pub(crate) fn all(&self) -> impl Iterator<Item = Listener<'_>> {
        let all = at(Some(&self.0), "listeners").and_then(Value::as_array);
        all.into_iter().flatten().map(|one| Listener::read(Some(one)))
    }
}

parts! {
    struct Listener<'a> {
        kind: &'a str = "type",
        node: Option<u64> = "backendNodeId",
    }
}
