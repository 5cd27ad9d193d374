//! Opens what the browser's menus, keys and address bar ask for (handed over by `panel.js`): a conversation, or a new task about something.

use crate::view::store::{Store, focus};
use edith_protocol::{ConversationId, Reference, TabId};
use leptos::prelude::*;
use serde_json::Value;
use wasm_bindgen::JsCast;

/// Listens for these requests.
pub(super) fn listen(store: Store) {
    let listener = window_event_listener_untyped("edith-open", move |event| {
        let detail = event.unchecked_ref::<web_sys::CustomEvent>().detail().as_string();
        if let Some(request) = detail.and_then(|detail| serde_json::from_str::<Value>(&detail).ok()) {
            store.take_request(&request);
        }
    });
    on_cleanup(move || listener.remove());
}

impl Store {
    fn take_request(self, request: &Value) {
        if let Some(id) = request.get("conversation").and_then(Value::as_str) {
            self.open(Some(ConversationId(id.to_owned())));
            return;
        }
        self.open(None);
        let context = request.get("context").cloned();
        let context: Vec<Reference> =
            context.and_then(|list| edith_protocol::json::from_value(list).ok()).unwrap_or_default();
        self.references.set(context);
        if let Some(tab) = request.get("form").and_then(Value::as_i64).and_then(|tab| i32::try_from(tab).ok()) {
            return self.begin_form_in(TabId(tab));
        }
        if let Some(draft) = request.get("draft").and_then(Value::as_str) {
            self.draft.set(draft.to_owned());
        }
        focus("composer-input");
    }
}
