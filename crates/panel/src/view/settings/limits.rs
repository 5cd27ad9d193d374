//! The limits: whole numbers in a range, stored when they are right.

use crate::state::settings::Limit;
use crate::view::settings::parts::section;
use crate::view::store::store;
use leptos::prelude::*;

/// The limits of a run.
pub fn limits() -> AnyView {
    let fields: Vec<AnyView> = Limit::ALL.into_iter().map(field).collect();
    section("Limits", view! { <div class="fields">{fields}</div> })
}

fn field(limit: Limit) -> AnyView {
    let store = store();
    let wrong = RwSignal::new(None::<String>);
    let id = format!("limit-{limit:?}");
    let note_id = format!("{id}-note");
    let (least, most) = limit.range();
    let change = move |event| match limit.parse(&event_target_value(&event)) {
        Ok(value) => {
            wrong.set(None);
            store.change_settings(|settings| limit.set(settings, value));
        }
        Err(sentence) => wrong.set(Some(sentence)),
    };
    let value = move || store.settings.with(|settings| limit.get(settings)).to_string();
    view! {
        <div class="field field--row">
            <div class="switch__words">
                <label class="field__label" for=id.clone()>{limit.label()}</label>
                <span class="field__note" id=note_id.clone()>{limit.note()}</span>
                {move || wrong.get().map(|sentence| view! { <span class="field__error" role="alert">{sentence}</span> })}
            </div>
            <input class="input input--number" id=id type="number" inputmode="numeric" min=least.to_string() max=most.to_string()
                aria-describedby=note_id aria-invalid=move || wrong.with(Option::is_some).to_string() prop:value=value on:change=change/>
        </div>
    }
    .into_any()
}
