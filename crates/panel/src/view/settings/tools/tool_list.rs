//! The tools of a server, each with a switch.

use super::server::Card;
use crate::state::find::Query;
use crate::state::mcp::{allowed_all, allowed_with, finds, tool_name};
use crate::state::text::{fill, key, t};
use crate::view::el::{El, all, button, el, flag, live, text_field, when};
use crate::view::icon::{Icon, icon};
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
            return el("p", "field__note").attr("role", "status").text(t("mcp_tools_none_found")).view();
        }
        let rows = fitting.into_iter().map(|tool| row(card, &tool));
        el("ul", "mcp-list").attr("aria-label", t("mcp_tools")).add_all(rows).view()
    };
    let search = move || {
        let field =
            text_field("search", t("mcp_tools_search"), t("mcp_tools_search"), typed).attr("autocomplete", "off");
        el("label", "search").add(icon(Icon::Search)).add(field).view()
    };
    let switch = move |on: bool, words: &'static str| {
        let switch = move || {
            card.change(|server, shown| {
                let query = typed.with_untracked(|typed| Query::new(typed));
                server.allow = allowed_all(shown, &query, on);
            });
        };
        button("button button--small", switch).text(words)
    };
    let both = move || {
        let buttons = el("div", "buttons").add(switch(true, t("mcp_tools_all_on")));
        buttons.add(switch(false, t("mcp_tools_all_off"))).view()
    };
    let body = el("div", "fields")
        .add(when(move || told.with(|told| told.len() > SEARCHED), search))
        .add(when(move || told.with(|told| told.len() > FOLDED), both))
        .add(live(rows));
    let fold = el("details", "card mcp-tools");
    let fold = if many { fold } else { fold.attr("open", "") };
    fold.add(el("summary", "card__head").live_text(head)).add(body).view()
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
    let field =
        el("input", "").attr("type", "checkbox").attr("role", "switch").checked(move || on.get()).on("change", set);
    let words = el("span", "switch__words mcp-row__name")
        .attr("dir", "auto")
        .attr("title", tool.name.clone())
        .text(tool_name(tool))
        .add(marks(tool));
    el("li", "mcp-row").add(el("label", "switch").add(words).add(field)).add_some(told(&tool.description)).view()
}

/// That it only reads, and that it is described in other words than before.
pub(super) fn marks(tool: &McpTool) -> AnyView {
    let mark = |class: &'static str, shown: Icon, words: &'static str, note: &'static str| {
        el("span", class).attr("title", t(note)).add(icon(shown)).add(el("span", "").text(t(words))).view()
    };
    let mut marks = Vec::new();
    if tool.only_reads {
        marks.push(mark("mcp-mark", Icon::Eye, key("mcp_only_reads"), key("mcp_only_reads_note")));
    }
    if tool.changed {
        marks.push(mark("mcp-mark mcp-mark--mind", Icon::Alert, key("mcp_changed"), key("mcp_changed_note")));
    }
    all(marks)
}

/// What is said about something: two lines of it, and all of it when it is opened.
pub(super) fn told(words: &str) -> Option<El> {
    const SHORT: usize = 90;
    let words = words.trim();
    if words.is_empty() {
        return None;
    }
    if words.chars().count() <= SHORT && !words.contains('\n') {
        return Some(el("p", "field__note mcp-row__about").attr("dir", "auto").text(words));
    }
    let head = el("summary", "field__note mcp-row__about").attr("dir", "auto").text(words);
    Some(el("details", "mcp-more").add(head))
}
