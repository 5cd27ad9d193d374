//! A message's content: texts, pictures and documents, in order.

use crate::fence::Data;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;

/// Stands for a picture that the model does not accept.
pub(crate) const NO_PICTURE: &str = "(A picture was here. This model takes none.)";

/// One part of a message.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ContentPart {
    /// Text.
    Text(String),
    /// Somebody else's words, fenced when sent.
    Data(Data),
    /// A picture; sent only to models that take images.
    Picture {
        /// Its data URL, which names its type.
        url: String,
    },
    /// A document, or a piece of one.
    Document {
        /// Its file name.
        name: String,
        /// Its MIME type.
        mime: String,
        /// Its text, fenced when sent.
        text: String,
    },
}

/// The parts of a message. A lone text is stored as a plain string.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Content(Vec<ContentPart>);

impl ContentPart {
    /// Its text; empty for a picture.
    pub fn text(&self) -> Cow<'_, str> {
        match self {
            Self::Text(text) => Cow::Borrowed(text),
            Self::Data(data) => Cow::Owned(data.fenced()),
            Self::Document { name, mime, text } => Cow::Owned(format!("DOCUMENT {name:?} ({mime}):\n{text}")),
            Self::Picture { .. } => Cow::Borrowed(""),
        }
    }
}

impl Content {
    /// The parts, in order.
    pub fn parts(&self) -> &[ContentPart] {
        &self.0
    }

    /// With another part at the end.
    #[must_use]
    pub fn with(mut self, part: impl Into<Option<ContentPart>>) -> Self {
        self.0.extend(part.into());
        self
    }

    /// All of its text: a paragraph per text and document, with the data of each below it.
    pub fn text(&self) -> Cow<'_, str> {
        let mut all = Cow::Borrowed("");
        for part in self.0.iter().filter(|part| !matches!(part, ContentPart::Picture { .. })) {
            all = match (all.is_empty(), part) {
                (true, _) => part.text(),
                (false, ContentPart::Data(_)) => Cow::Owned(format!("{all}\n{}", part.text())),
                (false, _) => Cow::Owned(format!("{all}\n\n{}", part.text())),
            };
        }
        all
    }

    /// What EDITH or the person says in it.
    pub fn own_text(&self) -> String {
        let texts = self.0.iter().filter_map(|part| match part {
            ContentPart::Text(text) => Some(text.as_str()),
            ContentPart::Data(_) | ContentPart::Picture { .. } | ContentPart::Document { .. } => None,
        });
        texts.collect::<Vec<_>>().join("\n\n")
    }

    /// What somebody else says in it.
    pub fn data(&self) -> impl Iterator<Item = &Data> {
        self.0.iter().filter_map(|part| match part {
            ContentPart::Data(data) => Some(data),
            ContentPart::Text(_) | ContentPart::Picture { .. } | ContentPart::Document { .. } => None,
        })
    }

    /// Replaces each picture with a note.
    pub(crate) fn omit_pictures(&mut self) {
        for part in self.0.iter_mut().filter(|part| matches!(part, ContentPart::Picture { .. })) {
            *part = ContentPart::Text(NO_PICTURE.to_owned());
        }
    }

    /// The data URLs of its pictures.
    pub fn pictures(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|part| match part {
            ContentPart::Picture { url } => Some(url.as_str()),
            ContentPart::Text(_) | ContentPart::Data(_) | ContentPart::Document { .. } => None,
        })
    }
}

impl From<String> for Content {
    fn from(text: String) -> Self {
        Self(vec![ContentPart::Text(text)])
    }
}

impl From<&str> for Content {
    fn from(text: &str) -> Self {
        Self::from(text.to_owned())
    }
}

impl From<Data> for Content {
    fn from(data: Data) -> Self {
        Self(vec![ContentPart::Data(data)])
    }
}

impl Serialize for Content {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.as_slice() {
            [ContentPart::Text(text)] => serializer.serialize_str(text),
            parts => parts.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Content {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Stored {
            Text(String),
            Parts(Vec<ContentPart>),
        }
        Stored::deserialize(deserializer).map(|stored| match stored {
            Stored::Text(text) => Self::from(text),
            Stored::Parts(parts) => Self(parts),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ChatMessage;
    use serde_json::json;

    #[test]
    fn text_alone_is_stored_as_it_was_before_there_were_parts() {
        for stored in [
            json!({"User": {"content": "Lamps?"}}),
            json!({"Assistant": {"content": "Two."}}),
            json!({"Tool": {"tool_call_id": "a", "content": "done"}}),
        ] {
            let read: ChatMessage = serde_json::from_value(stored.clone()).unwrap();
            assert_eq!(serde_json::to_value(read).unwrap(), stored);
        }
    }

    #[test]
    fn every_part_reads_back() {
        let document = ContentPart::Document { name: "a.txt".into(), mime: "text/plain".into(), text: "Words".into() };
        let content =
            Content::from("See").with(ContentPart::Picture { url: "data:image/png;base64,AA".into() }).with(document);
        let stored = serde_json::to_string(&content).unwrap();
        assert_eq!(serde_json::from_str::<Content>(&stored).unwrap(), content, "{stored}");
        assert_eq!(content.text(), "See\n\nDOCUMENT \"a.txt\" (text/plain):\nWords");
        assert_eq!(content.pictures().collect::<Vec<_>>(), ["data:image/png;base64,AA"]);
    }
}
