//! The building blocks of the settings.

use crate::view::el::{El, el};
use leptos::prelude::*;

/// A section with its heading.
pub(super) fn section(title: &'static str, body: AnyView) -> AnyView {
    let id = format!("section-{}", title.to_lowercase().replace(' ', "-"));
    el("section", "section")
        .attr("aria-labelledby", id.clone())
        .add(el("h2", "section__title").attr("id", id).text(title))
        .add(body)
        .view()
}

/// A label and a hint for a control.
pub(crate) fn words(label: &'static str, note: &'static str) -> El {
    el("span", "switch__words").add(el("span", "field__label").text(label)).add(el("span", "field__note").text(note))
}

/// A switch with a hint.
pub(super) fn switch(
    label: &'static str,
    note: &'static str,
    is_on: impl Fn() -> bool + Send + 'static,
    set: impl Fn(bool) + 'static,
) -> AnyView {
    let field = el("input", "").attr("type", "checkbox").attr("role", "switch").checked(is_on);
    let field = field.on("change", move |event| set(event_target_checked(&event)));
    el("label", "switch").add(words(label, note)).add(field).view()
}

/// A radio button with a hint.
pub(super) fn choice(
    group: &'static str,
    label: &'static str,
    note: &'static str,
    is_on: impl Fn() -> bool + Send + 'static,
    choose: impl Fn() + 'static,
) -> AnyView {
    let field = el("input", "").attr("type", "radio").attr("name", group).checked(is_on).on_change(move |_| choose());
    el("label", "choice").add(field).add(words(label, note)).view()
}
