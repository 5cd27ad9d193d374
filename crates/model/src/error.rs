//! Why a model gave no turn, and how to react.

use crate::Availability;
use edith_words::{Sentence, Word, say};
use serde::{Deserialize, Serialize};

/// Why a model gave no turn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum ModelError {
    /// 401, 403.
    Unauthorized {
        /// What the server said.
        message: String,
    },
    /// 403 from a local server that does not know extensions.
    OriginRefused {
        /// The server's name, e.g. `Ollama`.
        server: String,
        /// The exact setting that helps.
        mend: String,
    },
    /// The quota is used up.
    QuotaExceeded {
        /// What the server said.
        message: String,
        /// `Retry-After`, in milliseconds: when the key may work again.
        #[serde(default)]
        retry_after_ms: Option<u64>,
    },
    /// 404, mostly a wrong model name or base URL.
    NotFound {
        /// What the server said.
        message: String,
    },
    /// 400, 422 and the like.
    BadRequest {
        /// What the server said.
        message: String,
    },
    /// The server's own filter stopped the answer.
    Filtered,
    /// The server says that this model has no tools.
    NoTools {
        /// What the server said.
        message: String,
    },
    /// The browser's own model cannot be used now.
    NoBrowserModel {
        /// Whether it can be downloaded, or is being downloaded.
        state: Availability,
    },
    /// The prompt is longer than the model takes.
    ContextTooLong {
        /// What the server said.
        message: String,
    },
    /// 408, 409, 429.
    Busy {
        /// The HTTP status.
        status: u16,
        /// What the server said.
        message: String,
        /// `Retry-After`, in milliseconds.
        retry_after_ms: Option<u64>,
    },
    /// 5xx.
    ServerFailed {
        /// The HTTP status.
        status: u16,
        /// What the server said.
        message: String,
        /// `Retry-After`, in milliseconds.
        retry_after_ms: Option<u64>,
    },
    /// Nothing answers there, or the connection broke before the answer.
    Unreachable {
        /// The server's origin.
        server: String,
        /// The network's message.
        message: String,
    },
    /// A cut stream, an error event, HTML, broken JSON: the turn is void.
    BrokenAnswer {
        /// What was wrong.
        message: String,
    },
    /// No byte for too long, or an endless answer.
    Stalled {
        /// How long nothing came, in milliseconds.
        after_ms: u64,
    },
    /// The answer went past the byte budget.
    TooLarge {
        /// The budget.
        limit_bytes: u64,
    },
    /// A redirect to another origin, where the key must not go.
    Redirected {
        /// Where to.
        to: String,
    },
}

impl ModelError {
    /// As a sentence for the person.
    pub fn for_person(&self) -> Sentence {
        match self {
            Self::Unauthorized { message } => say!(ModelUnauthorized { message: message }),
            Self::OriginRefused { server, mend } => refused_origin(server, mend),
            Self::QuotaExceeded { message, .. } => say!(ModelQuota { message: message }),
            Self::NotFound { message } => say!(ModelNotFound { message: message }),
            Self::BadRequest { message } => say!(ModelBadRequest { message: message }),
            Self::Filtered => say!(ModelBadRequest { message: "its content filter stopped the answer" }),
            Self::NoTools { message } => say!(ModelNoTools { message: message }),
            Self::NoBrowserModel { state } => state.mend(),
            Self::ContextTooLong { message } => say!(ModelTooLong { message: message }),
            Self::Busy { status, message, .. } => say!(ModelBusy { status: *status, message: message }),
            Self::ServerFailed { status, message, .. } => say!(ModelFailed { status: *status, message: message }),
            Self::Unreachable { server, message } => say!(ModelUnreachable { server: server, message: message }),
            Self::BrokenAnswer { message } => say!(ModelBroken { message: message }),
            Self::Stalled { after_ms } => say!(ModelStalled { seconds: after_ms / 1000 }),
            Self::TooLarge { limit_bytes } => say!(ModelTooLarge { bytes: *limit_bytes }),
            Self::Redirected { to } => say!(ModelRedirected { to: to }),
        }
    }
}

impl std::fmt::Display for ModelError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.for_person().fmt(f)
    }
}

impl std::error::Error for ModelError {}

/// A key of fewer characters is a placeholder, such as `ollama`, that may well stand in a sentence.
const SHORTEST_KEY: usize = 8;

/// A server's message without a key that it repeats, not even the beginning of one where the message was cut.
pub(crate) fn without_key(message: &str, key: &str) -> String {
    const INSTEAD: &str = "(the key)";
    let key = key.trim();
    if key.chars().count() < SHORTEST_KEY {
        return message.to_owned();
    }
    let message = message.replace(key, INSTEAD);
    let cut = message.trim_end_matches(['…', '.']);
    let mut begun = key.char_indices().map(|(at, _)| key.get(..at).unwrap_or_default());
    let begun = begun.rfind(|begun| begun.len() >= SHORTEST_KEY && cut.ends_with(begun));
    match begun.and_then(|begun| cut.strip_suffix(begun)) {
        Some(before) => format!("{before}{INSTEAD}"),
        None => message,
    }
}

/// Names the server and the setting that helps.
fn refused_origin(server: &str, mend: &str) -> Sentence {
    let mend = match server {
        "Ollama" => say!(MendOllama),
        "LM Studio" => say!(MendLmStudio),
        "" => say!(MendLocal { ollama: say!(MendOllama), lmstudio: say!(MendLmStudio) }),
        _ => return say!(ModelOriginRefused { server: server, mend: mend }),
    };
    let server = if server.is_empty() { say!(LocalServer).into() } else { Word::from(server) };
    say!(ModelOriginRefused { server: server, mend: mend })
}

/// How to react to a failed model call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Retry {
    /// Not at all: a person must mend something.
    Never,
    /// Up to two retries with growing pauses; the server's own wish takes precedence.
    BackOff {
        /// `Retry-After`, in milliseconds.
        wish_ms: Option<u64>,
    },
    /// Up to three times, after 1, 2 and 4 seconds: what broke off does so again if it is asked at once.
    Again,
    /// Once, at once.
    Once,
    /// Once, with a shorter history.
    Compact,
}

impl ModelError {
    /// The same without these keys, wherever the server repeated them.
    pub(crate) fn without_keys(mut self, keys: &[String]) -> Self {
        if let Self::Unauthorized { message }
        | Self::QuotaExceeded { message, .. }
        | Self::NotFound { message }
        | Self::BadRequest { message }
        | Self::NoTools { message }
        | Self::ContextTooLong { message }
        | Self::Busy { message, .. }
        | Self::ServerFailed { message, .. }
        | Self::Unreachable { message, .. }
        | Self::BrokenAnswer { message } = &mut self
        {
            for key in keys {
                *message = without_key(message, key);
            }
        }
        self
    }

    /// The reaction to this failure (the fault table of the platform notes).
    pub fn retry(&self) -> Retry {
        match self {
            Self::Unauthorized { .. }
            | Self::OriginRefused { .. }
            | Self::QuotaExceeded { .. }
            | Self::NotFound { .. }
            | Self::BadRequest { .. }
            | Self::Filtered
            | Self::NoTools { .. }
            | Self::NoBrowserModel { .. }
            | Self::TooLarge { .. }
            | Self::Redirected { .. } => Retry::Never,
            Self::Busy { retry_after_ms, .. } | Self::ServerFailed { retry_after_ms, .. } => {
                Retry::BackOff { wish_ms: *retry_after_ms }
            }
            Self::Unreachable { .. } => Retry::BackOff { wish_ms: None },
            Self::BrokenAnswer { .. } => Retry::Again,
            // It has taken its time already.
            Self::Stalled { .. } => Retry::Once,
            Self::ContextTooLong { .. } => Retry::Compact,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_taken_out_of_a_servers_message_whole_or_cut() {
        let key = "sk-long-secret-1234";
        for (message, expected) in [
            ("Incorrect: sk-long-secret-1234.", "Incorrect: (the key)."),
            ("sk-long-secret-1234 and sk-long-secret-1234", "(the key) and (the key)"),
            ("Incorrect: sk-long-secr…", "Incorrect: (the key)"),
            ("Keys begin with sk-", "Keys begin with sk-"),
            ("no such model", "no such model"),
        ] {
            assert_eq!(without_key(message, key), expected);
            assert_eq!(without_key(message, " sk-long-secret-1234 "), expected, "as it is sent");
        }
        assert_eq!(without_key("ollama has no such model", "ollama"), "ollama has no such model");
    }
}
