//! A new server: its address, a look at what it is, and the button that adds it.

use super::details::{client, client_id, client_secret, headers, transport};
use super::places::{ADDRESS, focus_on};
use super::server::{card_id, open};
use super::tested::{Test, result};
use crate::state::mcp::{Draft, whole_address};
use crate::state::server::{UrlRemark, remark};
use crate::state::text::t;
use crate::view::el::{button, el, flag, live, nothing, words};
use crate::view::icon::spinner;
use crate::view::settings::servers::fields::{labelled, technical};
use crate::view::store::Store;
use crate::view::store::mcp::{answered, save};
use edith_protocol::Command;
use leptos::prelude::*;
use leptos::task::spawn_local;

/// The beginning of the ids of its fields.
const PREFIX: &str = "new-tool-server";

/// The form of the server that is being set up. `close`: takes it away.
pub(super) fn adder(store: Store, close: impl Fn() + Copy + Send + 'static) -> AnyView {
    let draft = store.mcp.draft;
    let test = RwSignal::new(Test::NotYet);
    let adding = RwSignal::new(false);
    // Only the last test of what is in the fields now counts.
    let turn = StoredValue::new(0_u32);
    let read = move |look: fn(&Draft) -> String| draft.with(|draft| draft.as_ref().map(look).unwrap_or_default());
    let change = move |set: &dyn Fn(&mut Draft)| {
        let meant = || draft.with_untracked(|draft| draft.as_ref().map(Draft::server));
        let before = meant();
        draft.update(|draft| {
            if let Some(draft) = draft {
                set(draft);
            }
        });
        if meant() != before {
            turn.update_value(|turn| *turn += 1);
            test.set(Test::NotYet);
        }
    };
    let url = words(move || read(|draft| whole_address(&draft.address)));
    let is_usable = flag(move || {
        let url = url.get();
        !url.is_empty() && !matches!(remark(&url, false), Some(UrlRemark::Error(_)))
    });
    let run_test = move || {
        let Some(server) = draft.with_untracked(|draft| draft.as_ref().map(Draft::server)) else { return };
        if !is_usable.get_untracked() {
            return focus_on(ADDRESS);
        }
        turn.update_value(|turn| *turn += 1);
        let now = turn.get_value();
        test.set(Test::Running);
        spawn_local(async move {
            let told = answered(Command::McpTest { server }).await;
            // The fields may have changed, or the page may have gone, while the server was asked.
            if turn.try_get_value() == Some(now) {
                test.set(told.map_or_else(Test::Failed, |server| Test::Done(Box::new(server))));
            }
        });
    };
    let add = move || {
        let Some(server) = draft.with_untracked(|draft| draft.as_ref().map(Draft::server)) else { return };
        if !is_usable.get_untracked() {
            return focus_on(ADDRESS);
        }
        if adding.get_untracked() {
            return;
        }
        adding.set(true);
        spawn_local(async move {
            let told = save(server).await;
            if adding.try_set(false).is_some() {
                return;
            }
            match told {
                Ok(server) => {
                    let id = server.id.clone();
                    store.mcp.take(server);
                    close();
                    open(&id);
                    focus_on(card_id(&id));
                    store.refresh_mcp(true);
                }
                Err(error) => test.set(Test::Failed(error)),
            }
        });
    };
    let wrong = move || {
        let (url, with_key) = (url.get(), draft.with(|one| one.as_ref().is_some_and(|one| !one.headers.is_empty())));
        match remark(&url, with_key).filter(|_| !url.is_empty()) {
            Some(UrlRemark::Error(text)) => el("p", "field__error").text(text).view(),
            Some(UrlRemark::Warning(text)) => el("p", "field__warning").text(text).view(),
            None => nothing(),
        }
    };
    let address = technical(ADDRESS)
        .attr("type", "url")
        .attr("placeholder", "https://example.com/mcp")
        .attr("aria-required", "true")
        .attr("aria-describedby", "new-tool-server-url-note")
        .value(move || read(|draft| draft.address.clone()))
        .on_input(move |text| change(&|draft| draft.address.clone_from(&text)))
        .on_enter(run_test);
    let name = el("input", "input")
        .attr("id", "new-tool-server-name")
        .attr("dir", "auto")
        .attr("autocomplete", "off")
        .value(move || read(|draft| draft.name.clone()))
        .on_input(move |text| {
            draft.update(|draft| {
                if let Some(draft) = draft {
                    draft.name = text;
                }
            });
        });
    let name_label = el("label", "field__label").attr("for", "new-tool-server-name").text(t("server_name"));
    let running = flag(move || test.with(|test| *test == Test::Running));
    let wait = move |on: Memo<bool>| live(move || if on.get() { spinner() } else { nothing() });
    let is_adding = flag(move || adding.get());
    let buttons = el("div", "buttons")
        .add(
            button("button button--main", add)
                .attr("id", "new-tool-server-add")
                .live_flag("disabled", move || !is_usable.get() || is_adding.get())
                .add(wait(is_adding))
                .text(t("add")),
        )
        .add(
            button("button", run_test)
                .attr("id", "new-tool-server-test")
                .live_flag("disabled", move || !is_usable.get() || running.get())
                .text(t("mcp_test")),
        )
        .add(button("button button--quiet", close).text(t("cancel")));
    el("div", "new-server fields")
        .attr("role", "group")
        .attr("aria-label", t("mcp_add"))
        .on_escape(close)
        .add(
            labelled(ADDRESS, t("address"), address)
                .add(el("div", "").attr("id", "new-tool-server-url-note").attr("role", "status").add(live(wrong))),
        )
        .add(el("div", "field").add(name_label.text(t("not_needed"))).add(name))
        .add(more(store, change))
        .add(result(test))
        .add(buttons)
        .view()
}

/// What few servers need.
fn more(store: Store, change: impl Fn(&dyn Fn(&mut Draft)) + Copy + Send + 'static) -> AnyView {
    let draft = store.mcp.draft;
    let first = draft.get_untracked().unwrap_or_default();
    let edited = RwSignal::new(first.headers);
    let secret = RwSignal::new(first.client_secret);
    let kind = move || draft.with(|draft| draft.as_ref().map(|draft| draft.transport).unwrap_or_default());
    let (id, field) = client_id(PREFIX, move || {
        draft.with(|draft| draft.as_ref().map(|draft| draft.client_id.clone()).unwrap_or_default())
    });
    let field = field.on_input(move |text| change(&|draft| draft.client_id.clone_from(&text)));
    // What is typed counts at once: the button may be pressed by a key, which leaves no field.
    Effect::new(move |begun: Option<()>| {
        let (headers, secret) = (edited.get(), secret.get());
        if begun.is_some() {
            change(&|draft| (draft.headers, draft.client_secret) = (headers.clone(), secret.clone()));
        }
    });
    let fields = el("div", "fields")
        .add(transport(PREFIX, kind, move |kind| change(&|draft| draft.transport = kind)))
        .add(headers(PREFIX, edited, || ()))
        .add(client((id, field), client_secret(PREFIX, secret)));
    el("details", "card").add(el("summary", "card__head").text(t("advanced"))).add(fields).view()
}
