//! Model servers on this computer: found by themselves on the first page, on request in the settings, used with one press.

use super::choice::Choice;
use crate::state::presets::{by_url, first_choice};
use crate::state::servers::{LOCAL, local_url};
use crate::state::text::{fill, t};
use crate::view::copy_button::copy_button;
use crate::view::el::{button, el, live, nothing};
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
                return nothing();
            }
            let rows = all_found.into_iter().map(|(name, url, answer)| row(self.choice, name, url, answer));
            el("ul", "start__offers").add_all(rows).view()
        };
        el("div", "").attr("role", "status").attr("aria-live", "polite").add(live(rows)).view()
    }

    /// That nothing was found, with where to get a server, and the button that looks.
    pub(super) fn line(self) -> AnyView {
        let words = move || match (self.left.get(), self.found.with(Vec::is_empty)) {
            (None, _) => el("span", "").text(t("start_local_note")).view(),
            (Some(0), true) => no_server(),
            (Some(0), false) => nothing(),
            (Some(_), _) => el("span", "start__row").add(spinner()).text(t("looking_local")).view(),
        };
        let label = move || if self.left.get().is_none() { t("find_local") } else { t("look_again") }.to_owned();
        let press = button("link", move || self.look())
            .attr("id", "find-local")
            .live_flag("disabled", move || self.left.get().is_some_and(|left| left > 0))
            .live_text(label);
        el("p", "").add(el("span", "").attr("role", "status").add(live(words))).text(" ").add(press).view()
    }
}

/// How to get a server.
fn no_server() -> AnyView {
    let page = |name: &'static str, address: &'static str| {
        el("a", "link-out").attr("href", address).attr("target", "_blank").attr("rel", "noreferrer").text(name).view()
    };
    el("span", "")
        .text(t("no_local"))
        .text(" ")
        .add(page("Ollama", "https://ollama.com/download"))
        .text(" · ")
        .add(page("LM Studio", "https://lmstudio.ai/download"))
        .text(" · ")
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
