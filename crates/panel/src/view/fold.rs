//! The line that replaces a finished run's steps: their number, duration and cost.

use crate::state::format::duration;
use crate::state::text::{counted, key};
use crate::view::el::{button, el, flag};
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
            let steps = counted(run.steps.len(), key("step_one"), key("step_many"));
            match run.worked() {
                worked if worked > 0.0 => format!("{steps} · {}", duration(worked)),
                _ => steps,
            }
        })
    };
    let id = run.clone();
    let open = flag(move || store.unfolded.with(|open| open.contains(&id)));
    let toggle = move || {
        store.unfolded.update(|open| match open.iter().position(|one| *one == run) {
            Some(at) => drop(open.remove(at)),
            None => open.push(run.clone()),
        });
    };
    let line = button("fold", toggle)
        .live_attr("aria-expanded", move || Some(open.get().to_string()))
        .add(icon(Icon::Check))
        .add(el("span", "").live_text(line))
        .add(el("span", "step__chevron").add(icon(Icon::Chevron)));
    el("li", "fold-row").add(line).view()
}
