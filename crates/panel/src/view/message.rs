//! What was said: by the person, by the model, and how a run ended.

use crate::state::format::count;
use crate::state::markdown;
use crate::state::runs::outcome_words;
use crate::state::text::{counted, fill, key, t};
use crate::view::attach::given_files;
use crate::view::el::{all, button, el, live, words};
use crate::view::icon::{Icon, icon};
use crate::view::markdown::blocks;
use crate::view::store::{Mode, Screen, store};
use edith_protocol::{Outcome, RunId};
use leptos::prelude::*;
use std::time::Duration;

/// How long t("copied") is shown.
const COPIED: Duration = Duration::from_secs(2);

/// The person's words.
pub fn said(text: String, files: Vec<String>) -> AnyView {
    let who = el("span", "sr-only").text(t("you"));
    let words = el("p", "said__text").attr("dir", "auto").text(text);
    el("li", "said").add(who).add(words).add_some(given_files(files)).view()
}

/// The model's words, with a button to copy them.
pub fn replied(text: String) -> AnyView {
    let body = el("div", "prose").attr("dir", "auto").add_all(blocks(&markdown::parse(&text)));
    el("li", "replied").add(el("span", "sr-only").text("EDITH: ")).add(body).add(copy_button(text)).view()
}

/// The model's words as they come in. They are read out when they are whole, by the live region.
pub fn streaming(run: RunId) -> AnyView {
    let store = store();
    let text =
        words(move || store.runs.with(|runs| runs.get(&run).map(|run| run.streaming.clone()).unwrap_or_default()));
    let body = live(move || all(text.with(|text| blocks(&markdown::parse(text)))));
    el("li", "replied replied--streaming")
        .attr("aria-busy", "true")
        .add(el("div", "prose").attr("dir", "auto").add(body))
        .view()
}

/// How a run ended: a line for a completed one, else a card that says why and offers to try again.
pub fn ended(run: RunId, outcome: Outcome, summary: String, prompt: String) -> AnyView {
    let store = store();
    let agent = store.runs.with_untracked(|runs| runs.get(&run).is_none_or(crate::state::runs::Run::is_agent));
    let research = store.runs.with_untracked(|runs| runs.get(&run).is_some_and(|run| !run.sources.is_empty()));
    let mode = match (research, agent) {
        (true, _) => Mode::Research,
        (false, true) => Mode::Agent,
        (false, false) => Mode::Chat,
    };
    let figures = move || {
        store.runs.with(|runs| {
            let Some(run) = runs.get(&run) else { return String::new() };
            let tokens = run.usage.prompt_tokens + run.usage.completion_tokens;
            let steps = match run.sources.len() {
                0 => counted(run.steps.len(), key("step_one"), key("step_many")),
                sources => counted(sources, key("source_one"), key("source_many")),
            };
            if tokens == 0 { steps } else { fill("figures", &[("steps", &steps), ("tokens", &count(tokens))]) }
        })
    };
    let class = match outcome {
        Outcome::Completed => {
            let line = el("span", "").live_text(move || fill("done_line", &[("figures", &figures())]));
            return el("li", "ended ended--completed").add(icon(Icon::Check)).add(line).view();
        }
        Outcome::Failed => "ended ended--failed",
        Outcome::Stopped | Outcome::NeedsInput => "ended ended--stopped",
    };
    let retry = (!prompt.is_empty() && outcome != Outcome::NeedsInput).then(|| {
        button("button button--small", move || store.begin(mode, prompt.clone()))
            .live_flag("disabled", move || store.live(|_| ()).is_some())
            .text(t("try_again"))
    });
    let settings = (outcome == Outcome::Failed).then(|| {
        button("button button--small button--quiet", move || store.screen.set(Screen::Settings)).text(t("settings"))
    });
    let mark = icon(if outcome == Outcome::Stopped { Icon::Stop } else { Icon::Alert });
    el("li", class)
        .add(el("p", "ended__title").add(mark).text(outcome_words(outcome)))
        .add(el("p", "ended__text").attr("dir", "auto").text(summary))
        .add(el("div", "buttons").add_some(retry).add_some(settings))
        .view()
}

/// A button that copies a text.
pub fn copy_button(text: String) -> AnyView {
    let copied = RwSignal::new(false);
    let copy = move || {
        // The promise fails only when the page has no focus, which a click has just given it.
        let _ = window().navigator().clipboard().write_text(&text);
        copied.set(true);
        let after = move || {
            copied.try_set(false);
        };
        set_timeout(after, COPIED);
    };
    let name = move || Some(if copied.get() { t("copied") } else { t("copy") }.to_owned());
    button("icon-button copy", copy)
        .live_attr("aria-label", name)
        .live_attr("title", name)
        .add(live(move || icon(if copied.get() { Icon::Check } else { Icon::Copy })))
        .view()
}
