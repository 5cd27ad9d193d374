//! What else a server offers, and what was asked of it: lists behind a line with their number.

use super::server::Card;
use super::tool_list::told;
use crate::state::compose::prompt_name;
use crate::state::format::{bytes, duration};
use crate::state::text::{counted, key, t};
use crate::state::tool_title::named;
use crate::view::icon::{Icon, icon};
use crate::view::moment::ago;
use crate::view::store::store;
use edith_protocol::{McpCall, McpOutcome, McpPrompt, McpResource, McpServerShown};
use leptos::prelude::*;

/// The folds of the prompts, the resources and the last calls.
pub(super) fn folds(card: Card) -> Vec<AnyView> {
    vec![
        fold(card, |one| one.prompts.clone(), (key("mcp_prompt_one"), key("mcp_prompt_many")), prompt),
        fold(card, |one| one.resources.clone(), (key("mcp_resource_one"), key("mcp_resource_many")), resource),
        fold(card, |one| one.calls.clone(), (key("mcp_call_one"), key("mcp_call_many")), call),
    ]
}

fn fold<T: Clone + PartialEq + Send + Sync + 'static>(
    card: Card,
    list: fn(&McpServerShown) -> Vec<T>,
    words: (&'static str, &'static str),
    row: fn(&T) -> AnyView,
) -> AnyView {
    let all = Memo::new(move |_| card.get(list));
    // It stays open while the list grows.
    let some = Memo::new(move |_| all.with(|all| !all.is_empty()));
    let open = RwSignal::new(false);
    let shown = move || {
        if !some.get() {
            return ().into_any();
        }
        let head = move || counted(all.with(Vec::len), words.0, words.1);
        let rows = move || {
            if open.get() {
                view! { <ul class="mcp-list">{all.get().iter().map(row).collect_view()}</ul> }.into_any()
            } else {
                ().into_any()
            }
        };
        let toggled = move |event: web_sys::Event| {
            use wasm_bindgen::JsCast;
            let part = event.target().and_then(|target| target.dyn_into::<web_sys::HtmlDetailsElement>().ok());
            open.try_set(part.is_some_and(|part| part.open()));
        };
        // Fires a moment later, when the fold may be gone.
        view! {
            <details class="card" on:toggle=toggled>
                <summary class="card__head">{move || head()}</summary>
                <div>{move || rows()}</div>
            </details>
        }
        .into_any()
    };
    view! { {move || shown()} }.into_any()
}

fn prompt(prompt: &McpPrompt) -> AnyView {
    let names: Vec<&str> = prompt.arguments.iter().map(|one| one.name.as_str()).collect();
    let asks = (!names.is_empty()).then(|| {
        let words = crate::state::text::fill("prompt_asks", &[("fields", &names.join(", "))]);
        view! { <p class="field__note" dir="auto">{words}</p> }
    });
    view! {
        <li class="mcp-row">
            <span class="mcp-row__name" dir="auto">{prompt_name(prompt)}</span>
            {told(&prompt.description)}
            {asks}
        </li>
    }
    .into_any()
}

fn resource(resource: &McpResource) -> AnyView {
    let McpResource { uri, name, description, mime, size } = resource;
    let size = size.filter(|size| *size >= 0.0).map(|size| bytes(size as u64)).unwrap_or_default();
    let facts =
        [mime.as_str(), size.as_str()].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ");
    let title = if name.trim().is_empty() { uri } else { name };
    let facts = (!facts.is_empty()).then(|| view! { <p class="field__note" dir="ltr">{facts}</p> }.into_any());
    view! {
        <li class="mcp-row">
            <span class="mcp-row__name" dir="auto" title=uri.clone()>{title.clone()}</span>
            {told(description)}
            {facts}
        </li>
    }
    .into_any()
}

fn call(call: &McpCall) -> AnyView {
    let (shown, words, class) = match call.outcome {
        McpOutcome::Answered => (Icon::Check, t("mcp_answered"), "mcp-state mcp-state--good"),
        McpOutcome::Asks => (Icon::Hand, t("mcp_asked_back"), "mcp-state mcp-state--mind"),
        McpOutcome::Failed => (Icon::Alert, t("mcp_call_failed"), "mcp-state mcp-state--bad"),
        McpOutcome::Unknown => (Icon::Alert, t("mcp_call_unknown"), "mcp-state mcp-state--mind"),
    };
    let when = ago(store().now.get_untracked(), call.at);
    view! {
        <li class="mcp-row mcp-call">
            <span class="mcp-row__name" dir="auto" title=call.tool.clone()>{named(&call.tool, "")}</span>
            <span class=class>{icon(shown)} <span>{words}</span></span>
            <span class="field__note mcp-call__when">{format!("{when} · {}", duration(call.ms.max(0.0)))}</span>
        </li>
    }
    .into_any()
}
