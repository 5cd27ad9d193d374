//! The open ask: approval of an exact action, a plan, or a question.

use crate::state::ask::choices;
use crate::state::format::{count, shorten};
use crate::state::markdown;
use crate::state::mcp::{Role, is_own_request, role};
use crate::state::runs::Run;
use crate::state::text::{fill, t};
use crate::state::tool_title::{element, exact, title};
use crate::view::form::{review_card, server_card};
use crate::view::markdown::drawn;
use crate::view::memo::flag;
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
    let card = move |ask: Ask| match &ask.kind {
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
    };
    // Each is drawn from nothing: a button that had the focus must not allow what is asked next.
    let times = StoredValue::new(0_u32);
    let numbered = move || {
        let ask = ask.get()?;
        times.update_value(|times| *times += 1);
        Some((times.get_value(), ask))
    };
    view! { <For each=numbered key=|(number, _)| *number children=move |(_, ask)| card(ask) /> }.into_any()
}

fn approval(store: Store, ask: &Ask, shown: &ActionShown) -> AnyView {
    let (run_id, ask_id) = (ask.run_id.clone(), ask.ask_id.clone());
    let answer = |label: &'static str, answer: AskAnswer, class: &'static str| {
        let (run_id, ask_id) = (run_id.clone(), ask_id.clone());
        view! {
            <button
                class=class
                type="button"
                on:click=move |_| store.answer(run_id.clone(), ask_id.clone(), answer.clone())
            >
                {label}
            </button>
        }
    };
    let words = view! { <p class="ask__text" id="ask-text" dir="auto">{ask.text.clone()}</p> };
    let body = view! {
        <div class="ask__scroll" tabindex="0">
            {words}
            {facts(shown)}
            {values(shown, &store.talked_of())}
            {(!is_own_request(shown)).then(|| exactly(shown))}
        </div>
    };
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
    let deny = view! {
        <button class="button" type="button" on:click=move |_| refuse()>
            {move || if has_words.get() { t("deny_say_why") } else { t("deny") }.to_owned()}
        </button>
    };
    let is_external = shown.action.class == EffectClass::External;
    let always = if is_external { t("allow_tool") } else { t("allow_site") };
    let once = answer(t("allow_once"), AskAnswer::Once, "button button--main")
        .attr("aria-keyshortcuts", "Alt+Enter")
        .attr("data-key", "Alt+Enter");
    // What a server asks for itself is agreed to once: it is not a tool that could be allowed.
    let lasts = if is_own_request(shown) { Lasts::Once } else { shown.action.class.lasts() };
    let longer = |least: Lasts, label, given| (lasts >= least).then(|| answer(label, given, "button button--small"));
    let buttons = view! {
        <div class="ask__buttons">
            {once} {deny} {longer(Lasts::Task, t("allow_task"), AskAnswer::Task)}
            {longer(Lasts::Site, always, AskAnswer::Site)}
        </div>
    };
    // What is sent elsewhere is read whole.
    let class = if shown.action.tool.starts_with("mcp__") { "ask ask--external" } else { "ask" };
    view! {
        <section class=class aria-labelledby="ask-title">
            {body}
            {buttons}
        </section>
    }
    .into_any()
}

/// The exact action and its site.
fn facts(shown: &ActionShown) -> AnyView {
    let CallShown { tool, args, target, says, .. } = &shown.action;
    let (where_name, place) = match Origin::from(shown.origin.as_str()) {
        Origin::Mcp(server) => (t("fact_server"), server),
        _ => (t("fact_site"), shown.origin.clone()),
    };
    // What a server asks for itself is none of its tools.
    let what = if is_own_request(shown) { says.clone() } else { title(tool, args, target.as_deref()) };
    let fact = |name: &'static str, value: AnyView| {
        view! {
            <div>
                <dt>{name}</dt>
                {value}
            </div>
        }
    };
    let target = target.as_deref().and_then(element).filter(|target| !what.contains(target.as_str()));
    let target = target.map(|target| fact(t("fact_on"), view! { <dd dir="auto">{target}</dd> }.into_any()));
    let what = view! { <dd dir="auto"><strong>{what}</strong></dd> };
    let place = view! { <dd class="facts__site" dir="ltr">{place}</dd> };
    view! { <dl class="facts">{fact(t("fact_action"), what.into_any())} {target} {fact(where_name, place.into_any())}</dl> }
    .into_any()
}

/// The call as the model wrote it, for those who want to see it.
fn exactly(shown: &ActionShown) -> AnyView {
    let call = exact(&shown.action.tool, &shown.action.args);
    view! {
        <details class="ask__exact">
            <summary>{t("call")}</summary>
            <code dir="ltr">{call}</code>
        </details>
    }
    .into_any()
}

/// The values to be entered or sent, each with its origin. `documents`: the ids and names of the conversation's.
fn values(shown: &ActionShown, documents: &[(String, String)]) -> Option<AnyView> {
    let rows = shown.values.iter().map(|value| {
        let source = view! { <span class="ask__source">{source_words(&value.source, documents)}</span> };
        view! {
            <tr>
                <th scope="row" dir="auto">{field_words(shown, &value.field)}</th>
                <td dir="auto">{value_words(&value.value)} {source}</td>
            </tr>
        }
        .into_any()
    });
    let table = || {
        view! {
            <table class="values">
                <caption class="label">{t("values")}</caption>
                <tbody>{rows.collect_view()}</tbody>
            </table>
        }
        .into_any()
    };
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
fn value_words(value: &str) -> AnyView {
    if value.chars().count() <= LONG && value.lines().count() <= LINES {
        return view! { <span class="value">{value.to_owned()}</span> }.into_any();
    }
    let size = fill("value_long", &[("n", &count(value.chars().count() as u64))]);
    let begin = view! { <span class="value__begin">{shorten(value, LONG)} " "</span> };
    let head = view! { <summary>{begin} <span class="value__more">{size}</span></summary> };
    view! { <details class="value value--long">{head} <span class="value__all">{value.to_owned()}</span></details> }
        .into_any()
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
        view! {
            <button class=class type="button" dir="auto" on:click=move |_| give()>
                {options.get(at).cloned().unwrap_or_default()}
            </button>
        }
    };
    let buttons = view! {
        <div class="ask__buttons">
            {choice(0, "button button--main", AskAnswer::Once).attr("aria-keyshortcuts", "Alt+Enter")}
            {choice(1, "button", AskAnswer::Deny)}
        </div>
    };
    view! {
        <section class="ask" aria-labelledby="ask-title">
            <p class="ask__text ask__scroll" id="ask-text" tabindex="0" dir="auto">{ask.text.clone()}</p>
            {buttons}
        </section>
    }
    .into_any()
}

/// A question, answered in the composer or with a button.
fn question(store: Store, ask: Ask) -> AnyView {
    let words = view! {
        <div class="ask__text prose" id="ask-text" dir="auto">{drawn(&markdown::parse(&ask.text))}</div>
    };
    let choice = |choice: &String| {
        let (run_id, ask_id, answer) = (ask.run_id.clone(), ask.ask_id.clone(), choice.clone());
        let give = move || store.answer(run_id.clone(), ask_id.clone(), answer.as_str().into());
        view! {
            <li>
                <button class="button" type="button" dir="auto" on:click=move |_| give()>{choice.clone()}</button>
            </li>
        }
        .into_any()
    };
    let choices = choices(&ask.kind);
    let choices = (!choices.is_empty()).then(|| {
        view! {
            <ul class="ask__choices" aria-label=t("quick_answers")>{choices.iter().map(choice).collect_view()}</ul>
        }
        .into_any()
    });
    view! {
        <section class="ask" aria-labelledby="ask-title">
            <div class="ask__scroll" tabindex="0">{words}</div>
            {choices}
        </section>
    }
    .into_any()
}
