//! Talking to one server: address and key, deadlines, and the meaning of refusals.

use super::address::Endpoint;
use super::fault::{RequestContext, classify};
use super::head::Head;
use crate::{Clock, ModelError};
use edith_http::{Broken, Http, HttpAnswer, HttpError, HttpRequest};
use edith_protocol::ModelServer;
use futures_util::StreamExt;
use futures_util::future::{Either, select};
use std::future::Future;
use std::pin::pin;
use std::rc::Rc;
use std::time::Duration;

/// Most bytes read of an error's body: its message is at the front.
const REFUSAL_LIMIT_BYTES: usize = 64 * 1024;

/// The ports every server is reached by.
#[derive(Clone)]
pub(crate) struct Network {
    pub http: Rc<dyn Http>,
    /// For deadlines.
    pub clock: Rc<dyn Clock>,
}

/// A connection to one server.
pub(crate) struct Line<'a> {
    pub server: &'a ModelServer,
    /// Deadline of each further piece of an answer.
    pub(crate) stall: Duration,
    /// Deadline of the head, and of the first piece.
    pub first: Duration,
    endpoint: Endpoint,
    network: &'a Network,
}

impl<'a> Line<'a> {
    pub(crate) fn new(
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
    /// When it has characters that no key has: the network would reject the header without naming it.
    pub(crate) fn key(&self) -> Result<&str, ModelError> {
        let key = self.server.api_key.trim();
        if key.chars().all(|c| c.is_ascii_graphic()) {
            return Ok(key);
        }
        let message = String::from("the key has a space or another character in it that no key has");
        Err(ModelError::Unauthorized { message })
    }

    /// Sends a request to a path under the base URL, such as `chat/completions`.
    pub(crate) async fn send(&self, path: &str, request: HttpRequest) -> Result<HttpAnswer, ModelError> {
        // Local servers refuse an extension's origin until configured otherwise, which nobody should have to do.
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

    /// Sends a request, and reads the body of a successful answer, or its first `limit_bytes`.
    ///
    /// # Errors
    /// As [`Self::send`], and what a refusal means.
    pub(crate) async fn fetch(
        &self,
        path: &str,
        request: HttpRequest,
        limit_bytes: usize,
    ) -> Result<Vec<u8>, ModelError> {
        let mut answer = self.send(path, request).await?;
        if answer.status != 200 {
            let refusal = self.refusal(&mut answer).await?;
            return Err(self.classified(&answer, &refusal));
        }
        self.read_all(&mut answer, limit_bytes).await
    }

    /// The path of the base URL, without a slash at its end.
    pub(crate) fn base_path(&self) -> &str {
        self.endpoint.path()
    }

    /// The next bytes of an answer; none at its end.
    pub(crate) async fn next(&self, answer: &mut HttpAnswer, limit: Duration) -> Result<Option<Vec<u8>>, ModelError> {
        let broken = |Broken(why)| ModelError::BrokenAnswer { message: format!("the connection broke ({why})") };
        self.within(limit, answer.body.next()).await?.transpose().map_err(broken)
    }

    /// The whole body, or its first `limit_bytes`.
    async fn read_all(&self, answer: &mut HttpAnswer, limit_bytes: usize) -> Result<Vec<u8>, ModelError> {
        let mut body = Vec::new();
        while body.len() < limit_bytes
            && let Some(piece) = self.next(answer, self.stall).await?
        {
            body.extend_from_slice(&piece);
        }
        body.truncate(limit_bytes);
        Ok(body)
    }

    /// An error's body, as far as it is worth reading.
    pub(crate) async fn refusal(&self, answer: &mut HttpAnswer) -> Result<Vec<u8>, ModelError> {
        self.read_all(answer, REFUSAL_LIMIT_BYTES).await
    }

    pub(crate) fn classified(&self, answer: &HttpAnswer, refusal: &[u8]) -> ModelError {
        let header = |name: &str| answer.headers.get(name).cloned();
        let head = Head {
            status: answer.status,
            retry_after: header("retry-after"),
            retry_after_ms: header("retry-after-ms"),
            server: header("server"),
        };
        let api_key = self.server.api_key.trim();
        classify(
            &RequestContext { endpoint: &self.endpoint, api_key, now_ms: self.network.clock.now() },
            &head,
            refusal,
        )
    }

    /// Waits up to a limit.
    async fn within<T>(&self, limit: Duration, work: impl Future<Output = T>) -> Result<T, ModelError> {
        let after_ms = u64::try_from(limit.as_millis()).unwrap_or(u64::MAX);
        match select(pin!(work), self.network.clock.sleep(after_ms)).await {
            Either::Left((done, _)) => Ok(done),
            Either::Right(_) => Err(ModelError::Stalled { after_ms }),
        }
    }
}
