//! What a server says about itself, before it is stored: what it is, the protocol it speaks, its tools.

use super::tool_list::{marks, told};
use crate::state::mcp::{Sign, notes_of, sign, tool_name};
use crate::state::text::{counted, key, t};
use crate::view::el::{El, all, el, live, nothing};
use crate::view::icon::{Icon, icon, spinner};
use edith_protocol::{ErrorBody, McpServerShown, McpState, McpTool};
use leptos::prelude::*;

/// The course of a test.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Test {
    NotYet,
    Running,
    Done(Box<McpServerShown>),
    Failed(ErrorBody),
}

/// The mark of a state with its words.
pub(super) fn badge(state: McpState) -> El {
    let (sign, words) = sign(state);
    let (class, shown) = match sign {
        Sign::Off => ("mcp-state", Icon::Off),
        Sign::Good => ("mcp-state mcp-state--good", Icon::Check),
        Sign::Key => ("mcp-state mcp-state--mind", Icon::Key),
        Sign::Bad => ("mcp-state mcp-state--bad", Icon::Alert),
    };
    el("span", class).add(icon(shown)).add(el("span", "").text(words))
}

/// The result of a test.
pub(super) fn result(test: RwSignal<Test>) -> AnyView {
    let drawn = move || match test.get() {
        Test::NotYet => nothing(),
        Test::Running => el("p", "test").add(spinner()).add(el("span", "").text(t("mcp_testing"))).view(),
        Test::Failed(error) => el("p", "field__error").attr("dir", "auto").text(error.message).view(),
        Test::Done(server) => found(&server),
    };
    el("div", "tested").attr("id", "tool-server-tested").attr("role", "status").add(live(drawn)).view()
}

fn found(server: &McpServerShown) -> AnyView {
    let mut parts = vec![el("p", "mcp-said").add(badge(server.state)).add_all(lines(notes_of(server))).view()];
    parts.push(wrong(server.state, server.error.clone()));
    if server.state == McpState::SignIn {
        parts.push(el("p", "field__note").text(t("mcp_add_then_sign_in")).view());
    }
    parts.push(warnings(&server.warnings));
    if server.state == McpState::Connected {
        let words = counted(server.tools.len(), key("mcp_tool_one"), key("mcp_tool_many"));
        let rows = server.tools.iter().map(tool);
        let list = el("ul", "mcp-list").add_all(rows);
        let head = el("summary", "card__head").text(words);
        parts.push(el("details", "card").add(head).add(list).view());
    }
    all(parts)
}

/// What a server is, and the protocol that it speaks.
pub(super) fn lines(notes: Vec<String>) -> Vec<AnyView> {
    notes.into_iter().map(|note| el("span", "field__note").attr("dir", "auto").text(note).view()).collect()
}

/// What is wrong with a server. That the person is to sign in is not a fault.
pub(super) fn wrong(state: McpState, error: String) -> AnyView {
    if error.is_empty() {
        return nothing();
    }
    let class = if state == McpState::SignIn { "field__warning mcp-wrong" } else { "field__error mcp-wrong" };
    el("p", class).attr("dir", "auto").text(error).view()
}

/// What was left out of a server's lists.
pub(super) fn warnings(all: &[String]) -> AnyView {
    if all.is_empty() {
        return nothing();
    }
    let rows = all.iter().map(|one| el("li", "field__warning").attr("dir", "auto").text(one.clone()).view());
    el("ul", "mcp-warnings").attr("aria-label", t("mcp_warnings")).add_all(rows).view()
}

fn tool(tool: &McpTool) -> AnyView {
    el("li", "mcp-row")
        .add(el("span", "mcp-row__name").attr("dir", "auto").text(tool_name(tool)).add(marks(tool)))
        .add_some(told(&tool.description))
        .view()
}
