//! Approvals, and how runs work in the browser.

use crate::state::text::t;
use crate::view::settings::parts::{choice, section, switch};
use crate::view::store::store;
use edith_protocol::{Approvals, Typing};
use leptos::prelude::*;

/// Approvals.
pub(super) fn approvals() -> AnyView {
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
    let asked = view! {
        <fieldset class="choices">
            <legend class="sr-only">{t("approvals_legend")}</legend>
            {one(Approvals::Ask, t("approvals_ask"), t("approvals_ask_note"))}
            {one(Approvals::Auto, t("approvals_auto"), t("approvals_auto_note"))}
        </fieldset>
    };
    let planned = switch(
        t("plan_changes"),
        t("plan_changes_note"),
        move || store.settings.with(|settings| settings.plan_changes),
        move |on| store.change_settings(|settings| settings.plan_changes = on),
    );
    section(t("approvals"), view! { <div class="choices">{asked} {planned}</div> }.into_any())
}

/// How runs work.
pub(super) fn work() -> AnyView {
    let store = store();
    section(
        t("work"),
        view! {
            <div class="choices">
                {switch(
                    t("follow"),
                    t("follow_note"),
                    move || store.settings.with(|settings| settings.follow_along),
                    move |on| store.change_settings(|settings| settings.follow_along = on),
                )}
                {switch(
                    t("show_on_page"),
                    t("show_on_page_note"),
                    move || store.settings.with(|settings| settings.show_on_page),
                    move |on| store.change_settings(|settings| settings.show_on_page = on),
                )}
                {switch(
                    t("human_typing"),
                    t("human_typing_note"),
                    move || store.settings.with(|settings| settings.typing == Typing::Human),
                    move |on| {
                        store
                            .change_settings(|settings| settings.typing = if on { Typing::Human } else { Typing::Fast })
                    },
                )}
                {switch(
                    t("plain_new_tab"),
                    t("plain_new_tab_note"),
                    move || store.settings.with(|settings| settings.plain_new_tab || !settings.new_tab_chosen),
                    move |on| {
                        store
                            .change_settings(|settings| {
                                settings.plain_new_tab = on;
                                settings.new_tab_chosen = true;
                            });
                    },
                )}
                {switch(
                    t("show_typed"),
                    t("show_typed_note"),
                    move || store.settings.with(|settings| settings.show_typed_values),
                    move |on| store.change_settings(|settings| settings.show_typed_values = on),
                )}
                {switch(
                    t("pictures"),
                    t("pictures_note"),
                    move || store.settings.with(|settings| settings.model_sees_pictures),
                    move |on| store.change_settings(|settings| settings.model_sees_pictures = on),
                )}
            </div>
        }
        .into_any(),
    )
}
