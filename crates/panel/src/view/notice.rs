//! What went wrong, and what waits in another conversation.

use crate::view::icon::{Icon, icon, icon_button};
use crate::view::store::{Screen, store};
use leptos::prelude::*;

/// The last error, until it is closed.
pub fn error_notice() -> impl IntoView {
    let store = store();
    move || {
        store.error.get().map(|error| {
            view! {
                <div class="notice notice--error" role="alert">
                    {icon(Icon::Alert)}
                    <p class="notice__text">{error.message}</p>
                    {icon_button(Icon::Cross, "Close this message", move || store.error.set(None))}
                </div>
            }
        })
    }
}

/// A run in another conversation that waits for an answer.
pub fn elsewhere() -> impl IntoView {
    let store = store();
    let waiting = Memo::new(move |_| {
        let current = store.current.get();
        store.runs.with(|runs| {
            let mut asking =
                runs.live().filter(|run| run.ask.is_some() && Some(&run.conversation_id) != current.as_ref());
            asking.next().map(|run| (run.conversation_id.clone(), run.prompt.clone()))
        })
    });
    move || {
        waiting.get().filter(|_| store.screen.get() == Screen::Chat).map(|(id, prompt)| {
            view! {
                <div class="notice notice--ask" role="status">
                    {icon(Icon::Hand)}
                    <p class="notice__text">"Another task waits for your answer: "{crate::state::format::shorten(&prompt, 60)}</p>
                    <button type="button" class="button button--small" on:click=move |_| store.open(Some(id.clone()))>"Open"</button>
                </div>
            }
        })
    }
}
