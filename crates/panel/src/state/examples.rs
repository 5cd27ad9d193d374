//! Tasks a person can start with one click; each is understood without a key, by the built-in interpreter.

/// An example task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Example {
    /// What the button says.
    pub title: &'static str,
    /// The task that is started.
    pub prompt: &'static str,
}

/// The examples of the first page.
pub const EXAMPLES: [Example; 3] = [
    Example {
        title: "Look something up",
        prompt: "Go to en.wikipedia.org, search for Ada Lovelace, then read the page",
    },
    Example { title: "Read the page I am on", prompt: "Read the page" },
    Example { title: "See my open tabs", prompt: "List the tabs" },
];
