//! The review of a form: what would be filled in, with where each value comes from. Nothing is written before the person says so.

use super::editor::Card;
use super::row::row;
use crate::state::form::{Review, RowGroup, Shelf, Words};
use crate::state::text::{counted, fill, key, t};
use crate::view::el::{El, button, by_id, el, flag, nothing, when};
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
    let buttons = el("div", "ask__buttons")
        .add(
            button("button button--main", fill_in)
                .attr("aria-keyshortcuts", "Control+Enter Meta+Enter")
                .live_flag("disabled", move || count.get().0 == 0)
                .live_text(fill_words),
        )
        .add(button("button", refuse).text(t(words.refuse)));
    let is_bare = parts.is_empty() && target.unwrap_or_default() == FormTarget::Page;
    let body = el("div", "ask__scroll review")
        .attr("id", "review")
        .attr("tabindex", "0")
        .attr("role", "group")
        .attr("aria-labelledby", "ask-title")
        .add(el("p", "review__ask").attr("id", "ask-text").attr("dir", "auto").text(ask.text.clone()))
        .add_some(is_bare.then(|| sources(store, ask.clone())))
        .add_all(parts.into_iter().enumerate().map(|(number, part)| card.part(number, part)))
        .add(card.rest(held, key("form_held_one"), key("form_held_many"), false))
        .add(card.rest(open, key("form_empty_one"), key("form_empty_many"), is_bare));
    el("section", "ask ask--form")
        .attr("aria-labelledby", "ask-title")
        .on_key(move |event| {
            if event.key() == "Enter" && (event.ctrl_key() || event.meta_key()) && !event.is_composing() {
                event.prevent_default();
                by_key();
            }
        })
        .add(body)
        .add(el("p", "review__count").attr("role", "status").live_text(told))
        .add(buttons)
        .view()
}

/// Where a form's values can come from, for one about which nothing is known. What is left of it is put away: it is looked at again with what comes.
fn sources(store: Store, ask: Ask) -> El {
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
    let buttons = el("div", "buttons")
        .add(button("button button--small", attach).attr("id", "form-attach").text(t("form_attach")))
        .add(button("button button--small", add).attr("id", "form-profile").text(t("form_add_facts")))
        .add(button("button button--small", tell).attr("id", "form-tell").text(t("form_tell")));
    el("div", "review__sources").add(buttons)
}

impl Card {
    /// A section's questions, with a switch for all of them.
    fn part(self, number: usize, part: RowGroup) -> AnyView {
        let RowGroup { section, rows } = part;
        let is_named = !section.is_empty();
        let title_id = format!("form-part-{number}");
        let head = is_named.then(|| self.head(&title_id, &section, rows.clone()));
        let list = el("ul", "review__rows").add_all(rows.iter().map(|at| row(self, *at)));
        let list =
            if is_named { list.attr("aria-labelledby", title_id) } else { list.attr("aria-label", t("form_rows")) };
        el("div", "review__part").add_some(head).add(list).view()
    }

    fn head(self, title_id: &str, section: &str, rows: Vec<usize>) -> El {
        let review = self.review;
        let title = el("h3", "review__section").attr("id", title_id).attr("dir", "auto").text(section);
        let is_reached = review.with_untracked(|review| review.is_part_on(&rows)).is_some();
        let switched = rows.clone();
        let on = flag(move || review.with(|review| review.is_part_on(&rows)) == Some(true));
        let switch = is_reached.then(|| {
            el("input", "")
                .attr("type", "checkbox")
                .attr("aria-label", fill("form_fill_section", &[("section", section)]))
                .checked(move || on.get())
                .on("change", move |event| {
                    let on = event_target_checked(&event);
                    review.update(|review| review.switch_part(&switched, on));
                })
        });
        el("div", "review__head").add_some(switch).add(title)
    }

    /// Questions that are not proposed to be filled in, behind a line with their number. They are drawn when it is opened.
    fn rest(self, rows: Vec<usize>, one: &'static str, many: &'static str, is_open: bool) -> AnyView {
        if rows.is_empty() {
            return nothing();
        }
        let words = counted(rows.len(), one, many);
        let open = RwSignal::new(is_open);
        let toggled = move |event: web_sys::Event| {
            let part = event.target().and_then(|target| target.dyn_into::<web_sys::HtmlDetailsElement>().ok());
            open.try_set(part.is_some_and(|part| part.open()));
        };
        let list = move || {
            el("ul", "review__rows")
                .attr("aria-label", t("form_rows"))
                .add_all(rows.iter().map(|at| row(self, *at)))
                .view()
        };
        let fold = el("details", "review__rest");
        let fold = if is_open { fold.attr("open", "") } else { fold };
        fold.on("toggle", toggled)
            .add(el("summary", "review__more").text(words))
            .add(when(move || open.get(), list))
            .view()
    }
}
