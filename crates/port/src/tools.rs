//! Tools outside EDITH, as servers offer them.

use async_trait::async_trait;
use edith_actions::ServerTool;
use edith_protocol::{FormQuestion, FormValue};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// A tool as its server describes it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ListedTool {
    /// Which it is.
    pub tool: ServerTool,
    /// When and how to use it, in the server's words.
    pub description: String,
    /// JSON Schema of its arguments, an object of any depth.
    pub parameters: Value,
}

/// What comes of a call.
#[derive(Debug, Clone, PartialEq)]
pub enum ToolAnswer {
    /// The server's answer.
    Said(ToolSaid),
    /// The server asks for something before it goes on.
    Asks(ServerAsks),
}

/// A server's answer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ToolSaid {
    /// Whether the server says that it is an error.
    pub is_error: bool,
    /// Its text. What is not text in it is described in words.
    pub text: String,
    /// Its pictures, as data URLs.
    pub pictures: Vec<String>,
}

/// What a server asks for before it goes on with a call. It is stored with the run: where the server keeps nothing, the call goes on after the
/// worker's death too.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ServerAsks {
    /// Each with the id that its reply has.
    pub asks: Vec<(String, ServerAsk)>,
    /// What the call continues with, as the port wrote it.
    pub state: Value,
}

/// One thing that a server asks for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ServerAsk {
    /// Values from the person.
    Form {
        /// What for, in the server's words.
        message: String,
        /// The fields.
        questions: Vec<FormQuestion>,
    },
    /// That the person visits an address.
    Visit {
        /// What for, in the server's words.
        message: String,
        /// The address, http or https.
        url: String,
    },
    /// An answer of the person's model.
    Sample {
        /// The server's rules for it.
        system: String,
        /// The conversation so far: whether the model said it, and what.
        messages: Vec<(bool, String)>,
        /// Tokens of the answer, at most.
        max_tokens: u32,
    },
}

/// The reply to one thing that a server asks for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ServerReply {
    /// The form's values by the ids of its questions.
    Filled {
        /// Those that are not empty.
        values: BTreeMap<String, FormValue>,
    },
    /// The person agrees: to visit the address, or to ask the model, which has not answered yet.
    Agreed,
    /// The person does not want it.
    Declined,
    /// The model's answer.
    Sampled {
        /// Its words.
        text: String,
        /// Its name.
        model: String,
    },
}

/// A call of a tool, or the next part of one.
#[derive(Clone, Copy)]
pub struct ToolUse<'a> {
    /// The tool.
    pub tool: &'a ServerTool,
    /// Its arguments.
    pub arguments: &'a Map<String, Value>,
    /// What the server asked for, with the replies by their ids; none: the call begins.
    pub replies: Option<(&'a ServerAsks, &'a BTreeMap<String, ServerReply>)>,
}

/// How far a call has come, in the server's words.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ToolProgress {
    /// So much is done.
    pub done: f64,
    /// Of so much, if that is known.
    pub total: Option<f64>,
    /// What is being done.
    pub message: String,
}

/// Why a tool gave no answer. The sentences are the server's, or about it: data like an answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ToolError {
    /// It was not done: the server says so, or it never heard of it.
    #[error("{0}")]
    Failed(String),
    /// The answer was not seen, so it is not known whether it was done.
    #[error("{0}")]
    NoAnswer(String),
}

/// The servers that are set up.
#[async_trait(?Send)]
pub trait Tools {
    /// The tools there are now. A server that cannot be reached has none.
    async fn list(&self) -> Vec<ListedTool>;
    /// Uses one. Never tried twice; dropped when nobody waits for it, which cancels it. `told` gets what the server says meanwhile.
    async fn call(&self, used: ToolUse<'_>, told: &dyn Fn(ToolProgress)) -> Result<ToolAnswer, ToolError>;
    /// Nobody replies to what a server asks for: a call that it holds open is cancelled.
    fn abandon(&self, tool: &ServerTool, asks: &ServerAsks);
}
