//! The form of a run in the conversation: how far it is, then what became of its questions.

use super::row::{from, quotes};
use crate::state::form::{Lists, ReviewRow, Words, lists, progress, told};
use crate::state::format::shorten;
use crate::state::runs::Run;
use crate::state::text::{counted, fill, key, t};
use crate::view::icon::{Icon, icon, spinner};
use crate::view::memo::flag;
use crate::view::show::Show;
use crate::view::store::{Store, focus, store};
use edith_protocol::{Command, FormQuestion, FormShown, RunId, RunState};
use leptos::prelude::*;

/// Characters of a value in a list.
const VALUE: usize = 200;

/// The form of a run.
pub(in crate::view) fn result(run: RunId) -> AnyView {
    let store = store();
    let id = run.clone();
    let is_live = flag(move || store.runs.with(|runs| runs.get(&id).is_some_and(Run::is_live)));
    let id = run.clone();
    let form =
        Memo::new(move |_| store.runs.with(|runs| runs.get(&id).map(|run| run.form.clone()).unwrap_or_default()));
    let id = run.clone();
    let asks = flag(move || {
        store
            .runs
            .with(|runs| runs.get(&id).is_some_and(|run| matches!(run.state, RunState::Asking | RunState::Paused)))
    });
    let draw = move || if is_live.get() { going(form, asks) } else { form.with(|form| over(store, &run, form)) };
    view! { <li class="form-card">{move || draw()}</li> }.into_any()
}

fn going(form: Memo<FormShown>, asks: Memo<bool>) -> AnyView {
    let mark = view! { {move || if asks.get() { icon(Icon::Hand) } else { spinner() }} }.into_any();
    // Leads to the review, which is at the other end of the page for whoever goes by keyboard.
    let to_review = move || {
        view! { <button class="link" type="button" on:click=move |_| focus("review")>{t("form_waits")}</button> }
            .into_any()
    };
    let told = move || view! { <span>{move || form.with(progress)}</span> }.into_any();
    view! {
        <p class="form-card__line">
            <span class="step__mark" aria-hidden="true">{mark}</span>
            <Show when=asks fallback=told>
                {to_review()}
            </Show>
        </p>
    }
    .into_any()
}

fn over(store: Store, run: &RunId, form: &FormShown) -> AnyView {
    let Lists { filled, kept, left, failed } = lists(form);
    let documents = store.documents_of_talk();
    let undoes = !filled.is_empty();
    let words = Words::of(form.target);
    let parts = [
        (filled, Icon::Check, "done", words.filled.0, words.filled.1),
        (failed, Icon::Alert, "failed", key("form_failed_one"), key("form_failed_many")),
        (kept, Icon::Pause, "kept", key("form_kept_one"), key("form_kept_many")),
        (left, Icon::Stop, "left", key("form_left_one"), key("form_left_many")),
    ];
    let parts = parts.into_iter().filter(|(list, ..)| !list.is_empty()).map(|(list, mark, state, one, many)| {
        let words = counted(list.len(), one, many);
        let rows = list.iter().map(|question| line(question, state, &documents));
        view! {
            <details class="form-card__part" data-state=state>
                <summary class="form-card__head">{icon(mark)} {words}</summary>
                <ul class="form-card__list">{rows.collect_view()}</ul>
            </details>
        }
        .into_any()
    });
    view! {
        <div class="form-card__parts">{parts.collect_view()}</div>
        {if undoes { undo(store, run, t(words.undo)) } else { ().into_any() }}
    }
    .into_any()
}

/// A question as it was reviewed: its value, where that is from, and what it was concluded from.
fn line(question: &FormQuestion, state: &str, documents: &[(String, String)]) -> AnyView {
    let value = match state {
        "done" => question.value.to_string(),
        "kept" => question.current.to_string(),
        _ => question.reason.clone(),
    };
    let value = (!value.trim().is_empty())
        .then(|| view! { <span class="form-card__value" dir="auto">{shorten(&value, VALUE)}</span> }.into_any());
    let has_source = state == "done" && !question.value.is_empty();
    let source = has_source.then(|| from(told(&ReviewRow::of(question), documents)));
    let quotes = quotes(question);
    let concluded = (has_source && !quotes.is_empty()).then(|| {
        let words = fill("form_concluded_from", &[("quotes", &quotes)]);
        view! { <span class="review__source" dir="auto">{words}</span> }
    });
    view! {
        <li>
            <span dir="auto">{question.title.clone()}</span>
            {value}
            {source.collect_view()}
            {concluded}
        </li>
    }
    .into_any()
}

/// Puts back what was there: after the last run of the conversation, while nothing else is done.
fn undo(store: Store, run: &RunId, note: &'static str) -> AnyView {
    let id = run.clone();
    let offered = move || {
        !store.is_busy()
            && store.runs.with(|runs| {
                let Some(run) = runs.get(&id) else { return false };
                runs.in_conversation(&run.conversation_id).last().is_some_and(|last| last.id == id)
            })
    };
    let id = run.clone();
    let button = move || {
        let id = id.clone();
        let tell = move || {
            let conversation = store.runs.with_untracked(|runs| runs.get(&id).map(|run| run.conversation_id.clone()));
            if let Some(conversation_id) = conversation {
                store.tell(Command::FormUndo { run_id: id.clone(), conversation_id }, |_| {});
            }
        };
        view! {
            <div class="buttons">
                <button class="button button--small" type="button" title=note on:click=move |_| tell()>
                    {icon(Icon::Retry)}
                    {t("form_undo")}
                </button>
            </div>
        }
        .into_any()
    };
    view! { <Show when=offered>{button()}</Show> }.into_any()
}
