//! The first page: what this is, tasks to try without a key, and the conversations of late.

use crate::state::conversations::title;
use crate::state::examples::EXAMPLES;
use crate::state::format::ago;
use crate::state::server::by_url;
use crate::view::clock::clock;
use crate::view::composer::composer;
use crate::view::icon::{Icon, icon};
use crate::view::store::{Mode, Screen, Surface, store, zone};
use leptos::prelude::*;

/// Conversations shown on the first page.
const RECENT: usize = 5;

/// The first page of the side panel or the new tab.
pub fn home() -> impl IntoView {
    let store = store();
    let new_tab = store.surface == Surface::NewTab;
    let nothing_yet = Memo::new(move |_| store.conversations.with(Vec::is_empty));
    view! {
        <main id="main" class="scroll home" tabindex="-1">
            {if new_tab { clock().into_any() } else { hero().into_any() }}
            {new_tab.then(|| view! { <div class="home__composer">{composer()}</div> })}
            <Show when=move || store.ready.get()>
                <Show when=move || !nothing_yet.get()>{recent()}</Show>
                <Show when=move || nothing_yet.get() || !new_tab>{examples()}</Show>
                {server_line()}
            </Show>
        </main>
    }
}

fn hero() -> impl IntoView {
    view! {
        <div class="hero">
            <img class="hero__mark" src="icons/128.png" alt="" width="40" height="40"/>
            <h2 class="hero__title">"What shall I do for you?"</h2>
            <p class="hero__text">
                "Tell me a task. I do it here in your browser and ask before anything is bought, sent or deleted."
            </p>
        </div>
    }
}

fn examples() -> impl IntoView {
    let store = store();
    let rows = EXAMPLES.into_iter().map(|example| {
        view! {
            <li>
                <button type="button" class="tile" on:click=move |_| store.begin(Mode::Agent, example.prompt.to_owned())>
                    {icon(Icon::Spark)}
                    <span class="tile__body">
                        <span class="tile__title">{example.title}</span>
                        <span class="tile__text">{example.prompt}</span>
                    </span>
                </button>
            </li>
        }
    });
    view! {
        <section class="home__part" aria-labelledby="examples-title">
            <h2 class="label" id="examples-title">"Try one"</h2>
            <ul class="tiles">{rows.collect_view()}</ul>
        </section>
    }
}

fn recent() -> impl IntoView {
    let store = store();
    let rows = Memo::new(move |_| {
        let now = store.now.get();
        store.conversations.with(|all| {
            let mut rows: Vec<_> = all.iter().map(|one| (one.updated_at, one.id.clone(), title(one))).collect();
            rows.sort_by(|one, other| other.0.total_cmp(&one.0));
            rows.truncate(RECENT);
            rows.into_iter().map(|(at, id, title)| (id, title, ago(now, at, zone()))).collect::<Vec<_>>()
        })
    });
    let row = move |(id, title, ago): (edith_protocol::ConversationId, String, String)| {
        view! {
            <li>
                <button type="button" class="tile tile--row" on:click=move |_| store.open(Some(id.clone()))>
                    {icon(Icon::Bubble)}
                    <span class="tile__title">{title}</span>
                    <span class="tile__when">{ago}</span>
                </button>
            </li>
        }
    };
    view! {
        <section class="home__part" aria-labelledby="recent-title">
            <h2 class="label" id="recent-title">"Recent conversations"</h2>
            <ul class="tiles">{move || rows.get().into_iter().map(row).collect_view()}</ul>
        </section>
    }
}

/// Which model works, with the way to change it.
fn server_line() -> impl IntoView {
    let store = store();
    let words = move || {
        let preset = store.base_url.with(|base_url| by_url(base_url));
        if preset.base_url.is_empty() && store.base_url.with(String::is_empty) {
            return "Working with the built-in command interpreter: no key, no network of its own. ".to_owned();
        }
        let model = store.model.get();
        if model.is_empty() {
            format!("{}: no model chosen yet. ", preset.name)
        } else {
            format!("{} · {model}. ", preset.name)
        }
    };
    let action = move || if store.base_url.with(String::is_empty) { "Connect a language model" } else { "Change" };
    view! {
        <p class="home__server">
            {words}
            <button type="button" class="link" on:click=move |_| store.screen.set(Screen::Settings)>{action}</button>
        </p>
    }
}
