//! The stored conversations: one writer, so that nothing is lost between two that change them at once. The list has a key of its own and each
//! conversation too, so that no more than one of them is ever held.

mod messages;
mod search;

use crate::journal::{Lease, delete_steps};
use crate::port::{Store, StoreError};
use crate::run::Run;
use edith_protocol::{
    Conversation, ConversationHead, ConversationHit, ConversationId, ConversationList, Document, MAX_CONVERSATIONS,
    Message, Role, RunId, TITLE_CHARS, keys, run_ids,
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

/// What a change writes and takes away, all at once.
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
        let mut value = value_of(&list.heads)?;
        if let Some(all) = value.as_array_mut() {
            all.extend(list.unreadable.iter().cloned());
        }
        self.items.insert(keys::CONVERSATIONS.to_owned(), value);
        Ok(())
    }

    fn remove(&mut self, id: &ConversationId) {
        // Emptied in the same act in which the list forgets it.
        self.items.insert(id.key(), Value::Null);
        self.gone.push(id.key());
    }
}

impl Conversations {
    /// The conversations in that store, written only while this worker is the one that acts.
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

    /// A conversation; none: there is none with this id.
    ///
    /// # Errors
    /// When the store fails, or what is stored of it cannot be read.
    pub async fn get(&self, id: &ConversationId) -> Result<Option<Conversation>, StoreError> {
        if self.heads().await?.iter().any(|head| head.id == *id) { self.stored(id).await } else { Ok(None) }
    }

    async fn list(&self) -> Result<ConversationList, StoreError> {
        Ok(ConversationList::read(self.store.read(keys::CONVERSATIONS).await?.unwrap_or_default()))
    }

    /// The list for whoever holds the lock. Conversations that an earlier version, or a script, put whole into it get keys of their own first: what
    /// cannot be read stays as it is.
    async fn list_to_write(&self) -> Result<ConversationList, StoreError> {
        let mut list = self.list().await?;
        if list.whole.is_empty() {
            return Ok(list);
        }
        // One after the other, and the list last: after a death in between it still has all of them.
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
            Some(value) => {
                serde_json::from_value(value).map(Some).map_err(|error| StoreError::Corrupt(error.to_string()))
            }
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

    /// Changes one conversation. Answers what the change gave; none: there is no such conversation.
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

    /// Says in a conversation that what was noted of one of its runs cannot be read. Answers the conversation's title.
    pub async fn note_unreadable(
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
            conversation.title.clone()
        })
        .await
    }

    /// Writes what a run has said and done into its conversation, in place of what it had written before. The first time it makes the
    /// conversation if need be, and what it replaces gives way; later ([`Run::recorded`]) a conversation that is gone was deleted and stays so.
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
            title: run.task.prompt.trim().chars().take(TITLE_CHARS).collect(),
            messages: Vec::new(),
            created_at: run.task.started_at,
            updated_at: now,
            pinned: false,
        });
        let replaced = match &run.task.replaces {
            Some(message) if !run.recorded => cut(&mut conversation, message, &run.id),
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

    /// Pins a conversation, or no longer. Answers whether it exists.
    pub async fn pin(&self, id: &ConversationId, pinned: bool) -> Result<bool, StoreError> {
        Ok(self.change(id, |conversation| conversation.pinned = pinned).await?.is_some())
    }

    /// Gives a conversation another title. Answers whether it exists.
    pub async fn rename(&self, id: &ConversationId, title: &str) -> Result<bool, StoreError> {
        let title: String = title.trim().chars().take(TITLE_CHARS).collect();
        Ok(self.change(id, |conversation| conversation.title = title).await?.is_some())
    }

    /// Deletes a conversation; also one that cannot be read. Answers the runs that were in it, and the ids of the documents given in it, but for
    /// those that another conversation has too.
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

    /// The documents that were given in any conversation.
    pub async fn documents(&self) -> Result<Vec<Document>, StoreError> {
        let mut found = Vec::new();
        let heads = self.heads().await?;
        self.each(&heads, |one| {
            found.extend(one.messages.iter().flat_map(|message| message.documents.iter().cloned()))
        })
        .await?;
        Ok(found)
    }

    /// Where the words of a search stand, latest first.
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

    /// Looks at one after the other. What cannot be read is left out.
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

    /// Drops the oldest conversations that are not pinned while there are too many; the newest stays in any case. Answers their runs.
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

/// Whether a conversation was given this document.
fn names(conversation: &Conversation, document: &str) -> bool {
    conversation.messages.iter().flat_map(|message| &message.documents).any(|known| known.id == document)
}

/// Puts the messages of a run into its conversation: where they stood, or at its end.
fn put_messages(conversation: &mut Conversation, run: &Run, now: f64) {
    let is_ours = |message: &Message| message.run_id.as_ref() == Some(&run.id);
    let place = conversation.messages.iter().position(is_ours).unwrap_or(conversation.messages.len());
    conversation.messages.retain(|message| !is_ours(message));
    let place = place.min(conversation.messages.len());
    conversation.messages.splice(place..place, messages_of(run, now));
}

/// Takes a message and all that came after it out of a conversation. Answers the runs that have no message left, but for the one that does it.
fn cut(conversation: &mut Conversation, message: &str, by: &RunId) -> Vec<RunId> {
    let Some(at) = conversation.messages.iter().position(|one| one.id == message) else { return Vec::new() };
    let cut = conversation.messages.split_off(at);
    let mut runs = run_ids(&cut);
    runs.retain(|run| run != by && !conversation.messages.iter().any(|left| left.run_id.as_ref() == Some(run)));
    runs
}

fn value_of(value: &impl serde::Serialize) -> Result<Value, StoreError> {
    serde_json::to_value(value).map_err(|error| StoreError::Failed(error.to_string()))
}
