//! What was chosen, how its test went, and its model, before the first task.

use super::choice::Choice;
use crate::state::presets::chats;
use crate::state::servers::{name_of, remove, set_model};
use crate::state::tested::Test;
use crate::state::text::{fill, t};
use crate::view::memo::flag;
use crate::view::settings::servers::fields::Labelled;
use crate::view::show::Show;
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
    let buttons = view! {
        <div class="buttons">
            <button class="button button--main" type="button" id="start-begin" on:click=move |_| begin()>
                {t("start_begin")}
            </button>
            <Show when=failed>
                <button class="button button--quiet" type="button" on:click=move |_| another()>
                    {t("start_another")}
                </button>
            </Show>
        </div>
    };
    let body = view! { <div class="fields">{choice.trial.view(move || untrack(first))} {move || models(choice)} {buttons}</div> };
    view! {
        <section class="start__card" aria-labelledby="start-ready">
            <h2 class="start__title" id="start-ready"><span role="status">{move || title()}</span></h2>
            {body}
        </section>
    }
    .into_any()
}

/// The models that its server told of; another choice is tried at once.
fn models(choice: Choice) -> AnyView {
    let listed: Vec<String> =
        choice.trial.listed.with(|all| all.iter().map(|one| one.id.clone()).filter(|id| chats(id)).collect());
    if listed.len() < 2 {
        return ().into_any();
    }
    let now = Signal::derive(move || choice.first().map(|server: NamedServer| server.model).unwrap_or_default());
    let options = listed.into_iter().map(|id| {
        let own = id.clone();
        view! { <option value=id.clone() selected=move || now.get() == own>{id.clone()}</option> }.into_any()
    });
    let list = view! {
        <select
            class="input"
            id="start-model"
            dir="ltr"
            prop:value=now
            on:change=move |event| {
                let model = event_target_value(&event);
                choice
                    .store
                    .change_all_servers(|all| {
                        if let Some(first) = all.list.iter_mut().find(|one| one.id == FIRST_SERVER) {
                            set_model(first, &model);
                        }
                    });
                choice.try_first();
            }
        >
            {options.collect_view()}
        </select>
    };
    view! {
        <Labelled id="start-model" words=t("model")>
            {list}
        </Labelled>
    }
    .into_any()
}
