//! Saved prompts in the composer: taken, filled in, and saved from the draft.

use crate::state::compose::{Filling, FromServer, explained};
use crate::state::text::{fill, key, t};
use crate::state::wire;
use crate::view::bridge;
use crate::view::dom::by_id;
use crate::view::icon::{Icon, icon, icon_button, spinner};
use crate::view::keys::{on_enter, on_escape};
use crate::view::show::Show;
use crate::view::store::{Store, focus, store};
use edith_protocol::{Command, ErrorBody, SavedPrompt};
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;

/// The id of the field for the name under which the draft is saved.
const NAME: &str = "prompt-name";

fn field_id(at: usize) -> String {
    format!("prompt-field-{at}")
}

/// Focuses a field: at once if it is there, so that no key that follows goes to another one.
fn focus_field(at: usize) {
    let focus = move || by_id::<web_sys::HtmlElement>(&field_id(at)).map(|field| field.focus());
    if focus().is_none() {
        request_animation_frame(move || drop(focus()));
    }
}

impl Store {
    /// Notes a text that is pasted or dropped into the draft: the person did not type it. Who puts an address into it by itself means it.
    pub(in crate::view) fn put_into_draft(self, event: &web_sys::Event) {
        let data = match event.type_().as_str() {
            "paste" => event.unchecked_ref::<web_sys::ClipboardEvent>().clipboard_data(),
            _ => event.unchecked_ref::<web_sys::DragEvent>().data_transfer(),
        };
        let text = data.and_then(|data| data.get_data("text/plain").ok());
        // As a text area holds it.
        let text = text.map(|text| text.replace("\r\n", "\n")).filter(|text| text.split_whitespace().nth(1).is_some());
        self.compose.put.update(|put| put.extend(text));
    }

    /// Puts a prompt into the composer: its text, or its fields to fill in. `name`: of a saved one.
    pub(in crate::view) fn take_prompt(self, name: Option<&str>, title: &str, text: &str) {
        self.compose.missing.set(String::new());
        self.compose.prompt_name.set(name.map(str::to_owned));
        match Filling::of(title, text) {
            Some(filling) => {
                self.draft.set(String::new());
                self.compose.filling.set(Some(filling));
                focus_field(0);
            }
            None => {
                self.compose.filling.set(None);
                self.compose.put.update(|put| put.push(text.to_owned()));
                self.draft.set(text.to_owned());
                focus("composer-input");
            }
        }
    }

    /// Puts a server's prompt into the composer: its text, or the fields of what the server is to be told for it.
    pub(in crate::view) fn take_server_prompt(self, server: &str, name: &str) {
        let prompt = untrack(|| self.mcp.with(server, |one| one.prompts.iter().find(|one| one.name == name).cloned()));
        let Some(prompt) = prompt else { return };
        let filling = Filling::of_server(server, &prompt);
        self.compose.missing.set(String::new());
        self.compose.prompt_name.set(None);
        self.draft.set(String::new());
        let asks = !filling.fields.is_empty();
        self.compose.filling.set(Some(filling.clone()));
        if asks {
            focus_field(0);
        } else {
            self.fetch_prompt(filling);
        }
    }

    /// Has the server write the prompt. Its text waits in the composer: it is the person who reads and sends it.
    fn fetch_prompt(self, filling: Filling) {
        let Some(FromServer { id, prompt: name }) = filling.server.clone() else { return };
        if self.compose.fetching.get_untracked() {
            return;
        }
        self.compose.fetching.set(true);
        self.error.set(None);
        spawn_local(async move {
            let command = Command::McpPrompt { id, name, arguments: filling.arguments() };
            let answer = bridge::send(&command).await;
            self.compose.fetching.set(false);
            // Left meanwhile.
            if self.compose.filling.with_untracked(|now| now.as_ref() != Some(&filling)) {
                return;
            }
            match answer {
                Ok(mut answer) => {
                    self.compose.filling.set(None);
                    let text = wire::field::<String>(&mut answer, "text").unwrap_or_default();
                    self.compose.put.update(|put| put.push(text.clone()));
                    self.draft.set(text);
                    self.show_toast(fill("mcp_prompt_put", &[("name", &filling.name)]), None);
                    focus("composer-input");
                }
                Err(error) => {
                    self.error.set(Some(error));
                    if filling.fields.is_empty() {
                        self.drop_filling();
                    } else {
                        focus_field(0);
                    }
                }
            }
        });
    }

    /// The text of the prompt that is being filled in; none if there is none. What is missing is shown at its fields, and what a server is to write is asked for:
    /// both are an error, since there is nothing to send yet.
    pub(in crate::view) fn filled(self) -> Option<Result<String, ()>> {
        let filling = self.compose.filling.get_untracked()?;
        if let Some((at, names)) = filling.missing() {
            self.compose.missing.set(fill("prompt_missing", &[("fields", &names.join(", "))]));
            focus_field(at);
            return Some(Err(()));
        }
        self.compose.missing.set(String::new());
        if filling.server.is_some() {
            self.fetch_prompt(filling);
            return Some(Err(()));
        }
        self.compose.filling.set(None);
        focus("composer-input");
        let text = filling.filled();
        self.compose.put.update(|put| put.push(text.clone()));
        Some(Ok(text))
    }

    fn drop_filling(self) {
        self.compose.filling.set(None);
        self.compose.missing.set(String::new());
        self.compose.prompt_name.set(None);
        focus("composer-input");
    }

    /// Asks under which name the draft is saved.
    pub(in crate::view) fn name_draft(self) {
        self.compose.naming.set(Some(String::new()));
        focus(NAME);
    }
}

/// Saves a prompt; the storage tells every page of it.
///
/// # Errors
/// The worker's objection.
pub(in crate::view) async fn save(prompt: SavedPrompt) -> Result<Vec<SavedPrompt>, ErrorBody> {
    let mut answer = bridge::send(&Command::PromptSave { prompt }).await?;
    Ok(wire::list(&mut answer, "prompts"))
}

/// The fields of the prompt that was taken.
pub(super) fn filling() -> AnyView {
    let store = store();
    // Drawn again only for another prompt, so that the focus stays while it is filled in.
    let drawn = Memo::new(move |_| {
        store.compose.filling.with(|filling| {
            filling.as_ref().map(|filling| {
                let fields: Vec<_> = filling.fields.iter().map(|(field, _)| field.clone()).collect();
                (filling.name.clone(), filling.text.clone(), fields)
            })
        })
    });
    let shown = move || {
        let Some((name, text, fields)) = drawn.get() else { return ().into_any() };
        let last = fields.len().saturating_sub(1);
        let rows = fields.into_iter().enumerate().map(|(at, field)| {
            let value = Signal::derive(move || {
                store.compose.filling.with(|filling| {
                    let filling = filling.as_ref();
                    filling
                        .and_then(|filling| filling.fields.get(at))
                        .map(|(_, value)| value.clone())
                        .unwrap_or_default()
                })
            });
            let typed = move |text: String| {
                store.compose.filling.update(|filling| {
                    if let Some((_, value)) = filling.as_mut().and_then(|filling| filling.fields.get_mut(at)) {
                        *value = text;
                    }
                });
            };
            let note_id = format!("prompt-note-{at}");
            let described = if field.note.is_empty() { String::new() } else { format!("{note_id} ") };
            let note = (!field.note.is_empty()).then(|| {
                view! { <span class="filling__note" id=note_id dir="auto">{field.note.clone()}</span> }.into_any()
            });
            let label = if field.optional { fill("prompt_optional", &[("field", &field.name)]) } else { field.name };
            let input = view! {
                <textarea
                    class="input filling__field"
                    id=field_id(at)
                    rows="1"
                    dir="auto"
                    aria-required=(!field.optional).to_string()
                    aria-describedby=format!("{described}prompt-missing")
                    prop:value=value
                    on:input=move |event| typed(event_target_value(&event))
                    on:keydown=move |event| {
                        if event.key() == "Enter" && !event.shift_key() && !event.is_composing() {
                            event.prevent_default();
                            if at < last { focus_field(at + 1) } else { store.submit() }
                        }
                    }
                ></textarea>
            };
            view! {
                <div class="filling__row">
                    <label class="filling__label" for=field_id(at) dir="auto">{label}</label>
                    {input}
                    {note}
                </div>
            }
            .into_any()
        });
        let head = view! {
            <div class="filling__head">
                {icon(Icon::Spark)}
                <span class="filling__name" dir="auto">{name.clone()}</span>
                {icon_button(Icon::Cross, t("prompt_drop"), move || store.drop_filling())}
            </div>
        };
        let fetching = || view! { <p class="field__note">{spinner()} {t("mcp_prompt_fetching")}</p> }.into_any();
        view! {
            <div class="filling" role="group" aria-label=name on:keydown=on_escape(move || store.drop_filling())>
                {head}
                <p class="filling__text" dir="auto">{text}</p>
                {rows.collect_view()}
                <div class="filling__fetching" role="status">
                    <Show when=move || store.compose.fetching.get()>{fetching()}</Show>
                </div>
                <p class="filling__missing" id="prompt-missing" role="alert">{move || store.compose.missing.get()}</p>
            </div>
        }
        .into_any()
    };
    view! { {move || shown()} }.into_any()
}

/// The name under which the draft is saved as a prompt.
pub(super) fn naming() -> AnyView {
    let store = store();
    let shown = move || {
        let name = RwSignal::new(String::new());
        let refused = RwSignal::new(String::new());
        let close = move || {
            store.compose.naming.set(None);
            focus("composer-input");
        };
        let keep = move || {
            let prompt =
                SavedPrompt { id: String::new(), name: name.get_untracked(), text: store.draft.get_untracked() };
            spawn_local(async move {
                match save(prompt).await {
                    Ok(_) => {
                        store.show_toast(fill("prompt_saved", &[("name", name.get_untracked().trim())]), None);
                        close();
                    }
                    Err(error) => {
                        refused.set(error.message);
                        focus(NAME);
                    }
                }
            });
        };
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
                maxlength=edith_protocol::PROMPT_NAME_CHARS.to_string()
                aria-describedby="prompt-refused"
                on:keydown=on_enter(keep)
            />
        };
        let line = view! {
            <div class="naming__line">
                {field}
                <button class="button button--small button--main" type="button" on:click=move |_| keep()>
                    {t("save")}
                </button>
                <button class="button button--small" type="button" on:click=move |_| close()>{t("cancel")}</button>
            </div>
        };
        view! {
            <div class="naming" role="group" aria-label=t("prompt_save") on:keydown=on_escape(close)>
                {line}
                <p class="field__note">{explained(key("prompt_fields_note"))}</p>
                <p class="filling__missing" id="prompt-refused" role="alert">{refused}</p>
            </div>
        }
        .into_any()
    };
    view! {
        <Show when=move || store.compose.naming.with(Option::is_some)>
            {shown()}
        </Show>
    }
    .into_any()
}
