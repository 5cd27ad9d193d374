//! The scripted server's replies: a text, tool calls, or a fault.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Call {
    /// None: generated.
    #[serde(default)]
    pub id: Option<String>,
    pub name: String,
    /// `{"$uid": ["BUTTON", "Add to cart"]}` stands for that element's number in the last look.
    #[serde(default)]
    pub arguments: Value,
    /// Raw arguments instead, for broken JSON.
    #[serde(default)]
    pub raw: Option<String>,
}

/// What can go wrong with an answer.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Fault {
    Status {
        status: u16,
        #[serde(default)]
        headers: BTreeMap<String, String>,
        #[serde(default)]
        body: String,
    },
    /// The connection breaks after so many pieces of the stream.
    Cut { after: usize },
    /// The connection breaks before any answer.
    Reset,
    /// The stream ends properly but without its last line.
    NoDone,
    /// An error in mid-stream.
    ErrorEvent { message: String },
    /// An HTML page with status 200.
    Html,
    /// Multi-byte characters are split across pieces, which is valid.
    SplitUtf8,
    /// Invalid UTF-8.
    BrokenUtf8,
    /// Nothing after so many pieces, with the connection left open.
    Stall { after: usize },
    /// A delay before every piece.
    Drip {
        /// In milliseconds.
        milliseconds: u64,
    },
    /// A delay before the headers.
    Delay {
        /// In milliseconds.
        milliseconds: u64,
    },
    /// Delays before the headers and in mid-stream.
    Slow {
        /// In milliseconds.
        headers: u64,
        /// In milliseconds.
        gap: u64,
    },
    /// A redirect.
    Redirect { to: String },
    /// Endless text, until the client has enough.
    Endless,
}

/// One answer of the model.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Reply {
    pub text: String,
    pub calls: Vec<Call>,
    pub fault: Option<Fault>,
    /// Plain JSON although a stream was requested.
    pub plain: bool,
    /// An unusual finish reason: `length`, `content_filter`.
    pub finish: Option<String>,
}

impl Reply {
    pub fn text(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    pub fn call(name: impl Into<String>, arguments: Value) -> Self {
        Self::default().and_call(name, arguments)
    }

    pub fn calls<'a>(calls: impl IntoIterator<Item = (&'a str, Value)>) -> Self {
        calls.into_iter().fold(Self::default(), |reply, (name, arguments)| reply.and_call(name, arguments))
    }

    /// A tool call with arguments that need not be JSON.
    pub fn raw_call(name: impl Into<String>, arguments: impl Into<String>) -> Self {
        let call = Call { id: None, name: name.into(), arguments: Value::Null, raw: Some(arguments.into()) };
        Self { calls: vec![call], ..Self::default() }
    }

    pub fn done(summary: &str) -> Self {
        Self::call("task_complete", json!({ "summary": summary }))
    }

    pub fn fault(fault: Fault) -> Self {
        Self::text("This text is long enough to be sent in several pieces, so that there is a middle.").with(fault)
    }

    /// An error with a status, in the API's words.
    pub fn error(status: u16, code: &str, message: &str) -> Self {
        let body = json!({ "error": { "message": message, "type": code, "param": null, "code": code } }).to_string();
        let headers = BTreeMap::from([("content-type".to_owned(), "application/json".to_owned())]);
        Self { fault: Some(Fault::Status { status, headers, body }), ..Self::default() }
    }

    /// 429, retry after so many seconds.
    pub fn too_many(retry_after: u64) -> Self {
        let mut reply = Self::error(429, "rate_limit_exceeded", "Rate limit reached.");
        if let Some(Fault::Status { headers, .. }) = &mut reply.fault {
            headers.insert("retry-after".to_owned(), retry_after.to_string());
        }
        reply
    }

    /// 401, wrong key.
    pub fn unauthorized() -> Self {
        Self::error(401, "invalid_api_key", "Incorrect API key provided.")
    }

    /// 429 that no waiting mends.
    pub fn no_quota() -> Self {
        Self::error(429, "insufficient_quota", "You exceeded your current quota.")
    }

    /// 400, the conversation is too long.
    pub fn context_too_long() -> Self {
        let message =
            "This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens.";
        Self::error(400, "context_length_exceeded", message)
    }

    /// Adds a tool call to the turn.
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

    #[must_use]
    pub fn with(mut self, fault: Fault) -> Self {
        self.fault = Some(fault);
        self
    }

    /// As plain JSON even if a stream was requested.
    #[must_use]
    pub fn as_plain(mut self) -> Self {
        self.plain = true;
        self
    }

    /// A summary for the log.
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
