//! What was chosen, how its test went, and its model, before the first task.

use super::choice::Choice;
use crate::state::presets::chats;
use crate::state::servers::{name_of, remove, set_model};
use crate::state::tested::Test;
use crate::state::text::{fill, t};
use crate::view::el::{button, el, flag, live, nothing, when};
use crate::view::settings::servers::fields::labelled;
use crate::view::store::focus;
use edith_protocol::{FIRST_SERVER, NamedServer};
use leptos::prelude::*;

/// The card.
pub(super) fn ready(choice: Choice) -> AnyView {
    let store = choice.store;
    let first = move || choice.first().unwrap_or_default();
    let title = move || fill("start_ready", &[("server", &name_of(&first()))]);
    let begin = move || {
        choice.taken.set(false);
        focus("composer-input");
    };
    let another = move || {
        choice.trial.clear();
        store.settings.update(|settings| settings.start_done = false);
        store.change_all_servers(|all| remove(all, FIRST_SERVER));
        choice.taken.set(false);
    };
    let failed = flag(move || match choice.trial.test.get() {
        Test::Failed { .. } => true,
        Test::Done(tested) => !tested.chat,
        Test::NotYet | Test::Running { .. } => false,
    });
    let buttons = el("div", "buttons")
        .add(button("button button--main", begin).attr("id", "start-begin").text(t("start_begin")))
        .add(when(
            move || failed.get(),
            move || button("button button--quiet", another).text(t("start_another")).view(),
        ));
    let body = el("div", "fields")
        .add(choice.trial.view(move || untrack(first)))
        .add(live(move || models(choice)))
        .add(buttons);
    el("section", "start__card")
        .attr("aria-labelledby", "start-ready")
        .add(
            el("h2", "start__title")
                .attr("id", "start-ready")
                .add(el("span", "").attr("role", "status").live_text(title)),
        )
        .add(body)
        .view()
}

/// The models that its server told of; another choice is tried at once.
fn models(choice: Choice) -> AnyView {
    let listed: Vec<String> =
        choice.trial.listed.with(|all| all.iter().map(|one| one.id.clone()).filter(|id| chats(id)).collect());
    if listed.len() < 2 {
        return nothing();
    }
    let now = move || choice.first().map(|server: NamedServer| server.model).unwrap_or_default();
    let options = listed.into_iter().map(|id| {
        let own = id.clone();
        el("option", "").attr("value", id.clone()).live_flag("selected", move || now() == own).text(id).view()
    });
    let list =
        el("select", "input").attr("id", "start-model").attr("dir", "ltr").add_all(options).value(now).on_change(
            move |model| {
                choice.store.change_all_servers(|all| {
                    if let Some(first) = all.list.iter_mut().find(|one| one.id == FIRST_SERVER) {
                        set_model(first, &model);
                    }
                });
                choice.try_first();
            },
        );
    labelled("start-model", t("model"), list).view()
}
