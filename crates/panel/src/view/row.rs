//! A conversation in the list: open, pin, rename, export, delete.

use crate::state::conversations::ConversationRow;
use crate::state::text::{fill, t};
use crate::view::conversations::Format;
use crate::view::dom::by_id;
use crate::view::icon::{Icon, icon, icon_button};
use crate::view::keys::on_escape;
use crate::view::moment::ago;
use crate::view::show::Show;
use crate::view::store::{focus, store};
use edith_protocol::ConversationId;
use leptos::prelude::*;

/// A row's current edit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Doing {
    /// Its title is being edited.
    Renaming,
    /// Its export format is being selected.
    Saving,
}

/// The one row that is being edited.
pub(super) type Busy = RwSignal<Option<(ConversationId, Doing)>>;

/// The row of a conversation.
pub(super) fn row(shown: ConversationRow, busy: Busy) -> AnyView {
    let id = shown.id.clone();
    let doing =
        Memo::new(move |_| busy.with(|busy| busy.as_ref().and_then(|(with, doing)| (*with == id).then_some(*doing))));
    let draw = move || match doing.get() {
        None => display_row(shown.clone(), busy),
        Some(Doing::Renaming) => renaming(shown.clone(), busy),
        Some(Doing::Saving) => saving(shown.clone(), busy),
    };
    view! { <li class="row">{move || draw()}</li> }.into_any()
}

fn display_row(shown: ConversationRow, busy: Busy) -> AnyView {
    let store = store();
    let row_id = format!("row-{}", shown.id.0);
    let (id, here, run_in) = (shown.id.clone(), shown.id.clone(), shown.id.clone());
    let (to_pin, to_delete, by_key) = (shown.id.clone(), shown.id.clone(), shown.id.clone());
    let (to_rename, id_of_mark, to_save) = (shown.id.clone(), shown.id.clone(), shown.id);
    let last = ago(store.now.get_untracked(), shown.updated_at);
    let key = move |event: &web_sys::KeyboardEvent| {
        match event.key().as_str() {
            "F2" => busy.set(Some((by_key.clone(), Doing::Renaming))),
            "Delete" => store.delete(by_key.clone()),
            _ => return,
        }
        event.prevent_default();
    };
    let pinned = shown.pinned;
    let is_new = move || store.seen.with(|seen| seen.is_new(&id_of_mark));
    let snippet = (!shown.snippet.is_empty())
        .then(|| view! { <span class="row__snippet" dir="auto">{shown.snippet}</span> }.into_any());
    let open = view! {
        <button
            class="row__open"
            type="button"
            aria-current=move || store.current.with(|current| (current.as_ref() == Some(&here)).then(|| "true".to_owned()))
            id=row_id
            aria-keyshortcuts="F2 Delete"
            on:click=move |_| store.open(Some(id.clone()))
            on:keydown=move |event| key(&event)
        >
            <span class="row__title" dir="auto" title=shown.title.clone()>
                <Show when=is_new>{mark()}</Show>
                {shown.title.clone()}
            </span>
            {snippet}
        </button>
    };
    let running = move || store.runs.with(|runs| runs.live_in(&run_in).is_some());
    let wheel = || view! { <span class="spinner" role="img" aria-label=t("running")></span> }.into_any();
    let actions = view! {
        <span class="row__actions">
            <button
                class="icon-button"
                type="button"
                aria-label=t("pin")
                aria-pressed=pinned.to_string()
                title=if pinned { t("unpin") } else { t("pin") }
                on:click=move |_| store.pin(to_pin.clone(), !pinned)
            >
                {icon(Icon::Pin)}
            </button>
            {icon_button(Icon::Pencil, t("rename"), move || busy.set(Some((to_rename.clone(), Doing::Renaming))))}
            {icon_button(Icon::Download, t("save_file"), move || busy.set(Some((to_save.clone(), Doing::Saving))))}
            {icon_button(Icon::Bin, t("delete"), move || store.delete(to_delete.clone()))}
        </span>
    };
    view! {
        {open}
        <span class="row__when">
            <Show when=running fallback=move || last.clone().into_any()>
                {wheel()}
            </Show>
        </span>
        {actions}
    }
    .into_any()
}

/// The mark of a conversation whose task ended while nobody looked.
pub(super) fn mark() -> AnyView {
    view! { <span class="mark" role="img" aria-label=t("ended_unseen") title=t("ended_unseen")></span> }.into_any()
}

fn renaming(shown: ConversationRow, busy: Busy) -> AnyView {
    let store = store();
    let title = RwSignal::new(shown.title.clone());
    let old = shown.title;
    request_animation_frame(|| {
        if let Some(field) = by_id::<web_sys::HtmlInputElement>("new-title") {
            // Fails only if it cannot take the focus, which loses nothing.
            let _ = field.focus();
            field.select();
        }
    });
    let save = move || {
        let new = title.get_untracked().trim().to_owned();
        if !new.is_empty() && new != old {
            store.rename(shown.id.clone(), new);
        }
        busy.set(None);
    };
    // Escape cancels the edit, not the whole list.
    let field = view! {
        <input
            class="input"
            type="text"
            placeholder=""
            aria-label=t("new_title")
            bind:value=title
            id="new-title"
            dir="auto"
            maxlength=edith_protocol::TITLE_CHARS.to_string()
            on:keydown=on_escape(move || busy.set(None))
        />
    };
    let done = view! {
        <button class="icon-button" type="submit" aria-label=t("save") title=t("save")>{icon(Icon::Check)}</button>
    };
    view! {
        <form
            class="row__form"
            on:submit=move |event| {
                event.prevent_default();
                save();
            }
        >
            {field}
            {done}
            {icon_button(Icon::Cross, t("cancel"), move || busy.set(None))}
        </form>
    }
    .into_any()
}

fn saving(shown: ConversationRow, busy: Busy) -> AnyView {
    let store = store();
    focus("save-markdown");
    let id = shown.id;
    let save = move |format: Format, words: &'static str| {
        let id = id.clone();
        let click = move || {
            store.export(id.clone(), format);
            busy.set(None);
        };
        view! { <button class="button button--small" type="button" on:click=move |_| click()>{words}</button> }
    };
    view! {
        <div
            class="row__confirm"
            role="group"
            aria-label=fill("save_named", &[("title", &shown.title)])
            on:keydown=on_escape(move || busy.set(None))
        >
            <p class="row__question">{t("save_as")}</p>
            {save(Format::Markdown, "Markdown").attr("id", "save-markdown")}
            {save(Format::Json, "JSON")}
            {icon_button(Icon::Cross, t("cancel"), move || busy.set(None))}
        </div>
    }
    .into_any()
}
