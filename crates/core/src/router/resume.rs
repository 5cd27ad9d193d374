//! What an earlier worker left: its runs go on, and what cannot is told.

use super::Router;
use crate::hands::Model;
use crate::port::{Notice, StoreError};
use crate::run::{Control, Run};
use edith_protocol::{ConversationId, RunId, TabId};
use edith_words::say;
use std::rc::Rc;

/// Characters of a summary in a notification.
const NOTICE_CHARS: usize = 200;

/// The store is asked again after these, in milliseconds: a browser that is just starting, or a disk that is busy, may refuse the first time.
const AGAIN_MS: [u64; 3] = [200, 1_000, 3_000];

impl Router {
    /// Goes on with the runs that an earlier worker left unfinished. To be called once, when the worker starts: commands wait for it, so that
    /// they find these runs.
    pub async fn start(self: &Rc<Self>) {
        let mut known = self.resume().await;
        for pause in AGAIN_MS {
            if known.is_ok() {
                break;
            }
            self.ports.clock.sleep(pause).await;
            known = self.resume().await;
        }
        if let Err(error) = known {
            // The next command tries again, and is refused as long as it does not succeed.
            self.unread.set(true);
            self.ports.notices.tell(Notice {
                conversation: ConversationId(String::new()),
                title: say!(NoticeAllStuck).into(),
                text: error.to_string().chars().take(NOTICE_CHARS).collect(),
            });
        }
        if let Some(start) = self.start.take() {
            // Commands that came early wait for this; there may be none.
            let _nobody_waits = start.send(());
        }
        // What an earlier version stored is taken along; what fails here is tried again whenever the list is read.
        let _left = self.conversations.heads().await;
        self.keep_schedules().await;
        // What could not be swept is swept the next time.
        let _left = self.sweep_documents().await;
    }

    /// Lets the runs that are stored go on, as far as they do not already.
    ///
    /// # Errors
    /// When the store cannot be read: then nothing is begun, and nothing let go.
    pub(super) async fn resume(self: &Rc<Self>) -> Result<(), StoreError> {
        if !self.journal.has_lease() {
            // Where there is no room to note it, no other worker can have noted it either.
            let _unleased = self.journal.take_lease().await;
        }
        let (mut runs, unreadable) = self.journal.unfinished().await?;
        runs.retain(|run| !self.is_running(&run.id));
        let mut models = Vec::with_capacity(runs.len());
        for run in &runs {
            models.push(self.model(run.mode()).await?);
        }
        self.unread.set(false);
        for (key, record) in unreadable {
            // What stays is tried again at the next start.
            let _kept = self.leave(&key, &record).await;
        }
        let going: Vec<TabId> = self.runs.borrow().values().filter_map(|handle| handle.info.borrow().tab_id).collect();
        let kept: Vec<TabId> = runs.iter().flat_map(Run::all_tabs).chain(going).collect();
        // What cannot be taken away now is put in order by the next action in that tab, or the next worker.
        let _left = self.ports.browser.sweep(&kept).await;
        // A research goes before its sources, which tell it their end.
        let (sources, others): (Vec<_>, Vec<_>) =
            runs.into_iter().zip(models).partition(|(run, _)| run.parent().is_some());
        for (run, model) in others.into_iter().chain(sources) {
            self.go_on(run, model).await;
        }
        Ok(())
    }

    async fn go_on(self: &Rc<Self>, mut run: Run, model: Model) {
        if run.parent().as_ref().is_some_and(|parent| !self.is_running(parent)) {
            self.drop_orphan(&run).await;
            return;
        }
        run.restarted();
        self.ledger.adopt(&run);
        if let Some(tab) = run.tabs.current {
            self.claims.take(tab, &run.id);
        }
        // The run's end is told by its event; nobody waits for it here.
        drop(self.drive(run, model));
    }

    /// A run whose record is damaged cannot go on: its conversation and a notification say so, and the record is kept.
    async fn leave(&self, key: &str, record: &str) -> Result<(), StoreError> {
        let (id, now) = (RunId(key.to_owned()), self.ports.clock.now());
        let noted = edith_protocol::json::read::<serde_json::Value>(record).unwrap_or_default();
        let conversation = noted.get("conversation").and_then(|id| id.as_str()).map(|id| ConversationId(id.to_owned()));
        let conversation = match conversation {
            Some(conversation) => Some(conversation),
            None => self.journal.progress(&id).await?.pop().map(|told| told.conversation_id),
        };
        let text = say!(UnreadableRun).to_string();
        let mut title = None;
        if let Some(conversation) = &conversation {
            title = self.conversations.note_unreadable(conversation, &id, &text, now).await?;
        }
        let task = title.unwrap_or_else(|| key.to_owned());
        self.ports.notices.tell(Notice {
            conversation: conversation.unwrap_or_else(|| ConversationId(key.to_owned())),
            title: say!(NoticeStuck).into(),
            text: format!("{task}: {text}").chars().take(NOTICE_CHARS).collect(),
        });
        self.journal.put_aside(key, record).await
    }

    /// A conversation has one task at a time: a new one ends the old one, which says so, and is waited for: it may be in the tab that the new one
    /// is to work in.
    pub(super) async fn replace(&self, conversation: &ConversationId) {
        let old = self.in_conversation(conversation);
        for id in &old {
            // The old run says itself what became of it.
            drop(self.send(id, Control::Replace));
        }
        self.await_ends(&old).await;
    }
}
