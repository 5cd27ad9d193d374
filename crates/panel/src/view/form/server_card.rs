//! What a server asks the person for within a call: its questions as a form. Nothing is sent before the person says so.

use super::editor::{Card, Editor, Marks, editor};
use crate::state::form::{Review, ReviewRow, Words};
use crate::state::mcp::{Problem, problem, problem_words};
use crate::state::text::{counted, key, t};
use crate::view::dom::by_id;
use crate::view::icon::{Icon, icon};
use crate::view::keys::on_send;
use crate::view::memo::flag;
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
    let body = view! {
        <div class="ask__scroll review" id="review" tabindex="0" role="group" aria-labelledby="ask-title">
            <p class="ask__text" id="ask-text" dir="auto">{ask.text.clone()}</p>
            <ul class="asked" aria-label=t("form_rows")>{rows.collect_view()}</ul>
            <p class="review__ask">{t("ask_server_note")}</p>
        </div>
    };
    let buttons = view! {
        <div class="ask__buttons">
            <button
                class="button button--main"
                type="button"
                id="ask-send"
                aria-keyshortcuts="Control+Enter Meta+Enter"
                on:click=move |_| send()
            >
                {t("send")}
            </button>
            <button class="button" type="button" on:click=move |_| refuse()>{t("ask_decline")}</button>
        </div>
    };
    view! {
        <section
            class="ask ask--form ask--server"
            aria-labelledby="ask-title"
            on:keydown=on_send(by_key)
        >
            {body}
            <p class="review__count asked__problems" role="alert">{move || told()}</p>
            {buttons}
        </section>
    }
    .into_any()
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
    let Some(first) = review.with_untracked(|review| review.row(at).cloned()) else { return ().into_any() };
    let question = &first.question;
    let id = field_id(at);
    let wrong = Memo::new(move |_| {
        let problem = problems.with(|all| all.iter().find(|(one, _)| *one == at).map(|(_, problem)| *problem));
        problem.filter(|_| tried.get())
    });
    let marks = Marks { required: Some(question.required), wrong: Some(flag(move || wrong.get().is_some())) };
    let Editor { field, is_group } = match first.is_tick() {
        true => Editor { field: Some(tick(card, at, &id, marks)), is_group: false },
        false => editor(card, at, &first, &id, marks),
    };
    let required = question.required.then(|| {
        let mark = view! { <span aria-hidden="true">"*"</span> };
        let words = view! { <span class="sr-only">{format!(" ({})", t("form_required"))}</span> };
        view! {
            <span class="review__required" title=t("form_required")>
                {mark}
                {words}
            </span>
        }
    });
    let words = view! {
        <span>{question.title.clone()}</span>
        {required}
    };
    let title_id = format!("{id}-title");
    let title = match (&field, is_group) {
        (Some(_), false) => view! {
            <label class="review__title" for=id.clone() id=title_id dir="auto">{words}</label>
        }
        .into_any(),
        _ => view! { <p class="review__title" id=title_id dir="auto">{words}</p> }.into_any(),
    };
    let hint = (!question.hint.is_empty())
        .then(|| view! { <span class="asked__hint" dir="auto">{question.hint.clone()}</span> }.into_any());
    let secret = (question.kind == FieldType::Secret)
        .then(|| view! { <span class="asked__hint">{t("ask_no_secret")}</span> }.into_any());
    let problem = move || match wrong.get() {
        Some(problem) => {
            view! { <span class="field__error">{icon(Icon::Alert)} <span>{problem_words(problem)}</span></span> }
                .into_any()
        }
        None => ().into_any(),
    };
    let about = view! {
        <div class="asked__about" id=format!("{id}-about")>
            {hint}
            {secret}
            {move || problem()}
        </div>
    };
    let class = if first.is_tick() { "asked__row asked__row--tick" } else { "asked__row" };
    view! {
        <li class=class id=format!("{id}-row")>
            {title}
            {field}
            {about}
        </li>
    }
    .into_any()
}

/// A box to agree with.
fn tick(card: Card, at: usize, id: &str, marks: Marks) -> AnyView {
    let review = card.review;
    let on = Memo::new(move |_| review.with(|review| review.row(at).is_some_and(ReviewRow::is_filled)));
    view! {
        <input
            id=id.to_owned()
            type="checkbox"
            aria-describedby=format!("{id}-about")
            aria-required=marks.required()
            aria-invalid=move || marks.invalid()
            prop:checked=on
            on:change=move |event| {
                let on = event_target_checked(&event);
                review.update(|review| review.switch(at, on));
            }
        />
    }
    .into_any()
}
