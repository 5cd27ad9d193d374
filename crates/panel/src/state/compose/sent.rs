//! What a sent message refers to, as it stays shown with it.

use crate::state::documents::kind::{Shape, shape};
use edith_protocol::{Message, Reference};

/// A document of a message.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct File {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Whether it is a picture.
    pub is_picture: bool,
}

/// What a message refers to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sent {
    /// The name of the saved prompt that its words come from.
    pub prompt: Option<String>,
    /// The tabs, pages, selections, links and pictures of pages; without their texts.
    pub references: Vec<Reference>,
    /// The documents.
    pub files: Vec<File>,
}

impl Sent {
    /// What a stored message refers to.
    pub fn with(message: &Message) -> Self {
        let bare = |reference: &Reference| {
            // A selection is known by its words.
            let text: String = reference.text.chars().take(300).collect();
            Reference { text, ..reference.clone() }
        };
        let file = |document: &edith_protocol::Document| File {
            id: document.id.clone(),
            name: document.name.clone(),
            is_picture: shape("", &document.name, &document.mime) == Shape::Picture,
        };
        Self {
            prompt: message.prompt_name.clone(),
            references: message.refers.iter().map(bare).collect(),
            files: message.documents.iter().map(file).collect(),
        }
    }

    /// Whether it refers to nothing.
    pub fn is_empty(&self) -> bool {
        self.prompt.is_none() && self.references.is_empty() && self.files.is_empty()
    }

    /// How much there is, for the key of what shows it.
    pub fn len(&self) -> usize {
        usize::from(self.prompt.is_some()) + self.references.len() + self.files.len()
    }
}
