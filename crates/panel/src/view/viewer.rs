//! A screenshot as large as the panel allows, with the run's previous and next ones.

use crate::state::text::{fill, t};
use crate::view::dom::by_id;
use crate::view::icon::{Icon, icon, icon_button};
use crate::view::memo::flag;
use crate::view::show::Show;
use crate::view::store::store;
use edith_protocol::RunId;
use leptos::prelude::*;

/// A thumbnail that opens the viewer. `at` is its index among the run's pictures.
pub(super) fn thumbnail(run: RunId, at: usize, number: u32, picture: String) -> AnyView {
    let store = store();
    let image = view! { <img src=picture alt="" loading="lazy" /> };
    view! {
        <button
            class="thumb"
            type="button"
            aria-label=fill("show_picture", &[("number", &number.to_string())])
            on:click=move |_| store.viewer.set(Some((run.clone(), at)))
        >
            {image}
        </button>
    }
    .into_any()
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
        let Some((run, at)) = store.viewer.get() else { return ().into_any() };
        store.runs.with(|runs| {
            let pictures = runs.get(&run).map(|run| run.pictures()).unwrap_or_default();
            let Some((number, picture)) = pictures.get(at) else { return ().into_any() };
            let words = fill("page_in_step", &[("number", &number.to_string())]);
            let place = format!("{} / {}", at + 1, pictures.len());
            view! {
                <figure class="viewer__picture">
                    <img src=*picture alt=words.clone() />
                    <figcaption aria-live="polite">{format!("{words} · {place}")}</figcaption>
                </figure>
            }
            .into_any()
        })
    };
    let turn = move |shown: Icon, name: &'static str, step: isize| {
        view! {
            <button class="icon-button" type="button" aria-label=name title=name on:click=move |_| go(step)>
                {icon(shown)}
            </button>
        }
    };
    let several = flag(move || {
        let Some((run, _)) = store.viewer.get() else { return false };
        store.runs.with(|runs| runs.get(&run).is_some_and(|run| run.pictures().len() > 1))
    });
    let bar = view! {
        <div class="viewer__bar">
            <Show when=several>{turn(Icon::Back, t("picture_before"), -1)}</Show>
            <Show when=several>{turn(Icon::Chevron, t("picture_after"), 1)}</Show>
            {icon_button(Icon::Cross, t("close"), move || store.viewer.set(None))}
        </div>
    };
    view! {
        <dialog
            class="viewer"
            id="viewer"
            aria-label=t("pictures_of_run")
            on:close=move |_| store.viewer.set(None)
            on:keydown=move |event| match event.key().as_str() {
                "ArrowLeft" => go(-1),
                "ArrowRight" => go(1),
                _ => {}
            }
        >
            {bar}
            {move || picture()}
        </dialog>
    }
    .into_any()
}
