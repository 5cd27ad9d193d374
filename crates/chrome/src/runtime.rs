//! `chrome.runtime`: messages between the extension's pages and its worker.

use crate::listener::ChromeEvent;
use crate::{ChromeError, Listener, codec};
use serde::{Serialize, de::DeserializeOwned};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(catch, js_namespace = ["chrome", "runtime"], js_name = sendMessage)]
    async fn send_message_js(message: &JsValue) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(catch, js_namespace = ["chrome", "runtime"], js_name = sendMessage)]
    fn send_message_now_js(message: &JsValue) -> Result<js_sys::Promise, JsValue>;

    #[wasm_bindgen(catch, js_namespace = ["chrome", "runtime"], js_name = getPlatformInfo)]
    async fn get_platform_info_js() -> Result<JsValue, JsValue>;

    // Defined in ways.js.
    #[wasm_bindgen(catch, js_name = edithIsWatched)]
    async fn is_watched_js() -> Result<JsValue, JsValue>;

    #[wasm_bindgen(js_namespace = ["chrome", "runtime"], js_name = getURL)]
    fn get_url_js(path: &str) -> String;

    #[wasm_bindgen(thread_local_v2, js_namespace = ["chrome", "runtime"], js_name = onMessage)]
    static ON_MESSAGE: ChromeEvent;
}

/// Sends a message to the extension's other contexts and returns the answer.
///
/// # Errors
/// When nobody listens, or the answer has another form.
pub async fn send_message<A: DeserializeOwned>(message: &(impl Serialize + ?Sized)) -> Result<A, ChromeError> {
    const API: &str = "chrome.runtime.sendMessage";
    let message = codec::to_js(API, message)?;
    codec::answer(API, send_message_js(&message).await)
}

/// Sends a message to all listeners, if any, without waiting.
pub fn broadcast(message: &(impl Serialize + ?Sized)) {
    const API: &str = "chrome.runtime.sendMessage";
    if let Ok(message) = codec::to_js(API, message)
        && let Ok(answered) = send_message_now_js(&message)
    {
        // Awaited only so that its refusal is not reported as unhandled.
        wasm_bindgen_futures::spawn_local(async move { drop(JsFuture::from(answered).await) });
    }
}

/// Calls back with every message that reads as `M`; others are not for this listener. It never answers.
pub fn on_message<M: DeserializeOwned>(mut callback: impl FnMut(M) + 'static) -> Listener {
    let event = ON_MESSAGE.with(|event| JsValue::from(event).unchecked_into());
    Listener::on(event, move |message, _sender, _respond| {
        if let Ok(message) = codec::from_js("chrome.runtime.onMessage", &message) {
            callback(message);
        }
    })
}

/// The address of an extension file, such as `chrome-extension://…/options.html`.
pub fn get_url(path: &str) -> String {
    get_url_js(path)
}

/// Whether the person sees a page of the extension: a side panel or a visible tab. Only in the worker.
pub async fn is_watched() -> bool {
    is_watched_js().await.ok().and_then(|watched| watched.as_bool()).unwrap_or_default()
}

/// A no-op call that restarts the worker's idle limit of 30 s.
///
/// # Errors
/// When Chrome refuses.
pub async fn keep_alive() -> Result<(), ChromeError> {
    codec::done("chrome.runtime.getPlatformInfo", get_platform_info_js().await)
}
