//! A server that is set: its fields, its test, and what to do with it. Every change is stored at once.

use super::fields::{self, labelled, technical};
use super::trial::Trial;
use crate::state::presets::by_url;
use crate::state::server::{UrlRemark, origin, remark};
use crate::state::servers::{find, is_browser, make_first, name_of, remove, set_address, set_model};
use crate::state::tested::{Test, Tested};
use crate::state::text::{fill, t};
use crate::view::el::{all, button, el, flag, live, nothing, when};
use crate::view::icon::{Icon, icon, icon_button};
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
    let mut head = el("summary", "card__head server__head")
        .attr("id", dom_id)
        .add(el("span", "").attr("dir", "auto").live_text(line));
    if is_first {
        head = head.add(el("span", "badge").text(t("in_use")));
    }
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
    el("details", "card").add(head).add(el("div", "fields").add_all(parts)).view()
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
        let field = el("input", "input")
            .attr("id", id.clone())
            .attr("autocomplete", "off")
            .attr("spellcheck", "false")
            .live_attr("placeholder", move || Some(self.get(name_of)))
            .value(move || self.get(|server| part(server).to_owned()))
            .on_change(move |text| self.change(|server| set(server, text.trim())));
        labelled(&id, label, field).view()
    }

    fn address(self) -> AnyView {
        let id = self.dom_id("url");
        let wrong = move || {
            let (address, with_key) = self.get(|server| (server.base_url.clone(), !server.api_keys.is_empty()));
            match remark(&address, with_key).filter(|_| !address.is_empty()) {
                Some(UrlRemark::Error(text)) => el("p", "field__error").attr("role", "alert").text(text).view(),
                Some(UrlRemark::Warning(text)) => el("p", "field__warning").attr("role", "status").text(text).view(),
                None => nothing(),
            }
        };
        let field = technical(id.clone())
            .attr("type", "url")
            .attr("placeholder", "https://example.com/v1")
            .value(move || self.get(|server| server.base_url.clone()))
            .on_change(move |text| {
                // An empty address would be no server: it is deleted with its button.
                if !text.trim().is_empty() {
                    self.change(|server| set_address(server, &text));
                    self.trial.clear();
                }
            });
        labelled(&id, t("address"), field).add(live(wrong)).view()
    }

    fn keys(self) -> AnyView {
        let shown = RwSignal::new(false);
        // A field for a key that is not there yet.
        let new = RwSignal::new(false);
        let count = Memo::new(move |_| self.get(|server| server.api_keys.len()));
        let list_id = self.dom_id("keys");
        let rows = move || {
            let fields = count.get() + usize::from(new.get() || count.get() == 0);
            all((0..fields).map(|at| self.key(at, shown, new)).collect())
        };
        let more = move || {
            let add = button("button button--small", move || new.set(true)).add(icon(Icon::Plus)).text(t("add_key"));
            el("div", "buttons").add(add).add(fields::reveal(shown, self.dom_id("keys"))).view()
        };
        let several = || el("p", "field__note").text(t("keys_note")).view();
        el("div", "field")
            .attr("role", "group")
            .attr("aria-label", t("key"))
            .add(el("p", "field__label").attr("aria-hidden", "true").text(t("key")))
            .add(el("div", "keys-list").attr("id", list_id).add(live(rows)))
            .add(more())
            .add(when(move || count.get() > 1, several))
            .view()
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
        let row = el("div", "input-row").add(field);
        let row = row.add_some((at > 0).then(|| icon_button(Icon::Up, t("move_up"), up)));
        row.add(when(
            move || self.get(|server| server.api_keys.len() > at),
            move || icon_button(Icon::Bin, t("remove_key"), move || set(String::new())),
        ))
        .view()
    }

    fn model(self) -> AnyView {
        let id = self.dom_id("model");
        let missing = || el("p", "field__warning").text(t("name_model")).view();
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
        all(vec![field, when(move || self.get(|server| server.model.is_empty()), missing)])
    }

    fn embedding(self) -> AnyView {
        let store = self.store;
        let note_id = "server-embedding-note";
        let field = technical("server-embedding-model")
            .attr("type", "text")
            .attr("aria-describedby", note_id)
            .live_attr("placeholder", move || {
                Some(self.get(|server| by_url(&server.base_url).embedding_model.to_owned()))
            })
            .value(move || store.settings.with(|settings| settings.embedding_model.clone()))
            .on_change(move |model| {
                store.change_settings(|settings| model.trim().clone_into(&mut settings.embedding_model));
            });
        let note = el("p", "field__note").attr("id", note_id).text(t("embedding_note"));
        labelled("server-embedding-model", t("embedding_model"), field).add(note).view()
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
        let test = button("button button--small", move || self.test())
            .live_flag("disabled", move || waits.get())
            .text(t("test_connection"));
        el("div", "buttons")
            .add_some(tests.then_some(test))
            .add_some((!is_first).then(|| button("button button--small", first).text(t("make_default"))))
            .add(button("button button--small button--quiet", delete).add(icon(Icon::Bin)).text(t("delete")))
            .view()
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
        let fields = el("div", "fields").add_all([kind, tools, small, pictures, temperature, tokens]);
        el("details", "card").add(el("summary", "card__head").text(t("advanced"))).add(fields).view()
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
            el("option", "")
                .attr("value", value)
                .live_flag("selected", move || self.get(now) == value)
                .text(words)
                .view()
        };
        let list = el("select", "input")
            .attr("id", id.clone())
            .add_all(options.into_iter().map(option))
            .on_change(move |value| self.change(|server| set(server, &value)));
        labelled(&id, label, list).view()
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
        let field = el("input", "input input--number")
            .attr("id", id.clone())
            .attr("type", "number")
            .attr("min", "0")
            .attr("max", most)
            .attr("step", "any")
            .attr("placeholder", t("by_default"))
            .value(move || self.get(now))
            .on_change(move |text| {
                let value = text.trim().replace(',', ".").parse::<f64>().ok().filter(|value| value.is_finite());
                self.change(|server| set(server, value));
            });
        labelled(&id, label, field).view()
    }
}
