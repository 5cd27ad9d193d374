//! Model servers on this computer: found by themselves on the first page, on request in the settings, used with one press.

use super::choice::Choice;
use crate::state::presets::{by_url, first_choice};
use crate::state::servers::{LOCAL, local_url};
use crate::state::text::{fill, t};
use crate::view::copy_button::copy_button;
use crate::view::icon::spinner;
use crate::view::settings::servers::trial::origin_mend;
use edith_protocol::{ErrorBody, ErrorCode, NamedServer};
use leptos::prelude::*;
use leptos::task::spawn_local;

/// A server on a default port: its name, address, and models or refusal.
type LocalServer = (&'static str, String, Result<Vec<String>, ErrorBody>);

/// The servers on this computer on the card.
#[derive(Clone, Copy)]
pub(super) struct Local {
    choice: Choice,
    found: RwSignal<Vec<LocalServer>>,
    /// How many ports did not answer yet; none: nothing was looked for.
    left: RwSignal<Option<usize>>,
}

impl Local {
    /// `looks`: whether it looks at once.
    pub(super) fn new(choice: Choice, looks: bool) -> Self {
        let local = Self { choice, found: RwSignal::new(Vec::new()), left: RwSignal::new(None) };
        if looks {
            local.look();
        }
        local
    }

    fn look(self) {
        let Self { choice, found, left } = self;
        found.set(Vec::new());
        left.set(Some(LOCAL.len()));
        for (name, port) in LOCAL {
            spawn_local(async move {
                let url = local_url(port);
                let server = NamedServer { base_url: url.clone(), ..NamedServer::default() };
                let answer = choice.store.models(&server).await;
                let answer = answer.map(|all| all.into_iter().map(|one| one.id).collect());
                // A server that refuses comes with the remedy.
                let is_there = !matches!(&answer, Err(error) if error.code != ErrorCode::OriginRefused);
                if is_there {
                    found.try_update(|all| all.push((name, url, answer)));
                }
                left.try_update(|left| *left = left.map(|left| left.saturating_sub(1)));
            });
        }
    }

    /// Those that were found.
    pub(super) fn offers(self) -> AnyView {
        let rows = move || {
            let all_found = self.found.get();
            if all_found.is_empty() {
                return ().into_any();
            }
            let rows = all_found.into_iter().map(|(name, url, answer)| row(self.choice, name, url, answer));
            view! { <ul class="start__offers">{rows.collect_view()}</ul> }.into_any()
        };
        view! { <div role="status" aria-live="polite">{move || rows()}</div> }.into_any()
    }

    /// That nothing was found, with where to get a server, and the button that looks.
    pub(super) fn line(self) -> AnyView {
        let words = move || match (self.left.get(), self.found.with(Vec::is_empty)) {
            (None, _) => view! { <span>{t("start_local_note")}</span> }.into_any(),
            (Some(0), true) => no_server(),
            (Some(0), false) => ().into_any(),
            (Some(_), _) => view! { <span class="start__row">{spinner()} {t("looking_local")}</span> }.into_any(),
        };
        let label = move || if self.left.get().is_none() { t("find_local") } else { t("look_again") }.to_owned();
        let press = view! {
            <button
                class="link"
                type="button"
                id="find-local"
                disabled=move || self.left.get().is_some_and(|left| left > 0)
                on:click=move |_| self.look()
            >
                {move || label()}
            </button>
        };
        view! {
            <p>
                <span role="status">{move || words()}</span>
                " "
                {press}
            </p>
        }
        .into_any()
    }
}

/// How to get a server.
fn no_server() -> AnyView {
    let page = |name: &'static str, address: &'static str| {
        view! { <a class="link-out" href=address target="_blank" rel="noreferrer">{name}</a> }.into_any()
    };
    view! {
        <span>
            {t("no_local")} " " {page("Ollama", "https://ollama.com/download")} " · "
            {page("LM Studio", "https://lmstudio.ai/download")} " · "
        </span>
    }
    .into_any()
}

fn row(choice: Choice, name: &'static str, url: String, answer: Result<Vec<String>, ErrorBody>) -> AnyView {
    let row = |inside: AnyView| view! { <li class="start__found">{inside}</li> }.into_any();
    let models = match answer {
        Err(error) => {
            let inside = view! {
                <strong>{name}</strong>
                <p class="test test--fails"><span dir="auto">{error.message}</span></p>
                {origin_mend(name, error.code)}
            };
            return row(inside.into_any());
        }
        Ok(models) => models,
    };
    let Some(model) = first_choice(by_url(&url).model, &models).map(str::to_owned) else {
        let words = view! { <p class="test">{fill("local_empty", &[("server", name)])}</p> };
        if name != "Ollama" {
            return row(words.into_any());
        }
        const PULL: &str = "ollama pull qwen3:8b";
        let command = view! { <code class="mend__command" dir="ltr">{PULL}</code> };
        let inside = view! {
            {words}
            <div class="mend">{command} {copy_button(PULL.to_owned())}</div>
        };
        return row(inside.into_any());
    };
    let shown = format!("{name} · {model}");
    let words = fill("local_found", &[("server", &shown)]);
    let take = move || {
        choice.take(NamedServer { base_url: url.clone(), model: model.clone(), ..NamedServer::default() });
        choice.try_first();
    };
    let press = view! {
        <button
            class="button button--main button--small start-use-local"
            type="button"
            aria-label=fill("use_named", &[("server", &shown)])
            on:click=move |_| take()
        >
            {t("start_use")}
        </button>
    };
    let inside = view! {
        <p class="test test--works" dir="auto">{words}</p>
        {press}
    };
    row(inside.into_any())
}
