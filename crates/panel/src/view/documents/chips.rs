//! The chips of attached documents: kind, name, what is being done with each, and a field for its password.

use crate::state::compose::sees;
use crate::state::documents::attached::{Attached, AttachedState};
use crate::state::documents::kind::{Shape, shape};
use crate::state::format::shorten;
use crate::state::text::t;
use crate::state::wire::field;
use crate::view::bridge;
use crate::view::icon::{Icon, icon, icon_button};
use crate::view::keys::on_enter;
use crate::view::store::{Store, focus, store};
use edith_protocol::Command;
use leptos::prelude::*;
use leptos::task::spawn_local;

/// Characters of a name on a chip.
const NAME: usize = 60;
/// The width of a small picture, in pixels.
const THUMB: u32 = 240;

/// The chips of the next task's documents.
pub(in crate::view) fn chips() -> AnyView {
    let store = store();
    let keys =
        Memo::new(move |_| store.files.with(|files| files.iter().map(|one| one.key.clone()).collect::<Vec<_>>()));
    let shown = move || {
        let keys = keys.get();
        if keys.is_empty() {
            return ().into_any();
        }
        view! {
            <ul class="chips" aria-label=t("attached")>
                {keys.into_iter().map(|key| chip(store, key)).collect_view()}
            </ul>
        }
        .into_any()
    };
    view! { {move || shown()} }.into_any()
}

/// A chip keeps its element while its document is read, so that a password being typed stays.
fn chip(store: Store, key: String) -> AnyView {
    let sought = key.clone();
    let one = Memo::new(move |_| store.files.with(|files| files.iter().find(|one| one.key == sought).cloned()));
    let read = move |look: fn(&Attached) -> String| one.with(|one| one.as_ref().map(look).unwrap_or_default());
    let drawn = Memo::new(move |_| {
        one.with(|one| {
            one.as_ref()
                .map(|one| shape(one.shown.kind.as_deref().unwrap_or_default(), &one.shown.name, &one.shown.mime))
        })
    });
    let name = move || read(|one| shorten(&one.shown.name, NAME));
    // Of a picture it matters whether the model is shown it.
    let line = Signal::derive(move || {
        let is_picture =
            one.with(|one| one.as_ref().is_some_and(|one| one.is_picture() && one.state == AttachedState::Read));
        if !is_picture {
            return read(Attached::line);
        }
        let mode = store.mode.get();
        let sees = store.all_servers.with(|all| store.settings.with(|settings| sees(all, settings, mode)));
        if sees { t("picture_seen") } else { t("picture_as_text") }.to_owned()
    });
    let pictured = Memo::new(move |_| {
        one.with(|one| one.as_ref().filter(|one| one.is_picture() && one.is_stored()).map(|one| one.shown.id.clone()))
    });
    let locked = Memo::new(move |_| {
        one.with(|one| one.as_ref().is_some_and(|one| matches!(one.state, AttachedState::Locked { .. })))
    });
    let bar = move || {
        one.with(|one| one.as_ref().and_then(Attached::part)).map(|part| format!("inline-size: {:.1}%", part * 100.0))
    };
    let body = view! {
        <span class="chip__body">
            <span class="chip__words" dir="auto">{move || name()}</span>
            " "
            <span class="chip__note" title=line>{line}</span>
        </span>
    };
    let taken = key.clone();
    let take_away = move || {
        store.detach(&taken);
        focus("composer-input");
    };
    let unlock = move || if locked.get() { password(store, key.clone()) } else { ().into_any() };
    view! {
        <li
            class="chip chip--document"
            title=move || read(|one| one.shown.name.clone())
            data-state=move || one.with(|one| one.as_ref().map(|one| one.style().to_owned()))
        >
            {move || match pictured.get() {
                Some(id) => thumb(id),
                None => drawn.get().map_or_else(|| ().into_any(), |shape| icon(shape_icon(shape))),
            }}
            {body}
            {icon_button(Icon::Cross, t("detach"), take_away)}
            {move || unlock()}
            <span class="chip__bar" prop:style=move || bar().unwrap_or_default()></span>
        </li>
    }
    .into_any()
}

/// The field for a document's password.
fn password(store: Store, key: String) -> AnyView {
    let typed = RwSignal::new(String::new());
    let send = move || {
        let password = typed.get_untracked();
        if !password.is_empty() {
            typed.set(String::new());
            store.unlock(&key, password);
        }
    };
    let submit = send.clone();
    let field = view! {
        <input
            class="input"
            type="password"
            placeholder=t("password")
            aria-label=t("password")
            bind:value=typed
            autocomplete="off"
            on:keydown=on_enter(send)
        />
    };
    view! {
        <span class="chip__unlock">
            {field}
            <button class="button button--small" type="button" on:click=move |_| submit()>{t("open")}</button>
        </span>
    }
    .into_any()
}

/// The icon of a kind.
pub(in crate::view) fn shape_icon(shape: Shape) -> Icon {
    match shape {
        Shape::Text => Icon::Page,
        Shape::Sheet => Icon::Sheet,
        Shape::Slides => Icon::Slides,
        Shape::Picture => Icon::Picture,
        Shape::Mail => Icon::Mail,
        Shape::Web => Icon::Globe,
        Shape::File => Icon::Clip,
    }
}

/// A picture file, small; empty until it is drawn, or if it cannot be.
pub(in crate::view) fn thumb(id: String) -> AnyView {
    let url = RwSignal::new(String::new());
    spawn_local(async move {
        let command = Command::DocumentPicture { document_id: id, page: 1, width: Some(THUMB), password: None };
        if let Ok(mut answer) = bridge::send(&command).await {
            url.try_set(field(&mut answer, "picture").unwrap_or_default());
        }
    });
    let shown = move || match url.get() {
        url if url.is_empty() => icon(Icon::Picture),
        url => view! { <img class="chip__picture" src=url alt="" /> }.into_any(),
    };
    view! { {move || shown()} }.into_any()
}
