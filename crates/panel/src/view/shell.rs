//! The frame of the side panel and the new tab: header, main part, and a dock with asks, indicator and composer.

use crate::state::seen::Seen;
use crate::state::text::{counted, fill, key, t};
use crate::view::ask_card::asks;
use crate::view::chat::chat;
use crate::view::composer::composer;
use crate::view::conversations::Format;
use crate::view::documents::library_screen;
use crate::view::drawer::drawer;
use crate::view::home::home;
use crate::view::icon::{Icon, icon, icon_button};
use crate::view::language_card::language_card;
use crate::view::live::live_regions;
use crate::view::memo::{flag, words};
use crate::view::menu::{Item, menu_button};
use crate::view::notice::{elsewhere, error_notice};
use crate::view::run_bar::run_bar;
use crate::view::schedules::schedules_screen;
use crate::view::settings::{SCHEDULES, SETTINGS, settings_screen};
use crate::view::show::Show;
use crate::view::store::{Screen, Store, Surface, focus, store};
use crate::view::toast::toast;
use crate::view::viewer::viewer;
use edith_protocol::AskKind;
use leptos::prelude::*;

/// The whole page.
pub(super) fn shell() -> AnyView {
    let store = store();
    // Escape leaves the settings; the drawer closes itself.
    let escape = window_event_listener(leptos::ev::keydown, move |event| {
        if event.key() == "Escape" && !event.default_prevented() && store.screen.get_untracked() != Screen::Chat {
            close_settings(store);
        }
    });
    on_cleanup(move || escape.remove());
    let hash = window().location().hash().unwrap_or_default();
    if hash == SCHEDULES {
        store.screen.set(Screen::Schedules);
    }
    if let Some(open) = hash.strip_prefix(SETTINGS) {
        store.open((!open.is_empty()).then(|| open.into()));
        store.screen.set(Screen::Settings);
        // It is there for one reload.
        let _cleared = window().location().set_hash("");
    }
    let in_settings = flag(move || store.screen.get() != Screen::Chat);
    let other = Memo::new(move |_| store.screen.get());
    let is_home = flag(move || store.is_home());
    // A review has fields of its own to write in, and needs the room.
    let reviews = flag(move || store.ask().is_some_and(|ask| matches!(ask.kind, AskKind::Form { .. })));
    let home_has_composer = store.surface == Surface::NewTab;
    let skip = move || {
        let to = move || if reviews.get() { "review" } else { "composer-input" };
        let words = move || if reviews.get() { t("form_skip") } else { t("skip") }.to_owned();
        let to_message = move |event: web_sys::MouseEvent| {
            event.prevent_default();
            focus(untrack(to));
        };
        view! { <a class="skip" href=move || format!("#{}", to()) on:click=to_message>{move || words()}</a> }.into_any()
    };
    let settings = move || {
        view! {
            <main class="scroll" id="main" tabindex="-1">
                {move || match other.get() {
                    Screen::Schedules => schedules_screen(),
                    Screen::Library => library_screen(),
                    Screen::Settings | Screen::Chat => settings_screen(),
                }}
            </main>
        }
        .into_any()
    };
    let work = move || {
        let dock = view! {
            <div class="dock">
                {toast(false)} {elsewhere()} {language_card()} {task_box()}
                <Show when=move || !(reviews.get() || home_has_composer && is_home.get())>{composer()}</Show>
            </div>
        };
        view! {
            <Show when=is_home fallback=chat>
                {home()}
            </Show>
            {dock}
        }
        .into_any()
    };
    let frame = view! {
        <div class=move || if is_home.get() && !in_settings.get() { "shell shell--home" } else { "shell" }>
            {header(store, in_settings, is_home)}
            <Show when=in_settings fallback=work>
                {settings()}
            </Show>
        </div>
    };
    // The settings have nothing worth skipping before them.
    view! {
        <Show when=move || !in_settings.get()>{skip()}</Show>
        {frame}
        {drawer()}
        {viewer()}
        {live_regions()}
    }
    .into_any()
}

/// The running task and what it asks, as one box.
fn task_box() -> AnyView {
    let store = store();
    view! { <div class=move || if store.ask().is_some() { "task task--asking" } else { "task" }>{error_notice()} {run_bar()} {asks()}</div> }.into_any()
}

fn header(store: Store, in_settings: Memo<bool>, is_home: Memo<bool>) -> AnyView {
    let title = words(move || {
        match store.screen.get() {
            Screen::Settings => return t("settings").to_owned(),
            Screen::Schedules => return t("schedules").to_owned(),
            Screen::Library => return t("documents").to_owned(),
            Screen::Chat => {}
        }
        let current = store.current.get();
        store.conversations.with(|all| {
            let conversation = all.iter().find(|conversation| Some(&conversation.id) == current.as_ref());
            conversation.map_or_else(
                || if is_home.get() { "EDITH" } else { t("new_conversation") }.to_owned(),
                |head| crate::state::conversations::title(&head.shown()),
            )
        })
    });
    view! {
        <header class="header">
            <Show when=in_settings fallback=move || conversations_button(store)>
                {icon_button(Icon::Back, t("back_chat"), move || close_settings(store))}
            </Show>
            <h1 class="header__title" title=title>{title}</h1>
            <Show when=move || !in_settings.get()>
                {view! {
                    {icon_button(Icon::Plus, t("new_conversation"), move || store.open(None))}
                    {menu_button("more", t("more"), move || more(store))}
                }
                    .into_any()}
            </Show>
        </header>
    }
    .into_any()
}

/// Opens the list of conversations, and says how many of them ended while nobody looked.
fn conversations_button(store: Store) -> AnyView {
    let count = Memo::new(move |_| store.seen.with(Seen::count));
    let name = Signal::derive(move || match count.get() {
        0 => t("conversations").to_owned(),
        n => counted(n, key("conversations_new_one"), key("conversations_new_many")),
    });
    view! {
        <button
            class="icon-button"
            type="button"
            aria-label=name
            title=name
            on:click=move |_| store.drawer.set(true)
        >
            {icon(Icon::List)}
            <Show when={move || count.get() > 0}>
                <span class="mark mark--button" aria-hidden="true"></span>
            </Show>
        </button>
    }
    .into_any()
}

/// What the header's menu leads to.
fn more(store: Store) -> Vec<Item> {
    let mut items = vec![
        Item::new(Icon::Library, t("documents"), move || store.screen.set(Screen::Library)).named("open-documents"),
        Item::new(Icon::Calendar, t("schedules"), move || store.screen.set(Screen::Schedules)).named("open-schedules"),
    ];
    if let Some(id) = store.current.get_untracked() {
        let save = |format: Format, name: &str| {
            let id = id.clone();
            let words = fill("export_as", &[("format", name)]);
            Item::new(Icon::Download, words, move || store.export(id.clone(), format))
        };
        items.extend([save(Format::Markdown, "Markdown"), save(Format::Json, "JSON")]);
    }
    items.push(Item::new(Icon::Gear, t("settings"), move || store.screen.set(Screen::Settings)).named("open-settings"));
    items
}

fn close_settings(store: Store) {
    store.screen.set(Screen::Chat);
    focus("composer-input");
}
