//! The browser's own model: no key, nothing leaves the computer, and a download that the person starts.

use super::choice::Choice;
use crate::state::servers::{browser_server, is_browser};
use crate::state::text::{fill, t};
use crate::view::icon::spinner;
use crate::view::memo::flag;
use edith_chrome::language_model;
use leptos::prelude::*;
use leptos::task::spawn_local;

/// How far it is.
#[derive(Debug, Clone, PartialEq)]
enum Readiness {
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

/// The browser's own model on the card.
#[derive(Clone, Copy)]
pub(super) struct Own {
    choice: Choice,
    state: RwSignal<Readiness>,
}

impl Own {
    /// Asks the browser what it has.
    pub(super) fn new(choice: Choice) -> Self {
        let state = RwSignal::new(Readiness::Asking);
        spawn_local(async move {
            let found = match language_model::availability().await.as_str() {
                "available" => Readiness::Ready,
                "downloadable" | "downloading" => Readiness::Offered,
                _ if language_model::is_there() => Readiness::Unfit,
                _ => Readiness::Missing,
            };
            state.try_set(found);
        });
        Self { choice, state }
    }

    fn begin(self) {
        let Self { choice, state } = self;
        match state.get_untracked() {
            Readiness::Ready => choice.take(browser_server(t("browser_model"))),
            Readiness::Offered | Readiness::Failed(_) => {
                state.set(Readiness::Coming(0));
                spawn_local(async move {
                    let told = move |part: f64| {
                        state.try_set(Readiness::Coming((part * 100.0).clamp(0.0, 100.0) as u32));
                    };
                    match language_model::download(told).await {
                        Ok(()) => choice.take(browser_server(t("browser_model"))),
                        Err(error) => drop(state.try_set(Readiness::Failed(error.message().to_owned()))),
                    }
                });
            }
            Readiness::Asking | Readiness::Coming(_) | Readiness::Missing | Readiness::Unfit => {}
        }
    }

    /// Whether it is among the servers already.
    fn is_taken(self) -> bool {
        self.choice.store.all_servers.with(|all| all.list.iter().any(is_browser))
    }

    /// Its row, where it can be used; none once it is among the servers.
    pub(super) fn offer(self) -> AnyView {
        let state = self.state;
        let note = move || match state.get() {
            Readiness::Ready => t("browser_model_ready").to_owned(),
            Readiness::Offered => t("browser_model_offered").to_owned(),
            Readiness::Coming(percent) => fill("browser_model_coming", &[("percent", &percent.to_string())]),
            Readiness::Failed(message) => fill("browser_model_failed", &[("message", &message)]),
            Readiness::Asking | Readiness::Missing | Readiness::Unfit => String::new(),
        };
        let action = move || match state.get() {
            Readiness::Asking | Readiness::Missing | Readiness::Unfit => ().into_any(),
            Readiness::Coming(percent) => {
                let bar = view! {
                    <progress
                        class="start__progress"
                        max="100"
                        value=percent.to_string()
                        aria-label=t("browser_model_use")
                    >
                </progress>
                };
                view! { <div class="start__row">{spinner()} {bar}</div> }.into_any()
            }
            now => {
                let words = if now == Readiness::Ready { t("start_use") } else { t("start_download") };
                view! {
                    <button
                        class="button button--small"
                        type="button"
                        id="start-browser"
                        on:click=move |_| self.begin()
                    >
                        {words}
                    </button>
                }
                .into_any()
            }
        };
        let can_be = flag(move || !matches!(state.get(), Readiness::Asking | Readiness::Missing | Readiness::Unfit));
        let shown = move || {
            if self.is_taken() || !can_be.get() {
                return ().into_any();
            }
            let words = view! {
                <div class="start__words">
                    <strong>{t("browser_model_use")}</strong>
                    <p class="field__note" id="browser-model" role="status">{move || note()}</p>
                </div>
            };
            view! { <div class="start__found">{words} {move || action()}</div> }.into_any()
        };
        view! { {move || shown()} }.into_any()
    }

    /// Why it cannot be used here.
    pub(super) fn line(self) -> AnyView {
        let why = move || match self.state.get() {
            _ if self.is_taken() => ().into_any(),
            Readiness::Missing => view! { <p id="no-browser-model">{t("browser_model_missing")}</p> }.into_any(),
            Readiness::Unfit => view! { <p id="browser-model">{t("browser_model_unfit")}</p> }.into_any(),
            Readiness::Asking | Readiness::Ready | Readiness::Offered | Readiness::Coming(_) | Readiness::Failed(_) => {
                ().into_any()
            }
        };
        view! { {move || why()} }.into_any()
    }
}
