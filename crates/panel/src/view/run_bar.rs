//! The running indicator: activity, step, Pause and Stop.

use crate::state::runs::Run;
use crate::state::text::t;
use crate::view::el::{button, either, el, flag, live, nothing, when, words};
use crate::view::icon::{Icon, icon, icon_button, spinner};
use crate::view::run_site::run_site;
use crate::view::store::store;
use edith_protocol::{RunId, RunState};
use leptos::prelude::*;

/// The indicator of the open conversation's run.
pub(super) fn run_bar() -> AnyView {
    let store = store();
    let id = words(move || store.live(|run| run.id.0.clone()).unwrap_or_default());
    let taken = flag(move || {
        let taken = store.taken.get();
        taken.is_some()
            && store.live(|run| run.state == RunState::Paused && Some(&run.id) == taken.as_ref()) == Some(true)
    });
    let headline =
        words(
            move || {
                if taken.get() { t("your_turn").to_owned() } else { store.live(Run::headline).unwrap_or_default() }
            },
        );
    let count = words(move || {
        store.live(|run| if run.has_share() { run.step_count() } else { String::new() }).unwrap_or_default()
    });
    let percent = move || {
        let share = store.live(|run| match run.share() {
            (done, all) if run.has_share() => 100 * done / all.max(1),
            _ => 0,
        });
        format!("inline-size: {}%", share.unwrap_or_default().min(100))
    };
    let paused = flag(move || store.live(|run| run.state == RunState::Paused).unwrap_or_default());
    let still =
        flag(move || store.live(|run| matches!(run.state, RunState::Paused | RunState::Asking)).unwrap_or_default());
    let agent = flag(move || store.live(Run::is_agent).unwrap_or_default());
    let pause_name = move || Some(if paused.get() { t("resume") } else { t("pause") }.to_owned());
    live(move || {
        let run_id = RunId(id.get());
        if run_id.0.is_empty() {
            return nothing();
        }
        let (to_pause, to_take, to_give, to_stop) = (run_id.clone(), run_id.clone(), run_id.clone(), run_id);
        let at_rest = move || icon(if paused.get() { Icon::Pause } else { Icon::Hand });
        let pause = move || {
            let run_id = to_pause.clone();
            button("icon-button", move || store.pause(run_id.clone(), !paused.get_untracked()))
                .live_attr("aria-label", pause_name)
                .live_attr("title", pause_name)
                .add(live(move || icon(if paused.get() { Icon::Play } else { Icon::Pause })))
                .view()
        };
        let over = move || {
            let run_id = to_take.clone();
            icon_button(Icon::Cursor, t("take_over"), move || store.take_over(run_id.clone()))
        };
        let back = move || {
            let run_id = to_give.clone();
            button("button button--small button--main", move || store.hand_back(run_id.clone())).text(t("go_on")).view()
        };
        let said = el("div", "run__words")
            .add(el("p", "run__headline").attr("dir", "auto").live_text(move || headline.get()))
            .add(el("p", "run__count").live_text(move || count.get()))
            .add(run_site());
        el("section", "")
            .live_attr("class", move || Some(if still.get() { "run run--still" } else { "run" }.to_owned()))
            .attr("aria-label", t("running_task"))
            .add(el("span", "run__mark").add(either(move || still.get(), move || live(at_rest), spinner)))
            .add(said)
            .add(when(move || agent.get() && !taken.get(), over))
            .add(when(move || agent.get() && !taken.get(), pause))
            .add(when(move || taken.get(), back))
            .add(
                button("button button--small button--stop", move || store.stop(to_stop.clone()))
                    .add(icon(Icon::Stop))
                    .text(t("stop")),
            )
            .add(el("span", "run__bar").attr("aria-hidden", "true").live_property("style", percent))
            .view()
    })
}
