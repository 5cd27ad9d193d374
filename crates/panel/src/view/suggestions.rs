//! What can be asked for next, as buttons under an answer: each starts its task, or is put into the message if there are words to fill in.

use crate::state::suggestion::placed;
use crate::state::text::{fill, t};
use crate::view::dom::by_id;
use crate::view::icon::{Icon, icon};
use crate::view::store::{Store, store};
use edith_protocol::{Mode, Suggestion};
use leptos::prelude::*;

/// The buttons; none without suggestions.
pub(super) fn suggestions(all: &[Suggestion]) -> Option<AnyView> {
    if all.is_empty() {
        return None;
    }
    let store = store();
    let buttons = all.iter().map(|suggestion| {
        let (one, blank) = (suggestion.clone(), suggestion.blank);
        let name = blank.then(|| fill("suggestion_blank", &[("text", &suggestion.text)]));
        view! {
            <button
                class="suggestion"
                type="button"
                disabled=move || store.is_busy()
                aria-label=name.clone()
                title=name
                on:click=move |_| press(store, &one)
            >
                {icon(if blank { Icon::Pencil } else { Icon::Spark })}
                <span class="suggestion__text" dir="auto">{suggestion.text.clone()}</span>
            </button>
        }
    });
    let list = view! { <div class="suggestions__list">{buttons.collect_view()}</div> };
    let group = view! {
        <div class="suggestions" role="group" aria-label=t("suggestions")>
            <p class="suggestions__title">{t("suggestions")}</p>
            {list}
        </div>
    };
    Some(group.into_any())
}

fn press(store: Store, suggestion: &Suggestion) {
    if store.is_busy() {
        return;
    }
    if !suggestion.blank {
        let mode = suggestion.mode.unwrap_or(Mode::Agent);
        let prompt = if mode == Mode::Form { String::new() } else { suggestion.text.clone() };
        return store.begin(mode, prompt);
    }
    let (text, place) = store.draft.with_untracked(|draft| placed(draft, suggestion));
    store.choose_mode(Mode::Agent);
    store.draft.set(text);
    request_animation_frame(move || {
        let Some(field) = by_id::<web_sys::HtmlTextAreaElement>("composer-input") else { return };
        // Both fail only if the field cannot take the focus, which loses nothing.
        let _ = field.focus();
        if let Some((from, to)) = place {
            let _ = field.set_selection_range(from, to);
        }
    });
}
