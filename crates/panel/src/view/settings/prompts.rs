//! The saved prompts: the list, and the fields of the one that is edited.

use super::parts::section;
use crate::state::compose::{explained, fields};
use crate::state::format::shorten;
use crate::state::text::{fill, key, t};
use crate::view::bridge;
use crate::view::composer::save_prompt;
use crate::view::icon::{Icon, icon, icon_button};
use crate::view::keys::{on_enter, on_escape};
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
            return view! { <p class="field__note">{t("prompts_none")}</p> }.into_any();
        }
        let rows = saved.into_iter().map(|prompt| {
            let id = prompt.id.clone();
            let is_edited = Memo::new(move |_| editing.with(|editing| editing.as_ref() == Some(&id)));
            let draw = move || if is_edited.get() { editor(prompt.clone(), editing) } else { shown(&prompt, editing) };
            view! { <li class="saved">{move || draw()}</li> }.into_any()
        });
        view! { <ul class="saved-list" aria-label=t("prompts")>{rows.collect_view()}</ul> }.into_any()
    };
    let new = move || {
        if editing.with(|editing| editing.as_ref().is_some_and(String::is_empty)) {
            return editor(SavedPrompt::default(), editing);
        }
        let begin = move || {
            editing.set(Some(String::new()));
            focus(NAME);
        };
        view! {
            <button class="button" type="button" id=NEW on:click=move |_| begin()>
                {icon(Icon::Plus)}
                {t("prompt_new")}
            </button>
        }
        .into_any()
    };
    let body = vec![
        view! { <p class="field__note">{explained(key("prompts_note"))}</p> }.into_any(),
        view! { {move || rows()} }.into_any(),
        view! { {move || new()} }.into_any(),
    ];
    section(t("prompts"), body.into_any())
}

fn shown(prompt: &SavedPrompt, editing: RwSignal<Option<String>>) -> AnyView {
    let store = store();
    let (id, gone) = (prompt.id.clone(), prompt.clone());
    let names: Vec<String> = fields(&prompt.text).into_iter().map(|field| field.name).collect();
    let asks = (!names.is_empty()).then(|| {
        view! { <span class="field__note" dir="auto">{fill("prompt_asks", &[("fields", &names.join(", "))])}</span> }.into_any()
    });
    let words = view! {
        <div class="saved__words">
            <span class="saved__name" dir="auto">{prompt.name.clone()}</span>
            <span class="saved__text" dir="auto">{shorten(&prompt.text, TEXT)}</span>
            {asks}
        </div>
    };
    let edit = move || {
        editing.set(Some(id.clone()));
        focus(NAME);
    };
    view! {
        {words}
        {icon_button(Icon::Pencil, t("edit"), edit)}
        {icon_button(Icon::Bin, t("delete"), move || delete(store, gone.clone()))}
    }
    .into_any()
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
    let field = view! {
        <input
            class="input"
            type="text"
            placeholder=t("prompt_name")
            aria-label=t("prompt_name")
            bind:value=name
            id=NAME
            dir="auto"
            autocomplete="off"
            maxlength=PROMPT_NAME_CHARS.to_string()
            aria-describedby="saved-prompt-refused"
            on:keydown=on_enter(by_key)
        />
    };
    let words = view! {
        <textarea
            class="input saved__field"
            rows="4"
            dir="auto"
            aria-label=t("prompt_text")
            placeholder=t("prompt_text")
            prop:value=text
            on:input=move |event| text.set(event_target_value(&event))
        ></textarea>
    };
    let found = move || {
        let names: Vec<String> = text.with(|text| fields(text)).into_iter().map(|field| field.name).collect();
        if names.is_empty() {
            explained(key("prompt_fields_note"))
        } else {
            fill("prompt_asks", &[("fields", &names.join(", "))])
        }
    };
    let buttons = view! {
        <div class="buttons">
            <button class="button button--small" type="button" on:click=move |_| close()>{t("cancel")}</button>
            <button class="button button--small button--main" type="button" on:click=move |_| keep()>
                {t("save")}
            </button>
        </div>
    };
    let refusal = view! {
        {move || {
            let why = refused.get();
            if why.is_empty() { ().into_any() } else { view! { <span>{why}</span> }.into_any() }
        }}
    }
    .into_any();
    view! {
        <div class="saved__editor" on:keydown=on_escape(close)>
            {field}
            {words}
            <p class="field__note">{move || found()}</p>
            <p class="filling__missing" id="saved-prompt-refused" role="alert">{refusal}</p>
            {buttons}
        </div>
    }
    .into_any()
}
