//! How a browser call fails.

use wasm_bindgen::{JsCast, JsValue};

/// Why a `chrome.*` or IndexedDB call gave no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ChromeError {
    /// The browser refused, in its own words.
    #[error("{api}: {message}")]
    Refused {
        /// The call, such as `chrome.tabs.get`.
        api: &'static str,
        /// Chrome's message.
        message: String,
    },
    /// An argument or answer has an unexpected form.
    #[error("{api}: not the expected form: {message}")]
    Form {
        /// The call.
        api: &'static str,
        /// What is wrong.
        message: String,
    },
    /// The disk or the quota is full.
    #[error("{api}: no room left: {message}")]
    Full {
        /// The call.
        api: &'static str,
        /// Chrome's message.
        message: String,
    },
}

impl ChromeError {
    /// Chrome's own message.
    pub fn message(&self) -> &str {
        match self {
            Self::Refused { message, .. } | Self::Form { message, .. } | Self::Full { message, .. } => message,
        }
    }

    /// The kind of failure, in one word.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Refused { .. } => "refused",
            Self::Form { .. } => "form",
            Self::Full { .. } => "full",
        }
    }

    /// From a thrown or rejected value.
    pub(crate) fn thrown(api: &'static str, error: &JsValue) -> Self {
        let (name, message) = match error.dyn_ref::<js_sys::Error>() {
            Some(error) => (String::from(error.name()), String::from(error.message())),
            // A DOMException is not a js Error for `instanceof` in every realm, but has the same two properties.
            None => (text(error, "name"), text(error, "message")),
        };
        let message = if message.is_empty() { error.as_string().unwrap_or(name.clone()) } else { message };
        if name == "QuotaExceededError" || message.contains("QUOTA_BYTES") || message.contains("No space") {
            Self::Full { api, message }
        } else {
            Self::Refused { api, message }
        }
    }

    pub(crate) fn form(api: &'static str, error: &serde_json::Error) -> Self {
        Self::Form { api, message: error.to_string() }
    }
}

fn text(value: &JsValue, property: &str) -> String {
    js_sys::Reflect::get(value, &property.into()).ok().and_then(|value| value.as_string()).unwrap_or_default()
}
