//! A server that is set: its fields, its test, and what to do with it. Every change is stored at once.

use super::fields::{self, Labelled};
use super::trial::Trial;
use crate::state::presets::by_url;
use crate::state::server::{UrlRemark, origin, remark};
use crate::state::servers::{find, is_browser, make_first, name_of, remove, set_address, set_model};
use crate::state::tested::{Test, Tested};
use crate::state::text::{fill, t};
use crate::view::icon::{Icon, icon, icon_button};
use crate::view::memo::flag;
use crate::view::show::Show;
use crate::view::store::Store;
use edith_protocol::{FIRST_SERVER, NamedServer, ToolStyle};
use leptos::prelude::*;

/// A server in the list.
#[derive(Clone, Copy)]
struct Card {
    store: Store,
    id: StoredValue<String>,
    trial: Trial,
}

/// The card of the server with this id.
pub(super) fn card(store: Store, id: String) -> AnyView {
    let dom_id = format!("server-card-{id}");
    let card = Card { store, id: StoredValue::new(id), trial: Trial::new() };
    let is_first = card.is(FIRST_SERVER);
    let line = move || {
        card.get(|server| {
            if server.model.is_empty() { name_of(server) } else { format!("{} · {}", name_of(server), server.model) }
        })
    };
    let head = view! {
        <summary class="card__head server__head" id=dom_id>
            <span dir="auto">{move || line()}</span>
            {is_first.then(|| view! { <span class="badge">{t("in_use")}</span> }.into_any())}
        </summary>
    };
    let mut parts = vec![card.text(
        "name",
        t("server_name"),
        |server| &server.name,
        |server, text| text.clone_into(&mut server.name),
    )];
    // The browser's own model has no address, no key, and is what it is.
    if !untrack(|| card.get(is_browser)) {
        parts.extend([card.address(), card.keys(), card.model()]);
        if is_first {
            parts.push(card.embedding());
        }
        parts.push(card.trial.view(move || untrack(|| card.get(Clone::clone))));
        parts.push(card.advanced());
    }
    parts.push(card.buttons(is_first));
    view! { <details class="card">{head} <div class="fields">{parts.collect_view()}</div></details> }.into_any()
}

impl Card {
    fn is(self, id: &str) -> bool {
        self.id.with_value(|own| own == id)
    }

    fn get<T: Default>(self, look: impl FnOnce(&NamedServer) -> T) -> T {
        self.store.all_servers.with(|all| self.id.with_value(|id| find(all, id).map(look))).unwrap_or_default()
    }

    fn change(self, set: impl FnOnce(&mut NamedServer)) {
        self.store.change_all_servers(|all| {
            let server = self.id.with_value(|id| all.list.iter_mut().find(|server| server.id == *id));
            if let Some(server) = server {
                set(server);
            }
        });
    }

    fn dom_id(self, name: &str) -> String {
        self.id.with_value(|id| format!("server-{name}-{id}"))
    }

    fn text(
        self,
        name: &str,
        label: &'static str,
        part: fn(&NamedServer) -> &str,
        set: fn(&mut NamedServer, &str),
    ) -> AnyView {
        let id = self.dom_id(name);
        let field = view! {
            <input
                class="input"
                id=id.clone()
                autocomplete="off"
                spellcheck="false"
                placeholder=move || self.get(name_of)
                prop:value=move || self.get(|server| part(server).to_owned())
                on:change=move |event| self.change(|server| set(server, event_target_value(&event).trim()))
            />
        };
        view! {
            <Labelled id words=label>
                {field}
            </Labelled>
        }
        .into_any()
    }

    fn address(self) -> AnyView {
        let id = self.dom_id("url");
        let wrong = move || {
            let (address, with_key) = self.get(|server| (server.base_url.clone(), !server.api_keys.is_empty()));
            match remark(&address, with_key).filter(|_| !address.is_empty()) {
                Some(UrlRemark::Error(text)) => view! { <p class="field__error" role="alert">{text}</p> }.into_any(),
                Some(UrlRemark::Warning(text)) => {
                    view! { <p class="field__warning" role="status">{text}</p> }.into_any()
                }
                None => ().into_any(),
            }
        };
        let changed = move |event| {
            let text = event_target_value(&event);
            // An empty address would be no server: it is deleted with its button.
            if !text.trim().is_empty() {
                self.change(|server| set_address(server, &text));
                self.trial.clear();
            }
        };
        view! {
            <Labelled id=id.clone() words=t("address")>
                <input
                    class="input"
                    dir="ltr"
                    spellcheck="false"
                    autocomplete="off"
                    id=id
                    type="url"
                    placeholder="https://example.com/v1"
                    prop:value=move || self.get(|server| server.base_url.clone())
                    on:change=changed
                />
                {move || wrong()}
            </Labelled>
        }
        .into_any()
    }

    fn keys(self) -> AnyView {
        let shown = RwSignal::new(false);
        // A field for a key that is not there yet.
        let new = RwSignal::new(false);
        let count = Memo::new(move |_| self.get(|server| server.api_keys.len()));
        let list_id = self.dom_id("keys");
        let rows = move || {
            let fields = count.get() + usize::from(new.get() || count.get() == 0);
            (0..fields).map(|at| self.key(at, shown, new)).collect_view().into_any()
        };
        let more = move || {
            let add = view! {
                <button class="button button--small" type="button" on:click=move |_| new.set(true)>
                    {icon(Icon::Plus)}
                    {t("add_key")}
                </button>
            };
            view! { <div class="buttons">{add} {fields::reveal(shown, self.dom_id("keys"))}</div> }.into_any()
        };
        let several = || view! { <p class="field__note">{t("keys_note")}</p> }.into_any();
        view! {
            <div class="field" role="group" aria-label=t("key")>
                <p class="field__label" aria-hidden="true">{t("key")}</p>
                <div class="keys-list" id=list_id>{move || rows()}</div>
                {more()}
                <Show when={move || count.get() > 1}>{several()}</Show>
            </div>
        }
        .into_any()
    }

    fn key(self, at: usize, shown: RwSignal<bool>, new: RwSignal<bool>) -> AnyView {
        let name = fill("key_number", &[("n", &(at + 1).to_string())]);
        let value = move || self.get(|server| server.api_keys.get(at).cloned().unwrap_or_default());
        let set = move |text: String| {
            let text = text.trim().to_owned();
            self.change(|server| match (server.api_keys.get_mut(at), text.is_empty()) {
                (Some(_), true) => drop(server.api_keys.remove(at)),
                (Some(key), false) => *key = text,
                (None, true) => {}
                (None, false) => server.api_keys.push(text),
            });
            new.set(false);
        };
        let to_store = set;
        // With the origin that it is typed for: the server may become another one meanwhile.
        let typed = RwSignal::new(None::<(String, String)>);
        let here = move || untrack(|| self.get(|server| origin(&server.base_url)));
        let field = fields::secret(
            &format!("{}-{at}", self.dom_id("key")),
            name,
            shown,
            move || typed.get().map_or_else(value, |(_, text)| text),
            move |text| typed.set(Some((here(), text))),
            move || {
                if let Some((origin, text)) = typed.get_untracked() {
                    typed.set(None);
                    if origin == here() {
                        to_store(text);
                        self.test();
                    }
                }
            },
        );
        let up = move || {
            self.change(|server| {
                if at > 0 && at < server.api_keys.len() {
                    server.api_keys.swap(at - 1, at);
                }
            });
        };
        view! {
            <div class="input-row">
                {field} {(at > 0).then(|| icon_button(Icon::Up, t("move_up"), up))}
                <Show when=move || {
                    self.get(|server| server.api_keys.len() > at)
                }>{icon_button(Icon::Bin, t("remove_key"), move || set(String::new()))}
            </Show>
            </div>
        }
        .into_any()
    }

    fn model(self) -> AnyView {
        let id = self.dom_id("model");
        let missing = || view! { <p class="field__warning">{t("name_model")}</p> }.into_any();
        let field = fields::model(
            &id,
            move || self.get(|server| by_url(&server.base_url).model.to_owned()),
            self.trial.listed,
            move || self.get(|server| server.model.clone()),
            move |text| {
                self.change(|server| set_model(server, &text));
                self.trial.test.set(Test::NotYet);
            },
        );
        view! {
            {field}
            <Show when=move || self.get(|server| server.model.is_empty())>{missing()}</Show>
        }
        .into_any()
    }

    fn embedding(self) -> AnyView {
        let store = self.store;
        let note_id = "server-embedding-note";
        let changed = move |event| {
            let model = event_target_value(&event);
            store.change_settings(|settings| model.trim().clone_into(&mut settings.embedding_model));
        };
        view! {
            <Labelled id="server-embedding-model" words=t("embedding_model")>
                <input
                    class="input"
                    dir="ltr"
                    spellcheck="false"
                    autocomplete="off"
                    id="server-embedding-model"
                    type="text"
                    aria-describedby=note_id
                    placeholder=move || self.get(|server| by_url(&server.base_url).embedding_model.to_owned())
                    prop:value=move || store.settings.with(|settings| settings.embedding_model.clone())
                    on:change=changed
                />
                <p class="field__note" id=note_id>{t("embedding_note")}</p>
            </Labelled>
        }
        .into_any()
    }

    /// Tries the server, and stores what was found.
    fn test(self) {
        let server = untrack(|| self.get(Clone::clone));
        if server.base_url.is_empty() {
            return;
        }
        let chosen = move |model: &str| self.change(|server| set_model(server, model));
        let done = move |tested: &Tested| self.change(|server| tested.keep(server));
        self.trial.begin(self.store, server, chosen, done);
    }

    fn buttons(self, is_first: bool) -> AnyView {
        let store = self.store;
        let waits = flag(move || self.trial.test.with(|test| matches!(test, Test::Running { .. })));
        let first = move || store.change_all_servers(|all| self.id.with_value(|id| make_first(all, id)));
        let delete = move || store.change_all_servers(|all| self.id.with_value(|id| remove(all, id)));
        let tests = !untrack(|| self.get(is_browser));
        let test = view! {
            <button class="button button--small" type="button" disabled=waits on:click=move |_| self.test()>
                {t("test_connection")}
            </button>
        };
        let make_first = (!is_first).then(|| {
            view! {
                <button class="button button--small" type="button" on:click=move |_| first()>
                    {t("make_default")}
                </button>
            }
            .into_any()
        });
        view! {
            <div class="buttons">
                {tests.then_some(test)} {make_first}
                <button class="button button--small button--quiet" type="button" on:click=move |_| delete()>
                    {icon(Icon::Bin)}
                    {t("delete")}
                </button>
            </div>
        }
        .into_any()
    }

    /// What a test finds, and what few people change.
    fn advanced(self) -> AnyView {
        const KINDS: [(&str, &str); 3] =
            [("openai", "OpenAI"), ("anthropic", "Anthropic"), ("openrouter", "OpenRouter")];
        let kind = self.choice(
            "kind",
            t("server_kind"),
            std::iter::once(("", t("kind_auto"))).chain(KINDS).collect(),
            |server| server.kind.clone(),
            |server, kind| kind.clone_into(&mut server.kind),
        );
        let tools = self.choice(
            "tools",
            t("server_tools"),
            vec![
                ("auto", t("tools_auto")),
                ("native", t("tools_native")),
                ("text", t("tools_text")),
                ("toolset", t("tools_toolset")),
            ],
            |server| server.tools.name().to_owned(),
            |server, name| server.tools = ToolStyle::named(name),
        );
        let pictures = self.choice(
            "pictures",
            t("server_pictures"),
            vec![("", t("pictures_default")), ("yes", t("yes")), ("no", t("no"))],
            |server| match server.sees_pictures {
                None => String::new(),
                Some(true) => "yes".to_owned(),
                Some(false) => "no".to_owned(),
            },
            |server, choice| {
                server.sees_pictures = match choice {
                    "yes" => Some(true),
                    "no" => Some(false),
                    _ => None,
                }
            },
        );
        let small = crate::view::settings::parts::switch(
            t("small_model"),
            t("small_model_note"),
            move || self.get(|server| server.small),
            move |on| self.change(|server| server.small = on),
        );
        let temperature = self.number(
            "temperature",
            t("temperature"),
            "2",
            |server| server.temperature.map(|value| value.to_string()).unwrap_or_default(),
            |server, value| server.temperature = value.filter(|value| (0.0..=2.0).contains(value)),
        );
        let tokens = self.number(
            "tokens",
            t("limit_answer"),
            "1000000",
            |server| server.max_tokens.map(|value| value.to_string()).unwrap_or_default(),
            |server, value| server.max_tokens = value.filter(|value| *value >= 1.0).map(|value| value as u32),
        );
        let fields = view! { <div class="fields">{[kind, tools, small, pictures, temperature, tokens]}</div> };
        view! {
            <details class="card">
                <summary class="card__head">{t("advanced")}</summary>
                {fields}
            </details>
        }
        .into_any()
    }

    fn choice(
        self,
        name: &str,
        label: &'static str,
        options: Vec<(&'static str, &'static str)>,
        now: fn(&NamedServer) -> String,
        set: fn(&mut NamedServer, &str),
    ) -> AnyView {
        let id = self.dom_id(name);
        let option = move |(value, words): (&'static str, &'static str)| {
            view! { <option value=value selected=move || self.get(now) == value>{words}</option> }.into_any()
        };
        let list = view! {
            <select
                class="input"
                id=id.clone()
                on:change=move |event| self.change(|server| set(server, &event_target_value(&event)))
            >
                {options.into_iter().map(option).collect_view()}
            </select>
        };
        view! {
            <Labelled id words=label>
                {list}
            </Labelled>
        }
        .into_any()
    }

    fn number(
        self,
        name: &str,
        label: &'static str,
        most: &'static str,
        now: fn(&NamedServer) -> String,
        set: fn(&mut NamedServer, Option<f64>),
    ) -> AnyView {
        let id = self.dom_id(name);
        let field = view! {
            <input
                class="input input--number"
                id=id.clone()
                type="number"
                min="0"
                max=most
                step="any"
                placeholder=t("by_default")
                prop:value=move || self.get(now)
                on:change=move |event| {
                    let text = event_target_value(&event);
                    let value = text.trim().replace(',', ".").parse::<f64>().ok().filter(|value| value.is_finite());
                    self.change(|server| set(server, value));
                }
            />
        };
        view! {
            <Labelled id words=label>
                {field}
            </Labelled>
        }
        .into_any()
    }
}
