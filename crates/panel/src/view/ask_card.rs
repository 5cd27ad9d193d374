//! What a person must answer: an approval of one exact action, or a question.

use crate::state::tool_title::{exact, title};
use crate::view::icon::{Icon, icon};
use crate::view::store::{Store, store};
use edith_protocol::{ActionShown, Ask, AskKind};
use leptos::prelude::*;
use serde_json::Value;

/// The open ask of the open conversation.
pub fn asks() -> impl IntoView {
    let store = store();
    let ask = Memo::new(move |_| store.live(|run| run.ask.clone()).flatten());
    move || {
        ask.get().map(|ask| match ask.kind {
            AskKind::Approval => approval(store, ask).into_any(),
            AskKind::Question => question(store, ask).into_any(),
        })
    }
}

fn approval(store: Store, ask: Ask) -> impl IntoView {
    let Ask { run_id, ask_id, text, action, .. } = ask;
    let button = move |label: &'static str, answer: &'static str, class: &'static str| {
        let (run_id, ask_id) = (run_id.clone(), ask_id.clone());
        view! {
            <button type="button" class=class on:click=move |_| store.answer(run_id.clone(), ask_id.clone(), answer.to_owned())>
                {label}
            </button>
        }
    };
    view! {
        <section class="ask" aria-labelledby="ask-title">
            <h2 class="ask__title" id="ask-title">{icon(Icon::Hand)}"Allow this?"</h2>
            <div class="ask__scroll">
                <p class="ask__text" dir="auto">{text}</p>
                {action.map(action_view)}
            </div>
            <div class="ask__buttons">
                {button("Allow once", "once", "button button--main")}
                {button("Deny", "deny", "button")}
                {button("Allow for this task", "task", "button button--small")}
                {button("Allow on this site", "site", "button button--small")}
            </div>
        </section>
    }
}

/// Exactly what would be done, where, and with which values.
fn action_view(shown: ActionShown) -> impl IntoView {
    let field = |name: &str| shown.action.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
    let (tool, target) = (field("tool"), field("target"));
    let args = shown.action.get("args").cloned().unwrap_or_default();
    let what = if tool.is_empty() {
        String::new()
    } else {
        title(&tool, &args, Some(&target).filter(|target| !target.is_empty()).map(String::as_str))
    };
    let call = if tool.is_empty() { shown.action.to_string() } else { exact(&tool, &args) };
    let target = (!target.is_empty() && !what.contains(&target)).then_some(target);
    let values: Vec<AnyView> = shown
        .values
        .into_iter()
        .map(|value| {
            let source = source_words(&value.source).to_owned();
            view! {
                <tr>
                    <th scope="row" dir="auto">{value.field}</th>
                    <td dir="auto">{value.value}<span class="ask__source">{source}</span></td>
                </tr>
            }
            .into_any()
        })
        .collect();
    let has_values = !values.is_empty();
    view! {
        <dl class="facts">
            {(!what.is_empty()).then(|| view! { <div><dt>"Action"</dt><dd dir="auto"><strong>{what}</strong></dd></div> })}
            {target.map(|target| view! { <div><dt>"On"</dt><dd dir="auto">{target}</dd></div> })}
            <div><dt>"Site"</dt><dd dir="ltr" class="facts__site">{shown.origin}</dd></div>
            <div><dt>"Call"</dt><dd dir="ltr"><code>{call}</code></dd></div>
        </dl>
        {has_values.then(|| view! {
            <table class="values"><caption class="label">"Values"</caption><tbody>{values}</tbody></table>
        })}
    }
}

fn source_words(source: &str) -> &str {
    match source {
        "task" => "from your task",
        "model" => "written by the model",
        "page" => "from the page",
        "user" => "from you",
        other => other,
    }
}

fn question(store: Store, ask: Ask) -> impl IntoView {
    let Ask { run_id, ask_id, text, .. } = ask;
    let answer = RwSignal::new(String::new());
    let send = move || {
        let text = answer.get_untracked().trim().to_owned();
        if !text.is_empty() {
            store.answer(run_id.clone(), ask_id.clone(), text);
        }
    };
    view! {
        <form class="ask" aria-labelledby="ask-title" on:submit=move |event| {
            event.prevent_default();
            send();
        }>
            <h2 class="ask__title" id="ask-title">{icon(Icon::Hand)}"A question for you"</h2>
            <div class="ask__scroll"><p class="ask__text" id="ask-text" dir="auto">{text}</p></div>
            <div class="ask__answer">
                <input class="input" type="text" autocomplete="off" dir="auto" aria-labelledby="ask-text" placeholder="Your answer"
                    prop:value=move || answer.get() on:input=move |event| answer.set(event_target_value(&event))/>
                <button type="submit" class="button button--main" disabled=move || answer.with(|answer| answer.trim().is_empty())>
                    "Answer"
                </button>
            </div>
        </form>
    }
}
