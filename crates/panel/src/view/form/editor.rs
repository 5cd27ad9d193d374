//! The field in which a value of the review is edited.

use crate::state::form::{Review, ReviewRow, Words, native};
use crate::state::text::t;
use crate::view::el::{El, el, flag, live, words};
use edith_protocol::{AskId, FieldType, FormValue, RunId};
use leptos::prelude::*;

/// The form under review, for its rows.
#[derive(Clone, Copy)]
pub(super) struct Card {
    /// What the person makes of it.
    pub review: RwSignal<Review>,
    /// The ids and names of the documents that were given.
    pub documents: Memo<Vec<(String, String)>>,
    /// The words for what is filled in.
    pub words: Words,
    /// Where a question is asked again; none: it cannot be.
    pub again: Option<StoredValue<(RunId, AskId)>>,
}

/// A question's field.
pub(super) struct Editor {
    /// None: there is nothing to edit.
    pub field: Option<El>,
    /// Whether it is several fields, named together by the question.
    pub is_group: bool,
}

/// The field of a question. `id`: that of a single field, and the beginning of those of its title (`-title`) and its description (`-about`).
pub(super) fn editor(card: Card, at: usize, row: &ReviewRow, id: &str) -> Editor {
    let question = &row.question;
    let one = |field: El| Editor {
        field: Some(field.attr("id", id).attr("aria-describedby", format!("{id}-about"))),
        is_group: false,
    };
    let group = |group: El| Editor {
        field: Some(
            group
                .attr("role", "group")
                .attr("aria-labelledby", format!("{id}-title"))
                .attr("aria-describedby", format!("{id}-about")),
        ),
        is_group: true,
    };
    match question.kind {
        FieldType::Secret => Editor { field: None, is_group: false },
        FieldType::Consent if row.is_tick() => Editor { field: None, is_group: false },
        FieldType::Choices if !question.options.is_empty() => group(boxes(card, at, row)),
        FieldType::Grid if !question.rows.is_empty() => group(grid(card, at, row)),
        FieldType::Choice | FieldType::Consent if !question.options.is_empty() => {
            one(choice(card, at, row, question.options.clone()))
        }
        FieldType::File => one(file(card, at)),
        FieldType::LongText => one(line(card, at, el("textarea", "input review__field").attr("rows", "2"))),
        kind => {
            let kind = native(kind, &row.value);
            let field = el("input", "input review__field").attr("type", kind).attr("autocomplete", "off");
            one(line(card, at, if kind == "number" { field.attr("step", "any") } else { field }))
        }
    }
}

/// A value as a text.
fn shown(card: Card, at: usize) -> Memo<String> {
    words(move || card.review.with(|review| review.row(at).map(|row| row.value.to_string()).unwrap_or_default()))
}

fn line(card: Card, at: usize, field: El) -> El {
    let now = shown(card, at);
    field
        .attr("dir", "auto")
        .value(move || now.get())
        .on_input(move |text| card.review.update(|review| review.say(at, FormValue::Text(text))))
}

fn choice(card: Card, at: usize, row: &ReviewRow, options: Vec<String>) -> El {
    let now = row.value.to_string();
    // A value that is not one of the options is shown as it is.
    let other = (!now.is_empty() && !options.contains(&now)).then(|| now.clone());
    let option = |text: String| {
        let option = el("option", "").attr("value", text.clone());
        let option = if text == now { option.attr("selected", "") } else { option };
        option.text(if text.is_empty() { t("form_nothing").to_owned() } else { text }).view()
    };
    let all = std::iter::once(String::new()).chain(other).chain(options).map(option);
    let now = shown(card, at);
    el("select", "input review__field")
        .attr("dir", "auto")
        .add_all(all)
        .value(move || now.get())
        .on_change(move |text| card.review.update(|review| review.say(at, FormValue::Text(text))))
}

fn boxes(card: Card, at: usize, row: &ReviewRow) -> El {
    let one = |option: &String| {
        let (of, to) = (option.clone(), option.clone());
        let on = flag(move || card.review.with(|review| review.row(at).is_some_and(|row| row.has(&of))));
        let field = el("input", "").attr("type", "checkbox").checked(move || on.get()).on("change", move |event| {
            let on = event_target_checked(&event);
            card.review.update(|review| review.choose(at, &to, on));
        });
        el("label", "choice").add(field).add(el("span", "").attr("dir", "auto").text(option.clone())).view()
    };
    el("div", "review__boxes").add_all(row.question.options.iter().map(one))
}

fn grid(card: Card, at: usize, row: &ReviewRow) -> El {
    let one = |line: &String| {
        let (of, to) = (line.clone(), line.clone());
        let now =
            words(move || card.review.with(|review| review.row(at).map(|row| row.chosen_in(&of)).unwrap_or_default()));
        let first = row.chosen_in(line);
        let option = |text: &str| {
            let option = el("option", "").attr("value", text);
            let option = if text == first { option.attr("selected", "") } else { option };
            option.text(if text.is_empty() { t("form_nothing") } else { text }).view()
        };
        let options = std::iter::once("").chain(row.question.options.iter().map(String::as_str)).map(option);
        let field = el("select", "input review__field")
            .attr("dir", "auto")
            .add_all(options)
            .value(move || now.get())
            .on_change(move |text| card.review.update(|review| review.choose_in(at, &to, &text)));
        el("label", "review__line").add(el("span", "").attr("dir", "auto").text(line.clone())).add(field).view()
    };
    el("div", "review__grid").add_all(row.question.rows.iter().map(one))
}

/// The documents that were given, to choose from.
fn file(card: Card, at: usize) -> El {
    let now = shown(card, at);
    let options = move || {
        let chosen = now.get();
        let option = |id: &str, name: &str| {
            let option = el("option", "").attr("value", id);
            let option = if id == chosen { option.attr("selected", "") } else { option };
            option.text(name).view()
        };
        card.documents.with(|documents| {
            let mut all = vec![option("", t("form_nothing"))];
            all.extend(documents.iter().map(|(id, name)| option(id, name)));
            if !chosen.is_empty() && documents.iter().all(|(id, _)| *id != chosen) {
                all.push(option(&chosen, t("form_a_document")));
            }
            crate::view::el::all(all)
        })
    };
    el("select", "input review__field")
        .attr("dir", "auto")
        .add(live(options))
        .on_change(move |id| card.review.update(|review| review.say(at, FormValue::Text(id))))
}
