//! A research's sources side by side: activity, outcome and a stop button each.

use crate::state::markdown::safe_href;
use crate::state::sources::{host, is_confirmed, line, style, words};
use crate::state::text::{counted, key, t};
use crate::view::el::{all, button, el, flag, live, nothing, when};
use crate::view::icon::{Icon, icon, icon_button, spinner};
use crate::view::store::store;
use edith_chrome::icons;
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
    let unfolded = RwSignal::new(false);
    let folded = flag(move || over.get() && !unfolded.get());
    let cards = move || {
        let draw = |(line, source): (String, SourceShown)| {
            if folded.get() { chip(&line, &source) } else { card(line, &source) }
        };
        all(shown.get().into_iter().map(draw).collect())
    };
    let fold = move || {
        let count = shown.with(|all| counted(all.len(), key("source_one"), key("source_many")));
        button("fold", move || unfolded.update(|open| *open = !*open))
            .live_attr("aria-expanded", move || Some(unfolded.get().to_string()))
            .add(icon(Icon::Globe))
            .add(el("span", "").text(count))
            .add(el("span", "step__chevron").add(icon(Icon::Chevron)))
            .view()
    };
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
        .add(when(move || over.get(), fold))
        .add(
            el("ul", "")
                .live_attr("class", move || {
                    Some(if folded.get() { "sources__chips" } else { "sources__list" }.to_owned())
                })
                .attr("aria-label", t("sources"))
                .add(live(cards)),
        )
        .add(live(close))
        .view()
}

/// A source of a research that is over: its site with its icon, and a mark where its facts need a look. It leads to the page.
fn chip(line: &str, source: &SourceShown) -> AnyView {
    let title = format!("{}: {line}", source.description);
    let icon_of = icons::address(&source.url).map(|address| {
        el("img", "chip__icon").attr("src", address).attr("alt", "").attr("width", "16").attr("height", "16")
    });
    let doubtful = matches!(style(source), "doubtful" | "failed");
    let body = |tag: &'static str| {
        el(tag, "source-chip")
            .attr("title", title.clone())
            .add_some(icon_of)
            .add(el("span", "source-chip__host").attr("dir", "ltr").text(host(source)))
            .add(el("span", "sr-only").text(format!(" ({title})")))
            .add_some(doubtful.then(|| icon(Icon::Alert)))
    };
    let view = match safe_href(&source.url).filter(|href| href.starts_with("http")) {
        Some(href) => body("a").attr("href", href).attr("target", "_blank").attr("rel", "noopener noreferrer"),
        None => body("span"),
    };
    el("li", "").attr("data-state", style(source)).add(view).view()
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
