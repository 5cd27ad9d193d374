//! Model servers on this computer, looked for on request.

use super::trial::origin_mend;
use crate::state::draft::Draft;
use crate::state::presets::by_url;
use crate::state::servers::{LOCAL, local_url};
use crate::state::text::{counted, fill, key, t};
use crate::view::el::{all, button, el, live, nothing};
use crate::view::icon::{Icon, icon, spinner};
use crate::view::store::{Store, focus};
use edith_protocol::{ErrorBody, ErrorCode, NamedServer};
use leptos::prelude::*;
use leptos::task::spawn_local;

/// A server on a default port: its name, address, and models or refusal.
type Found = (&'static str, String, Result<Vec<String>, ErrorBody>);

/// The button that looks, and what was found.
pub(super) fn local(store: Store) -> AnyView {
    let found = RwSignal::new(Vec::<Found>::new());
    let left = RwSignal::new(None::<usize>);
    let look = move || {
        found.set(Vec::new());
        left.set(Some(LOCAL.len()));
        for (name, port) in LOCAL {
            spawn_local(async move {
                let url = local_url(port);
                let server = NamedServer { base_url: url.clone(), ..NamedServer::default() };
                let answer = store.models(&server).await.map(|all| all.into_iter().map(|one| one.id).collect());
                // A server that refuses comes with the remedy.
                let is_there = !matches!(&answer, Err(error) if error.code != ErrorCode::OriginRefused);
                if is_there {
                    found.try_update(|all| all.push((name, url, answer)));
                }
                left.try_update(|left| *left = left.map(|left| left.saturating_sub(1)));
            });
        }
    };
    Effect::new(move || {
        // Asked for on the first page.
        if store.look_local.get() {
            store.look_local.set(false);
            look();
            focus("find-local");
        }
    });
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
    let button = button("button", look).attr("id", "find-local").add(icon(Icon::Search)).text(t("find_local"));
    el("div", "field")
        .add(el("div", "buttons").add(button))
        .add(el("div", "").attr("role", "status").attr("aria-live", "polite").add(live(rows)))
        .view()
}

fn row(store: Store, name: &'static str, url: String, answer: Result<Vec<String>, ErrorBody>) -> AnyView {
    let words = el("p", "")
        .add(el("strong", "").text(name))
        .add(el("span", "field__note").attr("dir", "ltr").text(format!(" {url}")));
    let row = el("li", "field").add(words);
    match answer {
        Err(error) => {
            let said = el("p", "test test--fails").add(el("span", "").attr("dir", "auto").text(error.message));
            row.add(said).add(origin_mend(name, error.code)).view()
        }
        Ok(models) => {
            let model = crate::state::presets::first_choice(by_url(&url).model, &models).unwrap_or_default().to_owned();
            let take = move || {
                store.draft_server.set(Some(Draft::at(&url, &model)));
                focus("new-server");
            };
            let count = counted(models.len(), key("model_one"), key("model_many"));
            let offers = el("p", "test").text(fill("server_offers", &[("models", &count)]));
            let button = button("button button--small", take).text(t("add_this"));
            row.add(offers).add(el("div", "buttons").add(button)).view()
        }
    }
}
