//! The browser's own model: no key, nothing leaves the computer, and a download that the person starts.

use super::choice::{Choice, card};
use crate::state::servers::{browser_server, is_browser};
use crate::state::text::{fill, t};
use crate::view::el::{all, button, el, live, nothing};
use crate::view::icon::{Icon, spinner};
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
    /// This browser has none at all.
    Missing,
    /// The browser would have one, but not on this computer.
    Unfit,
    /// The download failed.
    Failed(String),
}

/// The card; none once it is among the servers.
pub(super) fn browser_model(choice: Choice) -> AnyView {
    let state = RwSignal::new(State::Asking);
    spawn_local(async move {
        let found = match language_model::availability().await.as_str() {
            "available" => State::Ready,
            "downloadable" | "downloading" => State::Offered,
            _ if language_model::is_there() => State::Unfit,
            _ => State::Missing,
        };
        state.try_set(found);
    });
    let begin = move || match state.get_untracked() {
        State::Ready => choice.take(browser_server(t("browser_model"))),
        State::Offered | State::Failed(_) => {
            state.set(State::Coming(0));
            spawn_local(async move {
                let told = move |part: f64| {
                    state.try_set(State::Coming((part * 100.0).clamp(0.0, 100.0) as u32));
                };
                match language_model::download(told).await {
                    Ok(()) => choice.take(browser_server(t("browser_model"))),
                    Err(error) => drop(state.try_set(State::Failed(error.message().to_owned()))),
                }
            });
        }
        State::Asking | State::Coming(_) | State::Missing | State::Unfit => {}
    };
    let note = move || match state.get() {
        State::Asking => t("mark_running").to_owned(),
        State::Missing => t("browser_model_missing").to_owned(),
        State::Unfit => t("browser_model_unfit").to_owned(),
        State::Ready => t("browser_model_ready").to_owned(),
        State::Offered => t("browser_model_offered").to_owned(),
        State::Coming(percent) => fill("browser_model_coming", &[("percent", &percent.to_string())]),
        State::Failed(message) => fill("browser_model_failed", &[("message", &message)]),
    };
    let id = move || Some(if state.get() == State::Missing { "no-browser-model" } else { "browser-model" }.to_owned());
    let action = move || match state.get() {
        State::Asking | State::Missing | State::Unfit => nothing(),
        State::Coming(percent) => {
            let bar = el("progress", "start__progress")
                .attr("max", "100")
                .attr("value", percent.to_string())
                .attr("aria-label", t("browser_model_use"));
            el("div", "start__row").add(spinner()).add(bar).view()
        }
        now => {
            let words = if now == State::Ready { t("start_use") } else { t("start_download") };
            let press = button("button", begin).attr("id", "start-browser").text(words);
            el("div", "buttons").add(press).view()
        }
    };
    live(move || {
        if choice.store.all_servers.with(|all| all.list.iter().any(is_browser)) {
            return nothing();
        }
        let words = el("p", "field__note").live_attr("id", id).attr("role", "status").live_text(note);
        card("start-browser-title", Icon::Globe, t("browser_model_use"), all(vec![words.view(), live(action)])).view()
    })
}
