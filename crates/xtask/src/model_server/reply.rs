//! What the scripted server says: a text, tool calls, or a fault.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, json};

/// One tool call of a reply.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Call {
    /// Its id; none: one is made up.
    #[serde(default)]
    pub id: Option<String>,
    /// The tool's name.
    pub name: String,
    /// Its arguments. `{"$uid": ["BUTTON", "Add to cart"]}` stands for the number of that element in the last look.
    #[serde(default)]
    pub arguments: Value,
    /// The arguments as raw text instead, for JSON that is broken.
    #[serde(default)]
    pub raw: Option<String>,
}

/// What can go wrong with an answer.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Fault {
    /// Another status than 200.
    Status {
        /// The status code.
        status: u16,
        /// Headers to send with it.
        #[serde(default)]
        headers: BTreeMap<String, String>,
        /// The body.
        #[serde(default)]
        body: String,
    },
    /// The connection breaks after so many pieces of the stream.
    Cut {
        /// How many pieces come before.
        after: usize,
    },
    /// The connection breaks before any answer.
    Reset,
    /// The stream ends properly but without its last line.
    NoDone,
    /// An error in the middle of the stream.
    ErrorEvent {
        /// The error's words.
        message: String,
    },
    /// A page of HTML with status 200.
    Html,
    /// Characters of several bytes are split over pieces: nothing is wrong with that.
    SplitUtf8,
    /// Bytes that are no UTF-8.
    BrokenUtf8,
    /// Nothing comes any more after so many pieces, and the connection stays open.
    Stall {
        /// How many pieces come before.
        after: usize,
    },
    /// Every piece is waited for.
    Drip {
        /// How long, in milliseconds.
        milliseconds: u64,
    },
    /// Even the headers are waited for.
    Delay {
        /// How long, in milliseconds.
        milliseconds: u64,
    },
    /// The headers are waited for, and then once more in the middle of the stream.
    Slow {
        /// How long before the headers, in milliseconds.
        headers: u64,
        /// How long in the middle, in milliseconds.
        gap: u64,
    },
    /// The answer is to be had elsewhere.
    Redirect {
        /// The other address.
        to: String,
    },
    /// The text has no end: pieces until the client has enough.
    Endless,
}

/// One answer of the model.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Reply {
    /// Its text.
    pub text: String,
    /// Its tool calls.
    pub calls: Vec<Call>,
    /// What goes wrong.
    pub fault: Option<Fault>,
    /// Whether it comes as plain JSON although a stream was asked for.
    pub plain: bool,
    /// The reason it ended for, where it is not the usual one: `length`, `content_filter`.
    pub finish: Option<String>,
}

impl Reply {
    /// A text.
    pub fn text(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// One tool call.
    pub fn call(name: impl Into<String>, arguments: Value) -> Self {
        Self::default().and_call(name, arguments)
    }

    /// Several tool calls in one turn.
    pub fn calls<'a>(calls: impl IntoIterator<Item = (&'a str, Value)>) -> Self {
        calls.into_iter().fold(Self::default(), |reply, (name, arguments)| reply.and_call(name, arguments))
    }

    /// A tool call with arguments that need not be JSON.
    pub fn raw_call(name: impl Into<String>, arguments: impl Into<String>) -> Self {
        let call = Call { id: None, name: name.into(), arguments: Value::Null, raw: Some(arguments.into()) };
        Self { calls: vec![call], ..Self::default() }
    }

    /// The end of a task.
    pub fn done(summary: &str) -> Self {
        Self::call("task_complete", json!({ "summary": summary }))
    }

    /// A fault and nothing else that matters.
    pub fn fault(fault: Fault) -> Self {
        Self::text("This text is long enough to be sent in several pieces, so that there is a middle.").with(fault)
    }

    /// An error with a status, in the words of the API.
    pub fn error(status: u16, code: &str, message: &str) -> Self {
        let body = json!({ "error": { "message": message, "type": code, "param": null, "code": code } }).to_string();
        let headers = BTreeMap::from([("content-type".to_owned(), "application/json".to_owned())]);
        Self { fault: Some(Fault::Status { status, headers, body }), ..Self::default() }
    }

    /// 429, come back after so many seconds.
    pub fn too_many(retry_after: u64) -> Self {
        let mut reply = Self::error(429, "rate_limit_exceeded", "Rate limit reached.");
        if let Some(Fault::Status { headers, .. }) = &mut reply.fault {
            headers.insert("retry-after".to_owned(), retry_after.to_string());
        }
        reply
    }

    /// 401, the key is wrong.
    pub fn unauthorized() -> Self {
        Self::error(401, "invalid_api_key", "Incorrect API key provided.")
    }

    /// 429 of the kind that no waiting mends.
    pub fn no_quota() -> Self {
        Self::error(429, "insufficient_quota", "You exceeded your current quota.")
    }

    /// 400, the conversation is too long.
    pub fn context_too_long() -> Self {
        let message =
            "This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens.";
        Self::error(400, "context_length_exceeded", message)
    }

    /// Another tool call in the same turn.
    #[must_use]
    pub fn and_call(mut self, name: impl Into<String>, arguments: Value) -> Self {
        self.calls.push(Call { id: None, name: name.into(), arguments, raw: None });
        self
    }

    /// Gives all calls the same id.
    #[must_use]
    pub fn same_ids(mut self, id: &str) -> Self {
        self.calls.iter_mut().for_each(|call| call.id = Some(id.to_owned()));
        self
    }

    /// The same with a fault.
    #[must_use]
    pub fn with(mut self, fault: Fault) -> Self {
        self.fault = Some(fault);
        self
    }

    /// As plain JSON, also when a stream was asked for.
    #[must_use]
    pub fn as_plain(mut self) -> Self {
        self.plain = true;
        self
    }

    /// The reply in a few words, for the log of a person.
    pub(super) fn words(&self) -> String {
        let mut parts = Vec::new();
        if !self.text.is_empty() {
            parts.push(format!("{:?}", self.text));
        }
        for call in &self.calls {
            let arguments = call.raw.clone().unwrap_or_else(|| call.arguments.to_string());
            parts.push(format!("{}({arguments})", call.name));
        }
        if let Some(fault) = &self.fault {
            parts.push(format!("{fault:?}"));
        }
        parts.join(", ")
    }
}
