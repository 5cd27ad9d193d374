//! A recorded request, and how its answer ended.

use std::time::Instant;

use serde::Serialize;
use serde_json::Value;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    Open,
    /// The script's whole answer was sent.
    Sent,
    /// The client closed the connection early.
    ClientLeft,
}

/// A recorded request.
#[derive(Debug, Clone, Serialize)]
pub struct Request {
    /// Its number among completion requests, from 0.
    pub number: usize,
    pub path: String,
    /// By lower-case name, in order of arrival.
    pub headers: Vec<(String, String)>,
    /// Null if not JSON.
    pub body: Value,
    #[serde(skip)]
    pub at: Option<Instant>,
    pub end: End,
}

impl Request {
    /// A header's value, or "".
    pub fn header(&self, name: &str) -> &str {
        self.headers.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }

    /// System first.
    pub fn messages(&self) -> &[Value] {
        self.body.get("messages").and_then(Value::as_array).map_or(&[], Vec::as_slice)
    }

    /// The text of a role's last message, or "".
    pub fn last_of(&self, role: &str) -> String {
        let is_role = |message: &&Value| message.get("role").and_then(Value::as_str) == Some(role);
        self.messages().iter().rev().find(is_role).map(text_of).unwrap_or_default()
    }

    /// The names of the offered tools.
    pub fn tools(&self) -> Vec<&str> {
        let tools = self.body.get("tools").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        tools.iter().filter_map(|tool| tool.pointer("/function/name").and_then(Value::as_str)).collect()
    }

    pub(super) fn wants_stream(&self) -> bool {
        self.body.get("stream") == Some(&Value::Bool(true))
    }
}

/// A message's text, whether a string or a list of parts.
pub(super) fn text_of(message: &Value) -> String {
    match message.get("content") {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(parts)) => {
            let texts = parts.iter().filter_map(|part| part.get("text").and_then(Value::as_str));
            texts.collect::<Vec<_>>().join("\n")
        }
        _ => String::new(),
    }
}
