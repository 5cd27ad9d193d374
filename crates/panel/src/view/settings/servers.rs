//! Additional model servers: added by the user or found on this machine, and the modes that use them.

use crate::state::server::{Tested, UrlRemark, remark, tidy};
use crate::state::servers::{LOCAL, MODES, add, local_url, swap};
use crate::state::text::{counted, fill, key, t};
use crate::view::el::{El, all, button, el, live, nothing, when};
use crate::view::icon::{Icon, icon, spinner};
use crate::view::settings::parts::{section, test_said};
use crate::view::store::{Store, focus, store};
use edith_protocol::{ErrorCode, ModelRole, NamedServer};
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A server on a default port: its name, address, and models or refusal.
type Found = (&'static str, String, Result<Vec<String>, String>);

/// The section.
pub(super) fn servers() -> AnyView {
    let store = store();
    let ids = Memo::new(move |_| {
        store.servers.with(|servers| servers.list.iter().map(|server| server.id.clone()).collect::<Vec<_>>())
    });
    let list = move || all(ids.get().into_iter().map(|id| card(store, id)).collect());
    let some = move || ids.with(|ids| !ids.is_empty());
    let new = move || {
        store.change_servers(|servers| drop(add(servers, t("new_server"), "", "")));
        focus("server-name-last");
    };
    let body = el("div", "fields")
        .add(el("p", "field__note").text(t("servers_note")))
        .add(el("div", "fields").add(live(list)))
        .add(el("div", "buttons").add(button("button", new).add(icon(Icon::Plus)).text(t("add_server"))))
        .add(local(store))
        .add(when(some, move || modes(store)));
    section(t("servers"), body.view())
}

/// A server's fields. Every change is stored at once.
fn card(store: Store, id: String) -> AnyView {
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let is_last = store.servers.with_untracked(|all| all.list.last().is_some_and(|last| last.id == id));
    let server_id = StoredValue::new(id);
    let get = move |part: fn(&NamedServer) -> &str| {
        store.servers.with(|servers| {
            let server = server_id.with_value(|id| servers.list.iter().find(|server| server.id == *id));
            server.map(|server| part(server).to_owned()).unwrap_or_default()
        })
    };
    let change = move |set: &dyn Fn(&mut NamedServer)| {
        store.change_servers(|servers| {
            let server = server_id.with_value(|id| servers.list.iter_mut().find(|server| server.id == *id));
            if let Some(server) = server {
                set(server);
            }
        });
    };
    let field = move |name: &str, label: &'static str, part: fn(&NamedServer) -> &str| {
        let id =
            if name == "name" && is_last { "server-name-last".to_owned() } else { format!("server-{name}-{number}") };
        let input = el("input", "input")
            .attr("id", id.clone())
            .attr("autocomplete", "off")
            .attr("spellcheck", "false")
            .value(move || get(part));
        (el("label", "field__label").attr("for", id).text(label), input)
    };
    let put = |(label, input): (El, El)| el("div", "field").add(label).add(input).view();
    let (label, input) = field("name", t("server_name"), |server| &server.name);
    let name = put((label, input.on_change(move |text| change(&|server| text.trim().clone_into(&mut server.name)))));
    let (label, input) = field("address", t("address"), |server| &server.base_url);
    let to_address = move |text: String| {
        // A key is never sent to another server than it was entered for.
        change(&|server| {
            if crate::state::server::origin(&server.base_url) != crate::state::server::origin(&text) {
                server.api_keys.clear();
            }
            server.base_url = tidy(&text);
        });
    };
    let wrong = move || match remark(&get(|server| &server.base_url), !get(key_of).is_empty()) {
        Some(UrlRemark::Error(_)) if get(|server| &server.base_url).is_empty() => nothing(),
        Some(UrlRemark::Error(text)) => el("p", "field__error").attr("role", "alert").text(text).view(),
        Some(UrlRemark::Warning(text)) => el("p", "field__warning").attr("role", "status").text(text).view(),
        None => nothing(),
    };
    let input = input.attr("dir", "ltr").attr("placeholder", "https://example.com/v1").on_change(to_address);
    let address = el("div", "field").add(label).add(input).add(live(wrong)).view();
    let (label, input) = field("key", t("key"), key_of);
    let input = input.attr("type", "password").attr("dir", "ltr");
    let secret = put((
        label,
        input.on_change(move |text| {
            change(&|server| {
                server.api_keys = Some(text.trim().to_owned()).filter(|key| !key.is_empty()).into_iter().collect()
            })
        }),
    ));
    let (label, input) = field("model", t("model"), |server| &server.model);
    let input =
        input.attr("dir", "ltr").on_change(move |text| change(&|server| text.trim().clone_into(&mut server.model)));
    let model = put((label, input));
    let said = RwSignal::new(None::<Result<Tested, String>>);
    let asking = RwSignal::new(false);
    let test = move || {
        asking.set(true);
        let (url, secret) = (untrack(|| get(|server| &server.base_url)), untrack(|| get(key_of)));
        let model = untrack(|| get(|server| &server.model));
        spawn_local(async move {
            let answer = store.test_server(url, secret, model).await;
            asking.set(false);
            said.set(Some(answer.map_err(|error| error.message)));
        });
    };
    let result = move || {
        if asking.get() {
            return el("p", "test").add(spinner()).text(t("asking_server")).view();
        }
        said.get().map_or_else(nothing, test_said)
    };
    let use_it = move || {
        let now = (store.base_url.get_untracked(), store.api_key.get_untracked(), store.model.get_untracked());
        let mut taken = None;
        store.change_servers(|servers| taken = server_id.with_value(|id| swap(servers, id, now)));
        if let Some((base_url, api_key, model)) = taken {
            store.base_url.set(base_url);
            store.api_key.set(api_key);
            store.model.set(model);
            store.store_server();
            // No documents go to a server that was not chosen for them.
            store.change_settings(|settings| settings.embedding_model.clear());
        }
    };
    let delete = move || store.change_servers(|servers| server_id.with_value(|id| servers.remove(id)));
    let buttons = el("div", "buttons")
        .add(button("button button--small", test).text(t("test_connection")))
        .add(button("button button--small", use_it).text(t("make_default")))
        .add(button("button button--small button--quiet", delete).add(icon(Icon::Bin)).text(t("delete")));
    let line = move || {
        let (name, model) = (get(|server| &server.name), get(|server| &server.model));
        if model.is_empty() { name } else { format!("{name} · {model}") }
    };
    let fields = el("div", "fields").add(name).add(address).add(secret).add(model).add(buttons);
    let status = el("div", "").attr("role", "status").add(live(result));
    let card = el("details", "card").add(el("summary", "card__head").attr("dir", "auto").live_text(line));
    let card =
        if is_last && untrack(|| get(|server| &server.base_url)).is_empty() { card.attr("open", "") } else { card };
    card.add(fields.add(status)).view()
}

/// Its first key.
fn key_of(server: &NamedServer) -> &str {
    server.api_keys.first().map_or("", String::as_str)
}

/// Scans this machine's default ports on request.
fn local(store: Store) -> AnyView {
    let found = RwSignal::new(Vec::<Found>::new());
    let left = RwSignal::new(None::<usize>);
    let look = move || {
        found.set(Vec::new());
        left.set(Some(LOCAL.len()));
        for (name, port) in LOCAL {
            spawn_local(async move {
                let url = local_url(port);
                match store.models(url.clone(), String::new()).await {
                    Ok(models) => found.update(|all| all.push((name, url, Ok(models)))),
                    // A server that refuses comes with the remedy.
                    Err(error) if error.code == ErrorCode::OriginRefused => {
                        found.update(|all| all.push((name, url, Err(error.message))));
                    }
                    Err(_) => {}
                }
                left.update(|left| *left = left.map(|left| left.saturating_sub(1)));
            });
        }
    };
    let rows = move || {
        let all_found = found.get();
        let none = all_found.is_empty();
        let rows = all_found.into_iter().map(|(name, url, answer)| row(store, name, url, answer));
        let rows = el("ul", "fields").add_all(rows).view();
        match left.get() {
            None => nothing(),
            Some(0) if none => el("p", "field__note").text(t("no_local")).view(),
            Some(0) => rows,
            Some(_) => all(vec![rows, el("p", "test").add(spinner()).text(t("looking_local")).view()]),
        }
    };
    let button = button("button", look).add(icon(Icon::Search)).text(t("find_local"));
    el("div", "field")
        .add(el("div", "buttons").add(button))
        .add(el("div", "").attr("role", "status").attr("aria-live", "polite").add(live(rows)))
        .view()
}

fn row(store: Store, name: &'static str, url: String, answer: Result<Vec<String>, String>) -> AnyView {
    let words = el("p", "")
        .add(el("strong", "").text(name))
        .add(el("span", "field__note").attr("dir", "ltr").text(format!(" {url}")));
    match answer {
        Err(mend) => el("li", "field").add(words).add(test_said(Err(mend))).view(),
        Ok(models) => {
            let model = models.first().cloned().unwrap_or_default();
            let take = move || {
                store.change_servers(|servers| drop(add(servers, name, &url, &model)));
            };
            let button = button("button button--small", take).text(t("add_this"));
            let count = counted(models.len(), key("model_one"), key("model_many"));
            let offers = el("p", "test").text(fill("server_offers", &[("models", &count)]));
            el("li", "field").add(words).add(offers).add(el("div", "buttons").add(button)).view()
        }
    }
}

/// The server of a mode.
fn modes(store: Store) -> AnyView {
    let choice = move |role: ModelRole, label: &'static str| {
        let id = format!("server-of-{}", role.name());
        let now = move || {
            store.servers.with(|servers| servers.of(role).next().map(|server| server.id.clone()).unwrap_or_default())
        };
        let options = move || {
            let servers = store.servers.with(|servers| servers.list.clone());
            let option = |value: String, words: String| {
                let here = value.clone();
                el("option", "").attr("value", value).live_flag("selected", move || now() == here).text(words).view()
            };
            let mut options = vec![option(String::new(), t("default_server").to_owned())];
            options.extend(servers.into_iter().map(|server| option(server.id, server.name)));
            all(options)
        };
        let list = el("select", "input").attr("id", id.clone()).add(live(options)).on_change(move |chosen| {
            store.change_servers(|servers| servers.choose(role, Some(chosen.as_str()).filter(|id| !id.is_empty())));
        });
        el("div", "field").add(el("label", "field__label").attr("for", id).text(t(label))).add(list).view()
    };
    el("div", "fields")
        .attr("role", "group")
        .attr("aria-labelledby", "modes-title")
        .add(el("h3", "label").attr("id", "modes-title").text(t("server_of_mode")))
        .add_all(MODES.map(|(role, label)| choice(role, label)))
        .view()
}
