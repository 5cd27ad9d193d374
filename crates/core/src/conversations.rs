//! The stored conversations: one writer, so that nothing is lost between two that change them at once.

use crate::history::Entry;
use crate::journal::Lease;
use crate::model::ChatMessage;
use crate::port::{Store, StoreError, Table};
use crate::run::{Run, State};
use edith_protocol::{
    Conversation, ConversationId, Document, MAX_CONVERSATIONS, Message, Outcome, Role, RunId, TITLE_CHARS, ToolCall,
    keys, run_ids,
};
use futures_util::lock::Mutex;
use std::rc::Rc;

/// A tool's answer is kept this long in a conversation, in characters; the whole of it is in the run's progress.
const TOOL_ANSWER_CHARS: usize = 1_000;

/// Reads and writes `edith_conversations`.
#[derive(Clone)]
pub struct Conversations {
    store: Rc<dyn Store>,
    lease: Lease,
    writing: Rc<Mutex<()>>,
}

impl Conversations {
    /// The conversations in that store, written only while this worker is the one that acts.
    pub fn new(store: Rc<dyn Store>, lease: Lease) -> Self {
        Self { store, lease, writing: Rc::new(Mutex::new(())) }
    }

    /// Every conversation, latest first.
    pub async fn all(&self) -> Result<Vec<Conversation>, StoreError> {
        Ok(self.sorted().await?.0)
    }

    /// Those that can be read, and those that cannot, which stay stored as they are: one that is damaged must not take the others with it.
    async fn sorted(&self) -> Result<(Vec<Conversation>, Vec<serde_json::Value>), StoreError> {
        Ok(edith_protocol::sorted_conversations(self.store.read(keys::CONVERSATIONS).await?.unwrap_or_default()))
    }

    /// Says in a conversation that what was noted of one of its runs cannot be read. Answers the conversation's title.
    pub async fn note_unreadable(
        &self,
        id: &ConversationId,
        run: &RunId,
        text: &str,
        now: f64,
    ) -> Result<Option<String>, StoreError> {
        let mut title = None;
        self.change(|all| {
            let Some(conversation) = all.iter_mut().find(|conversation| conversation.id == *id) else { return };
            title = Some(conversation.title.clone());
            let mut messages = Messages { run, list: Vec::new() };
            messages.add(Role::Assistant, text, now);
            for mut message in messages.list {
                message.id = format!("{run}-unreadable");
                conversation.messages.retain(|known| known.id != message.id);
                conversation.messages.push(message);
            }
            conversation.updated_at = now;
        })
        .await?;
        Ok(title)
    }

    /// Writes what a run has said and done into its conversation, in place of what it had written before. A run that
    /// has just begun makes the conversation if need be; later a conversation that is gone was deleted and stays so.
    pub async fn record(&self, run: &Run, now: f64) -> Result<(), StoreError> {
        let messages = messages_of(run);
        self.change(|all| {
            let mut conversation = match all.iter().position(|conversation| conversation.id == run.conversation) {
                Some(at) => all.remove(at),
                None if run.entries.is_empty() => Conversation {
                    id: run.conversation.clone(),
                    title: run.prompt.trim().chars().take(TITLE_CHARS).collect(),
                    messages: Vec::new(),
                    created_at: run.started_at,
                    updated_at: now,
                    pinned: false,
                },
                None => return,
            };
            let is_ours = |message: &Message| message.run_id.as_ref() == Some(&run.id);
            let place = conversation.messages.iter().position(is_ours).unwrap_or(conversation.messages.len());
            conversation.messages.retain(|message| !is_ours(message));
            conversation.messages.splice(place..place, messages);
            conversation.updated_at = now;
            all.insert(0, conversation);
        })
        .await
    }

    /// Adds conversations. Their ids must be free.
    pub async fn add(&self, conversations: Vec<Conversation>) -> Result<(), StoreError> {
        self.change(|all| drop(all.splice(0..0, conversations))).await
    }

    /// Pins a conversation, or no longer. Answers whether it exists.
    pub async fn pin(&self, id: &ConversationId, pinned: bool) -> Result<bool, StoreError> {
        let mut found = false;
        self.change(|all| {
            if let Some(conversation) = all.iter_mut().find(|conversation| conversation.id == *id) {
                conversation.pinned = pinned;
                found = true;
            }
        })
        .await?;
        Ok(found)
    }

    /// Takes a message and all that came after it out of a conversation. Answers the runs that have no message left, and the documents that
    /// were given with the message itself; none, when there is no such message.
    pub async fn cut(
        &self,
        id: &ConversationId,
        message: &str,
    ) -> Result<Option<(Vec<RunId>, Vec<Document>)>, StoreError> {
        let mut gone = None;
        self.change(|all| {
            let Some(conversation) = all.iter_mut().find(|conversation| conversation.id == *id) else { return };
            let Some(at) = conversation.messages.iter().position(|one| one.id == message) else { return };
            let mut cut = conversation.messages.split_off(at);
            let mut runs = run_ids(&cut);
            runs.retain(|run| !conversation.messages.iter().any(|left| left.run_id.as_ref() == Some(run)));
            let documents = cut.first_mut().map(|first| std::mem::take(&mut first.documents));
            gone = Some((runs, documents.unwrap_or_default()));
        })
        .await?;
        Ok(gone)
    }

    /// The messages of a run.
    pub async fn of_run(&self, id: &ConversationId, run: &RunId) -> Result<Vec<Message>, StoreError> {
        let all = self.all().await?;
        let messages = all.into_iter().find(|conversation| conversation.id == *id).map(|c| c.messages);
        let of_run = |message: &Message| message.run_id.as_ref() == Some(run);
        Ok(messages.unwrap_or_default().into_iter().filter(of_run).collect())
    }

    /// Gives a conversation another title. Answers whether it exists.
    pub async fn rename(&self, id: &ConversationId, title: &str) -> Result<bool, StoreError> {
        let mut found = false;
        self.change(|all| {
            if let Some(conversation) = all.iter_mut().find(|conversation| conversation.id == *id) {
                conversation.title = title.trim().chars().take(TITLE_CHARS).collect();
                found = true;
            }
        })
        .await?;
        Ok(found)
    }

    /// Deletes a conversation. Answers the runs that were in it, and the ids of the documents given in it.
    pub async fn delete(&self, id: &ConversationId) -> Result<(Vec<RunId>, Vec<String>), StoreError> {
        let mut runs = Vec::new();
        let mut documents = Vec::new();
        self.change(|all| {
            all.retain(|conversation| {
                if conversation.id == *id {
                    documents.extend(conversation.messages.iter().flat_map(|m| &m.documents).map(|d| d.id.clone()));
                    runs.extend(run_ids(&conversation.messages));
                    return false;
                }
                true
            });
        })
        .await?;
        Ok((runs, documents))
    }

    /// The documents that were given in one conversation, or in any.
    pub async fn documents(&self, id: Option<&ConversationId>) -> Result<Vec<Document>, StoreError> {
        let all = self.all().await?;
        let of = all.into_iter().filter(|conversation| id.is_none_or(|id| conversation.id == *id));
        Ok(of.flat_map(|conversation| conversation.messages).flat_map(|message| message.documents).collect())
    }

    /// What was said in a conversation, for the model: texts and what they refer to, tools left out. `nonce` is random and new.
    pub async fn texts(&self, id: &ConversationId, nonce: &str) -> Result<Vec<ChatMessage>, StoreError> {
        let all = self.all().await?;
        let messages =
            all.into_iter().find(|conversation| conversation.id == *id).map(|c| c.messages).unwrap_or_default();
        Ok(messages
            .into_iter()
            .filter(|message| !message.content.is_empty())
            .filter_map(|message| match message.role {
                Role::User => {
                    let refers = crate::refers::fenced(&message.refers, nonce);
                    Some(ChatMessage::User { content: format!("{}{refers}", message.content) })
                }
                Role::Assistant => Some(ChatMessage::Assistant { content: message.content, tool_calls: Vec::new() }),
                Role::Tool => None,
            })
            .collect())
    }

    async fn change(&self, change: impl FnOnce(&mut Vec<Conversation>)) -> Result<(), StoreError> {
        let _writing = self.writing.lock().await;
        let (mut all, unreadable) = self.sorted().await?;
        change(&mut all);
        let dropped = keep_limit(&mut all);
        let mut value = serde_json::to_value(&all).map_err(|error| StoreError::Failed(error.to_string()))?;
        if let Some(list) = value.as_array_mut() {
            list.extend(unreadable);
        }
        match self.lease.get() {
            Some(lease) => self.store.write_leased(lease, keys::CONVERSATIONS, value).await?,
            None => self.store.write(keys::CONVERSATIONS, value).await?,
        }
        for run in dropped {
            self.store.delete(Table::Steps, &run.0).await?;
        }
        Ok(())
    }
}

/// Drops the oldest conversations that are not pinned while there are too many; the newest stays in any case. Answers their runs.
fn keep_limit(all: &mut Vec<Conversation>) -> Vec<RunId> {
    let mut dropped = Vec::new();
    while all.len() > MAX_CONVERSATIONS {
        match all.iter().rposition(|conversation| !conversation.pinned) {
            Some(at) if at > 0 => dropped.extend(run_ids(&all.remove(at).messages)),
            _ => break,
        }
    }
    dropped
}

/// A run as messages of its conversation.
fn messages_of(run: &Run) -> Vec<Message> {
    let mut messages = Messages { run: &run.id, list: Vec::new() };
    messages.add_with(Role::User, &run.prompt, run.started_at, |message| {
        message.refers.clone_from(&run.refers);
        message.documents = run.documents.iter().skip(run.earlier_documents).cloned().collect();
    });
    let mut last_at = run.started_at;
    for entry in &run.entries {
        match entry {
            Entry::Page { .. } => {}
            Entry::User { text } => messages.add(Role::User, text, last_at),
            Entry::Assistant { text, calls, at } => {
                last_at = *at;
                messages.add_with(Role::Assistant, text, *at, |message| {
                    message.tool_calls = calls.iter().map(|call| stored_call(call, &run.entries)).collect()
                });
            }
            Entry::Answer { call, text, at, .. } => {
                last_at = at.max(last_at);
                messages.add_with(Role::Tool, &clipped(text), last_at, |message| {
                    message.tool_call_id = Some(call.id.clone());
                    message.tool_name = Some(call.name.clone());
                });
            }
        }
    }
    if let State::Done { outcome, summary } = &run.state {
        let said = messages.list.last().is_some_and(|last| last.role == Role::Assistant && last.content == *summary);
        if !(said && *outcome == Outcome::Completed) {
            messages.add(Role::Assistant, summary, last_at);
        }
    }
    messages.list
}

struct Messages<'a> {
    run: &'a RunId,
    list: Vec<Message>,
}

impl Messages<'_> {
    fn add(&mut self, role: Role, content: &str, timestamp: f64) {
        self.add_with(role, content, timestamp, |_| {});
    }

    fn add_with(&mut self, role: Role, content: &str, timestamp: f64, more: impl FnOnce(&mut Message)) {
        let mut message = Message {
            id: format!("{}-{}", self.run, self.list.len()),
            role,
            content: content.to_owned(),
            tool_calls: Vec::new(),
            tool_call_id: None,
            tool_name: None,
            run_id: Some(self.run.clone()),
            refers: Vec::new(),
            documents: Vec::new(),
            timestamp,
        };
        more(&mut message);
        self.list.push(message);
    }
}

/// A call as it may be stored: its arguments with secrets masked. What was never understood may hide a secret
/// anywhere, so nothing of it is kept.
fn stored_call(call: &ToolCall, entries: &[Entry]) -> ToolCall {
    let shown = entries.iter().find_map(|entry| match entry {
        Entry::Answer { call: answered, shown_args, .. } if answered.id == call.id => shown_args.as_ref(),
        _ => None,
    });
    let arguments = shown.map_or_else(|| "{}".to_owned(), ToString::to_string);
    ToolCall { arguments, ..call.clone() }
}

fn clipped(text: &str) -> String {
    match text.char_indices().nth(TOOL_ANSWER_CHARS) {
        None => text.to_owned(),
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or(text)),
    }
}
