//! A new task's references: chips above the message, and the tabs to choose from.

use crate::state::format::shorten;
use crate::state::text::t;
use crate::view::el::{all, el, live, nothing};
use crate::view::icon::{Icon, icon_button};
use crate::view::store::{Store, focus, store};
use edith_chrome::{scripting, tabs};
use edith_protocol::{Reference, ReferenceKind};
use leptos::prelude::*;
use leptos::task::spawn_local;

/// The chips of the references.
pub(super) fn chips() -> AnyView {
    let store = store();
    live(move || {
        let references = store.references.get();
        if references.is_empty() {
            return nothing();
        }
        let chips = references.into_iter().enumerate().map(|(at, reference)| chip(store, at, &reference));
        el("ul", "chips").attr("aria-label", t("refers_to")).add_all(chips).view()
    })
}

fn chip(store: Store, at: usize, reference: &Reference) -> AnyView {
    let kind = match reference.kind {
        ReferenceKind::Selection => t("ref_selection"),
        ReferenceKind::Link => t("ref_link"),
        ReferenceKind::Image => t("ref_picture"),
        ReferenceKind::Tab => t("ref_tab"),
        ReferenceKind::Page => t("ref_page"),
    };
    let words = match reference.kind {
        ReferenceKind::Selection => &reference.text,
        ReferenceKind::Link | ReferenceKind::Image => &reference.url,
        _ if reference.title.is_empty() => &reference.url,
        _ => &reference.title,
    };
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

/// An open tab to refer to.
pub(super) fn row(store: Store, tab: tabs::Tab) -> AnyView {
    let url = tab.url.clone();
    let is_chosen =
        move || store.references.with(|all| all.iter().any(|one| one.kind == ReferenceKind::Tab && one.url == url));
    let (id, title, url) = (tab.id, tab.title.clone(), tab.url);
    let choose = move |on: bool| {
        if !on {
            store.references.update(|all| all.retain(|one| one.kind != ReferenceKind::Tab || one.url != url));
            return;
        }
        let (title, url) = (title.clone(), url.clone());
        spawn_local(async move {
            let text = scripting::tab_text(id).await;
            let reference = Reference { kind: ReferenceKind::Tab, title, url, text };
            store.references.update(|all| all.push(reference));
        });
    };
    let field = el("input", "")
        .attr("type", "checkbox")
        .checked(is_chosen)
        .on("change", move |event| choose(event_target_checked(&event)));
    let words = if tab.title.is_empty() { t("untitled").to_owned() } else { shorten(&tab.title, 80) };
    let label = el("label", "choice").add(field).add(el("span", "").attr("dir", "auto").text(words));
    el("li", "").add(all(vec![label.view()])).view()
}
