//! `crypto.randomUUID`.

use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = crypto, js_name = randomUUID)]
    fn random_uuid() -> String;
}

/// A version 4 UUID: 122 random bits.
pub fn uuid() -> String {
    random_uuid()
}
