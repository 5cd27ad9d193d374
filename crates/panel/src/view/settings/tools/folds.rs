//! What else a server offers, and what was asked of it: lists behind a line with their number.

use super::server::Card;
use super::tool_list::told;
use crate::state::compose::prompt_name;
use crate::state::format::{bytes, duration};
use crate::state::text::{counted, key, t};
use crate::state::tool_title::named;
use crate::view::el::{El, el, live, nothing};
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
    row: fn(&T) -> El,
) -> AnyView {
    let all = Memo::new(move |_| card.get(list));
    // It stays open while the list grows.
    let some = Memo::new(move |_| all.with(|all| !all.is_empty()));
    let open = RwSignal::new(false);
    live(move || {
        if !some.get() {
            return nothing();
        }
        let head = move || counted(all.with(Vec::len), words.0, words.1);
        let rows = move || {
            if open.get() {
                el("ul", "mcp-list").add_all(all.get().iter().map(|one| row(one).view())).view()
            } else {
                nothing()
            }
        };
        let toggled = move |event: web_sys::Event| {
            use wasm_bindgen::JsCast;
            let part = event.target().and_then(|target| target.dyn_into::<web_sys::HtmlDetailsElement>().ok());
            // Fires a moment later, when the fold may be gone.
            open.try_set(part.is_some_and(|part| part.open()));
        };
        el("details", "card")
            .on("toggle", toggled)
            .add(el("summary", "card__head").live_text(head))
            .add(el("div", "").add(live(rows)))
            .view()
    })
}

fn prompt(prompt: &McpPrompt) -> El {
    let names: Vec<&str> = prompt.arguments.iter().map(|one| one.name.as_str()).collect();
    let asks = (!names.is_empty()).then(|| {
        let words = crate::state::text::fill("prompt_asks", &[("fields", &names.join(", "))]);
        el("p", "field__note").attr("dir", "auto").text(words)
    });
    el("li", "mcp-row")
        .add(el("span", "mcp-row__name").attr("dir", "auto").text(prompt_name(prompt)))
        .add_some(told(&prompt.description))
        .add_some(asks)
}

fn resource(resource: &McpResource) -> El {
    let McpResource { uri, name, description, mime, size } = resource;
    let size = size.filter(|size| *size >= 0.0).map(|size| bytes(size as u64)).unwrap_or_default();
    let facts =
        [mime.as_str(), size.as_str()].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ");
    let title = if name.trim().is_empty() { uri } else { name };
    let facts = (!facts.is_empty()).then(|| el("p", "field__note").attr("dir", "ltr").text(facts));
    el("li", "mcp-row")
        .add(el("span", "mcp-row__name").attr("dir", "auto").attr("title", uri.clone()).text(title.clone()))
        .add_some(told(description))
        .add_some(facts)
}

fn call(call: &McpCall) -> El {
    let (shown, words, class) = match call.outcome {
        McpOutcome::Answered => (Icon::Check, t("mcp_answered"), "mcp-state mcp-state--good"),
        McpOutcome::Asks => (Icon::Hand, t("mcp_asked_back"), "mcp-state mcp-state--mind"),
        McpOutcome::Failed => (Icon::Alert, t("mcp_call_failed"), "mcp-state mcp-state--bad"),
        McpOutcome::Unknown => (Icon::Alert, t("mcp_call_unknown"), "mcp-state mcp-state--mind"),
    };
    let when = ago(store().now.get_untracked(), call.at);
    el("li", "mcp-row mcp-call")
        .add(
            el("span", "mcp-row__name")
                .attr("dir", "auto")
                .attr("title", call.tool.clone())
                .text(named(&call.tool, "")),
        )
        .add(el("span", class).add(icon(shown)).add(el("span", "").text(words)))
        .add(el("span", "field__note mcp-call__when").text(format!("{when} · {}", duration(call.ms.max(0.0)))))
}
