//! The service worker: the core's ports on chrome.* and async-openai.

fn main() {}
