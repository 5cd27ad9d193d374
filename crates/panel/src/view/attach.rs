//! Files for a new task: the button and the chips. Selected, pasted and dropped files come from `panel.js`.

use crate::state::format::{bytes, shorten};
use crate::state::text::{fill, t};
use crate::view::el::{all, by_id, el, live, nothing};
use crate::view::icon::{Icon, icon, icon_button};
use crate::view::store::{Store, focus, store};
use edith_chrome::files;
use edith_protocol::{Document, ErrorBody, ErrorCode, Given, MAX_DOCUMENT_BYTES, MAX_DOCUMENTS, Mode};
use leptos::prelude::*;
use wasm_bindgen::JsCast;

/// Listens for files.
pub(super) fn listen(store: Store) {
    let listener = window_event_listener_untyped("edith-files", move |event| {
        let detail = event.unchecked_ref::<web_sys::CustomEvent>().detail().as_string().unwrap_or_default();
        store.attach(serde_json::from_str(&detail).unwrap_or_default());
    });
    on_cleanup(move || listener.remove());
}

impl Store {
    /// Attaches files to the next task within the limits; the rest is reported.
    fn attach(self, found: Vec<Document>) {
        let mut refused = None;
        self.files.update(|files| {
            for file in found {
                let is_known = files.iter().any(|known| known.name == file.name && known.size == file.size);
                if file.size > MAX_DOCUMENT_BYTES {
                    refused = Some(fill("file_too_large", &[("name", &file.name)]));
                } else if files.len() >= MAX_DOCUMENTS {
                    refused = Some(fill("files_too_many", &[("n", &MAX_DOCUMENTS.to_string())]));
                } else if !is_known {
                    files.push(file);
                    continue;
                }
                files::forget(&file.id);
            }
        });
        // Only tasks can use files.
        self.mode.set(Mode::Agent);
        self.error.set(refused.map(|message| ErrorBody::new(ErrorCode::Other, message)));
        focus("composer-input");
    }

    /// Stores the attached files in the worker.
    ///
    /// # Errors
    /// Which files could not be stored, and why.
    pub(super) async fn send_files(self, attached: &[Document]) -> Result<Vec<Given>, ErrorBody> {
        let mut given = Vec::new();
        for file in attached {
            let id = files::send(&file.id).await.map_err(|error| {
                let said = fill("file_not_sent", &[("name", &file.name), ("error", error.message())]);
                ErrorBody::new(ErrorCode::Other, said)
            })?;
            given.push(Given { id, name: file.name.clone(), ..Given::default() });
        }
        Ok(given)
    }
}

/// The chips of the attached files.
pub(super) fn file_chips() -> AnyView {
    let store = store();
    live(move || {
        let attached = store.files.get();
        if attached.is_empty() || store.mode.get() != Mode::Agent {
            return nothing();
        }
        let chips = attached.into_iter().map(|file| chip(store, file));
        el("ul", "chips").attr("aria-label", t("attached")).add_all(chips).view()
    })
}

fn chip(store: Store, file: Document) -> AnyView {
    let id = file.id.clone();
    let take_away = move || {
        store.files.update(|files| files.retain(|one| one.id != id));
        files::forget(&id);
        focus("composer-input");
    };
    el("li", "chip")
        .attr("title", file.name.clone())
        .add(icon(Icon::Clip))
        .add(el("span", "chip__words").attr("dir", "auto").text(shorten(&file.name, 60)))
        .add(el("span", "chip__note").text(bytes(file.size)))
        .add(icon_button(Icon::Cross, t("detach"), take_away))
        .view()
}

/// The button that selects files, in the mode that can use them.
pub(super) fn attach_button() -> AnyView {
    let store = store();
    live(move || {
        if store.mode.get() != Mode::Agent {
            return nothing();
        }
        let choose = || {
            if let Some(field) = by_id::<web_sys::HtmlElement>("composer-files") {
                field.click();
            }
        };
        let field = el("input", "")
            .attr("id", "composer-files")
            .attr("type", "file")
            .attr("multiple", "")
            .attr("hidden", "")
            .attr("tabindex", "-1")
            .view();
        all(vec![icon_button(Icon::Clip, t("attach"), choose), field])
    })
}

/// The names of a message's files.
pub(super) fn given_files(names: Vec<String>) -> Option<AnyView> {
    (!names.is_empty()).then(|| {
        let rows = names.into_iter().map(|name| {
            let words = el("span", "chip__words").attr("dir", "auto").text(shorten(&name, 60));
            el("li", "chip").attr("title", name).add(icon(Icon::Clip)).add(words).view()
        });
        el("ul", "chips said__files").attr("aria-label", t("attached")).add_all(rows).view()
    })
}
