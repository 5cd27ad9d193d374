//! A tool outside EDITH.

use edith_protocol::McpTrust;
use serde::{Deserialize, Serialize};

/// A tool of a server, as far as the gate cares.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServerTool {
    /// The server's short name: letters, digits, `-` and `_`. Tools of a server with any other name are not offered.
    pub server: String,
    /// What the person calls the server, in their own words; empty: it is known by what it calls itself, or by its address.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub called: String,
    /// What the server calls the tool.
    pub name: String,
    /// Whether the server says that the tool only reads.
    pub only_reads: bool,
    /// How far the person trusts the server.
    pub trust: McpTrust,
    /// The server's id in the settings.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub server_id: String,
    /// How it is described now, if that is not how it was described when it was last allowed; empty: nothing has changed.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub changed: String,
    /// A fingerprint of its description: what is allowed is the tool as it is described.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub described: String,
}

impl ServerTool {
    /// Where its answers are from, and what it is told goes: `mcp:SERVER`.
    pub fn origin(&self) -> String {
        edith_protocol::Origin::Mcp(self.server.clone()).to_string()
    }

    /// Whether it is used without asking. What a server says about a tool counts only as far as the person believes it.
    pub fn is_trusted(&self) -> bool {
        !self.has_changed()
            && match self.trust {
                McpTrust::Ask => false,
                McpTrust::Reads => self.only_reads,
                McpTrust::All => true,
            }
    }

    /// Whether it is described in other words than when it was last allowed: then nothing that was allowed before counts.
    pub fn has_changed(&self) -> bool {
        !self.changed.is_empty()
    }
}
