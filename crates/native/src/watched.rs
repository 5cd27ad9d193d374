//! The network to models, with somebody who hears what each call took: its times and its end, but nothing that was said.

use async_trait::async_trait;
use edith_http::{Broken, Http, HttpAnswer, HttpError, HttpRequest};
use edith_port::Clock;
use futures_util::StreamExt;
use futures_util::stream::{LocalBoxStream, Stream};
use serde_json::Value;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};

/// A call to a server of models that is over.
#[derive(Debug, Clone, PartialEq)]
pub struct ModelCall {
    /// When it began and ended, in milliseconds since 1970.
    pub began: f64,
    /// See `began`.
    pub ended: f64,
    /// The model that was asked; empty: the address says which.
    pub model: String,
    /// The server's host.
    pub host: String,
    /// Its port.
    pub port: Option<u16>,
    /// The path that was asked for, which tells the protocol.
    pub path: String,
    /// The answer's status; none: there was no answer.
    pub status: Option<u16>,
}

/// Hears of calls.
pub type Hears = Rc<dyn Fn(ModelCall)>;

/// The network, watched.
pub(crate) struct Watched {
    pub(crate) http: Rc<dyn Http>,
    pub(crate) clock: Rc<dyn Clock>,
    pub(crate) hears: Hears,
}

/// Reports a call when it is dropped: however it ended, it has.
struct Under {
    call: ModelCall,
    clock: Rc<dyn Clock>,
    hears: Hears,
}

impl Drop for Under {
    fn drop(&mut self) {
        let ended = self.clock.now();
        (self.hears)(ModelCall { ended, ..self.call.clone() });
    }
}

/// An answer's body with the call that it belongs to.
struct Body {
    body: LocalBoxStream<'static, Result<Vec<u8>, Broken>>,
    under: Option<Under>,
}

impl Stream for Body {
    type Item = Result<Vec<u8>, Broken>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let next = self.body.poll_next_unpin(context);
        if matches!(next, Poll::Ready(None)) {
            self.under.take();
        }
        next
    }
}

#[async_trait(?Send)]
impl Http for Watched {
    async fn send(&self, request: HttpRequest) -> Result<HttpAnswer, HttpError> {
        if request.method != "POST" {
            return self.http.send(request).await;
        }
        let body = request.body.as_deref().and_then(|body| serde_json::from_str::<Value>(body).ok());
        let model = body.as_ref().and_then(|body| body.get("model")?.as_str()).unwrap_or_default().to_owned();
        let url = reqwest::Url::parse(&request.url).ok();
        let host = url.as_ref().and_then(|url| url.host_str()).unwrap_or_default().to_owned();
        let port = url.as_ref().and_then(reqwest::Url::port_or_known_default);
        let path = url.as_ref().map(|url| url.path().to_owned()).unwrap_or_default();
        let began = self.clock.now();
        let call = ModelCall { began, ended: began, model, host, port, path, status: None };
        let mut under = Under { call, clock: Rc::clone(&self.clock), hears: Rc::clone(&self.hears) };
        let answer = self.http.send(request).await?;
        under.call.status = Some(answer.status);
        let body = Body { body: answer.body, under: Some(under) };
        Ok(HttpAnswer { body: body.boxed_local(), ..answer })
    }
}
