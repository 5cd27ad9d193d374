//! One step of a run: closed it says what was done, open it shows the exact call, the answer and the picture.

use crate::state::format::duration;
use crate::state::runs::{Call, Step, StepState};
use crate::state::tool_title::{exact, title};
use crate::view::icon::{Icon, icon};
use crate::view::message::copy_button;
use crate::view::store::store;
use edith_protocol::RunId;
use leptos::html::Details;
use leptos::prelude::*;

/// The card of a step.
pub fn step_card(run: RunId, number: u32) -> impl IntoView {
    let store = store();
    let step = Memo::new(move |_| {
        store.runs.with(|runs| {
            let run = runs.get(&run)?;
            let step = run.find_step(number)?;
            Some((step.clone(), run.step_state(step)))
        })
    });
    let state = Memo::new(move |_| step.with(|step| step.as_ref().map_or(StepState::Unanswered, |(_, state)| *state)));
    let frame = NodeRef::<Details>::new();
    let open = RwSignal::new(false);
    // Told a moment later, when the card may be gone.
    let toggled = move |_| open.set(frame.try_get_untracked().flatten().is_some_and(|frame| frame.open()));
    let line = move || step.with(|step| step.as_ref().map(|(step, _)| step_line(step)).unwrap_or_default());
    let meta = move || step.with(|step| step.as_ref().map(|(step, _)| step_time(step)).unwrap_or_default());
    let calls = move || {
        let calls = step.with(|step| step.as_ref().map(|(step, _)| step.calls.clone()).unwrap_or_default());
        calls.into_iter().map(|call| call_view(call, number)).collect_view()
    };
    view! {
        <li class="step-row" data-state=move || state_name(state.get())>
            <details class="step" node_ref=frame on:toggle=toggled>
                <summary class="step__head">
                    <span class="step__mark">{move || mark(state.get())}</span>
                    <span class="step__title" dir="auto">
                        <span class="sr-only">{format!("Step {number}, ")}{move || state_words(state.get())}": "</span>
                        {line}
                    </span>
                    <span class="step__meta">{meta}</span>
                    <span class="step__chevron">{icon(Icon::Chevron)}</span>
                </summary>
                <Show when=move || open.get()><div class="step__body">{calls}</div></Show>
            </details>
        </li>
    }
}

fn call_view(call: Call, number: u32) -> impl IntoView {
    let text = exact(&call.tool, &call.args);
    let failed = call.ok == Some(false);
    view! {
        <div class="call">
            <div class="call__head"><h3 class="label">"Call"</h3>{copy_button(text.clone())}</div>
            <pre class="call__text" tabindex="0" dir="ltr">{text}</pre>
            {match call.result {
                Some(result) => view! {
                    <div class="call__head"><h3 class="label">{if failed { "Error" } else { "Answer" }}</h3>{copy_button(result.clone())}</div>
                    <pre class="call__text" class:call__text--failed=failed tabindex="0" dir="auto">{result}</pre>
                }.into_any(),
                None => view! { <p class="call__none">"No answer yet."</p> }.into_any(),
            }}
            {call.screenshot.map(|picture| view! {
                <img class="call__picture" src=picture alt=format!("The page in step {number}")/>
            })}
        </div>
    }
}

fn step_line(step: &Step) -> String {
    let words =
        |call: &Call| if call.text.trim().is_empty() { title(&call.tool, &call.args, None) } else { call.text.clone() };
    match step.calls.as_slice() {
        [] => format!("Step {}", step.number),
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
        StepState::Working => view! { <span class="spinner"></span> }.into_any(),
        StepState::Done => icon(Icon::Check).into_any(),
        StepState::Failed => icon(Icon::Alert).into_any(),
        StepState::Unanswered => icon(Icon::Stop).into_any(),
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
        StepState::Working => "at work",
        StepState::Done => "done",
        StepState::Failed => "failed",
        StepState::Unanswered => "not finished",
    }
}
