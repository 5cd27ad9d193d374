//! The network, as a port: a request, and an answer that is read as it comes.

use async_trait::async_trait;
use futures_util::stream::LocalBoxStream;
use std::collections::BTreeMap;

/// Sends requests. Nothing is cached, no cookie is sent along, and no redirect is followed: what was asked may carry a key.
#[async_trait(?Send)]
pub trait Http {
    /// Sends a request and waits for the head of its answer, for as long as the caller does. Dropping the future ends the request.
    ///
    /// # Errors
    /// When no answer came, or only where else to ask.
    async fn send(&self, request: HttpRequest) -> Result<HttpAnswer, HttpError>;
}

/// What is sent. It has no `Debug`: its headers carry keys.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct HttpRequest {
    /// `GET` or `POST`.
    pub method: &'static str,
    /// The whole address.
    pub url: String,
    /// The headers, by their names in lower case.
    pub headers: BTreeMap<&'static str, String>,
    /// The body.
    pub body: Option<String>,
    /// The origin that it is to come from; none: the extension's own.
    pub origin: Option<String>,
}

/// An answer whose head is there.
pub struct HttpAnswer {
    /// The status.
    pub status: u16,
    /// The headers that may be read, by their names in lower case.
    pub headers: BTreeMap<String, String>,
    /// The body, piece by piece as it comes. Dropping it ends the transfer.
    pub body: LocalBoxStream<'static, Result<Vec<u8>, Broken>>,
}

/// Nobody is there, the connection broke, or the address or a header is not valid: what the network said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broken(pub String);

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HttpError {
    /// The network failed.
    Broken(Broken),
    /// The server says to ask elsewhere. Where, not every network tells.
    Redirected,
}

impl From<Broken> for HttpError {
    fn from(broken: Broken) -> Self {
        Self::Broken(broken)
    }
}
