//! Why a server cannot be used, for the person, with what mends it.

use crate::client::McpError;
use edith_words::{Sentence, say};

/// A sentence about a server at this host.
pub(super) fn problem(error: &McpError, host: &str) -> Sentence {
    match error {
        McpError::Unreachable(_) => say!(McpUnreachable { host: host }),
        McpError::Redirected => say!(McpRedirected { host: host }),
        McpError::WrongPath(status) => say!(McpWrongPath { host: host, status: *status }),
        McpError::Unauthorized { .. } => say!(McpSignIn { host: host }),
        McpError::Forbidden { challenge: Some(_) } => say!(McpSignInForMore { host: host }),
        McpError::Forbidden { challenge: None } => say!(McpForbidden { host: host }),
        McpError::Refused { status, text, .. } | McpError::Failed { status, text } => {
            say!(McpRefused { host: host, status: *status, says: text })
        }
        McpError::Version { offered } => say!(McpVersion { host: host, offered: offered.join(", ") }),
        McpError::Slow => say!(McpSlow { host: host }),
        McpError::Rpc { message, code, .. } => say!(McpError { host: host, says: message, code: code.to_string() }),
        other => say!(McpStrange { host: host, says: other.to_string() }),
    }
}
