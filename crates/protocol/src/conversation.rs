//! Conversations as stored: the list of them under `edith_conversations`, and each under a key of its own.

use crate::ConversationId;
use serde::ser::SerializeSeq;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

/// How many conversations are kept; the oldest that is not pinned goes first.
pub const MAX_CONVERSATIONS: usize = 100;
/// A title is the first characters of the prompt, this many.
pub const TITLE_CHARS: usize = 60;

/// A conversation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Conversation {
    /// Its id.
    pub id: ConversationId,
    /// The first 60 characters of the prompt, or what the user called it.
    pub title: String,
    /// Oldest first.
    pub messages: Vec<Message>,
    /// Milliseconds since 1970.
    pub created_at: f64,
    /// Milliseconds since 1970.
    pub updated_at: f64,
    /// Whether it stays on top of the list, and is kept when there are too many.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pinned: bool,
}

/// The runs of messages, each once, in the order of the messages.
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
    /// The first 60 characters of the prompt, or what the user called it.
    pub title: String,
    /// Milliseconds since 1970.
    pub created_at: f64,
    /// Milliseconds since 1970.
    pub updated_at: f64,
    /// Whether it stays on top of the list, and is kept when there are too many.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pinned: bool,
}

impl Conversation {
    /// Reads what is stored of one.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn read(stored: Value) -> Result<Self, Unreadable> {
        Self::deserialize(&stored).map_err(|_| stored.into())
    }

    /// How it stands in the list.
    pub fn head(&self) -> ConversationHead {
        ConversationHead {
            id: self.id.clone(),
            title: self.title.clone(),
            created_at: self.created_at,
            updated_at: self.updated_at,
            pinned: self.pinned,
        }
    }
}

impl ConversationId {
    /// The key of `chrome.storage.local` that the conversation is stored under.
    pub fn key(&self) -> String {
        format!("edith_conversation_{self}")
    }
}

/// What is stored under `edith_conversations`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ConversationList {
    /// Every conversation that can be read.
    pub heads: Vec<ConversationHead>,
    /// Those of them that stand there whole, as all did before each got a key of its own.
    pub whole: Vec<Conversation>,
    /// What cannot be read, as it is.
    pub unreadable: Vec<Unreadable>,
}

impl Serialize for ConversationList {
    /// As it is stored once each conversation has a key of its own.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        self.heads.iter().try_for_each(|head| list.serialize_element(head))?;
        self.unreadable.iter().try_for_each(|one| list.serialize_element(one))?;
        list.end()
    }
}

impl ConversationList {
    /// Reads the stored list, one by one: what is damaged does not take the others with it.
    pub fn read(stored: Value) -> Self {
        let all = match stored {
            Value::Null => Vec::new(),
            Value::Array(all) => all,
            other => vec![other],
        };
        let mut list = Self::default();
        for one in all {
            if one.get("messages").is_none() {
                match ConversationHead::deserialize(&one) {
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

/// A stored conversation that cannot be read, as it stands there.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Unreadable(Value);

impl From<Value> for Unreadable {
    fn from(stored: Value) -> Self {
        Self(stored)
    }
}

impl Unreadable {
    /// By what a person knows it.
    pub fn name(&self) -> &str {
        let text = |name: &str| self.0.get(name).and_then(Value::as_str).filter(|text| !text.is_empty());
        text("title").or_else(|| text("id")).unwrap_or("?")
    }
}

/// Who a message is from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The person.
    User,
    /// The model.
    Assistant,
    /// A tool's answer.
    Tool,
}

/// A message in a conversation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Message {
    /// Unique in its conversation.
    pub id: String,
    /// Who it is from.
    pub role: Role,
    /// The text: Markdown from the model.
    pub content: String,
    /// Calls the model made with this message.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tool_calls: Vec<ToolCall>,
    /// For a tool's answer: the call it answers. For a question and the person's answer to it: the call that asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool_call_id: Option<String>,
    /// For a tool's answer: the tool.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool_name: Option<String>,
    /// The run this belongs to, so that the panel can show its steps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run_id: Option<crate::RunId>,
    /// What it refers to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refers: Vec<crate::Reference>,
    /// The documents that were given with it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub documents: Vec<crate::Document>,
    /// Of the last message of a run: how that ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<Ending>,
    /// Milliseconds since 1970.
    pub timestamp: f64,
}

/// How a run ended, as its conversation keeps it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Ending {
    /// How.
    pub outcome: crate::Outcome,
    /// What code found that shows it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<crate::Proof>,
    /// Model turns in which it did or looked at something.
    pub steps: u32,
    /// Tokens it took, and their price.
    #[serde(default)]
    pub usage: crate::Usage,
}

/// A tool call as the model wrote it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ToolCall {
    /// The model server's id for the call.
    pub id: String,
    /// The tool's name.
    pub name: String,
    /// The arguments as JSON text, not yet checked.
    pub arguments: String,
}
