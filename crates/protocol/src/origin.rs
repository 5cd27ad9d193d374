//! Origins of values.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The origin of a value. In JSON one string: `task`, `model`, `page`, `user`, `profile`, `the earlier conversation`, `the list of your tabs`,
/// `document:ID`, `mcp:SERVER`, or the origin of a site.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(from = "String", into = "String")]
pub enum Origin {
    /// `task`: the user's own words, or a document attached to the task.
    Task,
    /// `model`: the model wrote it.
    Model,
    /// `page`: it was already in the field.
    Page,
    /// `user`: typed by the user before the run.
    User,
    /// `profile`: the user's profile.
    Profile,
    /// [`Origin::EARLIER`]: the conversation before this run.
    Earlier,
    /// [`Origin::TABS`]: titles and addresses of the open tabs.
    Tabs,
    /// `document:ID`.
    Document(String),
    /// `mcp:SERVER`: a result of this server's tools.
    Mcp(String),
    /// A page of this site, e.g. `https://shop.example`.
    Site(String),
}

impl Origin {
    /// [`Origin::Earlier`] in JSON.
    pub const EARLIER: &str = "the earlier conversation";
    /// [`Origin::Tabs`] in JSON.
    pub const TABS: &str = "the list of your tabs";

    /// Reads a string; anything but these words is a site.
    fn read(text: String) -> Self {
        match text.as_str() {
            "task" => Self::Task,
            "model" => Self::Model,
            "page" => Self::Page,
            "user" => Self::User,
            "profile" => Self::Profile,
            Self::EARLIER => Self::Earlier,
            Self::TABS => Self::Tabs,
            other => match other.split_once(':') {
                Some(("document", id)) => Self::Document(id.to_owned()),
                Some(("mcp", server)) => Self::Mcp(server.to_owned()),
                _ => Self::Site(text),
            },
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Task => f.write_str("task"),
            Self::Model => f.write_str("model"),
            Self::Page => f.write_str("page"),
            Self::User => f.write_str("user"),
            Self::Profile => f.write_str("profile"),
            Self::Earlier => f.write_str(Self::EARLIER),
            Self::Tabs => f.write_str(Self::TABS),
            Self::Document(id) => write!(f, "document:{id}"),
            Self::Mcp(server) => write!(f, "mcp:{server}"),
            Self::Site(origin) => f.write_str(origin),
        }
    }
}

impl From<String> for Origin {
    fn from(text: String) -> Self {
        Self::read(text)
    }
}

impl From<&str> for Origin {
    fn from(text: &str) -> Self {
        Self::read(text.to_owned())
    }
}

impl From<Origin> for String {
    fn from(origin: Origin) -> Self {
        origin.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_is_one_string() {
        for (text, origin) in [
            ("task", Origin::Task),
            ("model", Origin::Model),
            ("page", Origin::Page),
            ("user", Origin::User),
            ("profile", Origin::Profile),
            ("the earlier conversation", Origin::Earlier),
            ("the list of your tabs", Origin::Tabs),
            ("document:d1", Origin::Document("d1".into())),
            ("mcp:files", Origin::Mcp("files".into())),
            ("https://shop.example", Origin::Site("https://shop.example".into())),
        ] {
            assert_eq!(serde_json::to_value(&origin).unwrap(), text);
            assert_eq!(serde_json::from_value::<Origin>(text.into()).unwrap(), origin);
        }
    }
}
