//! The person's operations on conversations: search, rename, pin, import, delete.

use super::Services;
use edith_core::journal::is_id;
use edith_port::StoreError;
use edith_protocol::{
    AnswerBody, Conversation, ConversationId, ErrorBody, ErrorCode, Exported, Progress, RunId, run_ids,
};
use edith_words::say;

impl Services {
    pub(crate) async fn search(&self, query: &str) -> Result<AnswerBody, ErrorBody> {
        Ok(AnswerBody::Found { hits: self.stores.conversations.search(query).await? })
    }

    pub(crate) async fn rename(&self, id: &ConversationId, title: &str) -> Result<AnswerBody, ErrorBody> {
        if title.trim().is_empty() {
            return Err(ErrorBody::new(ErrorCode::EmptyTitle, say!(TitleNeeded)));
        }
        found(self.stores.conversations.rename(id, title).await?)
    }

    pub(crate) async fn pin(&self, id: &ConversationId, pinned: bool) -> Result<AnswerBody, ErrorBody> {
        found(self.stores.conversations.pin(id, pinned).await?)
    }

    /// Deletes a conversation with its runs' steps and the documents only it has. A run in it is stopped first.
    pub(crate) async fn delete_conversation(&self, id: &ConversationId) -> Result<AnswerBody, ErrorBody> {
        let runs = self.runs.in_conversation(id);
        for run in &runs {
            self.runs.stop(Some(run)).await?;
        }
        self.runs.await_ends(&runs).await;
        self.runs.requests.settled().await;
        let (runs, documents) = self.stores.conversations.delete(id).await?;
        for run in runs {
            self.stores.journal.delete_progress(&run).await?;
        }
        self.drop_documents(&documents).await?;
        Ok(AnswerBody::Nothing {})
    }

    /// Adds exported conversations, all or none. Taken ids are replaced, so nothing is overwritten.
    pub(crate) async fn import(&self, exported: Vec<Exported>) -> Result<AnswerBody, ErrorBody> {
        let mut read: Vec<(Conversation, Vec<Progress>)> = Vec::new();
        for one in exported {
            read.push(one.read().map_err(|error| {
                ErrorBody::new(ErrorCode::NotAConversation, say!(NotAConversation { error: error.to_string() }))
            })?);
        }
        let journal = &self.stores.journal;
        let mut taken: Vec<ConversationId> =
            self.stores.conversations.heads().await?.into_iter().map(|head| head.id).collect();
        let mut imported = Vec::new();
        for (conversation, steps) in &mut read {
            // A file may say anything: its ids must not be those of others' records.
            let mut is_taken = !is_id(&conversation.id.0) || taken.contains(&conversation.id);
            for run in run_ids(&conversation.messages) {
                is_taken |= !is_id(&run.0) || self.runs.is_running(&run);
                is_taken |= !journal.progress_page(&run, 0).await?.0.is_empty();
            }
            self.drop_missing_documents(conversation).await?;
            if is_taken {
                self.give_new_ids(conversation, steps);
            }
            for (number, step) in (1..).zip(&*steps) {
                journal.add_progress(number, step).await?;
            }
            taken.push(conversation.id.clone());
            imported.push(conversation.id.clone());
        }
        let conversations = read.into_iter().map(|(conversation, _)| conversation).collect();
        self.stores.conversations.add(conversations).await?;
        Ok(AnswerBody::Imported { imported })
    }

    /// Removes documents that are not stored: no file has their bytes.
    async fn drop_missing_documents(&self, conversation: &mut Conversation) -> Result<(), StoreError> {
        for message in &mut conversation.messages {
            for document in std::mem::take(&mut message.documents) {
                if self.stores.documents.is_there(&document.id).await? {
                    message.documents.push(document);
                }
            }
        }
        Ok(())
    }

    /// New ids for a conversation and its runs.
    fn give_new_ids(&self, conversation: &mut Conversation, steps: &mut [Progress]) {
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
}

fn found(exists: bool) -> Result<AnswerBody, ErrorBody> {
    if exists {
        Ok(AnswerBody::Nothing {})
    } else {
        Err(ErrorBody::new(ErrorCode::UnknownConversation, say!(NoConversation)))
    }
}
