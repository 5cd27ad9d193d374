//! What a person does with what is stored: conversations are pinned, cut, taken up again and imported, and everything is deleted.

use super::{Router, storage};
use crate::history::Entry;
use crate::port::Table;
use crate::run::Run;
use edith_protocol::{
    AnswerBody, Conversation, ConversationId, Document, ErrorBody, Extras, Message, Progress, Role, RunId, RunState,
    keys, run_ids,
};
use serde_json::{Value, json};
use std::rc::Rc;

impl Router {
    pub(super) async fn pin(&self, id: &ConversationId, pinned: bool) -> Result<AnswerBody, ErrorBody> {
        if self.conversations.pin(id, pinned).await.map_err(storage)? {
            Ok(AnswerBody::Nothing {})
        } else {
            Err(ErrorBody::new("unknown_conversation", "There is no such conversation."))
        }
    }

    /// Adds exported conversations, all or none. What is taken gets a new id, so nothing that is there is written over.
    pub(super) async fn import(&self, exported: Vec<Value>) -> Result<AnswerBody, ErrorBody> {
        let mut read: Vec<(Conversation, Vec<Progress>)> = Vec::new();
        for one in exported {
            read.push(read_exported(one).map_err(|error| {
                ErrorBody::new("not_a_conversation", format!("This is not a conversation of EDITH: {error}."))
            })?);
        }
        let mut taken: Vec<ConversationId> =
            self.conversations.all().await.map_err(storage)?.into_iter().map(|conversation| conversation.id).collect();
        let mut imported = Vec::new();
        for (conversation, steps) in &mut read {
            let mut is_taken = taken.contains(&conversation.id);
            for run in run_ids(&conversation.messages) {
                is_taken |= !self.journal.progress(&run).await.map_err(storage)?.is_empty();
            }
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

    /// Makes room for a message that takes the place of an earlier one and all that followed. Answers the documents given with it, which
    /// go on to what takes its place.
    pub(super) async fn cut(&self, conversation: &ConversationId, message: &str) -> Result<Vec<Document>, ErrorBody> {
        let goes_on = |run: &RunId| {
            let runs = self.runs.borrow();
            runs.get(run).is_some_and(|handle| handle.info.borrow().state != RunState::Done)
        };
        if self.in_conversation(conversation).iter().any(goes_on) {
            return Err(ErrorBody::new("busy", "A task is going on in this conversation: stop it first."));
        }
        let Some((runs, documents)) = self.conversations.cut(conversation, message).await.map_err(storage)? else {
            return Err(ErrorBody::new("unknown_message", "There is no such message any more."));
        };
        self.ended.borrow_mut().retain(|info| !runs.contains(&info.run_id));
        for run in runs {
            self.journal.delete_progress(&run).await.map_err(storage)?;
        }
        Ok(documents)
    }

    /// Readies a new run to take up an earlier one from a step: what was said and done before that step becomes its own, and the
    /// earlier run's place in the conversation too.
    pub(super) async fn take_up(&self, run: &mut Run, extras: &mut Extras) -> Result<(), ErrorBody> {
        let Some((old, step)) = extras.retry.take() else { return Ok(()) };
        let messages = self.conversations.of_run(&run.conversation, &old).await.map_err(storage)?;
        let Some(first) = messages.first() else {
            return Err(ErrorBody::new("unknown_run", "What this task did is not stored any more."));
        };
        let progress = self.journal.progress(&old).await.map_err(storage)?;
        // The tab it worked in, if it is still there.
        let info = self.ended.borrow().iter().find(|info| info.run_id == old).and_then(|info| info.tab_id);
        let given = self.cut(&run.conversation, &first.id).await?;
        // They are behind those given before, as when they were given.
        run.documents.retain(|one| !given.contains(one));
        run.earlier_documents = run.documents.len();
        run.documents.extend(given);
        let nonce = self.ports.entropy.id();
        run.earlier = self.conversations.texts(&run.conversation, &nonce).await.map_err(storage)?;
        run.prompt.clone_from(&first.content);
        run.refers.clone_from(&first.refers);
        run.entries = entries_before(&messages, step);
        run.step = step.saturating_sub(1);
        let tabs = self.ports.browser.tabs().await.unwrap_or_default();
        run.tab = info.filter(|tab| tabs.iter().any(|open| open.id == *tab)).or(run.tab);
        for told in progress.into_iter().filter(|told| told.step < step) {
            run.told += 1;
            let told = Progress { run_id: run.id.clone(), ..told };
            self.journal.add_progress(run.told, &told).await.map_err(storage)?;
        }
        Ok(())
    }

    /// Takes a grant out of what is stored, in whichever of its lists it stands.
    pub(super) async fn revoke(&self, grant: &Value) -> Result<AnswerBody, ErrorBody> {
        let mut stored = self.ports.store.read(keys::GRANTS).await.map_err(storage)?.unwrap_or_default();
        for list in stored.as_object_mut().into_iter().flat_map(|lists| lists.values_mut()) {
            if let Value::Array(grants) = list {
                grants.retain(|one| one != grant);
            }
        }
        self.ports.store.write(keys::GRANTS, stored).await.map_err(storage)?;
        Ok(AnswerBody::Nothing {})
    }

    /// Stops everything and deletes all that is stored, the settings and the model server's key included.
    pub(super) async fn delete_all(self: &Rc<Self>) -> Result<AnswerBody, ErrorBody> {
        self.stop(None).await?;
        // The lease says who may write; it holds nothing of the person's.
        for table in Table::ALL.into_iter().filter(|table| *table != Table::Lease) {
            self.ports.store.delete(table, "").await.map_err(storage)?;
        }
        for (key, empty) in [
            (keys::CONVERSATIONS, json!([])),
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

/// What was said and done in a run before a step, as its history. Looks are left out: the page is looked at anew.
fn entries_before(messages: &[Message], step: u32) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    let mut turns = 0;
    let mut open: Vec<edith_protocol::ToolCall> = Vec::new();
    for message in messages.iter().skip(1) {
        let (text, at) = (message.content.clone(), message.timestamp);
        match message.role {
            Role::User => entries.push(Entry::User { text }),
            Role::Assistant => {
                turns += 1;
                if turns >= step {
                    break;
                }
                open.clone_from(&message.tool_calls);
                entries.push(Entry::Assistant { text, calls: message.tool_calls.clone(), at });
            }
            Role::Tool => {
                let Some(place) = open.iter().position(|call| Some(&call.id) == message.tool_call_id.as_ref()) else {
                    continue;
                };
                let call = open.remove(place);
                let shown_args = serde_json::from_str(&call.arguments).ok();
                // Where it was read is not stored: for the gate it is from somewhere else.
                let from = crate::gate::EARLIER.to_owned();
                entries.push(Entry::Answer { call, shown_args, text, look: None, picture: None, from, at });
            }
        }
    }
    entries
}
