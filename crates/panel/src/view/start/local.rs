//! Model servers on this computer: found by themselves on the first page, on request in the settings, used with one press.

use super::choice::{Choice, card};
use crate::state::presets::{by_url, first_choice};
use crate::state::servers::{LOCAL, local_url};
use crate::state::text::{fill, t};
use crate::view::copy_button::copy_button;
use crate::view::el::{all, button, el, live, nothing};
use crate::view::icon::{Icon, spinner};
use crate::view::settings::servers::trial::origin_mend;
use edith_protocol::{ErrorBody, ErrorCode, NamedServer};
use leptos::prelude::*;
use leptos::task::spawn_local;

/// A server on a default port: its name, address, and models or refusal.
type Found = (&'static str, String, Result<Vec<String>, ErrorBody>);

/// The card. `looks`: whether it looks at once.
pub(super) fn local(choice: Choice, looks: bool) -> AnyView {
    let store = choice.store;
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
    if looks {
        look();
    }
    let rows = move || {
        let all_found = found.get();
        let none = all_found.is_empty();
        let rows = all_found.into_iter().map(|(name, url, answer)| row(choice, name, url, answer));
        let rows = if none { nothing() } else { el("ul", "fields").add_all(rows).view() };
        match left.get() {
            None => el("p", "field__note").text(t("start_local_note")).view(),
            Some(0) if none => no_server(),
            Some(0) => rows,
            Some(_) => all(vec![rows, el("p", "test").add(spinner()).text(t("looking_local")).view()]),
        }
    };
    let words = move || if left.get().is_none() { t("find_local") } else { t("look_again") }.to_owned();
    let press = button("button button--small", look)
        .attr("id", "find-local")
        .live_flag("disabled", move || left.get().is_some_and(|left| left > 0))
        .live_text(words);
    let status = el("div", "").attr("role", "status").attr("aria-live", "polite").add(live(rows));
    let body = all(vec![status.view(), el("div", "buttons").add(press).view()]);
    card("start-local-title", Icon::Computer, t("start_local"), body).view()
}

/// How to get a server.
fn no_server() -> AnyView {
    let page = |name: &'static str, address: &'static str| {
        el("a", "link-out").attr("href", address).attr("target", "_blank").attr("rel", "noreferrer").text(name).view()
    };
    el("p", "field__note")
        .text(t("no_local"))
        .text(" ")
        .add(page("Ollama", "https://ollama.com/download"))
        .text(" · ")
        .add(page("LM Studio", "https://lmstudio.ai/download"))
        .view()
}

fn row(choice: Choice, name: &'static str, url: String, answer: Result<Vec<String>, ErrorBody>) -> AnyView {
    let row = el("li", "start__found");
    let models = match answer {
        Err(error) => {
            let said = el("p", "test test--fails").add(el("span", "").attr("dir", "auto").text(error.message));
            return row.add(el("strong", "").text(name)).add(said).add(origin_mend(name, error.code)).view();
        }
        Ok(models) => models,
    };
    let Some(model) = first_choice(by_url(&url).model, &models).map(str::to_owned) else {
        let words = el("p", "test").text(fill("local_empty", &[("server", name)]));
        if name != "Ollama" {
            return row.add(words).view();
        }
        const PULL: &str = "ollama pull qwen3:8b";
        let command = el("code", "mend__command").attr("dir", "ltr").text(PULL);
        return row.add(words).add(el("div", "mend").add(command).add(copy_button(PULL.to_owned()))).view();
    };
    let shown = format!("{name} · {model}");
    let words = fill("local_found", &[("server", &shown)]);
    let take = move || {
        choice.take(NamedServer { base_url: url.clone(), model: model.clone(), ..NamedServer::default() });
        choice.try_first();
    };
    let press = button("button button--main button--small start-use-local", take)
        .attr("aria-label", fill("use_named", &[("server", &shown)]))
        .text(t("start_use"));
    row.add(el("p", "test test--works").attr("dir", "auto").text(words)).add(press).view()
}
