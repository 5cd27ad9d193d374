//! The browser's own messages for refusals and network errors, as sentences for a person.

use super::{Sentence, say};

/// Why the debugger cannot attach or lost its session, from the answer of `chrome.debugger.attach` or one of the messages below.
pub fn attach_reason(words: &str) -> Sentence {
    known_reason(words).unwrap_or_else(|| say!(InItsWords { words: words }))
}

/// Whether the browser's words are one of the known reasons for not letting an extension work in a page.
pub fn is_refusal(words: &str) -> bool {
    known_reason(words).is_some()
}

fn known_reason(words: &str) -> Option<Sentence> {
    let has = |part: &str| words.contains(part);
    Some(if has("chrome-extension:// URL of different extension") {
        match extension_id(words) {
            Some(id) => say!(ForeignFrameOf { id: id }),
            None => say!(ForeignFrame),
        }
    } else if has("Another debugger") {
        say!(OtherDebugger)
    } else if has("chrome://") || has("edge://") || has("brave://") {
        say!(BrowserPage)
    } else if has("chrome-extension://") {
        say!(ExtensionPage)
    } else if has("extensions gallery") {
        say!(ExtensionStore)
    } else if has("policy") {
        say!(PolicyForbids)
    } else if has("devtools://") || has("view-source:") {
        say!(DeveloperTools)
    } else {
        match words {
            LOST => say!(SessionLost),
            SILENT => say!(NoAnswer),
            LOST_AGAIN => say!(LetsGoAgain),
            _ => return None,
        }
    })
}

/// A session lost for an unknown reason.
pub const LOST: &str = "the debugging session was lost.";
/// Reattaching to a tab was not answered.
pub const SILENT: &str = "the browser did not answer.";
/// A session reattached and lost again at once.
pub const LOST_AGAIN: &str = "it keeps dropping the debugger.";

/// The meaning of a Chrome network error such as `net::ERR_CONNECTION_REFUSED`
/// (<https://source.chromium.org/chromium/chromium/src/+/main:net/base/net_error_list.h>).
pub fn network_reason(error: &str) -> Sentence {
    match error.trim_start_matches("net::") {
        "ERR_NAME_NOT_RESOLVED" | "ERR_NAME_RESOLUTION_FAILED" => say!(NetNoName { error: error }),
        "ERR_CONNECTION_REFUSED" => say!(NetRefused { error: error }),
        "ERR_CONNECTION_RESET" | "ERR_CONNECTION_CLOSED" | "ERR_EMPTY_RESPONSE" => say!(NetClosed { error: error }),
        "ERR_CONNECTION_TIMED_OUT" | "ERR_TIMED_OUT" => say!(NetTimedOut { error: error }),
        "ERR_INTERNET_DISCONNECTED" | "ERR_NETWORK_CHANGED" => say!(NetOffline { error: error }),
        "ERR_ADDRESS_UNREACHABLE" => say!(NetUnreachable { error: error }),
        "ERR_SSL_PROTOCOL_ERROR" | "ERR_SSL_VERSION_OR_CIPHER_MISMATCH" => say!(NetNotSecure { error: error }),
        "ERR_TOO_MANY_REDIRECTS" => say!(NetCircle { error: error }),
        "ERR_INVALID_RESPONSE" | "ERR_INVALID_HTTP_RESPONSE" | "ERR_HTTP2_PROTOCOL_ERROR" => {
            say!(NetInvalid { error: error })
        }
        "ERR_INVALID_AUTH_CREDENTIALS" => say!(NetPassword { error: error }),
        "ERR_UNSAFE_PORT" => say!(NetPort { error: error }),
        "ERR_PROXY_CONNECTION_FAILED" | "ERR_TUNNEL_CONNECTION_FAILED" => say!(NetProxy { error: error }),
        "ERR_HTTP_RESPONSE_CODE_FAILURE" => say!(NetErrorPage { error: error }),
        "ERR_ABORTED" => say!(NetNoPage { error: error }),
        "ERR_FILE_NOT_FOUND" => say!(NetNoFile { error: error }),
        name if name.starts_with("ERR_CERT") => say!(NetCertificate { error: error }),
        name if name.starts_with("ERR_BLOCKED") => say!(NetBlocked { error: error }),
        // Only the browser has words for it.
        _ => say!(InItsWords { words: error }),
    }
}

fn extension_id(words: &str) -> Option<&str> {
    words.split(|c: char| !c.is_ascii_lowercase()).find(|part| part.len() == 32)
}
