//! What a task refers to beside its words: a page, a selection, a link, a picture, chosen tabs, documents.

use serde::{Deserialize, Serialize};

/// One thing that a task refers to.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Reference {
    /// What it is.
    pub kind: ReferenceKind,
    /// The title of its page, or the link's words.
    pub title: String,
    /// Its address; of a selection, that of its page.
    pub url: String,
    /// Its text, as far as it was taken along.
    pub text: String,
}

/// What a task refers to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ReferenceKind {
    /// Text that was selected.
    Selection,
    /// A link.
    Link,
    /// A picture.
    Image,
    /// An open tab.
    Tab,
    /// A page; so is any other word taken.
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
