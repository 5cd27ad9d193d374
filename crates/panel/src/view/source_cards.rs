//! A research's sources side by side: activity, outcome and a stop button each.

use crate::state::sources::{host, is_confirmed, line, style, words};
use crate::state::text::t;
use crate::view::el::{all, button, el, live, nothing};
use crate::view::icon::{Icon, icon, icon_button, spinner};
use crate::view::store::store;
use edith_protocol::{Command, RunId, SourceShown, SourceState};
use leptos::prelude::*;

/// The cards of a research.
pub(super) fn source_cards(run: RunId) -> AnyView {
    let store = store();
    let id = run.clone();
    let shown = Memo::new(move |_| {
        store.runs.with(|runs| {
            let sources = runs.get(&id).map(|run| run.sources.clone()).unwrap_or_default();
            let doing = |source: &SourceShown| runs.get(&source.run_id).map(|run| run.headline()).unwrap_or_default();
            sources.into_iter().map(|source| (line(&source, &doing(&source)), source)).collect::<Vec<_>>()
        })
    });
    let id = run.clone();
    let over = Memo::new(move |_| store.runs.with(|runs| runs.get(&id).is_some_and(|run| !run.is_live())));
    let cards = move || all(shown.get().into_iter().map(|(line, source)| card(line, &source)).collect());
    let close = move || {
        let run_id = run.clone();
        let opened = shown.with(|all| all.iter().any(|(_, source)| source.state != SourceState::Waiting));
        if !over.get() || !opened {
            return nothing();
        }
        button("button button--small", move || store.tell(Command::ResearchClose { run_id: run_id.clone() }, |_| {}))
            .text(t("close_tabs"))
            .view()
    };
    el("li", "sources")
        .add(el("ul", "sources__list").attr("aria-label", t("sources")).add(live(cards)))
        .add(live(close))
        .view()
}

fn card(line: String, source: &SourceShown) -> AnyView {
    let store = store();
    let mark = match source.state {
        SourceState::Working => spinner(),
        SourceState::Waiting => icon(Icon::Pause),
        SourceState::Done if is_confirmed(source) => icon(Icon::Check),
        SourceState::Done | SourceState::Failed => icon(Icon::Alert),
        SourceState::Stopped => icon(Icon::Stop),
    };
    let told = el("div", "source__words")
        .add(el("p", "source__title").attr("dir", "auto").text(source.description.clone()))
        .add(el("p", "source__host").attr("dir", "ltr").text(host(source)))
        .add(
            el("p", "source__line")
                .attr("dir", "auto")
                .add(el("span", "sr-only").text(format!("{}: ", words(source.state))))
                .text(line),
        );
    let run = source.run_id.clone();
    let stop = (source.state == SourceState::Working)
        .then(|| icon_button(Icon::Cross, t("stop_source"), move || store.stop(run.clone())));
    el("li", "source")
        .attr("data-state", style(source))
        .add(el("span", "step__mark").add(mark))
        .add(told)
        .add_some(stop)
        .view()
}
