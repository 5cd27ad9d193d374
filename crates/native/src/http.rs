//! The network: a kept client with its own roots, no cookies, and no followed redirects, since requests may carry a key.

use async_trait::async_trait;
use edith_http::{Broken, Http, HttpAnswer, HttpError, HttpRequest};
use futures_util::StreamExt;
use reqwest::redirect::Policy;
use reqwest::{Client, Method};
use std::error::Error;
use std::time::Duration;

/// How long a server may take to accept a connection.
const CONNECT: Duration = Duration::from_secs(20);

/// The program's network.
#[derive(Debug, Clone)]
pub(crate) struct NativeHttp(Client);

impl NativeHttp {
    /// A client. The system's proxies are used (`HTTPS_PROXY`, `NO_PROXY`).
    ///
    /// # Errors
    /// When the system gives no TLS or no sockets.
    pub(crate) fn new() -> Result<Self, reqwest::Error> {
        Ok(Self(Client::builder().redirect(Policy::none()).connect_timeout(CONNECT).build()?))
    }

    /// The client itself.
    pub(crate) fn client(&self) -> &Client {
        &self.0
    }
}

#[async_trait(?Send)]
impl Http for NativeHttp {
    async fn send(&self, request: HttpRequest) -> Result<HttpAnswer, HttpError> {
        let HttpRequest { method, url, headers, body, origin } = request;
        let method = Method::from_bytes(method.as_bytes()).map_err(|error| Broken(error.to_string()))?;
        let mut asked = self.0.request(method, &url);
        for (name, value) in &headers {
            asked = asked.header(&**name, value);
        }
        if let Some(origin) = origin {
            asked = asked.header("origin", origin);
        }
        if let Some(body) = body {
            asked = asked.body(body);
        }
        let answer = asked.send().await.map_err(broken)?;
        if answer.status().is_redirection() {
            return Err(HttpError::Redirected);
        }
        let status = answer.status().as_u16();
        let readable = answer.headers().iter();
        let readable =
            readable.filter_map(|(name, value)| Some((name.as_str().to_owned(), value.to_str().ok()?.to_owned())));
        let headers = readable.collect();
        let body = answer.bytes_stream().map(|piece| piece.map(|piece| piece.to_vec()).map_err(broken));
        Ok(HttpAnswer { status, headers, body: body.boxed_local() })
    }
}

fn broken(error: reqwest::Error) -> Broken {
    Broken(said(&error))
}

/// What went wrong, to its root: the client's own words say only that something did. No address, which may have a key, is in them.
pub(crate) fn said(error: &reqwest::Error) -> String {
    let mut deepest: &dyn Error = error;
    while let Some(cause) = deepest.source() {
        deepest = cause;
    }
    match deepest.downcast_ref::<reqwest::Error>() {
        Some(error) if error.is_timeout() => "no answer in time".to_owned(),
        Some(_) => "the request failed".to_owned(),
        None => deepest.to_string(),
    }
}
