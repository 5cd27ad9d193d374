//! The box in which a person writes: a task, a question, or a word to the run that is going on.

use crate::view::icon::{Icon, icon};
use crate::view::store::{Mode, Surface, store};
use leptos::prelude::*;

/// The composer.
pub fn composer() -> impl IntoView {
    let store = store();
    // What is going on here: nothing, a run that can be told something, or a reply that must first end.
    let agent = Memo::new(move |_| store.live(|run| run.is_agent() || run.mode.is_empty()));
    let blocked =
        Memo::new(move |_| agent.get() == Some(false) || agent.get().is_none() && store.waiting.with(Option::is_some));
    let empty = Memo::new(move |_| store.draft.with(|draft| draft.trim().is_empty()));
    let hint = move || match (agent.get(), store.mode.get()) {
        (Some(true), _) => "Say something to the running task",
        (_, Mode::Agent) => "What shall I do?",
        (_, Mode::Chat) => "Ask something",
    };
    let name = move || if agent.get() == Some(true) { "Message to the running task" } else { "Message" };
    let going = move || if agent.get() == Some(true) { "Goes to the running task" } else { "Answering" };
    let key = move |event: web_sys::KeyboardEvent| {
        // Enter that ends the input of a composed character is not meant for us.
        if event.key() == "Enter" && !event.shift_key() && !event.is_composing() {
            event.prevent_default();
            if !blocked.get_untracked() {
                store.submit();
            }
        }
    };
    let focus_now = store.surface != Surface::Options;
    view! {
        <form class="composer" on:submit=move |event| {
            event.prevent_default();
            if !blocked.get_untracked() {
                store.submit();
            }
        }>
            <textarea id="composer-input" class="composer__input" rows="1" dir="auto" autofocus=focus_now
                aria-label=name placeholder=hint prop:value=move || store.draft.get()
                on:input=move |event| store.draft.set(event_target_value(&event)) on:keydown=key></textarea>
            <div class="composer__bar">
                <Show when=move || agent.get().is_none() fallback=move || view! { <span class="composer__hint">{going}</span> }>
                    {modes()}
                </Show>
                <button type="submit" class="send" aria-label="Send" title="Send (Enter)" disabled=move || empty.get() || blocked.get()>
                    {icon(Icon::Send)}
                </button>
            </div>
        </form>
    }
}

fn modes() -> impl IntoView {
    let store = store();
    let choice = move |mode: Mode, value: &'static str, label: &'static str, note: &'static str| {
        view! {
            <label class="segmented__item" title=note>
                <input type="radio" name="mode" value=value prop:checked=move || store.mode.get() == mode on:change=move |_| store.mode.set(mode)/>
                <span>{label}</span>
            </label>
        }
    };
    view! {
        <fieldset class="segmented">
            <legend class="sr-only">"What the message starts"</legend>
            {choice(Mode::Agent, "agent", "Agent", "Works in the browser")}
            {choice(Mode::Chat, "chat", "Chat", "Only answers, without the browser")}
        </fieldset>
    }
}
