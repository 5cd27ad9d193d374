//! Prices of the models in use, per million tokens: list prices until the user edits them.

use crate::state::servers::{Price, models, set_price};
use crate::state::text::{fill, t};
use crate::view::el::{all, el, live};
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
            return el("p", "field__note").text(t("no_prices")).view();
        }
        all(used.into_iter().map(|model| row(store, model)).collect())
    };
    let body = el("div", "fields").add(el("p", "field__note").text(t("prices_note"))).add(live(rows));
    section(t("prices"), body.view())
}

fn row(store: Store, model: String) -> AnyView {
    let title = model.clone();
    let field = move |which: Price, label: &'static str| {
        let (shown, changed) = (model.clone(), model.clone());
        let value = move || {
            let price = store.settings.with(|settings| settings.price_of(&shown));
            price.map(|mut price| which.field(&mut price).to_string()).unwrap_or_default()
        };
        let change = move |text: String| {
            if let Ok(value) = text.trim().replace(',', ".").parse::<f64>()
                && value.is_finite()
                && value >= 0.0
            {
                store.change_settings(|settings| set_price(settings, &changed, which, value));
            }
        };
        let input = el("input", "input input--number")
            .attr("type", "number")
            .attr("min", "0")
            .attr("step", "any")
            .attr("inputmode", "decimal")
            .attr("placeholder", "–")
            .attr("aria-label", fill("price_of", &[("what", label), ("model", &model)]))
            .value(value)
            .on_change(change);
        el("label", "price").add(el("span", "field__note").attr("aria-hidden", "true").text(label)).add(input).view()
    };
    el("div", "field")
        .add(el("p", "field__label").attr("dir", "ltr").text(title))
        .add(
            el("div", "price-row")
                .add(field(Price::Prompt, t("price_sent")))
                .add(field(Price::Cached, t("price_cached")))
                .add(field(Price::Completion, t("price_received"))),
        )
        .view()
}
