//! The new tab's one box: what is typed is searched for on the web, given to EDITH, or opened if it is an address. Enter does what was done last, with
//! Ctrl the other.

use crate::state::documents::attached::Attached;
use crate::state::text::{fill, t};
use crate::state::typed_address::typed_address;
use crate::view::composer::composer;
use crate::view::icon::{Icon, icon};
use crate::view::store::Store;
use edith_protocol::{ErrorBody, ErrorCode, Mode};
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;

/// The box with its two ways.
pub(super) fn newtab_box(store: Store) -> AnyView {
    let by_key = move |event: &web_sys::KeyboardEvent| {
        let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let Some(field) = target.filter(|target| target.id() == "composer-input") else { return };
        let plain = event.key() == "Enter" && !event.shift_key() && !event.alt_key() && !event.is_composing();
        // A list that is open at the field takes the key.
        if plain && !field.has_attribute("aria-activedescendant") && !untrack(|| store.is_busy()) {
            event.prevent_default();
            event.stop_propagation();
            store.enter(event.ctrl_key() || event.meta_key());
        }
    };
    let searches = move || store.settings.with(|settings| settings.new_tab_searches);
    let way = move |id: &'static str, shown: Icon, words: &'static str, search: bool| {
        let keys = move || if searches() == search { "Enter" } else { t("ctrl_enter") }.to_owned();
        view! {
            <button
                class="newtab__way"
                type="button"
                id=id
                aria-keyshortcuts=move || {
                    Some(if searches() == search { "Enter" } else { "Control+Enter" }.to_owned())
                }
                disabled=move || store.draft.with(|draft| draft.trim().is_empty())
                on:click=move |_| store.go(search)
            >
                {icon(shown)}
                <span>{words}</span>
                <kbd class="newtab__keys" aria-hidden="true">{move || keys()}</kbd>
            </button>
        }
    };
    let ways = view! {
        <div class="newtab__ways" role="group" aria-label=t("newtab_ways")>
            {way("newtab-search", Icon::Search, t("newtab_search"), true)}
            {way("newtab-edith", Icon::Send, t("newtab_edith"), false)}
        </div>
    };
    view! {
        <div class="home__composer" on:keydown:capture=move |event| by_key(&event)>
            {composer()}
            {ways}
        </div>
    }
    .into_any()
}

impl Store {
    /// Enter in the new tab's box: as it was last used, or the other way.
    pub(super) fn enter(self, other: bool) {
        self.go(self.settings.with_untracked(|settings| settings.new_tab_searches) != other);
    }

    /// Does the one or the other with what was typed, and keeps that for the next time.
    fn go(self, search: bool) {
        let text = self.draft.get_untracked().trim().to_owned();
        let alone = self.files.with_untracked(Vec::<Attached>::is_empty)
            && self.references.with_untracked(Vec::is_empty)
            && matches!(self.mode.get_untracked(), Mode::Agent | Mode::Plan);
        // What was attached, or another mode, says that it is meant for EDITH.
        if let Some(address) = typed_address(&text).filter(|_| search || alone) {
            // Fails only for an address that the browser does not accept.
            if window().location().set_href(&address).is_err() {
                self.error.set(Some(ErrorBody::new(ErrorCode::Other, fill("bad_address", &[("address", &address)]))));
            }
            return;
        }
        if text.is_empty() && search {
            return;
        }
        if self.settings.with_untracked(|settings| settings.new_tab_searches) != search {
            self.change_settings(|settings| settings.new_tab_searches = search);
        }
        if !search {
            return self.submit();
        }
        spawn_local(async move {
            if let Err(error) = edith_chrome::search::query(&text).await {
                let message = fill("no_search", &[("error", error.message())]);
                self.error.set(Some(ErrorBody::new(ErrorCode::Other, message)));
            }
        });
    }
}
