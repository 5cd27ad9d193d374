//! The model server: preset or address, key, models, and a connection test.

use crate::state::server::{BUILT_IN, OWN, PRESETS, Preset, Tested, UrlRemark, by_id, by_url, origin, remark, tidy};
use crate::state::text::t;
use crate::view::el::{El, all, button, either, el, live, nothing, when};
use crate::view::icon::{Icon, icon, spinner};
use crate::view::settings::parts::{section, test_said};
use crate::view::store::{Store, store};
use leptos::prelude::*;
use leptos::task::spawn_local;

/// The result of the connection test.
#[derive(Debug, Clone, PartialEq)]
enum Test {
    NotYet,
    Running,
    Works(Tested),
    Fails(String),
}

/// The form's state beside the stored values.
#[derive(Clone, Copy)]
struct Form {
    store: Store,
    /// The selected preset; a custom address may still be empty.
    preset: RwSignal<&'static str>,
    test: RwSignal<Test>,
    /// The server's models, if asked.
    models: RwSignal<Vec<String>>,
}

/// The section of the model server.
pub(super) fn server() -> AnyView {
    let store = store();
    let form = Form {
        store,
        preset: RwSignal::new(BUILT_IN.id),
        test: RwSignal::new(Test::NotYet),
        models: RwSignal::default(),
    };
    Effect::new(move || {
        let stored = store.base_url.with(|base_url| by_url(base_url).id);
        // A custom address that is still empty stays selected.
        if stored != BUILT_IN.id || form.preset.get_untracked() != OWN.id {
            form.preset.set(stored);
        }
    });
    let built_in = move || form.preset.get() == BUILT_IN.id;
    let server =
        move || all(vec![address(form), key_field(form), model_field(form), embedding_field(form), test_row(form)]);
    let fields = el("div", "fields").add(chooser(form)).add(either(built_in, built_in_words, server));
    section(t("model"), fields.view())
}

impl Form {
    fn choose(self, preset: Preset) {
        self.preset.set(preset.id);
        self.test.set(Test::NotYet);
        // A custom address starts from the current one.
        if preset.id != OWN.id {
            self.set_address(preset.base_url);
            self.store.model.set(String::new());
            self.store.store_server();
        }
    }

    /// A key is never sent to another server than it was entered for, and no documents to one that was not chosen for them.
    fn set_address(self, address: &str) {
        let store = self.store;
        if store.base_url.with_untracked(|old| origin(old) != origin(address)) {
            store.api_key.set(String::new());
            store.change_settings(|settings| settings.embedding_model.clear());
        }
        store.base_url.set(tidy(address));
        self.test.set(Test::NotYet);
        self.models.set(Vec::new());
    }

    fn run_test(self) {
        let store = self.store;
        self.test.set(Test::Running);
        let now = move || (store.base_url.get_untracked(), store.api_key.get_untracked(), store.model.get_untracked());
        let asked = now();
        spawn_local(async move {
            let (base_url, api_key, model) = asked.clone();
            let answer = store.test_server(base_url, api_key, model).await;
            // The fields may have changed while the server was asked.
            if now() == asked {
                self.test.set(match answer {
                    Ok(tested) => {
                        self.models.set(tested.models.clone());
                        Test::Works(tested)
                    }
                    Err(error) => Test::Fails(error.message),
                });
            }
        });
    }
}

fn chooser(form: Form) -> AnyView {
    let options = PRESETS.into_iter().map(|preset| {
        el("option", "")
            .attr("value", preset.id)
            .live_flag("selected", move || form.preset.get() == preset.id)
            .text(t(preset.name))
            .view()
    });
    let list = el("select", "input")
        .attr("id", "server-preset")
        .attr("aria-describedby", "server-note")
        .add_all(options)
        .value(move || form.preset.get().to_owned())
        .on_change(move |id| form.choose(by_id(&id)));
    let note =
        el("p", "field__note").attr("id", "server-note").live_text(move || t(by_id(form.preset.get()).note).to_owned());
    el("div", "field").add(label("server-preset", t("who_thinks"))).add(list).add(note).view()
}

fn built_in_words() -> AnyView {
    const COMMANDS: [&str; 5] = [
        "go to en.wikipedia.org, search for Ada Lovelace",
        "click Sign in, type hello into Message",
        "tick In stock, choose Price in Sort by",
        "list the tabs",
        "read the page",
    ];
    let commands = COMMANDS.map(|command| el("li", "").add(el("code", "").text(command)).view());
    el("div", "field")
        .add(el("p", "field__label").text(t("commands_example")))
        .add(el("ul", "samples").add_all(commands))
        .view()
}

fn label(id: &'static str, words: &'static str) -> El {
    el("label", "field__label").attr("for", id).text(words)
}

/// A field for technical text: left to right, no autocorrect, no autofill.
fn technical(id: &'static str) -> El {
    el("input", "input").attr("id", id).attr("dir", "ltr").attr("spellcheck", "false").attr("autocomplete", "off")
}

fn address(form: Form) -> AnyView {
    let store = form.store;
    let said = move || {
        let found = store.base_url.with(|base_url| {
            if base_url.is_empty() { None } else { remark(base_url, store.api_key.with(|key| !key.is_empty())) }
        });
        match found {
            Some(UrlRemark::Error(text)) => el("p", "field__error").attr("role", "alert").text(text).view(),
            Some(UrlRemark::Warning(text)) => el("p", "field__warning").attr("role", "status").text(text).view(),
            None => nothing(),
        }
    };
    let field = technical("server-url")
        .attr("type", "url")
        .attr("placeholder", "https://example.com/v1")
        .live_flag("readonly", move || form.preset.get() != OWN.id)
        .value(move || store.base_url.get())
        .on_change(move |text| {
            form.set_address(&text);
            store.store_server();
        });
    el("div", "field").add(label("server-url", t("address"))).add(field).add(live(said)).view()
}

fn key_field(form: Form) -> AnyView {
    let store = form.store;
    let shown = RwSignal::new(false);
    let optional = move || if by_id(form.preset.get()).wants_key { "" } else { t("not_needed") }.to_owned();
    let field = technical("server-key")
        .attr("placeholder", "sk-…")
        .live_attr("type", move || Some(if shown.get() { "text" } else { "password" }.to_owned()))
        .value(move || store.api_key.get())
        .on_change(move |text| {
            store.api_key.set(text.trim().to_owned());
            form.test.set(Test::NotYet);
            store.store_server();
        });
    let reveal = button("button", move || shown.update(|shown| *shown = !*shown))
        .live_attr("aria-pressed", move || Some(shown.get().to_string()))
        .attr("aria-controls", "server-key")
        .add(icon(Icon::Eye))
        .live_text(move || if shown.get() { t("hide") } else { t("show") }.to_owned());
    el("div", "field")
        .add(label("server-key", t("key")).live_text(optional))
        .add(el("div", "input-row").add(field).add(reveal))
        .view()
}

fn model_field(form: Form) -> AnyView {
    let store = form.store;
    let set = move |model: String| {
        store.model.set(model.trim().to_owned());
        // The test was of another server.
        form.test.set(Test::NotYet);
        store.store_server();
    };
    let list = move || {
        let models = form.models.get();
        if models.is_empty() {
            return nothing();
        }
        let choose = el("option", "").attr("value", "").attr("disabled", "").text(t("choose_model"));
        let options = models.into_iter().map(|model| el("option", "").attr("value", model.clone()).text(model).view());
        el("select", "input")
            .attr("aria-label", t("server_models"))
            .add(choose)
            .add_all(options)
            .value(move || store.model.get())
            .on_change(set)
            .view()
    };
    let field = technical("server-model")
        .attr("type", "text")
        .live_attr("placeholder", move || Some(by_id(form.preset.get()).model.to_owned()))
        .value(move || store.model.get())
        .on_change(set);
    let missing = || el("p", "field__warning").text(t("name_model")).view();
    el("div", "field")
        .add(label("server-model", t("model")))
        .add(field)
        .add(live(list))
        .add(when(move || store.model.with(String::is_empty), missing))
        .view()
}

fn embedding_field(form: Form) -> AnyView {
    let store = form.store;
    let field = technical("server-embedding-model")
        .attr("type", "text")
        .attr("aria-describedby", "server-embedding-note")
        .live_attr("placeholder", move || Some(by_id(form.preset.get()).embedding_model.to_owned()))
        .value(move || store.settings.with(|settings| settings.embedding_model.clone()))
        .on_change(move |model| {
            store.change_settings(|settings| model.trim().clone_into(&mut settings.embedding_model));
        });
    el("div", "field")
        .add(label("server-embedding-model", t("embedding_model")))
        .add(field)
        .add(el("p", "field__note").attr("id", "server-embedding-note").text(t("embedding_note")))
        .view()
}

fn test_row(form: Form) -> AnyView {
    let result = move || match form.test.get() {
        Test::NotYet => nothing(),
        Test::Running => el("p", "test").add(spinner()).text(t("asking_server")).view(),
        Test::Works(tested) => test_said(Ok(tested)),
        Test::Fails(sentence) => test_said(Err(sentence)),
    };
    let waits = move || form.test.with(|test| *test == Test::Running) || form.store.base_url.with(String::is_empty);
    let test = button("button", move || form.run_test()).live_flag("disabled", waits).text(t("test_connection"));
    el("div", "field")
        .add(el("div", "buttons").add(test))
        .add(el("div", "").attr("role", "status").attr("aria-live", "polite").add(live(result)))
        .view()
}
