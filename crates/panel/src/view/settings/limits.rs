//! The limits: whole numbers in a range, stored when they are right.

use crate::state::settings::Limit;
use crate::state::text::t;
use crate::view::el::{el, live, nothing};
use crate::view::settings::parts::section;
use crate::view::store::store;
use leptos::prelude::*;

/// The limits of a run.
pub fn limits() -> AnyView {
    let fields: Vec<AnyView> = Limit::ALL.into_iter().map(field).collect();
    section(t("limits"), el("div", "fields").add_all(fields).view())
}

fn field(limit: Limit) -> AnyView {
    let store = store();
    let wrong = RwSignal::new(None::<String>);
    let id = format!("limit-{}", limit.name());
    let note_id = format!("{id}-note");
    let (least, most) = limit.range();
    let change = move |text: String| match limit.parse(&text) {
        Ok(value) => {
            wrong.set(None);
            store.change_settings(|settings| limit.set(settings, value));
        }
        Err(sentence) => wrong.set(Some(sentence)),
    };
    let value = move || store.settings.with(|settings| limit.get(settings)).to_string();
    let error = move || match wrong.get() {
        Some(sentence) => el("span", "field__error").attr("role", "alert").text(sentence).view(),
        None => nothing(),
    };
    let words = el("div", "switch__words")
        .add(el("label", "field__label").attr("for", id.clone()).text(limit.label()))
        .add(el("span", "field__note").attr("id", note_id.clone()).text(limit.note()))
        .add(live(error));
    let field = el("input", "input input--number")
        .attr("id", id)
        .attr("type", "number")
        .attr("inputmode", "numeric")
        .attr("min", least.to_string())
        .attr("max", most.to_string())
        .attr("aria-describedby", note_id)
        .live_attr("aria-invalid", move || wrong.with(Option::is_some).then(|| "true".to_owned()))
        .value(value)
        .on_change(change);
    el("div", "field field--row").add(words).add(field).view()
}
