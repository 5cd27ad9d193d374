//! The settings: as a screen of the side panel and as a page of their own. Every change is stored at once.

mod behaviour;
mod limits;
mod parts;
mod server;

use crate::view::el::{all, el};
use crate::view::notice::error_notice;
use leptos::prelude::*;

pub use parts::words;

/// The settings inside the side panel or the new tab.
pub fn settings_screen() -> AnyView {
    let parts = [server::server(), behaviour::approvals(), behaviour::work(), limits::limits(), privacy()];
    all(vec![el("div", "settings").add_all(parts).view(), error_notice()])
}

/// The settings as a page.
pub fn options_page() -> AnyView {
    let mark = el("img", "").attr("src", "icons/128.png").attr("alt", "").attr("width", "36").attr("height", "36");
    el("div", "page")
        .add(el("header", "page__head").add(mark).add(el("h1", "page__title").text("EDITH settings")))
        .add(el("main", "").attr("id", "main").add(settings_screen()))
        .view()
}

fn privacy() -> AnyView {
    const WORDS: &str = "Conversations, settings and the key are stored in this browser only, unencrypted, as Chrome stores \
        everything. What the pages show goes to the model server you choose and nowhere else; passwords, one-time codes and \
        card numbers never do.";
    parts::section("Privacy", el("p", "field__note").text(WORDS).view())
}
