//! The first page: an introduction, example tasks that need no key, and recent conversations.

use crate::state::conversations::{latest, title};
use crate::state::examples::{Act, Example, examples};
use crate::state::here::Kind;
use crate::state::part::SettingsPart;
use crate::state::servers::{name_of, used_by};
use crate::state::text::{fill, t};
use crate::view::clock::clock;
use crate::view::dom::by_id;
use crate::view::home_parts::{coming, part, running};
use crate::view::icon::{Icon, icon};
use crate::view::memo::flag;
use crate::view::moment::ago;
use crate::view::newtab_box::newtab_box;
use crate::view::row::mark;
use crate::view::show::Show;
use crate::view::start;
use crate::view::store::{Store, Surface, focus, store};
use edith_chrome::i18n::language;
use edith_protocol::ModelRole;
use leptos::prelude::*;

/// Conversations shown on the first page.
const RECENT: usize = 5;

/// The first page of the side panel or the new tab.
pub(super) fn home() -> AnyView {
    let store = store();
    let new_tab = store.surface == Surface::NewTab;
    let nothing_yet = flag(move || store.conversations.with(Vec::is_empty));
    let parts = move || {
        view! {
            {running()}
            {coming()}
            {start::start()}
            <Show when=move || !nothing_yet.get()>{recent()}</Show>
            <Show when=move || nothing_yet.get() || !new_tab>{tiles()}</Show>
            <Show when=move || !start::is_due(store)>{server_line()}</Show>
        }
        .into_any()
    };
    view! {
        <main class="scroll home" id="main" tabindex="-1">
            {if new_tab { clock() } else { hero() }}
            {new_tab.then(|| newtab_box(store))}
            <Show when=move || store.ready.get()>{parts()}</Show>
        </main>
    }
    .into_any()
}

/// Who speaks, and what it does; a line once the person has given a task.
fn hero() -> AnyView {
    let store = store();
    let known = flag(move || store.ready.get() && store.conversations.with(|all| !all.is_empty()));
    let mark = view! { <img class="hero__mark" src="icons/128.png" alt="" width="40" height="40" /> };
    view! {
        <div class=move || if known.get() { "hero hero--line" } else { "hero" }.to_owned()>
            {mark}
            <h2 class="hero__title">{t("hero_title")}</h2>
            <Show when=move || !known.get()>
                <p class="hero__text">{t("hero_text")}</p>
            </Show>
        </div>
    }
    .into_any()
}

/// The tiles for the page that the person is on.
fn tiles() -> AnyView {
    let store = store();
    let kind = Memo::new(move |_| store.here.with(|here| here.as_ref().map_or(Kind::None, |here| here.kind)));
    let has_model = flag(move || store.all_servers.with(|all| used_by(all, ModelRole::Agent).is_some()));
    let shown = move || {
        let kind = kind.get();
        let rows = examples(kind, has_model.get(), &language()).into_iter().map(move |one| tile(store, one));
        let list = view! { <ul class="tiles">{rows.collect_view()}</ul> };
        part("examples-title", if kind == Kind::None { t("try_one") } else { t("on_this_page") }, list.into_any())
    };
    view! { {move || shown()} }.into_any()
}

fn tile(store: Store, one: Example) -> AnyView {
    let (symbol, note) = match one.act {
        Act::Task(words) if t(words) == t(one.title) => (Icon::Spark, None),
        Act::Task(words) => (Icon::Spark, Some(t(words).to_owned())),
        Act::Begin(_) => (Icon::Pencil, Some(t("example_begin_note").to_owned())),
        Act::Form => (Icon::Pencil, Some(t("fill_form_note").to_owned())),
        Act::Attach => (Icon::Page, store.here.with_untracked(|here| here.as_ref().map(|here| here.title.clone()))),
        Act::Files => return view! { <li>{ask_documents(store)}</li> }.into_any(),
    };
    let click = move || match one.act {
        Act::Task(words) => store.begin_task(t(words).to_owned()),
        Act::Begin(words) => {
            store.draft.set(format!("{} ", t(words).trim_end_matches('…').trim_end()));
            focus("composer-input");
        }
        Act::Form => store.begin_form(None, String::new()),
        Act::Attach => {
            if let Some(here) = store.here.get_untracked() {
                store.choose_documents();
                store.attach_tab(here.tab, &here.title);
                focus("composer-input");
            }
        }
        Act::Files => {}
    };
    // What the interpreter is asked in a language that it does not know is English.
    let is_english = matches!(one.act, Act::Task(words) if t(words) == words) && language() != "de";
    let shown = |note: String| {
        view! {
            <span class="tile__text" dir="auto" title=note.clone() lang=is_english.then_some("en")>
                {note.clone()}
            </span>
        }
    };
    let body = view! {
        <span class="tile__body">
            <span class="tile__title">{t(one.title)}</span>{note.map(shown)}
        </span>
    };
    view! {
        <li>
            <button class="tile" type="button" on:click=move |_| click()>
                {icon(symbol)}
                {body}
            </button>
        </li>
    }
    .into_any()
}

/// Lets the person choose documents to ask about.
fn ask_documents(store: Store) -> AnyView {
    let choose = move || {
        store.choose_documents();
        if let Some(field) = by_id::<web_sys::HtmlElement>("composer-files") {
            field.click();
        }
    };
    let body = view! {
        <span class="tile__body">
            <span class="tile__title">{t("example_documents")}</span>
            <span class="tile__text">{t("example_documents_note")}</span>
        </span>
    };
    view! {
        <button class="tile" type="button" id="ask-documents" on:click=move |_| choose()>
            {icon(Icon::Page)}
            {body}
        </button>
    }
    .into_any()
}

fn recent() -> AnyView {
    let store = store();
    let rows = move || {
        let now = store.now.get();
        let rows = store.conversations.with(|all| {
            let latest = latest(all).into_iter().take(RECENT);
            latest.map(|one| (one.id.clone(), title(&one.shown()), ago(now, one.updated_at))).collect::<Vec<_>>()
        });
        let rows = rows.into_iter().map(|(id, title, ago)| {
            let of_mark = id.clone();
            let tile = view! {
                <button class="tile tile--row" type="button" on:click=move |_| store.open(Some(id.clone()))>
                    {icon(Icon::Bubble)}
                    <Show when=move || store.seen.with(|seen| seen.is_new(&of_mark))>{mark()}</Show>
                    <span class="tile__title" dir="auto" title=title.clone()>{title.clone()}</span>
                    <span class="tile__when">{ago}</span>
                </button>
            };
            view! { <li>{tile}</li> }.into_any()
        });
        rows.collect_view().into_any()
    };
    part("recent-title", t("recent"), view! { <ul class="tiles">{move || rows()}</ul> }.into_any())
}

/// The current model, with a link to change it.
fn server_line() -> AnyView {
    let store = store();
    let line = move || {
        let used = store.all_servers.with(|all| used_by(all, ModelRole::Agent).cloned());
        match used {
            None => t("built_in_line").to_owned(),
            Some(server) if server.model.is_empty() => fill("no_model_line", &[("server", &name_of(&server))]),
            Some(server) => format!("{} · {}. ", name_of(&server), server.model),
        }
    };
    let is_built_in = move || store.all_servers.with(|all| used_by(all, ModelRole::Agent).is_none());
    let action = move || if is_built_in() { t("connect_model") } else { t("change") }.to_owned();
    let open = move || {
        if untrack(is_built_in) { store.open_setting("start-key") } else { store.open_settings(SettingsPart::Model) }
    };
    view! {
        <p class="home__server">
            {move || line()}
            <button class="link" type="button" on:click=move |_| open()>{move || action()}</button>
        </p>
    }
    .into_any()
}
