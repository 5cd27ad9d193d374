//! What a person must answer: an approval of one exact action, or a question.

use crate::state::text::t;
use crate::state::tool_title::{exact, title};
use crate::view::el::{El, button, el, live, nothing};
use crate::view::icon::{Icon, icon};
use crate::view::store::{Store, store};
use edith_protocol::{ActionShown, Ask, AskKind};
use leptos::prelude::*;
use serde_json::Value;

/// The open ask of the open conversation.
pub fn asks() -> AnyView {
    let store = store();
    let ask = Memo::new(move |_| store.ask());
    live(move || match ask.get() {
        Some(ask) if ask.kind == AskKind::Approval => approval(store, ask),
        Some(ask) => question(store, ask),
        None => nothing(),
    })
}

fn heading(text: &'static str) -> El {
    el("h2", "ask__title").attr("id", "ask-title").add(icon(Icon::Hand)).text(text)
}

fn approval(store: Store, ask: Ask) -> AnyView {
    let Ask { run_id, ask_id, text, action, .. } = ask;
    let answer = |label: &'static str, answer: &'static str, class: &'static str| {
        let (run_id, ask_id) = (run_id.clone(), ask_id.clone());
        button(class, move || store.answer(run_id.clone(), ask_id.clone(), answer.to_owned())).text(label)
    };
    let body = el("div", "ask__scroll").attr("tabindex", "0").add(el("p", "ask__text").attr("dir", "auto").text(text));
    let body = match action {
        Some(shown) => body.add(facts(&shown)).add_some(values(&shown)),
        None => body,
    };
    let buttons = el("div", "ask__buttons")
        .add(answer(t("allow_once"), "once", "button button--main"))
        .add(answer(t("deny"), "deny", "button"))
        .add(answer(t("allow_task"), "task", "button button--small"))
        .add(answer(t("allow_site"), "site", "button button--small"));
    el("section", "ask")
        .attr("aria-labelledby", "ask-title")
        .add(heading(t("allow_this")))
        .add(body)
        .add(buttons)
        .view()
}

/// Exactly what would be done, and where.
fn facts(shown: &ActionShown) -> El {
    let field = |name: &str| shown.action.get(name).and_then(Value::as_str).unwrap_or_default();
    let (tool, target) = (field("tool"), field("target"));
    let args = shown.action.get("args").cloned().unwrap_or_default();
    let what = if tool.is_empty() {
        String::new()
    } else {
        title(tool, &args, Some(target).filter(|target| !target.is_empty()))
    };
    let call = if tool.is_empty() { shown.action.to_string() } else { exact(tool, &args) };
    let fact = |name: &'static str, value: El| el("div", "").add(el("dt", "").text(name)).add(value);
    let has_target = !target.is_empty() && !what.contains(target);
    let what = (!what.is_empty())
        .then(|| fact(t("fact_action"), el("dd", "").attr("dir", "auto").add(el("strong", "").text(what))));
    el("dl", "facts")
        .add_some(what)
        .add_some(has_target.then(|| fact(t("fact_on"), el("dd", "").attr("dir", "auto").text(target))))
        .add(fact(t("fact_site"), el("dd", "facts__site").attr("dir", "ltr").text(&shown.origin)))
        .add(fact(t("call"), el("dd", "").attr("dir", "ltr").add(el("code", "").text(call))))
}

/// The values that would be entered or sent, each with where it came from.
fn values(shown: &ActionShown) -> Option<El> {
    let rows = shown.values.iter().map(|value| {
        let source = el("span", "ask__source").text(source_words(&value.source));
        el("tr", "")
            .add(el("th", "").attr("scope", "row").attr("dir", "auto").text(&value.field))
            .add(el("td", "").attr("dir", "auto").text(&value.value).add(source))
            .view()
    });
    let table =
        || el("table", "values").add(el("caption", "label").text(t("values"))).add(el("tbody", "").add_all(rows));
    (!shown.values.is_empty()).then(table)
}

fn source_words(source: &str) -> &str {
    match source {
        "task" => t("source_task"),
        "model" => t("source_model"),
        "page" => t("source_page"),
        "user" => t("source_user"),
        other => other,
    }
}

fn question(store: Store, ask: Ask) -> AnyView {
    let Ask { run_id, ask_id, text, .. } = ask;
    let answer = RwSignal::new(String::new());
    let send = move || {
        let text = answer.get_untracked().trim().to_owned();
        if !text.is_empty() {
            store.answer(run_id.clone(), ask_id.clone(), text);
        }
    };
    let field = el("input", "input")
        .attr("type", "text")
        .attr("autocomplete", "off")
        .attr("dir", "auto")
        .attr("aria-labelledby", "ask-text")
        .attr("placeholder", t("your_answer"))
        .value(move || answer.get())
        .on_input(move |text| answer.set(text));
    let button = el("button", "button button--main")
        .attr("type", "submit")
        .live_flag("disabled", move || answer.with(|answer| answer.trim().is_empty()))
        .text(t("answer"));
    let words = el("p", "ask__text").attr("id", "ask-text").attr("dir", "auto").text(text);
    el("form", "ask")
        .attr("aria-labelledby", "ask-title")
        .on_submit(send)
        .add(heading(t("question_title")))
        .add(el("div", "ask__scroll").attr("tabindex", "0").add(words))
        .add(el("div", "ask__answer").add(field).add(button))
        .view()
}
