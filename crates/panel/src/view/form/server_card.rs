//! What a server asks the person for within a call: its questions as a form. Nothing is sent before the person says so.

use super::editor::{Card, Editor, editor};
use crate::state::form::{Review, ReviewRow, Words};
use crate::state::mcp::{Problem, problem, problem_words};
use crate::state::text::{counted, key, t};
use crate::view::el::{El, button, by_id, el, live, nothing};
use crate::view::icon::{Icon, icon};
use crate::view::store::store;
use edith_protocol::{Ask, AskAnswer, FieldType, FormQuestion};
use leptos::prelude::*;

/// The card of a server's questions.
pub(in crate::view) fn server_card(ask: &Ask, questions: &[FormQuestion]) -> AnyView {
    let store = store();
    let review = store.review;
    // What was typed stays so while the person looks at something else.
    if review.with_untracked(|review| !review.is_of(&ask.ask_id)) {
        review.set(Review::of(&ask.ask_id, questions));
    }
    let card =
        Card { review, documents: Memo::new(move |_| store.documents_of_talk()), words: Words::default(), again: None };
    // Problems are told once the person has tried to send, and then as they are mended.
    let tried = RwSignal::new(false);
    let problems = Memo::new(move |_| {
        review.with(|review| {
            let row = |at: usize| review.row(at).and_then(problem);
            (0..review.rows()).filter_map(|at| Some((at, row(at)?))).collect::<Vec<_>>()
        })
    });
    let send = {
        let (run_id, ask_id) = (ask.run_id.clone(), ask.ask_id.clone());
        move || {
            tried.set(true);
            let first = problems.with_untracked(|problems| problems.first().map(|(at, _)| *at));
            match first {
                Some(at) => focus_field(at),
                None => store.answer(run_id.clone(), ask_id.clone(), review.with_untracked(Review::answer)),
            }
        }
    };
    let (run_id, ask_id) = (ask.run_id.clone(), ask.ask_id.clone());
    let refuse = move || store.answer(run_id.clone(), ask_id.clone(), AskAnswer::Deny);
    let by_key = send.clone();
    let told = move || match problems.with(Vec::len) {
        n if n > 0 && tried.get() => counted(n, key("ask_problem_one"), key("ask_problem_many")),
        _ => String::new(),
    };
    let rows = (0..questions.len()).map(|at| row(card, at, problems, tried));
    let body = el("div", "ask__scroll review")
        .attr("id", "review")
        .attr("tabindex", "0")
        .attr("role", "group")
        .attr("aria-labelledby", "ask-title")
        .add(el("p", "ask__text").attr("id", "ask-text").attr("dir", "auto").text(ask.text.clone()))
        .add(el("ul", "asked").attr("aria-label", t("form_rows")).add_all(rows))
        .add(el("p", "review__ask").text(t("ask_server_note")));
    let buttons = el("div", "ask__buttons")
        .add(
            button("button button--main", send)
                .attr("id", "ask-send")
                .attr("aria-keyshortcuts", "Control+Enter Meta+Enter")
                .text(t("send")),
        )
        .add(button("button", refuse).text(t("ask_decline")));
    el("section", "ask ask--form ask--server")
        .attr("aria-labelledby", "ask-title")
        .on_key(move |event| {
            if event.key() == "Enter" && (event.ctrl_key() || event.meta_key()) && !event.is_composing() {
                event.prevent_default();
                by_key();
            }
        })
        .add(body)
        .add(el("p", "review__count asked__problems").attr("role", "alert").live_text(told))
        .add(buttons)
        .view()
}

fn field_id(at: usize) -> String {
    format!("asked-{at}")
}

/// Focuses a question's field, or the first of several.
fn focus_field(at: usize) {
    let id = field_id(at);
    let field = by_id::<web_sys::HtmlElement>(&id).or_else(|| {
        use wasm_bindgen::JsCast;
        let row = by_id::<web_sys::Element>(&format!("{id}-row"))?;
        row.query_selector("input, select, textarea").ok().flatten()?.dyn_into().ok()
    });
    if let Some(field) = field {
        // Fails only if it cannot take the focus, which loses nothing.
        let _ = field.focus();
    }
}

fn row(card: Card, at: usize, problems: Memo<Vec<(usize, Problem)>>, tried: RwSignal<bool>) -> AnyView {
    let review = card.review;
    let Some(first) = review.with_untracked(|review| review.row(at).cloned()) else { return nothing() };
    let question = &first.question;
    let id = field_id(at);
    let wrong = Memo::new(move |_| {
        let problem = problems.with(|all| all.iter().find(|(one, _)| *one == at).map(|(_, problem)| *problem));
        problem.filter(|_| tried.get())
    });
    let Editor { field, is_group } = match first.is_tick() {
        true => Editor { field: Some(tick(card, at, &id)), is_group: false },
        false => editor(card, at, &first, &id),
    };
    let field = field.map(|field| match is_group {
        true => field,
        false => field
            .attr("aria-required", question.required.to_string())
            .live_attr("aria-invalid", move || wrong.get().map(|_| "true".to_owned())),
    });
    let title = match (&field, is_group) {
        (Some(_), false) => el("label", "review__title").attr("for", id.clone()),
        _ => el("p", "review__title"),
    };
    let required = question.required.then(|| {
        let mark = el("span", "").attr("aria-hidden", "true").text("*");
        let words = el("span", "sr-only").text(format!(" ({})", t("form_required")));
        el("span", "review__required").attr("title", t("form_required")).add(mark).add(words)
    });
    let title = title
        .attr("id", format!("{id}-title"))
        .attr("dir", "auto")
        .add(el("span", "").text(question.title.clone()))
        .add_some(required);
    let hint =
        (!question.hint.is_empty()).then(|| el("span", "asked__hint").attr("dir", "auto").text(question.hint.clone()));
    let secret = (question.kind == FieldType::Secret).then(|| el("span", "asked__hint").text(t("ask_no_secret")));
    let problem = move || match wrong.get() {
        Some(problem) => {
            el("span", "field__error").add(icon(Icon::Alert)).add(el("span", "").text(problem_words(problem))).view()
        }
        None => nothing(),
    };
    let about =
        el("div", "asked__about").attr("id", format!("{id}-about")).add_some(hint).add_some(secret).add(live(problem));
    let class = if first.is_tick() { "asked__row asked__row--tick" } else { "asked__row" };
    el("li", class).attr("id", format!("{id}-row")).add(title).add_some(field).add(about).view()
}

/// A box to agree with.
fn tick(card: Card, at: usize, id: &str) -> El {
    let review = card.review;
    let on = Memo::new(move |_| review.with(|review| review.row(at).is_some_and(ReviewRow::is_filled)));
    el("input", "")
        .attr("id", id)
        .attr("type", "checkbox")
        .attr("aria-describedby", format!("{id}-about"))
        .checked(move || on.get())
        .on("change", move |event| {
            let on = event_target_checked(&event);
            review.update(|review| review.switch(at, on));
        })
}
