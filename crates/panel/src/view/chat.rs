//! The chat: the open conversation in order, scrolled to its end unless the user reads further up.

use crate::state::text::t;
use crate::state::timeline::Item;
use crate::view::documents::answers;
use crate::view::dom::by_id;
use crate::view::fold::fold;
use crate::view::form::result;
use crate::view::icon::{Icon, icon};
use crate::view::memo::flag;
use crate::view::message::{answer, ended, replied, said};
use crate::view::plan_list::plan_list;
use crate::view::show::Show;
use crate::view::source_cards::source_cards;
use crate::view::step_card::step_card;
use crate::view::store::store;
use edith_protocol::RunState;
use leptos::prelude::*;

/// Within this distance of the end, in pixels, the chat follows new content.
const NEAR: i32 = 90;

/// The frames in which to settle at the end, at most.
const FRAMES: u32 = 20;

/// The chat of the open conversation.
pub(super) fn chat() -> AnyView {
    let store = store();
    let items = Memo::new(move |_| store.items());
    let follows = store.follows;
    Effect::new(move || {
        // Everything in the chat is drawn from these two.
        items.track();
        store.runs.track();
        if follows.get_untracked() {
            to_end(follows);
        }
    });
    // Reported again, as when a reply is stored, it is the same conversation.
    let current = Memo::new(move |_| store.current.get());
    Effect::new(move || {
        current.track();
        follows.set(true);
        to_end(follows);
    });
    // Scrolling to the end causes scroll events of its own, during which newly visible content may grow: only scrolling up means
    // that the user wants to stay.
    let top = StoredValue::new(0);
    let scrolled = move |_| {
        let Some(frame) = frame() else { return };
        let before = top.get_value();
        top.set_value(frame.scroll_top());
        if is_at_end(&frame) {
            follows.set(true);
        } else if frame.scroll_top() < before {
            follows.set(false);
        }
    };
    // A panel that becomes larger may show the end without being scrolled.
    let resized = window_event_listener(leptos::ev::resize, move |_| {
        if frame().is_some_and(|frame| is_at_end(&frame)) {
            follows.set(true);
        }
    });
    on_cleanup(move || resized.remove());
    let silent = flag(move || {
        let silent = store.live(|run| run.streaming.is_empty() && run.ask.is_none() && run.state != RunState::Paused);
        silent.unwrap_or_else(|| store.waiting.with(Option::is_some))
    });
    let dots = || {
        view! {
            <p class="dots" aria-hidden="true">
                <span></span>
                <span></span>
                <span></span>
            </p>
        }
        .into_any()
    };
    let frame = view! {
        <main class="scroll chat" id="main" tabindex="-1" on:scroll=scrolled>
            <ol class="chat__list" aria-label=t("conversation")>
                <For each=move || items.get() key=Item::key children=draw />
            </ol>
            <Show when=silent>{dots()}</Show>
        </main>
    };
    let jump = move || {
        let click = move || {
            follows.set(true);
            to_end(follows);
        };
        view! {
            <div class="jump">
                <button class="jump__button" type="button" aria-label=t("to_latest") on:click=move |_| click()>
                    {icon(Icon::Down)}
                </button>
            </div>
        }
        .into_any()
    };
    view! {
        {frame}
        <Show when=move || !follows.get()>{jump()}</Show>
    }
    .into_any()
}

fn is_at_end(frame: &web_sys::Element) -> bool {
    frame.scroll_height() - frame.scroll_top() - frame.client_height() < NEAR
}

fn frame() -> Option<web_sys::Element> {
    by_id("main")
}

/// Scrolls to the end once pending drawing is done.
fn to_end(follows: RwSignal<bool>) {
    settle(follows, 0, FRAMES);
}

/// Scrolls to the end until that position is stable: content is laid out only when visible, and may be taller than estimated. Stops if the user
/// scrolls up.
fn settle(follows: RwSignal<bool>, before: i32, left: u32) {
    request_animation_frame(move || {
        if !follows.get_untracked() {
            return;
        }
        // The settings may be open by then; they stay where they are.
        if let Some(frame) = frame().filter(|frame| frame.class_name().contains("chat")) {
            let height = frame.scroll_height();
            frame.set_scroll_top(height);
            if left > 0 && height != before {
                settle(follows, height, left - 1);
            }
        }
    });
}

fn draw(item: Item) -> AnyView {
    match item {
        Item::Said { key, text, begins, run, sent } => said(text, sent, begins.then_some(key), run),
        Item::Fold { run } => fold(run),
        Item::Replied { text, .. } => replied(text),
        Item::Step { run, number } => step_card(run, number),
        Item::Sources { run } => source_cards(run),
        Item::Plan { run } => plan_list(run),
        Item::Answers { run } => answers(run),
        Item::Form { run } => result(run),
        Item::Answer { run } => answer(run),
        Item::Ended { run, ending, summary, prompt } => ended(run, ending, summary, prompt),
    }
}
