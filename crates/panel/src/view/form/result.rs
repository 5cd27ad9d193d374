//! The form of a run in the conversation: how far it is, then what became of its questions.

use super::row::{from, quotes};
use crate::state::form::{Lists, ReviewRow, Words, lists, progress, told};
use crate::state::format::shorten;
use crate::state::runs::Run;
use crate::state::text::{counted, fill, key, t};
use crate::view::el::{all, button, either, el, flag, live, nothing, when};
use crate::view::icon::{Icon, icon, spinner};
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
    el("li", "form-card").add(live(draw)).view()
}

fn going(form: Memo<FormShown>, asks: Memo<bool>) -> AnyView {
    let mark = live(move || if asks.get() { icon(Icon::Hand) } else { spinner() });
    // Leads to the review, which is at the other end of the page for whoever goes by keyboard.
    let to_review = move || button("link", || focus("review")).text(t("form_waits")).view();
    let told = move || el("span", "").live_text(move || form.with(progress)).view();
    el("p", "form-card__line")
        .add(el("span", "step__mark").attr("aria-hidden", "true").add(mark))
        .add(either(move || asks.get(), to_review, told))
        .view()
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
        el("details", "form-card__part")
            .attr("data-state", state)
            .add(el("summary", "form-card__head").add(icon(mark)).text(words))
            .add(el("ul", "form-card__list").add_all(rows))
            .view()
    });
    all(vec![
        el("div", "form-card__parts").add_all(parts).view(),
        if undoes { undo(store, run, t(words.undo)) } else { nothing() },
    ])
}

/// A question as it was reviewed: its value, where that is from, and what it was concluded from.
fn line(question: &FormQuestion, state: &str, documents: &[(String, String)]) -> AnyView {
    let value = match state {
        "done" => question.value.to_string(),
        "kept" => question.current.to_string(),
        _ => question.reason.clone(),
    };
    let value = (!value.trim().is_empty())
        .then(|| el("span", "form-card__value").attr("dir", "auto").text(shorten(&value, VALUE)));
    let has_source = state == "done" && !question.value.is_empty();
    let source = has_source.then(|| from(told(&ReviewRow::of(question), documents)));
    let quotes = quotes(question);
    let concluded = (has_source && !quotes.is_empty()).then(|| {
        let words = fill("form_concluded_from", &[("quotes", &quotes)]);
        el("span", "review__source").attr("dir", "auto").text(words)
    });
    el("li", "")
        .add(el("span", "").attr("dir", "auto").text(question.title.clone()))
        .add_some(value)
        .add_all(source)
        .add_some(concluded)
        .view()
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
        el("div", "buttons")
            .add(button("button button--small", tell).attr("title", note).add(icon(Icon::Retry)).text(t("form_undo")))
            .view()
    };
    when(offered, button)
}
