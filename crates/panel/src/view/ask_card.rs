//! The open ask: approval of an exact action, a plan, or a question.

use crate::state::ask::choices;
use crate::state::format::{count, shorten};
use crate::state::markdown;
use crate::state::mcp::{Role, is_own_request, role};
use crate::state::runs::Run;
use crate::state::text::{fill, t};
use crate::state::tool_title::{element, exact, title};
use crate::view::el::{El, button, el, flag, live, nothing};
use crate::view::form::{review_card, server_card};
use crate::view::markdown::drawn;
use crate::view::plan_card::plan_card;
use crate::view::store::{Store, focus, store};
use edith_protocol::{ActionShown, Ask, AskAnswer, AskKind, CallShown, EffectClass, Lasts, Origin};
use leptos::prelude::*;

/// A value of more characters or lines is folded.
const LONG: usize = 240;
const LINES: usize = 6;

/// The open ask of the open conversation.
pub(super) fn asks() -> AnyView {
    let store = store();
    let ask = Memo::new(move |_| store.ask());
    Effect::new(move || {
        // Does not take the focus from somebody who is writing or reading elsewhere.
        let nowhere = document().active_element().is_none_or(|element| element.tag_name() == "BODY");
        if ask.with(Option::is_some) && nowhere {
            let is_form = ask.with(|ask| ask.as_ref().is_some_and(|ask| matches!(ask.kind, AskKind::Form { .. })));
            focus(if is_form { "review" } else { "composer-input" });
        }
    });
    live(move || match ask.get() {
        Some(ask) => match &ask.kind {
            AskKind::Approval(shown) => approval(store, &ask, shown),
            AskKind::Plan { steps, message } => plan_card(&ask, steps, message),
            AskKind::Form { questions } => {
                match store.runs.with_untracked(|runs| runs.get(&ask.run_id).map(Run::asks_for_server)) {
                    Some(true) => server_card(&ask, questions),
                    _ => review_card(&ask, questions),
                }
            }
            AskKind::Limit { options, .. } => limit(store, &ask, options),
            AskKind::Question { .. } => question(store, ask),
        },
        None => nothing(),
    })
}

fn approval(store: Store, ask: &Ask, shown: &ActionShown) -> AnyView {
    let (run_id, ask_id) = (ask.run_id.clone(), ask.ask_id.clone());
    let answer = |label: &'static str, answer: AskAnswer, class: &'static str| {
        let (run_id, ask_id) = (run_id.clone(), ask_id.clone());
        button(class, move || store.answer(run_id.clone(), ask_id.clone(), answer.clone())).text(label)
    };
    let words = el("p", "ask__text").attr("id", "ask-text").attr("dir", "auto").text(ask.text.clone());
    let body = el("div", "ask__scroll")
        .attr("tabindex", "0")
        .add(words)
        .add(facts(shown))
        .add_some(values(shown, &store.talked_of()))
        .add_some((!is_own_request(shown)).then(|| exactly(shown)));
    // With text in the box, the same button sends it, unless it was being written for the task as the question came up.
    let is_written = move || store.draft.with(|draft| !draft.trim().is_empty());
    store.interrupting.set(untrack(is_written).then(|| ask_id.clone()));
    Effect::new(move |_| {
        if !is_written() {
            store.interrupting.set(None);
        }
    });
    let has_words = flag(move || is_written() && store.interrupting.with(Option::is_none));
    let no = (run_id.clone(), ask_id.clone());
    let refuse = move || {
        if has_words.get_untracked() {
            store.submit();
        } else {
            store.answer(no.0.clone(), no.1.clone(), AskAnswer::Deny);
        }
    };
    let deny = button("button", refuse)
        .live_text(move || if has_words.get() { t("deny_say_why") } else { t("deny") }.to_owned());
    let is_external = shown.action.class == EffectClass::External;
    let always = if is_external { t("allow_tool") } else { t("allow_site") };
    let buttons = el("div", "ask__buttons")
        .add(
            answer(t("allow_once"), AskAnswer::Once, "button button--main")
                .attr("aria-keyshortcuts", "Alt+Enter")
                .attr("data-key", "Alt+Enter"),
        )
        .add(deny);
    // What a server asks for itself is agreed to once: it is not a tool that could be allowed.
    let lasts = if is_own_request(shown) { Lasts::Once } else { shown.action.class.lasts() };
    let longer = |least: Lasts, label, given| (lasts >= least).then(|| answer(label, given, "button button--small"));
    let buttons = buttons.add_some(longer(Lasts::Task, t("allow_task"), AskAnswer::Task)).add_some(longer(
        Lasts::Site,
        always,
        AskAnswer::Site,
    ));
    // What is sent elsewhere is read whole.
    let class = if shown.action.tool.starts_with("mcp__") { "ask ask--external" } else { "ask" };
    el("section", class).attr("aria-labelledby", "ask-title").add(body).add(buttons).view()
}

/// The exact action and its site.
fn facts(shown: &ActionShown) -> El {
    let CallShown { tool, args, target, says, .. } = &shown.action;
    let (where_name, place) = match Origin::from(shown.origin.as_str()) {
        Origin::Mcp(server) => (t("fact_server"), server),
        _ => (t("fact_site"), shown.origin.clone()),
    };
    // What a server asks for itself is none of its tools.
    let what = if is_own_request(shown) { says.clone() } else { title(tool, args, target.as_deref()) };
    let fact = |name: &'static str, value: El| el("div", "").add(el("dt", "").text(name)).add(value);
    let target = target.as_deref().and_then(element).filter(|target| !what.contains(target.as_str()));
    let target = target.map(|target| fact(t("fact_on"), el("dd", "").attr("dir", "auto").text(target)));
    el("dl", "facts")
        .add(fact(t("fact_action"), el("dd", "").attr("dir", "auto").add(el("strong", "").text(what))))
        .add_some(target)
        .add(fact(where_name, el("dd", "facts__site").attr("dir", "ltr").text(place)))
}

/// The call as the model wrote it, for those who want to see it.
fn exactly(shown: &ActionShown) -> El {
    let call = exact(&shown.action.tool, &shown.action.args);
    el("details", "ask__exact").add(el("summary", "").text(t("call"))).add(el("code", "").attr("dir", "ltr").text(call))
}

/// The values to be entered or sent, each with its origin. `documents`: the ids and names of the conversation's.
fn values(shown: &ActionShown, documents: &[(String, String)]) -> Option<El> {
    let rows = shown.values.iter().map(|value| {
        let source = el("span", "ask__source").text(source_words(&value.source, documents));
        el("tr", "")
            .add(el("th", "").attr("scope", "row").attr("dir", "auto").text(field_words(shown, &value.field)))
            .add(el("td", "").attr("dir", "auto").add(value_words(&value.value)).add(source))
            .view()
    });
    let table =
        || el("table", "values").add(el("caption", "label").text(t("values"))).add(el("tbody", "").add_all(rows));
    // The page that a server wants opened is the action.
    let is_said = is_own_request(shown) && shown.action.class == EffectClass::Navigates;
    (!shown.values.is_empty() && !is_said).then(table)
}

/// What a value is for: of a server's own request whose words it is.
fn field_words(shown: &ActionShown, field: &str) -> String {
    match role(field).filter(|_| is_own_request(shown)) {
        Some(Role::System) => t("sample_system").to_owned(),
        Some(Role::User) => t("sample_user").to_owned(),
        Some(Role::Assistant) => t("sample_assistant").to_owned(),
        None => field.to_owned(),
    }
}

/// A value; of a long one the beginning, and all of it when it is opened.
fn value_words(value: &str) -> El {
    if value.chars().count() <= LONG && value.lines().count() <= LINES {
        return el("span", "value").text(value);
    }
    let size = fill("value_long", &[("n", &count(value.chars().count() as u64))]);
    let begin = el("span", "value__begin").text(shorten(value, LONG)).text(" ");
    let head = el("summary", "").add(begin).add(el("span", "value__more").text(size));
    el("details", "value value--long").add(head).add(el("span", "value__all").text(value))
}

fn source_words(source: &Origin, documents: &[(String, String)]) -> String {
    match source {
        Origin::Task => t("source_task").to_owned(),
        Origin::Model => t("source_model").to_owned(),
        Origin::Page => t("source_page").to_owned(),
        Origin::User => t("source_user").to_owned(),
        Origin::Profile => t("source_profile").to_owned(),
        Origin::Earlier => t("source_earlier").to_owned(),
        Origin::Tabs => t("source_tabs").to_owned(),
        Origin::Document(document) => {
            let named = documents.iter().find(|(id, _)| id == document);
            fill("source_document", &[("document", named.map_or(document, |(_, name)| name))])
        }
        Origin::Mcp(server) => fill("source_server", &[("server", server)]),
        Origin::Site(origin) => origin.clone(),
    }
}

/// A limit that is raised or not, by a button alone.
fn limit(store: Store, ask: &Ask, options: &[String]) -> AnyView {
    let choice = |at: usize, class: &'static str, answer: AskAnswer| {
        let (run_id, ask_id) = (ask.run_id.clone(), ask.ask_id.clone());
        let give = move || store.answer(run_id.clone(), ask_id.clone(), answer.clone());
        button(class, give).attr("dir", "auto").text(options.get(at).cloned().unwrap_or_default())
    };
    let buttons = el("div", "ask__buttons")
        .add(choice(0, "button button--main", AskAnswer::Once).attr("aria-keyshortcuts", "Alt+Enter"))
        .add(choice(1, "button", AskAnswer::Deny));
    el("section", "ask")
        .attr("aria-labelledby", "ask-title")
        .add(
            el("p", "ask__text ask__scroll")
                .attr("id", "ask-text")
                .attr("tabindex", "0")
                .attr("dir", "auto")
                .text(&ask.text),
        )
        .add(buttons)
        .view()
}

/// A question, answered in the composer or with a button.
fn question(store: Store, ask: Ask) -> AnyView {
    let words = el("div", "ask__text prose")
        .attr("id", "ask-text")
        .attr("dir", "auto")
        .add_all(drawn(&markdown::parse(&ask.text)));
    let choice = |choice: &String| {
        let (run_id, ask_id, answer) = (ask.run_id.clone(), ask.ask_id.clone(), choice.clone());
        let give = move || store.answer(run_id.clone(), ask_id.clone(), answer.as_str().into());
        el("li", "").add(button("button", give).attr("dir", "auto").text(choice)).view()
    };
    let choices = choices(&ask.kind);
    let choices = (!choices.is_empty())
        .then(|| el("ul", "ask__choices").attr("aria-label", t("quick_answers")).add_all(choices.iter().map(choice)));
    el("section", "ask")
        .attr("aria-labelledby", "ask-title")
        .add(el("div", "ask__scroll").attr("tabindex", "0").add(words))
        .add_some(choices)
        .view()
}
