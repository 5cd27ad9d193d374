//! A step of a run: closed a summary, open the exact call, its result and picture.

use crate::state::format::{count, duration, money};
use crate::state::runs::{Call, Step, StepState};
use crate::state::text::{fill, t};
use crate::state::tool_title::{exact, title};
use crate::view::copy_button::copy_button;
use crate::view::icon::{Icon, icon, spinner};
use crate::view::memo::{flag, words};
use crate::view::show::Show;
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
        calls.into_iter().map(call_view).collect_view().into_any()
    };
    let title = view! {
        <span class="step__title" dir="auto">
            <span class="sr-only">
                {move || { fill("step_aloud", &[("number", &number.to_string()), ("state", state_words(state()))]) }}
            </span>
            {move || line()}
        </span>
    };
    let head = view! {
        <summary class="step__head">
            <span class="step__mark">{move || state_icon(state())}</span>
            {title}
            <span class="step__meta">{move || meta()}</span>
            <span class="step__chevron">{icon(Icon::Chevron)}</span>
        </summary>
    };
    let used = move || step.with(|step| step.as_ref().map(|(step, _)| step_usage(step)).unwrap_or_default());
    let retried = run.clone();
    let over = flag(move || store.live(|_| ()).is_none());
    let body = move || {
        let retried = retried.clone();
        let retry = move || {
            let retried = retried.clone();
            view! {
                <button
                    class="button button--small button--quiet"
                    type="button"
                    on:click=move |_| store.retry(retried.clone(), number)
                >
                    {icon(Icon::Retry)}
                    {t("retry_step")}
                </button>
            }
            .into_any()
        };
        view! {
            <div class="step__body">
                {move || calls()}
                <div class="step__foot">
                    <p class="step__used">{move || used()}</p>
                    <Show when=over>{retry()}</Show>
                </div>
            </div>
        }
        .into_any()
    };
    let body = view! { <Show when=open>{body()}</Show> }.into_any();
    let card = view! {
        <details class="step" on:toggle=toggled>
            {head}
            {body}
        </details>
    };
    let pictures = Memo::new(move |_| {
        store.runs.with(|runs| {
            let all = runs.get(&run).map(crate::state::runs::Run::pictures).unwrap_or_default();
            let own = |(at, (step, picture)): (usize, (u32, &str))| {
                (step == number).then(|| (run.clone(), at, picture.to_owned()))
            };
            all.into_iter().enumerate().filter_map(own).collect::<Vec<_>>()
        })
    });
    let thumbs = move || {
        pictures
            .get()
            .into_iter()
            .map(|(run, at, picture)| thumbnail(run, at, number, picture))
            .collect_view()
            .into_any()
    };
    // What a server says about its progress, for everybody to see and not only whoever opens the step.
    let told = words(move || {
        step.with(|step| {
            let calls = step.iter().flat_map(|(step, _)| &step.calls);
            calls.map(|call| call.told.as_str()).find(|told| !told.is_empty()).unwrap_or_default().to_owned()
        })
    });
    let told_line = move || match told.get() {
        told if told.is_empty() => ().into_any(),
        told => view! { <p class="step__told" dir="auto">{told}</p> }.into_any(),
    };
    view! {
        <li class="step-row" data-state=move || state_name(state()).to_owned()>
            {card}
            {move || told_line()}
            {move || thumbs()}
        </li>
    }
    .into_any()
}

fn call_view(call: Call) -> AnyView {
    let text = exact(&call.tool, &call.args);
    let failed = call.ok == Some(false);
    let head = |label: &'static str, text: String| {
        view! {
            <div class="call__head">
                <p class="label">{label}</p>
                {copy_button(text)}
            </div>
        }
    };
    let pre = |class: &'static str, dir: &'static str, text: String| {
        view! { <pre class=class tabindex="0" dir=dir>{text}</pre> }
    };
    let answer = match call.result {
        Some(result) => {
            let class = if failed { "call__text call__text--failed" } else { "call__text" };
            view! {
                {head(if failed { t("error") } else { t("answer") }, result.clone())}
                {pre(class, "auto", result)}
            }
            .into_any()
        }
        None if !call.told.is_empty() => view! { <p class="call__none" dir="auto">{call.told}</p> }.into_any(),
        None => view! { <p class="call__none">{t("no_answer")}</p> }.into_any(),
    };
    view! { <div class="call">{head(t("call"), text.clone())} {pre("call__text", "ltr", text)} {answer}</div> }
        .into_any()
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
