//! Language models: their messages, one streamed turn, how it can fail, and model servers over a network port.

mod anthropic;
mod browser;
mod clock;
mod content;
mod continuation;
mod dispatch;
mod error;
pub mod fence;
mod known;
mod language;
mod message;
mod openai;
mod openrouter;
mod schema;
mod server;
mod servers;
pub mod text_actions;

use async_trait::async_trait;
use edith_protocol::{ModelDetails, ModelServer};
use std::rc::Rc;
use std::time::Duration;

pub use browser::{Availability, BROWSER, BrowserModel, BrowserSession, NoBrowserModel, SessionError, SessionMessage};
pub use clock::Clock;
pub use content::{Content, ContentPart};
pub use continuation::Continuation;
pub use dispatch::{Account, Dispatcher, Waiting};
pub use error::{ModelError, Retry};
pub use known::{CallEnd, DialogShown, Known, LastCall, OpenTab};
pub use language::{Language, LanguageError, NoLanguage};
pub use message::{Brief, ChatMessage, ChatRequest, ModelTurn, Purpose, ToolSpec};
pub use schema::{folded, unfolded};
pub use servers::ServerModels;

/// A model that can be asked for a turn.
#[async_trait(?Send)]
pub trait ChatModel {
    /// Asks for one turn; `on_text` gets each piece of text as it comes. Dropping the future ends the request.
    async fn complete(
        &self,
        request: &ChatRequest,
        on_text: &mut dyn for<'t> FnMut(&'t str),
    ) -> Result<ModelTurn, ModelError>;
}

/// Where models come from.
#[async_trait(?Send)]
pub trait Models {
    /// The model used while no server is set.
    fn built_in(&self) -> Rc<dyn ChatModel>;
    /// A client of that server.
    fn server(&self, server: &ModelServer) -> Rc<dyn ChatModel>;
    /// The server's models, with what it says about each.
    async fn list(&self, server: &ModelServer) -> Result<Vec<ModelDetails>, ModelError>;
    /// A vector of each text by the server's model, all of one length. Dropping the future ends the request.
    async fn embed(&self, server: &ModelServer, texts: &[String]) -> Result<Vec<Vec<f32>>, ModelError>;
}

/// A started answer ends after this long without a byte. Thinking models are silent for up to two minutes.
pub const STALL_LIMIT: Duration = Duration::from_secs(150);
/// The same before the first byte: a model on a person's own machine may read a long prompt for ten minutes.
pub const FIRST_BYTE_LIMIT: Duration = Duration::from_secs(660);
/// Most bytes of one answer: far above any real turn, far below what hurts the worker.
pub(crate) const ANSWER_LIMIT_BYTES: u64 = 8 * 1024 * 1024;
