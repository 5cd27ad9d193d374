//! Approvals, and how runs work in the browser.

use crate::state::text::t;
use crate::view::el::el;
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
    let asked = el("fieldset", "choices")
        .add(el("legend", "sr-only").text(t("approvals_legend")))
        .add(one(Approvals::Ask, t("approvals_ask"), t("approvals_ask_note")))
        .add(one(Approvals::Auto, t("approvals_auto"), t("approvals_auto_note")));
    let planned = switch(
        t("plan_changes"),
        t("plan_changes_note"),
        move || store.settings.with(|settings| settings.plan_changes),
        move |on| store.change_settings(|settings| settings.plan_changes = on),
    );
    section(t("approvals"), el("div", "choices").add(asked).add(planned).view())
}

/// How runs work.
pub(super) fn work() -> AnyView {
    let store = store();
    section(
        t("work"),
        el("div", "choices")
            .add(switch(
                t("follow"),
                t("follow_note"),
                move || store.settings.with(|settings| settings.follow_along),
                move |on| store.change_settings(|settings| settings.follow_along = on),
            ))
            .add(switch(
                t("show_on_page"),
                t("show_on_page_note"),
                move || store.settings.with(|settings| settings.show_on_page),
                move |on| store.change_settings(|settings| settings.show_on_page = on),
            ))
            .add(switch(
                t("human_typing"),
                t("human_typing_note"),
                move || store.settings.with(|settings| settings.typing == Typing::Human),
                move |on| {
                    store.change_settings(|settings| settings.typing = if on { Typing::Human } else { Typing::Fast })
                },
            ))
            .add(switch(
                t("plain_new_tab"),
                t("plain_new_tab_note"),
                move || store.settings.with(|settings| settings.plain_new_tab || !settings.new_tab_chosen),
                move |on| {
                    store.change_settings(|settings| {
                        settings.plain_new_tab = on;
                        settings.new_tab_chosen = true;
                    });
                },
            ))
            .add(switch(
                t("show_typed"),
                t("show_typed_note"),
                move || store.settings.with(|settings| settings.show_typed_values),
                move |on| store.change_settings(|settings| settings.show_typed_values = on),
            ))
            .add(switch(
                t("pictures"),
                t("pictures_note"),
                move || store.settings.with(|settings| settings.model_sees_pictures),
                move |on| store.change_settings(|settings| settings.model_sees_pictures = on),
            ))
            .view(),
    )
}
