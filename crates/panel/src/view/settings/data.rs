//! Stored data and its size, exporting and deleting everything, and what EDITH is.

use crate::state::log;
use crate::state::text::{fill, key, t};
use crate::view::bridge;
use crate::view::el::{all, button, el, live, nothing};
use crate::view::icon::{Icon, icon};
use crate::view::markdown::code;
use crate::view::settings::parts::section;
use crate::view::store::{focus, store, zone};
use edith_chrome::files;
use edith_protocol::{Command, LogEntry};
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde_json::Value;

/// Kinds of stored data in display order: the word of `panel.js`, and the label's key.
const KINDS: [(&str, &str); 4] = [
    ("conversations", key("data_conversations")),
    ("steps", key("data_steps")),
    ("schedules", key("data_schedules")),
    ("settings", key("data_settings")),
];

/// The section on stored data.
pub(super) fn data() -> AnyView {
    let store = store();
    let sizes = RwSignal::new(Value::Null);
    let deleting = RwSignal::new(false);
    let measure = move || {
        spawn_local(async move {
            let told = files::sizes().await;
            sizes.try_set(serde_json::from_str(&told).unwrap_or_default());
        });
    };
    // Now, and whenever the stored data changes.
    Effect::new(move || {
        store.conversations.track();
        measure();
    });
    let rows = move || {
        let sizes = sizes.get();
        let row = |(kind, name): (&str, &'static str)| {
            let size = sizes.get(kind).and_then(Value::as_f64).map(bytes).unwrap_or_default();
            el("div", "").add(el("dt", "").text(t(name))).add(el("dd", "").text(size)).view()
        };
        all(KINDS.map(row).into())
    };
    let delete = move || {
        spawn_local(async move {
            match bridge::send(&Command::DataDelete).await {
                Ok(_) => {
                    store.forget_seen();
                    // Fails only for a page that is being closed.
                    drop(window().location().reload());
                }
                Err(error) => store.error.set(Some(error)),
            }
        });
    };
    let confirm = move || {
        if !deleting.get() {
            return nothing();
        }
        focus("keep-data");
        el("div", "row__confirm")
            .attr("role", "group")
            .attr("aria-label", t("delete_all"))
            .add(el("p", "row__question").text(t("delete_all_question")))
            .add(button("button button--small button--stop", delete).text(t("delete_all")))
            .add(button("button button--small", move || deleting.set(false)).attr("id", "keep-data").text(t("cancel")))
            .view()
    };
    let buttons = el("div", "buttons")
        .add(button("button", move || store.export_all()).add(icon(Icon::Download)).text(t("save_all")))
        .add(button("button", move || store.import()).add(icon(Icon::Upload)).text(t("import")))
        .add(button("button button--stop", move || deleting.set(true)).add(icon(Icon::Bin)).text(t("delete_all")));
    let body = el("div", "fields")
        .add(el("p", "field__note").text(t("data_note")))
        .add(el("dl", "facts sizes").add(live(rows)))
        .add(buttons)
        .add(live(confirm))
        .add(log_card());
    section(t("data"), body.view())
}

/// The worker's log, read when opened.
fn log_card() -> AnyView {
    let store = store();
    let entries: RwSignal<Option<Vec<LogEntry>>> = RwSignal::new(None);
    let read = move |_| {
        spawn_local(async move {
            match bridge::list("log", |_| Command::LogList).await {
                Ok(log) => drop(entries.try_set(Some(log))),
                Err(error) => store.error.set(Some(error)),
            }
        });
    };
    let lines = move || {
        let Some(entries) = entries.get() else { return nothing() };
        if entries.is_empty() {
            return el("p", "field__note").text(t("log_empty")).view();
        }
        let lines = log::lines(&entries, zone());
        el("div", "log").attr("lang", "en").add(code("", &lines)).view()
    };
    let body = el("div", "fields").add(el("p", "field__note").text(t("log_note"))).add(live(lines));
    let head = el("summary", "card__head").text(t("log"));
    el("details", "card").attr("id", "log").on("toggle", read).add(head).add(body).view()
}

/// A readable size in bytes.
fn bytes(size: f64) -> String {
    match size {
        size if size < 1_000.0 => format!("{size:.0} B"),
        size if size < 1e6 => format!("{:.1} KB", size / 1e3),
        size => format!("{:.1} MB", size / 1e6),
    }
}

/// The section about EDITH itself.
pub(super) fn about() -> AnyView {
    const VERSION: &str = env!("CARGO_PKG_VERSION");
    const LICENCE: &str = include_str!("../../../../../LICENSE");
    const KEYS: [(&str, &str); 8] = [
        ("Alt+Shift+E", key("key_open")),
        ("Alt+Shift+N", key("key_new")),
        ("Alt+Shift+A", key("key_ask")),
        ("Alt+Shift+S", key("key_stop")),
        ("Enter", key("key_send")),
        ("Shift+Enter", key("key_line")),
        ("F2, Del", key("key_row")),
        ("Esc", key("key_back")),
    ];
    let keys = KEYS.map(|(keys, what)| {
        el("div", "").add(el("dt", "").add(el("kbd", "").text(keys))).add(el("dd", "").text(t(what))).view()
    });
    let part = |title: &'static str, body: AnyView| {
        el("details", "card").add(el("summary", "card__head").text(title)).add(body).view()
    };
    let body = el("div", "fields")
        .add(el("p", "").text(fill("about_version", &[("version", VERSION)])))
        .add(el("p", "field__note").text(t("privacy_text")))
        .add(part(t("about_keys"), el("dl", "facts keys").add_all(keys).view()))
        .add(part(t("about_licence"), el("p", "licence").attr("lang", "en").attr("dir", "ltr").text(LICENCE).view()));
    section(t("about"), body.view())
}
