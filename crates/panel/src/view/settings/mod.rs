//! The settings: as a screen of the side panel and as a page of their own. Every change is stored at once.

mod behaviour;
mod limits;
mod parts;
mod server;

use crate::view::notice::error_notice;
use leptos::prelude::*;

/// The settings inside the side panel or the new tab.
pub fn settings_screen() -> impl IntoView {
    view! {
        <div class="settings">
            {server::server()}
            {behaviour::approvals()}
            {behaviour::work()}
            {limits::limits()}
            {privacy()}
        </div>
        {error_notice()}
    }
}

/// The settings as a page.
pub fn options_page() -> impl IntoView {
    view! {
        <div class="page">
            <header class="page__head">
                <img src="icons/128.png" alt="" width="36" height="36"/>
                <h1 class="page__title">"EDITH settings"</h1>
            </header>
            <main id="main">{settings_screen()}</main>
        </div>
    }
}

fn privacy() -> impl IntoView {
    parts::section(
        "Privacy",
        view! {
            <p class="field__note">
                "Conversations, settings and the key are stored in this browser only, unencrypted, as Chrome stores everything. "
                "What the pages show goes to the model server you choose and nowhere else; passwords, one-time codes and card "
                "numbers never do."
            </p>
        },
    )
}
