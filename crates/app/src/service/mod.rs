//! The services behind the panel's commands: the registry of runs, conversations, documents, settings and model servers.

mod activity;
mod conversations;
mod data;
pub(crate) mod documents;
mod embedding;
mod models;
mod page;
mod page_shown;
mod profile;
mod prompts;
pub(crate) mod runs;
mod servers;
mod settings;
mod stores;
mod tested;

use activity::Activity;
use edith_core::conversations::Conversations;
use edith_core::journal::Journal;
use edith_core::usage::Ledger;
use edith_port::Ports;
use edith_protocol::LogEntry;
use edith_records::documents::Documents;
use edith_records::prompts::Prompts;
use embedding::EmbeddingReader;
pub(crate) use page::page;
use runs::Runs;
use std::rc::Rc;
use stores::{StoredSettings, Stores};

/// The services of a worker.
pub(crate) struct Services {
    ports: Ports,
    stores: Stores,
    activity: Activity,
    embedding: EmbeddingReader,
    prompts: Prompts,
    pub(crate) runs: Rc<Runs>,
}

impl Services {
    /// The services on these ports. `active` is called whenever work begins or ends.
    pub(crate) fn new(mut ports: Ports, active: impl Fn(bool) + 'static) -> Self {
        let activity = Activity::new(active);
        let settings = StoredSettings::new(&ports);
        let embedding = EmbeddingReader::new(&ports, Rc::clone(settings.dispatcher()), activity.clone());
        ports.reader = Rc::new(embedding.clone());
        let journal = Journal::new(Rc::clone(&ports.store));
        let stores = Stores {
            conversations: Conversations::new(Rc::clone(&ports.store), journal.lease()),
            documents: Documents::new(Rc::clone(&ports.store)),
            settings,
            journal,
        };
        let ledger = Ledger::new(Rc::clone(&ports.store), Rc::clone(&ports.clock));
        let runs = Runs::new(ports.clone(), stores.clone(), ledger, activity.clone());
        let prompts = Prompts::new(Rc::clone(&ports.store));
        Self { ports, stores, activity, embedding, prompts, runs }
    }

    /// Whether anything is running.
    pub(crate) fn is_active(&self) -> bool {
        self.activity.is_active()
    }

    /// Migrates an earlier version's conversations. Failures are retried whenever the list is read.
    pub(crate) async fn migrate(&self) {
        self.ports.log.check("conversations.migrate", self.stores.conversations.heads().await);
    }

    /// Goes on with the vectors of documents that an earlier worker left.
    pub(crate) async fn resume_embedding(&self) {
        self.embedding.resume().await;
    }

    /// The log, oldest first.
    pub(crate) async fn log(&self) -> Vec<LogEntry> {
        self.ports.log.entries().await
    }

    /// Deletes old documents that no conversation has. Failures are retried at the next start.
    pub(crate) async fn sweep(&self) {
        self.ports.log.check("documents.sweep", self.sweep_documents().await);
    }
}
