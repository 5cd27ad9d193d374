//! `chrome.scripting`: the page script in the extension's isolated world.

use crate::{ChromeError, codec};
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(catch, js_namespace = ["chrome", "scripting"], js_name = executeScript)]
    async fn execute_script_js(injection: &JsValue) -> Result<JsValue, JsValue>;

    // Defined in panel.js, for the same reason as the next.
    #[wasm_bindgen(catch, js_name = edithTabText)]
    async fn tab_text_js(tab: i32) -> Result<JsValue, JsValue>;

    // Defined in panel.js.
    #[wasm_bindgen(catch, js_name = edithFormFields)]
    async fn form_fields_js(tab: i32) -> Result<JsValue, JsValue>;

    // Defined in panel.js.
    #[wasm_bindgen(catch, js_name = edithTabFacts)]
    async fn tab_facts_js(tab: i32) -> Result<JsValue, JsValue>;

    // Defined in asking.js, for the same reason.
    #[wasm_bindgen(thread_local_v2, js_name = edithWatchAsks)]
    static WATCH_ASKS: JsValue;

    // Defined in background.js: the package's policy forbids making functions out of text.
    #[wasm_bindgen(thread_local_v2, js_name = edithCallPage)]
    static CALL_PAGE: JsValue;
}

/// Which frames of a tab.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Frames {
    /// Only the main frame.
    Main,
    /// Every frame the extension may reach now, without waiting for those still loading.
    All,
    /// By `chrome.scripting`'s frame ids.
    Ids(Vec<i32>),
}

/// One frame's answer.
#[derive(Debug, Clone, PartialEq)]
pub struct FrameAnswer {
    /// 0 for the main frame.
    pub frame_id: i32,
    /// The function's result; null if it returned nothing or threw.
    pub result: Value,
}

/// Runs the extension's files, in order.
///
/// # Errors
/// When the tab is gone, or its page may not be scripted.
pub async fn inject(tab: i32, frames: &Frames, files: &[&str]) -> Result<(), ChromeError> {
    const API: &str = "chrome.scripting.executeScript";
    let injection = codec::to_js(
        API,
        &json!({"target": target(tab, frames), "files": files, "injectImmediately": at_once(frames)}),
    )?;
    codec::done(API, execute_script_js(&injection).await)
}

/// Calls `edithPage[name](...args)` of the page script, which awaits promises. `{missing: true}` if the script is not there yet.
///
/// # Errors
/// When the tab is gone, or its page may not be scripted.
pub async fn call(tab: i32, frames: &Frames, name: &str, args: &Value) -> Result<Vec<FrameAnswer>, ChromeError> {
    const API: &str = "chrome.scripting.executeScript";
    let injection = codec::to_js(
        API,
        &json!({"target": target(tab, frames), "args": [name, args], "injectImmediately": at_once(frames)}),
    )?;
    // A function has no JSON; Chrome sends its source to the page, so it must be self-contained.
    js_sys::Reflect::set(&injection, &"func".into(), &CALL_PAGE.with(JsValue::clone))
        .map_err(|error| ChromeError::thrown(API, &error))?;
    let answers = execute_script_js(&injection).await.map_err(|error| ChromeError::thrown(API, &error))?;
    js_sys::Array::from(&answers).iter().map(|answer| frame_answer(API, &answer)).collect()
}

/// Has a frame's page report, by events of this name, when it waits for what the browser asks the person. This alone runs in the page's own world.
///
/// # Errors
/// When the tab is gone, or its page may not be scripted.
pub async fn watch_asks(tab: i32, frames: &Frames, word: &str) -> Result<(), ChromeError> {
    const API: &str = "chrome.scripting.executeScript";
    let injection = codec::to_js(
        API,
        &json!({"target": target(tab, frames), "world": "MAIN", "args": [word], "injectImmediately": true}),
    )?;
    js_sys::Reflect::set(&injection, &"func".into(), &WATCH_ASKS.with(JsValue::clone))
        .map_err(|error| ChromeError::thrown(API, &error))?;
    codec::done(API, execute_script_js(&injection).await)
}

fn frame_answer(api: &'static str, answer: &JsValue) -> Result<FrameAnswer, ChromeError> {
    let of = |name: &str| js_sys::Reflect::get(answer, &name.into()).map_err(|error| ChromeError::thrown(api, &error));
    let frame: i32 = codec::from_js(api, &of("frameId")?)?;
    let result = of("result")?;
    // A whole page comes as one text, which need not be re-encoded as JSON.
    let result = match result.as_string() {
        Some(text) => Value::String(text),
        None => codec::from_js(api, &result)?,
    };
    Ok(FrameAnswer { frame_id: frame, result })
}

/// A tab's text, shortened; empty if unreadable. Only in pages.
pub async fn tab_text(tab: i32) -> String {
    tab_text_js(tab).await.ok().and_then(|text| text.as_string()).unwrap_or_default()
}

/// How many questions of forms a tab shows: fields that can be filled in, those of one group counted once; no search and no login. 0 if unreadable. Only
/// in pages.
pub async fn form_fields(tab: i32) -> u32 {
    form_fields_js(tab).await.ok().and_then(|count| count.as_f64()).unwrap_or_default() as u32
}

/// What a tab shows at first sight, as the JSON of panel.js; "" if unreadable. Only in pages.
pub async fn tab_facts(tab: i32) -> String {
    tab_facts_js(tab).await.ok().and_then(|facts| facts.as_string()).unwrap_or_default()
}

fn at_once(frames: &Frames) -> bool {
    match frames {
        Frames::Main => false,
        Frames::All | Frames::Ids(_) => true,
    }
}

fn target(tab: i32, frames: &Frames) -> Value {
    match frames {
        Frames::Main => json!({"tabId": tab}),
        Frames::All => json!({"tabId": tab, "allFrames": true}),
        Frames::Ids(ids) => json!({"tabId": tab, "frameIds": ids}),
    }
}
