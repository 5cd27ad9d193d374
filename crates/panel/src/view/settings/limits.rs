//! The limits: numbers in a range, stored when valid, with today's usage.

use crate::state::settings::{Limit, today};
use crate::state::text::{fill, t};
use crate::view::settings::parts::section;
use crate::view::store::{store, zone};
use leptos::prelude::*;

/// The limits of a task, a day, and the work itself.
pub(super) fn limits() -> AnyView {
    let group = |id: &'static str, title: &'static str, limits: &[Limit]| {
        view! {
            <div class="fields" role="group" aria-labelledby=id>
                <h3 class="label" id=id>{title}</h3>
                {limits.iter().copied().map(field).collect_view()}
            </div>
        }
        .into_any()
    };
    let body = view! {
        <div class="fields">
            <p class="field__note">{t("limits_note")}</p>
            {group("limits-run", t("limits_run"), &Limit::RUN)}
            {group("limits-day", t("limits_day"), &Limit::DAY)}
            {group("limits-work", t("limits_work"), &Limit::WORK)}
        </div>
    };
    section(t("limits"), body.into_any())
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
        Some(sentence) => view! { <span class="field__error" role="alert">{sentence}</span> }.into_any(),
        None => ().into_any(),
    };
    let words = view! {
        <div class="switch__words">
            <label class="field__label" for=id.clone()>{limit.label()}</label>
            <span class="field__note" id=note_id.clone()>{move || note()}</span>
            {move || error()}
        </div>
    };
    let field = view! {
        <input
            class="input input--number"
            id=id
            type="number"
            inputmode=if limit.is_fraction() { "decimal" } else { "numeric" }
            step=if limit.is_fraction() { "any" } else { "1" }
            min=least.to_string()
            max=most.to_string()
            placeholder=if least == 0.0 { t("no_limit") } else { "" }
            aria-describedby=note_id
            aria-invalid=move || wrong.with(Option::is_some).then_some("true")
            prop:value=move || store.settings.with(|settings| limit.shown(settings))
            on:change=move |event| change(event_target_value(&event))
        />
    };
    view! { <div class="field field--row">{words} {field}</div> }.into_any()
}
