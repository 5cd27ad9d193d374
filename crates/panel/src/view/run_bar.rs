//! The running indicator: what goes on, which step it is, Pause and Stop.

use crate::view::icon::{Icon, icon};
use crate::view::store::store;
use edith_protocol::RunState;
use leptos::prelude::*;

/// The indicator of the run in the open conversation.
pub fn run_bar() -> impl IntoView {
    let store = store();
    let id = Memo::new(move |_| store.live(|run| run.id.clone()));
    let headline = Memo::new(move |_| store.live(|run| run.headline()).unwrap_or_default());
    let count = Memo::new(move |_| {
        store.live(|run| if run.is_agent() { run.step_count() } else { String::new() }).unwrap_or_default()
    });
    let share = Memo::new(move |_| {
        store
            .live(|run| if run.is_agent() { f64::from(run.step) / f64::from(run.max_steps.max(1)) } else { 0.0 })
            .unwrap_or_default()
    });
    let paused = Memo::new(move |_| store.live(|run| run.state == RunState::Paused).unwrap_or_default());
    let still = Memo::new(move |_| {
        store.live(|run| matches!(run.state, RunState::Paused | RunState::Asking)).unwrap_or_default()
    });
    let agent = Memo::new(move |_| store.live(|run| run.is_agent()).unwrap_or_default());
    let pause_name = move || if paused.get() { "Resume" } else { "Pause" };
    move || {
        id.get().map(|run_id| {
            let (to_pause, to_stop) = (run_id.clone(), run_id);
            view! {
                <section class="run" aria-label="Running task" class:run--still=move || still.get()>
                    <span class="run__mark">
                        <Show when=move || still.get() fallback=|| view! { <span class="spinner"></span> }>
                            {move || icon(if paused.get() { Icon::Pause } else { Icon::Hand })}
                        </Show>
                    </span>
                    <div class="run__words">
                        <p class="run__headline" dir="auto">{move || headline.get()}</p>
                        <p class="run__count">{move || count.get()}</p>
                    </div>
                    <Show when=move || agent.get()>
                        {
                            let to_pause = to_pause.clone();
                            view! {
                                <button type="button" class="icon-button" aria-label=pause_name title=pause_name
                                    on:click=move |_| store.pause(to_pause.clone(), !paused.get_untracked())>
                                    {move || icon(if paused.get() { Icon::Play } else { Icon::Pause })}
                                </button>
                            }
                        }
                    </Show>
                    <button type="button" class="button button--small button--stop" on:click=move |_| store.stop(to_stop.clone())>
                        {icon(Icon::Stop)}"Stop"
                    </button>
                    <span class="run__bar" aria-hidden="true" style:inline-size=move || format!("{:.0}%", share.get() * 100.0)></span>
                </section>
            }
        })
    }
}
