//! One-click example tasks, which the built-in interpreter understands without a key.

use crate::state::text::key;

/// An example task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Example {
    /// A key of the catalogue.
    pub title: &'static str,
    /// The task that is started.
    pub prompt: &'static str,
}

/// The examples of the first page.
pub const EXAMPLES: [Example; 3] = [
    Example {
        title: key("example_look"),
        prompt: "Go to en.wikipedia.org, search for Ada Lovelace, then read the page",
    },
    Example { title: key("example_read"), prompt: "Read the page" },
    Example { title: key("example_tabs"), prompt: "List the tabs" },
];
