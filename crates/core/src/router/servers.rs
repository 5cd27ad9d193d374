//! Model servers asked for the person who sets them up: their models, and whether one answers as it would answer a run.

use super::{Router, storage, trimmed};
use edith_model::{Brief, ChatMessage, ChatRequest, ModelError, Purpose};
use edith_protocol::{AnswerBody, ErrorBody, ModelServer, ServerTested, keys};

/// Tokens of the answer, at most. Some servers refuse fewer than this.
const TOKENS: u32 = 16;
/// A model that is loaded from a disk answers within this time, in milliseconds.
const ANSWER_LIMIT_MS: u64 = 180_000;

impl Router {
    /// The names of a server's models.
    pub(super) async fn models(&self, base_url: &str, api_key: Option<String>) -> Result<AnswerBody, ErrorBody> {
        let server = self.server_of(base_url, api_key, String::new()).await?;
        let models = self.ports.models.list(&server).await.map_err(|error| refusal(&error))?;
        Ok(AnswerBody::Models { models })
    }

    /// Asks a model for an answer, with a request as runs send it: a list of models comes from many servers that refuse the rest.
    pub(super) async fn test_server(&self, tested: ServerTested) -> Result<AnswerBody, ErrorBody> {
        let server = self.server_of(&tested.base_url, tested.api_key, tested.model).await?;
        let began = self.ports.clock.now();
        let chat = !server.model.is_empty();
        if chat {
            // A model that is loaded first takes longer than an idle worker lives.
            if !self.is_active() {
                (self.active)(true);
            }
            self.trials.set(self.trials.get() + 1);
            let tried = self.try_out(&server).await;
            self.trials.set(self.trials.get().saturating_sub(1));
            if !self.is_active() {
                (self.active)(false);
            }
            tried.map_err(|error| refusal(&error))?;
        }
        let ms = self.ports.clock.now() - began;
        let models = match self.ports.models.list(&server).await {
            // Some have a model and no list.
            Err(_) if chat => Vec::new(),
            listed => listed.map_err(|error| refusal(&error))?,
        };
        Ok(AnswerBody::Tested { models, chat, ms })
    }

    async fn try_out(&self, server: &ModelServer) -> Result<(), ModelError> {
        let request = ChatRequest {
            messages: vec![ChatMessage::User { content: "Say OK.".to_owned() }],
            tools: Vec::new(),
            max_completion_tokens: TOKENS,
            brief: Brief { purpose: Purpose::Chat, ..Brief::default() },
        };
        let model = self.ports.models.server(server);
        let mut unheard = |_: &str| {};
        let answer = std::pin::pin!(model.complete(&request, &mut unheard));
        let late = self.ports.clock.sleep(ANSWER_LIMIT_MS);
        match futures_util::future::select(answer, late).await {
            futures_util::future::Either::Left((Ok(_), _)) => Ok(()),
            // It had no room to think: what was to be known is known.
            futures_util::future::Either::Left((Err(ModelError::BadRequest { message }), _))
                if message.contains("output limit was reached") =>
            {
                Ok(())
            }
            futures_util::future::Either::Left((Err(error), _)) => Err(error),
            futures_util::future::Either::Right(_) => Err(ModelError::Stalled { after_ms: ANSWER_LIMIT_MS }),
        }
    }

    async fn server_of(
        &self,
        base_url: &str,
        api_key: Option<String>,
        model: String,
    ) -> Result<ModelServer, ErrorBody> {
        let api_key = match api_key {
            Some(key) => key,
            None => self.text(keys::API_KEY).await.map_err(storage)?,
        };
        let (base_url, model) = (trimmed(base_url), model.trim().to_owned());
        Ok(ModelServer { base_url, api_key, model, ..ModelServer::default() })
    }
}

/// A server that is there and must only be told is worth showing where servers are looked for.
fn refusal(error: &ModelError) -> ErrorBody {
    let refused = matches!(error, ModelError::OriginRefused { .. });
    ErrorBody::new(if refused { "origin_refused" } else { "model_failed" }, error.to_string())
}
