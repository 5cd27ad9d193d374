//! Deleting everything at once.

use super::Services;
use edith_port::{Table, Which};
use edith_protocol::{AnswerBody, ErrorBody, LogLevel, RunId, keys};
use serde_json::json;

impl Services {
    /// Stops everything and deletes all that is stored, including settings and the model server's key.
    pub(crate) async fn delete_all(&self) -> Result<AnswerBody, ErrorBody> {
        let runs: Vec<RunId> = self.runs.ids();
        self.runs.stop(None).await?;
        // None of them stores anything now.
        self.runs.await_ends(&runs).await;
        self.runs.requests.settled().await;
        let store = &self.ports.store;
        // First what is held in memory, and what is being made.
        let documents = self
            .stores
            .documents
            .all()
            .await
            .unwrap_or_default()
            .into_iter()
            .map(|about| about.document.id)
            .collect::<Vec<_>>();
        self.drop_documents(&documents).await?;
        // The lease says who may write; it holds nothing of the person's.
        for table in Table::ALL.into_iter().filter(|table| *table != Table::Lease) {
            store.delete(table, Which::StartingWith("")).await?;
        }
        self.runs.requests.forget_all();
        if self.ports.reader.forget_languages().await.is_err() {
            self.ports.log.write(LogLevel::Warn, "languages.forget", &[]);
        }
        self.stores.conversations.delete_all().await?;
        for (key, empty) in [
            (keys::SCHEDULES, json!([])),
            (keys::SCHEDULE_LOG, json!({})),
            (keys::USAGE, json!([])),
            (keys::GRANTS, json!({})),
            (keys::PROFILE, json!({})),
            (keys::PROMPTS, json!([])),
            (keys::MCP_SERVERS, json!([])),
            (keys::MCP_SIGN_INS, json!({})),
            (keys::MCP_KNOWN, json!({})),
            (keys::SETTINGS, json!({})),
            (keys::API_BASE_URL, json!("")),
            (keys::API_KEY, json!("")),
            (keys::MODEL, json!("")),
        ] {
            store.write(key, empty).await?;
        }
        self.ports.servers.forget();
        self.ports.log.clear().await;
        self.runs.forget_ended();
        Ok(AnswerBody::Nothing {})
    }
}
