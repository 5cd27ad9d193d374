//! A new task's references: chips above the message, and the tabs to choose from.

use crate::state::format::shorten;
use crate::state::text::t;
use crate::view::el::{all, el, live, nothing};
use crate::view::icon::{Icon, icon, icon_button};
use crate::view::store::{Store, focus, store};
use edith_chrome::{scripting, tabs};
use edith_protocol::{Reference, ReferenceKind};
use leptos::prelude::*;
use leptos::task::spawn_local;

/// The chips of the saved prompt and of the references.
pub(super) fn chips() -> AnyView {
    let store = store();
    live(move || {
        let references = store.references.get();
        // While it is filled in, its fields say what it is.
        let name = store.compose.prompt_name.get().filter(|_| store.compose.filling.with(Option::is_none));
        if references.is_empty() && name.is_none() {
            return nothing();
        }
        let prompt = name.map(|name| prompt_chip(store, &name));
        let chips = references.into_iter().enumerate().map(|(at, reference)| chip(store, at, &reference));
        el("ul", "chips").attr("aria-label", t("refers_to")).add_all(prompt).add_all(chips).view()
    })
}

fn prompt_chip(store: Store, name: &str) -> AnyView {
    let take_away = move || {
        store.compose.prompt_name.set(None);
        focus("composer-input");
    };
    el("li", "chip")
        .attr("title", t("prompt_used"))
        .add(icon(Icon::Spark))
        .add(el("span", "chip__words").attr("dir", "auto").text(shorten(name, 60)))
        .add(icon_button(Icon::Cross, t("prompt_forget"), take_away))
        .view()
}

fn chip(store: Store, at: usize, reference: &Reference) -> AnyView {
    let (kind, words) = (kind_words(reference.kind), words_of(reference));
    let take_away = move || {
        store.references.update(|all| {
            if at < all.len() {
                all.remove(at);
            }
        });
        focus("composer-input");
    };
    el("li", "chip")
        .attr("title", shorten(words, 300))
        .add(el("span", "chip__kind").text(kind))
        .add(el("span", "chip__words").attr("dir", "auto").text(shorten(words, 60)))
        .add(icon_button(Icon::Cross, t("do_not_refer"), take_away))
        .view()
}

/// What a kind is called.
pub(super) fn kind_words(kind: ReferenceKind) -> &'static str {
    match kind {
        ReferenceKind::Selection => t("ref_selection"),
        ReferenceKind::Link => t("ref_link"),
        ReferenceKind::Image => t("ref_picture"),
        ReferenceKind::Tab => t("ref_tab"),
        ReferenceKind::Page => t("ref_page"),
    }
}

/// What a reference is known by.
pub(super) fn words_of(reference: &Reference) -> &str {
    match reference.kind {
        ReferenceKind::Selection => &reference.text,
        ReferenceKind::Link | ReferenceKind::Image => &reference.url,
        _ if reference.title.is_empty() => &reference.url,
        _ => &reference.title,
    }
}

impl Store {
    /// Refers to an open tab, once.
    pub(in crate::view) fn refer_to(self, tab: tabs::Tab) {
        let is_known =
            |all: &Vec<Reference>| all.iter().any(|one| one.kind == ReferenceKind::Tab && one.url == tab.url);
        if self.references.with_untracked(is_known) {
            return;
        }
        spawn_local(async move {
            let text = scripting::tab_text(tab.id).await;
            let reference = Reference { kind: ReferenceKind::Tab, title: tab.title, url: tab.url, text };
            self.references.update(|all| all.push(reference));
        });
    }
}

/// An open tab to refer to.
pub(in crate::view) fn row(store: Store, tab: tabs::Tab) -> AnyView {
    let url = tab.url.clone();
    let is_chosen =
        move || store.references.with(|all| all.iter().any(|one| one.kind == ReferenceKind::Tab && one.url == url));
    let (chosen, url) = (tab.clone(), tab.url.clone());
    let choose = move |on: bool| {
        if on {
            store.refer_to(chosen.clone());
        } else {
            store.references.update(|all| all.retain(|one| one.kind != ReferenceKind::Tab || one.url != url));
        }
    };
    let field = el("input", "")
        .attr("type", "checkbox")
        .checked(is_chosen)
        .on("change", move |event| choose(event_target_checked(&event)));
    let words = if tab.title.is_empty() { t("untitled").to_owned() } else { shorten(&tab.title, 80) };
    let label = el("label", "choice").add(field).add(el("span", "").attr("dir", "auto").text(words));
    el("li", "").add(all(vec![label.view()])).view()
}
