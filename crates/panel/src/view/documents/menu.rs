//! The menu of what a new task can be given: files, the page in view, an address, open tabs.

use crate::state::documents::kind::is_pdf;
use crate::state::documents::questions;
use crate::state::format::shorten;
use crate::state::text::t;
use crate::view::composer::references::row as tab_row;
use crate::view::documents::resources::resources;
use crate::view::dom::by_id;
use crate::view::icon::{Icon, icon};
use crate::view::keys::on_enter;
use crate::view::store::{Screen, Store, Surface, focus, store};
use edith_chrome::{files, tabs};
use edith_protocol::{ErrorBody, ErrorCode};
use leptos::prelude::*;
use leptos::task::spawn_local;

/// Characters of a title in the menu.
const TITLE: usize = 80;
/// The field for a file of questions.
const QUESTIONS: &str = "questions-file";

/// The button with its menu.
pub(in crate::view) fn menu() -> AnyView {
    let store = store();
    let open = RwSignal::new(false);
    let here = RwSignal::new(None::<tabs::Tab>);
    let found = RwSignal::new(Vec::<tabs::Tab>::new());
    let toggle = move || {
        open.update(|open| *open = !*open);
        if open.get_untracked() {
            store.refresh_mcp(false);
            spawn_local(async move {
                let query = tabs::Query { window_type: Some("normal"), ..tabs::Query::default() };
                // Without tabs from the browser there is nothing to choose from.
                let all = tabs::query(&query).await.unwrap_or_default();
                found.set(all.into_iter().filter(is_page).collect());
                let query = tabs::Query { active: Some(true), current_window: Some(true), ..tabs::Query::default() };
                let active = tabs::query(&query).await.unwrap_or_default();
                here.set(active.into_iter().find(is_page).filter(|_| store.surface == Surface::SidePanel));
            });
        }
    };
    let close = move || {
        open.set(false);
        focus("add-to-task");
    };
    let list = move || if open.get() { entries(store, here, found, open) } else { ().into_any() };
    let plus = view! {
        <button
            class="icon-button"
            type="button"
            id="add-to-task"
            aria-label=t("add_to_task")
            title=t("add_to_task")
            aria-expanded=move || open.get().to_string()
            on:click=move |_| toggle()
        >
            {icon(Icon::Plus)}
        </button>
    };
    let files = view! { <input id="composer-files" type="file" multiple hidden tabindex="-1" /> };
    let list_of_questions = view! {
        <input
            id=QUESTIONS
            type="file"
            accept=".txt,.csv,.tsv,.md,text/plain,text/csv"
            hidden
            tabindex="-1"
            on:change=move |_| store.take_questions()
        />
    };
    let left = move |_| {
        // The new focus is known by the next frame; a click on something unfocusable leaves the menu open.
        request_animation_frame(move || {
            let active = document().active_element();
            let inside = by_id::<web_sys::Node>("task-menu").is_none_or(|menu| {
                active.as_ref().is_none_or(|active| active.tag_name() == "BODY" || menu.contains(Some(active)))
            });
            // The composer may be gone by then.
            if !inside && open.try_get_untracked() == Some(true) {
                open.set(false);
            }
        });
    };
    view! {
        <div
            class="chooser"
            id="task-menu"
            on:focusout=left
            on:keydown=move |event| {
                if event.key() == "Escape" && open.get_untracked() {
                    event.prevent_default();
                    event.stop_propagation();
                    close();
                }
            }
        >
            {plus}
            {files}
            {list_of_questions}
            {move || list()}
        </div>
    }
    .into_any()
}

fn is_page(tab: &tabs::Tab) -> bool {
    tab.url.starts_with("http")
}

impl Store {
    /// Puts the questions of the chosen file into the message, each a question of its own.
    fn take_questions(self) {
        spawn_local(async move {
            let Some((name, text)) = files::chosen_text(QUESTIONS).await else { return };
            let list = questions::of_file(&name, &text);
            if list.is_empty() {
                return self.error.set(Some(ErrorBody::new(ErrorCode::Other, t("questions_none"))));
            }
            self.choose_documents();
            self.several.set(Some(true));
            self.draft.update(|draft| {
                draft.truncate(draft.trim_end().len());
                if !draft.is_empty() {
                    draft.push('\n');
                }
                draft.push_str(&list.join("\n"));
            });
            focus("composer-input");
        });
    }
}

fn entries(
    store: Store,
    here: RwSignal<Option<tabs::Tab>>,
    found: RwSignal<Vec<tabs::Tab>>,
    open: RwSignal<bool>,
) -> AnyView {
    let choose = move |field: &'static str| {
        if let Some(field) = by_id::<web_sys::HtmlElement>(field) {
            field.click();
        }
        open.set(false);
    };
    let page = move || {
        let Some(tab) = here.get() else { return ().into_any() };
        let words = if is_pdf(&tab.url) { t("attach_pdf") } else { t("attach_page") };
        let title = if tab.title.is_empty() { tab.url.clone() } else { tab.title.clone() };
        let note = shorten(&title, TITLE);
        let attach = move || {
            store.attach_tab(tab.id, &title);
            open.set(false);
        };
        entry(if is_pdf(&tab.url) { Icon::Page } else { Icon::Globe }, words, note, attach)
    };
    let tabs = move || {
        let tabs = found.get();
        if tabs.is_empty() {
            return ().into_any();
        }
        view! {
            <p class="label menu__label" id="open-tabs">{t("open_tabs")}</p>
            <ul class="tabs" aria-labelledby="open-tabs">
                {tabs.into_iter().map(|tab| tab_row(store, tab)).collect_view()}
            </ul>
        }
        .into_any()
    };
    let kept = entry(Icon::Library, t("attach_kept"), t("attach_kept_note").to_owned(), move || {
        store.screen.set(Screen::Library);
    });
    let is_empty = store.draft.with_untracked(|draft| draft.trim().is_empty());
    let save = (!is_empty).then(|| {
        entry(Icon::Spark, t("prompt_save"), t("prompt_save_note").to_owned(), move || {
            open.set(false);
            store.name_draft();
        })
    });
    view! {
        <div class="menu" role="group" aria-label=t("add_to_task")>
            {entry(Icon::Clip, t("attach"), t("attach_note").to_owned(), move || choose("composer-files"))}
            {move || page()}
            {kept}
            {save}
            {entry(Icon::List, t("questions_file"), t("questions_file_note").to_owned(), move || choose(QUESTIONS))}
            {address(store, open)}
            {resources(store, open)}
            {move || tabs()}
        </div>
    }
    .into_any()
}

fn entry(shown: Icon, words: &'static str, note: String, click: impl Fn() + 'static) -> AnyView {
    entry_of(shown, words, note, UnsyncCallback::new(move |()| click()))
}

fn entry_of(shown: Icon, words: &'static str, note: String, click: UnsyncCallback<()>) -> AnyView {
    let body = view! {
        <span class="menu__words">
            <span class="menu__title">{words}</span><span class="menu__note" dir="auto">{note}</span>
        </span>
    };
    view! {
        <button class="menu__item" type="button" on:click=move |_| click.run(())>
            {icon(shown)}
            {body}
        </button>
    }
    .into_any()
}

/// The field for an address.
fn address(store: Store, open: RwSignal<bool>) -> AnyView {
    let typed = RwSignal::new(String::new());
    let attach = move || {
        let address = typed.get_untracked().trim().to_owned();
        if address.is_empty() {
            return;
        }
        store.attach_address(&if address.contains("://") { address } else { format!("https://{address}") });
        open.set(false);
    };
    let field = view! {
        <input
            class="input"
            type="url"
            placeholder=t("attach_address")
            aria-label=t("attach_address")
            bind:value=typed
            dir="ltr"
            autocomplete="off"
            on:keydown=on_enter(attach)
        />
    };
    view! {
        <div class="menu__address">
            {field}
            <button class="button button--small" type="button" on:click=move |_| attach()>{t("add")}</button>
        </div>
    }
    .into_any()
}
