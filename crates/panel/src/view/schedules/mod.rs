//! The schedules: the list, the edit form, and each one's results.

mod card;
mod editor;
mod when;

use crate::state::schedules::Form;
use crate::state::text::t;
use crate::view::icon::{Icon, icon};
use crate::view::memo::flag;
use crate::view::notice::error_notice;
use crate::view::show::Show;
use crate::view::store::store;
use leptos::prelude::*;

pub(super) use when::moment;

/// The schedules screen.
pub(super) fn schedules_screen() -> AnyView {
    let store = store();
    let editing = RwSignal::new(store.schedule_draft.try_update(Option::take).flatten());
    store.refresh_schedules();
    let body = move || match editing.get() {
        Some(form) => editor::editor(form, editing),
        None => list(editing),
    };
    view! {
        <div class="settings schedules">{move || body()}</div>
        {error_notice()}
    }
    .into_any()
}

fn list(editing: RwSignal<Option<Form>>) -> AnyView {
    let store = store();
    let ids = Memo::new(move |_| {
        store.schedules.with(|all| all.iter().map(|one| one.schedule.id().to_owned()).collect::<Vec<_>>())
    });
    let some = flag(move || ids.with(|ids| !ids.is_empty()));
    let none = || view! { <p class="field__note">{t("no_schedules")}</p> };
    let new = view! {
        <button
            class="button button--main"
            type="button"
            id="new-schedule"
            on:click=move |_| editing.set(Some(Form::default()))
        >
            {icon(Icon::Plus)}
            {t("new_schedule")}
        </button>
    };
    view! {
        <div class="schedules__head">
            <p class="field__note">{when::zone_words()}</p>
            {new}
        </div>
        <Show when=some fallback=none>
            <ul class="schedules__list">
                <For each=move || ids.get() key=String::clone children=move |id| card::card(id, editing) />
            </ul>
        </Show>
    }
    .into_any()
}
