//! Actions on whole conversations: pin, delete and undo, export, import.

use crate::state::export;
use crate::state::text::{counted, fill, key, t};
use crate::state::wire::field;
use crate::view::bridge;
use crate::view::store::{Store, Toast};
use edith_chrome::files;
use edith_protocol::{Command, ConversationHead, ConversationId, ErrorBody, ErrorCode, Exported, Progress, RunId};
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

/// How long an action can be undone.
const TOAST: Duration = Duration::from_secs(12);

/// Export formats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    /// For reading.
    Markdown,
    /// For importing.
    Json,
}

impl Store {
    /// Pins or unpins a conversation.
    pub(super) fn pin(self, conversation_id: ConversationId, pinned: bool) {
        self.tell(Command::ConversationPin { conversation_id, pinned }, |_| {});
    }

    /// Deletes a conversation and offers to undo that.
    pub(super) fn delete(self, id: ConversationId) {
        spawn_local(async move {
            let Some((conversation, steps)) = self.whole(&id).await else { return };
            let title = self.title_of(&id);
            match bridge::send(&Command::ConversationDelete { conversation_id: id.clone() }).await {
                Ok(_) => {
                    self.runs.update(|runs| runs.forget(&id));
                    if self.current.with_untracked(|current| current.as_ref() == Some(&id)) {
                        self.current.set(None);
                    }
                    let kept = vec![json!({ "conversation": conversation, "steps": steps }).into()];
                    let undo = move || self.bring_back(kept.clone(), false);
                    self.show_toast(fill("deleted", &[("title", &title)]), Some(Arc::new(undo)));
                }
                Err(error) => self.error.set(Some(error)),
            }
        });
    }

    /// Shows a toast for a while.
    pub(super) fn show_toast(self, text: String, undo: Option<Arc<dyn Fn() + Send + Sync>>) {
        self.toast.set(Some(Toast { text: text.clone(), undo }));
        let over = move || {
            let same = self.toast.try_with_untracked(|toast| toast.as_ref().is_some_and(|toast| toast.text == text));
            if same == Some(true) {
                self.toast.set(None);
            }
        };
        set_timeout(over, TOAST);
    }

    /// Exports a conversation.
    pub(super) fn export(self, id: ConversationId, format: Format) {
        spawn_local(async move {
            let Some((conversation, steps)) = self.whole(&id).await else { return };
            let secrets = self.secrets();
            let title = self.title_of(&id);
            match format {
                Format::Json => {
                    let text = export::to_json(vec![(conversation, steps)], &secrets);
                    files::save(&export::file_name(&title, "json"), "application/json", &text);
                }
                Format::Markdown => {
                    let steps =
                        edith_protocol::json::from_value::<Vec<Progress>>(Value::Array(steps)).unwrap_or_default();
                    self.take_all_steps(&id, steps);
                    let Ok(conversation) = edith_protocol::json::from_value(conversation) else { return };
                    let text = self.runs.with_untracked(|runs| {
                        let list: Vec<_> = runs.in_conversation(&id).collect();
                        export::to_markdown(&conversation, &list, &secrets)
                    });
                    files::save(&export::file_name(&title, "md"), "text/markdown", &text);
                }
            }
        });
    }

    /// Exports every conversation as one file.
    pub(super) fn export_all(self) {
        spawn_local(async move {
            let ids: Vec<ConversationId> =
                self.conversations.with_untracked(|all| all.iter().map(|one| one.id.clone()).collect());
            let mut all = Vec::new();
            for id in ids {
                all.extend(self.whole(&id).await);
            }
            let text = export::to_json(all, &self.secrets());
            files::save(&export::file_name(t("all_conversations"), "json"), "application/json", &text);
        });
    }

    /// Imports conversations from a file that the user selects.
    pub(super) fn import(self) {
        spawn_local(async move {
            let Some(text) = files::choose(".json,application/json").await else { return };
            match export::read(&text) {
                Ok(list) => self.bring_back(list, true),
                Err(sentence) => self.error.set(Some(ErrorBody::new(ErrorCode::Other, sentence))),
            }
        });
    }

    fn bring_back(self, conversations: Vec<Exported>, tell: bool) {
        spawn_local(async move {
            match bridge::send(&Command::ConversationImport { conversations }).await {
                Ok(mut answer) => {
                    let imported: Vec<String> = field(&mut answer, "imported").unwrap_or_default();
                    self.toast.set(None);
                    if tell {
                        let text = counted(imported.len(), key("imported_one"), key("imported_many"));
                        self.show_toast(text, None);
                    }
                }
                Err(error) => self.error.set(Some(error)),
            }
        });
    }

    /// Takes the stored steps of a conversation's runs, so that all of them are shown.
    pub(super) fn take_all_steps(self, id: &ConversationId, steps: Vec<Progress>) {
        for step in steps {
            let run = step.run_id.clone();
            self.runs.update(|runs| runs.take_steps(&run, id, vec![step]));
        }
    }

    /// A conversation with its runs' steps, both as stored; errors are shown.
    pub(super) async fn whole(self, id: &ConversationId) -> Option<(Value, Vec<Value>)> {
        let stored = self.stored_talk(id).await?;
        let mut runs: Vec<RunId> = Vec::new();
        for message in stored.get("messages").and_then(Value::as_array).into_iter().flatten() {
            let run = message.get("runId").and_then(Value::as_str).map(|run| RunId(run.to_owned()));
            runs.extend(run.filter(|run| !runs.contains(run)));
        }
        let mut steps = Vec::new();
        for run in runs {
            match bridge::list("steps", |after| Command::RunSteps { run_id: run.clone(), after }).await {
                Ok(told) => steps.extend(told),
                Err(error) => {
                    self.error.set(Some(error));
                    return None;
                }
            }
        }
        Some((stored, steps))
    }

    fn title_of(self, id: &ConversationId) -> String {
        let title = |head: &ConversationHead| crate::state::conversations::title(&head.shown());
        self.conversations.with_untracked(|all| all.iter().find(|one| one.id == *id).map(title)).unwrap_or_default()
    }

    /// The configured keys, which no export contains.
    pub(super) fn secrets(self) -> Vec<String> {
        let mut secrets = vec![self.api_key.get_untracked()];
        secrets.extend(self.servers.get_untracked().list.into_iter().flat_map(|server| server.api_keys));
        secrets
    }
}
