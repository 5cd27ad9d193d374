//! What a search found in a page: marked without touching the page's elements, and looked for again when they are redrawn. Only in pages.

use js_sys::Array;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    // Defined in panel.js.
    #[wasm_bindgen(js_name = edithMark)]
    fn mark_js(ranges: &Array);

    #[wasm_bindgen(js_name = edithWatchDrawn)]
    fn watch_js(id: &str, heard: &JsValue) -> JsValue;

    type Stop;
    #[wasm_bindgen(method, js_name = disconnect)]
    fn disconnect(this: &Stop);
}

/// Marks these `Range`s instead of those marked before.
pub fn mark(ranges: &Array) {
    mark_js(ranges);
}

/// Listens until it is dropped.
#[must_use = "a dropped watch does not listen"]
pub struct Watch {
    stop: Stop,
    _heard: Closure<dyn FnMut()>,
}

/// Calls back after what is in the element with this id was drawn again.
pub fn watch(id: &str, heard: impl FnMut() + 'static) -> Watch {
    let heard = Closure::<dyn FnMut()>::new(heard);
    let stop = watch_js(id, heard.as_ref()).unchecked_into();
    Watch { stop, _heard: heard }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.stop.disconnect();
    }
}

impl std::fmt::Debug for Watch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Watch")
    }
}
