//! What was said: by the person, by the model, and how a run ended.

use crate::state::format::{count, plural};
use crate::state::markdown;
use crate::state::runs::outcome_words;
use crate::view::icon::{Icon, icon};
use crate::view::markdown::blocks;
use crate::view::store::{Mode, Screen, store};
use edith_protocol::{Outcome, RunId};
use leptos::prelude::*;
use std::time::Duration;

/// How long "Copied" is shown.
const COPIED: Duration = Duration::from_secs(2);

/// The person's words.
pub fn said(text: String) -> impl IntoView {
    view! {
        <li class="said"><span class="sr-only">"You: "</span><p class="said__text" dir="auto">{text}</p></li>
    }
}

/// The model's words, with a button to copy them.
pub fn replied(text: String) -> impl IntoView {
    let body = blocks(&markdown::parse(&text));
    view! {
        <li class="replied">
            <span class="sr-only">"EDITH: "</span>
            <div class="prose" dir="auto">{body}</div>
            {copy_button(text)}
        </li>
    }
}

/// The model's words as they come in. They are read out when they are whole, by the live region.
pub fn streaming(run: RunId) -> impl IntoView {
    let store = store();
    let text =
        Memo::new(move |_| store.runs.with(|runs| runs.get(&run).map(|run| run.streaming.clone()).unwrap_or_default()));
    view! {
        <li class="replied replied--streaming" aria-busy="true">
            <div class="prose" dir="auto">{move || text.with(|text| blocks(&markdown::parse(text)))}</div>
        </li>
    }
}

/// How a run ended: a line for a completed one, else a card that says why and offers to try again.
pub fn ended(run: RunId, outcome: Outcome, summary: String, prompt: String) -> AnyView {
    let store = store();
    let agent = store.runs.with_untracked(|runs| runs.get(&run).is_none_or(crate::state::runs::Run::is_agent));
    let mode = if agent { Mode::Agent } else { Mode::Chat };
    let figures = move || {
        store.runs.with(|runs| {
            let Some(run) = runs.get(&run) else { return String::new() };
            let tokens = run.usage.prompt_tokens + run.usage.completion_tokens;
            let steps = plural(run.steps.len(), "step");
            if tokens == 0 { steps } else { format!("{steps} · {} tokens", count(tokens)) }
        })
    };
    if outcome == Outcome::Completed {
        return view! {
            <li class="ended ended--completed">{icon(Icon::Check)}<span>{outcome_words(outcome)}" · "{figures}</span></li>
        }
        .into_any();
    }
    let class = match outcome {
        Outcome::Failed => "ended ended--failed",
        Outcome::Completed | Outcome::Stopped | Outcome::NeedsInput => "ended ended--stopped",
    };
    let can_retry = !prompt.is_empty() && outcome != Outcome::NeedsInput;
    let busy = Memo::new(move |_| store.live(|_| ()).is_some());
    view! {
        <li class=class>
            <p class="ended__title">{icon(if outcome == Outcome::Stopped { Icon::Stop } else { Icon::Alert })}{outcome_words(outcome)}</p>
            <p class="ended__text" dir="auto">{summary}</p>
            <div class="buttons">
                {can_retry.then(|| view! {
                    <button type="button" class="button button--small" disabled=move || busy.get()
                        on:click=move |_| store.begin(mode, prompt.clone())>"Try again"</button>
                })}
                {(outcome == Outcome::Failed).then(|| view! {
                    <button type="button" class="button button--small button--quiet"
                        on:click=move |_| store.screen.set(Screen::Settings)>"Settings"</button>
                })}
            </div>
        </li>
    }
    .into_any()
}

/// A button that copies a text.
pub fn copy_button(text: String) -> impl IntoView {
    let copied = RwSignal::new(false);
    let copy = move |_| {
        // The promise fails only when the page has no focus, which a click has just given it.
        let _ = window().navigator().clipboard().write_text(&text);
        copied.set(true);
        set_timeout(
            move || {
                copied.try_set(false);
            },
            COPIED,
        );
    };
    let name = move || if copied.get() { "Copied" } else { "Copy" };
    view! {
        <button type="button" class="icon-button copy" aria-label=name title=name on:click=copy>
            {move || icon(if copied.get() { Icon::Check } else { Icon::Copy })}
        </button>
    }
}
