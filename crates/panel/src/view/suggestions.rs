//! What can be asked for next, as buttons under an answer: each starts its task, or is put into the message if there are words to fill in.

use crate::state::suggestion::placed;
use crate::state::text::{fill, t};
use crate::view::el::{El, button, by_id, el};
use crate::view::icon::{Icon, icon};
use crate::view::store::{Store, store};
use edith_protocol::{Mode, Suggestion};
use leptos::prelude::*;

/// The buttons; none without suggestions.
pub(super) fn suggestions(all: &[Suggestion]) -> Option<El> {
    if all.is_empty() {
        return None;
    }
    let store = store();
    let buttons = all.iter().map(|suggestion| {
        let (one, blank) = (suggestion.clone(), suggestion.blank);
        let pressed = button("suggestion", move || press(store, &one)).live_flag("disabled", move || store.is_busy());
        let named = if blank {
            let name = fill("suggestion_blank", &[("text", &suggestion.text)]);
            pressed.attr("aria-label", name.clone()).attr("title", name)
        } else {
            pressed
        };
        let words = el("span", "suggestion__text").attr("dir", "auto").text(suggestion.text.clone());
        named.add(icon(if blank { Icon::Pencil } else { Icon::Spark })).add(words).view()
    });
    let list = el("div", "suggestions__list").add_all(buttons);
    let title = el("p", "suggestions__title").text(t("suggestions"));
    Some(el("div", "suggestions").attr("role", "group").attr("aria-label", t("suggestions")).add(title).add(list))
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
