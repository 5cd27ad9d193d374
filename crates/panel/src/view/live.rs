//! What a screen reader is told without being asked: progress politely, asks at once.

use crate::state::runs::outcome_words;
use crate::view::store::store;
use leptos::prelude::*;

/// The two live regions of the page.
pub fn live_regions() -> impl IntoView {
    let store = store();
    let progress = Memo::new(move |_| {
        let going = store.live(|run| {
            let count = run.step_count();
            if count.is_empty() { run.headline() } else { format!("{count}: {}", run.headline()) }
        });
        going.or_else(|| {
            store.current.with(|current| {
                let current = current.as_ref()?;
                store.runs.with(|runs| {
                    let done = runs.of(current).last()?.done.as_ref()?;
                    Some(format!("{}. {}", outcome_words(done.outcome), done.summary))
                })
            })
        })
    });
    let ask = Memo::new(move |_| store.live(|run| run.ask.as_ref().map(|ask| ask.text.clone())).flatten());
    view! {
        <div class="sr-only" role="status" aria-live="polite">{move || progress.get().unwrap_or_default()}</div>
        <div class="sr-only" role="alert" aria-live="assertive">
            {move || ask.get().map(|text| format!("EDITH asks: {text}")).unwrap_or_default()}
        </div>
    }
}
