//! Tools outside of EDITH, as servers offer them.

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A tool of a server, as far as the gate cares.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServerTool {
    /// The server's short name: letters, digits, `-` and `_`. Tools of a server with any other name are not offered.
    pub server: String,
    /// What the server calls the tool.
    pub name: String,
    /// Whether the server says that the tool only reads.
    pub only_reads: bool,
    /// How far the person trusts the server.
    pub trust: Trust,
}

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

/// Which of a server's tools are used without asking.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Trust {
    /// None.
    #[default]
    Ask,
    /// Those of which the server says that they only read.
    Reads,
    /// All.
    All,
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
    /// Uses one, and answers what the server says as text. Never tried twice; dropped where nobody waits for it any more, which cancels it.
    async fn call(&self, tool: &ServerTool, arguments: &Map<String, Value>) -> Result<String, ToolError>;
}

/// No server is set up.
pub struct NoTools;

#[async_trait(?Send)]
impl Tools for NoTools {
    async fn list(&self) -> Vec<ListedTool> {
        Vec::new()
    }

    async fn call(&self, tool: &ServerTool, _: &Map<String, Value>) -> Result<String, ToolError> {
        Err(ToolError::Failed(format!("There is no server {:?}.", tool.server)))
    }
}

impl ServerTool {
    /// Where its answers are from, and what it is told goes: `mcp:SERVER`.
    pub fn origin(&self) -> String {
        edith_protocol::Origin::Mcp(self.server.clone()).to_string()
    }

    /// Whether it is used without asking. What a server says of a tool counts only as far as the person believes it.
    pub(crate) fn is_trusted(&self) -> bool {
        match self.trust {
            Trust::Ask => false,
            Trust::Reads => self.only_reads,
            Trust::All => true,
        }
    }
}
