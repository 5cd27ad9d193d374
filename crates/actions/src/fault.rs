//! A refusal of the browser that is none of the causes a tab tells apart by itself.

use std::fmt;

/// A refusal: its cause, and the words of whoever refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Its cause.
    pub cause: FaultCause,
    /// For the model, and for whoever looks for what went wrong.
    pub words: String,
}

/// The cause of a refusal, as far as what follows depends on it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum FaultCause {
    /// The frame of the call was removed, by which its process may have gone too.
    FrameRemoved,
    /// The document has no page script yet.
    ScriptMissing,
    /// The document went away during the call.
    DocumentLeft,
    /// The browser's own page stands for one that could not be loaded.
    ErrorPage,
    /// A tab without any document, as before its first.
    EmptyTab,
    /// No frame has this id.
    NoFrame,
    /// The document of the script's world went away before the call.
    WorldGone,
    /// No dialog is open.
    NoDialog,
    /// The browser does not know the command.
    UnknownCommand,
    /// The debugging session was lost.
    SessionLost,
    /// Whatever else.
    #[default]
    Other,
}

/// The words by which Chrome tells its refusals apart; the first that fit count.
const BROWSER_WORDS: &[(&str, FaultCause)] = &[
    ("was removed", FaultCause::FrameRemoved),
    ("error page", FaultCause::ErrorPage),
    ("\"about:blank\"", FaultCause::EmptyTab),
    ("No frame for given id", FaultCause::NoFrame),
    ("Cannot find context", FaultCause::WorldGone),
    ("No dialog", FaultCause::NoDialog),
    ("wasn't found", FaultCause::UnknownCommand),
];

impl Fault {
    /// A refusal by this program.
    pub fn new(cause: FaultCause, words: impl Into<String>) -> Self {
        Self { cause, words: words.into() }
    }

    /// A refusal in the browser's words, which has no codes for its causes. This is the one place where they are read.
    pub fn of_browser(words: impl Into<String>) -> Self {
        let words = words.into();
        let known = BROWSER_WORDS.iter().find(|(part, _)| words.contains(part));
        Self { cause: known.map(|(_, cause)| *cause).unwrap_or_default(), words }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_browsers_words_have_a_cause() {
        for (words, cause) in [
            ("Frame with ID 0 was removed.", FaultCause::FrameRemoved),
            ("Frame with ID 0 is showing error page", FaultCause::ErrorPage),
            (r#"Cannot access contents of url "about:blank""#, FaultCause::EmptyTab),
            (r#"{"code":-32000,"message":"No frame for given id found"}"#, FaultCause::NoFrame),
            ("Cannot find context with specified id", FaultCause::WorldGone),
            ("No dialog is showing", FaultCause::NoDialog),
            ("'WebMCP.enable' wasn't found", FaultCause::UnknownCommand),
            ("Internal error", FaultCause::Other),
        ] {
            assert_eq!(Fault::of_browser(words), Fault::new(cause, words));
        }
    }
}
