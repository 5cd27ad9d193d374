//! A step of a run: closed a summary, open the exact call, its result and picture.

use crate::state::format::{count, duration, money};
use crate::state::runs::{Call, Step, StepState};
use crate::state::text::{fill, t};
use crate::state::tool_title::{exact, title};
use crate::view::copy_button::copy_button;
use crate::view::el::{all, button, el, flag, live, nothing, when, words};
use crate::view::icon::{Icon, icon, spinner};
use crate::view::store::store;
use crate::view::viewer::thumbnail;
use edith_protocol::RunId;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

/// The card of a step.
pub(super) fn step_card(run: RunId, number: u32) -> AnyView {
    let store = store();
    let id = run.clone();
    let step = Memo::new(move |_| {
        store.runs.with(|runs| {
            let run = runs.get(&id)?;
            let step = run.find_step(number)?;
            Some((step.clone(), run.step_state(step)))
        })
    });
    let state = move || step.with(|step| step.as_ref().map_or(StepState::Unanswered, |(_, state)| *state));
    let open = RwSignal::new(false);
    let toggled = move |event: web_sys::Event| {
        let card = event.target().and_then(|target| target.dyn_into::<web_sys::HtmlDetailsElement>().ok());
        // Fires a moment later, when the card may be gone.
        open.try_set(card.is_some_and(|card| card.open()));
    };
    let line = move || step.with(|step| step.as_ref().map(|(step, _)| step_line(step)).unwrap_or_default());
    let meta = move || step.with(|step| step.as_ref().map(|(step, _)| step_time(step)).unwrap_or_default());
    let calls = move || {
        let calls = step.with(|step| step.as_ref().map(|(step, _)| step.calls.clone()).unwrap_or_default());
        all(calls.into_iter().map(call_view).collect())
    };
    let title =
        el("span", "step__title")
            .attr("dir", "auto")
            .add(el("span", "sr-only").live_text(move || {
                fill("step_aloud", &[("number", &number.to_string()), ("state", state_words(state()))])
            }))
            .live_text(line);
    let head = el("summary", "step__head")
        .add(el("span", "step__mark").add(live(move || state_icon(state()))))
        .add(title)
        .add(el("span", "step__meta").live_text(meta))
        .add(el("span", "step__chevron").add(icon(Icon::Chevron)));
    let used = move || step.with(|step| step.as_ref().map(|(step, _)| step_usage(step)).unwrap_or_default());
    let retried = run.clone();
    let over = flag(move || store.live(|_| ()).is_none());
    let body = move || {
        let retried = retried.clone();
        let retry = move || {
            let retried = retried.clone();
            button("button button--small button--quiet", move || store.retry(retried.clone(), number))
                .add(icon(Icon::Retry))
                .text(t("retry_step"))
                .view()
        };
        el("div", "step__body")
            .add(live(calls))
            .add(
                el("div", "step__foot").add(el("p", "step__used").live_text(used)).add(when(move || over.get(), retry)),
            )
            .view()
    };
    let body = when(move || open.get(), body);
    let card = el("details", "step").on("toggle", toggled).add(head).add(body);
    let pictures = Memo::new(move |_| {
        store.runs.with(|runs| {
            let all = runs.get(&run).map(crate::state::runs::Run::pictures).unwrap_or_default();
            let own = |(at, (step, picture)): (usize, (u32, &str))| {
                (step == number).then(|| (run.clone(), at, picture.to_owned()))
            };
            all.into_iter().enumerate().filter_map(own).collect::<Vec<_>>()
        })
    });
    let thumbs =
        move || all(pictures.get().into_iter().map(|(run, at, picture)| thumbnail(run, at, number, picture)).collect());
    // What a server says about its progress, for everybody to see and not only whoever opens the step.
    let told = words(move || {
        step.with(|step| {
            let calls = step.iter().flat_map(|(step, _)| &step.calls);
            calls.map(|call| call.told.as_str()).find(|told| !told.is_empty()).unwrap_or_default().to_owned()
        })
    });
    let told_line = move || match told.get() {
        told if told.is_empty() => nothing(),
        told => el("p", "step__told").attr("dir", "auto").text(told).view(),
    };
    el("li", "step-row")
        .live_attr("data-state", move || Some(state_name(state()).to_owned()))
        .add(card)
        .add(live(told_line))
        .add(live(thumbs))
        .view()
}

fn call_view(call: Call) -> AnyView {
    let text = exact(&call.tool, &call.args);
    let failed = call.ok == Some(false);
    let head = |label: &'static str, text: String| {
        el("div", "call__head").add(el("p", "label").text(label)).add(copy_button(text))
    };
    let pre = |class: &'static str, dir: &'static str, text: String| {
        el("pre", class).attr("tabindex", "0").attr("dir", dir).text(text)
    };
    let view = el("div", "call").add(head(t("call"), text.clone())).add(pre("call__text", "ltr", text));
    match call.result {
        Some(result) => {
            let class = if failed { "call__text call__text--failed" } else { "call__text" };
            view.add(head(if failed { t("error") } else { t("answer") }, result.clone()))
                .add(pre(class, "auto", result))
        }
        None if !call.told.is_empty() => view.add(el("p", "call__none").attr("dir", "auto").text(call.told)),
        None => view.add(el("p", "call__none").text(t("no_answer"))),
    }
    .view()
}

/// The cost of its model turn; empty if nothing was counted.
fn step_usage(step: &Step) -> String {
    let usage = &step.usage;
    if usage.tokens() == 0 {
        return String::new();
    }
    let figures = [("sent", count(usage.prompt_tokens)), ("received", count(usage.completion_tokens))];
    let words = fill("tokens_of_step", &figures.each_ref().map(|(name, figure)| (*name, figure.as_str())));
    match usage.price.filter(|price| *price > 0.0) {
        Some(price) => format!("{words} · {}", money(price)),
        None => words,
    }
}

fn step_line(step: &Step) -> String {
    let words =
        |call: &Call| if call.text.trim().is_empty() { title(&call.tool, &call.args, None) } else { call.text.clone() };
    match step.calls.as_slice() {
        [] => fill("step_number", &[("step", &step.number.to_string())]),
        [call] => words(call),
        [call, more @ ..] => format!("{} +{}", words(call), more.len()),
    }
}

/// The duration of its calls; empty while one is running, and where it is too short to be told.
fn step_time(step: &Step) -> String {
    let ended = step.calls.iter().map(|call| call.ended_at).collect::<Option<Vec<_>>>();
    let last = ended.and_then(|ended| ended.into_iter().reduce(f64::max));
    last.filter(|last| *last >= step.timestamp + 50.0).map(|last| duration(last - step.timestamp)).unwrap_or_default()
}

fn state_icon(state: StepState) -> AnyView {
    match state {
        StepState::Working => spinner(),
        StepState::Done => icon(Icon::Check),
        StepState::Failed => icon(Icon::Alert),
        StepState::Unanswered => icon(Icon::Stop),
    }
}

fn state_name(state: StepState) -> &'static str {
    match state {
        StepState::Working => "working",
        StepState::Done => "done",
        StepState::Failed => "failed",
        StepState::Unanswered => "unanswered",
    }
}

fn state_words(state: StepState) -> &'static str {
    match state {
        StepState::Working => t("at_work"),
        StepState::Done => t("step_done"),
        StepState::Failed => t("step_failed"),
        StepState::Unanswered => t("not_finished"),
    }
}
