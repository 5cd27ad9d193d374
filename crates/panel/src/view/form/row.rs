//! A question of the review: whether it is filled in, with what, and where that comes from.

use super::editor::{Card, Editor, Marks, editor};
use crate::state::form::{ReviewRow, Shelf, Told, is_asked_again, is_unsure, told};
use crate::state::format::shorten;
use crate::state::text::{fill, key, t};
use crate::view::cite::ToPlace;
use crate::view::icon::{Icon, icon};
use crate::view::memo::flag;
use crate::view::store::store;
use edith_protocol::{AskAnswer, FieldType, FormQuestion, FormState};
use leptos::prelude::*;

/// Characters of a question in the name of its switch.
const NAME: usize = 120;
/// Characters of what was in a field, and of a quote.
const BEFORE: usize = 300;

/// The row of a question. It is drawn once: what changes is the value, the switch, and the line below.
pub(super) fn row(card: Card, at: usize) -> AnyView {
    let review = card.review;
    let Some(first) = review.with_untracked(|review| review.row(at).cloned()) else { return ().into_any() };
    let question = &first.question;
    let secret = question.kind == FieldType::Secret;
    let id = format!("form-{at}");
    let is = move |look: fn(&ReviewRow) -> bool| flag(move || review.with(|review| review.row(at).is_some_and(look)));
    let (on, can) = (is(ReviewRow::is_filled), is(ReviewRow::can_be));
    let replaces = question.state == FormState::Kept && first.place() == Shelf::Main;
    let name = if replaces { key("form_replace_one") } else { key("form_switch_one") };
    let name = fill(name, &[("title", &shorten(&question.title, NAME))]);
    let switch = (!secret).then(|| {
        view! {
            <input
                class="review__switch"
                type="checkbox"
                aria-label=name
                prop:checked=on
                disabled=move || !can.get()
                on:change=move |event| {
                    let on = event_target_checked(&event);
                    review.update(|review| review.switch(at, on));
                }
            />
        }
        .into_any()
    });
    let Editor { field, is_group } = editor(card, at, &first, &id, Marks::default());
    let title_id = format!("{id}-title");
    let required = question.required.then(|| {
        let mark = view! { <span aria-hidden="true">"*"</span> };
        view! {
            <span class="review__required" title=t("form_required")>
                {mark}
                <span class="sr-only">{format!(" ({})", t("form_required"))}</span>
            </span>
        }
    });
    // A group of fields is named by its question, a field has it as its label.
    let words = view! {
        <span>{question.title.clone()}</span>
        {required}
    };
    let title = match (&field, is_group) {
        (Some(_), false) => view! {
            <label class="review__title" for=id.clone() id=title_id dir="auto">{words}</label>
        }
        .into_any(),
        _ => view! { <p class="review__title" id=title_id dir="auto">{words}</p> }.into_any(),
    };
    let hint = (!question.hint.is_empty()).then(|| {
        view! { <p class="review__hint" dir="auto" title=question.hint.clone()>{question.hint.clone()}</p> }.into_any()
    });
    let about = if secret {
        view! { <span class="review__source">{icon(Icon::Hand)} {t("form_secret")}</span> }.into_any()
    } else {
        view! {
            {source(card, at, &first)}
            {doubt(question)}
            {before(card, at, question)}
            {again(card, question)}
        }
        .into_any()
    };
    let about = view! { <div class="review__about" id=format!("{id}-about")>{about}</div> };
    let body = view! { <div class="review__body">{title} {hint} {field} {about}</div> };
    view! { <li class=move || if on.get() { "review__row" } else { "review__row review__row--off" }>{switch} {body}</li> }
    .into_any()
}

/// Where the value comes from.
fn source(card: Card, at: usize, first: &ReviewRow) -> AnyView {
    if first.is_tick() {
        return view! { <span class="review__source">{icon(Icon::Hand)} {t("form_consent")}</span> }.into_any();
    }
    let review = card.review;
    let now = Memo::new(move |_| {
        card.documents
            .with(|documents| review.with(|review| review.row(at).map(|row| told(row, documents)).unwrap_or_default()))
    });
    view! { {move || from(now.get())} }.into_any()
}

/// A source: a link to its place, or its words.
pub(super) fn from(Told { words, quote, place }: Told) -> AnyView {
    match (place, quote.is_empty()) {
        (Some(place), is_bare) => {
            let title = (!is_bare).then(|| shorten(&quote, BEFORE));
            view! {
                <ToPlace class="review__source cite" dir="auto" title place>
                    {icon(Icon::Page)}
                    {words}
                </ToPlace>
            }
            .into_any()
        }
        (None, true) => view! { <span class="review__source" dir="auto">{words}</span> }.into_any(),
        (None, false) => view! {
            <details class="review__source">
                <summary>{words}</summary>
                <q dir="auto">{shorten(&quote, BEFORE)}</q>
            </details>
        }
        .into_any(),
    }
}

/// What looks for the answer again: the same model, or a stronger one.
fn again(card: Card, question: &FormQuestion) -> Vec<AnyView> {
    let Some(ask) = card.again.filter(|_| is_asked_again(question)) else { return Vec::new() };
    let store = store();
    let offered = store.all_servers.with_untracked(|all| crate::state::form::again(all, store.quality.get_untracked()));
    let id = question.question_id.clone();
    let ways = [(false, t("form_again")), (true, t("form_stronger"))].into_iter().zip(offered);
    ways.filter(|(_, offered)| *offered)
        .map(|((stronger, words), _)| {
            let question = id.clone();
            let press = move || {
                let (run, ask) = ask.get_value();
                store.answer(run, ask, AskAnswer::Again { question: question.clone(), stronger });
            };
            view! { <button class="link" type="button" on:click=move |_| press()>{words}</button> }.into_any()
        })
        .collect()
}

/// The words that a value was concluded from; empty: it was not.
pub(super) fn quotes(question: &FormQuestion) -> String {
    shorten(&question.concluded_from.join(" · "), BEFORE)
}

/// That a value is to be looked at twice, and why.
fn doubt(question: &FormQuestion) -> Option<AnyView> {
    let words = if question.state == FormState::Empty { t("form_concluded") } else { t("form_unsure") };
    let quotes = quotes(question);
    let reason = match question.reason.as_str() {
        _ if question.value.is_empty() => "",
        "" => &quotes,
        reason => reason,
    };
    let words = if reason.is_empty() { words.to_owned() } else { format!("{words}: {reason}") };
    let shown = is_unsure(question) || !reason.is_empty();
    shown.then(|| {
        view! {
            <span class="review__doubt" dir="auto">
                {icon(Icon::Alert)}
                {words}
            </span>
        }
        .into_any()
    })
}

/// What is in the field now, and whether it stays.
fn before(card: Card, at: usize, question: &FormQuestion) -> Option<AnyView> {
    if question.current.is_empty() {
        return None;
    }
    let review = card.review;
    let held = shorten(&question.current.to_string(), BEFORE);
    let replaced = flag(move || review.with(|review| review.row(at).is_some_and(ReviewRow::is_filled)));
    let words = move || {
        let words = if replaced.get() { card.words.replaced } else { card.words.stays };
        fill(words, &[("value", &held)])
    };
    let held = view! { <span class="review__before" dir="auto">{move || words()}</span> };
    Some(held.into_any())
}
