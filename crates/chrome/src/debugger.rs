//! `chrome.debugger`: a tab's DevTools protocol. `background.js` listens to its events.

use crate::{ChromeError, codec};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(catch, js_namespace = ["chrome", "debugger"], js_name = attach)]
    async fn attach_js(target: &JsValue, version: &str) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(catch, js_namespace = ["chrome", "debugger"], js_name = detach)]
    async fn detach_js(target: &JsValue) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(catch, js_namespace = ["chrome", "debugger"], js_name = sendCommand)]
    async fn send_command_js(target: &JsValue, method: &str, params: &JsValue) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(catch, js_name = edithDialogOf)]
    async fn dialog_of_js(tab: i32) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(js_name = edithForgetDialog)]
    fn forget_dialog_js(tab: i32);

    #[wasm_bindgen(catch, js_namespace = ["chrome", "debugger"], js_name = getTargets)]
    async fn get_targets_js() -> Result<JsValue, JsValue>;
}

/// The only protocol version Chrome knows.
const VERSION: &str = "1.3";

/// A debuggable target, as Chrome lists it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Target {
    /// `page`, `iframe`, `background_page`, `worker` or `other`.
    #[serde(rename = "type")]
    pub kind: String,
    /// Its address.
    #[serde(default)]
    pub url: String,
    /// Its title.
    #[serde(default)]
    pub title: String,
    /// Whether a debugger is attached.
    #[serde(default)]
    pub attached: bool,
    /// The tab, for pages.
    #[serde(default)]
    pub tab_id: Option<i32>,
}

/// Attaches to a tab.
///
/// # Errors
/// When there is no such tab, another debugger is attached, or Chrome does not allow it.
pub async fn attach(tab: i32) -> Result<(), ChromeError> {
    const API: &str = "chrome.debugger.attach";
    let target = codec::to_js(API, &json!({"tabId": tab}))?;
    codec::done(API, attach_js(&target, VERSION).await)
}

/// Detaches from a tab.
///
/// # Errors
/// When nothing is attached to it.
pub async fn detach(tab: i32) -> Result<(), ChromeError> {
    const API: &str = "chrome.debugger.detach";
    let target = codec::to_js(API, &json!({"tabId": tab}))?;
    codec::done(API, detach_js(&target).await)
}

/// The dialog open in a tab as noted by `background.js`: the parameters of `Page.javascriptDialogOpening`; null: none.
///
/// # Errors
/// When session storage fails.
pub async fn dialog_of(tab: i32) -> Result<Value, ChromeError> {
    codec::answer("edithDialogOf", dialog_of_js(tab).await)
}

/// Makes `background.js` forget a tab's dialog.
pub fn forget_dialog(tab: i32) {
    forget_dialog_js(tab);
}

/// Sends a command to a tab or one of its child sessions.
///
/// # Errors
/// When the command fails; Chrome's message is then the protocol's error as JSON text.
pub async fn send_command(tab: i32, session: Option<&str>, method: &str, params: &Value) -> Result<Value, ChromeError> {
    const API: &str = "chrome.debugger.sendCommand";
    let mut target = json!({"tabId": tab});
    if let (Some(session), Some(target)) = (session, target.as_object_mut()) {
        target.insert(String::from("sessionId"), Value::from(session));
    }
    let target = codec::to_js(API, &target)?;
    let params = codec::to_js(API, params)?;
    codec::answer(API, send_command_js(&target, method, &params).await)
}

/// Lists all debuggable targets, other extensions' frames included.
///
/// # Errors
/// When Chrome refuses.
pub async fn targets() -> Result<Vec<Target>, ChromeError> {
    codec::answer("chrome.debugger.getTargets", get_targets_js().await)
}
