//! The service worker: the core's ports on chrome.*.
//!
//! `background.js` registers the listeners and calls the functions exported here. Everything crosses as numbers and text (JSON), so no JavaScript
//! value is held on this side.

mod app;
mod bringer;
mod browser;
mod browser_model;
mod http;
mod language;
mod lifetime;
mod overlay;
mod ports;
mod reader;
mod sign_in;
mod texts;
mod timetable;

use app::App;
use std::rc::Rc;
use wasm_bindgen::prelude::wasm_bindgen;

thread_local! {
    /// One app per worker, for the worker's lifetime.
    static APP: Rc<App> = App::new(check_schedules);
}

fn app() -> Rc<App> {
    APP.with(Rc::clone)
}

/// Runs when the wasm is ready: continues what an earlier worker left unfinished.
fn main() {
    speak();
    app().start();
}

/// A message from `chrome.runtime.onMessage` and its sender, as JSON; returns the answer as JSON.
#[wasm_bindgen]
pub async fn message(message: String, sender: String) -> String {
    app().message(&message, &sender).await
}

/// Whether a debugger event is of any use; most are not, and are never serialised.
#[wasm_bindgen]
pub fn wants_debugger_event(tab: i32, method: &str) -> bool {
    app().browser().wants(tab, method)
}

/// `chrome.debugger.onEvent`; the parameters as JSON.
#[wasm_bindgen]
pub fn debugger_event(tab: i32, session: Option<String>, method: String, params: &str) {
    app().browser().event(tab, session, method, params);
}

/// `chrome.debugger.onDetach`.
#[wasm_bindgen]
pub fn debugger_detached(tab: i32, reason: &str) {
    app().browser().detached(tab, reason);
}

/// `chrome.tabs.onCreated`; the address is the tab's destination, empty if Chrome does not say.
#[wasm_bindgen]
pub fn tab_created(tab: i32, url: String) {
    app().browser().appeared(tab, url);
}

/// `chrome.tabs.onRemoved`.
#[wasm_bindgen]
pub fn tab_gone(tab: i32) {
    app().tab_gone(tab);
}

/// `chrome.tabs.onReplaced`.
#[wasm_bindgen]
pub fn tab_moved(from: i32, to: i32) {
    app().tab_moved(from, to);
}

/// Stop was pressed on a page that a run works in.
#[wasm_bindgen]
pub fn overlay_stop(tab: i32) {
    app().stop_in(tab);
}

/// The language was changed.
#[wasm_bindgen]
pub fn speak() {
    let (language, texts) = edith_chrome::i18n::worker_texts().unwrap_or_default();
    edith_words::speak(edith_words::Catalogue::read(&language, &texts));
}

/// An alarm came, or the stored schedules changed.
#[wasm_bindgen]
pub fn check_schedules() {
    app().check_schedules();
}
