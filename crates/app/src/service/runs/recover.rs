//! An earlier worker's leftovers: its runs continue, and those that cannot are reported.

use super::{NOTICE_CHARS, Runs};
use edith_core::models::ModelPool;
use edith_core::run::Run;
use edith_port::{Coded, LogArg, Notice, StoreError};
use edith_protocol::{ConversationId, ErrorBody, ErrorCode, LogLevel, RunId, TabId};
use edith_words::say;
use futures_util::future::join;
use std::rc::Rc;

/// Pauses before asking the store again, in milliseconds: a starting browser, or a busy disk, may refuse at first.
const RETRY_MS: [u64; 3] = [200, 1_000, 3_000];

impl Runs {
    /// Continues the runs that an earlier worker left unfinished. Call once, at the worker's start: commands wait for it, so that they find these
    /// runs.
    pub(crate) async fn recover(self: &Rc<Self>) {
        let mut known = self.resume().await;
        for pause in RETRY_MS {
            if known.is_ok() {
                break;
            }
            self.ports.clock.sleep(pause).await;
            known = self.resume().await;
        }
        if let Err(error) = known {
            self.ports.log.write(LogLevel::Error, "runs.read", &[("error", LogArg::Word(error.code()))]);
            // The next command tries again, and is refused until it succeeds.
            self.is_unread.set(true);
            self.ports.notices.show(Notice {
                conversation: ConversationId(String::new()),
                title: say!(NoticeAllStuck).into(),
                text: error.to_string().chars().take(NOTICE_CHARS).collect(),
            });
        }
        if let Some(recovery) = self.recovery.take() {
            // Early commands wait for this; there may be none.
            let _nobody_waits = recovery.send(());
        }
    }

    /// Waits until an earlier worker's runs are known: nothing is begun beside unseen runs.
    ///
    /// # Errors
    /// When they cannot be read.
    pub(crate) async fn ready(self: &Rc<Self>) -> Result<(), ErrorBody> {
        if self.recovered.clone().await.is_err() {
            return Err(ErrorBody::new(ErrorCode::NotStarted, say!(ShuttingDown)));
        }
        if self.is_unread.get() {
            self.resume().await?;
        }
        Ok(())
    }

    /// Continues the stored runs that are not already running. If the store cannot be read, nothing is begun or released.
    async fn resume(self: &Rc<Self>) -> Result<(), StoreError> {
        let journal = &self.stores.journal;
        if !journal.has_lease() {
            // If there is no room to record it, no other worker can have recorded it either.
            self.ports.log.check("lease.take", journal.take_lease().await);
        }
        let (mut runs, unreadable) = journal.unfinished().await?;
        if journal.is_first() {
            self.ports.log.check("runs.lost", self.tell_lost(&runs).await);
        }
        runs.retain(|run| !self.is_running(&run.id));
        let in_use: Vec<TabId> =
            self.handles.borrow().values().filter_map(|handle| handle.info.borrow().tab_id).collect();
        let kept: Vec<TabId> = runs.iter().flat_map(Run::all_tabs).chain(in_use).collect();
        // A worker without runs need not wait for its models.
        let has_runs = !runs.is_empty();
        let models = async { if has_runs { self.stores.settings.models().await.map(Some) } else { Ok(None) } };
        // Neither needs the other, and the first answer of a new worker waits for both.
        let (models, swept) = join(models, self.ports.browser.sweep(&kept)).await;
        // What cannot be removed now is fixed by the tab's next action, or the next worker.
        self.ports.log.check("tabs.sweep", swept);
        let models = models?;
        self.is_unread.set(false);
        for (key, record) in unreadable {
            // What stays is retried at the next start.
            self.ports.log.write(LogLevel::Error, "run.unreadable", &[]);
            self.ports.log.check("run.quarantine", self.quarantine(&key, &record).await);
        }
        // A research goes before its sources, which report their end to it.
        let (sources, others): (Vec<_>, Vec<_>) = runs.into_iter().partition(|run| run.parent().is_some());
        for (run, models) in others.into_iter().chain(sources).zip(models.iter().cycle()) {
            self.resume_run(run, models.clone()).await;
        }
        Ok(())
    }

    async fn resume_run(self: &Rc<Self>, mut run: Run, models: ModelPool) {
        if run.parent().is_some_and(|parent| !self.is_running(parent)) {
            self.drop_orphan(&run).await;
            return;
        }
        self.ports.log.write(LogLevel::Info, "run.resume", &[("run", LogArg::Run(run.id.clone()))]);
        run.restarted();
        self.ledger.adopt(&run);
        if let Some(tab) = run.tabs.current {
            self.claims.claim(tab, &run.id);
        }
        // The run's end is reported by its event; nobody waits for it here.
        drop(self.drive(run, models));
    }

    /// A run with a damaged record cannot continue: its conversation and a notification say so, and the record is set aside.
    async fn quarantine(&self, key: &str, record: &str) -> Result<(), StoreError> {
        let (id, now) = (RunId(key.to_owned()), self.ports.clock.now());
        let noted = edith_protocol::json::read::<serde_json::Value>(record).unwrap_or_default();
        let conversation = noted.get("conversation").and_then(|id| id.as_str()).map(|id| ConversationId(id.to_owned()));
        let conversation = match conversation {
            Some(conversation) => Some(conversation),
            None => self.stores.journal.progress(&id).await?.pop().map(|told| told.conversation_id),
        };
        let text = say!(UnreadableRun).to_string();
        let mut title = None;
        if let Some(conversation) = &conversation {
            title = self.stores.conversations.note_stuck(conversation, &id, &text, now).await?;
        }
        let task = title.unwrap_or_else(|| key.to_owned());
        self.notify_stuck(conversation.unwrap_or_else(|| ConversationId(key.to_owned())), &task, &text);
        self.stores.journal.quarantine(key, record).await
    }

    /// Tells of tasks whose records are gone, with all that the database held: Chromium empties a database that it finds damaged, while conversations
    /// lie in the extension's storage and stay. `kept`: the runs that are there.
    async fn tell_lost(&self, kept: &[Run]) -> Result<(), StoreError> {
        for (conversation, id) in self.stores.conversations.unended().await? {
            if kept.iter().any(|run| run.id == id) {
                continue;
            }
            self.ports.log.write(LogLevel::Error, "run.lost", &[("run", LogArg::Run(id.clone()))]);
            let (text, now) = (say!(LostRun).to_string(), self.ports.clock.now());
            let title = self.stores.conversations.note_stuck(&conversation, &id, &text, now).await?;
            self.notify_stuck(conversation, &title.unwrap_or_default(), &text);
        }
        Ok(())
    }

    fn notify_stuck(&self, conversation: ConversationId, task: &str, text: &str) {
        let text = format!("{task}: {text}").chars().take(NOTICE_CHARS).collect();
        self.ports.notices.show(Notice { conversation, title: say!(NoticeStuck).into(), text });
    }
}
