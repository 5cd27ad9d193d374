//! Listeners that unhook when they are dropped.

use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Any `chrome.*.onSomething`.
    pub(crate) type ChromeEvent;

    #[wasm_bindgen(method, js_name = addListener)]
    fn add_listener(this: &ChromeEvent, listener: &JsValue);

    #[wasm_bindgen(method, js_name = removeListener)]
    fn remove_listener(this: &ChromeEvent, listener: &JsValue);
}

// Chrome passes at most three arguments to the events used here; what is missing arrives as `undefined`.
type Callback = Closure<dyn FnMut(JsValue, JsValue, JsValue)>;

/// A listener of a browser event. It listens as long as it lives.
#[must_use = "a dropped listener does not listen"]
pub struct Listener {
    event: ChromeEvent,
    callback: Callback,
}

impl Listener {
    /// Listens. The listener answers `undefined`, so it never keeps a message's answer open.
    pub(crate) fn on(event: ChromeEvent, callback: impl FnMut(JsValue, JsValue, JsValue) + 'static) -> Self {
        let callback: Callback = Closure::new(callback);
        event.add_listener(callback.as_ref());
        Self { event, callback }
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.event.remove_listener(self.callback.as_ref());
    }
}

impl std::fmt::Debug for Listener {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Listener")
    }
}
