//! What a person does with what is stored: conversations are pinned and imported, and everything is deleted.

use super::{Router, storage};
use crate::journal::is_id;
use crate::port::{StoreError, Table, Which};
use edith_protocol::{AnswerBody, Conversation, ConversationId, ErrorBody, Grant, Progress, RunId, keys, run_ids};
use edith_words::say;
use serde::Deserialize;
use serde_json::{Value, json};
use std::rc::Rc;

impl Router {
    pub(super) async fn pin(&self, id: &ConversationId, pinned: bool) -> Result<AnswerBody, ErrorBody> {
        if self.conversations.pin(id, pinned).await.map_err(storage)? {
            Ok(AnswerBody::Nothing {})
        } else {
            Err(ErrorBody::new("unknown_conversation", say!(NoConversation)))
        }
    }

    /// Adds exported conversations, all or none. What is taken gets a new id, so nothing that is there is written over.
    pub(super) async fn import(&self, exported: Vec<Value>) -> Result<AnswerBody, ErrorBody> {
        let mut read: Vec<(Conversation, Vec<Progress>)> = Vec::new();
        for one in exported {
            read.push(read_exported(one).map_err(|error| {
                ErrorBody::new("not_a_conversation", say!(NotAConversation { error: error.to_string() }))
            })?);
        }
        let mut taken: Vec<ConversationId> =
            self.conversations.heads().await.map_err(storage)?.into_iter().map(|head| head.id).collect();
        let mut imported = Vec::new();
        for (conversation, steps) in &mut read {
            // A file may say anything: what it calls its own must not be what belongs to others.
            let mut is_taken = !is_id(&conversation.id.0) || taken.contains(&conversation.id);
            for run in run_ids(&conversation.messages) {
                is_taken |= !is_id(&run.0) || self.is_running(&run);
                is_taken |= !self.journal.progress_page(&run, 0).await.map_err(storage)?.0.is_empty();
            }
            self.without_lost_documents(conversation).await.map_err(storage)?;
            if is_taken {
                self.rename(conversation, steps);
            }
            for (number, step) in (1..).zip(&*steps) {
                self.journal.add_progress(number, step).await.map_err(storage)?;
            }
            taken.push(conversation.id.clone());
            imported.push(conversation.id.clone());
        }
        let conversations = read.into_iter().map(|(conversation, _)| conversation).collect();
        self.conversations.add(conversations).await.map_err(storage)?;
        Ok(AnswerBody::Imported { imported })
    }

    /// Takes out documents that are not stored: their bytes are in no file.
    async fn without_lost_documents(&self, conversation: &mut Conversation) -> Result<(), StoreError> {
        for message in &mut conversation.messages {
            for document in std::mem::take(&mut message.documents) {
                if self.documents.is_there(&document.id).await? {
                    message.documents.push(document);
                }
            }
        }
        Ok(())
    }

    /// Gives a conversation and its runs new ids.
    fn rename(&self, conversation: &mut Conversation, steps: &mut [Progress]) {
        conversation.id = ConversationId(self.ports.entropy.id());
        for old in run_ids(&conversation.messages) {
            let new = RunId(self.ports.entropy.id());
            for message in conversation.messages.iter_mut().filter(|message| message.run_id.as_ref() == Some(&old)) {
                message.run_id = Some(new.clone());
            }
            for step in steps.iter_mut().filter(|step| step.run_id == old) {
                step.run_id = new.clone();
            }
        }
        for step in steps {
            step.conversation_id = conversation.id.clone();
        }
    }

    /// Takes a grant out of what is stored, in whichever of its lists it stands.
    pub(super) async fn revoke(&self, grant: &Grant) -> Result<AnswerBody, ErrorBody> {
        let mut stored = self.ports.store.read(keys::GRANTS).await.map_err(storage)?.unwrap_or_default();
        for list in stored.as_object_mut().into_iter().flat_map(|lists| lists.values_mut()) {
            if let Value::Array(grants) = list {
                grants.retain(|one| Grant::deserialize(one).ok().as_ref() != Some(grant));
            }
        }
        self.ports.store.write(keys::GRANTS, stored).await.map_err(storage)?;
        Ok(AnswerBody::Nothing {})
    }

    /// Stops everything and deletes all that is stored, the settings and the model server's key included.
    pub(super) async fn delete_all(self: &Rc<Self>) -> Result<AnswerBody, ErrorBody> {
        let runs: Vec<RunId> = self.runs.borrow().keys().cloned().collect();
        self.stop(None).await?;
        // None of them stores anything any more.
        self.await_ends(&runs).await;
        // The lease says who may write; it holds nothing of the person's.
        for table in Table::ALL.into_iter().filter(|table| *table != Table::Lease) {
            self.ports.store.delete(table, Which::StartingWith("")).await.map_err(storage)?;
        }
        self.conversations.delete_all().await.map_err(storage)?;
        for (key, empty) in [
            (keys::SCHEDULES, json!([])),
            (keys::SCHEDULE_LOG, json!({})),
            (keys::USAGE, json!([])),
            (keys::GRANTS, json!({})),
            (keys::SETTINGS, json!({})),
            (keys::API_BASE_URL, json!("")),
            (keys::API_KEY, json!("")),
            (keys::MODEL, json!("")),
        ] {
            self.ports.store.write(key, empty).await.map_err(storage)?;
        }
        self.ended.borrow_mut().clear();
        Ok(AnswerBody::Nothing {})
    }
}

fn read_exported(mut one: Value) -> Result<(Conversation, Vec<Progress>), serde_json::Error> {
    let part = |one: &mut Value, name: &str| one.get_mut(name).map(Value::take).unwrap_or_default();
    // As the stored list is read: the same code twice would be twice as large.
    let list: Vec<Conversation> = serde_json::from_value(Value::Array(vec![part(&mut one, "conversation")]))?;
    let [conversation] = <[Conversation; 1]>::try_from(list).map_err(|_| serde::de::Error::custom("it is empty"))?;
    let steps = match part(&mut one, "steps") {
        Value::Null => Vec::new(),
        Value::Array(steps) => steps,
        _ => return Err(serde::de::Error::custom("its steps are no list")),
    };
    let steps: Vec<Progress> = steps.into_iter().map(serde_json::from_value).collect::<Result<_, _>>()?;
    let runs = run_ids(&conversation.messages);
    // Steps of runs that are not in it would be stored where nobody finds them.
    Ok((conversation, steps.into_iter().filter(|step| runs.contains(&step.run_id)).collect()))
}
