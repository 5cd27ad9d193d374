//! Announcements for screen readers: progress politely, asks at once.

use crate::state::markdown::words_of;
use crate::state::runs::outcome_words;
use crate::state::text::fill;
use crate::view::memo::words;
use crate::view::store::store;
use leptos::prelude::*;

/// The two live regions of the page.
pub(super) fn live_regions() -> AnyView {
    let store = store();
    let progress = words(move || {
        let running = store.live(|run| {
            let (headline, beside) = run.told();
            if beside.is_empty() { headline } else { format!("{headline}: {beside}") }
        });
        let ended = || {
            store.current.with(|current| {
                let current = current.as_ref()?;
                store.runs.with(|runs| {
                    let done = runs.in_conversation(current).last()?.done.as_ref()?;
                    Some(format!("{}. {}", outcome_words(done.outcome), words_of(&done.summary)))
                })
            })
        };
        running.or_else(ended).unwrap_or_default()
    });
    let ask = words(move || {
        let ask = store.ask().map(|ask| fill("asks_aloud", &[("text", &words_of(&ask.text))]));
        ask.unwrap_or_default()
    });
    view! {
        <div class="sr-only" role="status" aria-live="polite">{progress}</div>
        <div class="sr-only" role="alert" aria-live="assertive">{ask}</div>
    }
    .into_any()
}
