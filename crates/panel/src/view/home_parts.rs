//! The first page's current activity: running tasks and upcoming schedules.

use crate::state::format::shorten;
use crate::state::runs::Run;
use crate::state::schedules::{name_of, soonest};
use crate::state::text::t;
use crate::view::el::{all, button, el, live, when};
use crate::view::icon::{Icon, icon, spinner};
use crate::view::schedules::moment;
use crate::view::store::{Screen, store};
use edith_protocol::RunState;
use leptos::prelude::*;

/// Schedules shown on the first page.
const COMING: usize = 3;

/// A section of the first page with its heading.
pub(super) fn part(id: &'static str, title: &'static str, body: AnyView) -> AnyView {
    el("section", "home__part")
        .attr("aria-labelledby", id)
        .add(el("h2", "label").attr("id", id).text(title))
        .add(body)
        .view()
}

/// The running tasks.
pub(super) fn running() -> AnyView {
    let store = store();
    let tasks = Memo::new(move |_| {
        store.runs.with(|runs| {
            let told = |run: &Run| {
                let still = matches!(run.state, RunState::Paused | RunState::Asking);
                let prompt = store.conversations.with(|all| {
                    let conversation = all.iter().find(|one| one.id == run.conversation_id);
                    conversation
                        .map(|one| crate::state::conversations::title(&one.shown()))
                        .unwrap_or_else(|| run.prompt.clone())
                });
                (run.conversation_id.clone(), shorten(&prompt, 80), run.headline(), still)
            };
            runs.live().filter(|run| run.parent.is_none()).map(told).collect::<Vec<_>>()
        })
    });
    let rows = move || {
        let rows = tasks.get().into_iter().map(|(id, prompt, headline, still)| {
            let tile = button("tile tile--row", move || store.open(Some(id.clone())))
                .add(if still { icon(Icon::Hand) } else { spinner() })
                .add(el("span", "tile__title").attr("dir", "auto").text(prompt))
                .add(el("span", "tile__when").attr("dir", "auto").text(shorten(&headline, 28)));
            el("li", "").add(tile).view()
        });
        all(rows.collect())
    };
    when(
        move || tasks.with(|tasks| !tasks.is_empty()),
        move || part("running-title", t("running_tasks"), el("ul", "tiles").add(live(rows)).view()),
    )
}

/// The upcoming schedules.
pub(super) fn coming() -> AnyView {
    let store = store();
    let rows = move || {
        let next = store.schedules.with(|all| {
            let next = soonest(all).into_iter().take(COMING);
            next.map(|one| (name_of(&one.schedule), one.next.unwrap_or_default())).collect::<Vec<_>>()
        });
        let rows = next.into_iter().map(|(name, at)| {
            let tile = button("tile tile--row", move || store.screen.set(Screen::Schedules))
                .add(icon(Icon::Calendar))
                .add(el("span", "tile__title").attr("dir", "auto").text(name))
                .add(el("span", "tile__when").text(moment(at)));
            el("li", "").add(tile).view()
        });
        all(rows.collect())
    };
    when(
        move || store.schedules.with(|all| !soonest(all).is_empty()),
        move || part("coming-title", t("next_schedules"), el("ul", "tiles").add(live(rows)).view()),
    )
}
