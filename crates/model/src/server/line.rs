//! One server as it is talked to: its address and key, deadlines, and what its refusals mean.

use super::address::Endpoint;
use super::fault::{Asked, classify};
use super::head::Head;
use crate::{Broken, Clock, Http, HttpAnswer, HttpError, HttpRequest, ModelError};
use edith_protocol::ModelServer;
use futures_util::StreamExt;
use futures_util::future::{Either, select};
use std::future::Future;
use std::pin::pin;
use std::rc::Rc;
use std::time::Duration;

/// Bytes of an error's body that are read, at most: its message is at the front.
const REFUSAL_LIMIT_BYTES: usize = 64 * 1024;

/// What every server is reached by.
#[derive(Clone)]
pub(crate) struct Network {
    /// The way to it.
    pub http: Rc<dyn Http>,
    /// What deadlines go by.
    pub clock: Rc<dyn Clock>,
}

/// How one server is talked to.
pub(crate) struct Line<'a> {
    /// The server.
    pub server: &'a ModelServer,
    /// How long each piece of an answer is waited for.
    pub stall: Duration,
    /// How long the first one is waited for, and the head before it.
    pub first: Duration,
    endpoint: Endpoint,
    network: &'a Network,
}

impl<'a> Line<'a> {
    pub fn new(
        network: &'a Network,
        server: &'a ModelServer,
        first: Duration,
        stall: Duration,
    ) -> Result<Self, ModelError> {
        let endpoint = Endpoint::parse(&server.base_url)
            .map_err(|error| ModelError::NotFound { message: error.to_string().trim_end_matches('.').to_owned() })?;
        Ok(Self { server, stall, first, endpoint, network })
    }

    /// The key; empty for none.
    ///
    /// # Errors
    /// When no server can have given it: the network would refuse the header without saying which.
    pub fn key(&self) -> Result<&str, ModelError> {
        let key = self.server.api_key.trim();
        if key.chars().all(|c| c.is_ascii_graphic()) {
            return Ok(key);
        }
        let message = String::from("the key has a space or another character in it that no key has");
        Err(ModelError::Unauthorized { message })
    }

    /// Sends a request to something under the base URL, e.g. `chat/completions`.
    pub async fn send(&self, path: &str, request: HttpRequest) -> Result<HttpAnswer, ModelError> {
        // Local servers refuse the origin of an extension until they are told otherwise, which nobody should have to do.
        let origin = self.endpoint.is_local().then(|| self.endpoint.origin());
        let request = HttpRequest { url: self.endpoint.join(path), origin, ..request };
        match self.within(self.first, self.network.http.send(request)).await? {
            Ok(answer) => Ok(answer),
            Err(HttpError::Broken(Broken(message))) => {
                Err(ModelError::Unreachable { server: self.endpoint.origin(), message })
            }
            Err(HttpError::Redirected) => {
                let to = String::from("another address (open the base URL in a tab to see which)");
                Err(ModelError::Redirected { to })
            }
        }
    }

    /// The next bytes of an answer; none at its end.
    pub async fn next(&self, answer: &mut HttpAnswer, limit: Duration) -> Result<Option<Vec<u8>>, ModelError> {
        let broken = |Broken(why)| ModelError::BrokenAnswer { message: format!("the connection broke ({why})") };
        self.within(limit, answer.body.next()).await?.transpose().map_err(broken)
    }

    /// The whole body, or its first so many bytes.
    pub async fn read_all(&self, answer: &mut HttpAnswer, limit_bytes: usize) -> Result<Vec<u8>, ModelError> {
        let mut body = Vec::new();
        while body.len() < limit_bytes
            && let Some(piece) = self.next(answer, self.stall).await?
        {
            body.extend_from_slice(&piece);
        }
        body.truncate(limit_bytes);
        Ok(body)
    }

    /// What an answer says that is no success, as far as it is worth reading.
    pub async fn refusal(&self, answer: &mut HttpAnswer) -> Result<Vec<u8>, ModelError> {
        self.read_all(answer, REFUSAL_LIMIT_BYTES).await
    }

    /// What a refusal means.
    pub fn classified(&self, answer: &HttpAnswer, refusal: &[u8]) -> ModelError {
        let header = |name: &str| answer.headers.get(name).cloned();
        let head = Head {
            status: answer.status,
            retry_after: header("retry-after"),
            retry_after_ms: header("retry-after-ms"),
            server: header("server"),
        };
        let api_key = self.server.api_key.trim();
        classify(&Asked { endpoint: &self.endpoint, api_key, now_ms: self.network.clock.now() }, &head, refusal)
    }

    /// Waits, but not for ever.
    async fn within<T>(&self, limit: Duration, work: impl Future<Output = T>) -> Result<T, ModelError> {
        let after_ms = u64::try_from(limit.as_millis()).unwrap_or(u64::MAX);
        match select(pin!(work), self.network.clock.sleep(after_ms)).await {
            Either::Left((done, _)) => Ok(done),
            Either::Right(_) => Err(ModelError::Stalled { after_ms }),
        }
    }
}
