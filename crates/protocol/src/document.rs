//! Documents: files that the user gives to a task.

use serde::{Deserialize, Serialize};

/// How many documents a task may be given.
pub const MAX_DOCUMENTS: usize = 20;
/// How large one may be, in bytes.
pub const MAX_DOCUMENT_BYTES: u64 = 50 * 1024 * 1024;

/// A document that is stored, without its bytes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Document {
    /// Its id.
    pub id: String,
    /// Its file name, unique in its conversation.
    pub name: String,
    /// Its media type; empty where it is not known.
    pub mime: String,
    /// Bytes.
    pub size: u64,
}

/// A document as it is given with a task: with its bytes, or by the id under which they were stored with `DOCUMENT_ADD`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Given {
    /// Its id; empty where the bytes come along.
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
