//! `chrome.declarativeNetRequest`: this browser session's rules, applied by Chrome itself.

use crate::{ChromeError, codec};
use serde::Deserialize;
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(catch, js_namespace = ["chrome", "declarativeNetRequest"], js_name = updateSessionRules)]
    async fn update_js(options: &JsValue) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(catch, js_namespace = ["chrome", "declarativeNetRequest"], js_name = updateDynamicRules)]
    async fn update_kept_js(options: &JsValue) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(catch, js_namespace = ["chrome", "declarativeNetRequest"], js_name = getSessionRules)]
    async fn get_js() -> Result<JsValue, JsValue>;
}

#[derive(Deserialize)]
struct Rule {
    id: i32,
}

/// Removes rules by id, existing or not, and adds others, atomically.
///
/// # Errors
/// When Chrome refuses.
pub async fn change(remove: &[i32], add: &Value) -> Result<(), ChromeError> {
    const API: &str = "chrome.declarativeNetRequest.updateSessionRules";
    let options = codec::to_js(API, &json!({"removeRuleIds": remove, "addRules": add}))?;
    codec::done(API, update_js(&options).await)
}

/// The same for rules that outlive the session, which have their own numbers.
///
/// # Errors
/// When Chrome refuses.
pub async fn change_kept(remove: &[i32], add: &Value) -> Result<(), ChromeError> {
    const API: &str = "chrome.declarativeNetRequest.updateDynamicRules";
    let options = codec::to_js(API, &json!({"removeRuleIds": remove, "addRules": add}))?;
    codec::done(API, update_kept_js(&options).await)
}

/// The ids of all session rules.
///
/// # Errors
/// When Chrome refuses.
pub async fn ids() -> Result<Vec<i32>, ChromeError> {
    const API: &str = "chrome.declarativeNetRequest.getSessionRules";
    let rules: Vec<Rule> = codec::answer(API, get_js().await)?;
    Ok(rules.into_iter().map(|rule| rule.id).collect())
}
