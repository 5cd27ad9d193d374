//! How much is asked before acting, and how the work in the browser is done.

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
        view! {
            <fieldset class="choices">
                <legend class="sr-only">"How much is asked before acting"</legend>
                {one(
                    Approvals::Ask,
                    "Ask before anything that matters",
                    "Buying, paying, sending, posting, deleting, and typing into password and card fields.",
                )}
                {one(
                    Approvals::Auto,
                    "Ask only about money and secrets",
                    "Paying, and typing into password and card fields. Everything else is done without asking.",
                )}
            </fieldset>
        },
    )
}

/// How the work is done.
pub fn work() -> AnyView {
    let store = store();
    section(
        "Working in the browser",
        view! {
            <div class="choices">
                {switch(
                    "Follow along",
                    "Brings the tab that is worked in to the front.",
                    move || store.settings.with(|settings| settings.follow_along),
                    move |on| store.change_settings(|settings| settings.follow_along = on),
                )}
                {switch(
                    "Type at a person's pace",
                    "Slower, for pages that mind fast typing.",
                    move || store.settings.with(|settings| settings.typing == Typing::Human),
                    move |on| store.change_settings(|settings| settings.typing = if on { Typing::Human } else { Typing::Fast }),
                )}
                {switch(
                    "Show the model what I typed",
                    "Values you typed into a page before the task. Passwords, codes and card numbers are never shown.",
                    move || store.settings.with(|settings| settings.show_typed_values),
                    move |on| store.change_settings(|settings| settings.show_typed_values = on),
                )}
                {switch(
                    "Let the model take pictures",
                    "For models that understand pictures. Costs more tokens.",
                    move || store.settings.with(|settings| settings.model_sees_pictures),
                    move |on| store.change_settings(|settings| settings.model_sees_pictures = on),
                )}
            </div>
        },
    )
}
