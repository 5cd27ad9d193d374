//! The frame of the side panel and the new tab: header, main part, dock with asks, indicator and composer.

use crate::view::ask_card::asks;
use crate::view::chat::chat;
use crate::view::composer::composer;
use crate::view::drawer::drawer;
use crate::view::home::home;
use crate::view::icon::{Icon, icon_button};
use crate::view::live::live_regions;
use crate::view::notice::{elsewhere, error_notice};
use crate::view::run_bar::run_bar;
use crate::view::settings::settings_screen;
use crate::view::store::{Screen, Store, Surface, focus, store};
use leptos::prelude::*;

/// The whole page.
pub fn shell() -> impl IntoView {
    let store = store();
    // Escape goes back from the settings; the drawer closes itself.
    let escape = window_event_listener(leptos::ev::keydown, move |event| {
        if event.key() == "Escape" && !event.default_prevented() && store.screen.get_untracked() == Screen::Settings {
            close_settings(store);
        }
    });
    on_cleanup(move || escape.remove());
    let in_settings = Memo::new(move |_| store.screen.get() == Screen::Settings);
    let is_home = Memo::new(move |_| store.is_home());
    let home_has_composer = store.surface == Surface::NewTab;
    view! {
        <a class="skip" href="#composer-input" on:click=move |event| {
            event.prevent_default();
            focus("composer-input");
        }>"Skip to the message box"</a>
        <div class="shell" class:shell--home=move || is_home.get() && !in_settings.get()>
            {header(store, in_settings, is_home)}
            <Show when=move || in_settings.get() fallback=move || view! {
                <Show when=move || is_home.get() fallback=chat>{home()}</Show>
                <div class="dock">
                    {elsewhere()}
                    {error_notice()}
                    {asks()}
                    {run_bar()}
                    <Show when=move || !(home_has_composer && is_home.get())>{composer()}</Show>
                </div>
            }.into_any()>
                <main id="main" class="scroll" tabindex="-1">{settings_screen()}</main>
            </Show>
        </div>
        {drawer()}
        {live_regions()}
    }
}

fn header(store: Store, in_settings: Memo<bool>, is_home: Memo<bool>) -> impl IntoView {
    let title = Memo::new(move |_| {
        if in_settings.get() {
            return "Settings".to_owned();
        }
        let current = store.current.get();
        store.conversations.with(|all| {
            let conversation = all.iter().find(|conversation| Some(&conversation.id) == current.as_ref());
            conversation.map_or_else(
                || if is_home.get() { "EDITH".to_owned() } else { "New conversation".to_owned() },
                crate::state::conversations::title,
            )
        })
    });
    view! {
        <header class="header">
            <Show when=move || in_settings.get() fallback=move || {
                icon_button(Icon::List, "Conversations", move || store.drawer.set(true))
            }>
                {icon_button(Icon::Back, "Back to the chat", move || close_settings(store))}
            </Show>
            <h1 class="header__title" title=move || title.get()>{move || title.get()}</h1>
            <Show when=move || !in_settings.get()>
                {icon_button(Icon::Plus, "New conversation", move || store.open(None))}
                {icon_button(Icon::Gear, "Settings", move || store.screen.set(Screen::Settings))}
            </Show>
        </header>
    }
}

fn close_settings(store: Store) {
    store.screen.set(Screen::Chat);
    focus("composer-input");
}
