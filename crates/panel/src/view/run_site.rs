//! Where the open conversation's run works: its site, and a button that shows its tab unless it is seen already.

use crate::state::site::host;
use crate::state::text::t;
use crate::view::memo::{flag, words};
use crate::view::show::Show;
use crate::view::store::store;
use edith_chrome::{Listener, tabs, windows};
use edith_protocol::TabId;
use leptos::prelude::*;
use leptos::task::spawn_local;

/// A run's tab.
#[derive(Clone, PartialEq, Eq)]
struct RunTab {
    tab: i32,
    window: i32,
    host: String,
    /// Whether the person has it before them.
    is_seen: bool,
}

/// The site and the button; nothing until the run has a tab with a page.
pub(super) fn run_site() -> AnyView {
    let store = store();
    let place = RwSignal::new(None);
    let tab = Memo::new(move |_| store.live(|run| run.tab).flatten());
    let turn = Memo::new(move |_| store.live(|run| (run.id.clone(), run.step)));
    // A run finds its tab after it was started, and may go on in another one.
    Effect::new(move || {
        if turn.get().is_some() {
            spawn_local(store.refresh_runs());
        }
    });
    Effect::new(move || look(tab.get(), place));
    let again = move || look(tab.get_untracked(), place);
    let listeners: [Listener; 2] = [
        tabs::on_activated(again),
        tabs::on_updated(move |updated| {
            if tab.get_untracked() == Some(TabId(updated.id)) {
                again();
            }
        }),
    ];
    StoredValue::new_local(listeners);
    let wake = window_event_listener_untyped("focus", move |_| again());
    on_cleanup(move || wake.remove());
    let site = words(move || place.with(|place| place.as_ref().map(|place| place.host.clone()).unwrap_or_default()));
    let is_away = flag(move || place.with(|place| place.as_ref().is_some_and(|place| !place.is_seen)));
    let to_tab = move || {
        view! { <button class="run__show" type="button" on:click=move |_| show(place)>{t("show_tab")}</button> }
            .into_any()
    };
    let line = move || {
        view! {
            <p class="run__site">
                <bdi dir="ltr">{site}</bdi>
                <Show when=is_away>{to_tab()}</Show>
            </p>
        }
        .into_any()
    };
    view! { <Show when=move || !site.get().is_empty()>{line()}</Show> }.into_any()
}

/// Finds out what a tab shows, and whether it is seen.
fn look(tab: Option<TabId>, place: RwSignal<Option<RunTab>>) {
    let Some(TabId(id)) = tab else {
        place.set(None);
        return;
    };
    spawn_local(async move {
        // A tab that is gone has no site.
        let found = tabs::get(id).await.ok();
        let window = windows::last_used().await.ok();
        let now = found.and_then(|tab| {
            let host = host(&tab.url)?.to_owned();
            Some(RunTab { tab: id, window: tab.window_id, host, is_seen: tab.active && Some(tab.window_id) == window })
        });
        if place.try_get_untracked().is_some_and(|before| before != now) {
            place.set(now);
        }
    });
}

/// Brings a tab and its window to the front.
fn show(place: RwSignal<Option<RunTab>>) {
    let Some(RunTab { tab, window, .. }) = place.get_untracked() else { return };
    spawn_local(async move {
        let shown = tabs::Properties { active: Some(true), ..tabs::Properties::default() };
        // A tab that was closed meanwhile is nowhere: its line goes.
        let _closed = tabs::update(tab, &shown).await;
        let _closed = windows::focus(window).await;
        look(Some(TabId(tab)), place);
    });
}
