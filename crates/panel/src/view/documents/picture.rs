//! A page as a picture, with what is looked for framed on it, and the choice between picture and text.

use crate::state::documents::page::inset;
use crate::state::text::{fill, t};
use crate::view::el::el;
use edith_protocol::BoxShown;
use leptos::prelude::*;

/// Widths of pictures in pixels.
const NARROWEST: f64 = 900.0;
const WIDEST: f64 = 2_000.0;
/// The column that a picture fills, in CSS pixels.
const COLUMN: f64 = 860.0;

/// The width to ask for, so that a picture is sharp on this screen.
pub(super) fn width() -> u32 {
    (window().device_pixel_ratio() * COLUMN).clamp(NARROWEST, WIDEST) as u32
}

/// A picture of a page. It scrolls where it would be too small to read.
pub(super) fn page_picture(picture: String, number: u32, areas: &[BoxShown]) -> AnyView {
    let label = fill("page_picture", &[("n", &number.to_string())]);
    let frames = areas.iter().map(|area| {
        let style = inset(area);
        el("div", "page-picture__mark").live_property("style", move || style.clone()).view()
    });
    let sheet = el("div", "page-picture__sheet")
        .add(el("img", "").attr("src", picture).attr("alt", label.clone()))
        .add_all(frames);
    el("div", "page-picture").attr("tabindex", "0").attr("role", "region").attr("aria-label", label).add(sheet).view()
}

/// The choice between the two.
pub(super) fn choice(as_text: RwSignal<bool>) -> AnyView {
    let item = move |is_text: bool, words: &'static str| {
        let radio = el("input", "")
            .attr("type", "radio")
            .attr("name", "view")
            .attr("value", if is_text { "text" } else { "picture" })
            .checked(move || as_text.get() == is_text)
            .on_change(move |_| as_text.set(is_text));
        el("label", "segmented__item").add(radio).add(el("span", "").text(words))
    };
    el("fieldset", "segmented reader__views")
        .add(el("legend", "sr-only").text(t("view_as")))
        .add(item(false, t("view_picture")))
        .add(item(true, t("view_text")))
        .view()
}
