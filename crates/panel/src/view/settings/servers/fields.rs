//! Fields that a new server and a set one share.

use crate::state::text::{fill, t};
use crate::view::icon::{Icon, icon};
use edith_protocol::ModelDetails;
use leptos::prelude::*;

/// A field for a key, masked until it is shown. `typed` gets what is in it at once, `done` is told when it is pasted or left.
pub(super) fn secret(
    id: &str,
    name: String,
    shown: RwSignal<bool>,
    value: impl Fn() -> String + Send + Sync + 'static,
    typed: impl Fn(String) + Clone + 'static,
    done: impl Fn() + Clone + 'static,
) -> AnyView {
    let (pasted, left) = (done.clone(), typed.clone());
    let pasted = move |_| {
        let pasted = pasted.clone();
        // The field has what was pasted only after this event.
        request_animation_frame(pasted);
    };
    let changed = move |event| {
        left(event_target_value(&event));
        done();
    };
    view! {
        <input
            class="input"
            dir="ltr"
            spellcheck="false"
            autocomplete="off"
            id=id.to_owned()
            placeholder="sk-…"
            aria-label=name
            type=move || if shown.get() { "text" } else { "password" }
            prop:value=Signal::derive(value)
            on:input=move |event| typed(event_target_value(&event))
            on:paste=pasted
            on:change=changed
        />
    }
    .into_any()
}

/// The button that shows or hides keys.
pub(super) fn reveal(shown: RwSignal<bool>, controls: String) -> AnyView {
    view! {
        <button
            class="button"
            type="button"
            aria-pressed=move || shown.get().to_string()
            aria-controls=controls
            on:click=move |_| shown.update(|shown| *shown = !*shown)
        >
            {icon(Icon::Eye)}
            {move || if shown.get() { t("hide") } else { t("show") }}
        </button>
    }
    .into_any()
}

/// The field of a model, with those that the server told of as suggestions.
pub(super) fn model(
    id: &str,
    hint: impl Fn() -> String + Send + Sync + 'static,
    listed: RwSignal<Vec<ModelDetails>>,
    value: impl Fn() -> String + Send + Sync + 'static,
    set: impl Fn(String) + 'static,
) -> AnyView {
    let list_id = format!("{id}-list");
    let options =
        move || listed.get().into_iter().map(|one| view! { <option value=one.id></option> }.into_any()).collect_view();
    let count = move || match listed.with(Vec::len) {
        0 => ().into_any(),
        number => {
            let words = fill("models_to_choose", &[("n", &number.to_string())]);
            view! { <p class="field__note">{words}</p> }.into_any()
        }
    };
    let field = view! {
        <input
            class="input"
            dir="ltr"
            spellcheck="false"
            autocomplete="off"
            id=id.to_owned()
            type="text"
            list=list_id.clone()
            placeholder=Signal::derive(hint)
            prop:value=Signal::derive(value)
            on:change=move |event| set(event_target_value(&event))
        />
    };
    view! {
        <Labelled id words=t("model")>
            {field}
            <datalist id=list_id>{move || options()}</datalist>
            {move || count()}
        </Labelled>
    }
    .into_any()
}

/// A label, its control, and what is said below.
#[component]
pub(in crate::view) fn Labelled(#[prop(into)] id: String, words: &'static str, children: Children) -> impl IntoView {
    view! {
        <div class="field">
            <label class="field__label" for=id>{words}</label>
            {children()}
        </div>
    }
}
