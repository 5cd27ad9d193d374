//! What is drawn over the pages that runs work in, behind `overlays.js`. Only in the worker.

use serde::Serialize;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    // All defined in overlays.js.
    #[wasm_bindgen(js_name = edithOverlayState)]
    fn state_js(tab: i32, doing: &str);
    #[wasm_bindgen(js_name = edithOverlaySign)]
    fn sign_js(tab: i32, sign: &str);
    #[wasm_bindgen(js_name = edithOverlayHold)]
    fn hold_js(tab: i32, on: bool);
    #[wasm_bindgen(js_name = edithOverlayIsDrawn)]
    fn is_drawn_js(tab: i32) -> bool;
    #[wasm_bindgen(js_name = edithOverlayHasFocus)]
    fn has_focus_js(tab: i32) -> bool;
    #[wasm_bindgen(js_name = edithOverlayCovers)]
    fn covers_js(tab: i32, x: f64, y: f64) -> bool;
}

/// Says what a run does in a tab: `working`, `asking`, `paused`, or nothing.
pub fn set_state(tab: i32, doing: &str) {
    state_js(tab, doing);
}

/// Draws something for a moment.
pub fn sign(tab: i32, sign: &impl Serialize) {
    if let Ok(sign) = serde_json::to_string(sign) {
        sign_js(tab, &sign);
    }
}

/// Whether nothing may begin to be drawn in a tab.
pub fn hold(tab: i32, on: bool) {
    hold_js(tab, on);
}

/// Whether something is drawn in a tab.
pub fn is_drawn(tab: i32) -> bool {
    is_drawn_js(tab)
}

/// Whether keys would reach the button of what is drawn.
pub fn has_focus(tab: i32) -> bool {
    has_focus_js(tab)
}

/// Whether the button is drawn at a point of the viewport.
pub fn covers(tab: i32, [x, y]: [f64; 2]) -> bool {
    covers_js(tab, x, y)
}
