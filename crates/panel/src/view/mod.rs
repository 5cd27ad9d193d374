//! The pages, drawn with Leptos: one small component per file, fed by `store`.
//!
//! What is drawn again changes its elements in place. So rows with a state of their own (what is open, what is typed) are a `<For>` with keys,
//! and an attribute or a listener is written at its element: one that is put on a component is lost as that is drawn again.

#![allow(unreachable_pub)] // The builders of components are `pub`.

mod again;
mod ask_card;
mod bridge;
mod chat;
mod cite;
mod clock;
mod commands;
mod composer;
mod conversations;
mod copy_button;
mod documents;
mod dom;
mod drawer;
mod fold;
mod form;
mod home;
mod home_parts;
mod icon;
mod keys;
mod language_card;
mod live;
mod markdown;
mod memo;
mod menu;
mod message;
mod moment;
mod newtab;
mod newtab_box;
mod newtab_page;
mod notice;
mod picker;
mod plan_card;
mod plan_list;
mod row;
mod run_bar;
mod run_site;
mod schedules;
mod settings;
mod shell;
mod show;
mod source_cards;
mod start;
mod step_card;
mod store;
mod suggestions;
mod toast;
mod viewer;
mod ways;

use crate::state::text::{self, t};
use leptos::prelude::*;
use store::{Store, Surface};

/// Draws the page named in `<html data-surface>`.
pub fn mount() {
    text::load(&edith_chrome::i18n::messages());
    let surface = document().document_element().and_then(|root| root.get_attribute("data-surface"));
    let surface = Surface::named(surface.as_deref());
    match surface {
        Surface::Options => document().set_title(t("settings_title")),
        Surface::NewTab => document().set_title(t("new_tab")),
        Surface::SidePanel | Surface::Document => {}
    }
    mount_to_body(move || {
        let store = Store::new(surface);
        provide_context(store);
        store.connect();
        ways::listen(store);
        documents::listen(store);
        form::watch(store);
        if surface == Surface::NewTab {
            newtab::take_over(store);
        }
        match surface {
            Surface::Options => settings::options_page(),
            Surface::Document => documents::document_page(),
            Surface::SidePanel => shell::shell(),
            Surface::NewTab => newtab_page::newtab_page(store),
        }
    });
}
