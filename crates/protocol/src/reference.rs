//! A task's references: a page, a selection, a link, a picture, tabs, documents.

use serde::{Deserialize, Serialize};

/// A reference of a task.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Reference {
    /// Its kind.
    pub kind: ReferenceKind,
    /// The page's title, or the link's text.
    pub title: String,
    /// Its address; for a selection that of its page.
    pub url: String,
    /// Its text, as far as it was captured.
    pub text: String,
}

/// The kinds of references.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ReferenceKind {
    /// Selected text.
    Selection,
    /// A link.
    Link,
    /// A picture.
    Image,
    /// An open tab.
    Tab,
    /// A page; unknown words count as one too.
    #[default]
    #[serde(other)]
    Page,
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_reference_of_an_unknown_kind_is_a_page() {
        for (kind, expected) in [("tab", "tab"), ("page", "page"), ("", "page"), ("map", "page")] {
            let read: Reference = serde_json::from_value(json!({ "kind": kind })).unwrap();
            assert_eq!(serde_json::to_value(read).unwrap()["kind"], expected, "{kind}");
        }
        assert_eq!(serde_json::from_value::<Reference>(json!({})).unwrap().kind, ReferenceKind::Page);
    }
}
