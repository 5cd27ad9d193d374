//! The network, as a port: a request and a streamed answer.

use async_trait::async_trait;
use futures_util::stream::LocalBoxStream;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Sends requests. No caching, cookies or followed redirects, since requests may carry a key.
#[async_trait(?Send)]
pub trait Http {
    /// Sends a request and waits for the answer's head, without a deadline. Dropping the future ends the request.
    ///
    /// # Errors
    /// When no answer came, or only a redirect.
    async fn send(&self, request: HttpRequest) -> Result<HttpAnswer, HttpError>;
}

/// A request. It has no `Debug`: its headers carry keys.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct HttpRequest {
    /// `GET`, `POST` or `DELETE`.
    pub method: &'static str,
    /// The whole address.
    pub url: String,
    /// Headers by lower-case name.
    pub headers: BTreeMap<Cow<'static, str>, String>,
    /// The body.
    pub body: Option<String>,
    /// The origin to send; none: the extension's own.
    pub origin: Option<String>,
}

/// An answer, from its head on.
pub struct HttpAnswer {
    /// The status.
    pub status: u16,
    /// The readable headers, by lower-case name.
    pub headers: BTreeMap<String, String>,
    /// The body, piece by piece. Dropping it ends the transfer.
    pub body: LocalBoxStream<'static, Result<Vec<u8>, Broken>>,
}

/// The network's message: nobody answers, the connection broke, or the address or a header is invalid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broken(pub String);

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HttpError {
    /// The network failed.
    Broken(Broken),
    /// The server redirects. Not every network tells where.
    Redirected,
}

impl From<Broken> for HttpError {
    fn from(broken: Broken) -> Self {
        Self::Broken(broken)
    }
}
