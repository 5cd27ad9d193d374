//! The tools of a server, each with a switch.

use super::server::Card;
use crate::state::find::Query;
use crate::state::mcp::{allowed_all, allowed_with, finds, tool_name};
use crate::state::text::{fill, key, t};
use crate::view::icon::{Icon, icon};
use crate::view::memo::flag;
use crate::view::show::Show;
use edith_protocol::McpTool;
use leptos::prelude::*;

/// More of them are folded.
const FOLDED: usize = 8;
/// More of them are searched.
const SEARCHED: usize = 20;

/// The list in its fold.
pub(super) fn tool_list(card: Card) -> AnyView {
    // Drawn again when the server says something else, and not for a switch.
    let told = Memo::new(move |_| {
        card.get(|server| {
            let bare = |tool: &McpTool| McpTool { enabled: false, ..tool.clone() };
            server.tools.iter().map(bare).collect::<Vec<_>>()
        })
    });
    let typed = RwSignal::new(String::new());
    let count = Memo::new(move |_| {
        card.get(|server| (server.tools.iter().filter(|one| one.enabled).count(), server.tools.len()))
    });
    let head = move || {
        let (on, all) = count.get();
        fill("mcp_tools_on", &[("n", &on.to_string()), ("all", &all.to_string())])
    };
    let many = told.with_untracked(|told| told.len() > FOLDED);
    let rows = move || {
        let query = typed.with(|typed| Query::new(typed));
        let fitting: Vec<McpTool> = told.with(|told| told.iter().filter(|one| finds(&query, one)).cloned().collect());
        if fitting.is_empty() {
            return view! { <p class="field__note" role="status">{t("mcp_tools_none_found")}</p> }.into_any();
        }
        let rows = fitting.into_iter().map(|tool| row(card, &tool));
        view! { <ul class="mcp-list" aria-label=t("mcp_tools")>{rows.collect_view()}</ul> }.into_any()
    };
    let search = move || {
        let field = view! {
            <input
                class="input"
                type="search"
                placeholder=t("mcp_tools_search")
                aria-label=t("mcp_tools_search")
                bind:value=typed
                autocomplete="off"
            />
        };
        view! { <label class="search">{icon(Icon::Search)} {field}</label> }.into_any()
    };
    let switch = move |on: bool, words: &'static str| {
        let switch = move || {
            card.change(|server, shown| {
                let query = typed.with_untracked(|typed| Query::new(typed));
                server.allow = allowed_all(shown, &query, on);
            });
        };
        view! { <button class="button button--small" type="button" on:click=move |_| switch()>{words}</button> }
    };
    let both = move || {
        view! { <div class="buttons">{switch(true, t("mcp_tools_all_on"))} {switch(false, t("mcp_tools_all_off"))}</div> }
    };
    let body = view! {
        <div class="fields">
            <Show when=move || told.with(|told| told.len() > SEARCHED)>{search()}</Show>
            <Show when=move || told.with(|told| told.len() > FOLDED)>{both()}</Show>
            {move || rows()}
        </div>
    };
    view! {
        <details class="card mcp-tools" open=!many>
            <summary class="card__head">{move || head()}</summary>
            {body}
        </details>
    }
    .into_any()
}

fn row(card: Card, tool: &McpTool) -> AnyView {
    let name = StoredValue::new(tool.name.clone());
    let on = flag(move || {
        card.get(|server| name.with_value(|name| server.tools.iter().any(|one| one.name == *name && one.enabled)))
    });
    let set = move |event: web_sys::Event| {
        let on = event_target_checked(&event);
        card.change(|server, shown| {
            server.allow = name.with_value(|name| allowed_with(shown, name, on));
        });
    };
    let field = view! { <input type="checkbox" role="switch" prop:checked=on on:change=set /> };
    let words = view! {
        <span class="switch__words mcp-row__name" dir="auto" title=tool.name.clone()>
            {tool_name(tool)}
            {marks(tool)}
        </span>
    };
    view! {
        <li class="mcp-row">
            <label class="switch">{words} {field}</label>
            {told(&tool.description)}
        </li>
    }
    .into_any()
}

/// That it only reads, and that it is described in other words than before.
pub(super) fn marks(tool: &McpTool) -> AnyView {
    let mark = |class: &'static str, shown: Icon, words: &'static str, note: &'static str| {
        view! {
            <span class=class title=t(note)>
                {icon(shown)}
                <span>{t(words)}</span>
            </span>
        }
        .into_any()
    };
    let mut marks = Vec::new();
    if tool.only_reads {
        marks.push(mark("mcp-mark", Icon::Eye, key("mcp_only_reads"), key("mcp_only_reads_note")));
    }
    if tool.changed {
        marks.push(mark("mcp-mark mcp-mark--mind", Icon::Alert, key("mcp_changed"), key("mcp_changed_note")));
    }
    marks.into_any()
}

/// What is said about something: two lines of it, and all of it when it is opened.
pub(super) fn told(words: &str) -> Option<AnyView> {
    const SHORT: usize = 90;
    let words = words.trim();
    if words.is_empty() {
        return None;
    }
    if words.chars().count() <= SHORT && !words.contains('\n') {
        let short = view! { <p class="field__note mcp-row__about" dir="auto">{words.to_owned()}</p> };
        return Some(short.into_any());
    }
    let head = view! { <summary class="field__note mcp-row__about" dir="auto">{words.to_owned()}</summary> };
    Some(view! { <details class="mcp-more">{head}</details> }.into_any())
}
