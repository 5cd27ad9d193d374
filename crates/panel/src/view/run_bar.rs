//! The running indicator: what was reached, what it cost, Pause and Stop; and over an ask its heading.

use crate::state::ask;
use crate::state::runs::{Run, goes_on_in};
use crate::state::text::t;
use crate::view::icon::{Icon, icon, icon_button, spinner};
use crate::view::memo::{flag, words};
use crate::view::run_site::run_site;
use crate::view::show::Show;
use crate::view::store::store;
use edith_protocol::{FormTarget, RunId, RunState, WaitShown};
use leptos::prelude::*;
use std::time::Duration;

/// The indicator of the open conversation's run.
pub(super) fn run_bar() -> AnyView {
    let store = store();
    let id = words(move || store.live(|run| run.id.0.clone()).unwrap_or_default());
    let taken = flag(move || store.live(|run| run.state == RunState::Paused && run.taken_over) == Some(true));
    let told = Memo::new(move |_| store.live(Run::told).unwrap_or_default());
    let waiting = Memo::new(move |_| store.live(|run| run.waiting.clone()).flatten());
    let title = words(move || {
        let kind = store.ask().map(|ask| (ask.kind, ask.run_id));
        kind.map_or_else(String::new, |(kind, run)| {
            let of = |run: &Run| (!run.asks_for_server()).then_some(run.form.target);
            let target = store.runs.with(|runs| runs.get(&run).map_or_else(|| Some(FormTarget::default()), of));
            ask::title(&kind, target).to_owned()
        })
    });
    let headline = words(move || match title.get() {
        title if !title.is_empty() => title,
        _ if taken.get() => t("your_turn").to_owned(),
        _ => told.with(|(headline, _)| headline.clone()),
    });
    let beside = words(move || told.with(|(_, beside)| beside.clone()));
    let spent = words(move || store.live(Run::spent).unwrap_or_default());
    let share = Memo::new(move |_| store.live(Run::share).flatten());
    let percent = Signal::derive(move || match share.get() {
        Some((done, all)) => format!("inline-size: {}%", (100 * done / all.max(1)).min(100)),
        None => "inline-size: 0%".to_owned(),
    });
    let paused = flag(move || store.live(|run| run.state == RunState::Paused).unwrap_or_default());
    let still =
        flag(move || store.live(|run| matches!(run.state, RunState::Paused | RunState::Asking)).unwrap_or_default());
    let agent = flag(move || store.live(Run::is_agent).unwrap_or_default());
    let pause_name = Signal::derive(move || Some(if paused.get() { t("resume") } else { t("pause") }.to_owned()));
    let shown = move || {
        let run_id = RunId(id.get());
        if run_id.0.is_empty() {
            return ().into_any();
        }
        let (to_pause, to_take, to_give, to_stop) = (run_id.clone(), run_id.clone(), run_id.clone(), run_id);
        let at_rest = move || icon(if paused.get() { Icon::Pause } else { Icon::Hand });
        let pause = move || {
            let run_id = to_pause.clone();
            view! {
                <button
                    class="icon-button"
                    type="button"
                    aria-label=pause_name
                    title=pause_name
                    on:click=move |_| store.pause(run_id.clone(), !paused.get_untracked())
                >
                    {move || icon(if paused.get() { Icon::Play } else { Icon::Pause })}
                </button>
            }
            .into_any()
        };
        let over = move || {
            let run_id = to_take.clone();
            icon_button(Icon::Cursor, t("take_over"), move || store.take_over(run_id.clone()))
        };
        let back = move || {
            let run_id = to_give.clone();
            view! {
                <button
                    class="button button--small button--main"
                    type="button"
                    on:click=move |_| store.hand_back(run_id.clone())
                >
                    {t("go_on")}
                </button>
            }
            .into_any()
        };
        let said = view! {
            <div class="run__words">
                <h2 class="run__headline" id="ask-title" dir="auto">{headline}</h2>
                <p class="run__count" dir="auto">{beside}</p>
                {move || waiting.get().map_or_else(|| ().into_any(), countdown)}
                {run_site()}
                <p class="run__spent">{spent}</p>
            </div>
        };
        view! {
            <section
                class=move || if still.get() { "run run--still" } else { "run" }
                aria-label=t("running_task")
            >
                <span class="run__mark">
                    <Show when=still fallback=spinner>
                        {move || at_rest()}
                    </Show>
                </span>
                {said}
                <Show when=move || agent.get() && !taken.get()>{over()}</Show>
                <Show when=move || agent.get() && !taken.get()>{pause()}</Show>
                <Show when=taken>{back()}</Show>
                <button
                    class="button button--small button--stop"
                    type="button"
                    on:click=move |_| store.stop(to_stop.clone())
                >
                    {icon(Icon::Stop)}
                    {t("stop")}
                </button>
                <span class="run__bar" aria-hidden="true" prop:style=percent></span>
            </section>
        }
        .into_any()
    };
    view! { {move || shown()} }.into_any()
}

/// The seconds until the busy server is asked again. It is not part of what is announced.
fn countdown(waiting: WaitShown) -> AnyView {
    let now = RwSignal::new(js_sys::Date::now());
    if let Ok(ticks) = set_interval_with_handle(move || now.set(js_sys::Date::now()), Duration::from_secs(1)) {
        on_cleanup(move || ticks.clear());
    }
    view! { <p class="run__wait">{move || goes_on_in(&waiting, now.get())}</p> }.into_any()
}
