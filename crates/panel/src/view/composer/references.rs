//! A new task's references: chips above the message, and the tabs to choose from.

use crate::state::format::shorten;
use crate::state::text::t;
use crate::view::icon::{Icon, icon, icon_button};
use crate::view::store::{Store, focus, store};
use edith_chrome::{scripting, tabs};
use edith_protocol::{Reference, ReferenceKind};
use leptos::prelude::*;
use leptos::task::spawn_local;

/// The chips of the saved prompt and of the references.
pub(super) fn chips() -> AnyView {
    let store = store();
    let shown = move || {
        let references = store.references.get();
        let name = store.compose.prompt_name.get().filter(|_| store.compose.filling.with(Option::is_none));
        if references.is_empty() && name.is_none() {
            return ().into_any();
        }
        let prompt = name.map(|name| prompt_chip(store, &name));
        let chips = references.into_iter().enumerate().map(|(at, reference)| chip(store, at, &reference));
        // While it is filled in, its fields say what it is.
        view! {
            <ul class="chips" aria-label=t("refers_to")>
                {prompt.collect_view()}
                {chips.collect_view()}
            </ul>
        }
        .into_any()
    };
    view! { {move || shown()} }.into_any()
}

fn prompt_chip(store: Store, name: &str) -> AnyView {
    let take_away = move || {
        store.compose.prompt_name.set(None);
        focus("composer-input");
    };
    view! {
        <li class="chip" title=t("prompt_used")>
            {icon(Icon::Spark)}
            <span class="chip__words" dir="auto">{shorten(name, 60)}</span>
            {icon_button(Icon::Cross, t("prompt_forget"), take_away)}
        </li>
    }
    .into_any()
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
    view! {
        <li class="chip" title=shorten(words, 300)>
            <span class="chip__kind">{kind}</span>
            <span class="chip__words" dir="auto">{shorten(words, 60)}</span>
            {icon_button(Icon::Cross, t("do_not_refer"), take_away)}
        </li>
    }
    .into_any()
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
    let is_chosen = Signal::derive(move || {
        store.references.with(|all| all.iter().any(|one| one.kind == ReferenceKind::Tab && one.url == url))
    });
    let (chosen, url) = (tab.clone(), tab.url.clone());
    let choose = move |on: bool| {
        if on {
            store.refer_to(chosen.clone());
        } else {
            store.references.update(|all| all.retain(|one| one.kind != ReferenceKind::Tab || one.url != url));
        }
    };
    let field = view! {
        <input
            type="checkbox"
            prop:checked=is_chosen
            on:change=move |event| choose(event_target_checked(&event))
        />
    };
    let words = if tab.title.is_empty() { t("untitled").to_owned() } else { shorten(&tab.title, 80) };
    let label = view! { <label class="choice">{field} <span dir="auto">{words}</span></label> };
    view! { <li>{label}</li> }.into_any()
}
