//! One conversation in the list: open, rename, delete.

use crate::state::conversations::Row;
use crate::state::format::ago;
use crate::state::text::{fill, t};
use crate::view::el::{all, button, by_id, either, el, live, text};
use crate::view::icon::{Icon, icon, icon_button};
use crate::view::store::{focus, store, zone};
use leptos::prelude::*;

/// What is being done with a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Doing {
    Nothing,
    Renaming,
    Deleting,
}

/// The row of a conversation.
pub fn row(shown: Row) -> AnyView {
    let doing = RwSignal::new(Doing::Nothing);
    let draw = move || match doing.get() {
        Doing::Nothing => plain(shown.clone(), doing),
        Doing::Renaming => renaming(shown.clone(), doing),
        Doing::Deleting => deleting(shown.clone(), doing),
    };
    el("li", "row").add(live(draw)).view()
}

fn plain(shown: Row, doing: RwSignal<Doing>) -> AnyView {
    let store = store();
    let (id, here, busy) = (shown.id.clone(), shown.id.clone(), shown.id);
    let current = move || store.current.with(|current| (current.as_ref() == Some(&here)).then(|| "true".to_owned()));
    let when = ago(store.now.get_untracked(), shown.updated_at, zone());
    let key = move |event: &web_sys::KeyboardEvent| {
        let next = match event.key().as_str() {
            "F2" => Doing::Renaming,
            "Delete" => Doing::Deleting,
            _ => return,
        };
        event.prevent_default();
        doing.set(next);
    };
    let snippet =
        (!shown.snippet.is_empty()).then(|| el("span", "row__snippet").attr("dir", "auto").text(shown.snippet));
    let open = button("row__open", move || store.open(Some(id.clone())))
        .live_attr("aria-current", current)
        .attr("aria-keyshortcuts", "F2 Delete")
        .on_key(key)
        .add(el("span", "row__title").attr("dir", "auto").text(shown.title))
        .add_some(snippet);
    let running = move || store.runs.with(|runs| runs.live_in(&busy).is_some());
    let wheel = || el("span", "spinner").attr("role", "img").attr("aria-label", t("running")).view();
    let actions = el("span", "row__actions")
        .add(icon_button(Icon::Pencil, t("rename"), move || doing.set(Doing::Renaming)))
        .add(icon_button(Icon::Bin, t("delete"), move || doing.set(Doing::Deleting)));
    all(vec![
        open.view(),
        el("span", "row__when").add(either(running, wheel, move || text(when.clone()))).view(),
        actions.view(),
    ])
}

fn renaming(shown: Row, doing: RwSignal<Doing>) -> AnyView {
    let store = store();
    let title = RwSignal::new(shown.title.clone());
    let old = shown.title;
    request_animation_frame(|| {
        if let Some(field) = by_id::<web_sys::HtmlInputElement>("new-title") {
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
    let field = el("input", "input")
        .attr("id", "new-title")
        .attr("type", "text")
        .attr("dir", "auto")
        .attr("aria-label", t("new_title"))
        .attr("maxlength", edith_protocol::TITLE_CHARS.to_string())
        .value(move || title.get())
        .on_input(move |text| title.set(text))
        .on_key(move |event| cancel(event, doing));
    let done =
        el("button", "icon-button").attr("type", "submit").attr("aria-label", t("save")).attr("title", t("save"));
    el("form", "row__form")
        .on_submit(save)
        .add(field)
        .add(done.add(icon(Icon::Check)))
        .add(icon_button(Icon::Cross, t("cancel"), move || doing.set(Doing::Nothing)))
        .view()
}

fn deleting(shown: Row, doing: RwSignal<Doing>) -> AnyView {
    let store = store();
    focus("keep-conversation");
    let id = shown.id;
    el("div", "row__confirm")
        .attr("role", "group")
        .attr("aria-label", fill("delete_named", &[("title", &shown.title)]))
        .on_key(move |event| cancel(event, doing))
        .add(el("p", "row__question").text(t("delete_question")))
        .add(button("button button--small button--stop", move || store.delete(id.clone())).text(t("delete")))
        .add(
            button("button button--small", move || doing.set(Doing::Nothing))
                .attr("id", "keep-conversation")
                .text(t("keep")),
        )
        .view()
}

/// Escape gives up what is being done, not the whole list.
fn cancel(event: &web_sys::KeyboardEvent, doing: RwSignal<Doing>) {
    if event.key() == "Escape" {
        event.prevent_default();
        event.stop_propagation();
        doing.set(Doing::Nothing);
    }
}
