//! One step of a run: closed it says what was done, open it shows the exact call, the answer and the picture.

use crate::state::format::duration;
use crate::state::runs::{Call, Step, StepState};
use crate::state::text::{fill, t};
use crate::state::tool_title::{exact, title};
use crate::view::el::{all, el, live, when};
use crate::view::icon::{Icon, icon, spinner};
use crate::view::message::copy_button;
use crate::view::store::store;
use edith_protocol::RunId;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

/// The card of a step.
pub fn step_card(run: RunId, number: u32) -> AnyView {
    let store = store();
    let step = Memo::new(move |_| {
        store.runs.with(|runs| {
            let run = runs.get(&run)?;
            let step = run.find_step(number)?;
            Some((step.clone(), run.step_state(step)))
        })
    });
    let state = move || step.with(|step| step.as_ref().map_or(StepState::Unanswered, |(_, state)| *state));
    let open = RwSignal::new(false);
    let toggled = move |event: web_sys::Event| {
        let card = event.target().and_then(|target| target.dyn_into::<web_sys::HtmlDetailsElement>().ok());
        // Told a moment later, when the card may be gone.
        open.try_set(card.is_some_and(|card| card.open()));
    };
    let line = move || step.with(|step| step.as_ref().map(|(step, _)| step_line(step)).unwrap_or_default());
    let meta = move || step.with(|step| step.as_ref().map(|(step, _)| step_time(step)).unwrap_or_default());
    let calls = move || {
        let calls = step.with(|step| step.as_ref().map(|(step, _)| step.calls.clone()).unwrap_or_default());
        all(calls.into_iter().map(|call| call_view(call, number)).collect())
    };
    let title =
        el("span", "step__title")
            .attr("dir", "auto")
            .add(el("span", "sr-only").live_text(move || {
                fill("step_aloud", &[("number", &number.to_string()), ("state", state_words(state()))])
            }))
            .live_text(line);
    let head = el("summary", "step__head")
        .add(el("span", "step__mark").add(live(move || mark(state()))))
        .add(title)
        .add(el("span", "step__meta").live_text(meta))
        .add(el("span", "step__chevron").add(icon(Icon::Chevron)));
    let body = when(move || open.get(), move || el("div", "step__body").add(live(calls)).view());
    let card = el("details", "step").on("toggle", toggled).add(head).add(body);
    el("li", "step-row").live_attr("data-state", move || Some(state_name(state()).to_owned())).add(card).view()
}

fn call_view(call: Call, number: u32) -> AnyView {
    let text = exact(&call.tool, &call.args);
    let failed = call.ok == Some(false);
    let head = |label: &'static str, text: String| {
        el("div", "call__head").add(el("p", "label").text(label)).add(copy_button(text))
    };
    let pre = |class: &'static str, dir: &'static str, text: String| {
        el("pre", class).attr("tabindex", "0").attr("dir", dir).text(text)
    };
    let view = el("div", "call").add(head(t("call"), text.clone())).add(pre("call__text", "ltr", text));
    let view = match call.result {
        Some(result) => {
            let class = if failed { "call__text call__text--failed" } else { "call__text" };
            view.add(head(if failed { t("error") } else { t("answer") }, result.clone()))
                .add(pre(class, "auto", result))
        }
        None => view.add(el("p", "call__none").text(t("no_answer"))),
    };
    let picture = call.screenshot.map(|picture| {
        el("img", "call__picture")
            .attr("src", picture)
            .attr("alt", fill("page_in_step", &[("number", &number.to_string())]))
    });
    view.add_some(picture).view()
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

/// How long its calls took; nothing while one is at work.
fn step_time(step: &Step) -> String {
    let ended = step.calls.iter().map(|call| call.ended_at).collect::<Option<Vec<_>>>();
    let last = ended.and_then(|ended| ended.into_iter().reduce(f64::max));
    last.filter(|last| *last > step.timestamp).map(|last| duration(last - step.timestamp)).unwrap_or_default()
}

fn mark(state: StepState) -> AnyView {
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
