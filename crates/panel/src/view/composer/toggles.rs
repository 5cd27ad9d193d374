//! What the next task may be besides its mode: begun in this page, planned first, the form of this page filled in.

use crate::state::text::t;
use crate::view::icon::{Icon, icon};
use crate::view::memo::flag;
use crate::view::show::Show;
use crate::view::store::store;
use edith_chrome::tabs;
use edith_protocol::Mode;
use leptos::prelude::*;
use leptos::task::spawn_local;

/// The chips that are switched on and off.
pub(super) fn toggles() -> AnyView {
    view! { <div class="toggles">{this_page()} {plan_first()} {fill_form()}</div> }.into_any()
}

fn toggle(
    id: &'static str,
    shown: Icon,
    words: &'static str,
    note: impl Fn() -> Option<String> + Send + Sync + 'static,
    is_on: impl Fn() -> bool + Send + Sync + 'static,
    set: impl Fn(bool) + 'static,
) -> AnyView {
    toggle_of(id, shown, words, Signal::derive(note), Signal::derive(is_on), UnsyncCallback::new(set))
}

fn toggle_of(
    id: &'static str,
    shown: Icon,
    words: &'static str,
    note: Signal<Option<String>>,
    is_on: Signal<bool>,
    set: UnsyncCallback<bool>,
) -> AnyView {
    let field = view! {
        <input
            id=id
            type="checkbox"
            prop:checked=is_on
            on:change=move |event| set.run(event_target_checked(&event))
        />
    };
    view! {
        <label class="toggle" title=note>
            {field}
            {icon(shown)}
            <span>{words}</span>
        </label>
    }
    .into_any()
}

fn this_page() -> AnyView {
    let store = store();
    let is_on = move || store.starts_here(store.mode.get(), &store.words());
    let is_taken = flag(move || store.may_start_here() && store.mode.get() != Mode::Chat && store.is_page_in_use());
    // Which tab a task works in is the worker's knowledge.
    let others = Memo::new(move |_| {
        (store.here.with(|here| here.as_ref().map(|here| here.tab)), store.runs.with(|runs| runs.live().count()))
    });
    Effect::new(move || {
        if let (Some(_), 1..) = others.get() {
            spawn_local(store.refresh_runs());
        }
    });
    let shown = move || {
        let title = move || store.here.with(|here| here.as_ref().map(|here| here.title.clone()));
        toggle("this-page", Icon::Globe, t("this_page"), title, is_on, move |on| {
            store.compose.here_chosen.set(Some(on));
        })
    };
    let chip = view! {
        <Show when=move || store.may_start_here() && !is_taken.get()>
            {shown()}
        </Show>
    }
    .into_any();
    view! {
        {chip}
        <Show when=is_taken>{page_in_use()}</Show>
    }
    .into_any()
}

/// Says before a task is sent that another one works in the page, and offers a copy of its tab.
fn page_in_use() -> AnyView {
    let store = store();
    let copy = move || {
        let Some(tab) = store.here.with_untracked(|here| here.as_ref().map(|here| here.tab)) else { return };
        spawn_local(async move {
            // A tab that is gone is no longer beside the panel either.
            let _ = tabs::duplicate(tab).await;
        });
    };
    view! {
        <div class="toggles__taken" role="status">
            <span>{t("page_in_use")}</span>
            <button class="button button--small" type="button" id="copy-tab" on:click=move |_| copy()>
                {t("page_copy")}
            </button>
        </div>
    }
    .into_any()
}

/// Whether tasks are planned first. It stays as it was left.
fn plan_first() -> AnyView {
    let store = store();
    let shown = move || {
        let is_on = move || store.settings.with(|settings| settings.plan_first);
        let note = || Some(t("plan_first_note").to_owned());
        toggle("plan-first", Icon::List, t("plan_first"), note, is_on, move |on| {
            store.change_settings(|settings| settings.plan_first = on);
        })
    };
    view! {
        <Show when=move || matches!(store.mode.get(), Mode::Agent | Mode::Plan)>
            {shown()}
        </Show>
    }
    .into_any()
}

/// For one task: fills in the form of the page, with what is written and attached.
fn fill_form() -> AnyView {
    let store = store();
    let shown = move || {
        let note = || Some(t("fill_form_note").to_owned());
        toggle(
            "fill-form",
            Icon::Pencil,
            t("fill_form"),
            note,
            move || store.mode.get() == Mode::Form,
            move |on| {
                store.choose_form(on);
            },
        )
    };
    view! {
        <Show when=move || {
            store.here.with(|here| here.as_ref().is_some_and(|here| here.has_form)) || store.mode.get() == Mode::Form
        }>
            {shown()}
        </Show>
    }
    .into_any()
}
