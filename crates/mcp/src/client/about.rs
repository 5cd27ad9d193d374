//! The revisions of the protocol, and what a server says about itself.

use super::error::brief;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A revision of the protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Revision {
    /// The first: two addresses, one of them a stream.
    #[serde(rename = "2024-11-05")]
    November2024,
    /// One address.
    #[serde(rename = "2025-03-26")]
    March2025,
    /// Elicitation, structured content.
    #[serde(rename = "2025-06-18")]
    June2025,
    /// The last with sessions.
    #[serde(rename = "2025-11-25")]
    November2025,
    /// No handshake and no sessions.
    #[serde(rename = "2026-07-28")]
    July2026,
}

impl Revision {
    /// All, newest first.
    pub const ALL: [Self; 5] =
        [Self::July2026, Self::November2025, Self::June2025, Self::March2025, Self::November2024];

    /// Its name, a date.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::November2024 => "2024-11-05",
            Self::March2025 => "2025-03-26",
            Self::June2025 => "2025-06-18",
            Self::November2025 => "2025-11-25",
            Self::July2026 => "2026-07-28",
        }
    }

    /// The revision of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|revision| revision.as_str() == name)
    }

    /// Whether each request stands for itself, without a handshake.
    pub fn is_modern(self) -> bool {
        self >= Self::July2026
    }
}

/// What a server says about itself.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct About {
    /// The revision that is spoken.
    pub revision: Revision,
    /// Whether the deprecated transport with two addresses is used.
    pub is_sse: bool,
    /// The server's own name; empty if it gave none.
    pub name: String,
    /// The name for people.
    pub title: Option<String>,
    /// The server's version.
    pub version: String,
    /// What it can, as it said so.
    pub capabilities: Map<String, Value>,
    /// How it wants to be used, in its own words: data, like everything that others write.
    pub instructions: Option<String>,
}

impl About {
    /// Reads it from the answer to either greeting.
    pub(crate) fn read(revision: Revision, is_sse: bool, result: &Value) -> Self {
        let info = result
            .get("serverInfo")
            .or_else(|| result.get("_meta").and_then(|meta| meta.get("io.modelcontextprotocol/serverInfo")));
        let text =
            |name: &str| info.and_then(|info| info.get(name)).and_then(Value::as_str).map(|text| brief(text, 200));
        Self {
            revision,
            is_sse,
            name: text("name").unwrap_or_default(),
            title: text("title"),
            version: text("version").unwrap_or_default(),
            capabilities: result.get("capabilities").and_then(Value::as_object).cloned().unwrap_or_default(),
            instructions: result.get("instructions").and_then(Value::as_str).map(str::to_owned),
        }
    }
}
