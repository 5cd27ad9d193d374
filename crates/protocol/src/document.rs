//! Documents: files that the user attaches to a task.

use serde::{Deserialize, Serialize};

/// Documents per task, at most.
pub const MAX_DOCUMENTS: usize = 20;
/// Bytes per document, at most.
pub const MAX_DOCUMENT_BYTES: u64 = 50 * 1024 * 1024;

/// A stored document without its bytes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Document {
    /// Its id.
    pub id: String,
    /// Its file name, unique in its conversation.
    pub name: String,
    /// Its media type; empty if unknown.
    pub mime: String,
    /// Its size in bytes.
    pub size: u64,
}

/// A document attached to a task: inline, or by the id from `DOCUMENT_ADD`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Given {
    /// Its id; empty if inline.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub id: String,
    /// Its file name.
    pub name: String,
    /// Its media type.
    pub mime: String,
    /// Its bytes in base64.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub data: String,
}
