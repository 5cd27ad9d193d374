//! Prices of the models in use, per million tokens: list prices until the user edits them.

use crate::state::servers::{Price, models, set_price};
use crate::state::text::{fill, t};
use crate::view::settings::parts::section;
use crate::view::store::{Store, store};
use leptos::prelude::*;

/// The section, shown only if a model is set.
pub(super) fn prices() -> AnyView {
    let store = store();
    let used = Memo::new(move |_| store.all_servers.with(models));
    let rows = move || {
        let used = used.get();
        if used.is_empty() {
            return view! { <p class="field__note">{t("no_prices")}</p> }.into_any();
        }
        used.into_iter().map(|model| row(store, model)).collect_view().into_any()
    };
    let body = view! {
        <div class="fields">
            <p class="field__note">{t("prices_note")}</p>
            {move || rows()}
        </div>
    };
    section(t("prices"), body.into_any())
}

fn row(store: Store, model: String) -> AnyView {
    let title = model.clone();
    let field = move |which: Price, label: &'static str| {
        let (shown, changed) = (model.clone(), model.clone());
        let value = Signal::derive(move || {
            let price = store.settings.with(|settings| settings.price_of(&shown));
            price.map(|mut price| which.field(&mut price).to_string()).unwrap_or_default()
        });
        let change = move |text: String| {
            if let Ok(value) = text.trim().replace(',', ".").parse::<f64>()
                && value.is_finite()
                && value >= 0.0
            {
                store.change_settings(|settings| set_price(settings, &changed, which, value));
            }
        };
        let input = view! {
            <input
                class="input input--number"
                type="number"
                min="0"
                step="any"
                inputmode="decimal"
                placeholder="–"
                aria-label=fill("price_of", &[("what", label), ("model", &model)])
                prop:value=value
                on:change=move |event| change(event_target_value(&event))
            />
        };
        view! {
            <label class="price">
                <span class="field__note" aria-hidden="true">{label}</span>
                {input}
            </label>
        }
        .into_any()
    };
    view! {
        <div class="field">
            <p class="field__label" dir="ltr">{title}</p>
            <div class="price-row">
                {field(Price::Prompt, t("price_sent"))} {field(Price::Cached, t("price_cached"))}
                {field(Price::Completion, t("price_received"))}
            </div>
        </div>
    }
    .into_any()
}
