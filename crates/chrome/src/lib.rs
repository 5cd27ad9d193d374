//! chrome.* for Rust: one JSON codec, owned listeners, IndexedDB.
//!
//! Only the calls in use are bound. Everything goes in and out as serde types: `JsValue` stays in here.

pub mod alarms;
pub mod bringing;
mod codec;
pub mod db;
pub mod debugger;
mod error;
pub mod fetch;
pub mod files;
pub mod found;
pub mod i18n;
pub mod icons;
pub mod identity;
pub mod kept;
pub mod language;
pub mod language_model;
pub mod languages;
mod listener;
pub mod notifications;
pub mod overlay;
pub mod permissions;
pub mod random;
pub mod reader;
pub mod rules;
pub mod runtime;
pub mod scripting;
pub mod search;
pub mod storage;
#[cfg(feature = "store")]
pub mod store;
pub mod tabs;
pub mod time;
pub mod windows;

pub use error::ChromeError;
pub use listener::Listener;
