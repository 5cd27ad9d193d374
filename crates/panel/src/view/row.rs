//! One conversation in the list: open, rename, delete.

use crate::state::conversations::Row;
use crate::state::format::ago;
use crate::view::icon::{Icon, icon, icon_button};
use crate::view::store::{store, zone};
use leptos::html::Input;
use leptos::prelude::*;

/// What is being done with a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Doing {
    Nothing,
    Renaming,
    Deleting,
}

/// The row of a conversation.
pub fn row(shown: Row) -> impl IntoView {
    let doing = RwSignal::new(Doing::Nothing);
    view! {
        <li class="row">
            {move || match doing.get() {
                Doing::Nothing => plain(shown.clone(), doing).into_any(),
                Doing::Renaming => renaming(shown.clone(), doing).into_any(),
                Doing::Deleting => deleting(shown.clone(), doing).into_any(),
            }}
        </li>
    }
}

fn plain(shown: Row, doing: RwSignal<Doing>) -> impl IntoView {
    let store = store();
    let (id, here, busy) = (shown.id.clone(), shown.id.clone(), shown.id);
    let current = Memo::new(move |_| store.current.with(|current| current.as_ref() == Some(&here)));
    let running = Memo::new(move |_| store.runs.with(|runs| runs.live_in(&busy).is_some()));
    let when = ago(store.now.get_untracked(), shown.updated_at, zone());
    let key = move |event: web_sys::KeyboardEvent| {
        let next = match event.key().as_str() {
            "F2" => Doing::Renaming,
            "Delete" => Doing::Deleting,
            _ => return,
        };
        event.prevent_default();
        doing.set(next);
    };
    view! {
        <button type="button" class="row__open" aria-current=move || current.get().then_some("true")
            aria-keyshortcuts="F2 Delete" on:keydown=key on:click=move |_| store.open(Some(id.clone()))>
            <span class="row__title" dir="auto">{shown.title}</span>
            {(!shown.snippet.is_empty()).then(|| view! { <span class="row__snippet" dir="auto">{shown.snippet}</span> })}
        </button>
        <span class="row__when">
            {move || if running.get() { view! { <span class="spinner" role="img" aria-label="Running"></span> }.into_any() } else { when.clone().into_any() }}
        </span>
        <span class="row__actions">
            {icon_button(Icon::Pencil, "Rename", move || doing.set(Doing::Renaming))}
            {icon_button(Icon::Bin, "Delete", move || doing.set(Doing::Deleting))}
        </span>
    }
}

fn renaming(shown: Row, doing: RwSignal<Doing>) -> impl IntoView {
    let store = store();
    let field = NodeRef::<Input>::new();
    let title = RwSignal::new(shown.title.clone());
    let old = shown.title;
    Effect::new(move || {
        if let Some(field) = field.get() {
            // Refused only when it cannot take the focus, and then nothing is lost.
            let _ = field.focus();
            field.select();
        }
    });
    let save = move || {
        let new = title.get_untracked().trim().to_owned();
        if !new.is_empty() && new != old {
            store.rename(shown.id.clone(), new);
        }
        doing.set(Doing::Nothing);
    };
    view! {
        <form class="row__form" on:submit=move |event| {
            event.prevent_default();
            save();
        }>
            <input class="input" type="text" dir="auto" aria-label="New title" maxlength=edith_protocol::TITLE_CHARS.to_string() node_ref=field
                prop:value=move || title.get() on:input=move |event| title.set(event_target_value(&event))
                on:keydown=move |event| cancel(&event, doing)/>
            <button type="submit" class="icon-button" aria-label="Save" title="Save">{icon(Icon::Check)}</button>
            {icon_button(Icon::Cross, "Cancel", move || doing.set(Doing::Nothing))}
        </form>
    }
}

fn deleting(shown: Row, doing: RwSignal<Doing>) -> impl IntoView {
    let store = store();
    let keep = NodeRef::<leptos::html::Button>::new();
    Effect::new(move || {
        if let Some(keep) = keep.get() {
            // Refused only when it cannot take the focus, and then nothing is lost.
            let _ = keep.focus();
        }
    });
    let id = shown.id;
    view! {
        <div class="row__confirm" role="group" aria-label=format!("Delete {}", shown.title) on:keydown=move |event| cancel(&event, doing)>
            <p class="row__question">"Delete this conversation?"</p>
            <button type="button" class="button button--small button--stop" on:click=move |_| store.delete(id.clone())>"Delete"</button>
            <button type="button" class="button button--small" node_ref=keep on:click=move |_| doing.set(Doing::Nothing)>"Keep"</button>
        </div>
    }
}

/// Escape gives up what is being done, not the whole list.
fn cancel(event: &web_sys::KeyboardEvent, doing: RwSignal<Doing>) {
    if event.key() == "Escape" {
        event.prevent_default();
        event.stop_propagation();
        doing.set(Doing::Nothing);
    }
}
