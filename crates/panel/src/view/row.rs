//! A conversation in the list: open, pin, rename, export, delete.

use crate::state::conversations::ConversationRow;
use crate::state::text::{fill, t};
use crate::view::conversations::Format;
use crate::view::el::{all, button, by_id, either, el, live, text, text_field, when};
use crate::view::icon::{Icon, icon, icon_button};
use crate::view::moment::ago;
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
    el("li", "row").add(live(draw)).view()
}

fn display_row(shown: ConversationRow, busy: Busy) -> AnyView {
    let store = store();
    let row_id = format!("row-{}", shown.id.0);
    let (id, here, run_in) = (shown.id.clone(), shown.id.clone(), shown.id.clone());
    let (to_pin, to_delete, by_key) = (shown.id.clone(), shown.id.clone(), shown.id.clone());
    let (to_rename, id_of_mark, to_save) = (shown.id.clone(), shown.id.clone(), shown.id);
    let current = move || store.current.with(|current| (current.as_ref() == Some(&here)).then(|| "true".to_owned()));
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
    let snippet =
        (!shown.snippet.is_empty()).then(|| el("span", "row__snippet").attr("dir", "auto").text(shown.snippet));
    let open = button("row__open", move || store.open(Some(id.clone())))
        .live_attr("aria-current", current)
        .attr("id", row_id)
        .attr("aria-keyshortcuts", "F2 Delete")
        .on_key(key)
        .add(
            el("span", "row__title")
                .attr("dir", "auto")
                .attr("title", shown.title.clone())
                .add(when(is_new, mark))
                .text(shown.title),
        )
        .add_some(snippet);
    let running = move || store.runs.with(|runs| runs.live_in(&run_in).is_some());
    let wheel = || el("span", "spinner").attr("role", "img").attr("aria-label", t("running")).view();
    let actions = el("span", "row__actions")
        .add(
            button("icon-button", move || store.pin(to_pin.clone(), !pinned))
                .attr("aria-label", t("pin"))
                .attr("aria-pressed", pinned.to_string())
                .attr("title", if pinned { t("unpin") } else { t("pin") })
                .add(icon(Icon::Pin)),
        )
        .add(icon_button(Icon::Pencil, t("rename"), move || busy.set(Some((to_rename.clone(), Doing::Renaming)))))
        .add(icon_button(Icon::Download, t("save_file"), move || busy.set(Some((to_save.clone(), Doing::Saving)))))
        .add(icon_button(Icon::Bin, t("delete"), move || store.delete(to_delete.clone())));
    all(vec![
        open.view(),
        el("span", "row__when").add(either(running, wheel, move || text(last.clone()))).view(),
        actions.view(),
    ])
}

/// The mark of a conversation whose task ended while nobody looked.
pub(super) fn mark() -> AnyView {
    el("span", "mark").attr("role", "img").attr("aria-label", t("ended_unseen")).attr("title", t("ended_unseen")).view()
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
    let field = text_field("text", "", t("new_title"), title)
        .attr("id", "new-title")
        .attr("dir", "auto")
        .attr("maxlength", edith_protocol::TITLE_CHARS.to_string())
        .on_escape(move || busy.set(None));
    let done =
        el("button", "icon-button").attr("type", "submit").attr("aria-label", t("save")).attr("title", t("save"));
    el("form", "row__form")
        .on_submit(save)
        .add(field)
        .add(done.add(icon(Icon::Check)))
        .add(icon_button(Icon::Cross, t("cancel"), move || busy.set(None)))
        .view()
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
        button("button button--small", click).text(words)
    };
    el("div", "row__confirm")
        .attr("role", "group")
        .attr("aria-label", fill("save_named", &[("title", &shown.title)]))
        .on_escape(move || busy.set(None))
        .add(el("p", "row__question").text(t("save_as")))
        .add(save(Format::Markdown, "Markdown").attr("id", "save-markdown"))
        .add(save(Format::Json, "JSON"))
        .add(icon_button(Icon::Cross, t("cancel"), move || busy.set(None)))
        .view()
}
