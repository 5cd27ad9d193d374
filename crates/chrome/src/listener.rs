//! Listeners that unhook on drop.

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

// Chrome passes at most three arguments to the events used here; missing ones are `undefined`.
type Callback = Closure<dyn FnMut(JsValue, JsValue, JsValue)>;

/// A browser event's listener, active while it lives.
#[must_use = "a dropped listener does not listen"]
pub struct Listener {
    event: ChromeEvent,
    callback: Callback,
}

impl Listener {
    /// The listener returns `undefined`, so it never holds a message's answer open.
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
