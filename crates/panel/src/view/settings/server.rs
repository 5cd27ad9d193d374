//! The model server: a preset or an address, the key, the model, and a test of the connection.

use crate::state::format::plural;
use crate::state::server::{BUILT_IN, OWN, PRESETS, Preset, UrlRemark, by_id, by_url, origin, remark, tidy};
use crate::view::icon::{Icon, icon};
use crate::view::settings::parts::section;
use crate::view::store::{Store, store};
use leptos::prelude::*;
use leptos::task::spawn_local;

/// What the test of the connection came to.
#[derive(Debug, Clone, PartialEq)]
enum Test {
    NotYet,
    Running,
    Works(Vec<String>),
    Fails(String),
}

/// The form's own state beside what is stored.
#[derive(Clone, Copy)]
struct Form {
    store: Store,
    /// The preset that is chosen; an address of one's own may still be empty.
    preset: RwSignal<&'static str>,
    test: RwSignal<Test>,
}

/// The section of the model server.
pub fn server() -> AnyView {
    let store = store();
    let form = Form { store, preset: RwSignal::new(BUILT_IN.id), test: RwSignal::new(Test::NotYet) };
    Effect::new(move || {
        let stored = store.base_url.with(|base_url| by_url(base_url).id);
        // An address of one's own that is not written yet stays chosen.
        if stored != BUILT_IN.id || form.preset.get_untracked() != OWN.id {
            form.preset.set(stored);
        }
    });
    let built_in = Memo::new(move |_| form.preset.get() == BUILT_IN.id);
    section(
        "Model",
        view! {
            <div class="fields">
                {chooser(form)}
                <Show when=move || !built_in.get() fallback=built_in_words>
                    {address(form)}
                    {key_field(form)}
                    {model_field(form)}
                    {test_row(form)}
                </Show>
            </div>
        },
    )
}

impl Form {
    fn choose(self, preset: Preset) {
        self.preset.set(preset.id);
        self.test.set(Test::NotYet);
        // An address of one's own begins with the one that is there.
        if preset.id != OWN.id {
            self.set_address(preset.base_url.to_owned());
            self.store.model.set(String::new());
            self.store.store_server();
        }
    }

    /// A key was given for one server: another one never sees it.
    fn set_address(self, address: String) {
        let store = self.store;
        if store.base_url.with_untracked(|old| origin(old) != origin(&address)) {
            store.api_key.set(String::new());
        }
        store.base_url.set(tidy(&address));
        self.test.set(Test::NotYet);
    }

    fn run_test(self) {
        let store = self.store;
        self.test.set(Test::Running);
        let (base_url, api_key) = (store.base_url.get_untracked(), store.api_key.get_untracked());
        spawn_local(async move {
            let answer = store.models(base_url.clone(), api_key).await;
            // The address may have been changed while the server was asked.
            if store.base_url.with_untracked(|now| *now == base_url) {
                self.test.set(match answer {
                    Ok(models) => Test::Works(models),
                    Err(error) => Test::Fails(error.message),
                });
            }
        });
    }
}

fn chooser(form: Form) -> impl IntoView {
    let options = PRESETS.into_iter().map(|preset| {
        view! { <option value=preset.id selected=move || form.preset.get() == preset.id>{preset.name}</option> }
    });
    view! {
        <div class="field">
            <label class="field__label" for="server-preset">"Who does the thinking"</label>
            <select class="input" id="server-preset" aria-describedby="server-note" prop:value=move || form.preset.get()
                on:change=move |event| form.choose(by_id(&event_target_value(&event)))>
                {options.collect_view()}
            </select>
            <p class="field__note" id="server-note">{move || by_id(form.preset.get()).note}</p>
        </div>
    }
}

fn built_in_words() -> impl IntoView {
    const COMMANDS: [&str; 5] = [
        "go to en.wikipedia.org, search for Ada Lovelace",
        "click Sign in, type hello into Message",
        "tick In stock, choose Price in Sort by",
        "list the tabs",
        "read the page",
    ];
    view! {
        <div class="field">
            <p class="field__label">"Commands it follows, for example"</p>
            <ul class="samples">{COMMANDS.map(|command| view! { <li><code>{command}</code></li> }).collect_view()}</ul>
        </div>
    }
}

fn address(form: Form) -> impl IntoView {
    let store = form.store;
    let own = move || form.preset.get() == OWN.id;
    let said = move || {
        let found = store.base_url.with(|base_url| {
            if base_url.is_empty() { None } else { remark(base_url, store.api_key.with(|key| !key.is_empty())) }
        });
        found.map(|found| match found {
            UrlRemark::Error(text) => view! { <p class="field__error" role="alert">{text}</p> }.into_any(),
            UrlRemark::Warning(text) => view! { <p class="field__warning" role="status">{text}</p> }.into_any(),
        })
    };
    view! {
        <div class="field">
            <label class="field__label" for="server-url">"Address"</label>
            <input class="input" id="server-url" type="url" dir="ltr" spellcheck="false" autocomplete="off" placeholder="https://example.com/v1"
                readonly=move || !own() prop:value=move || store.base_url.get()
                on:change=move |event| {
                    form.set_address(event_target_value(&event));
                    store.store_server();
                }/>
            {said}
        </div>
    }
}

fn key_field(form: Form) -> impl IntoView {
    let store = form.store;
    let shown = RwSignal::new(false);
    let optional = move || if by_id(form.preset.get()).wants_key { "" } else { " (not needed)" };
    view! {
        <div class="field">
            <label class="field__label" for="server-key">"Key"{optional}</label>
            <div class="input-row">
                <input class="input" id="server-key" dir="ltr" spellcheck="false" autocomplete="off" placeholder="sk-…"
                    type=move || if shown.get() { "text" } else { "password" } prop:value=move || store.api_key.get()
                    on:change=move |event| {
                        store.api_key.set(event_target_value(&event).trim().to_owned());
                        form.test.set(Test::NotYet);
                        store.store_server();
                    }/>
                <button type="button" class="button" aria-pressed=move || shown.get().to_string() aria-controls="server-key"
                    on:click=move |_| shown.update(|shown| *shown = !*shown)>
                    {icon(Icon::Eye)}{move || if shown.get() { "Hide" } else { "Show" }}
                </button>
            </div>
        </div>
    }
}

fn model_field(form: Form) -> impl IntoView {
    let store = form.store;
    let set = move |model: String| {
        store.model.set(model.trim().to_owned());
        store.store_server();
    };
    let offered = move || match form.test.get() {
        Test::Works(models) if !models.is_empty() => Some(models),
        _ => None,
    };
    let list = move || {
        offered().map(|models| {
            let options = models.into_iter().map(|model| {
                let (name, value) = (model.clone(), model.clone());
                view! { <option value=value selected=move || store.model.with(|chosen| *chosen == name)>{model}</option> }
            });
            view! {
                <select class="input" aria-label="Models of this server" on:change=move |event| set(event_target_value(&event))>
                    <option value="" disabled=true selected=move || store.model.with(String::is_empty)>"Choose one of this server's models"</option>
                    {options.collect_view()}
                </select>
            }
        })
    };
    view! {
        <div class="field">
            <label class="field__label" for="server-model">"Model"</label>
            <input class="input" id="server-model" type="text" dir="ltr" spellcheck="false" autocomplete="off"
                placeholder=move || by_id(form.preset.get()).model prop:value=move || store.model.get()
                on:change=move |event| set(event_target_value(&event))/>
            {list}
            <Show when=move || store.model.with(String::is_empty)>
                <p class="field__warning">"Name a model, or test the connection and choose one from the list."</p>
            </Show>
        </div>
    }
}

fn test_row(form: Form) -> impl IntoView {
    let result = move || match form.test.get() {
        Test::NotYet => ().into_any(),
        Test::Running => view! { <p class="test"><span class="spinner"></span>"Asking the server"</p> }.into_any(),
        Test::Works(models) => {
            let count = plural(models.len(), "model");
            view! { <p class="test test--works">{icon(Icon::Check)}"It works: "{count}" offered."</p> }.into_any()
        }
        Test::Fails(sentence) => {
            view! { <p class="test test--fails" dir="auto">{icon(Icon::Alert)}<span>{sentence}</span></p> }.into_any()
        }
    };
    let idle = move || {
        form.test.with(|test| *test != Test::Running) && form.store.base_url.with(|base_url| !base_url.is_empty())
    };
    view! {
        <div class="field">
            <div class="buttons">
                <button type="button" class="button" disabled=move || !idle() on:click=move |_| form.run_test()>"Test connection"</button>
            </div>
            <div role="status" aria-live="polite">{result}</div>
        </div>
    }
}
