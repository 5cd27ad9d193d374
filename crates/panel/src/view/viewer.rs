//! A screenshot as large as the panel allows, with the run's previous and next ones.

use crate::state::text::{fill, t};
use crate::view::el::{button, by_id, el, flag, live, nothing, when};
use crate::view::icon::{Icon, icon, icon_button};
use crate::view::store::store;
use edith_protocol::RunId;
use leptos::prelude::*;

/// A thumbnail that opens the viewer. `at` is its index among the run's pictures.
pub(super) fn thumbnail(run: RunId, at: usize, number: u32, picture: String) -> AnyView {
    let store = store();
    let image = el("img", "").attr("src", picture).attr("alt", "").attr("loading", "lazy");
    button("thumb", move || store.viewer.set(Some((run.clone(), at))))
        .attr("aria-label", fill("show_picture", &[("number", &number.to_string())]))
        .add(image)
        .view()
}

/// The dialog; it closes on Escape and restores the focus by itself.
pub(super) fn viewer() -> AnyView {
    let store = store();
    Effect::new(move || {
        let open = store.viewer.with(Option::is_some);
        let Some(dialog) = by_id::<web_sys::HtmlDialogElement>("viewer") else { return };
        if open && !dialog.open() {
            // Fails only if it is already open.
            let _ = dialog.show_modal();
        } else if !open && dialog.open() {
            dialog.close();
        }
    });
    let go = move |step: isize| {
        store.viewer.update(|shown| {
            if let Some((run, at)) = shown {
                let count = store.runs.with_untracked(|runs| runs.get(run).map_or(0, |run| run.pictures().len()));
                *at = at.saturating_add_signed(step).min(count.saturating_sub(1));
            }
        });
    };
    let picture = move || {
        let Some((run, at)) = store.viewer.get() else { return nothing() };
        store.runs.with(|runs| {
            let pictures = runs.get(&run).map(|run| run.pictures()).unwrap_or_default();
            let Some((number, picture)) = pictures.get(at) else { return nothing() };
            let words = fill("page_in_step", &[("number", &number.to_string())]);
            let place = format!("{} / {}", at + 1, pictures.len());
            el("figure", "viewer__picture")
                .add(el("img", "").attr("src", *picture).attr("alt", words.clone()))
                .add(el("figcaption", "").attr("aria-live", "polite").text(format!("{words} · {place}")))
                .view()
        })
    };
    let turn = move |shown: Icon, name: &'static str, step: isize| {
        button("icon-button", move || go(step)).attr("aria-label", name).attr("title", name).add(icon(shown))
    };
    let several = flag(move || {
        let Some((run, _)) = store.viewer.get() else { return false };
        store.runs.with(|runs| runs.get(&run).is_some_and(|run| run.pictures().len() > 1))
    });
    let bar = el("div", "viewer__bar")
        .add(when(move || several.get(), move || turn(Icon::Back, t("picture_before"), -1).view()))
        .add(when(move || several.get(), move || turn(Icon::Chevron, t("picture_after"), 1).view()))
        .add(icon_button(Icon::Cross, t("close"), move || store.viewer.set(None)));
    el("dialog", "viewer")
        .attr("id", "viewer")
        .attr("aria-label", t("pictures_of_run"))
        .on("close", move |_| store.viewer.set(None))
        .on_key(move |event| match event.key().as_str() {
            "ArrowLeft" => go(-1),
            "ArrowRight" => go(1),
            _ => {}
        })
        .add(bar)
        .add(live(picture))
        .view()
}
