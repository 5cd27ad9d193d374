//! The field in which a value of the review is edited.

use crate::state::form::{Review, ReviewRow, Words, native};
use crate::state::text::t;
use crate::view::memo::{flag, words};
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

/// What is told of a field besides its value.
#[derive(Clone, Copy, Default)]
pub(super) struct Marks {
    /// Whether an answer is required; none: the row tells it by itself.
    pub required: Option<bool>,
    /// Whether what is entered is refused; none: it never is.
    pub wrong: Option<Memo<bool>>,
}

impl Marks {
    pub(super) fn required(self) -> Option<String> {
        self.required.map(|required| required.to_string())
    }

    pub(super) fn invalid(self) -> Option<&'static str> {
        self.wrong.is_some_and(|wrong| wrong.get()).then_some("true")
    }
}

/// A question's field.
pub(super) struct Editor {
    /// None: there is nothing to edit.
    pub field: Option<AnyView>,
    /// Whether it is several fields, named together by the question.
    pub is_group: bool,
}

/// The field of a question. `id`: that of a single field, and the beginning of those of its title (`-title`) and its description (`-about`).
pub(super) fn editor(card: Card, at: usize, row: &ReviewRow, id: &str, marks: Marks) -> Editor {
    let question = &row.question;
    let about = format!("{id}-about");
    let one = |field: AnyView| Editor { field: Some(field), is_group: false };
    let group = |class: &'static str, fields: Vec<AnyView>| {
        let field = view! {
            <div class=class role="group" aria-labelledby=format!("{id}-title") aria-describedby=format!("{id}-about")>
                {fields}
            </div>
        };
        Editor { field: Some(field.into_any()), is_group: true }
    };
    match question.kind {
        FieldType::Secret => Editor { field: None, is_group: false },
        FieldType::Consent if row.is_tick() => Editor { field: None, is_group: false },
        FieldType::Choices if !question.options.is_empty() => group("review__boxes", boxes(card, at, row)),
        FieldType::Grid if !question.rows.is_empty() => group("review__grid", grid(card, at, row)),
        FieldType::Choice | FieldType::Consent if !question.options.is_empty() => one(choice(card, at, row, id, marks)),
        FieldType::File => one(file(card, at, id, marks)),
        FieldType::LongText => {
            let now = shown(card, at);
            let field = view! {
                <textarea
                    class="input review__field"
                    rows="2"
                    dir="auto"
                    id=id.to_owned()
                    aria-describedby=about
                    aria-required=marks.required()
                    aria-invalid=move || marks.invalid()
                    prop:value=now
                    on:input=said(card, at)
                ></textarea>
            };
            one(field.into_any())
        }
        kind => {
            let kind = native(kind, &row.value);
            let now = shown(card, at);
            let field = view! {
                <input
                    class="input review__field"
                    type=kind
                    autocomplete="off"
                    step=(kind == "number").then_some("any")
                    dir="auto"
                    id=id.to_owned()
                    aria-describedby=about
                    aria-required=marks.required()
                    aria-invalid=move || marks.invalid()
                    prop:value=now
                    on:input=said(card, at)
                />
            };
            one(field.into_any())
        }
    }
}

/// Takes what is entered as the value.
fn said(card: Card, at: usize) -> impl Fn(web_sys::Event) + 'static {
    move |event| card.review.update(|review| review.say(at, FormValue::Text(event_target_value(&event))))
}

/// What an option is called; an empty one is none.
fn name_of(option: &str) -> String {
    if option.is_empty() { t("form_nothing").to_owned() } else { option.to_owned() }
}

/// A value as a text.
fn shown(card: Card, at: usize) -> Memo<String> {
    words(move || card.review.with(|review| review.row(at).map(|row| row.value.to_string()).unwrap_or_default()))
}

fn choice(card: Card, at: usize, row: &ReviewRow, id: &str, marks: Marks) -> AnyView {
    let first = row.value.to_string();
    let options = &row.question.options;
    // A value that is not one of the options is shown as it is.
    let other = (!first.is_empty() && !options.contains(&first)).then(|| first.clone());
    let option = |text: String| {
        view! { <option value=text.clone() selected=text == first>{name_of(&text)}</option> }
    };
    let all = std::iter::once(String::new()).chain(other).chain(options.iter().cloned()).map(option).collect_view();
    let now = shown(card, at);
    view! {
        <select
            class="input review__field"
            dir="auto"
            id=id.to_owned()
            aria-describedby=format!("{id}-about")
            aria-required=marks.required()
            aria-invalid=move || marks.invalid()
            prop:value=now
            on:change=said(card, at)
        >
            {all}
        </select>
    }
    .into_any()
}

fn boxes(card: Card, at: usize, row: &ReviewRow) -> Vec<AnyView> {
    let one = |option: &String| {
        let (of, to) = (option.clone(), option.clone());
        let on = flag(move || card.review.with(|review| review.row(at).is_some_and(|row| row.has(&of))));
        let field = view! {
            <input
                type="checkbox"
                prop:checked=on
                on:change=move |event| {
                    let on = event_target_checked(&event);
                    card.review.update(|review| review.choose(at, &to, on));
                }
            />
        };
        view! { <label class="choice">{field} <span dir="auto">{option.clone()}</span></label> }.into_any()
    };
    row.question.options.iter().map(one).collect()
}

fn grid(card: Card, at: usize, row: &ReviewRow) -> Vec<AnyView> {
    let one = |line: &String| {
        let (of, to) = (line.clone(), line.clone());
        let now =
            words(move || card.review.with(|review| review.row(at).map(|row| row.chosen_in(&of)).unwrap_or_default()));
        let first = row.chosen_in(line);
        let option = |text: &str| {
            view! { <option value=text.to_owned() selected=text == first>{name_of(text)}</option> }
        };
        let options = std::iter::once("").chain(row.question.options.iter().map(String::as_str)).map(option);
        let field = view! {
            <select
                class="input review__field"
                dir="auto"
                prop:value=now
                on:change=move |event| {
                    card.review.update(|review| review.choose_in(at, &to, &event_target_value(&event)))
                }
            >
                {options.collect_view()}
            </select>
        };
        view! {
            <label class="review__line">
                <span dir="auto">{line.clone()}</span>
                {field}
            </label>
        }
        .into_any()
    };
    row.question.rows.iter().map(one).collect()
}

/// The documents that were given, to choose from.
fn file(card: Card, at: usize, id: &str, marks: Marks) -> AnyView {
    let now = shown(card, at);
    let options = move || {
        let chosen = now.get();
        let option = |id: &str, name: &str| {
            view! { <option value=id.to_owned() selected=id == chosen>{name.to_owned()}</option> }
        };
        card.documents.with(|documents| {
            let mut all = vec![option("", t("form_nothing"))];
            all.extend(documents.iter().map(|(id, name)| option(id, name)));
            if !chosen.is_empty() && documents.iter().all(|(id, _)| *id != chosen) {
                all.push(option(&chosen, t("form_a_document")));
            }
            all
        })
    };
    view! {
        <select
            class="input review__field"
            dir="auto"
            id=id.to_owned()
            aria-describedby=format!("{id}-about")
            aria-required=marks.required()
            aria-invalid=move || marks.invalid()
            prop:value=now
            on:change=said(card, at)
        >
            {move || options()}
        </select>
    }
    .into_any()
}
