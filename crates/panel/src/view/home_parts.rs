//! The first page's current activity: running tasks and upcoming schedules.

use crate::state::format::shorten;
use crate::state::runs::Run;
use crate::state::schedules::{name_of, soonest};
use crate::state::text::t;
use crate::view::icon::{Icon, icon, spinner};
use crate::view::schedules::moment;
use crate::view::show::Show;
use crate::view::store::{Screen, store};
use edith_protocol::RunState;
use leptos::prelude::*;

/// Schedules shown on the first page.
const COMING: usize = 3;

/// A section of the first page with its heading.
pub(super) fn part(id: &'static str, title: &'static str, body: AnyView) -> AnyView {
    view! {
        <section class="home__part" aria-labelledby=id>
            <h2 class="label" id=id>{title}</h2>
            {body}
        </section>
    }
    .into_any()
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
            let tile = view! {
                <button class="tile tile--row" type="button" on:click=move |_| store.open(Some(id.clone()))>
                    {if still { icon(Icon::Hand) } else { spinner() }}
                    <span class="tile__title" dir="auto">{prompt}</span>
                    <span class="tile__when" dir="auto">{shorten(&headline, 28)}</span>
                </button>
            };
            view! { <li>{tile}</li> }.into_any()
        });
        rows.collect_view().into_any()
    };
    view! {
        <Show when=move || tasks.with(|tasks| !tasks.is_empty())>
            {part("running-title", t("running_tasks"), view! { <ul class="tiles">{move || rows()}</ul> }.into_any())}
        </Show>
    }
    .into_any()
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
            let tile = view! {
                <button class="tile tile--row" type="button" on:click=move |_| store.screen.set(Screen::Schedules)>
                    {icon(Icon::Calendar)}
                    <span class="tile__title" dir="auto">{name}</span>
                    <span class="tile__when">{moment(at)}</span>
                </button>
            };
            view! { <li>{tile}</li> }.into_any()
        });
        rows.collect_view().into_any()
    };
    view! {
        <Show when=move || store.schedules.with(|all| !soonest(all).is_empty())>
            {part("coming-title", t("next_schedules"), view! { <ul class="tiles">{move || rows()}</ul> }.into_any())}
        </Show>
    }
    .into_any()
}
