//! What a person must answer: an approval of one exact action, or a question.

use crate::state::ask::choices;
use crate::state::markdown;
use crate::state::text::t;
use crate::state::tool_title::{exact, title};
use crate::view::el::{El, button, el, flag, live, nothing};
use crate::view::icon::{Icon, icon};
use crate::view::markdown::blocks;
use crate::view::store::{Store, focus, store};
use edith_protocol::{ActionShown, Ask, AskKind};
use leptos::prelude::*;
use serde_json::Value;

/// The open ask of the open conversation.
pub fn asks() -> AnyView {
    let store = store();
    let ask = Memo::new(move |_| store.ask());
    Effect::new(move || {
        // Whoever is writing, or reading elsewhere, is left where they are.
        let nowhere = document().active_element().is_none_or(|element| element.tag_name() == "BODY");
        if ask.with(Option::is_some) && nowhere {
            focus("composer-input");
        }
    });
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
    let words = el("p", "ask__text").attr("id", "ask-text").attr("dir", "auto").text(text);
    let body = el("div", "ask__scroll").attr("tabindex", "0").add(words);
    let body = match action {
        Some(shown) => body.add(facts(&shown)).add_some(values(&shown)),
        None => body,
    };
    // With words in the box the same button says them.
    let has_words = flag(move || store.draft.with(|draft| !draft.trim().is_empty()));
    let no = (run_id.clone(), ask_id.clone());
    let refuse = move || {
        if has_words.get_untracked() {
            store.submit();
        } else {
            store.answer(no.0.clone(), no.1.clone(), "deny".to_owned());
        }
    };
    let deny = button("button", refuse)
        .live_text(move || if has_words.get() { t("deny_say_why") } else { t("deny") }.to_owned());
    let buttons = el("div", "ask__buttons")
        .add(answer(t("allow_once"), "once", "button button--main").attr("aria-keyshortcuts", "Alt+Enter"))
        .add(deny)
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

/// The question; it is answered in the box to write in, or by a press.
fn question(store: Store, ask: Ask) -> AnyView {
    let words = el("div", "ask__text prose")
        .attr("id", "ask-text")
        .attr("dir", "auto")
        .add_all(blocks(&markdown::parse(&ask.text)));
    let choice = |choice: &String| {
        let (run_id, ask_id, answer) = (ask.run_id.clone(), ask.ask_id.clone(), choice.clone());
        let give = move || store.answer(run_id.clone(), ask_id.clone(), answer.clone());
        el("li", "").add(button("button", give).attr("dir", "auto").text(choice)).view()
    };
    let choices = choices(&ask);
    let choices = (!choices.is_empty())
        .then(|| el("ul", "ask__choices").attr("aria-label", t("quick_answers")).add_all(choices.iter().map(choice)));
    el("section", "ask")
        .attr("aria-labelledby", "ask-title")
        .add(heading(t("question_title")))
        .add(el("div", "ask__scroll").attr("tabindex", "0").add(words))
        .add_some(choices)
        .view()
}
