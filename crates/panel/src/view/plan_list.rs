//! The plan of a run, and how far each step has come.

use crate::state::plan::{is_grave, leave_words, offered, state_name, state_words};
use crate::state::text::{counted, fill, key, t};
use crate::view::el::{all, button, el, live};
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
        all(steps.iter().enumerate().map(|(at, step)| card(&run, at + 1, step, is_live)).collect())
    };
    el("li", "steps-of-plan")
        .add(el("p", "label").attr("aria-hidden", "true").text(t("plan_list")))
        .add(el("ol", "steps-of-plan__list").attr("aria-label", t("plan_list")).add(live(steps)))
        .view()
}

fn card(run: &RunId, number: usize, step: &StepShown, is_live: bool) -> AnyView {
    let store = store();
    // A step that nobody works on waits for nothing.
    let state = if !is_live && step.state == StepState::Working { StepState::Pending } else { step.state };
    let number = number.to_string();
    let mark = match state {
        StepState::Pending => el("span", "plan-step__number").text(number.clone()).view(),
        StepState::Working => spinner(),
        StepState::Done => icon(Icon::Check),
        StepState::Failed => icon(Icon::Alert),
        StepState::Skipped => icon(Icon::Stop),
    };
    let aloud = fill("step_aloud", &[("number", &number), ("state", state_words(state))]);
    let text =
        el("p", "plan-step__text").attr("dir", "auto").add(el("span", "sr-only").text(aloud)).text(step.text.clone());
    let mut facts = Vec::new();
    if matches!(state, StepState::Skipped | StepState::Failed) {
        facts.push(state_words(state).to_owned());
    }
    if step.calls > 0 {
        facts.push(counted(step.calls as usize, key("plan_calls_one"), key("plan_calls_many")));
    }
    facts.extend((!step.reason.is_empty()).then(|| step.reason.clone()));
    let facts = (!facts.is_empty()).then(|| el("p", "plan-step__facts").attr("dir", "auto").text(facts.join(" · ")));
    let leave = (!step.effects.is_empty()).then(|| {
        let chip = |effect: &String| {
            let grave = is_grave(effect);
            el("li", if grave { "chip chip--may chip--grave" } else { "chip chip--may" })
                .add_some(grave.then(|| icon(Icon::Alert)))
                .add(el("span", "chip__may").attr("dir", "auto").text(leave_words(effect, &step.sites)))
                .view()
        };
        el("ul", "plan__may").add_all(step.effects.iter().map(chip))
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
        button("button button--small", tell).attr("aria-label", fill(name, &[("n", &number)])).text(label).view()
    });
    let buttons: Vec<AnyView> = buttons.collect();
    let buttons = (!buttons.is_empty()).then(|| el("div", "buttons").add_all(buttons));
    let words = el("div", "plan-step__words").add(text).add_some(facts).add_some(leave).add_some(buttons);
    el("li", "plan-step")
        .attr("data-state", state_name(state))
        .add(el("span", "step__mark").add(mark))
        .add(words)
        .view()
}
