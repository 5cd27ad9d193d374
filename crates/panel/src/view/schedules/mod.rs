//! The schedules: the list, the edit form, and each one's results.

mod card;
mod editor;
mod when;

use crate::state::schedules::Form;
use crate::state::text::t;
use crate::view::el::{all, button, el, live};
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
    all(vec![el("div", "settings schedules").add(live(body)).view(), error_notice()])
}

fn list(editing: RwSignal<Option<Form>>) -> AnyView {
    let store = store();
    let ids = Memo::new(move |_| {
        store.schedules.with(|all| all.iter().map(|one| one.schedule.id().to_owned()).collect::<Vec<_>>())
    });
    let cards = move || {
        let ids = ids.get();
        if ids.is_empty() {
            return el("p", "field__note").text(t("no_schedules")).view();
        }
        el("ul", "schedules__list").add_all(ids.into_iter().map(|id| card::card(id, editing))).view()
    };
    let new = button("button button--main", move || editing.set(Some(Form::default())))
        .attr("id", "new-schedule")
        .add(icon(Icon::Plus))
        .text(t("new_schedule"));
    all(vec![
        el("div", "schedules__head").add(el("p", "field__note").text(when::zone_words())).add(new).view(),
        live(cards),
    ])
}
