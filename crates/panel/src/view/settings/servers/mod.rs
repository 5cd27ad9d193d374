//! The model servers: those that are set, a new one, those found on this computer, and which of them does what.

mod adder;
mod card;
pub(in crate::view) mod fields;
pub(in crate::view) mod fix;
mod roles;
pub(in crate::view) mod trial;

use crate::state::servers::is_browser;
use crate::state::text::t;
use crate::view::settings::parts::{section, switch};
use crate::view::show::Show;
use crate::view::start;
use crate::view::store::{Store, store};
use edith_protocol::{FIRST_SERVER, NamedServer};
use leptos::prelude::*;

/// The section.
pub(super) fn servers() -> AnyView {
    let store = store();
    let ids = Memo::new(move |_| {
        store.all_servers.with(|all| all.list.iter().map(|server| server.id.clone()).collect::<Vec<_>>())
    });
    // A card is drawn again where its server becomes one of another kind.
    let kinds = Memo::new(move |_| {
        let kind = |server: &NamedServer| (server.id.clone(), is_browser(server));
        store.all_servers.with(|all| all.list.iter().map(kind).collect::<Vec<_>>())
    });
    let built_in = move || ids.with(|ids| ids.first().is_none_or(|id| id != FIRST_SERVER));
    let some = move || ids.with(|ids| !ids.is_empty());
    let several = move || ids.with(|ids| ids.len() > 1);
    let note = || view! { <p class="field__note">{t("servers_note")}</p> }.into_any();
    let body = view! {
        <div class="fields">
            <Show when=built_in>{built_in_words()}</Show>
            <Show when=some>{note()}</Show>
            <Show when=some>
                <div class="servers">
                    <For each=move || kinds.get() key=Clone::clone children=move |(id, _)| card::card(store, id) />
                </div>
            </Show>
            {adder::adder(store)}
            {start::ways()}
            <Show when=several>{roles::roles(store)}</Show>
            <Show when=some>{names(store)}</Show>
        </div>
    };
    section(t("servers"), body.into_any())
}

/// Whether conversations are named by a model.
fn names(store: Store) -> AnyView {
    switch(
        t("generate_titles"),
        t("generate_titles_note"),
        move || store.settings.with(|settings| settings.generate_titles),
        move |on| store.change_settings(|settings| settings.generate_titles = on),
    )
}

/// What works without a server.
fn built_in_words() -> AnyView {
    const COMMANDS: [&str; 5] = [
        "go to en.wikipedia.org, search for Ada Lovelace",
        "click Sign in, type hello into Message",
        "tick In stock, choose Price in Sort by",
        "list the tabs",
        "read the page",
    ];
    let commands = COMMANDS.map(|command| view! { <li><code>{command}</code></li> }.into_any());
    let examples = view! {
        <details class="card">
            <summary class="card__head">{t("commands_example")}</summary>
            <ul class="samples">{commands.collect_view()}</ul>
        </details>
    };
    view! {
        <div class="field">
            <p class="field__label">{t("preset_built_in")}</p>
            <p class="field__note">{t("preset_built_in_note")}</p>
            {examples}
        </div>
    }
    .into_any()
}
