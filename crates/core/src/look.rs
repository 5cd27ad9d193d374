//! The look as the run asks for it.

use crate::snapshot::{Index, UidTable};

/// How a look is rendered.
pub struct RenderOptions {
    /// Tokens, at most.
    pub tokens: usize,
    /// The task.
    pub task: String,
    /// Whether typed values are shown.
    pub show_typed: bool,
}

/// The text of a look, and whether it is whole.
pub fn look(_before: Option<&Index>, now: &Index, _options: &RenderOptions, _uids: &mut UidTable) -> (String, bool) {
    let mut text = format!("URL: {}\nTitle: {}\nELEMENTS (uid | type | label):\n", now.url, now.title);
    for element in &now.elements {
        text.push_str(&format!("{} | {} | {:?}\n", element.uid, element.kind.label(), element.name));
    }
    text.push_str(&format!("TEXT:\n{}", now.text));
    (text, true)
}

/// Search.
pub fn find(index: &Index, _query: &str) -> String {
    index.text.clone()
}

/// Paging.
pub fn read(index: &Index, _offset: usize, _limit: usize) -> String {
    index.text.clone()
}
