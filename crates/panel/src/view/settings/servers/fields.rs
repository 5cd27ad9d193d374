//! Fields that a new server and a set one share.

use crate::state::text::{fill, t};
use crate::view::el::{El, el, live, nothing};
use crate::view::icon::{Icon, icon};
use edith_protocol::ModelDetails;
use leptos::prelude::*;

/// A field for a key, masked until it is shown. `typed` gets what is in it at once, `done` is told when it is pasted or left.
pub(super) fn secret(
    id: &str,
    name: String,
    shown: RwSignal<bool>,
    value: impl Fn() -> String + Send + 'static,
    typed: impl Fn(String) + Clone + 'static,
    done: impl Fn() + Clone + 'static,
) -> El {
    let (pasted, left) = (done.clone(), typed.clone());
    technical(id.to_owned())
        .attr("placeholder", "sk-…")
        .attr("aria-label", name)
        .live_attr("type", move || Some(if shown.get() { "text" } else { "password" }.to_owned()))
        .value(value)
        .on_input(typed)
        .on("paste", move |_| {
            let pasted = pasted.clone();
            // The field has what was pasted only after this event.
            request_animation_frame(pasted);
        })
        .on_change(move |text| {
            left(text);
            done();
        })
}

/// The button that shows or hides keys.
pub(super) fn reveal(shown: RwSignal<bool>, controls: String) -> AnyView {
    crate::view::el::button("button", move || shown.update(|shown| *shown = !*shown))
        .live_attr("aria-pressed", move || Some(shown.get().to_string()))
        .attr("aria-controls", controls)
        .add(icon(Icon::Eye))
        .live_text(move || if shown.get() { t("hide") } else { t("show") }.to_owned())
        .view()
}

/// The field of a model, with those that the server told of as suggestions.
pub(super) fn model(
    id: &str,
    hint: impl Fn() -> String + Send + 'static,
    listed: RwSignal<Vec<ModelDetails>>,
    value: impl Fn() -> String + Send + 'static,
    set: impl Fn(String) + 'static,
) -> AnyView {
    let list_id = format!("{id}-list");
    let field = technical(id.to_owned())
        .attr("type", "text")
        .attr("list", list_id.clone())
        .live_attr("placeholder", move || Some(hint()))
        .value(value)
        .on_change(set);
    let options = move || {
        let options = listed.get().into_iter().map(|one| el("option", "").attr("value", one.id).view());
        crate::view::el::all(options.collect())
    };
    let count = move || match listed.with(Vec::len) {
        0 => nothing(),
        number => {
            let words = fill("models_to_choose", &[("n", &number.to_string())]);
            el("p", "field__note").text(words).view()
        }
    };
    labelled(id, t("model"), field)
        .add(el("datalist", "").attr("id", list_id).add(live(options)))
        .add(live(count))
        .view()
}

/// A label and its control.
pub(in crate::view) fn labelled(id: &str, words: &'static str, control: impl Into<AnyView>) -> El {
    el("div", "field").add(el("label", "field__label").attr("for", id).text(words)).add(control)
}

/// A field for technical text: left to right, no autocorrect, no autofill.
pub(in crate::view) fn technical(id: impl Into<String>) -> El {
    el("input", "input").attr("id", id).attr("dir", "ltr").attr("spellcheck", "false").attr("autocomplete", "off")
}
