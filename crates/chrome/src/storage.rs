//! `chrome.storage.local`.

use crate::listener::ChromeEvent;
use crate::{ChromeError, Listener, codec};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(catch, js_namespace = ["chrome", "storage", "local"], js_name = get)]
    async fn get_js(keys: &JsValue) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(catch, js_namespace = ["chrome", "storage", "local"], js_name = set)]
    async fn set_js(items: &JsValue) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(catch, js_namespace = ["chrome", "storage", "local"], js_name = remove)]
    async fn remove_js(keys: &JsValue) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(thread_local_v2, js_namespace = ["chrome", "storage", "local"], js_name = onChanged)]
    static ON_CHANGED: ChromeEvent;
}

/// A changed key.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Change {
    /// None: it did not exist.
    #[serde(default)]
    pub old_value: Option<Value>,
    /// None: it was removed.
    #[serde(default)]
    pub new_value: Option<Value>,
}

/// Reads these keys; missing ones are absent in the answer.
///
/// # Errors
/// When the storage fails.
pub async fn get(keys: &[&str]) -> Result<Map<String, Value>, ChromeError> {
    const API: &str = "chrome.storage.local.get";
    let keys = codec::to_js(API, keys)?;
    codec::answer(API, get_js(&keys).await)
}

/// Writes these keys atomically.
///
/// # Errors
/// When the storage fails or is full.
pub async fn set(items: &Map<String, Value>) -> Result<(), ChromeError> {
    const API: &str = "chrome.storage.local.set";
    let items = codec::to_js(API, items)?;
    codec::done(API, set_js(&items).await)
}

/// Removes these keys.
///
/// # Errors
/// When the storage fails.
pub async fn remove(keys: &[&str]) -> Result<(), ChromeError> {
    const API: &str = "chrome.storage.local.remove";
    let keys = codec::to_js(API, keys)?;
    codec::done(API, remove_js(&keys).await)
}

/// Calls back with changed keys, whoever changed them.
pub fn on_changed(mut callback: impl FnMut(Map<String, Value>) + 'static) -> Listener {
    let event = ON_CHANGED.with(|event| JsValue::from(event).unchecked_into());
    Listener::on(event, move |changes, _, _| {
        if let Ok(changes) = codec::from_js("chrome.storage.local.onChanged", &changes) {
            callback(changes);
        }
    })
}

/// Reads one entry of an [`on_changed`] map.
pub fn change(changes: &Map<String, Value>, key: &str) -> Option<Change> {
    changes.get(key).and_then(|change| edith_protocol::json::from_value(change.clone()).ok())
}
