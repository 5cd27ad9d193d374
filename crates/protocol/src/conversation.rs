//! Stored conversations: their list under `edith_conversations`, and each under its own key.

use crate::ConversationId;
use serde::ser::SerializeSeq;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Conversations kept; beyond that the oldest unpinned one is dropped.
pub const MAX_CONVERSATIONS: usize = 100;
/// Characters of the prompt that make a title.
pub const TITLE_CHARS: usize = 60;

/// The first `most` characters of a text on one line, with an ellipsis if it was cut.
pub fn shorten(text: &str, most: usize) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(most) {
        Some((cut, _)) => format!("{}…", line.get(..cut).unwrap_or_default().trim_end()),
        None => line,
    }
}

/// The title that a prompt, or what the person renames a conversation to, makes.
pub fn title_of(words: &str) -> String {
    words.trim().chars().take(TITLE_CHARS).collect()
}

/// A conversation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Conversation {
    /// Its id.
    pub id: ConversationId,
    /// The first 60 characters of the prompt, or the user's own title.
    pub title: String,
    /// What is shown in the title's place: a few words that a model made of a long prompt, or the user's own title. None: the title is shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Oldest first.
    pub messages: Vec<Message>,
    /// Milliseconds since 1970.
    pub created_at: f64,
    /// Milliseconds since 1970.
    pub updated_at: f64,
    /// Whether it stays on top of the list and is never dropped.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pinned: bool,
    /// What its tasks have read that may be meant for the user alone: sites, and names of what is not a site. None: it is not known, as of an imported
    /// conversation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub private_sources: Option<Vec<String>>,
    /// What its tasks' contacts with sites have been.
    #[serde(default, skip_serializing_if = "Contacts::is_none")]
    pub contacts: Contacts,
}

/// Contacts of a conversation's tasks with sites, which later tasks go on counting.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct Contacts {
    /// Choices among what pages offered, after something private was read elsewhere.
    pub moves: u32,
    /// Of these, presses, by site.
    pub presses: BTreeMap<String, u32>,
    /// The sites on which something was entered after a private read, and since when, in milliseconds since 1970.
    pub entered: BTreeMap<String, f64>,
    /// Of these, those whose links may have been formed by it.
    pub influenced: Vec<String>,
    /// Whether pages of the internet were read.
    pub internet: bool,
}

impl Contacts {
    /// Whether there were none.
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }
}

/// The messages' runs, each once, in order.
pub fn run_ids(messages: &[Message]) -> Vec<crate::RunId> {
    let mut runs: Vec<_> = messages.iter().filter_map(|message| message.run_id.clone()).collect();
    runs.dedup();
    runs
}

/// A conversation in the list under `edith_conversations`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ConversationHead {
    /// Its id.
    pub id: ConversationId,
    /// The first 60 characters of the prompt, or the user's own title.
    pub title: String,
    /// What is shown in the title's place: a few words that a model made of a long prompt, or the user's own title. None: the title is shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Milliseconds since 1970.
    pub created_at: f64,
    /// Milliseconds since 1970.
    pub updated_at: f64,
    /// Whether it stays on top of the list and is never dropped.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pinned: bool,
}

impl Conversation {
    /// Reads the stored form.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn read(stored: Value) -> Result<Self, Unreadable> {
        crate::json::from_value(stored.clone()).map_err(|_| stored.into())
    }

    /// What it is called for the person.
    pub fn shown(&self) -> Cow<'_, str> {
        shown(self.name.as_deref(), &self.title)
    }

    /// Its entry in the list.
    pub fn head(&self) -> ConversationHead {
        ConversationHead {
            id: self.id.clone(),
            title: self.title.clone(),
            name: self.name.clone(),
            created_at: self.created_at,
            updated_at: self.updated_at,
            pinned: self.pinned,
        }
    }
}

impl ConversationHead {
    /// What it is called for the person.
    pub fn shown(&self) -> Cow<'_, str> {
        shown(self.name.as_deref(), &self.title)
    }
}

/// A title as long as one can be was most likely cut.
fn shown<'a>(name: Option<&'a str>, title: &'a str) -> Cow<'a, str> {
    match name {
        Some(name) => name.into(),
        None if title.chars().count() < TITLE_CHARS => title.into(),
        None => format!("{}…", title.trim_end()).into(),
    }
}

impl ConversationId {
    /// Its key in `chrome.storage.local`.
    pub fn key(&self) -> String {
        format!("edith_conversation_{self}")
    }
}

/// The contents of `edith_conversations`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ConversationList {
    /// The readable conversations.
    pub heads: Vec<ConversationHead>,
    /// Those stored in full here, as all were before each had its own key.
    pub whole: Vec<Conversation>,
    /// Unreadable entries, verbatim.
    pub unreadable: Vec<Unreadable>,
}

impl Serialize for ConversationList {
    /// The stored form once each conversation has its own key.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        self.heads.iter().try_for_each(|head| list.serialize_element(head))?;
        self.unreadable.iter().try_for_each(|one| list.serialize_element(one))?;
        list.end()
    }
}

impl ConversationList {
    /// Reads the stored list entry by entry, so that a damaged one does not affect the others.
    pub fn read(stored: Value) -> Self {
        let all = match stored {
            Value::Null => Vec::new(),
            Value::Array(all) => all,
            other => vec![other],
        };
        let mut list = Self::default();
        for one in all {
            if one.get("messages").is_none() {
                match crate::json::from_value(one.clone()) {
                    Ok(head) => list.heads.push(head),
                    Err(_) => list.unreadable.push(one.into()),
                }
            } else {
                match Conversation::read(one) {
                    Ok(conversation) => {
                        list.heads.push(conversation.head());
                        list.whole.push(conversation);
                    }
                    Err(unreadable) => list.unreadable.push(unreadable),
                }
            }
        }
        list
    }
}

/// An unreadable stored conversation, verbatim.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Unreadable(Value);

impl From<Value> for Unreadable {
    fn from(stored: Value) -> Self {
        Self(stored)
    }
}

impl Unreadable {
    /// A label that the user recognises.
    pub fn name(&self) -> &str {
        let text = |name: &str| self.0.get(name).and_then(Value::as_str).filter(|text| !text.is_empty());
        text("name").or_else(|| text("title")).or_else(|| text("id")).unwrap_or("?")
    }
}

/// The author of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The user.
    User,
    /// The model.
    Assistant,
    /// A tool's result.
    Tool,
}

/// A message in a conversation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Message {
    /// Unique in its conversation.
    pub id: String,
    /// Its author.
    pub role: Role,
    /// The text: Markdown from the model.
    pub content: String,
    /// Calls the model made with this message.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tool_calls: Vec<ToolCall>,
    /// For a tool's result: its call. For a question and its answer: the call that asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool_call_id: Option<String>,
    /// For a tool's result: the tool.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool_name: Option<String>,
    /// Its run, so that the panel can show the steps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run_id: Option<crate::RunId>,
    /// The task's references.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refers: Vec<crate::Reference>,
    /// The task's documents.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub documents: Vec<crate::Document>,
    /// The name of the saved prompt that the task came from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prompt_name: Option<String>,
    /// What is in it that the person did not type, piece by piece.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pasted: Vec<String>,
    /// Whether it answers a question about a plan. Answers name no site.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub replies: bool,
    /// On a run's last message: how the run ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<Ending>,
    /// Milliseconds since 1970.
    pub timestamp: f64,
}

impl Message {
    /// Whether it is a final answer: it has no calls and is not a question.
    pub fn is_answer(&self) -> bool {
        self.role == Role::Assistant && self.tool_calls.is_empty() && self.tool_call_id.is_none()
    }
}

/// How a run ended, as stored with its conversation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Ending {
    /// The outcome.
    pub outcome: crate::Outcome,
    /// The evidence that code found.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<crate::Proof>,
    /// Model turns with an action or a look.
    pub steps: u32,
    /// Tokens used, and their price.
    #[serde(default)]
    pub usage: crate::Usage,
    /// What the person may do next.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub suggestions: Vec<crate::Suggestion>,
    /// The id of the model server that refused its keys, if the run failed for that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused_key: Option<String>,
}

/// A tool call as the model wrote it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ToolCall {
    /// The model server's id for the call.
    pub id: String,
    /// The tool's name.
    pub name: String,
    /// The arguments as unchecked JSON text.
    pub arguments: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shortening_counts_characters_and_joins_lines() {
        assert_eq!(shorten("a  b\nc", 10), "a b c");
        assert_eq!(shorten("größer als alles", 6), "größer…");
        assert_eq!(shorten("ab cd", 3), "ab…");
    }
}
