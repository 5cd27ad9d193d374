//! What the mailbox remembers.

use serde::{Deserialize, Serialize};

use crate::sites::error::SitesError;

/// Whose mailbox it is.
pub(in crate::sites) const OWNER: &str = "sam@postbox.example";

/// One message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    /// Its number, from 1 on.
    #[serde(default)]
    pub id: u32,
    /// `inbox`, `archive`, `sent` or `trash`.
    #[serde(default)]
    pub folder: String,
    /// Who wrote it.
    pub from: String,
    /// Who gets it.
    #[serde(default)]
    pub to: String,
    /// Its subject.
    pub subject: String,
    /// Its text.
    pub body: String,
    /// The day, in words.
    pub date: String,
    /// Whether it was opened.
    #[serde(default)]
    pub read: bool,
    /// The message it answers.
    #[serde(default)]
    pub reply_to: Option<u32>,
}

/// What the mailbox remembers.
#[derive(Debug, Clone, Serialize)]
pub struct Mail {
    /// All messages of all folders.
    pub messages: Vec<Message>,
}

impl Mail {
    pub(super) fn new() -> Result<Self, SitesError> {
        let mut messages: Vec<Message> = serde_json::from_str(include_str!("../assets/mail/messages.json"))
            .map_err(|source| SitesError::Bundle { file: "messages.json", source })?;
        for (message, id) in messages.iter_mut().zip(1..) {
            message.id = id;
            message.folder = "inbox".to_owned();
            message.to = OWNER.to_owned();
        }
        Ok(Self { messages })
    }

    /// The message with a number.
    pub fn message(&self, id: u32) -> Option<&Message> {
        self.messages.iter().find(|message| message.id == id)
    }

    /// The messages of a folder.
    pub fn folder(&self, name: &str) -> Vec<&Message> {
        self.messages.iter().filter(|message| message.folder == name).collect()
    }
}
