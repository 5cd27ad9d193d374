//! Maps the browser's refusals to the core's errors.

use crate::wire::transport::CallError;
use edith_actions::action::{Fault, FaultCause, TabError};
use edith_words::browser::{LOST, is_refusal};

pub(crate) type Result<T = (), E = TabError> = std::result::Result<T, E>;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// The session is lost; the tab may live on.
    Detached,
    Closed,
    /// The debugger may not attach here, in the browser's words.
    NotAttachable(String),
    Other(String),
}

/// Classifies by where the refusal comes from, and by the browser's words: what the protocol answers has a code, and what has none is the browser's own
/// refusal to let an extension in, whatever its reason.
pub(crate) fn classify(error: &CallError) -> Refusal {
    let (words, has_code) = plain(&error.0);
    let has = |part: &str| words.contains(part);
    if has("No tab with") || has("Tab was closed") || has("The tab was closed") {
        Refusal::Closed
    } else if has("is not attached")
        || has("Detached while handling")
        || has("Target closed")
        || has("Session with given id")
    {
        Refusal::Detached
    } else if !has_code
        || has("Cannot access")
        || has("Cannot attach")
        || has("Another debugger")
        || has("cannot be scripted")
        || has("not allowed")
    {
        Refusal::NotAttachable(words)
    } else {
        Refusal::Other(words)
    }
}

pub(crate) fn to_tab_error(error: &CallError) -> TabError {
    match classify(error) {
        Refusal::Closed => TabError::Closed,
        Refusal::NotAttachable(reason) => TabError::NotAttachable { reason },
        Refusal::Detached => session_lost(),
        Refusal::Other(words) => TabError::Protocol(Fault::of_browser(words)),
    }
}

/// The tab's debugging session is lost.
pub(crate) fn session_lost() -> TabError {
    TabError::Protocol(Fault::new(FaultCause::SessionLost, LOST))
}

/// Why the browser does not run the page's script, from its words: the tab is closed, may not be worked in, or something else, such as a frame that went
/// away.
pub fn script_refused(words: &str) -> TabError {
    match classify(&CallError(words.to_owned())) {
        Refusal::Closed => TabError::Closed,
        _ if is_refusal(words) => TabError::NotAttachable { reason: words.to_owned() },
        _ => TabError::Protocol(Fault::of_browser(words)),
    }
}

/// The message inside the JSON that `chrome.debugger` uses for the protocol's errors, or the text itself; and whether there is an error's code.
fn plain(error: &str) -> (String, bool) {
    let inner = serde_json::from_str::<serde_json::Value>(error).ok();
    let field = |name: &str| inner.as_ref().and_then(|inner| inner.get(name));
    let message = field("message").and_then(|message| message.as_str());
    (message.unwrap_or(error).to_owned(), field("code").is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_are_told_apart() {
        let check =
            |words: &str, expected: Refusal| assert_eq!(classify(&CallError(words.into())), expected, "{words}");
        check("No tab with given id 12.", Refusal::Closed);
        check("Debugger is not attached to the tab with id: 12.", Refusal::Detached);
        check("Detached while handling command.", Refusal::Detached);
        check(r#"{"code":-32000,"message":"Cannot find context"}"#, Refusal::Other("Cannot find context".into()));
        check("Cannot access a chrome:// URL", Refusal::NotAttachable("Cannot access a chrome:// URL".into()));
    }

    #[test]
    fn whatever_keeps_an_extension_out_is_told_as_that() {
        for words in [
            "Host access is restricted by policy.",
            "Debugging this page was blocked by your administrator.",
            "This page cannot be scripted due to an ExtensionsSettings policy.",
            "Extension access is disabled for this origin.",
        ] {
            assert_eq!(classify(&CallError(words.into())), Refusal::NotAttachable(words.into()));
        }
        let told = to_tab_error(&CallError("Host access is restricted by policy.".into())).to_string();
        assert!(told.contains("administrator"), "{told}");
    }

    #[test]
    fn a_script_that_may_not_run_is_told_from_a_frame_that_went_away() {
        for words in [
            "Host access is restricted by policy.",
            "This page cannot be scripted due to an ExtensionsSettings policy.",
            "The extensions gallery cannot be scripted.",
            "Cannot access a chrome:// URL",
        ] {
            assert_eq!(script_refused(words), TabError::NotAttachable { reason: words.into() });
        }
        for words in ["Frame with ID 0 was removed.", "Frame with ID 0 is showing error page"] {
            assert_eq!(script_refused(words), TabError::Protocol(Fault::of_browser(words)));
        }
        assert_eq!(script_refused("No tab with id: 7."), TabError::Closed);
    }
}
