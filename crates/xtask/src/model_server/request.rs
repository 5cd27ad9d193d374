//! One request as it came, and how its answer ended.

use std::time::Instant;

use serde::Serialize;
use serde_json::Value;

/// How an answer ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// It is still under way.
    Open,
    /// Everything that the script wanted to send was sent.
    Sent,
    /// The client closed the connection before that.
    ClientLeft,
}

/// One request as it came.
#[derive(Debug, Clone, Serialize)]
pub struct Request {
    /// Its number among the requests for completions, from 0 on.
    pub number: usize,
    /// The path.
    pub path: String,
    /// Headers, names in lower case, in the order of arrival.
    pub headers: Vec<(String, String)>,
    /// The body; null when it was not JSON.
    pub body: Value,
    /// When it came.
    #[serde(skip)]
    pub at: Option<Instant>,
    /// How its answer ended.
    pub end: End,
}

impl Request {
    /// A header's value; empty where there is none.
    pub fn header(&self, name: &str) -> &str {
        self.headers.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }

    /// The messages, system first.
    pub fn messages(&self) -> &[Value] {
        self.body.get("messages").and_then(Value::as_array).map_or(&[], Vec::as_slice)
    }

    /// The text of the last message of a role; empty where there is none.
    pub fn last_of(&self, role: &str) -> String {
        let is_role = |message: &&Value| message.get("role").and_then(Value::as_str) == Some(role);
        self.messages().iter().rev().find(is_role).map(text_of).unwrap_or_default()
    }

    /// The names of the tools that were offered.
    pub fn tools(&self) -> Vec<&str> {
        let tools = self.body.get("tools").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        tools.iter().filter_map(|tool| tool.pointer("/function/name").and_then(Value::as_str)).collect()
    }

    pub(super) fn wants_stream(&self) -> bool {
        self.body.get("stream") == Some(&Value::Bool(true))
    }
}

/// The text of a message, whether its content is a text or a list of parts.
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
