//! The open conversation: read when opened, and combined with its runs.

use super::{SLACK, Store, Waiting};
use crate::state::text::fill;
use crate::state::timeline::{Item, answer_of, missing_runs, timeline};
use crate::view::bridge;
use edith_protocol::{
    Conversation, ConversationId, ConversationList, ErrorBody, ErrorCode, Progress, Role, RunId, keys,
};
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde_json::Value;

impl Store {
    /// Reads a conversation that was opened.
    pub(super) fn read_talk(self, id: Option<ConversationId>) {
        let Some(id) = id else { return self.talk.set(None) };
        if self.talk.with_untracked(|talk| talk.as_ref().is_some_and(|talk| talk.id == id)) {
            return;
        }
        self.talk.set(None);
        spawn_local(async move {
            let stored = self.stored_talk(&id).await;
            if self.current.with_untracked(|current| current.as_ref() == Some(&id)) {
                self.take_talk(stored.unwrap_or_default());
            }
        });
    }

    /// A stored conversation; none if missing or if the storage fails, which is shown.
    pub(crate) async fn stored_talk(self, id: &ConversationId) -> Option<Value> {
        let key = id.key();
        match bridge::read(&[&key, keys::CONVERSATIONS]).await {
            Ok(mut stored) => stored.remove(&key).filter(|talk| !talk.is_null()).or_else(|| {
                // From an earlier version, not migrated by the worker yet.
                let list = ConversationList::read(stored.remove(keys::CONVERSATIONS).unwrap_or_default());
                let whole = list.whole.into_iter().find(|one| one.id == *id)?;
                serde_json::to_value(whole).ok()
            }),
            Err(error) => {
                self.error.set(Some(error));
                None
            }
        }
    }

    pub(super) fn take_talk(self, stored: Value) {
        if stored.is_null() {
            return;
        }
        match Conversation::read(stored) {
            Ok(talk) => self.talk.set(Some(talk)),
            Err(unreadable) => self.tell_unreadable(unreadable.name()),
        }
    }

    pub(super) fn tell_unreadable(self, names: &str) {
        self.error.set(Some(ErrorBody::new(ErrorCode::Other, fill("unreadable", &[("names", names)]))));
    }

    /// Looks at the open conversation; none if there is none or it is not read yet.
    fn look_at_talk<T>(self, look: impl FnOnce(Option<&Conversation>) -> T) -> T {
        let current = self.current.get();
        self.talk.with(|talk| look(talk.as_ref().filter(|talk| Some(&talk.id) == current.as_ref())))
    }

    /// A run's final answer in the open conversation.
    pub(crate) fn answer_of(self, id: &RunId) -> String {
        let answer =
            |conversation: Option<&Conversation>| self.runs.with(|runs| answer_of(conversation, runs.get(id), id));
        let comes = self.runs.with(|runs| runs.get(id).is_some_and(|run| run.is_live() && !run.streaming.is_empty()));
        if comes {
            return answer(None);
        }
        self.look_at_talk(answer)
    }

    /// The chat's items.
    pub(crate) fn items(self) -> Vec<Item> {
        let current = self.current.get();
        self.look_at_talk(|conversation| {
            self.runs.with(|runs| {
                let list: Vec<_> = current.iter().flat_map(|id| runs.in_conversation(id)).collect();
                self.waiting.with(|waiting| {
                    let waiting = waiting
                        .as_ref()
                        .filter(|waiting| waiting.conversation == current && !is_stored(conversation, waiting));
                    let waiting = waiting.map(|waiting| waiting.prompt.as_str());
                    self.unfolded.with(|open| timeline(conversation, &list, waiting, open))
                })
            })
        })
    }

    /// Reads a value from the stored open conversation.
    pub(crate) fn with_current<T>(self, look: impl FnOnce(&Conversation) -> T) -> Option<T> {
        untrack(|| self.look_at_talk(|talk| talk.map(look)))
    }

    /// The ids and names of the open conversation's documents.
    pub(crate) fn talked_of(self) -> Vec<(String, String)> {
        untrack(|| self.documents_of_talk())
    }

    /// The same, told again when the conversation changes.
    pub(crate) fn documents_of_talk(self) -> Vec<(String, String)> {
        self.look_at_talk(|conversation| {
            let mut all: Vec<(String, String)> = Vec::new();
            for document in conversation.iter().flat_map(|one| &one.messages).flat_map(|message| &message.documents) {
                if all.iter().all(|(id, _)| *id != document.id) {
                    all.push((document.id.clone(), document.name.clone()));
                }
            }
            all
        })
    }

    /// Loads missing stored steps of the open conversation's runs.
    pub(crate) fn fetch_steps(self) {
        let Some(id) = self.current.get() else { return };
        let asked = self.asked_steps.get_untracked();
        let missing = self.look_at_talk(|conversation| {
            conversation.map(|conversation| self.runs.with_untracked(|runs| missing_runs(conversation, runs, &asked)))
        });
        for run_id in missing.unwrap_or_default() {
            self.asked_steps.update_untracked(|asked| asked.push(run_id.clone()));
            let id = id.clone();
            spawn_local(async move {
                let mut after = None;
                loop {
                    // A run without stored steps is shown by its messages alone.
                    let Ok((steps, next)) = bridge::steps(&run_id, after).await else { return };
                    let steps: Vec<Progress> =
                        steps.into_iter().filter_map(|step| edith_protocol::json::from_value(step).ok()).collect();
                    if !steps.is_empty() {
                        self.runs.update(|runs| runs.take_steps(&run_id, &id, steps));
                    }
                    if next.is_none() {
                        return;
                    }
                    after = next;
                }
            });
        }
    }
}

/// Whether a sent prompt is among the stored messages.
fn is_stored(conversation: Option<&Conversation>, waiting: &Waiting) -> bool {
    conversation.is_some_and(|conversation| {
        conversation.messages.iter().rev().any(|message| {
            message.role == Role::User
                && message.content.trim() == waiting.prompt
                && message.timestamp >= waiting.sent_at - SLACK
        })
    })
}
