//! `fetch` with a streamed answer and a request that ends on drop.

use crate::{ChromeError, codec};
use serde::Serialize;
use std::borrow::Cow;
use std::collections::BTreeMap;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    type AbortController;
    #[wasm_bindgen(constructor)]
    fn new() -> AbortController;
    #[wasm_bindgen(method, getter)]
    fn signal(this: &AbortController) -> JsValue;
    #[wasm_bindgen(method)]
    fn abort(this: &AbortController);

    #[wasm_bindgen(catch, js_name = fetch)]
    async fn fetch_js(url: &str, options: &JsValue) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(js_name = Response)]
    type JsResponse;
    #[wasm_bindgen(method, getter)]
    fn status(this: &JsResponse) -> u16;
    #[wasm_bindgen(method, getter, js_name = type)]
    fn kind(this: &JsResponse) -> String;
    #[wasm_bindgen(method, getter)]
    fn headers(this: &JsResponse) -> Headers;
    #[wasm_bindgen(method, getter)]
    fn body(this: &JsResponse) -> Option<Body>;

    type Headers;

    #[wasm_bindgen(js_name = ReadableStream)]
    type Body;
    #[wasm_bindgen(method, catch, js_name = getReader)]
    fn get_reader(this: &Body) -> Result<Reader, JsValue>;

    type Reader;
    #[wasm_bindgen(method, catch)]
    async fn read(this: &Reader) -> Result<JsValue, JsValue>;

    type Piece;
    #[wasm_bindgen(method, getter)]
    fn done(this: &Piece) -> bool;
    #[wasm_bindgen(method, getter)]
    fn value(this: &Piece) -> js_sys::Uint8Array;
}

/// A request. No cookies, caching or followed redirects.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Request {
    /// `GET` or `POST`.
    pub method: &'static str,
    /// The headers.
    pub headers: BTreeMap<Cow<'static, str>, String>,
    /// The body.
    #[serde(skip)]
    pub body: Option<String>,
}

/// An answer from its head on. Dropping it ends the transfer.
pub struct Response {
    inner: JsResponse,
    reader: Option<Reader>,
    _ends: EndOnDrop,
}

struct EndOnDrop(AbortController);

impl Drop for EndOnDrop {
    fn drop(&mut self) {
        // A no-op after the end.
        self.0.abort();
    }
}

/// Sends a request and waits for the answer's head. Dropping the future ends the request.
///
/// # Errors
/// When no answer came: nobody is there, the connection broke, or the address or a header is invalid.
pub async fn fetch(url: &str, request: &Request) -> Result<Response, ChromeError> {
    const API: &str = "fetch";
    let options = codec::to_js(API, request)?;
    let ends = EndOnDrop(AbortController::new());
    let set = |name: &str, value: JsValue| {
        js_sys::Reflect::set(&options, &name.into(), &value).map_err(|error| ChromeError::thrown(API, &error))
    };
    set("signal", ends.0.signal())?;
    if let Some(body) = &request.body {
        // Not through the codec: it may be large, and is text already.
        set("body", body.into())?;
    }
    set("redirect", "manual".into())?;
    set("credentials", "omit".into())?;
    set("cache", "no-store".into())?;
    let answer = fetch_js(url, &options).await.map_err(|error| ChromeError::thrown(API, &error))?;
    let inner: JsResponse = answer.unchecked_into();
    let reader = match inner.body() {
        Some(body) => Some(body.get_reader().map_err(|error| ChromeError::thrown(API, &error))?),
        None => None,
    };
    Ok(Response { inner, reader, _ends: ends })
}

impl Response {
    /// The HTTP status; 0 for a redirect.
    pub fn status(&self) -> u16 {
        self.inner.status()
    }

    /// Whether the server redirects; the browser does not say where.
    pub fn is_redirect(&self) -> bool {
        self.inner.kind() == "opaqueredirect"
    }

    /// The readable headers, by lower-case name.
    ///
    /// # Errors
    /// Never in practice: their names and values are texts.
    pub fn headers(&self) -> Result<BTreeMap<String, String>, ChromeError> {
        let entries = js_sys::Object::from_entries(&self.inner.headers());
        codec::answer("fetch", entries.map(JsValue::from))
    }

    /// The next bytes of the body; none at its end.
    ///
    /// # Errors
    /// When the connection breaks.
    pub async fn next(&mut self) -> Result<Option<Vec<u8>>, ChromeError> {
        let Some(reader) = &self.reader else { return Ok(None) };
        let piece = reader.read().await.map_err(|error| ChromeError::thrown("fetch", &error))?;
        let piece: Piece = piece.unchecked_into();
        Ok((!piece.done()).then(|| piece.value().to_vec()))
    }
}

impl std::fmt::Debug for Response {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Response").field("status", &self.status()).finish_non_exhaustive()
    }
}
