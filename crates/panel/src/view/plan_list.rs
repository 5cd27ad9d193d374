//! The plan of a run, and how far each step has come.

use crate::state::plan::{is_grave, leave_words, offered, state_name, state_words};
use crate::state::text::{counted, fill, key, t};
use crate::view::icon::{Icon, icon, spinner};
use crate::view::store::store;
use edith_protocol::{Command, RunId, StepAction, StepShown, StepState};
use leptos::prelude::*;

/// The list of a run's plan.
pub(super) fn plan_list(run: RunId) -> AnyView {
    let store = store();
    let id = run.clone();
    let shown = Memo::new(move |_| {
        store.runs.with(|runs| {
            let known = runs.get(&id);
            (known.map(|run| run.plan.clone()).unwrap_or_default(), known.is_some_and(|run| run.is_live()))
        })
    });
    let steps = move || {
        let (steps, is_live) = shown.get();
        steps.iter().enumerate().map(|(at, step)| card(&run, at + 1, step, is_live)).collect_view().into_any()
    };
    view! {
        <li class="steps-of-plan">
            <p class="label" aria-hidden="true">{t("plan_list")}</p>
            <ol class="steps-of-plan__list" aria-label=t("plan_list")>{move || steps()}</ol>
        </li>
    }
    .into_any()
}

fn card(run: &RunId, number: usize, step: &StepShown, is_live: bool) -> AnyView {
    let store = store();
    // A step that nobody works on waits for nothing.
    let state = if !is_live && step.state == StepState::Working { StepState::Pending } else { step.state };
    let number = number.to_string();
    let mark = match state {
        StepState::Pending => view! { <span class="plan-step__number">{number.clone()}</span> }.into_any(),
        StepState::Working => spinner(),
        StepState::Done => icon(Icon::Check),
        StepState::Failed => icon(Icon::Alert),
        StepState::Skipped => icon(Icon::Stop),
    };
    let aloud = fill("step_aloud", &[("number", &number), ("state", state_words(state))]);
    let text = view! {
        <p class="plan-step__text" dir="auto">
            <span class="sr-only">{aloud}</span>
            {step.text.clone()}
        </p>
    };
    let mut facts = Vec::new();
    if matches!(state, StepState::Skipped | StepState::Failed) {
        facts.push(state_words(state).to_owned());
    }
    if step.calls > 0 {
        facts.push(counted(step.calls as usize, key("plan_calls_one"), key("plan_calls_many")));
    }
    facts.extend((!step.reason.is_empty()).then(|| step.reason.clone()));
    let facts = (!facts.is_empty())
        .then(|| view! { <p class="plan-step__facts" dir="auto">{facts.join(" · ")}</p> }.into_any());
    let leave = (!step.effects.is_empty()).then(|| {
        let chip = |effect: &String| {
            let grave = is_grave(effect);
            view! {
                <li class=if grave { "chip chip--may chip--grave" } else { "chip chip--may" }>
                    {grave.then(|| icon(Icon::Alert))}
                    <span class="chip__may" dir="auto">{leave_words(effect, &step.sites)}</span>
                </li>
            }
            .into_any()
        };
        view! { <ul class="plan__may">{step.effects.iter().map(chip).collect_view()}</ul> }
    });
    let actions = if is_live { offered(state) } else { Vec::new() };
    let buttons = actions.into_iter().map(|action| {
        let (label, name) = match action {
            StepAction::Retry => (t("try_again"), key("plan_retry_step")),
            StepAction::Skip => (t("plan_skip"), key("plan_skip_step")),
        };
        let (run_id, step_id) = (run.clone(), step.step_id.clone());
        let tell = move || {
            let command = Command::PlanStep { run_id: run_id.clone(), step_id: step_id.clone(), action };
            store.tell(command, |_| {});
        };
        view! {
            <button
                class="button button--small"
                type="button"
                aria-label=fill(name, &[("n", &number)])
                on:click=move |_| tell()
            >
                {label}
            </button>
        }
        .into_any()
    });
    let buttons: Vec<AnyView> = buttons.collect();
    let buttons =
        (!buttons.is_empty()).then(|| view! { <div class="buttons">{buttons.collect_view()}</div> }.into_any());
    let words = view! { <div class="plan-step__words">{text} {facts} {leave} {buttons}</div> };
    view! {
        <li class="plan-step" data-state=state_name(state)>
            <span class="step__mark">{mark}</span>
            {words}
        </li>
    }
    .into_any()
}
