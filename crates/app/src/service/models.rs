//! Model servers asked during setup: their models, and what one can.

use super::Services;
use super::tested::{Trial, names};
use edith_core::models::{RoleServers, resolved, trimmed};
use edith_model::ModelError;
use edith_protocol::{AnswerBody, ErrorBody, ErrorCode, ModelServer, ServerTested};

impl Services {
    pub(crate) async fn list_models(&self, asked: ServerTested, after: Option<u32>) -> Result<AnswerBody, ErrorBody> {
        let server = tried(&self.stores.settings.servers().await?, asked);
        let models = self.ports.models.list(&server).await.map_err(|error| refusal(&error))?;
        let (details, after) = super::page(models, after);
        Ok(AnswerBody::Models { models: names(&details), details, after })
    }

    /// Tries what a server can.
    pub(crate) async fn test_model(&self, tested: ServerTested) -> Result<AnswerBody, ErrorBody> {
        let servers = self.stores.settings.servers().await?;
        let server = tried(&servers, tested);
        // Loading a model takes longer than an idle worker lives.
        let _active = self.activity.enter();
        let trial = Trial { dispatcher: self.stores.settings.dispatcher(), clock: &*self.ports.clock, server: &server };
        trial.run().await.map(AnswerBody::Tested).map_err(|error| refusal(&error))
    }
}

/// The server as it is to be tried. What is missing is as stored under its id, or of the one at its address; a stored key goes to no other address.
fn tried(servers: &RoleServers, tested: ServerTested) -> ModelServer {
    let base_url = trimmed(&tested.base_url);
    let stored = if tested.id.is_empty() { servers.at(&base_url) } else { servers.named(&tested.id) };
    let stored = stored.cloned().unwrap_or_default();
    let is_there = base_url.is_empty() || base_url == trimmed(&stored.base_url);
    let given = tested.api_keys.map(|keys| keys.into_iter().next().unwrap_or_default()).or(tested.api_key);
    let kept = || stored.api_keys.first().filter(|_| is_there).cloned().unwrap_or_default();
    let or = |given: String, stored: &str| if given.is_empty() { stored.to_owned() } else { given };
    let kept_model = if tested.id.is_empty() { "" } else { stored.model.as_str() };
    ModelServer {
        api_key: given.unwrap_or_else(kept),
        kind: or(tested.kind, if is_there { &stored.kind } else { "" }),
        base_url: or(base_url, &stored.base_url),
        model: or(tested.model.trim().to_owned(), kept_model),
        ..resolved(&stored)
    }
}

/// Says what of a server's setup is wrong, so that a page can show it where it is mended.
fn refusal(error: &ModelError) -> ErrorBody {
    let code = match error {
        ModelError::OriginRefused { .. } => ErrorCode::OriginRefused,
        ModelError::Unauthorized { .. } => ErrorCode::KeyRefused,
        ModelError::Unreachable { .. } | ModelError::Stalled { .. } => ErrorCode::ModelUnreachable,
        _ => ErrorCode::ModelFailed,
    };
    ErrorBody::new(code, error.to_string())
}
