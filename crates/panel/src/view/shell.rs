//! The frame of the side panel and the new tab: header, main part, and a dock with asks, indicator and composer.

use crate::state::seen::Seen;
use crate::state::text::{counted, fill, key, t};
use crate::view::ask_card::asks;
use crate::view::chat::chat;
use crate::view::composer::composer;
use crate::view::conversations::Format;
use crate::view::documents::library_screen;
use crate::view::drawer::drawer;
use crate::view::el::{all, button, either, el, flag, live, when, words};
use crate::view::home::home;
use crate::view::icon::{Icon, icon, icon_button};
use crate::view::language_card::language_card;
use crate::view::live::live_regions;
use crate::view::menu::{Item, menu_button};
use crate::view::notice::{elsewhere, error_notice};
use crate::view::run_bar::run_bar;
use crate::view::schedules::schedules_screen;
use crate::view::settings::{SCHEDULES, SETTINGS, settings_screen};
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
        let link = el("a", "skip").live_attr("href", move || Some(format!("#{}", to()))).live_text(words);
        let to_message = move |event: web_sys::Event| {
            event.prevent_default();
            focus(untrack(to));
        };
        link.on("click", to_message).view()
    };
    let settings = move || {
        el("main", "scroll")
            .attr("id", "main")
            .attr("tabindex", "-1")
            .add(live(move || match other.get() {
                Screen::Schedules => schedules_screen(),
                Screen::Library => library_screen(),
                Screen::Settings | Screen::Chat => settings_screen(),
            }))
            .view()
    };
    let work = move || {
        let dock = el("div", "dock")
            .add(toast(false))
            .add(elsewhere())
            .add(language_card())
            .add(task_box())
            .add(when(move || !(reviews.get() || home_has_composer && is_home.get()), composer));
        all(vec![either(move || is_home.get(), home, chat), dock.view()])
    };
    let class =
        move || Some(if is_home.get() && !in_settings.get() { "shell shell--home" } else { "shell" }.to_owned());
    let frame = el("div", "").live_attr("class", class).add(header(store, in_settings, is_home)).add(either(
        move || in_settings.get(),
        settings,
        work,
    ));
    // The settings have nothing worth skipping before them.
    all(vec![when(move || !in_settings.get(), skip), frame.view(), drawer(), viewer(), live_regions()])
}

/// The running task and what it asks, as one box.
fn task_box() -> AnyView {
    let store = store();
    let class = move || Some(if store.ask().is_some() { "task task--asking" } else { "task" }.to_owned());
    el("div", "").live_attr("class", class).add(error_notice()).add(run_bar()).add(asks()).view()
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
    el("header", "header")
        .add(either(
            move || in_settings.get(),
            move || icon_button(Icon::Back, t("back_chat"), move || close_settings(store)),
            move || conversations_button(store),
        ))
        .add(el("h1", "header__title").live_attr("title", move || Some(title.get())).live_text(move || title.get()))
        .add(when(
            move || !in_settings.get(),
            move || {
                all(vec![
                    icon_button(Icon::Plus, t("new_conversation"), move || store.open(None)),
                    menu_button("more", t("more"), move || more(store)),
                ])
            },
        ))
        .view()
}

/// Opens the list of conversations, and says how many of them ended while nobody looked.
fn conversations_button(store: Store) -> AnyView {
    let count = Memo::new(move |_| store.seen.with(Seen::count));
    let name = move || match count.get() {
        0 => t("conversations").to_owned(),
        n => counted(n, key("conversations_new_one"), key("conversations_new_many")),
    };
    button("icon-button", move || store.drawer.set(true))
        .live_attr("aria-label", move || Some(name()))
        .live_attr("title", move || Some(name()))
        .add(icon(Icon::List))
        .add(when(move || count.get() > 0, || el("span", "mark mark--button").attr("aria-hidden", "true").view()))
        .view()
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
