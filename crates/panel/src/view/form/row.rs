//! A question of the review: whether it is filled in, with what, and where that comes from.

use super::editor::{Card, Editor, editor};
use crate::state::form::{ReviewRow, Shelf, Told, is_asked_again, is_unsure, told};
use crate::state::format::shorten;
use crate::state::text::{fill, key, t};
use crate::view::cite::to_place;
use crate::view::el::{El, button, el, flag, live, nothing};
use crate::view::icon::{Icon, icon};
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
    let Some(first) = review.with_untracked(|review| review.row(at).cloned()) else { return nothing() };
    let question = &first.question;
    let secret = question.kind == FieldType::Secret;
    let id = format!("form-{at}");
    let is = move |look: fn(&ReviewRow) -> bool| flag(move || review.with(|review| review.row(at).is_some_and(look)));
    let (on, can) = (is(ReviewRow::is_filled), is(ReviewRow::can_be));
    let replaces = question.state == FormState::Kept && first.place() == Shelf::Main;
    let name = if replaces { key("form_replace_one") } else { key("form_switch_one") };
    let name = fill(name, &[("title", &shorten(&question.title, NAME))]);
    let switch = (!secret).then(|| {
        el("input", "review__switch")
            .attr("type", "checkbox")
            .attr("aria-label", name)
            .checked(move || on.get())
            .live_flag("disabled", move || !can.get())
            .on("change", move |event| {
                let on = event_target_checked(&event);
                review.update(|review| review.switch(at, on));
            })
    });
    let Editor { field, is_group } = editor(card, at, &first, &id);
    let title_id = format!("{id}-title");
    // A group of fields is named by its question, a field has it as its label.
    let title = match (&field, is_group) {
        (Some(_), false) => el("label", "review__title").attr("for", id.clone()),
        _ => el("p", "review__title"),
    };
    let required = question.required.then(|| {
        let mark = el("span", "").attr("aria-hidden", "true").text("*");
        el("span", "review__required")
            .attr("title", t("form_required"))
            .add(mark)
            .add(el("span", "sr-only").text(format!(" ({})", t("form_required"))))
    });
    let title = title
        .attr("id", title_id)
        .attr("dir", "auto")
        .add(el("span", "").text(question.title.clone()))
        .add_some(required);
    let hint = (!question.hint.is_empty()).then(|| {
        el("p", "review__hint").attr("dir", "auto").attr("title", question.hint.clone()).text(question.hint.clone())
    });
    let about = el("div", "review__about").attr("id", format!("{id}-about"));
    let about = if secret {
        about.add(el("span", "review__source").add(icon(Icon::Hand)).text(t("form_secret")))
    } else {
        about
            .add(source(card, at, &first))
            .add_some(doubt(question))
            .add_some(before(card, at, question))
            .add_all(again(card, question))
    };
    let body = el("div", "review__body").add(title).add_some(hint).add_some(field).add(about);
    el("li", "")
        .live_attr("class", move || {
            Some(if on.get() { "review__row" } else { "review__row review__row--off" }.to_owned())
        })
        .add_some(switch)
        .add(body)
        .view()
}

/// Where the value comes from.
fn source(card: Card, at: usize, first: &ReviewRow) -> AnyView {
    if first.is_tick() {
        return el("span", "review__source").add(icon(Icon::Hand)).text(t("form_consent")).view();
    }
    let review = card.review;
    let now = Memo::new(move |_| {
        card.documents
            .with(|documents| review.with(|review| review.row(at).map(|row| told(row, documents)).unwrap_or_default()))
    });
    live(move || from(now.get()))
}

/// A source: a link to its place, or its words.
pub(super) fn from(Told { words, quote, place }: Told) -> AnyView {
    match (place, quote.is_empty()) {
        (Some(place), is_bare) => {
            let link = to_place(&place).attr("class", "review__source cite").attr("dir", "auto");
            let link = if is_bare { link } else { link.attr("title", shorten(&quote, BEFORE)) };
            link.add(icon(Icon::Page)).text(words).view()
        }
        (None, true) => el("span", "review__source").attr("dir", "auto").text(words).view(),
        (None, false) => el("details", "review__source")
            .add(el("summary", "").text(words))
            .add(el("q", "").attr("dir", "auto").text(shorten(&quote, BEFORE)))
            .view(),
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
            button("link", press).text(words).view()
        })
        .collect()
}

/// The words that a value was concluded from; empty: it was not.
pub(super) fn quotes(question: &FormQuestion) -> String {
    shorten(&question.concluded_from.join(" · "), BEFORE)
}

/// That a value is to be looked at twice, and why.
fn doubt(question: &FormQuestion) -> Option<El> {
    let words = if question.state == FormState::Empty { t("form_concluded") } else { t("form_unsure") };
    let quotes = quotes(question);
    let reason = match question.reason.as_str() {
        _ if question.value.is_empty() => "",
        "" => &quotes,
        reason => reason,
    };
    let words = if reason.is_empty() { words.to_owned() } else { format!("{words}: {reason}") };
    let shown = is_unsure(question) || !reason.is_empty();
    shown.then(|| el("span", "review__doubt").attr("dir", "auto").add(icon(Icon::Alert)).text(words))
}

/// What is in the field now, and whether it stays.
fn before(card: Card, at: usize, question: &FormQuestion) -> Option<El> {
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
    Some(el("span", "review__before").attr("dir", "auto").live_text(words))
}
