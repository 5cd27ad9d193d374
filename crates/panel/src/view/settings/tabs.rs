//! The tabs of the settings' four parts, and the ways that lead to a place in one of them.

use crate::state::part::SettingsPart;
use crate::state::text::t;
use crate::view::dom::by_id;
use crate::view::settings::search::Search;
use crate::view::store::{Screen, Store, Surface, focus, store};
use leptos::prelude::*;

/// The list of tabs.
pub(super) fn tabs(search: Search) -> AnyView {
    let store = store();
    let tabs = SettingsPart::ALL.map(|part| {
        let on = move || store.part.get() == part;
        view! {
            <button
                class="part"
                type="button"
                id=tab_id(part)
                role="tab"
                aria-controls=panel_id(part)
                aria-selected=move || on().to_string()
                tabindex=move || if on() { "0" } else { "-1" }.to_owned()
                on:click=move |_| store.show_part(part)
            >
                {part.title()}
            </button>
        }
        .into_any()
    });
    let rove = move |event: &web_sys::KeyboardEvent| {
        if event.ctrl_key() || event.alt_key() || event.meta_key() {
            return;
        }
        if let Some(to) = store.part.get_untracked().after(&event.key()) {
            event.prevent_default();
            store.show_part(to);
            focus(tab_id(to));
        }
    };
    let on = search.on();
    view! {
        <div
            class="parts"
            hidden=on
            role="tablist"
            aria-label=t("settings")
            on:keydown=move |event| rove(&event)
        >
            {tabs.collect_view()}
        </div>
    }
    .into_any()
}

/// What a tab shows. All four are drawn, so that what is typed in one is still there after a look at another, and any place can be led to.
pub(super) fn panel(part: SettingsPart, search: Search, sections: Vec<AnyView>) -> AnyView {
    let (store, on) = (store(), search.on());
    view! {
        <div
            class="settings__part"
            id=panel_id(part)
            role="tabpanel"
            aria-labelledby=tab_id(part)
            hidden=move || !on.get() && store.part.get() != part
        >
            {search.heading(part.title())}
            {sections.collect_view()}
        </div>
    }
    .into_any()
}

fn tab_id(part: SettingsPart) -> &'static str {
    match part {
        SettingsPart::Model => "tab-model",
        SettingsPart::Permissions => "tab-permissions",
        SettingsPart::Limits => "tab-limits",
        SettingsPart::Data => "tab-data",
    }
}

fn panel_id(part: SettingsPart) -> String {
    format!("part-{}", part.name())
}

/// The page shows the part, or the place in one, that its address names: `#limits`, `#new-server`.
pub(super) fn follow_address() {
    let store = store();
    let follow = move || {
        let hash = window().location().hash().unwrap_or_default();
        match (hash.trim_start_matches('#'), SettingsPart::named(hash.trim_start_matches('#'))) {
            ("", _) => {}
            (_, Some(part)) => store.part.set(part),
            (id, None) => store.find_setting(id.to_owned()),
        }
    };
    follow();
    let listener = window_event_listener_untyped("hashchange", move |_| follow());
    on_cleanup(move || listener.remove());
}

impl Store {
    /// Shows a part of the settings; on their own page the address says so, and Back leads to the one before.
    fn show_part(self, part: SettingsPart) {
        self.part.set(part);
        if self.surface == Surface::Options {
            // Refused only for a page that is being closed.
            let _ = window().location().set_hash(part.name());
        }
    }

    /// Opens the settings at a part.
    pub(in crate::view) fn open_settings(self, part: SettingsPart) {
        self.part.set(part);
        self.screen.set(Screen::Settings);
    }

    /// Opens the settings at the element with this id, and gives it the focus.
    pub(in crate::view) fn open_setting(self, id: &'static str) {
        self.screen.set(Screen::Settings);
        self.find_setting(id.to_owned());
    }

    /// Shows the part that holds the element with this id once it is drawn, opens what it is folded into, and gives it the focus.
    fn find_setting(self, id: String) {
        request_animation_frame(move || {
            let Some(element) = by_id::<web_sys::HtmlElement>(&id) else { return };
            let panel = element.closest("[role=tabpanel]").ok().flatten().map(|panel| panel.id()).unwrap_or_default();
            if let Some(part) = panel.strip_prefix("part-").and_then(SettingsPart::named) {
                self.part.set(part);
            }
            let mut around = element.closest("details:not([open])").ok().flatten();
            while let Some(fold) = around {
                // Cannot fail: the attribute's name is valid.
                let _ = fold.set_attribute("open", "");
                around = element.closest("details:not([open])").ok().flatten();
            }
            request_animation_frame(move || {
                element.scroll_into_view();
                // Fails only if it cannot take the focus, which loses nothing.
                let _ = element.focus();
            });
        });
    }
}
