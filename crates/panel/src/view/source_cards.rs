//! A research's sources side by side: activity, outcome and a stop button each.

use crate::state::markdown::safe_href;
use crate::state::sources::{host, is_confirmed, line, style, words};
use crate::state::text::{counted, key, t};
use crate::view::icon::{Icon, icon, icon_button, spinner};
use crate::view::memo::flag;
use crate::view::show::Show;
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
        shown.get().into_iter().map(draw).collect_view().into_any()
    };
    let fold = move || {
        let count = shown.with(|all| counted(all.len(), key("source_one"), key("source_many")));
        view! {
            <button
                class="fold"
                type="button"
                aria-expanded=move || unfolded.get().to_string()
                on:click=move |_| unfolded.update(|open| *open = !*open)
            >
                {icon(Icon::Globe)}
                <span>{count}</span>
                <span class="step__chevron">{icon(Icon::Chevron)}</span>
            </button>
        }
        .into_any()
    };
    let close = move || {
        let run_id = run.clone();
        let opened = shown.with(|all| all.iter().any(|(_, source)| source.state != SourceState::Waiting));
        if !over.get() || !opened {
            return ().into_any();
        }
        view! {
            <button
                class="button button--small"
                type="button"
                on:click=move |_| {
                    store
                        .tell(
                            Command::ResearchClose {
                                run_id: run_id.clone(),
                            },
                            |_| {},
                        )
                }
            >
                {t("close_tabs")}
            </button>
        }
        .into_any()
    };
    view! {
        <li class="sources">
            <Show when=over>{fold()}</Show>
            <ul
                class=move || { Some(if folded.get() { "sources__chips" } else { "sources__list" }.to_owned()) }
                aria-label=t("sources")
            >
                {move || cards()}
            </ul>
            {move || close()}
        </li>
    }
    .into_any()
}

/// A source of a research that is over: its site with its icon, and a mark where its facts need a look. It leads to the page.
fn chip(line: &str, source: &SourceShown) -> AnyView {
    let title = format!("{}: {line}", source.description);
    let icon_of = icons::address(&source.url)
        .map(|address| view! { <img class="chip__icon" src=address alt="" width="16" height="16" /> }.into_any());
    let doubtful = matches!(style(source), "doubtful" | "failed");
    let body = view! {
        {icon_of}
        <span class="source-chip__host" dir="ltr">{host(source)}</span>
        <span class="sr-only">{format!(" ({title})")}</span>
        {doubtful.then(|| icon(Icon::Alert))}
    };
    let view = match safe_href(&source.url).filter(|href| href.starts_with("http")) {
        Some(href) => view! {
            <a class="source-chip" title=title href=href target="_blank" rel="noopener noreferrer">{body}</a>
        }
        .into_any(),
        None => view! { <span class="source-chip" title=title>{body}</span> }.into_any(),
    };
    view! { <li data-state=style(source)>{view}</li> }.into_any()
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
    let told = view! {
        <div class="source__words">
            <p class="source__title" dir="auto">{source.description.clone()}</p>
            <p class="source__host" dir="ltr">{host(source)}</p>
            <p class="source__line" dir="auto">
                <span class="sr-only">{format!("{}: ", words(source.state))}</span>
                {line}
            </p>
        </div>
    };
    let run = source.run_id.clone();
    let stop = (source.state == SourceState::Working)
        .then(|| icon_button(Icon::Cross, t("stop_source"), move || store.stop(run.clone())));
    view! {
        <li class="source" data-state=style(source)>
            <span class="step__mark">{mark}</span>
            {told}
            {stop}
        </li>
    }
    .into_any()
}
