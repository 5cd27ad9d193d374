//! A page as a picture, with what is looked for framed on it, and the choice between picture and text.

use crate::state::documents::page::inset;
use crate::state::text::{fill, t};
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
        view! { <div class="page-picture__mark" prop:style=move || style.clone()></div> }.into_any()
    });
    let sheet = view! {
        <div class="page-picture__sheet">
            <img src=picture alt=label.clone() />
            {frames.collect_view()}
        </div>
    };
    view! { <div class="page-picture" tabindex="0" role="region" aria-label=label>{sheet}</div> }.into_any()
}

/// The choice between the two.
pub(super) fn choice(as_text: RwSignal<bool>) -> AnyView {
    let item = move |is_text: bool, words: &'static str| {
        let radio = view! {
            <input
                type="radio"
                name="view"
                value=if is_text { "text" } else { "picture" }
                prop:checked=move || as_text.get() == is_text
                on:change=move |_| as_text.set(is_text)
            />
        };
        view! { <label class="segmented__item">{radio} <span>{words}</span></label> }
    };
    view! {
        <fieldset class="segmented reader__views">
            <legend class="sr-only">{t("view_as")}</legend>
            {item(false, t("view_picture"))}
            {item(true, t("view_text"))}
        </fieldset>
    }
    .into_any()
}
