//! How much is asked before acting, and how the work in the browser is done.

use crate::view::el::el;
use crate::view::settings::parts::{choice, section, switch};
use crate::view::store::store;
use edith_protocol::{Approvals, Typing};
use leptos::prelude::*;

/// How much is asked.
pub fn approvals() -> AnyView {
    let store = store();
    let one = move |value: Approvals, label, note| {
        choice(
            "approvals",
            label,
            note,
            move || store.settings.with(|settings| settings.approvals == value),
            move || store.change_settings(|settings| settings.approvals = value),
        )
    };
    section(
        "Approvals",
        el("fieldset", "choices")
            .add(el("legend", "sr-only").text("How much is asked before acting"))
            .add(one(
                Approvals::Ask,
                "Ask before anything that matters",
                "Buying, paying, sending, posting, deleting, and typing into password and card fields.",
            ))
            .add(one(
                Approvals::Auto,
                "Ask only about money and secrets",
                "Paying, and typing into password and card fields. Everything else is done without asking.",
            ))
            .view(),
    )
}

/// How the work is done.
pub fn work() -> AnyView {
    let store = store();
    section(
        "Working in the browser",
        el("div", "choices")
            .add(switch(
                "Follow along",
                "Brings the tab that is worked in to the front.",
                move || store.settings.with(|settings| settings.follow_along),
                move |on| store.change_settings(|settings| settings.follow_along = on),
            ))
            .add(switch(
                "Type at a person's pace",
                "Slower, for pages that mind fast typing.",
                move || store.settings.with(|settings| settings.typing == Typing::Human),
                move |on| {
                    store.change_settings(|settings| settings.typing = if on { Typing::Human } else { Typing::Fast })
                },
            ))
            .add(switch(
                "Plain new tab",
                "An empty page instead of the clock, the message box and the latest conversations.",
                move || store.settings.with(|settings| settings.plain_new_tab),
                move |on| store.change_settings(|settings| settings.plain_new_tab = on),
            ))
            .add(switch(
                "Show the model what I typed",
                "Values you typed into a page before the task. Passwords, codes and card numbers are never shown.",
                move || store.settings.with(|settings| settings.show_typed_values),
                move |on| store.change_settings(|settings| settings.show_typed_values = on),
            ))
            .add(switch(
                "Let the model take pictures",
                "For models that understand pictures. Costs more tokens.",
                move || store.settings.with(|settings| settings.model_sees_pictures),
                move |on| store.change_settings(|settings| settings.model_sees_pictures = on),
            ))
            .view(),
    )
}
