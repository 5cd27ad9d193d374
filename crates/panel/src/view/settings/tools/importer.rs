//! The servers of another program's configuration: pasted or from a file, then what was added and what was not.

use super::places::{CONFIGURATION, focus_on};
use crate::state::text::{counted, key, t};
use crate::state::wire::{field, list};
use crate::view::bridge;
use crate::view::dom::by_id;
use crate::view::icon::{Icon, icon, spinner};
use crate::view::keys::on_escape;
use crate::view::memo::flag;
use crate::view::settings::servers::fields::Labelled;
use crate::view::store::Store;
use edith_chrome::files;
use edith_protocol::{Command, ErrorBody, McpLeftOut};
use leptos::prelude::*;
use leptos::task::spawn_local;

/// The input for a file.
const FILE: &str = "import-tool-servers-file";
/// What came of it.
const RESULT: &str = "import-tool-servers-result";
const EXAMPLE: &str = "{ \"mcpServers\": { \"tracker\": { \"url\": \"https://example.com/mcp\" } } }";

#[derive(Debug, Clone, PartialEq)]
enum Import {
    NotYet,
    Running,
    Failed(ErrorBody),
    Done { added: Vec<String>, left: Vec<McpLeftOut> },
}

/// The form. `close`: takes it away.
pub(super) fn importer(store: Store, close: impl Fn() + Copy + Send + 'static) -> AnyView {
    let typed = RwSignal::new(String::new());
    let import = RwSignal::new(Import::NotYet);
    let over = flag(move || import.with(|import| matches!(import, Import::Done { .. })));
    view! { {move || if over.get() { result(import, close) } else { form(store, typed, import, close) }} }.into_any()
}

fn form(
    store: Store,
    typed: RwSignal<String>,
    import: RwSignal<Import>,
    close: impl Fn() + Copy + Send + 'static,
) -> AnyView {
    let begin = move || {
        let text = typed.get_untracked();
        if text.trim().is_empty() {
            return focus_on(CONFIGURATION);
        }
        if import.with_untracked(|import| *import == Import::Running) {
            return;
        }
        import.set(Import::Running);
        spawn_local(async move {
            match bridge::send(&Command::McpImport { text }).await {
                Ok(mut answer) => {
                    let added = field(&mut answer, "added").unwrap_or_default();
                    import.try_set(Import::Done { added, left: list(&mut answer, "left") });
                    focus_on(RESULT);
                    store.refresh_mcp(true);
                }
                Err(error) => drop(import.try_set(Import::Failed(error))),
            }
        });
    };
    let choose = move || {
        if let Some(input) = by_id::<web_sys::HtmlElement>(FILE) {
            input.click();
        }
    };
    let take = move |_| {
        spawn_local(async move {
            if let Some((_, text)) = files::chosen_text(FILE).await {
                typed.try_set(text);
                focus_on(CONFIGURATION);
            }
        });
    };
    let file =
        view! { <input id=FILE type="file" accept=".json,application/json" hidden tabindex="-1" on:change=take /> };
    let words = view! {
        <textarea
            class="input input--long mcp-configuration"
            id=CONFIGURATION
            rows="6"
            dir="ltr"
            spellcheck="false"
            autocomplete="off"
            placeholder=EXAMPLE
            aria-describedby="import-tool-servers-note"
            prop:value=typed
            on:input=move |event| typed.set(event_target_value(&event))
        ></textarea>
    };
    let failed = move || match import.get() {
        Import::Failed(error) => view! { <p class="field__error" dir="auto">{error.message}</p> }.into_any(),
        _ => ().into_any(),
    };
    let running = flag(move || import.with(|import| *import == Import::Running));
    let buttons = view! {
        <div class="buttons">
            <button
                class="button button--main"
                type="button"
                id="import-tool-servers-begin"
                disabled=move || running.get() || typed.with(|typed| typed.trim().is_empty())
                on:click=move |_| begin()
            >
                {move || if running.get() { spinner() } else { ().into_any() }}
                {t("import")}
            </button>
            <button class="button" type="button" on:click=move |_| choose()>
                {icon(Icon::Upload)}
                {t("mcp_import_file")}
            </button>
            <button class="button button--quiet" type="button" on:click=move |_| close()>{t("cancel")}</button>
        </div>
    };
    view! {
        <div class="new-server fields" role="group" aria-label=t("mcp_import") on:keydown=on_escape(close)>
            <Labelled id=CONFIGURATION words=t("mcp_configuration")>
                {words}
                <p class="field__note" id="import-tool-servers-note">{t("mcp_import_note")}</p>
            </Labelled>
            {file}
            <div role="alert">{move || failed()}</div>{buttons}
        </div>
    }
    .into_any()
}

/// What was added, and what was left out.
fn result(import: RwSignal<Import>, close: impl Fn() + Copy + Send + 'static) -> AnyView {
    let Import::Done { added, left } = import.get_untracked() else { return ().into_any() };
    let row = |shown: Icon, class: &'static str, name: String, why: Option<String>| {
        let why = why.map(|why| view! { <span class="field__note" dir="auto">{why}</span> }.into_any());
        let words = view! {
            <span class="grant__words">
                <span class="mcp-row__name" dir="auto">{name}</span>{why}
            </span>
        };
        view! { <li class=class>{icon(shown)} {words}</li> }.into_any()
    };
    let mut parts = Vec::new();
    let title = match added.len() {
        0 => t("mcp_imported_none").to_owned(),
        n => counted(n, key("mcp_imported_one"), key("mcp_imported_many")),
    };
    parts.push(view! { <p class="field__label">{title}</p> }.into_any());
    if !added.is_empty() {
        let rows = added.into_iter().map(|name| row(Icon::Check, "imported imported--good", name, None));
        parts.push(view! { <ul class="mcp-list">{rows.collect_view()}</ul> }.into_any());
    }
    if !left.is_empty() {
        parts.push(
            view! { <p class="field__label">{counted(left.len(), key("mcp_left_one"), key("mcp_left_many"))}</p> }
                .into_any(),
        );
        let rows = left.into_iter().map(|one| row(Icon::Alert, "imported imported--left", one.name, Some(one.reason)));
        parts.push(view! { <ul class="mcp-list">{rows.collect_view()}</ul> }.into_any());
    }
    parts.push(
        view! {
            <div class="buttons">
                <button class="button" type="button" on:click=move |_| close()>{t("mcp_import_done")}</button>
            </div>
        }
        .into_any(),
    );
    view! {
        <div class="new-server fields" id=RESULT tabindex="-1" role="group" aria-label=t("mcp_imported")>{parts}</div>
    }
    .into_any()
}
