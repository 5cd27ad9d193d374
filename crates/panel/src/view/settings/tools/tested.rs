//! What a server says about itself, before it is stored: what it is, the protocol it speaks, its tools.

use super::tool_list::{marks, told};
use crate::state::mcp::{Sign, notes_of, sign, tool_name};
use crate::state::text::{counted, key, t};
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
pub(super) fn badge(state: McpState) -> AnyView {
    let (sign, words) = sign(state);
    let (class, shown) = match sign {
        Sign::Off => ("mcp-state", Icon::Off),
        Sign::Good => ("mcp-state mcp-state--good", Icon::Check),
        Sign::Key => ("mcp-state mcp-state--mind", Icon::Key),
        Sign::Bad => ("mcp-state mcp-state--bad", Icon::Alert),
    };
    view! { <span class=class>{icon(shown)} <span>{words}</span></span> }.into_any()
}

/// The result of a test.
pub(super) fn result(test: RwSignal<Test>) -> AnyView {
    let drawn = move || match test.get() {
        Test::NotYet => ().into_any(),
        Test::Running => view! { <p class="test">{spinner()} <span>{t("mcp_testing")}</span></p> }.into_any(),
        Test::Failed(error) => view! { <p class="field__error" dir="auto">{error.message}</p> }.into_any(),
        Test::Done(server) => found(&server),
    };
    view! { <div class="tested" id="tool-server-tested" role="status">{move || drawn()}</div> }.into_any()
}

fn found(server: &McpServerShown) -> AnyView {
    let mut parts = vec![view! { <p class="mcp-said">{badge(server.state)} {lines(notes_of(server))}</p> }.into_any()];
    parts.push(wrong(server.state, server.error.clone()));
    if server.state == McpState::SignIn {
        parts.push(view! { <p class="field__note">{t("mcp_add_then_sign_in")}</p> }.into_any());
    }
    parts.push(warnings(&server.warnings));
    if server.state == McpState::Connected {
        let words = counted(server.tools.len(), key("mcp_tool_one"), key("mcp_tool_many"));
        let rows = server.tools.iter().map(tool);
        let list = view! { <ul class="mcp-list">{rows.collect_view()}</ul> };
        let head = view! { <summary class="card__head">{words}</summary> };
        parts.push(view! { <details class="card">{head} {list}</details> }.into_any());
    }
    parts.into_any()
}

/// What a server is, and the protocol that it speaks.
pub(super) fn lines(notes: Vec<String>) -> Vec<AnyView> {
    notes.into_iter().map(|note| view! { <span class="field__note" dir="auto">{note}</span> }.into_any()).collect()
}

/// What is wrong with a server. That the person is to sign in is not a fault.
pub(super) fn wrong(state: McpState, error: String) -> AnyView {
    if error.is_empty() {
        return ().into_any();
    }
    let class = if state == McpState::SignIn { "field__warning mcp-wrong" } else { "field__error mcp-wrong" };
    view! { <p class=class dir="auto">{error}</p> }.into_any()
}

/// What was left out of a server's lists.
pub(super) fn warnings(all: &[String]) -> AnyView {
    if all.is_empty() {
        return ().into_any();
    }
    let rows = all.iter().map(|one| view! { <li class="field__warning" dir="auto">{one.clone()}</li> }.into_any());
    view! { <ul class="mcp-warnings" aria-label=t("mcp_warnings")>{rows.collect_view()}</ul> }.into_any()
}

fn tool(tool: &McpTool) -> AnyView {
    view! {
        <li class="mcp-row">
            <span class="mcp-row__name" dir="auto">
                {tool_name(tool)}
                {marks(tool)}
            </span>
            {told(&tool.description)}
        </li>
    }
    .into_any()
}
