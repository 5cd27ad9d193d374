//! Where a browser's WebSocket is.

use serde_json::Value;
use std::time::Duration;

/// How long a browser may take to say where its WebSocket is.
const ASK: Duration = Duration::from_secs(15);

/// Why an address leads to no browser.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EndpointError {
    /// It is not an address of the web or of a WebSocket.
    #[error("{0} is not the address of a browser, such as ws://…, wss://…, http://HOST:PORT or https://HOST:PORT")]
    Scheme(String),
    /// Nothing answers there.
    #[error("no browser answers at {address}: {error}")]
    Silent {
        /// The address.
        address: String,
        /// The network's words.
        error: String,
    },
    /// What answers there is no browser.
    #[error("what answers at {0} names no DevTools WebSocket")]
    Other(String),
}

/// The WebSocket of the browser at an address: the address itself (`ws:`, `wss:`), or what `/json/version` there says.
///
/// # Errors
/// See [`EndpointError`].
pub async fn resolve(address: &str) -> Result<String, EndpointError> {
    let scheme = address.split_once("://").map(|(scheme, _)| scheme.to_ascii_lowercase());
    match scheme.as_deref() {
        Some("ws" | "wss") => Ok(address.to_owned()),
        Some("http" | "https") => ask(address).await,
        _ => Err(EndpointError::Scheme(address.to_owned())),
    }
}

async fn ask(address: &str) -> Result<String, EndpointError> {
    let silent =
        |error: reqwest::Error| EndpointError::Silent { address: address.to_owned(), error: crate::http::said(&error) };
    let client = reqwest::Client::builder().timeout(ASK).build().map_err(silent)?;
    let about = client.get(format!("{}/json/version", address.trim_end_matches('/'))).send().await.map_err(silent)?;
    let about = about.bytes().await.map_err(silent)?;
    let about: Value = serde_json::from_slice(&about).unwrap_or_default();
    let socket = about.get("webSocketDebuggerUrl").and_then(Value::as_str);
    socket.map(str::to_owned).ok_or_else(|| EndpointError::Other(address.to_owned()))
}
