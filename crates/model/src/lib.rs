//! Language models: the messages they are sent, one streamed turn, how it can fail, and the servers they are asked at, over a port to the network.

mod clock;
mod content;
mod error;
pub mod fence;
mod http;
mod message;
mod openai;
mod server;
mod servers;

use async_trait::async_trait;
use edith_protocol::ModelServer;
use std::rc::Rc;
use std::time::Duration;

pub use clock::Clock;
pub use content::{Content, Part};
pub use error::{ModelError, Retry};
pub use http::{Broken, Http, HttpAnswer, HttpError, HttpRequest};
pub use message::{Brief, ChatMessage, ChatRequest, ModelTurn, Purpose, ToolSpec};
pub use servers::ServerModels;

/// A model that can be asked for a turn.
#[async_trait(?Send)]
pub trait ChatModel {
    /// Asks for one turn; `on_text` is given each piece of text as it comes. Dropping the future ends the request.
    async fn complete(
        &self,
        request: &ChatRequest,
        on_text: &mut dyn for<'t> FnMut(&'t str),
    ) -> Result<ModelTurn, ModelError>;
}

/// Where models come from.
#[async_trait(?Send)]
pub trait Models {
    /// The model for when no server is set.
    fn built_in(&self) -> Rc<dyn ChatModel>;
    /// A client of that server.
    fn server(&self, server: &ModelServer) -> Rc<dyn ChatModel>;
    /// The names of the server's models.
    async fn list(&self, server: &ModelServer) -> Result<Vec<String>, ModelError>;
}

/// No byte from the server for this long ends a turn that has begun to come. Models that think are silent for up to two minutes.
pub const STALL_LIMIT: Duration = Duration::from_secs(150);
/// The same before its first byte: a model on a person's own machine may read a long prompt for ten minutes.
pub const FIRST_BYTE_LIMIT: Duration = Duration::from_secs(660);
/// Bytes of one answer, at most: far over any real turn, far under what hurts the worker.
pub const ANSWER_LIMIT_BYTES: u64 = 8 * 1024 * 1024;
