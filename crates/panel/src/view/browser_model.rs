//! The browser's own model, offered where the browser has one: no key, nothing leaves the computer, and a download that the person starts.

use crate::state::servers::{add, browser_server, is_browser, make_first};
use crate::state::text::{fill, t};
use crate::view::el::{button, el, live, nothing};
use crate::view::icon::{Icon, icon, spinner};
use crate::view::store::{Store, store};
use edith_chrome::language_model;
use leptos::prelude::*;
use leptos::task::spawn_local;

/// How far it is.
#[derive(Debug, Clone, PartialEq)]
enum State {
    /// The browser is being asked.
    Asking,
    /// It can be used at once.
    Ready,
    /// It can be used after a download.
    Offered,
    /// Being downloaded: the part that is there, in percent.
    Coming(u32),
    /// This browser or computer has none.
    Missing,
    /// The download failed.
    Failed(String),
}

/// The offer; none once it is among the servers.
pub(super) fn browser_model() -> AnyView {
    let store = store();
    let state = RwSignal::new(State::Asking);
    spawn_local(async move {
        let found = match language_model::availability().await.as_str() {
            "available" => State::Ready,
            "downloadable" | "downloading" => State::Offered,
            _ => State::Missing,
        };
        state.try_set(found);
    });
    let begin = move || match state.get_untracked() {
        State::Ready => take(store),
        State::Offered | State::Failed(_) => {
            state.set(State::Coming(0));
            spawn_local(async move {
                let told = move |part: f64| {
                    state.try_set(State::Coming((part * 100.0).clamp(0.0, 100.0) as u32));
                };
                match language_model::download(told).await {
                    Ok(()) => take(store),
                    Err(error) => drop(state.try_set(State::Failed(error.message().to_owned()))),
                }
            });
        }
        State::Asking | State::Coming(_) | State::Missing => {}
    };
    let shown = move || {
        if store.all_servers.with(|all| all.list.iter().any(is_browser)) {
            return nothing();
        }
        let note = match state.get() {
            State::Asking => return nothing(),
            State::Missing => {
                return el("li", "")
                    .add(el("p", "field__note").attr("id", "no-browser-model").text(t("browser_model_missing")))
                    .view();
            }
            State::Ready => t("browser_model_ready").to_owned(),
            State::Offered => t("browser_model_offered").to_owned(),
            State::Coming(percent) => fill("browser_model_coming", &[("percent", &percent.to_string())]),
            State::Failed(message) => fill("browser_model_failed", &[("message", &message)]),
        };
        let waits = matches!(state.get(), State::Coming(_));
        let body = el("span", "tile__body")
            .add(el("span", "tile__title").text(t("browser_model_use")))
            .add(el("span", "tile__text").attr("role", "status").text(note));
        let mark = if waits { spinner() } else { icon(Icon::Globe) };
        let tile = button("tile", begin).attr("id", "start-browser").live_flag("disabled", move || waits);
        el("li", "").add(tile.add(mark).add(body)).view()
    };
    live(shown)
}

/// Makes it the first server.
fn take(store: Store) {
    store.change_all_servers(|all| {
        let id = add(all, browser_server(t("browser_model")));
        make_first(all, &id);
    });
}
