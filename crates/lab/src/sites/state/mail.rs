//! The mailbox's state.

use serde::{Deserialize, Serialize};

use crate::sites::error::SitesError;

pub(in crate::sites) const OWNER: &str = "sam@postbox.example";

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    /// From 1.
    #[serde(default)]
    pub id: u32,
    /// `inbox`, `archive`, `sent` or `trash`.
    #[serde(default)]
    pub folder: String,
    pub from: String,
    #[serde(default)]
    pub to: String,
    pub subject: String,
    pub body: String,
    /// The day, in words.
    pub date: String,
    #[serde(default)]
    pub read: bool,
    /// The message it answers.
    #[serde(default)]
    pub reply_to: Option<u32>,
}

#[derive(Debug, Clone, Serialize)]
pub struct Mail {
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

    pub fn message(&self, id: u32) -> Option<&Message> {
        self.messages.iter().find(|message| message.id == id)
    }

    pub fn folder(&self, name: &str) -> Vec<&Message> {
        self.messages.iter().filter(|message| message.folder == name).collect()
    }
}
