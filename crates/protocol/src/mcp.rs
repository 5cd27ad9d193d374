//! Servers of the Model Context Protocol: how they are set up, and what is known of them.

use crate::Gather as _;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// Servers that are set up, at most.
pub const MAX_MCP_SERVERS: usize = 50;

/// A server with tools, as it is set up. Another name than of letters, digits, `-` and `_` is made one in the names of its tools.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct McpServer {
    /// Its id; a new one needs none.
    pub id: String,
    /// What the person calls it; empty: what it calls itself, or its host where that is not known.
    pub name: String,
    /// Whether the name is not the person's word for it: what it calls itself, its host, or how a configuration calls it. Set by what is stored.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub named_by_itself: bool,
    /// Its address, http or https.
    pub url: String,
    /// How it is spoken to.
    pub transport: McpTransport,
    /// Headers that are sent with every request to that address. An empty value keeps the stored one of the same name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub headers: BTreeMap<String, String>,
    /// Whether its tools are offered.
    pub enabled: bool,
    /// The tools that are offered, by the names that the server has for them; none: all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allow: Option<Vec<String>>,
    /// Which of its tools are used without asking.
    pub trust: McpTrust,
    /// For servers to sign in to: the id of this client, where the server's keeper has given one; empty: EDITH registers itself.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub client_id: String,
    /// The secret that belongs to it. Empty keeps the stored one.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub client_secret: String,
}

impl Default for McpServer {
    fn default() -> Self {
        Self {
            id: String::new(),
            name: String::new(),
            named_by_itself: false,
            url: String::new(),
            transport: McpTransport::default(),
            headers: BTreeMap::new(),
            enabled: true,
            allow: None,
            trust: McpTrust::default(),
            client_id: String::new(),
            client_secret: String::new(),
        }
    }
}

impl fmt::Debug for McpServer {
    /// Headers and the secret stay out of logs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("McpServer").field(&self.id).field(&self.name).field(&self.url).finish()
    }
}

impl McpServer {
    /// The same without what is secret: the names of its headers stay.
    #[must_use]
    pub fn without_secrets(&self) -> Self {
        let headers = self.headers.keys().map(|name| (name.clone(), String::new())).gathered();
        Self { headers, client_secret: String::new(), ..self.clone() }
    }
}

/// How a server is spoken to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum McpTransport {
    /// What the server understands is found out.
    #[default]
    Auto,
    /// Streamable HTTP, of any revision.
    Http,
    /// HTTP with server-sent events, of the revision 2024-11-05.
    Sse,
}

/// Which of a server's tools are used without asking.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum McpTrust {
    /// None.
    #[default]
    Ask,
    /// Those of which the server says that they only read.
    Reads,
    /// All.
    All,
}

/// A server's state.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum McpState {
    /// It is switched off.
    #[default]
    Off,
    /// It answered.
    Connected,
    /// It wants the person to sign in.
    SignIn,
    /// It cannot be used; `error` says why.
    Failed,
}

/// A server with what is known of it. What is secret is not in it: of headers only the names.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct McpServerShown {
    /// As in [`McpServer`].
    pub id: String,
    /// As in [`McpServer`].
    pub name: String,
    /// As in [`McpServer`].
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub named_by_itself: bool,
    /// As in [`McpServer`].
    pub url: String,
    /// As in [`McpServer`].
    pub transport: McpTransport,
    /// The names of its headers, each with an empty value.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub headers: BTreeMap<String, String>,
    /// As in [`McpServer`].
    pub enabled: bool,
    /// As in [`McpServer`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allow: Option<Vec<String>>,
    /// As in [`McpServer`].
    pub trust: McpTrust,
    /// As in [`McpServer`].
    #[serde(skip_serializing_if = "String::is_empty")]
    pub client_id: String,
    /// Its state.
    pub state: McpState,
    /// Why it cannot be used, with what mends it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub error: String,
    /// What it calls itself, with its version.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// The revision of the protocol that is spoken, such as `2026-07-28`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub protocol: String,
    /// Whether the person has signed in.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub signed_in: bool,
    /// Its tools in its own order.
    pub tools: Vec<McpTool>,
    /// What was left out of its lists, and why: a sentence each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// Its prompts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub prompts: Vec<McpPrompt>,
    /// Its resources.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub resources: Vec<McpResource>,
    /// The last calls, newest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<McpCall>,
}

impl McpServerShown {
    /// How it is set up, without what is secret.
    pub fn server(&self) -> McpServer {
        McpServer {
            id: self.id.clone(),
            name: self.name.clone(),
            named_by_itself: self.named_by_itself,
            url: self.url.clone(),
            transport: self.transport,
            headers: self.headers.clone(),
            enabled: self.enabled,
            allow: self.allow.clone(),
            trust: self.trust,
            client_id: self.client_id.clone(),
            client_secret: String::new(),
        }
    }
}

impl From<&McpServer> for McpServerShown {
    fn from(server: &McpServer) -> Self {
        let McpServer { id, name, named_by_itself, url, transport, headers, enabled, allow, trust, client_id, .. } =
            server.without_secrets();
        Self { id, name, named_by_itself, url, transport, headers, enabled, allow, trust, client_id, ..Self::default() }
    }
}

/// A tool, in its server's words.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct McpTool {
    /// The server's name for it.
    pub name: String,
    /// Its name for people, if it has another one.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// What it is for: 1,000 characters at most.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// Whether the server says that it only reads.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub only_reads: bool,
    /// Whether it is offered.
    pub enabled: bool,
    /// Whether it is described in other words than when it was last allowed. It is asked about before it is used again.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub changed: bool,
}

/// A prompt that a server offers.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct McpPrompt {
    /// The server's name for it.
    pub name: String,
    /// Its name for people, if it has another one.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// What it is for.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// What it needs to be told.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub arguments: Vec<McpArgument>,
}

/// What a prompt needs to be told.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct McpArgument {
    /// Its name.
    pub name: String,
    /// What it is.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// Whether the prompt cannot do without.
    pub required: bool,
}

/// A resource that a server offers.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct McpResource {
    /// Its address, which only the server understands.
    pub uri: String,
    /// Its name for people.
    pub name: String,
    /// What it is.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// Its media type.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub mime: String,
    /// Its size in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<f64>,
}

/// A call of a server's tool, as its log has it: neither what was sent nor what was answered.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct McpCall {
    /// The tool.
    pub tool: String,
    /// When it began, in milliseconds since 1970.
    pub at: f64,
    /// How long it took, in milliseconds.
    pub ms: f64,
    /// What came of it.
    pub outcome: McpOutcome,
}

/// What came of a call.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum McpOutcome {
    /// The server answered.
    #[default]
    Answered,
    /// The server asks for something first.
    Asks,
    /// The server says that it was not done, or never heard of it.
    Failed,
    /// The answer was not seen.
    Unknown,
}

/// A server of an imported list that was not added.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct McpLeftOut {
    /// Its name in the list.
    pub name: String,
    /// Why, in a sentence.
    pub reason: String,
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_row_of_the_contract_is_enough_and_its_secrets_are_shown_to_nobody() {
        let row =
            json!({"id": "a", "name": "n", "url": "https://a.example/mcp", "headers": {"authorization": "Bearer s3"}});
        let server: McpServer = crate::json::from_value(row).unwrap();
        assert_eq!((server.enabled, server.transport, server.trust), (true, McpTransport::Auto, McpTrust::Ask));
        let shown = McpServerShown::from(&McpServer { client_secret: "s3".into(), ..server.clone() });
        let written = serde_json::to_string(&shown).unwrap() + &format!("{server:?} {shown:?}");
        assert!(written.contains("authorization") && !written.contains("s3"), "{written}");
        assert_eq!(shown.server(), server.without_secrets());
    }
}
