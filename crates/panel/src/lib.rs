//! What the extension's pages show. `state` works it out in plain data, natively testable; `view` draws it with Leptos.

pub mod state;
#[cfg(target_arch = "wasm32")]
pub mod view;
