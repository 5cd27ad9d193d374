//! The menu of what a new task can be given: files, the page in view, an address, open tabs.

use crate::state::documents::kind::is_pdf;
use crate::state::documents::questions;
use crate::state::format::shorten;
use crate::state::text::t;
use crate::view::composer::references::row as tab_row;
use crate::view::documents::resources::resources;
use crate::view::el::{all, button, by_id, el, live, nothing, text_field};
use crate::view::icon::{Icon, icon};
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
    let list = move || if open.get() { entries(store, here, found, open) } else { nothing() };
    let plus = button("icon-button", toggle)
        .attr("id", "add-to-task")
        .attr("aria-label", t("add_to_task"))
        .attr("title", t("add_to_task"))
        .live_attr("aria-expanded", move || Some(open.get().to_string()))
        .add(icon(Icon::Plus));
    let files = el("input", "")
        .attr("id", "composer-files")
        .attr("type", "file")
        .attr("multiple", "")
        .attr("hidden", "")
        .attr("tabindex", "-1");
    let list_of_questions = el("input", "")
        .attr("id", QUESTIONS)
        .attr("type", "file")
        .attr("accept", ".txt,.csv,.tsv,.md,text/plain,text/csv")
        .attr("hidden", "")
        .attr("tabindex", "-1")
        .on("change", move |_| store.take_questions());
    el("div", "chooser")
        .attr("id", "task-menu")
        .on("focusout", move |_| {
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
        })
        .on_key(move |event| {
            if event.key() == "Escape" && open.get_untracked() {
                event.prevent_default();
                event.stop_propagation();
                close();
            }
        })
        .add(plus)
        .add(files)
        .add(list_of_questions)
        .add(live(list))
        .view()
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
        let Some(tab) = here.get() else { return nothing() };
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
            return nothing();
        }
        all(vec![
            el("p", "label menu__label").attr("id", "open-tabs").text(t("open_tabs")).view(),
            el("ul", "tabs")
                .attr("aria-labelledby", "open-tabs")
                .add_all(tabs.into_iter().map(|tab| tab_row(store, tab)))
                .view(),
        ])
    };
    el("div", "menu")
        .attr("role", "group")
        .attr("aria-label", t("add_to_task"))
        .add(entry(Icon::Clip, t("attach"), t("attach_note").to_owned(), move || choose("composer-files")))
        .add(live(page))
        .add(entry(Icon::Library, t("attach_kept"), t("attach_kept_note").to_owned(), move || {
            store.screen.set(Screen::Library);
        }))
        .add_some((!store.draft.with_untracked(|draft| draft.trim().is_empty())).then(|| {
            entry(Icon::Spark, t("prompt_save"), t("prompt_save_note").to_owned(), move || {
                open.set(false);
                store.name_draft();
            })
        }))
        .add(entry(Icon::List, t("questions_file"), t("questions_file_note").to_owned(), move || choose(QUESTIONS)))
        .add(address(store, open))
        .add(resources(store, open))
        .add(live(tabs))
        .view()
}

fn entry(shown: Icon, words: &'static str, note: String, click: impl Fn() + 'static) -> AnyView {
    let body = el("span", "menu__words")
        .add(el("span", "menu__title").text(words))
        .add(el("span", "menu__note").attr("dir", "auto").text(note));
    button("menu__item", click).add(icon(shown)).add(body).view()
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
    let field = text_field("url", t("attach_address"), t("attach_address"), typed)
        .attr("dir", "ltr")
        .attr("autocomplete", "off")
        .on_enter(attach);
    el("div", "menu__address").add(field).add(button("button button--small", attach).text(t("add"))).view()
}
