//! Keys as they are sent.

use crate::session::Session;
use crate::wire::errors::Result;
use crate::wire::keys;
use edith_core::action::TabError;
use edith_core::tool::key::parse_chord;
use futures_util::future::try_join_all;
use serde_json::Value;

/// Sends key events. All are sent at once, in order, and then waited for together, so that a key costs one round trip.
pub(crate) async fn send(tab: &Session, events: Vec<Value>) -> Result {
    try_join_all(events.into_iter().map(|event| tab.call("Input.dispatchKeyEvent", event))).await?;
    Ok(())
}

/// Presses a key or chord by name.
pub(crate) async fn press(tab: &Session, name: &str) -> Result {
    let parsed = parse_chord(name).map_err(|error| TabError::NotPossible(format!("The key {error}.")))?;
    send(tab, keys::chord(&parsed)).await
}
