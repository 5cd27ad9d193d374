//! The parts that the settings are made of.

use leptos::prelude::*;

/// A section with its heading.
pub fn section(title: &'static str, body: impl IntoView + 'static) -> AnyView {
    let id = format!("section-{}", title.to_lowercase().replace(' ', "-"));
    let name = id.clone();
    view! {
        <section class="section" aria-labelledby=name>
            <h2 class="section__title" id=id>{title}</h2>
            {body.into_any()}
        </section>
    }
    .into_any()
}

/// A switch with a note.
pub fn switch(
    label: &'static str,
    note: &'static str,
    is_on: impl Fn() -> bool + Send + 'static,
    set: impl Fn(bool) + 'static,
) -> AnyView {
    view! {
        <label class="switch">
            <span class="switch__words">
                <span class="field__label">{label}</span>
                <span class="field__note">{note}</span>
            </span>
            <input type="checkbox" role="switch" prop:checked=is_on on:change=move |event| set(event_target_checked(&event))/>
        </label>
    }
    .into_any()
}

/// One of several, as a radio button with a note.
pub fn choice(
    group: &'static str,
    label: &'static str,
    note: &'static str,
    is_on: impl Fn() -> bool + Send + 'static,
    choose: impl Fn() + 'static,
) -> AnyView {
    view! {
        <label class="choice">
            <input type="radio" name=group prop:checked=is_on on:change=move |_| choose()/>
            <span class="switch__words">
                <span class="field__label">{label}</span>
                <span class="field__note">{note}</span>
            </span>
        </label>
    }
    .into_any()
}
