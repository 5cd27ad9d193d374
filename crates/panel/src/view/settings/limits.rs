//! The limits: numbers in a range, stored when valid, with today's usage.

use crate::state::settings::{Limit, today};
use crate::state::text::{fill, t};
use crate::view::el::{el, live, live_text, nothing};
use crate::view::settings::parts::section;
use crate::view::store::{store, zone};
use leptos::prelude::*;

/// The limits of a task, a day, and the work itself.
pub(super) fn limits() -> AnyView {
    let group = |id: &'static str, title: &'static str, limits: &[Limit]| {
        el("div", "fields")
            .attr("role", "group")
            .attr("aria-labelledby", id)
            .add(el("h3", "label").attr("id", id).text(title))
            .add_all(limits.iter().copied().map(field))
            .view()
    };
    let body = el("div", "fields")
        .add(el("p", "field__note").text(t("limits_note")))
        .add(group("limits-run", t("limits_run"), &Limit::RUN))
        .add(group("limits-day", t("limits_day"), &Limit::DAY))
        .add(group("limits-work", t("limits_work"), &Limit::WORK));
    section(t("limits"), body.view())
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
    let note = move || {
        let today = store.usage.with(|days| today(days, store.now.get(), zone()));
        match limit.used(&today) {
            Some(used) => fill("used_today", &[("used", &used)]),
            None => limit.note().to_owned(),
        }
    };
    let error = move || match wrong.get() {
        Some(sentence) => el("span", "field__error").attr("role", "alert").text(sentence).view(),
        None => nothing(),
    };
    let words = el("div", "switch__words")
        .add(el("label", "field__label").attr("for", id.clone()).text(limit.label()))
        .add(el("span", "field__note").attr("id", note_id.clone()).add(live_text(note)))
        .add(live(error));
    let field = el("input", "input input--number")
        .attr("id", id)
        .attr("type", "number")
        .attr("inputmode", if limit.is_fraction() { "decimal" } else { "numeric" })
        .attr("step", if limit.is_fraction() { "any" } else { "1" })
        .attr("min", least.to_string())
        .attr("max", most.to_string())
        .attr("placeholder", if least == 0.0 { t("no_limit") } else { "" })
        .attr("aria-describedby", note_id)
        .live_attr("aria-invalid", move || wrong.with(Option::is_some).then(|| "true".to_owned()))
        .value(move || store.settings.with(|settings| limit.shown(settings)))
        .on_change(change);
    el("div", "field field--row").add(words).add(field).view()
}
