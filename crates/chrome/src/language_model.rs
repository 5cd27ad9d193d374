//! The browser's own model: `LanguageModel`, the Prompt API (<https://webmachinelearning.github.io/prompt-api/>).
//!
//! Chrome has it in extensions from version 138 on. The names `contextUsage`, `contextWindow` and `measureContextUsage` came with version 148; the
//! ones before them are read where these are missing.

use crate::{ChromeError, codec};
use js_sys::Reflect;
use serde::Serialize;
use wasm_bindgen::prelude::*;

const API: &str = "LanguageModel";

#[wasm_bindgen]
extern "C" {
    type AbortController;
    #[wasm_bindgen(constructor)]
    fn new() -> AbortController;
    #[wasm_bindgen(method, getter)]
    fn signal(this: &AbortController) -> JsValue;
    #[wasm_bindgen(method)]
    fn abort(this: &AbortController);

    type Factory;
    #[wasm_bindgen(method, catch)]
    async fn availability(this: &Factory, options: &JsValue) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, catch)]
    async fn create(this: &Factory, options: &JsValue) -> Result<JsValue, JsValue>;

    type Handle;
    #[wasm_bindgen(method, catch, js_name = promptStreaming)]
    fn prompt_streaming(this: &Handle, input: &JsValue, options: &JsValue) -> Result<Stream, JsValue>;
    #[wasm_bindgen(method, catch, js_name = clone)]
    async fn copy(this: &Handle) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, catch, js_name = measureContextUsage)]
    async fn measure_context_usage(this: &Handle, input: &JsValue) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, catch, js_name = measureInputUsage)]
    async fn measure_input_usage(this: &Handle, input: &JsValue) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, catch)]
    fn destroy(this: &Handle) -> Result<(), JsValue>;

    type Stream;
    #[wasm_bindgen(method, catch, js_name = getReader)]
    fn get_reader(this: &Stream) -> Result<Reader, JsValue>;
    type Reader;
    #[wasm_bindgen(method, catch)]
    async fn read(this: &Reader) -> Result<JsValue, JsValue>;

    type Monitor;
    #[wasm_bindgen(method, js_name = addEventListener)]
    fn add_event_listener(this: &Monitor, name: &str, listener: &JsValue);
}

/// A session of the browser's model. Dropping it destroys it.
pub struct Session {
    handle: Handle,
    /// The signal it was made with: when it fires, the session ends.
    _ends: Option<EndOnDrop>,
}

impl Drop for Session {
    fn drop(&mut self) {
        // It may be destroyed already, as when the model was unloaded.
        let _gone = self.handle.destroy();
    }
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Session").field(&self.window()).finish()
    }
}

/// Ends what it belongs to when it is dropped.
struct EndOnDrop(AbortController);

impl Drop for EndOnDrop {
    fn drop(&mut self) {
        // A no-op after the end.
        self.0.abort();
    }
}

fn factory() -> Option<Factory> {
    let found = Reflect::get(&js_sys::global(), &API.into()).ok()?;
    found.is_function().then(|| found.unchecked_into())
}

fn missing() -> ChromeError {
    ChromeError::Refused { api: API, message: "this browser has no LanguageModel".to_owned() }
}

/// What sessions are made for; asked about and made with the same options, as the interface wants it.
fn options() -> Result<JsValue, ChromeError> {
    let text = serde_json::json!([{"type": "text"}]);
    codec::to_js(API, &serde_json::json!({"expectedInputs": text, "expectedOutputs": text}))
}

fn set(object: &JsValue, name: &str, value: &JsValue) -> Result<(), ChromeError> {
    Reflect::set(object, &name.into(), value).map(drop).map_err(|error| ChromeError::thrown(API, &error))
}

/// Whether the browser knows the interface at all.
pub fn is_there() -> bool {
    factory().is_some()
}

/// Whether it can be used: `available`, `downloadable`, `downloading` or `unavailable`.
pub async fn availability() -> String {
    const UNAVAILABLE: &str = "unavailable";
    let (Some(factory), Ok(options)) = (factory(), options()) else { return UNAVAILABLE.to_owned() };
    let answer = factory.availability(&options).await.ok();
    answer.and_then(|answer| answer.as_string()).unwrap_or_else(|| UNAVAILABLE.to_owned())
}

/// Has the browser download its model, and waits for the end. Only in a page, right when the person clicks: the browser refuses otherwise. `on_progress`
/// gets the part that is there, from 0 to 1. A download goes on when the future is dropped; another call then waits for the same one.
///
/// # Errors
/// When the browser has no model, refuses, or the download fails.
pub async fn download(on_progress: impl FnMut(f64) + 'static) -> Result<(), ChromeError> {
    // Nothing is awaited before: that could use up the person's click.
    create(&[] as &[(); 0], on_progress).await.map(drop)
}

/// A session whose context begins with these messages.
///
/// # Errors
/// When they do not fit, or the model cannot be loaded.
pub async fn open<T: Serialize>(initial: &[T]) -> Result<Session, ChromeError> {
    create(initial, |_| {}).await
}

async fn create<T: Serialize>(
    initial: &[T],
    mut on_progress: impl FnMut(f64) + 'static,
) -> Result<Session, ChromeError> {
    let factory = factory().ok_or_else(missing)?;
    let options = options()?;
    let ends = EndOnDrop(AbortController::new());
    set(&options, "signal", &ends.0.signal())?;
    if !initial.is_empty() {
        set(&options, "initialPrompts", &codec::to_js(API, initial)?)?;
    }
    let told = Closure::<dyn FnMut(JsValue)>::new(move |event: JsValue| {
        let loaded = Reflect::get(&event, &"loaded".into()).ok().and_then(|loaded| loaded.as_f64());
        on_progress(loaded.unwrap_or_default());
    });
    let listener = told.as_ref().clone();
    let monitor = Closure::<dyn FnMut(Monitor)>::new(move |monitor: Monitor| {
        monitor.add_event_listener("downloadprogress", &listener);
    });
    set(&options, "monitor", monitor.as_ref())?;
    let made = factory.create(&options).await.map_err(|error| ChromeError::thrown(API, &error))?;
    Ok(Session { handle: made.unchecked_into(), _ends: Some(ends) })
}

impl Session {
    /// Has it answer these messages. `schema`: the JSON Schema that the answer must meet, in JSON; the prompt already describes it, so it is not added
    /// to the context. Dropping the future ends the answer.
    ///
    /// # Errors
    /// When they do not fit, or the model fails.
    pub async fn prompt<T: Serialize>(
        &self,
        messages: &[T],
        schema: Option<&str>,
        on_text: &mut dyn FnMut(&str),
    ) -> Result<String, ChromeError> {
        let failed = |error: JsValue| ChromeError::thrown(API, &error);
        let options = codec::to_js(API, &serde_json::json!({}))?;
        let ends = EndOnDrop(AbortController::new());
        set(&options, "signal", &ends.0.signal())?;
        if let Some(schema) = schema {
            set(&options, "responseConstraint", &js_sys::JSON::parse(schema).map_err(failed)?)?;
            set(&options, "omitResponseConstraintInput", &JsValue::TRUE)?;
        }
        let stream = self.handle.prompt_streaming(&codec::to_js(API, messages)?, &options).map_err(failed)?;
        let reader = stream.get_reader().map_err(failed)?;
        let mut text = String::new();
        loop {
            let piece = reader.read().await.map_err(failed)?;
            let field = |name: &str| Reflect::get(&piece, &name.into()).unwrap_or_default();
            if field("done").is_truthy() {
                return Ok(text);
            }
            let piece = field("value").as_string().unwrap_or_default();
            on_text(&piece);
            text.push_str(&piece);
        }
    }

    /// Another session with the same context.
    ///
    /// # Errors
    /// When the browser refuses.
    pub async fn copy(&self) -> Result<Self, ChromeError> {
        let copy = self.handle.copy().await.map_err(|error| ChromeError::thrown(API, &error))?;
        Ok(Self { handle: copy.unchecked_into(), _ends: None })
    }

    /// How many tokens these messages would take.
    ///
    /// # Errors
    /// When the browser refuses.
    pub async fn measure<T: Serialize>(&self, messages: &[T]) -> Result<f64, ChromeError> {
        let input = codec::to_js(API, messages)?;
        let named = Reflect::has(&self.handle, &"measureContextUsage".into()).unwrap_or_default();
        let answer = if named {
            self.handle.measure_context_usage(&input).await
        } else {
            self.handle.measure_input_usage(&input).await
        };
        let answer = answer.map_err(|error| ChromeError::thrown(API, &error))?;
        Ok(answer.as_f64().unwrap_or_default())
    }

    /// Tokens in its context.
    pub fn usage(&self) -> f64 {
        self.number("contextUsage", "inputUsage")
    }

    /// Most tokens in its context; may be infinite.
    pub fn window(&self) -> f64 {
        self.number("contextWindow", "inputQuota")
    }

    fn number(&self, name: &str, before: &str) -> f64 {
        let get = |name: &str| Reflect::get(&self.handle, &name.into()).ok()?.as_f64();
        get(name).or_else(|| get(before)).unwrap_or_default()
    }
}
