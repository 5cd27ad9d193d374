//! What every task should know, in the person's own words.

use crate::state::text::{fill, t};
use crate::view::el::el;
use crate::view::settings::parts::section as titled;
use crate::view::store::store;
use edith_protocol::INSTRUCTIONS_CHARS;
use leptos::prelude::*;

/// The section.
pub(super) fn section() -> AnyView {
    let store = store();
    // What is typed and not stored, and why the worker refused it.
    let (typed, refused) = (RwSignal::new(None::<String>), RwSignal::new(String::new()));
    let now = move || typed.get().unwrap_or_else(|| store.profile.with(|profile| profile.instructions.clone()));
    let count = move || {
        let length = now().chars().count();
        fill("instructions_count", &[("n", &length.to_string()), ("most", &INSTRUCTIONS_CHARS.to_string())])
    };
    let save = move |text: String| {
        refused.set(String::new());
        store.change_profile(
            move |profile| text.trim().clone_into(&mut profile.instructions),
            move |error| match error {
                Some(error) => drop(refused.try_set(error.message)),
                None => drop(typed.try_set(None)),
            },
        );
    };
    let field = el("textarea", "input input--long")
        .attr("id", "instructions")
        .attr("rows", "4")
        .attr("dir", "auto")
        .attr("maxlength", INSTRUCTIONS_CHARS.to_string())
        .attr("placeholder", t("instructions_example"))
        .attr("aria-describedby", "instructions-note instructions-count instructions-error")
        .live_attr("aria-invalid", move || (!refused.get().is_empty()).then(|| "true".to_owned()))
        .value(now)
        .on_input(move |text| typed.set(Some(text)))
        .on_change(save);
    let body = el("div", "field")
        .add(el("label", "sr-only").attr("for", "instructions").text(t("instructions")))
        .add(el("p", "field__note").attr("id", "instructions-note").text(t("instructions_note")))
        .add(field)
        .add(
            el("p", "field__error")
                .attr("id", "instructions-error")
                .attr("role", "alert")
                .live_text(move || refused.get()),
        )
        .add(el("p", "field__note").attr("id", "instructions-count").live_text(count));
    titled(t("instructions"), body.view())
}
