//! The stored conversations, with a single writer, so that concurrent changes are not lost. The list and each conversation have their own key, so
//! that only one conversation is ever in memory.

mod messages;
mod search;

use crate::journal::{Lease, delete_steps};
use crate::run::Run;
use edith_port::{Store, StoreError};
use edith_protocol::{
    Contacts, Conversation, ConversationHead, ConversationHit, ConversationId, ConversationList, Document,
    MAX_CONVERSATIONS, Message, Role, RunId, keys, run_ids, title_of,
};
use futures_util::lock::Mutex;
use messages::{Messages, messages_of};
use serde_json::{Map, Value, json};
use std::rc::Rc;

pub use messages::texts;

/// Reads and writes the conversations.
#[derive(Clone)]
pub struct Conversations {
    store: Rc<dyn Store>,
    lease: Lease,
    writing: Rc<Mutex<()>>,
}

/// What a change writes and removes, atomically.
#[derive(Default)]
struct Change {
    items: Map<String, Value>,
    gone: Vec<String>,
}

impl Change {
    fn put(&mut self, conversation: &Conversation) -> Result<(), StoreError> {
        self.items.insert(conversation.id.key(), value_of(conversation)?);
        Ok(())
    }

    fn list(&mut self, list: &ConversationList) -> Result<(), StoreError> {
        self.items.insert(keys::CONVERSATIONS.to_owned(), value_of(list)?);
        Ok(())
    }

    fn remove(&mut self, id: &ConversationId) {
        // Emptied in the same write in which the list forgets it.
        self.items.insert(id.key(), Value::Null);
        self.gone.push(id.key());
    }
}

impl Conversations {
    /// Conversations in that store, written only while this worker holds the lease.
    pub fn new(store: Rc<dyn Store>, lease: Lease) -> Self {
        Self { store, lease, writing: Rc::default() }
    }

    /// Every conversation, latest first.
    pub async fn heads(&self) -> Result<Vec<ConversationHead>, StoreError> {
        let list = self.list().await?;
        if list.whole.is_empty() {
            return Ok(list.heads);
        }
        let _writing = self.writing.lock().await;
        Ok(self.list_to_write().await?.heads)
    }

    /// A conversation, if it exists.
    ///
    /// # Errors
    /// When the store fails, or the record is unreadable.
    pub async fn get(&self, id: &ConversationId) -> Result<Option<Conversation>, StoreError> {
        if self.heads().await?.iter().any(|head| head.id == *id) { self.stored(id).await } else { Ok(None) }
    }

    async fn list(&self) -> Result<ConversationList, StoreError> {
        Ok(ConversationList::read(self.store.read(keys::CONVERSATIONS).await?.unwrap_or_default()))
    }

    /// The list, for the lock's holder. Conversations embedded in it by an earlier version or a script first get their own keys; unreadable ones
    /// stay.
    async fn list_to_write(&self) -> Result<ConversationList, StoreError> {
        let mut list = self.list().await?;
        if list.whole.is_empty() {
            return Ok(list);
        }
        // One by one, and the list last: after a death in between it still has all of them.
        for conversation in std::mem::take(&mut list.whole) {
            let mut change = Change::default();
            change.put(&conversation)?;
            self.write(change).await?;
        }
        let mut change = Change::default();
        change.list(&list)?;
        self.write(change).await?;
        Ok(list)
    }

    async fn stored(&self, id: &ConversationId) -> Result<Option<Conversation>, StoreError> {
        match self.store.read(&id.key()).await? {
            None | Some(Value::Null) => Ok(None),
            Some(value) => edith_protocol::json::from_value(value)
                .map(Some)
                .map_err(|error| StoreError::Corrupt(error.to_string())),
        }
    }

    async fn write(&self, change: Change) -> Result<(), StoreError> {
        match self.lease.get() {
            Some(lease) => self.store.write_leased(lease, change.items).await?,
            None => self.store.write_all(change.items).await?,
        }
        for key in change.gone {
            self.store.remove(&key).await?;
        }
        Ok(())
    }

    /// Changes one conversation; returns the change's result, or none if there is no such conversation.
    async fn change<T>(
        &self,
        id: &ConversationId,
        change: impl FnOnce(&mut Conversation) -> T,
    ) -> Result<Option<T>, StoreError> {
        let _writing = self.writing.lock().await;
        let mut list = self.list_to_write().await?;
        let Some(head) = list.heads.iter_mut().find(|head| head.id == *id) else { return Ok(None) };
        let Some(mut conversation) = self.stored(id).await? else { return Ok(None) };
        let given = change(&mut conversation);
        let mut written = Change::default();
        written.put(&conversation)?;
        *head = conversation.head();
        written.list(&list)?;
        self.write(written).await?;
        Ok(Some(given))
    }

    /// The conversations whose last task has no end yet, and that task's run. One that cannot be read is passed over.
    pub async fn unended(&self) -> Result<Vec<(ConversationId, RunId)>, StoreError> {
        let mut all = Vec::new();
        for head in self.heads().await? {
            let conversation = self.stored(&head.id).await.ok().flatten();
            let last = conversation.as_ref().and_then(|conversation| conversation.messages.last());
            if let Some(run) = last.filter(|last| !last.is_answer()).and_then(|last| last.run_id.clone()) {
                all.push((head.id, run));
            }
        }
        Ok(all)
    }

    /// Records in a conversation that one of its runs cannot continue, and why; returns the conversation's name.
    pub async fn note_stuck(
        &self,
        id: &ConversationId,
        run: &RunId,
        text: &str,
        now: f64,
    ) -> Result<Option<String>, StoreError> {
        self.change(id, |conversation| {
            let mut messages = Messages { run, list: Vec::new() };
            messages.add(Role::Assistant, text, now);
            for mut message in messages.list {
                message.id = format!("{run}-unreadable");
                conversation.messages.retain(|known| known.id != message.id);
                conversation.messages.push(message);
            }
            conversation.updated_at = now;
            conversation.shown().into_owned()
        })
        .await
    }

    /// Writes a run's messages into its conversation, replacing those it wrote before. The first time, the conversation is created if need be, and
    /// messages it replaces are cut, unless they stay until it has answered; later ([`Run::recorded`]) a missing conversation was deleted and stays so.
    pub async fn record(&self, run: &Run, now: f64) -> Result<(), StoreError> {
        let _writing = self.writing.lock().await;
        let mut list = self.list_to_write().await?;
        let place = list.heads.iter().position(|head| head.id == run.conversation);
        if place.is_none() && run.recorded {
            return Ok(());
        }
        let known = if place.is_some() { self.stored(&run.conversation).await? } else { None };
        let mut conversation = known.unwrap_or_else(|| Conversation {
            id: run.conversation.clone(),
            title: title_of(&run.task.prompt),
            name: None,
            messages: Vec::new(),
            created_at: run.task.started_at,
            updated_at: now,
            pinned: false,
            private_sources: Some(Vec::new()),
            contacts: Contacts::default(),
        });
        conversation.contacts = run.contacts();
        if let Some(sources) = &mut conversation.private_sources {
            *sources = edith_page::order::distinct(sources.drain(..).chain(run.private_sources()));
        }
        let replaces = if run.task.keeps_replaced { run.has_answered() } else { !run.recorded };
        let replaced = match &run.task.replaces {
            Some(message) if replaces => cut(&mut conversation, message, &run.id),
            _ => Vec::new(),
        };
        put_messages(&mut conversation, run, now);
        conversation.updated_at = now;
        if let Some(at) = place {
            list.heads.remove(at);
        }
        list.heads.insert(0, conversation.head());
        let mut change = Change::default();
        change.put(&conversation)?;
        drop(conversation);
        let dropped = self.keep_limit(&mut list, &mut change).await?;
        change.list(&list)?;
        self.write(change).await?;
        for run in replaced.iter().chain(&dropped) {
            delete_steps(&*self.store, run).await?;
        }
        Ok(())
    }

    /// Adds conversations, all or none. Their ids must be free.
    pub async fn add(&self, conversations: Vec<Conversation>) -> Result<(), StoreError> {
        let _writing = self.writing.lock().await;
        let mut list = self.list_to_write().await?;
        let mut change = Change::default();
        for conversation in &conversations {
            change.put(conversation)?;
        }
        list.heads.splice(0..0, conversations.iter().map(Conversation::head));
        let dropped = self.keep_limit(&mut list, &mut change).await?;
        change.list(&list)?;
        self.write(change).await?;
        for run in dropped {
            delete_steps(&*self.store, &run).await?;
        }
        Ok(())
    }

    /// Pins or unpins a conversation; returns whether it exists.
    pub async fn pin(&self, id: &ConversationId, pinned: bool) -> Result<bool, StoreError> {
        Ok(self.change(id, |conversation| conversation.pinned = pinned).await?.is_some())
    }

    /// Renames a conversation; returns whether it exists.
    pub async fn rename(&self, id: &ConversationId, title: &str) -> Result<bool, StoreError> {
        let title = title_of(title);
        // The name too: then no model's takes its place, even if the title stays what it was.
        let rename =
            |conversation: &mut Conversation| (conversation.title, conversation.name) = (title.clone(), Some(title));
        Ok(self.change(id, rename).await?.is_some())
    }

    /// Names a conversation, unless it has a name.
    pub async fn name(&self, id: &ConversationId, name: String) -> Result<(), StoreError> {
        self.change(id, |conversation| conversation.name = conversation.name.take().or(Some(name))).await.map(drop)
    }

    /// Deletes a conversation, even an unreadable one; returns its runs, and the ids of its documents that no other conversation has.
    pub async fn delete(&self, id: &ConversationId) -> Result<(Vec<RunId>, Vec<String>), StoreError> {
        let _writing = self.writing.lock().await;
        let mut list = self.list_to_write().await?;
        if !list.heads.iter().any(|head| head.id == *id) {
            return Ok((Vec::new(), Vec::new()));
        }
        let messages = match self.stored(id).await {
            Ok(conversation) => conversation.map(|conversation| conversation.messages).unwrap_or_default(),
            Err(StoreError::Corrupt(_)) => Vec::new(),
            Err(error) => return Err(error),
        };
        list.heads.retain(|head| head.id != *id);
        let runs = run_ids(&messages);
        let mut documents: Vec<String> =
            messages.into_iter().flat_map(|message| message.documents).map(|document| document.id).collect();
        if !documents.is_empty() {
            self.each(&list.heads, |other| {
                documents.retain(|id| !names(other, id));
            })
            .await?;
        }
        let mut change = Change::default();
        change.remove(id);
        change.list(&list)?;
        self.write(change).await?;
        Ok((runs, documents))
    }

    /// The documents of all conversations.
    pub async fn documents(&self) -> Result<Vec<Document>, StoreError> {
        let mut found = Vec::new();
        let heads = self.heads().await?;
        self.each(&heads, |one| {
            found.extend(one.messages.iter().flat_map(|message| message.documents.iter().cloned()))
        })
        .await?;
        Ok(found)
    }

    /// The conversations that have a document.
    pub async fn with_document(&self, id: &str) -> Result<Vec<ConversationId>, StoreError> {
        let mut found = Vec::new();
        let heads = self.heads().await?;
        self.each(&heads, |one| found.extend(names(one, id).then(|| one.id.clone()))).await?;
        Ok(found)
    }

    /// Finds the words of a search, latest first.
    pub async fn search(&self, query: &str) -> Result<Vec<ConversationHit>, StoreError> {
        let words = search::words(query);
        let mut hits = Vec::new();
        let heads = self.heads().await?;
        self.each(&heads, |one| {
            let hit = search::found(one, &words);
            hits.extend(hit.map(|snippet| ConversationHit { conversation_id: one.id.clone(), snippet }));
        })
        .await?;
        Ok(hits)
    }

    /// Deletes every conversation.
    pub async fn delete_all(&self) -> Result<(), StoreError> {
        let _writing = self.writing.lock().await;
        let mut change = Change::default();
        for head in self.list().await?.heads {
            change.remove(&head.id);
        }
        change.items.insert(keys::CONVERSATIONS.to_owned(), json!([]));
        self.write(change).await
    }

    /// Visits one after another. Unreadable ones are left out.
    async fn each(&self, heads: &[ConversationHead], mut look: impl FnMut(&Conversation)) -> Result<(), StoreError> {
        for head in heads {
            match self.stored(&head.id).await {
                Ok(Some(conversation)) => look(&conversation),
                Ok(None) | Err(StoreError::Corrupt(_)) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Drops the oldest unpinned conversations while there are too many, but never the newest; returns their runs.
    async fn keep_limit(&self, list: &mut ConversationList, change: &mut Change) -> Result<Vec<RunId>, StoreError> {
        let mut dropped = Vec::new();
        while list.heads.len() > MAX_CONVERSATIONS {
            match list.heads.iter().rposition(|head| !head.pinned) {
                Some(at) if at > 0 => dropped.push(list.heads.remove(at)),
                _ => break,
            }
        }
        let mut runs = Vec::new();
        self.each(&dropped, |one| runs.extend(run_ids(&one.messages))).await?;
        dropped.iter().for_each(|head| change.remove(&head.id));
        Ok(runs)
    }
}

/// Whether a conversation has this document.
fn names(conversation: &Conversation, document: &str) -> bool {
    conversation.messages.iter().flat_map(|message| &message.documents).any(|known| known.id == document)
}

/// Puts a run's messages into its conversation: in their old place, or at the end.
fn put_messages(conversation: &mut Conversation, run: &Run, now: f64) {
    let is_ours = |message: &Message| message.run_id.as_ref() == Some(&run.id);
    let place = conversation.messages.iter().position(is_ours).unwrap_or(conversation.messages.len());
    conversation.messages.retain(|message| !is_ours(message));
    let place = place.min(conversation.messages.len());
    conversation.messages.splice(place..place, messages_of(run, now));
}

/// Cuts a message and all later ones from a conversation, up to those of the run that cuts; returns the runs left without messages.
fn cut(conversation: &mut Conversation, message: &str, by: &RunId) -> Vec<RunId> {
    let messages = &mut conversation.messages;
    let Some(at) = messages.iter().position(|one| one.id == message) else { return Vec::new() };
    let own = messages.iter().skip(at).position(|one| one.run_id.as_ref() == Some(by));
    let cut: Vec<Message> = messages.drain(at..own.map_or(messages.len(), |own| at + own)).collect();
    let mut runs = run_ids(&cut);
    runs.retain(|run| run != by && !conversation.messages.iter().any(|left| left.run_id.as_ref() == Some(run)));
    runs
}

fn value_of(value: &impl serde::Serialize) -> Result<Value, StoreError> {
    serde_json::to_value(value).map_err(|error| StoreError::Failed(error.to_string()))
}
