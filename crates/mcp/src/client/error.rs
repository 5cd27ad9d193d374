//! How a request to a server can fail, by what is certain afterwards.

use serde_json::Value;

/// Why a request has no result.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum McpError {
    /// Nobody answers while the connection is made or a list is asked for.
    #[error("the server cannot be reached: {0}")]
    Unreachable(String),
    /// The server redirects. This is never followed: the headers may carry secrets.
    #[error("the server redirects to another address, which is not followed")]
    Redirected,
    /// Nothing at this address speaks the protocol.
    #[error("no MCP server answers at this address (HTTP {0})")]
    WrongPath(u16),
    /// The server wants to know who asks.
    #[error("the server asks for a sign-in")]
    Unauthorized {
        /// The header `WWW-Authenticate`.
        challenge: Option<String>,
    },
    /// The server knows who asks, and it is not enough.
    #[error("the server does not allow this")]
    Forbidden {
        /// The header `WWW-Authenticate`.
        challenge: Option<String>,
    },
    /// The server refused the request without a message of the protocol.
    #[error("the server refused the request (HTTP {status}): {text}")]
    Refused {
        /// The status, from 400 to 499.
        status: u16,
        /// How many seconds it asks to wait.
        retry_after: Option<u64>,
        /// The start of what it said.
        text: String,
    },
    /// The server failed, or something between it and us.
    #[error("the server failed (HTTP {status}): {text}")]
    Failed {
        /// The status, from 500 on.
        status: u16,
        /// The start of what it said.
        text: String,
    },
    /// The server speaks only revisions of the protocol that this client does not know.
    #[error("the server speaks no revision of the protocol that is known here; it offers: {}", offered.join(", "))]
    Version {
        /// The revisions that it offers.
        offered: Vec<String>,
    },
    /// The server needs an ability that this client did not declare.
    #[error("the server needs a capability that is not offered here: {required}")]
    Capability {
        /// The missing abilities, as the server named them.
        required: Value,
    },
    /// The server answered with an error.
    #[error("the server answered with an error: {message} ({code})")]
    Rpc {
        /// The error's code.
        code: i64,
        /// The server's words.
        message: String,
        /// What else it said.
        data: Option<Value>,
    },
    /// The request was sent and its answer was not seen. Whether it was carried out is not known.
    #[error("the request was sent, and its answer was not seen: {0}")]
    NoAnswer(String),
    /// The answer breaks the protocol.
    #[error("the server's answer makes no sense: {0}")]
    Protocol(String),
    /// The answer is longer than is taken.
    #[error("the server's answer is longer than 8 MB")]
    TooLarge,
    /// A connection or a list took too long.
    #[error("the server did not answer in time")]
    Slow,
    /// The connection, or what has to be known first, failed before the request was sent.
    #[error("the request was not sent: {0}")]
    NotSent(Box<Self>),
    /// What is to be sent cannot be, so nothing was.
    #[error("this cannot be sent: {0}")]
    Unsendable(String),
    /// The server does not offer this at all.
    #[error("the server does not offer this")]
    NotOffered,
}

impl McpError {
    /// Whether the request was certainly not carried out. Otherwise it may have been, and is never repeated unasked.
    pub fn is_not_done(&self) -> bool {
        match self {
            Self::Unreachable(_)
            | Self::Redirected
            | Self::WrongPath(_)
            | Self::Unauthorized { .. }
            | Self::Forbidden { .. }
            | Self::Refused { .. }
            | Self::Version { .. }
            | Self::Capability { .. }
            | Self::NotOffered
            | Self::NotSent(_)
            | Self::Unsendable(_)
            | Self::Slow => true,
            // What the server found wrong before it began.
            Self::Rpc { code, .. } => matches!(code, -32700 | -32602..=-32600 | -32022..=-32020),
            Self::Failed { .. } | Self::NoAnswer(_) | Self::Protocol(_) | Self::TooLarge => false,
        }
    }
}

/// An error of what had to come before a request.
pub(crate) fn before_sending(error: McpError) -> McpError {
    if error.is_not_done() { error } else { McpError::NotSent(Box::new(error)) }
}

/// The error object of an answer.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct RpcError {
    pub(crate) code: i64,
    pub(crate) message: String,
    pub(crate) data: Option<Value>,
}

/// Codes that the current revision gives a meaning.
pub(crate) const HEADER_MISMATCH: i64 = -32020;
pub(crate) const MISSING_CAPABILITY: i64 = -32021;
pub(crate) const UNSUPPORTED_VERSION: i64 = -32022;
pub(crate) const METHOD_NOT_FOUND: i64 = -32601;
/// Of 2025-11-25 alone: an address has to be visited before the call is made again.
pub(crate) const URL_ELICITATION: i64 = -32042;

impl RpcError {
    /// The revisions that the server names in a refusal of ours.
    pub(crate) fn supported(&self) -> Vec<String> {
        let list = self.data.as_ref().and_then(|data| data.get("supported")).and_then(Value::as_array);
        list.into_iter().flatten().filter_map(Value::as_str).map(|text| brief(text, 40)).take(20).collect()
    }
}

impl From<RpcError> for McpError {
    fn from(error: RpcError) -> Self {
        match error.code {
            UNSUPPORTED_VERSION => Self::Version { offered: error.supported() },
            MISSING_CAPABILITY => {
                let required = error.data.and_then(|mut data| data.get_mut("requiredCapabilities").map(Value::take));
                Self::Capability { required: required.unwrap_or_default() }
            }
            _ => Self::Rpc { code: error.code, message: error.message, data: error.data },
        }
    }
}

/// A refusal as it came, before it is known what it means for the caller.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Refusal {
    pub(crate) status: u16,
    pub(crate) rpc: Option<RpcError>,
    pub(crate) text: String,
    pub(crate) challenge: Option<String>,
    pub(crate) retry_after: Option<u64>,
}

impl Refusal {
    /// An error that the server answered.
    pub(crate) fn answered(status: u16, rpc: RpcError) -> Self {
        Self { status, text: rpc.message.clone(), rpc: Some(rpc), challenge: None, retry_after: None }
    }

    pub(crate) fn code(&self) -> Option<i64> {
        self.rpc.as_ref().map(|rpc| rpc.code)
    }
}

impl From<Refusal> for McpError {
    fn from(refusal: Refusal) -> Self {
        let Refusal { status, rpc, text, challenge, retry_after } = refusal;
        match (status, rpc) {
            (401, _) => Self::Unauthorized { challenge },
            (403, _) => Self::Forbidden { challenge },
            (_, Some(rpc)) => rpc.into(),
            (404 | 405, None) => Self::WrongPath(status),
            (..500, None) => Self::Refused { status, retry_after, text },
            (500.., None) => Self::Failed { status, text },
        }
    }
}

/// Either a refusal that can still be looked into, or an error.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Fail {
    Refusal(Box<Refusal>),
    Error(McpError),
}

impl From<Refusal> for Fail {
    fn from(refusal: Refusal) -> Self {
        Self::Refusal(Box::new(refusal))
    }
}

impl From<McpError> for Fail {
    fn from(error: McpError) -> Self {
        Self::Error(error)
    }
}

impl From<Fail> for McpError {
    fn from(fail: Fail) -> Self {
        match fail {
            Fail::Refusal(refusal) => (*refusal).into(),
            Fail::Error(error) => error,
        }
    }
}

/// The start of a server's words, on one line.
pub(crate) fn brief(text: &str, most: usize) -> String {
    let line: String = text.chars().take(most).map(|c| if c.is_control() { ' ' } else { c }).collect();
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}
