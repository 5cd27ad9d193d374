//! Errors, and asks that wait in other conversations.

use crate::state::text::{fill, t};
use crate::view::icon::{Icon, icon, icon_button};
use crate::view::memo::words;
use crate::view::store::store;
use leptos::prelude::*;

/// The last error, until dismissed.
pub(super) fn error_notice() -> AnyView {
    let store = store();
    let shown = move || match store.error.get() {
        Some(error) => view! {
            <div class="notice notice--error" role="alert">
                {icon(Icon::Alert)}
                <p class="notice__text">{error.message}</p>
                {icon_button(Icon::Cross, t("close_message"), move || store.error.set(None))}
            </div>
        }
        .into_any(),
        None => ().into_any(),
    };
    view! { {move || shown()} }.into_any()
}

/// A run in another conversation that waits for an answer.
pub(super) fn elsewhere() -> AnyView {
    let store = store();
    let waiting = move || {
        // One thing is asked at a time.
        if store.ask().is_some() {
            return None;
        }
        let current = store.current.get();
        store.runs.with(|runs| {
            let mut asking =
                runs.live().filter(|run| run.ask.is_some() && Some(&run.conversation_id) != current.as_ref());
            asking.next().map(|run| (run.conversation_id.clone(), run.prompt.clone()))
        })
    };
    let prompt =
        words(move || waiting().map(|(_, prompt)| crate::state::format::shorten(&prompt, 60)).unwrap_or_default());
    let open = move || {
        if let Some((id, _)) = untrack(waiting) {
            store.open(Some(id));
        }
    };
    let shown = move || match prompt.get() {
        prompt if prompt.is_empty() => ().into_any(),
        prompt => view! {
            <div class="notice notice--ask" role="status">
                {icon(Icon::Hand)}
                <p class="notice__text">{fill("other_waits", &[("prompt", &prompt)])}</p>
                <button class="button button--small" type="button" on:click=move |_| open()>{t("open")}</button>
            </div>
        }
        .into_any(),
    };
    view! { {move || shown()} }.into_any()
}
