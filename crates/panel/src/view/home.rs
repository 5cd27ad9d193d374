//! The first page: an introduction, example tasks that need no key, and recent conversations.

use crate::state::conversations::{latest, title};
use crate::state::examples::{Act, Example, examples};
use crate::state::here::Kind;
use crate::state::part::SettingsPart;
use crate::state::servers::{name_of, used_by};
use crate::state::text::{fill, t};
use crate::view::clock::clock;
use crate::view::el::{all, button, by_id, el, flag, live, when};
use crate::view::home_parts::{coming, part, running};
use crate::view::icon::{Icon, icon};
use crate::view::moment::ago;
use crate::view::newtab_box::newtab_box;
use crate::view::row::mark;
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
        all(vec![
            running(),
            coming(),
            start::start(),
            when(move || !nothing_yet.get(), recent),
            when(move || nothing_yet.get() || !new_tab, tiles),
            when(move || !start::is_due(store), server_line),
        ])
    };
    el("main", "scroll home")
        .attr("id", "main")
        .attr("tabindex", "-1")
        .add(if new_tab { clock() } else { hero() })
        .add_some(new_tab.then(|| newtab_box(store)))
        .add(when(move || store.ready.get(), parts))
        .view()
}

/// Who speaks, and what it does; a line once the person has given a task.
fn hero() -> AnyView {
    let store = store();
    let known = flag(move || store.ready.get() && store.conversations.with(|all| !all.is_empty()));
    let mark = el("img", "hero__mark").attr("src", "icons/128.png").attr("alt", "");
    el("div", "")
        .live_attr("class", move || Some(if known.get() { "hero hero--line" } else { "hero" }.to_owned()))
        .add(mark.attr("width", "40").attr("height", "40"))
        .add(el("h2", "hero__title").text(t("hero_title")))
        .add(when(move || !known.get(), || el("p", "hero__text").text(t("hero_text")).view()))
        .view()
}

/// The tiles for the page that the person is on.
fn tiles() -> AnyView {
    let store = store();
    let kind = Memo::new(move |_| store.here.with(|here| here.as_ref().map_or(Kind::None, |here| here.kind)));
    let has_model = flag(move || store.all_servers.with(|all| used_by(all, ModelRole::Agent).is_some()));
    let shown = move || {
        let kind = kind.get();
        let rows = examples(kind, has_model.get(), &language()).into_iter().map(move |one| tile(store, one));
        let list = el("ul", "tiles").add_all(rows);
        part("examples-title", if kind == Kind::None { t("try_one") } else { t("on_this_page") }, list.view())
    };
    live(shown)
}

fn tile(store: Store, one: Example) -> AnyView {
    let (symbol, note) = match one.act {
        Act::Task(words) if t(words) == t(one.title) => (Icon::Spark, None),
        Act::Task(words) => (Icon::Spark, Some(t(words).to_owned())),
        Act::Begin(_) => (Icon::Pencil, Some(t("example_begin_note").to_owned())),
        Act::Form => (Icon::Pencil, Some(t("fill_form_note").to_owned())),
        Act::Attach => (Icon::Page, store.here.with_untracked(|here| here.as_ref().map(|here| here.title.clone()))),
        Act::Files => return el("li", "").add(ask_documents(store)).view(),
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
        let text = el("span", "tile__text").attr("dir", "auto").attr("title", note.clone()).text(note);
        if is_english { text.attr("lang", "en") } else { text }
    };
    let body = el("span", "tile__body").add(el("span", "tile__title").text(t(one.title))).add_some(note.map(shown));
    el("li", "").add(button("tile", click).add(icon(symbol)).add(body)).view()
}

/// Lets the person choose documents to ask about.
fn ask_documents(store: Store) -> AnyView {
    let choose = move || {
        store.choose_documents();
        if let Some(field) = by_id::<web_sys::HtmlElement>("composer-files") {
            field.click();
        }
    };
    let body = el("span", "tile__body")
        .add(el("span", "tile__title").text(t("example_documents")))
        .add(el("span", "tile__text").text(t("example_documents_note")));
    button("tile", choose).attr("id", "ask-documents").add(icon(Icon::Page)).add(body).view()
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
            let tile = button("tile tile--row", move || store.open(Some(id.clone())))
                .add(icon(Icon::Bubble))
                .add(when(move || store.seen.with(|seen| seen.is_new(&of_mark)), mark))
                .add(el("span", "tile__title").attr("dir", "auto").attr("title", title.clone()).text(title))
                .add(el("span", "tile__when").text(ago));
            el("li", "").add(tile).view()
        });
        all(rows.collect())
    };
    part("recent-title", t("recent"), el("ul", "tiles").add(live(rows)).view())
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
    el("p", "home__server").live_text(line).add(button("link", open).live_text(action)).view()
}
