//! Maps the browser's refusals to the core's errors.

use crate::wire::transport::CallError;
use edith_core::action::TabError;
use edith_words::browser::LOST;

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

/// Classifies by the browser's words.
pub(crate) fn classify(error: &CallError) -> Refusal {
    let words = plain(&error.0);
    let has = |part: &str| words.contains(part);
    if has("No tab with") || has("Tab was closed") || has("The tab was closed") {
        Refusal::Closed
    } else if has("is not attached")
        || has("Detached while handling")
        || has("Target closed")
        || has("Session with given id")
    {
        Refusal::Detached
    } else if has("Cannot access")
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
        Refusal::Detached => TabError::Protocol(LOST.to_owned()),
        Refusal::Other(words) => TabError::Protocol(words),
    }
}

/// The message inside the JSON that `chrome.debugger` uses for errors, or the text itself.
fn plain(error: &str) -> String {
    let inner = serde_json::from_str::<serde_json::Value>(error).ok();
    let message = inner.as_ref().and_then(|v| v.get("message")).and_then(|m| m.as_str());
    message.unwrap_or(error).to_owned()
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
}
