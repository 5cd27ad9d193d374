//! The line that replaces the steps of a run that are over: their number, how many failed, and how long they took.

use crate::state::format::duration;
use crate::state::runs::{Run, StepState};
use crate::state::timeline::folded_of;
use crate::view::el::{button, el, flag, live};
use crate::view::icon::{Icon, icon};
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
    let line = button("fold", toggle)
        .live_attr("data-state", move || failed.get().then(|| "failed".to_owned()))
        .live_attr("aria-expanded", move || Some(open.get().to_string()))
        .add(live(move || icon(if failed.get() { Icon::Alert } else { Icon::Check })))
        .add(el("span", "").live_text(line))
        .add(el("span", "step__chevron").add(icon(Icon::Chevron)));
    el("li", "fold-row").add(line).view()
}
