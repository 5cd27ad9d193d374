//! What every task should know, in the person's own words.

use crate::state::text::{fill, t};
use crate::view::el::el;
use crate::view::settings::parts::section;
use crate::view::store::store;
use edith_protocol::INSTRUCTIONS_CHARS;
use leptos::prelude::*;

/// The section.
pub(super) fn instructions() -> AnyView {
    let store = store();
    let typed = RwSignal::new(None::<String>);
    let now = move || typed.get().unwrap_or_else(|| store.instructions());
    let count = move || {
        let length = now().chars().count();
        fill("instructions_count", &[("n", &length.to_string()), ("most", &INSTRUCTIONS_CHARS.to_string())])
    };
    let field = el("textarea", "input input--long")
        .attr("id", "instructions")
        .attr("rows", "4")
        .attr("dir", "auto")
        .attr("maxlength", INSTRUCTIONS_CHARS.to_string())
        .attr("placeholder", t("instructions_example"))
        .attr("aria-label", t("instructions"))
        .attr("aria-describedby", "instructions-note instructions-count")
        .value(now)
        .on_input(move |text| typed.set(Some(text)))
        .on_change(move |text| {
            store.set_instructions(&text);
            typed.set(None);
        });
    let body = el("div", "field")
        .add(el("p", "field__note").attr("id", "instructions-note").text(t("instructions_note")))
        .add(field)
        .add(el("p", "field__note").attr("id", "instructions-count").live_text(count));
    section(t("instructions"), body.view())
}
