//! Model servers asked during setup: their models, and whether one answers as it would answer a run.

use super::Services;
use edith_model::{Brief, ChatMessage, ChatRequest, ModelError, Purpose};
use edith_protocol::{AnswerBody, ErrorBody, ErrorCode, ModelServer, ServerTested};
use futures_util::future::{Either, select};
use std::pin::pin;

/// Most tokens of the answer. Some servers refuse fewer.
const TOKENS: u32 = 16;
/// How long a model loaded from disk may take to answer, in milliseconds.
const ANSWER_LIMIT_MS: u64 = 180_000;

impl Services {
    pub(crate) async fn list_models(
        &self,
        base_url: &str,
        api_key: Option<String>,
        after: Option<u32>,
    ) -> Result<AnswerBody, ErrorBody> {
        let server = self.stores.settings.server(base_url, api_key, String::new()).await?;
        let models = self.ports.models.list(&server).await.map_err(|error| refusal(&error))?;
        let (models, after) = super::page(models, after);
        Ok(AnswerBody::Models { models, after })
    }

    /// Asks a model for an answer with a run's kind of request: many servers list their models and refuse the rest.
    pub(crate) async fn test_model(&self, tested: ServerTested) -> Result<AnswerBody, ErrorBody> {
        let server = self.stores.settings.server(&tested.base_url, tested.api_key, tested.model).await?;
        let started = self.ports.clock.now();
        let chat = !server.model.is_empty();
        if chat {
            // Loading a model takes longer than an idle worker lives.
            let _active = self.activity.enter();
            self.ask(&server).await.map_err(|error| refusal(&error))?;
        }
        let ms = self.ports.clock.now() - started;
        let models = match self.ports.models.list(&server).await {
            // Some have a model and no list.
            Err(_) if chat => Vec::new(),
            listed => listed.map_err(|error| refusal(&error))?,
        };
        Ok(AnswerBody::Tested { models, chat, ms })
    }

    async fn ask(&self, server: &ModelServer) -> Result<(), ModelError> {
        let request = ChatRequest {
            messages: vec![ChatMessage::user("Say OK.")],
            tools: Vec::new(),
            max_completion_tokens: TOKENS,
            brief: Brief { purpose: Purpose::Chat, ..Brief::default() },
        };
        let model = self.ports.models.server(server);
        let mut unheard = |_: &str| {};
        let answer = pin!(model.complete(&request, &mut unheard));
        match select(answer, self.ports.clock.sleep(ANSWER_LIMIT_MS)).await {
            Either::Left((Ok(_), _)) => Ok(()),
            // It had no room to think, but it answers.
            Either::Left((Err(ModelError::BadRequest { message }), _))
                if message.contains("output limit was reached") =>
            {
                Ok(())
            }
            Either::Left((Err(error), _)) => Err(error),
            Either::Right(_) => Err(ModelError::Stalled { after_ms: ANSWER_LIMIT_MS }),
        }
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
