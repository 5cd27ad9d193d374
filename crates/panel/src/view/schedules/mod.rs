//! The schedules: the list, the edit form, and each one's results.

mod card;
mod editor;
mod when;

use crate::state::schedules::Form;
use crate::state::text::t;
use crate::view::icon::{Icon, icon};
use crate::view::notice::error_notice;
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
    let cards = move || {
        let ids = ids.get();
        if ids.is_empty() {
            return view! { <p class="field__note">{t("no_schedules")}</p> }.into_any();
        }
        view! { <ul class="schedules__list">{ids.into_iter().map(|id| card::card(id, editing)).collect_view()}</ul> }
            .into_any()
    };
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
        {move || cards()}
    }
    .into_any()
}
