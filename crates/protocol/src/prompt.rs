//! A prompt that the person keeps, to be sent again with its fields filled in.

use serde::{Deserialize, Serialize};

/// Saved prompts, at most.
pub const MAX_PROMPTS: usize = 200;
/// Characters of a saved prompt's name, at most.
pub const PROMPT_NAME_CHARS: usize = 60;
/// Characters of a saved prompt's text, at most.
pub const PROMPT_CHARS: usize = 20_000;

/// A saved prompt.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SavedPrompt {
    /// Its id; a new one needs none.
    #[serde(default)]
    pub id: String,
    /// What it is called: one line of 60 characters at most, no two alike.
    pub name: String,
    /// Its text, 20,000 characters at most; `{{name}}` in it is a field that is filled in before it is sent.
    pub text: String,
}
