//! The chat: everything of the open conversation in order, kept at its end while the person does not read further up.

use crate::state::timeline::Item;
use crate::view::icon::{Icon, icon};
use crate::view::message::{ended, replied, said, streaming};
use crate::view::step_card::step_card;
use crate::view::store::store;
use leptos::html::Main;
use leptos::prelude::*;

/// Nearer to the end than this, in pixels, the chat follows what comes in.
const NEAR: i32 = 90;

/// The chat of the open conversation.
pub fn chat() -> impl IntoView {
    let store = store();
    let items = Memo::new(move |_| store.items());
    let frame = NodeRef::<Main>::new();
    let follows = RwSignal::new(true);
    let to_end = move || {
        request_animation_frame(move || {
            // The chat may be gone by then.
            if let Some(frame) = frame.try_get_untracked().flatten() {
                frame.set_scroll_top(frame.scroll_height());
            }
        });
    };
    Effect::new(move || {
        // Whatever is drawn into the chat comes from these two.
        items.track();
        store.runs.track();
        if follows.get_untracked() {
            to_end();
        }
    });
    Effect::new(move || {
        store.current.track();
        follows.set(true);
        to_end();
    });
    let scrolled = move |_| {
        if let Some(frame) = frame.try_get_untracked().flatten() {
            follows.set(frame.scroll_height() - frame.scroll_top() - frame.client_height() < NEAR);
        }
    };
    let thinking = Memo::new(move |_| {
        let silent = store
            .live(|run| run.streaming.is_empty() && run.ask.is_none() && run.state != edith_protocol::RunState::Paused);
        silent.unwrap_or_else(|| store.waiting.with(Option::is_some))
    });
    view! {
        <main id="main" class="scroll chat" tabindex="-1" node_ref=frame on:scroll=scrolled>
            <ol class="chat__list" aria-label="Conversation">
                <For each=move || items.get() key=Item::key children=draw/>
            </ol>
            <Show when=move || thinking.get()>
                <p class="dots" aria-hidden="true"><span></span><span></span><span></span></p>
            </Show>
        </main>
        <Show when=move || !follows.get()>
            <div class="jump">
                <button type="button" class="jump__button" aria-label="To the latest" on:click=move |_| {
                    follows.set(true);
                    to_end();
                }>{icon(Icon::Down)}</button>
            </div>
        </Show>
    }
}

fn draw(item: Item) -> AnyView {
    match item {
        Item::Said { text, .. } => said(text).into_any(),
        Item::Replied { text, .. } => replied(text).into_any(),
        Item::Step { run, number } => step_card(run, number).into_any(),
        Item::Streaming { run } => streaming(run).into_any(),
        Item::Ended { run, outcome, summary, prompt } => ended(run, outcome, summary, prompt).into_any(),
    }
}
