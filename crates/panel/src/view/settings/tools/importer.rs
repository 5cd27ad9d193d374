//! The servers of another program's configuration: pasted or from a file, then what was added and what was not.

use super::places::{CONFIGURATION, focus_on};
use crate::state::text::{counted, key, t};
use crate::state::wire::{field, list};
use crate::view::bridge;
use crate::view::el::{all, button, by_id, el, flag, live, nothing};
use crate::view::icon::{Icon, icon, spinner};
use crate::view::settings::servers::fields::labelled;
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
    live(move || if over.get() { result(import, close) } else { form(store, typed, import, close) })
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
    let file = el("input", "")
        .attr("id", FILE)
        .attr("type", "file")
        .attr("accept", ".json,application/json")
        .attr("hidden", "")
        .attr("tabindex", "-1")
        .on("change", take);
    let words = el("textarea", "input input--long mcp-configuration")
        .attr("id", CONFIGURATION)
        .attr("rows", "6")
        .attr("dir", "ltr")
        .attr("spellcheck", "false")
        .attr("autocomplete", "off")
        .attr("placeholder", EXAMPLE)
        .attr("aria-describedby", "import-tool-servers-note")
        .value(move || typed.get())
        .on_input(move |text| typed.set(text));
    let failed = move || match import.get() {
        Import::Failed(error) => el("p", "field__error").attr("dir", "auto").text(error.message).view(),
        _ => nothing(),
    };
    let running = flag(move || import.with(|import| *import == Import::Running));
    let buttons = el("div", "buttons")
        .add(
            button("button button--main", begin)
                .attr("id", "import-tool-servers-begin")
                .live_flag("disabled", move || running.get() || typed.with(|typed| typed.trim().is_empty()))
                .add(live(move || if running.get() { spinner() } else { nothing() }))
                .text(t("import")),
        )
        .add(button("button", choose).add(icon(Icon::Upload)).text(t("mcp_import_file")))
        .add(button("button button--quiet", close).text(t("cancel")));
    el("div", "new-server fields")
        .attr("role", "group")
        .attr("aria-label", t("mcp_import"))
        .on_escape(close)
        .add(
            labelled(CONFIGURATION, t("mcp_configuration"), words)
                .add(el("p", "field__note").attr("id", "import-tool-servers-note").text(t("mcp_import_note"))),
        )
        .add(file)
        .add(el("div", "").attr("role", "alert").add(live(failed)))
        .add(buttons)
        .view()
}

/// What was added, and what was left out.
fn result(import: RwSignal<Import>, close: impl Fn() + Copy + Send + 'static) -> AnyView {
    let Import::Done { added, left } = import.get_untracked() else { return nothing() };
    let row = |shown: Icon, class: &'static str, name: String, why: Option<String>| {
        let why = why.map(|why| el("span", "field__note").attr("dir", "auto").text(why));
        let words =
            el("span", "grant__words").add(el("span", "mcp-row__name").attr("dir", "auto").text(name)).add_some(why);
        el("li", class).add(icon(shown)).add(words).view()
    };
    let mut parts = Vec::new();
    let title = match added.len() {
        0 => t("mcp_imported_none").to_owned(),
        n => counted(n, key("mcp_imported_one"), key("mcp_imported_many")),
    };
    parts.push(el("p", "field__label").text(title).view());
    if !added.is_empty() {
        let rows = added.into_iter().map(|name| row(Icon::Check, "imported imported--good", name, None));
        parts.push(el("ul", "mcp-list").add_all(rows).view());
    }
    if !left.is_empty() {
        parts.push(el("p", "field__label").text(counted(left.len(), key("mcp_left_one"), key("mcp_left_many"))).view());
        let rows = left.into_iter().map(|one| row(Icon::Alert, "imported imported--left", one.name, Some(one.reason)));
        parts.push(el("ul", "mcp-list").add_all(rows).view());
    }
    parts.push(el("div", "buttons").add(button("button", close).text(t("mcp_import_done"))).view());
    el("div", "new-server fields")
        .attr("id", RESULT)
        .attr("tabindex", "-1")
        .attr("role", "group")
        .attr("aria-label", t("mcp_imported"))
        .add(all(parts))
        .view()
}
