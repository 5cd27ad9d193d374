//! The browser client, the sample sites and the demo in a real Chromium.
//!
//! They start browsers, so a plain `cargo test` ignores them; run them with `cargo test -p edith-lab --test chromium -- --ignored`.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may panic, in its helpers too")]

mod client;
mod pages;

use std::time::Duration;

use edith_lab::browser::{Browser, Options};
use edith_lab::sites::Sites;

const SOON: Duration = Duration::from_secs(10);

async fn start() -> (Browser, Sites) {
    let sites = Sites::start().await.unwrap();
    (Browser::start(&Options::default()).await.unwrap(), sites)
}
