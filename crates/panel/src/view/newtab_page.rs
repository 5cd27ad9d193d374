//! The new tab's page, and the question, asked once, whether the person wants it.

use crate::state::text::t;
use crate::view::dom::by_id;
use crate::view::shell::shell;
use crate::view::show::Show;
use crate::view::store::Store;
use leptos::prelude::*;

/// The page, or the question whether it is wanted. Where the first paint is there, `newtab.js` knew the answer.
pub(super) fn newtab_page(store: Store) -> AnyView {
    if by_id::<web_sys::HtmlElement>("first").is_some() {
        return shell();
    }
    let asks = move || store.settings.with(|settings| !settings.new_tab_chosen && !settings.plain_new_tab);
    view! {
        <Show when=move || store.ready.get()>
            <Show when=asks fallback=shell>
                {question(store)}
            </Show>
        </Show>
    }
    .into_any()
}

/// Asks in place. `newtab.js` loads the page again when the answer is stored.
fn question(store: Store) -> AnyView {
    let answer = move |plain: bool| {
        store.change_settings(|settings| {
            settings.plain_new_tab = plain;
            settings.new_tab_chosen = true;
        });
    };
    let buttons = view! {
        <div class="buttons">
            <button class="button button--main" type="button" id="newtab-yes" on:click=move |_| answer(false)>
                {t("newtab_yes")}
            </button>
            <button class="button" type="button" id="newtab-no" on:click=move |_| answer(true)>
                {t("newtab_no")}
            </button>
        </div>
    };
    let card = view! {
        <section class="start__card newtab__ask" aria-labelledby="newtab-ask">
            <h1 class="start__title" id="newtab-ask">{t("newtab_ask")}</h1>
            <p class="field__note">{t("newtab_ask_note")}</p>
            {buttons}
        </section>
    };
    view! { <main class="newtab__plain" id="main">{card}</main> }.into_any()
}
