//! What a server asks back while it works on a request, and what is needed to continue afterwards.

use super::error::McpError;
use super::wire;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use url::Url;

/// The outcome of a request.
#[derive(Debug, Clone, PartialEq)]
pub enum Step<T> {
    /// The result.
    Done(T),
    /// The server first wants something.
    Asks(Waiting),
}

/// A request that waits for answers. It is data, and can be kept until the person has answered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Waiting {
    /// What is asked, by the server's ids.
    pub asks: BTreeMap<String, InputRequest>,
    pub(crate) then: Then,
}

impl Waiting {
    /// Whether the server holds the request open. Otherwise it keeps nothing, and the request is made again.
    pub fn is_live(&self) -> bool {
        matches!(self.then, Then::Live { .. })
    }
}

/// How the request goes on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) enum Then {
    /// It is made again with the answers.
    Again {
        method: String,
        params: Map<String, Value>,
        /// Exactly what the server gave, if it did.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        state: Option<Value>,
        /// What the client answered by itself.
        answered: BTreeMap<String, Value>,
        rounds: u32,
        is_modern: bool,
    },
    /// The answer goes to the server on the connection that is still open, in this client alone.
    Live { client: String, call: i64 },
}

/// One thing that a server asks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum InputRequest {
    /// The person should fill in a form. The answer is an `ElicitResult`.
    Form {
        /// What for.
        message: String,
        /// A flat JSON schema.
        schema: Value,
    },
    /// The person should open an address. The answer is an `ElicitResult` without content.
    Url {
        /// What for.
        message: String,
        /// A whole address of http or https.
        url: String,
    },
    /// A model should be asked. The answer is a `CreateMessageResult`.
    Sample(Map<String, Value>),
}

/// A request of the server, sorted by who answers it.
pub(crate) enum ServerRequest {
    Person(InputRequest),
    Answered(Value),
    Unknown,
    Invalid(String),
}

/// Longest message of a question, in characters.
const MESSAGE: usize = 4_000;

pub(crate) fn sort(method: &str, params: Value) -> ServerRequest {
    match method {
        "ping" => ServerRequest::Answered(json!({})),
        "roots/list" => ServerRequest::Answered(json!({ "roots": [] })),
        "elicitation/create" => elicit(params),
        "sampling/createMessage" => match params {
            Value::Object(params) if params.get("messages").is_some_and(Value::is_array) => {
                ServerRequest::Person(InputRequest::Sample(params))
            }
            _ => ServerRequest::Invalid("a request to a model has no messages".to_owned()),
        },
        _ => ServerRequest::Unknown,
    }
}

fn elicit(mut params: Value) -> ServerRequest {
    let message = params.get("message").and_then(Value::as_str).unwrap_or_default();
    let message: String = message.chars().take(MESSAGE).collect();
    match params.get("mode").and_then(Value::as_str) {
        Some("url") => {
            let url = params.get("url").and_then(Value::as_str).and_then(|url| Url::parse(url).ok());
            match url.filter(|url| matches!(url.scheme(), "http" | "https")) {
                Some(url) => ServerRequest::Person(InputRequest::Url { message, url: url.into() }),
                None => ServerRequest::Invalid("it asks to open something that is not a web address".to_owned()),
            }
        }
        None | Some("form") => match params.get_mut("requestedSchema").map(Value::take) {
            Some(schema) if schema.get("properties").is_some_and(Value::is_object) => {
                ServerRequest::Person(InputRequest::Form { message, schema })
            }
            _ => ServerRequest::Invalid("a form to fill in has no fields".to_owned()),
        },
        Some(_) => ServerRequest::Unknown,
    }
}

impl InputRequest {
    /// What is answered for a person who was not asked or did not answer.
    pub(crate) fn unanswered(&self) -> Result<Value, (i64, &'static str)> {
        match self {
            Self::Form { .. } | Self::Url { .. } => Ok(json!({ "action": "cancel" })),
            Self::Sample(_) => Err((-1, "the user rejected the sampling request")),
        }
    }
}

/// What a result says about going on.
pub(crate) enum Round {
    Complete(Value),
    Asks { asks: BTreeMap<String, InputRequest>, answered: BTreeMap<String, Value>, state: Option<Value> },
}

/// Reads the kind of a result of the current revision.
pub(crate) fn round(mut result: Value) -> Result<Round, McpError> {
    match result.get("resultType").map(Value::as_str) {
        None | Some(Some("complete")) => Ok(Round::Complete(result)),
        Some(Some("input_required")) => {
            let (mut asks, mut answered) = (BTreeMap::new(), BTreeMap::new());
            let requests = match result.get_mut("inputRequests").map(Value::take) {
                None | Some(Value::Null) => Map::new(),
                Some(Value::Object(requests)) => requests,
                Some(_) => return Err(McpError::Protocol("its questions are no map".to_owned())),
            };
            for (id, mut request) in requests {
                let params = request.get_mut("params").map(Value::take).unwrap_or_default();
                match sort(request.get("method").and_then(Value::as_str).unwrap_or_default(), params) {
                    ServerRequest::Person(ask) => drop(asks.insert(id, ask)),
                    ServerRequest::Answered(answer) => drop(answered.insert(id, answer)),
                    ServerRequest::Unknown => {
                        return Err(McpError::Protocol("it asks for what was not offered".to_owned()));
                    }
                    ServerRequest::Invalid(why) => return Err(McpError::Protocol(why)),
                }
            }
            let state = result.get_mut("requestState").map(Value::take).filter(|state| !state.is_null());
            if asks.is_empty() && answered.is_empty() && state.is_none() {
                return Err(McpError::Protocol("it asks for nothing and gives nothing to go on".to_owned()));
            }
            Ok(Round::Asks { asks, answered, state })
        }
        Some(_) => Err(McpError::Protocol("it has an unknown kind of result".to_owned())),
    }
}

impl<T> Step<T> {
    pub(crate) fn try_map<U>(self, map: impl FnOnce(T) -> Result<U, McpError>) -> Result<Step<U>, McpError> {
        Ok(match self {
            Self::Done(done) => Step::Done(map(done)?),
            Self::Asks(waiting) => Step::Asks(waiting),
        })
    }
}

/// What is answered to a request without asking a person.
pub(crate) fn reply(id: &Value, asked: ServerRequest) -> String {
    match asked {
        ServerRequest::Answered(result) => wire::answer(id, Ok(result)),
        ServerRequest::Person(request) => wire::answer(id, request.unanswered()),
        ServerRequest::Unknown => wire::answer(id, Err((-32601, "method not found"))),
        ServerRequest::Invalid(why) => wire::answer(id, Err((-32602, &why))),
    }
}
