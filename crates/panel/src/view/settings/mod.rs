//! The settings, as a screen of the side panel and as a page. Every change is stored at once.

mod appearance;
mod behaviour;
mod data;
mod instructions;
mod languages;
mod limits;
mod parts;
mod prices;
mod profile;
mod servers;

use crate::state::text::t;
use crate::view::el::{all, el};
use crate::view::notice::error_notice;
use crate::view::toast::toast;
use leptos::prelude::*;

pub(super) use parts::words;

/// The settings inside the side panel or the new tab.
pub(super) fn settings_screen() -> AnyView {
    let parts = [
        servers::servers(),
        profile::profile(),
        prices::prices(),
        behaviour::approvals(),
        data::grants(),
        behaviour::work(),
        limits::limits(),
        appearance::appearance(),
        languages::recognition(),
        data::data(),
        data::about(),
    ];
    all(vec![el("div", "settings").add_all(parts).view(), error_notice(), toast(false)])
}

/// The settings as a page.
pub(super) fn options_page() -> AnyView {
    let mark = el("img", "").attr("src", "icons/128.png").attr("alt", "").attr("width", "36").attr("height", "36");
    el("div", "page")
        .add(el("header", "page__head").add(mark).add(el("h1", "page__title").text(t("settings_title"))))
        .add(el("main", "").attr("id", "main").add(settings_screen()))
        .view()
}
