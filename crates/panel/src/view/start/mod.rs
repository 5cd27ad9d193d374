//! The first page without a model: one card to connect one, with what works on this computer, and the choice to do without. Settings show the card again.

mod browser;
mod choice;
mod key;
mod local;
mod ready;

use crate::state::text::t;
use crate::view::home_parts::part;
use crate::view::icon::{Icon, icon};
use crate::view::show::Show;
use crate::view::store::{Store, focus};
use choice::Choice;
use leptos::prelude::*;

/// The part of the first page: the card until something was chosen, then the state of the chosen one.
pub(super) fn start() -> AnyView {
    let choice = Choice::new();
    let store = choice.store;
    let cards = move || {
        let card = connect(choice, true, "start-title");
        let list = view! { <div class="start">{card} {without_note()} {without(store)}</div> };
        part("start-title", t("start_title"), list.into_any())
    };
    view! {
        <Show
            when=move || choice.taken.get()
            fallback=move || view! { <Show when=move || is_due(store)>{cards()}</Show> }.into_any()
        >
            {ready::ready(choice)}
        </Show>
    }
    .into_any()
}

/// The card for the settings, which looks for nothing by itself.
pub(super) fn ways() -> AnyView {
    let choice = Choice::new();
    let cards = move || view! { <div class="start">{connect(choice, false, "start-ways")}</div> }.into_any();
    view! {
        <Show when=move || choice.taken.get() fallback=cards>
            {ready::ready(choice)}
        </Show>
    }
    .into_any()
}

/// One field for a key, what can be used without one below it, and in one line what cannot.
fn connect(choice: Choice, looks: bool, title: &'static str) -> AnyView {
    let (local, browser) = (local::Local::new(choice, looks), browser::Own::new(choice));
    let head = (!looks).then(|| view! { <h3 class="start__title" id=title>{t("start_title")}</h3> }.into_any());
    let offers = view! { <div class="start__offers">{local.offers()} {browser.offer()}</div> };
    let not_here = view! { <div class="start__not field__note">{local.line()} {browser.line()}</div> };
    view! {
        <div class="start__card" role="group" aria-labelledby=title>
            {head}
            {key::key(choice)}
            {offers}
            {not_here}
        </div>
    }
    .into_any()
}

/// Doing without a model. It stays in view whatever is above it.
fn without(store: Store) -> AnyView {
    let choose = move || {
        store.change_settings(|settings| settings.start_done = true);
        focus("composer-input");
    };
    let press = view! {
        <button
            class="button button--small"
            type="button"
            id="start-without"
            aria-describedby="start-without-note"
            on:click=move |_| choose()
        >
            {icon(Icon::Terminal)}
            {t("start_without")}
        </button>
    };
    view! { <div class="start__skip">{press}</div> }.into_any()
}

/// What can be done without one.
fn without_note() -> AnyView {
    view! { <p class="field__note" id="start-without-note">{t("start_without_note")}</p> }.into_any()
}

/// Whether the person has neither a server nor chosen to do without.
pub(super) fn is_due(store: Store) -> bool {
    store.all_servers.with(|all| all.list.is_empty()) && !store.settings.with(|settings| settings.start_done)
}
