//! chrome.* for Rust: one JSON codec, owned listeners, IndexedDB.
