//! What is known of a tool that a page offers when a call of it is judged.

use super::SecretKind;
use serde::{Deserialize, Serialize};

/// A tool of the page that a call uses, as far as the gate needs it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct ToolFacts {
    /// As looks call it.
    pub(crate) name: String,
    /// What it says of itself.
    pub(crate) description: String,
    /// Whether a form stands for it, which is filled in.
    pub(crate) is_form: bool,
    /// Whether that form is submitted, too.
    pub(crate) submits: bool,
    /// Whether the page says that it has consequences.
    pub(crate) is_consequential: bool,
    /// The places in its input that hold secrets.
    pub(crate) secrets: Vec<(String, SecretKind)>,
    /// Everything about it in short.
    pub(crate) digest: String,
}
