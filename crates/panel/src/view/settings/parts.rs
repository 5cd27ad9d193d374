//! The building blocks of the settings.

use leptos::prelude::*;

/// A section with its heading.
pub(super) fn section(title: &'static str, body: AnyView) -> AnyView {
    let id = format!("section-{}", title.to_lowercase().replace(' ', "-"));
    view! {
        <section class="section" aria-labelledby=id.clone()>
            <h2 class="section__title" id=id.clone()>{title}</h2>
            {body}
        </section>
    }
    .into_any()
}

/// A label and a hint for a control.
#[component]
pub(crate) fn Words(
    label: &'static str,
    note: &'static str,
    /// What is said below.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    view! {
        <span class="switch__words">
            <span class="field__label">{label}</span>
            <span class="field__note">{note}</span>{children.map(|children| children())}
        </span>
    }
}

/// A switch with a hint.
pub(super) fn switch(
    label: &'static str,
    note: &'static str,
    is_on: impl Fn() -> bool + Send + Sync + 'static,
    set: impl Fn(bool) + 'static,
) -> AnyView {
    switch_of(label, note, Signal::derive(is_on), UnsyncCallback::new(set))
}

fn switch_of(label: &'static str, note: &'static str, is_on: Signal<bool>, set: UnsyncCallback<bool>) -> AnyView {
    let field = view! {
        <input
            type="checkbox"
            role="switch"
            prop:checked=is_on
            on:change=move |event| set.run(event_target_checked(&event))
        />
    };
    view! {
        <label class="switch">
            <Words label note />
            {field}
        </label>
    }
    .into_any()
}

/// A radio button with a hint.
pub(super) fn choice(
    group: &'static str,
    label: &'static str,
    note: &'static str,
    is_on: impl Fn() -> bool + Send + Sync + 'static,
    choose: impl Fn() + 'static,
) -> AnyView {
    choice_of(group, label, note, Signal::derive(is_on), UnsyncCallback::new(move |()| choose()))
}

fn choice_of(
    group: &'static str,
    label: &'static str,
    note: &'static str,
    is_on: Signal<bool>,
    choose: UnsyncCallback<()>,
) -> AnyView {
    let field = view! { <input type="radio" name=group prop:checked=is_on on:change=move |_| choose.run(()) /> };
    view! { <label class="choice">{field} <Words label note /></label> }.into_any()
}
