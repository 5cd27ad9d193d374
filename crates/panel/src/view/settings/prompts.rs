//! The saved prompts: the list, and the fields of the one that is edited.

use super::parts::section;
use crate::state::compose::{explained, fields};
use crate::state::format::shorten;
use crate::state::text::{fill, key, t};
use crate::view::bridge;
use crate::view::composer::save_prompt;
use crate::view::el::{all, button, el, live, nothing, text_field};
use crate::view::icon::{Icon, icon, icon_button};
use crate::view::store::{Store, focus, store};
use edith_protocol::{Command, PROMPT_NAME_CHARS, SavedPrompt};
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::sync::Arc;

/// Characters of a prompt's text in the list.
const TEXT: usize = 160;
/// The field for the name of the one that is edited.
const NAME: &str = "saved-prompt-name";
/// The button for a new one.
const NEW: &str = "new-prompt";

/// The section.
pub(super) fn prompts() -> AnyView {
    let store = store();
    // The id of the one that is edited; empty for a new one.
    let editing = RwSignal::new(None::<String>);
    let rows = move || {
        let saved = store.compose.prompts.get();
        if saved.is_empty() {
            return el("p", "field__note").text(t("prompts_none")).view();
        }
        let rows = saved.into_iter().map(|prompt| {
            let id = prompt.id.clone();
            let is_edited = Memo::new(move |_| editing.with(|editing| editing.as_ref() == Some(&id)));
            let draw = move || if is_edited.get() { editor(prompt.clone(), editing) } else { shown(&prompt, editing) };
            el("li", "saved").add(live(draw)).view()
        });
        el("ul", "saved-list").attr("aria-label", t("prompts")).add_all(rows).view()
    };
    let new = move || {
        if editing.with(|editing| editing.as_ref().is_some_and(String::is_empty)) {
            return editor(SavedPrompt::default(), editing);
        }
        let begin = move || {
            editing.set(Some(String::new()));
            focus(NAME);
        };
        button("button", begin).attr("id", NEW).add(icon(Icon::Plus)).text(t("prompt_new")).view()
    };
    let body = vec![el("p", "field__note").text(explained(key("prompts_note"))).view(), live(rows), live(new)];
    section(t("prompts"), all(body))
}

fn shown(prompt: &SavedPrompt, editing: RwSignal<Option<String>>) -> AnyView {
    let store = store();
    let (id, gone) = (prompt.id.clone(), prompt.clone());
    let names: Vec<String> = fields(&prompt.text).into_iter().map(|field| field.name).collect();
    let asks = (!names.is_empty()).then(|| {
        el("span", "field__note").attr("dir", "auto").text(fill("prompt_asks", &[("fields", &names.join(", "))]))
    });
    let words = el("div", "saved__words")
        .add(el("span", "saved__name").attr("dir", "auto").text(prompt.name.clone()))
        .add(el("span", "saved__text").attr("dir", "auto").text(shorten(&prompt.text, TEXT)))
        .add_some(asks);
    let edit = move || {
        editing.set(Some(id.clone()));
        focus(NAME);
    };
    all(vec![
        words.view(),
        icon_button(Icon::Pencil, t("edit"), edit),
        icon_button(Icon::Bin, t("delete"), move || delete(store, gone.clone())),
    ])
}

/// Deletes a prompt, which can be taken back.
fn delete(store: Store, prompt: SavedPrompt) {
    spawn_local(async move {
        match bridge::send(&Command::PromptDelete { id: prompt.id.clone() }).await {
            Ok(_) => {
                let words = fill("deleted", &[("title", &prompt.name)]);
                let back = move || {
                    // Under a new id: the old one is gone for good.
                    let prompt = SavedPrompt { id: String::new(), ..prompt.clone() };
                    spawn_local(async move {
                        if let Err(error) = save_prompt(prompt).await {
                            store.error.set(Some(error));
                        }
                    });
                };
                store.show_toast(words, Some(Arc::new(back)));
            }
            Err(error) => store.error.set(Some(error)),
        }
    });
}

fn editor(prompt: SavedPrompt, editing: RwSignal<Option<String>>) -> AnyView {
    let (name, text) = (RwSignal::new(prompt.name), RwSignal::new(prompt.text));
    let refused = RwSignal::new(String::new());
    let close = move || {
        editing.set(None);
        focus(NEW);
    };
    let id = prompt.id;
    let keep = move || {
        let prompt = SavedPrompt { id: id.clone(), name: name.get_untracked(), text: text.get_untracked() };
        spawn_local(async move {
            match save_prompt(prompt).await {
                Ok(_) => close(),
                Err(error) => {
                    refused.set(error.message);
                    focus(NAME);
                }
            }
        });
    };
    let by_key = keep.clone();
    let field = text_field("text", t("prompt_name"), t("prompt_name"), name)
        .attr("id", NAME)
        .attr("dir", "auto")
        .attr("autocomplete", "off")
        .attr("maxlength", PROMPT_NAME_CHARS.to_string())
        .attr("aria-describedby", "saved-prompt-refused")
        .on_enter(by_key);
    let words = el("textarea", "input saved__field")
        .attr("rows", "4")
        .attr("dir", "auto")
        .attr("aria-label", t("prompt_text"))
        .attr("placeholder", t("prompt_text"))
        .value(move || text.get())
        .on_input(move |typed| text.set(typed));
    let found = move || {
        let names: Vec<String> = text.with(|text| fields(text)).into_iter().map(|field| field.name).collect();
        if names.is_empty() {
            explained(key("prompt_fields_note"))
        } else {
            fill("prompt_asks", &[("fields", &names.join(", "))])
        }
    };
    let buttons = el("div", "buttons")
        .add(button("button button--small", close).text(t("cancel")))
        .add(button("button button--small button--main", keep).text(t("save")));
    let refusal = live(move || {
        let why = refused.get();
        if why.is_empty() { nothing() } else { el("span", "").text(why).view() }
    });
    el("div", "saved__editor")
        .on_escape(close)
        .add(field)
        .add(words)
        .add(el("p", "field__note").live_text(found))
        .add(el("p", "filling__missing").attr("id", "saved-prompt-refused").attr("role", "alert").add(refusal))
        .add(buttons)
        .view()
}
