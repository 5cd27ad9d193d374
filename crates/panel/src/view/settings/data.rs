//! Stored data and its size, exporting and deleting everything, and what EDITH is.

use crate::state::log;
use crate::state::text::{fill, key, t};
use crate::view::bridge;
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
            view! {
                <div>
                    <dt>{t(name)}</dt>
                    <dd>{size}</dd>
                </div>
            }
            .into_any()
        };
        KINDS.map(row).collect_view().into_any()
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
            return ().into_any();
        }
        focus("keep-data");
        view! {
            <div class="row__confirm" role="group" aria-label=t("delete_all")>
                <p class="row__question">{t("delete_all_question")}</p>
                <button class="button button--small button--stop" type="button" on:click=move |_| delete()>
                    {t("delete_all")}
                </button>
                <button class="button button--small" type="button" id="keep-data" on:click=move |_| deleting.set(false)>
                    {t("cancel")}
                </button>
            </div>
        }
        .into_any()
    };
    let buttons = view! {
        <div class="buttons">
            <button class="button" type="button" on:click=move |_| store.export_all()>
                {icon(Icon::Download)}
                {t("save_all")}
            </button>
            <button class="button" type="button" on:click=move |_| store.import()>
                {icon(Icon::Upload)}
                {t("import")}
            </button>
            <button class="button button--stop" type="button" on:click=move |_| deleting.set(true)>
                {icon(Icon::Bin)}
                {t("delete_all")}
            </button>
        </div>
    };
    let body = view! {
        <div class="fields">
            <p class="field__note">{t("data_note")}</p>
            <dl class="facts sizes">{move || rows()}</dl>
            {buttons}
            {move || confirm()}
            {log_card()}
        </div>
    };
    section(t("data"), body.into_any())
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
        let Some(entries) = entries.get() else { return ().into_any() };
        if entries.is_empty() {
            return view! { <p class="field__note">{t("log_empty")}</p> }.into_any();
        }
        let lines = log::lines(&entries, zone());
        view! { <div class="log" lang="en">{code("", &lines)}</div> }.into_any()
    };
    let body = view! {
        <div class="fields">
            <p class="field__note">{t("log_note")}</p>
            {move || lines()}
        </div>
    };
    let head = view! { <summary class="card__head">{t("log")}</summary> };
    view! {
        <details class="card" id="log" on:toggle=read>
            {head}
            {body}
        </details>
    }
    .into_any()
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
        view! {
            <div>
                <dt><kbd>{keys}</kbd></dt>
                <dd>{t(what)}</dd>
            </div>
        }
        .into_any()
    });
    let part = |title: &'static str, body: AnyView| {
        view! {
            <details class="card">
                <summary class="card__head">{title}</summary>
                {body}
            </details>
        }
        .into_any()
    };
    let body = view! {
        <div class="fields">
            <p>{fill("about_version", &[("version", VERSION)])}</p>
            <p class="field__note">{t("privacy_text")}</p>
            {part(t("about_keys"), view! { <dl class="facts keys">{keys.collect_view()}</dl> }.into_any())}
            {part(
                t("about_licence"),
                view! { <p class="licence" lang="en" dir="ltr">{LICENCE}</p> }
                    .into_any(),
            )}
        </div>
    };
    section(t("about"), body.into_any())
}
