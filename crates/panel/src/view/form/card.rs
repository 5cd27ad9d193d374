//! The review of a form: what would be filled in, with where each value comes from. Nothing is written before the person says so.

use super::editor::Card;
use super::row::row;
use crate::state::form::{Review, RowGroup, Shelf, Words};
use crate::state::text::{counted, fill, key, t};
use crate::view::dom::by_id;
use crate::view::keys::on_send;
use crate::view::memo::flag;
use crate::view::show::Show;
use crate::view::store::{Store, focus, store};
use edith_protocol::{Ask, AskAnswer, FormQuestion, FormTarget};
use leptos::prelude::*;
use wasm_bindgen::JsCast;

/// The card of a form that is asked about.
pub(in crate::view) fn review_card(ask: &Ask, questions: &[FormQuestion]) -> AnyView {
    let store = store();
    let review = store.review;
    // What was edited stays so while the person looks at something else.
    if review.with_untracked(|review| !review.is_of(&ask.ask_id)) {
        review.update(|review| *review = Review::of(&ask.ask_id, questions).after(review));
    }
    let target = store.runs.with_untracked(|runs| runs.get(&ask.run_id).map(|run| run.form.target));
    let words = Words::of(target.unwrap_or_default());
    let again = Some(StoredValue::new((ask.run_id.clone(), ask.ask_id.clone())));
    let card = Card { review, documents: Memo::new(move |_| store.documents_of_talk()), words, again };
    let (parts, held, open) =
        review.with_untracked(|review| (review.parts(), review.at(Shelf::Held), review.at(Shelf::Open)));
    let count = Memo::new(move |_| review.with(|review| (review.count(), review.len())));
    let told = move || {
        let (count, all) = count.get();
        fill(words.count, &[("n", &count.to_string()), ("all", &all.to_string())])
    };
    let fill_in = {
        let (run_id, ask_id) = (ask.run_id.clone(), ask.ask_id.clone());
        move || {
            if count.get_untracked().0 > 0 {
                let answer = review.with_untracked(Review::answer);
                store.answer(run_id.clone(), ask_id.clone(), answer);
            }
        }
    };
    let (run_id, ask_id) = (ask.run_id.clone(), ask.ask_id.clone());
    let refuse = move || store.answer(run_id.clone(), ask_id.clone(), AskAnswer::Deny);
    let by_key = fill_in.clone();
    let fill_words = move || match count.get().0 {
        0 => t(words.fill.0).to_owned(),
        n => counted(n, words.fill.1, words.fill.2),
    };
    let buttons = view! {
        <div class="ask__buttons">
            <button
                class="button button--main"
                type="button"
                aria-keyshortcuts="Control+Enter Meta+Enter"
                disabled=move || count.get().0 == 0
                on:click=move |_| fill_in()
            >
                {move || fill_words()}
            </button>
            <button class="button" type="button" on:click=move |_| refuse()>{t(words.refuse)}</button>
        </div>
    };
    let is_bare = parts.is_empty() && target.unwrap_or_default() == FormTarget::Page;
    let body = view! {
        <div class="ask__scroll review" id="review" tabindex="0" role="group" aria-labelledby="ask-title">
            <p class="review__ask" id="ask-text" dir="auto">{ask.text.clone()}</p>
            {is_bare.then(|| sources(store, ask.clone()))}
            {parts.into_iter().enumerate().map(|(number, part)| card.part(number, part)).collect_view()}
            {card.rest(held, key("form_held_one"), key("form_held_many"), false)}
            {card.rest(open, key("form_empty_one"), key("form_empty_many"), is_bare)}
        </div>
    };
    view! {
        <section
            class="ask ask--form"
            aria-labelledby="ask-title"
            on:keydown=on_send(by_key)
        >
            {body}
            <p class="review__count" role="status">{move || told()}</p>
            {buttons}
        </section>
    }
    .into_any()
}

/// Where a form's values can come from, for one about which nothing is known. What is left of it is put away: it is looked at again with what comes.
fn sources(store: Store, ask: Ask) -> AnyView {
    let put_away = move || {
        store.answer(ask.run_id.clone(), ask.ask_id.clone(), AskAnswer::Deny);
        store.choose_form(true);
    };
    let attach = {
        let put_away = put_away.clone();
        move || {
            if let Some(field) = by_id::<web_sys::HtmlElement>("composer-files") {
                field.click();
            }
            put_away();
        }
    };
    let tell = {
        let put_away = put_away.clone();
        move || {
            put_away();
            focus("composer-input");
        }
    };
    let add = move || {
        put_away();
        store.open_setting("fact-add");
    };
    let buttons = view! {
        <div class="buttons">
            <button class="button button--small" type="button" id="form-attach" on:click=move |_| attach()>
                {t("form_attach")}
            </button>
            <button class="button button--small" type="button" id="form-profile" on:click=move |_| add()>
                {t("form_add_facts")}
            </button>
            <button class="button button--small" type="button" id="form-tell" on:click=move |_| tell()>
                {t("form_tell")}
            </button>
        </div>
    };
    view! { <div class="review__sources">{buttons}</div> }.into_any()
}

impl Card {
    /// A section's questions, with a switch for all of them.
    fn part(self, number: usize, part: RowGroup) -> AnyView {
        let RowGroup { section, rows } = part;
        let is_named = !section.is_empty();
        let title_id = format!("form-part-{number}");
        let head = is_named.then(|| self.head(&title_id, &section, rows.clone()));
        let (labelled, label) = if is_named { (Some(title_id), None) } else { (None, Some(t("form_rows"))) };
        view! {
            <div class="review__part">
                {head}
                <ul class="review__rows" aria-labelledby=labelled aria-label=label>
                    {rows.iter().map(|at| row(self, *at)).collect_view()}
                </ul>
            </div>
        }
        .into_any()
    }

    fn head(self, title_id: &str, section: &str, rows: Vec<usize>) -> AnyView {
        let review = self.review;
        let title = view! { <h3 class="review__section" id=title_id dir="auto">{section}</h3> };
        let is_reached = review.with_untracked(|review| review.is_part_on(&rows)).is_some();
        let switched = rows.clone();
        let on = flag(move || review.with(|review| review.is_part_on(&rows)) == Some(true));
        let switch = is_reached.then(|| {
            view! {
                <input
                    type="checkbox"
                    aria-label=fill("form_fill_section", &[("section", section)])
                    prop:checked=on
                    on:change=move |event| {
                        let on = event_target_checked(&event);
                        review.update(|review| review.switch_part(&switched, on));
                    }
                />
            }
            .into_any()
        });
        view! { <div class="review__head">{switch} {title}</div> }.into_any()
    }

    /// Questions that are not proposed to be filled in, behind a line with their number. They are drawn when it is opened.
    fn rest(self, rows: Vec<usize>, one: &'static str, many: &'static str, is_open: bool) -> AnyView {
        if rows.is_empty() {
            return ().into_any();
        }
        let words = counted(rows.len(), one, many);
        let open = RwSignal::new(is_open);
        let toggled = move |event: web_sys::Event| {
            let part = event.target().and_then(|target| target.dyn_into::<web_sys::HtmlDetailsElement>().ok());
            open.try_set(part.is_some_and(|part| part.open()));
        };
        let list = move || {
            view! {
                <ul class="review__rows" aria-label=t("form_rows")>
                    {rows.iter().map(|at| row(self, *at)).collect_view()}
                </ul>
            }
            .into_any()
        };
        view! {
            <details class="review__rest" open=is_open on:toggle=toggled>
                <summary class="review__more">{words}</summary>
                <Show when=open>{list()}</Show>
            </details>
        }
        .into_any()
    }
}
