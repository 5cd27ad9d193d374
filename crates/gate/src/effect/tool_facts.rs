//! What is known of a tool that a page offers when a call of it is judged.

use crate::SecretKind;
use serde::{Deserialize, Serialize};

/// A tool of the page that a call uses, as far as the gate needs it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ToolFacts {
    /// As looks call it.
    pub name: String,
    /// What it says about itself.
    pub description: String,
    /// Whether a form stands for it, which is filled in.
    pub is_form: bool,
    /// Whether that form is submitted, too.
    pub submits: bool,
    /// Whether the page says that it has consequences.
    pub is_consequential: bool,
    /// The places in its input that hold secrets.
    pub secrets: Vec<(String, SecretKind)>,
    /// Everything about it in short.
    pub digest: String,
}
