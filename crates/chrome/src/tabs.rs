//! `chrome.tabs`.

use crate::listener::ChromeEvent;
use crate::{ChromeError, Listener, codec};
use serde::{Deserialize, Serialize};
use serde_json::json;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(catch, js_namespace = ["chrome", "tabs"], js_name = create)]
    async fn create_js(properties: &JsValue) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(catch, js_namespace = ["chrome", "tabs"], js_name = get)]
    async fn get_js(tab: i32) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(catch, js_namespace = ["chrome", "tabs"], js_name = query)]
    async fn query_js(query: &JsValue) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(catch, js_namespace = ["chrome", "tabs"], js_name = update)]
    async fn update_js(tab: i32, properties: &JsValue) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(catch, js_namespace = ["chrome", "tabs"], js_name = reload)]
    async fn reload_js(tab: i32) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(catch, js_namespace = ["chrome", "tabs"], js_name = duplicate)]
    async fn duplicate_js(tab: i32) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(catch, js_namespace = ["chrome", "tabs"], js_name = remove)]
    async fn remove_js(tab: i32) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(catch, js_namespace = ["chrome", "tabs"], js_name = group)]
    async fn group_js(options: &JsValue) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(catch, js_namespace = ["chrome", "tabGroups"], js_name = update)]
    async fn update_group_js(group: i32, properties: &JsValue) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(catch, js_namespace = ["chrome", "tabGroups"], js_name = query)]
    async fn query_groups_js(query: &JsValue) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(thread_local_v2, js_namespace = ["chrome", "tabs"], js_name = onUpdated)]
    static ON_UPDATED: ChromeEvent;

    #[wasm_bindgen(thread_local_v2, js_namespace = ["chrome", "tabs"], js_name = onActivated)]
    static ON_ACTIVATED: ChromeEvent;
}

/// A tab's fields in use.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Tab {
    /// -1 for tabs that cannot be addressed (of developer tools).
    pub id: i32,
    /// The window it is in.
    pub window_id: i32,
    /// Whether it is its window's visible tab.
    pub active: bool,
    /// Its address, empty before the first one is committed.
    pub url: String,
    /// Its pending destination.
    pub pending_url: Option<String>,
    /// Its title.
    pub title: String,
    /// The tab that opened it.
    pub opener_tab_id: Option<i32>,
    /// Whether it was discarded from memory.
    pub discarded: bool,
    /// Its width in pixels; 0 if never shown since it came back into memory.
    pub width: i32,
    /// Its group; -1 or 0: none.
    pub group_id: i32,
}

/// Which tabs to list.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Query {
    /// Only visible tabs, or only hidden ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub active: Option<bool>,
    /// Only tabs of the last used window.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_focused_window: Option<bool>,
    /// Only tabs of the caller's window.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub current_window: Option<bool>,
    /// Only tabs of windows of this type, such as `normal`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub window_type: Option<&'static str>,
}

/// A tab's changes, or a new tab's properties.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Properties<'a> {
    /// Its address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<&'a str>,
    /// Whether it is visible.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub active: Option<bool>,
}

/// Opens a tab.
///
/// # Errors
/// When Chrome refuses, for instance the address.
pub async fn create(properties: &Properties<'_>) -> Result<Tab, ChromeError> {
    const API: &str = "chrome.tabs.create";
    let properties = codec::to_js(API, properties)?;
    codec::answer(API, create_js(&properties).await)
}

/// One tab.
///
/// # Errors
/// When there is no such tab.
pub async fn get(tab: i32) -> Result<Tab, ChromeError> {
    codec::answer("chrome.tabs.get", get_js(tab).await)
}

/// Lists tabs.
///
/// # Errors
/// When Chrome refuses.
pub async fn query(query: &Query) -> Result<Vec<Tab>, ChromeError> {
    const API: &str = "chrome.tabs.query";
    let query = codec::to_js(API, query)?;
    codec::answer(API, query_js(&query).await)
}

/// Changes a tab.
///
/// # Errors
/// When there is no such tab, or Chrome refuses the change.
pub async fn update(tab: i32, properties: &Properties<'_>) -> Result<(), ChromeError> {
    const API: &str = "chrome.tabs.update";
    let properties = codec::to_js(API, properties)?;
    codec::done(API, update_js(tab, &properties).await)
}

/// Closes a tab.
///
/// # Errors
/// When there is no such tab.
pub async fn remove(tab: i32) -> Result<(), ChromeError> {
    codec::done("chrome.tabs.remove", remove_js(tab).await)
}

/// Reloads a tab, even a discarded one.
///
/// # Errors
/// When there is no such tab.
pub async fn reload(tab: i32) -> Result<(), ChromeError> {
    codec::done("chrome.tabs.reload", reload_js(tab).await)
}

/// Opens a copy of a tab beside it, which is then in view.
///
/// # Errors
/// When there is no such tab.
pub async fn duplicate(tab: i32) -> Result<(), ChromeError> {
    codec::done("chrome.tabs.duplicate", duplicate_js(tab).await)
}

/// Puts a tab into a group, or a new one; returns the group.
///
/// # Errors
/// When the tab or group does not exist.
pub async fn group(tab: i32, group: Option<i32>) -> Result<i32, ChromeError> {
    const API: &str = "chrome.tabs.group";
    let mut options = json!({ "tabIds": tab });
    if let (Some(group), Some(fields)) = (group, options.as_object_mut()) {
        fields.insert(String::from("groupId"), group.into());
    }
    codec::answer(API, group_js(&codec::to_js(API, &options)?).await)
}

/// Sets a tab group's title.
///
/// # Errors
/// When there is no such group.
pub async fn title_group(group: i32, title: &str) -> Result<(), ChromeError> {
    const API: &str = "chrome.tabGroups.update";
    let properties = codec::to_js(API, &json!({ "title": title, "color": "blue" }))?;
    codec::done(API, update_group_js(group, &properties).await)
}

/// A group of tabs.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Group {
    /// Its id.
    pub id: i32,
    /// Its title.
    pub title: String,
}

/// All groups of tabs.
///
/// # Errors
/// When Chrome refuses.
pub async fn groups() -> Result<Vec<Group>, ChromeError> {
    const API: &str = "chrome.tabGroups.query";
    codec::answer(API, query_groups_js(&codec::to_js(API, &json!({}))?).await)
}

/// Calls back when another tab of a window is shown.
pub fn on_activated(mut callback: impl FnMut() + 'static) -> Listener {
    let event = ON_ACTIVATED.with(|event| JsValue::from(event).unchecked_into());
    Listener::on(event, move |_, _, _| callback())
}

/// Calls back with every tab whose address, title or loading state changed.
pub fn on_updated(mut callback: impl FnMut(Tab) + 'static) -> Listener {
    let event = ON_UPDATED.with(|event| JsValue::from(event).unchecked_into());
    Listener::on(event, move |_id, _change, tab| {
        if let Ok(tab) = codec::from_js("chrome.tabs.onUpdated", &tab) {
            callback(tab);
        }
    })
}
