//! What a server tells unasked: which of its lists changed, and how far a call is.

use super::error::brief;
use super::types::Progress;
use super::wire;
use serde_json::Value;

/// What to be told of.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Wanted {
    /// Changes of the list of tools.
    pub tools: bool,
    /// Changes of the list of prompts.
    pub prompts: bool,
    /// Changes of the list of resources.
    pub resources: bool,
    /// Changes of these resources themselves.
    pub contents: Vec<String>,
}

/// What changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// The list of tools.
    Tools,
    /// The list of prompts.
    Prompts,
    /// The list of resources.
    Resources,
    /// What a resource holds.
    Contents(String),
}

impl Change {
    pub(crate) fn of(method: &str, params: &Value) -> Option<Self> {
        match method {
            "notifications/tools/list_changed" => Some(Self::Tools),
            "notifications/prompts/list_changed" => Some(Self::Prompts),
            "notifications/resources/list_changed" => Some(Self::Resources),
            "notifications/resources/updated" => {
                params.get("uri").and_then(Value::as_str).map(|uri| Self::Contents(uri.to_owned()))
            }
            _ => None,
        }
    }

    pub(crate) fn is_in(&self, wanted: &Wanted) -> bool {
        match self {
            Self::Tools => wanted.tools,
            Self::Prompts => wanted.prompts,
            Self::Resources => wanted.resources,
            Self::Contents(uri) => wanted.contents.contains(uri),
        }
    }
}

/// Passes on how far a call is, if the message is about it.
pub(crate) fn told_progress(method: &str, params: Value, token: i64, told: &mut dyn FnMut(Progress)) {
    let is_ours = || params.get("progressToken").is_some_and(|theirs| wire::is_id(theirs, token));
    if method == "notifications/progress" && is_ours() {
        let progress = edith_protocol::json::from_value(params).ok();
        let progress = progress.map(|progress: Progress| Progress {
            message: progress.message.map(|message| brief(&message, 300)),
            ..progress
        });
        progress.into_iter().for_each(told);
    }
}
