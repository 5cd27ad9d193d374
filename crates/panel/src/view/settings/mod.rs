//! The settings, as a screen of the side panel and as a page: four parts, each a list of sections. Every change is stored at once.

mod appearance;
mod behaviour;
mod data;
mod instructions;
mod languages;
mod limits;
pub(super) mod parts;
mod prices;
mod profile;
mod prompts;
mod search;
pub(super) mod servers;
mod sites;
mod tabs;
mod tools;

use crate::state::part::SettingsPart;
use crate::state::text::{key, t};
use crate::view::notice::error_notice;
use crate::view::toast::toast;
use leptos::prelude::*;

pub(super) use sites::{SCHEDULES, SETTINGS};

/// A section, and the key of further words that the search finds it by.
type Section = (fn() -> AnyView, &'static str);

/// The sections of each part, in their order. A new section is one line here.
const SECTIONS: [(SettingsPart, &[Section]); 4] = [
    (
        SettingsPart::Model,
        &[
            (servers::servers, key("find_servers")),
            (tools::tools, key("find_tools_of_servers")),
            (instructions::section, key("find_instructions")),
            (prices::prices, key("find_prices")),
            (languages::recognition, key("find_recognition")),
        ],
    ),
    (
        SettingsPart::Permissions,
        &[
            (behaviour::approvals, key("find_approvals")),
            (sites::sites_section, key("find_sites")),
            (behaviour::work, key("find_work")),
        ],
    ),
    (SettingsPart::Limits, &[(limits::limits, key("find_limits"))]),
    (
        SettingsPart::Data,
        &[
            (profile::profile, key("find_profile")),
            (prompts::prompts, key("find_prompts")),
            (data::data, key("find_data")),
            (data::about, key("find_about")),
        ],
    ),
];

/// The settings inside the side panel or the new tab.
pub(super) fn settings_screen() -> AnyView {
    let search = search::Search::new();
    let section =
        |(draw, words): &Section| view! { <div class="setting" data-words=t(words)>{draw()}</div> }.into_any();
    let look = view! { <div class="settings__look">{section(&(appearance::appearance, key("find_appearance")))}</div> };
    let panels = SECTIONS.map(|(part, sections)| tabs::panel(part, search, sections.iter().map(section).collect()));
    let body = view! {
        <div class="settings__body" id=search::PLACE>
            {look}
            {tabs::tabs(search)}
            {panels.collect_view()}
        </div>
    };
    let screen = view! { <div class="settings">{search.field()} {body}</div> };
    view! {
        {screen}
        {error_notice()}
        {toast(false)}
    }
    .into_any()
}

/// The settings as a page.
pub(super) fn options_page() -> AnyView {
    tabs::follow_address();
    let mark = view! { <img src="icons/128.png" alt="" width="36" height="36" /> };
    view! {
        <div class="page">
            <header class="page__head">{mark} <h1 class="page__title">{t("settings_title")}</h1></header>
            <main id="main">{settings_screen()}</main>
        </div>
    }
    .into_any()
}
