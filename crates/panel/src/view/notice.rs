//! Errors, and asks that wait in other conversations.

use crate::state::text::{fill, t};
use crate::view::el::{button, el, live, nothing, words};
use crate::view::icon::{Icon, icon, icon_button};
use crate::view::store::store;
use leptos::prelude::*;

/// The last error, until dismissed.
pub(super) fn error_notice() -> AnyView {
    let store = store();
    live(move || match store.error.get() {
        Some(error) => el("div", "notice notice--error")
            .attr("role", "alert")
            .add(icon(Icon::Alert))
            .add(el("p", "notice__text").text(error.message))
            .add(icon_button(Icon::Cross, t("close_message"), move || store.error.set(None)))
            .view(),
        None => nothing(),
    })
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
    live(move || match prompt.get() {
        prompt if prompt.is_empty() => nothing(),
        prompt => el("div", "notice notice--ask")
            .attr("role", "status")
            .add(icon(Icon::Hand))
            .add(el("p", "notice__text").text(fill("other_waits", &[("prompt", &prompt)])))
            .add(button("button button--small", open).text(t("open")))
            .view(),
    })
}
