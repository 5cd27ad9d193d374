//! The line that replaces the steps of a run that are over: their number, how many failed, and how long they took.

use crate::state::format::duration;
use crate::state::runs::{Run, StepState};
use crate::state::timeline::folded_of;
use crate::view::icon::{Icon, icon};
use crate::view::memo::flag;
use crate::view::store::store;
use edith_protocol::RunId;
use leptos::prelude::*;

/// The line; pressing it shows or hides the steps.
pub(super) fn fold(run: RunId) -> AnyView {
    let store = store();
    let id = run.clone();
    let line = move || {
        store.runs.with(|runs| {
            let Some(run) = runs.get(&id) else { return String::new() };
            let folded = folded_of(run);
            let steps = run.folded(folded);
            match run.worked() {
                worked if worked > 0.0 && folded == run.steps.len() => format!("{steps} · {}", duration(worked)),
                _ => steps,
            }
        })
    };
    let id = run.clone();
    let failed = flag(move || {
        store.runs.with(|runs| {
            let failed = |run: &Run| run.steps.iter().any(|step| run.step_state(step) == StepState::Failed);
            runs.get(&id).is_some_and(failed)
        })
    });
    let id = run.clone();
    let open = flag(move || store.unfolded.with(|open| open.contains(&id)));
    let toggle = move || {
        store.unfolded.update(|open| match open.iter().position(|one| *one == run) {
            Some(at) => drop(open.remove(at)),
            None => open.push(run.clone()),
        });
    };
    let line = view! {
        <button
            class="fold"
            type="button"
            data-state=move || failed.get().then_some("failed")
            aria-expanded=move || open.get().to_string()
            on:click=move |_| toggle()
        >
            {move || icon(if failed.get() { Icon::Alert } else { Icon::Check })}
            <span>{move || line()}</span>
            <span class="step__chevron">{icon(Icon::Chevron)}</span>
        </button>
    };
    view! { <li class="fold-row">{line}</li> }.into_any()
}
