//! What every task should know, in the person's own words.

use crate::state::text::{fill, t};
use crate::view::settings::parts::section as titled;
use crate::view::store::store;
use edith_protocol::INSTRUCTIONS_CHARS;
use leptos::prelude::*;

/// The section.
pub(super) fn section() -> AnyView {
    let store = store();
    // What is typed and not stored, and why the worker refused it.
    let (typed, refused) = (RwSignal::new(None::<String>), RwSignal::new(String::new()));
    let now = Signal::derive(move || {
        typed.get().unwrap_or_else(|| store.profile.with(|profile| profile.instructions.clone()))
    });
    let count = move || {
        let length = now.get().chars().count();
        fill("instructions_count", &[("n", &length.to_string()), ("most", &INSTRUCTIONS_CHARS.to_string())])
    };
    let save = move |text: String| {
        refused.set(String::new());
        store.change_profile(
            move |profile| text.trim().clone_into(&mut profile.instructions),
            move |error| match error {
                Some(error) => drop(refused.try_set(error.message)),
                None => drop(typed.try_set(None)),
            },
        );
    };
    let field = view! {
        <textarea
            class="input input--long"
            id="instructions"
            rows="4"
            dir="auto"
            maxlength=INSTRUCTIONS_CHARS.to_string()
            placeholder=t("instructions_example")
            aria-describedby="instructions-note instructions-count instructions-error"
            aria-invalid=move || (!refused.get().is_empty()).then_some("true")
            prop:value=now
            on:input=move |event| typed.set(Some(event_target_value(&event)))
            on:change=move |event| save(event_target_value(&event))
        ></textarea>
    };
    let body = view! {
        <div class="field">
            <label class="sr-only" for="instructions">{t("instructions")}</label>
            <p class="field__note" id="instructions-note">{t("instructions_note")}</p>
            {field}
            <p class="field__error" id="instructions-error" role="alert">{refused}</p>
            <p class="field__note" id="instructions-count">{move || count()}</p>
        </div>
    };
    titled(t("instructions"), body.into_any())
}
