//! Which tasks ended while nobody looked, kept in this browser beside the theme.

use super::Store;
use crate::state::seen::Seen;
use edith_chrome::kept;
use edith_protocol::ConversationId;
use leptos::prelude::*;

/// Where it is kept.
const KEPT: &str = "edith_seen";

impl Store {
    /// Takes what was kept, once the conversations and the runs are known.
    pub(super) fn take_seen(self) {
        let stored = kept::get(KEPT).unwrap_or_default();
        let mut seen: Seen = serde_json::from_str(&stored).unwrap_or_default();
        let now = js_sys::Date::now();
        self.conversations.with_untracked(|all| {
            self.runs.with_untracked(|runs| seen.opened(all, runs.live().map(|run| &run.conversation_id), now));
        });
        self.keep_seen(seen);
    }

    /// Takes the mark off what is opened, and notes when the page goes out of view.
    pub(super) fn watch_seen(self) {
        Effect::new(move || {
            let Some(id) = self.current.get() else { return };
            if self.seen.with(|seen| seen.is_new(&id)) {
                self.change_seen(|seen| seen.looked(&id));
            }
        });
        let leave = window_event_listener_untyped("visibilitychange", move |_| {
            if document().hidden() && self.ready.get_untracked() {
                self.change_seen(|seen| seen.left(js_sys::Date::now()));
            }
        });
        on_cleanup(move || leave.remove());
    }

    /// A task of this conversation ended.
    pub(super) fn note_end(self, id: &ConversationId) {
        let looks = !document().hidden() && self.current.with_untracked(|current| current.as_ref() == Some(id));
        self.change_seen(|seen| seen.ended(id, looks, js_sys::Date::now()));
    }

    /// Everything is deleted.
    pub(in crate::view) fn forget_seen(self) {
        kept::remove(KEPT);
        self.seen.set(Seen::default());
    }

    fn change_seen(self, change: impl FnOnce(&mut Seen)) {
        let mut seen = self.seen.get_untracked();
        change(&mut seen);
        self.keep_seen(seen);
    }

    fn keep_seen(self, seen: Seen) {
        if let Ok(text) = serde_json::to_string(&seen) {
            kept::set(KEPT, &text);
        }
        self.seen.set(seen);
    }
}
