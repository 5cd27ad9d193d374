//! Documents on their way to the worker: stored and read as soon as they are attached.

use crate::state::documents::attached::{Attached, AttachedState, Origin};
use crate::state::text::{fill, t};
use crate::state::wire::field;
use crate::view::bridge;
use crate::view::store::{Store, focus};
use edith_chrome::files;
use edith_protocol::{
    Command, Document, DocumentProgress, DocumentShown, ErrorBody, ErrorCode, Given, MAX_DOCUMENT_BYTES, MAX_DOCUMENTS,
    McpResource, TabId,
};
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde_json::Value;
use std::sync::Arc;
use std::task::{Poll, Waker};
use wasm_bindgen::JsCast;

/// How often a document is sent to be read, when the worker ends meanwhile.
const TRIES: usize = 3;

/// Listens for files that were chosen, pasted or dropped; they come from `panel.js`, and a pasted text with its words.
pub(in crate::view) fn listen(store: Store) {
    let listener = window_event_listener_untyped("edith-files", move |event| {
        let detail = event.unchecked_ref::<web_sys::CustomEvent>().detail().as_string().unwrap_or_default();
        let found: Vec<Value> = serde_json::from_str(&detail).unwrap_or_default();
        store.attach_files(found);
    });
    on_cleanup(move || listener.remove());
}

impl Store {
    fn attach_files(self, found: Vec<Value>) {
        let mut refused = None;
        for mut value in found {
            let pasted: Option<String> = field(&mut value, "text");
            let Ok(mut file) = edith_protocol::json::from_value::<Document>(value) else { continue };
            if file.name.is_empty() {
                file.name = format!("{}.txt", t("pasted_text"));
            }
            let is_known = self.files.with_untracked(|files| {
                files.iter().any(|one| one.shown.name == file.name && one.shown.size == file.size)
            });
            if file.size > MAX_DOCUMENT_BYTES {
                refused = Some(fill("file_too_large", &[("name", &file.name)]));
            } else if !is_known && self.has_room(&mut refused) {
                let key = file.id.clone();
                let shown =
                    DocumentShown { name: file.name, mime: file.mime, size: file.size, ..DocumentShown::default() };
                self.attach(Attached::coming(key.clone(), Origin::File(key.clone()), shown));
                if let Some(text) = pasted {
                    self.offer_text(key, text);
                }
                continue;
            }
            files::forget(&file.id);
        }
        self.error.set(refused.map(|message| ErrorBody::new(ErrorCode::Other, message)));
        focus("composer-input");
    }

    /// A long text was pasted: it can still become words of the message.
    fn offer_text(self, key: String, text: String) {
        let undo = move || {
            self.detach(&key);
            self.draft.update(|draft| draft.push_str(&text));
        };
        self.show_toast(t("pasted_as_document").to_owned(), Some(Arc::new(undo)));
    }

    fn has_room(self, refused: &mut Option<String>) -> bool {
        let room = self.files.with_untracked(Vec::len) < MAX_DOCUMENTS;
        if !room {
            *refused = Some(fill("files_too_many", &[("n", &MAX_DOCUMENTS.to_string())]));
        }
        room
    }

    /// Attaches the file at an address.
    pub(in crate::view) fn attach_address(self, address: &str) {
        let plain = address.split(['?', '#']).next().unwrap_or_default();
        let name = plain.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
        self.attach_new(Origin::Address(address.to_owned()), if name.contains('.') { name } else { plain }, None);
    }

    /// Attaches what a tab shows.
    pub(in crate::view) fn attach_tab(self, tab: i32, title: &str) {
        self.attach_new(Origin::Tab(tab), title, Some("html".to_owned()));
    }

    /// Attaches a resource of a server.
    pub(in crate::view) fn attach_resource(self, server: &str, uri: &str) {
        let known = untrack(|| self.mcp.with(server, |one| one.resources.iter().find(|one| one.uri == uri).cloned()));
        let McpResource { name, mime, .. } = known.unwrap_or_default();
        let name = if name.trim().is_empty() { uri } else { &name };
        let mime = mime.split(';').next().unwrap_or_default().trim();
        let shown = DocumentShown { name: name.to_owned(), mime: mime.to_owned(), ..DocumentShown::default() };
        self.attach_once(Origin::Resource(server.to_owned(), uri.to_owned()), shown);
    }

    fn attach_new(self, origin: Origin, name: &str, kind: Option<String>) {
        self.attach_once(origin, DocumentShown { name: name.to_owned(), kind, ..DocumentShown::default() });
    }

    fn attach_once(self, origin: Origin, shown: DocumentShown) {
        let mut refused = None;
        if self.files.with_untracked(|files| files.iter().all(|one| one.origin != origin))
            && self.has_room(&mut refused)
        {
            self.attach(Attached::coming(self.next_key(), origin, shown));
        }
        self.error.set(refused.map(|message| ErrorBody::new(ErrorCode::Other, message)));
        focus("composer-input");
    }

    /// Attaches a document of the library.
    pub(in crate::view) fn attach_kept(self, shown: DocumentShown) {
        let mut refused = None;
        let is_new = self.files.with_untracked(|files| files.iter().all(|one| one.shown.id != shown.id));
        if is_new && self.has_room(&mut refused) {
            self.attach(Attached::coming(self.next_key(), Origin::Library, shown));
        }
        self.error.set(refused.map(|message| ErrorBody::new(ErrorCode::Other, message)));
    }

    fn next_key(self) -> String {
        let next = self.attachments.try_update_value(|count| {
            *count += 1;
            *count
        });
        format!("attached-{}", next.unwrap_or_default())
    }

    fn attach(self, one: Attached) {
        let (key, origin) = (one.key.clone(), one.origin.clone());
        let (id, name) = (one.shown.id.clone(), one.shown.name.clone());
        self.files.update(|files| files.push(one));
        spawn_local(async move {
            let stored = match origin {
                Origin::File(file) => files::send(&file, &name)
                    .await
                    .map_err(|error| ErrorBody::new(ErrorCode::Other, error.message().to_owned())),
                Origin::Address(url) => added(Some(url), None, None).await,
                Origin::Tab(tab) => added(None, Some(TabId(tab)), None).await,
                Origin::Resource(server, uri) => added(Some(uri), None, Some(server)).await,
                Origin::Library => Ok(id),
            };
            match stored {
                Ok(id) => {
                    if !self.change(&key, |one| one.stored(id.clone())) {
                        // Taken away meanwhile.
                        return forget(id);
                    }
                    self.arrived();
                    self.read(key, id, None).await;
                }
                Err(error) => {
                    self.change(&key, |one| one.ended(Err(error)));
                    self.arrived();
                }
            }
        });
    }

    /// Has a stored document read.
    async fn read(self, key: String, document_id: String, password: Option<String>) {
        let command = Command::DocumentRead { document_id, password };
        let mut answer = bridge::send(&command).await;
        for _ in 1..TRIES {
            // The worker ended meanwhile: the next one goes on.
            if !matches!(&answer, Err(error) if error.code == ErrorCode::Other) {
                break;
            }
            answer = bridge::send(&command).await;
        }
        let shown = answer.map(|mut answer| field::<DocumentShown>(&mut answer, "document"));
        self.change(&key, |one| {
            let known = one.shown.clone();
            one.ended(shown.map(|shown| shown.unwrap_or(known)));
        });
    }

    /// Tries a password; it is kept nowhere.
    pub(super) fn unlock(self, key: &str, password: String) {
        let id =
            self.files.with_untracked(|files| files.iter().find(|one| one.key == key).map(|one| one.shown.id.clone()));
        let Some(id) = id else { return };
        self.change(key, |one| one.state = AttachedState::Reading(None));
        let key = key.to_owned();
        spawn_local(async move { self.read(key, id, Some(password)).await });
    }

    /// Takes a document away from the next task; what came only for it is deleted.
    pub(super) fn detach(self, key: &str) {
        let gone = self.files.try_update(|files| {
            let at = files.iter().position(|one| one.key == key)?;
            Some(files.remove(at))
        });
        let Some(gone) = gone.flatten() else { return };
        release(&gone);
        if gone.is_stored() && gone.origin != Origin::Library {
            forget(gone.shown.id);
        }
    }

    /// Changes an attached document, also one whose task is being sent. False: it is no longer there.
    fn change(self, key: &str, change: impl FnOnce(&mut Attached)) -> bool {
        let here = |list: &Vec<Attached>| list.iter().any(|one| one.key == key);
        for list in [self.files, self.leaving] {
            if list.try_with_untracked(here) == Some(true) {
                list.update(|list| {
                    if let Some(one) = list.iter_mut().find(|one| one.key == key) {
                        change(one);
                    }
                });
                return true;
            }
        }
        false
    }

    /// The worker tells how far a document is.
    pub(in crate::view) fn take_document(self, progress: &DocumentProgress) {
        self.reading.update(|all| drop(all.insert(progress.document_id.clone(), progress.clone())));
        let here = |list: &Vec<Attached>| list.iter().any(|one| one.shown.id == progress.document_id);
        for list in [self.files, self.leaving] {
            if list.with_untracked(here) {
                list.update(|list| {
                    list.iter_mut()
                        .filter(|one| one.shown.id == progress.document_id)
                        .for_each(|one| one.progress(progress));
                });
            }
        }
    }

    /// Takes the next task's documents out of the composer; those that did not come stay there.
    pub(in crate::view) fn take_files(self) -> Vec<Attached> {
        let mut leaving = Vec::new();
        self.files.update(|files| {
            leaving = files.extract_if(.., |one| !matches!(one.state, AttachedState::Failed(_))).collect();
        });
        self.leaving.update(|all| all.extend(leaving.clone()));
        leaving
    }

    /// Waits until the worker has these documents, not until they are read.
    ///
    /// # Errors
    /// Which did not come, and why.
    pub(in crate::view) async fn given(self, leaving: &[Attached]) -> Result<Vec<Given>, ErrorBody> {
        let mut given = Vec::new();
        for one in leaving {
            let now = loop {
                let now = self.leaving.with_untracked(|all| all.iter().find(|other| other.key == one.key).cloned());
                match now {
                    Some(now) if now.is_coming() => self.next_arrival().await,
                    now => break now.unwrap_or_else(|| one.clone()),
                }
            };
            if let AttachedState::Failed(error) = &now.state {
                let said = fill("file_not_sent", &[("name", &now.shown.name), ("error", error)]);
                return Err(ErrorBody::new(ErrorCode::Other, said));
            }
            given.push(Given { id: now.shown.id, name: now.shown.name, ..Given::default() });
        }
        Ok(given)
    }

    /// The task was accepted: its documents are its own.
    pub(in crate::view) fn left(self, leaving: &[Attached]) {
        self.leaving.update(|all| all.retain(|one| leaving.iter().all(|gone| gone.key != one.key)));
        leaving.iter().for_each(release);
    }

    /// The task was not accepted: its documents go back to the composer, as they are by now, or are let go.
    pub(in crate::view) fn stays(self, leaving: &[Attached], back: bool) {
        let mut now = Vec::new();
        self.leaving.update(|all| {
            now = all.extract_if(.., |one| leaving.iter().any(|gone| gone.key == one.key)).collect();
        });
        if back {
            self.files.update(|files| {
                now.append(files);
                *files = now;
            });
        }
    }

    /// Waits until any document has come, or has not; woken without need it only looks again.
    async fn next_arrival(self) {
        let mut waited = false;
        std::future::poll_fn(|context| {
            if std::mem::replace(&mut waited, true) {
                return Poll::Ready(());
            }
            self.arrivals.update_value(|waiting| waiting.push(context.waker().clone()));
            Poll::Pending
        })
        .await;
    }

    fn arrived(self) {
        self.arrivals.try_update_value(std::mem::take).unwrap_or_default().into_iter().for_each(Waker::wake);
    }
}

/// A file's bytes need not stay in the page.
fn release(one: &Attached) {
    if let Origin::File(id) = &one.origin {
        files::forget(id);
    }
}

/// Deletes a document that nobody wants; if that fails, the worker deletes it later.
fn forget(document_id: String) {
    spawn_local(async move { drop(bridge::send(&Command::DocumentDelete { document_id }).await) });
}

async fn added(url: Option<String>, tab_id: Option<TabId>, server_id: Option<String>) -> Result<String, ErrorBody> {
    let (name, mime) = (String::new(), String::new());
    let command = Command::DocumentAdd { document_id: None, name, mime, data: None, url, tab_id, server_id };
    let mut answer = bridge::send(&command).await?;
    field(&mut answer, "documentId").ok_or_else(|| ErrorBody::new(ErrorCode::Other, t("no_reason")))
}
