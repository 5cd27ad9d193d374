//! The browser's words for refusals, sorted into the core's errors.

use crate::transport::CallError;
use edith_core::action::TabError;

/// What a refused call means for the tab.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// The session is lost; the tab may live on.
    Detached,
    /// The tab is gone.
    Closed,
    /// The debugger may not attach here, for this reason.
    NotAttachable(String),
    /// Another refusal.
    Other(String),
}

/// Sorts the browser's words.
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
        Refusal::NotAttachable(attach_reason(&error.0))
    } else {
        Refusal::Other(words)
    }
}

/// Why the debugger may not attach, in words for a person, from what `chrome.debugger.attach` answered.
pub fn attach_reason(error: &str) -> String {
    let words = plain(error);
    if words.contains("chrome-extension:// URL of different extension") {
        return match extension_id(&words) {
            Some(id) => format!("the page contains a frame of another extension ({id}). Switch that extension off on this page, or work in another tab."),
            None => "the page contains a frame of another extension (a password manager, a writing aid …). Switch that extension off on this page, or work in another tab.".to_owned(),
        };
    }
    if words.contains("Another debugger") {
        return "another debugger is attached to it. Close the other extension's or program's session first."
            .to_owned();
    }
    if words.contains("chrome://") || words.contains("edge://") || words.contains("brave://") {
        return "it shows one of the browser's own pages, which no extension may use.".to_owned();
    }
    if words.contains("chrome-extension://") {
        return "it shows a page of an extension.".to_owned();
    }
    if words.contains("extensions gallery") {
        return "it shows the extension store, where no extension may work.".to_owned();
    }
    if words.contains("policy") {
        return "the administrator of this browser does not allow extensions on this page.".to_owned();
    }
    if words.contains("devtools://") || words.contains("view-source:") {
        return "it shows developer tools or a page's source.".to_owned();
    }
    words
}

/// The error of a call that was refused for another reason than a lost session.
pub(crate) fn to_tab_error(error: &CallError) -> TabError {
    match classify(error) {
        Refusal::Closed => TabError::Closed,
        Refusal::NotAttachable(reason) => TabError::NotAttachable { reason },
        Refusal::Detached => TabError::Protocol("the debugging session was lost.".to_owned()),
        Refusal::Other(words) => TabError::Protocol(words),
    }
}

/// The message inside the JSON that `chrome.debugger` uses for errors, or the text itself.
fn plain(error: &str) -> String {
    let inner = serde_json::from_str::<serde_json::Value>(error).ok();
    let message = inner.as_ref().and_then(|v| v.get("message")).and_then(|m| m.as_str());
    message.unwrap_or(error).to_owned()
}

fn extension_id(words: &str) -> Option<&str> {
    words.split(|c: char| !c.is_ascii_lowercase()).find(|part| part.len() == 32)
}

/// Chrome's name of a network error, in words for a person.
pub(crate) fn network_reason(error: &str) -> String {
    let words = match error.trim_start_matches("net::") {
        "ERR_NAME_NOT_RESOLVED" | "ERR_NAME_RESOLUTION_FAILED" => "there is no server of that name",
        "ERR_CONNECTION_REFUSED" => "the server refused the connection; nothing may be running there",
        "ERR_CONNECTION_RESET" | "ERR_CONNECTION_CLOSED" | "ERR_EMPTY_RESPONSE" => {
            "the server closed the connection without an answer"
        }
        "ERR_CONNECTION_TIMED_OUT" | "ERR_TIMED_OUT" => "the server did not answer in time",
        "ERR_INTERNET_DISCONNECTED" | "ERR_NETWORK_CHANGED" => "the computer is not connected to the network",
        "ERR_ADDRESS_UNREACHABLE" => "the address cannot be reached from here",
        "ERR_SSL_PROTOCOL_ERROR" | "ERR_SSL_VERSION_OR_CIPHER_MISMATCH" => {
            "no secure connection could be made; the server may only speak http"
        }
        "ERR_TOO_MANY_REDIRECTS" => "the server redirects in a circle",
        "ERR_INVALID_RESPONSE" | "ERR_INVALID_HTTP_RESPONSE" | "ERR_HTTP2_PROTOCOL_ERROR" => {
            "the server's answer is not valid"
        }
        "ERR_INVALID_AUTH_CREDENTIALS" => {
            "the server asks for a name and a password in a window of the browser's own, where only the user can log in; ask them to"
        }
        "ERR_UNSAFE_PORT" => "the browser does not connect to that port",
        "ERR_PROXY_CONNECTION_FAILED" | "ERR_TUNNEL_CONNECTION_FAILED" => "the proxy did not let it through",
        "ERR_HTTP_RESPONSE_CODE_FAILURE" => "the server answered with an error and no page",
        "ERR_ABORTED" => "there is no page to show: the server sent a download or nothing",
        "ERR_FILE_NOT_FOUND" => "there is no such file",
        name if name.starts_with("ERR_CERT") => "the server's certificate is not valid, so the connection is not safe",
        name if name.starts_with("ERR_BLOCKED") => "the browser, an extension or a policy blocks it",
        _ => "",
    };
    if words.is_empty() { error.to_owned() } else { format!("{words} ({error})") }
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
        check(
            "Cannot access a chrome:// URL",
            Refusal::NotAttachable("it shows one of the browser's own pages, which no extension may use.".into()),
        );
    }

    #[test]
    fn a_frame_of_another_extension_is_named() {
        let reason = attach_reason("Cannot access a chrome-extension:// URL of different extension");
        assert!(reason.contains("frame of another extension"), "{reason}");
        let id = "abcdefghijklmnopabcdefghijklmnop";
        let reason = attach_reason(&format!("Cannot access a chrome-extension:// URL of different extension {id}"));
        assert!(reason.contains(id), "{reason}");
    }

    #[test]
    fn usual_network_errors_are_said_in_words() {
        assert!(network_reason("net::ERR_CONNECTION_REFUSED").starts_with("the server refused"));
        assert!(network_reason("net::ERR_CERT_DATE_INVALID").contains("certificate"));
        assert_eq!(network_reason("net::ERR_SOMETHING_NEW"), "net::ERR_SOMETHING_NEW");
    }
}
