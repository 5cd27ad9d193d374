//! Requests to metadata, registration and token endpoints.

use super::address::host;
use super::error::SignInError;
use edith_http::{Http, HttpAnswer, HttpError, HttpRequest};
use edith_port::Clock;
use edith_protocol::{json, shorten};
use futures_util::future::{Either, select};
use futures_util::{StreamExt, pin_mut};
use serde::de::DeserializeOwned;
use std::rc::Rc;
use url::Url;

/// Larger answers are refused.
const MOST_BYTES: usize = 1_000_000;
/// How long an answer may take as a whole.
const DEADLINE_MS: u64 = 30_000;
/// How much of a server's words is shown.
const MOST_WORDS: usize = 300;

/// The network, with bounds.
pub(super) struct Wire {
    pub(super) http: Rc<dyn Http>,
    pub(super) clock: Rc<dyn Clock>,
}

/// A whole answer.
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) body: String,
    pub(super) host: String,
}

impl Answer {
    pub(super) fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// The body as JSON.
    pub(super) fn json<T: DeserializeOwned>(&self) -> Option<T> {
        json::read(&self.body).ok()
    }

    /// The fault of an answer that says to try later.
    pub(super) fn later(&self) -> Option<SignInError> {
        let is_later = self.status >= 500 || matches!(self.status, 408 | 425 | 429);
        is_later.then(|| SignInError::Unreachable { host: self.host.clone(), words: self.status.to_string() })
    }
}

impl Wire {
    /// Fetches a document.
    ///
    /// # Errors
    /// When there is no answer, or too large a one.
    pub(super) async fn get(&self, url: &Url) -> Result<Answer, SignInError> {
        let headers = [("accept".into(), "application/json".to_owned())].into();
        self.send(url, HttpRequest { method: "GET", headers, ..HttpRequest::default() }).await
    }

    /// Sends a body, of which nothing comes back in an error.
    ///
    /// # Errors
    /// When there is no answer, or too large a one.
    pub(super) async fn post(
        &self,
        url: &Url,
        kind: &str,
        authorization: Option<String>,
        body: String,
    ) -> Result<Answer, SignInError> {
        let mut headers: std::collections::BTreeMap<std::borrow::Cow<'static, str>, String> =
            [("accept".into(), "application/json".to_owned()), ("content-type".into(), kind.to_owned())].into();
        headers.extend(authorization.map(|value| ("authorization".into(), value)));
        self.send(url, HttpRequest { method: "POST", headers, body: Some(body), ..HttpRequest::default() }).await
    }

    async fn send(&self, url: &Url, request: HttpRequest) -> Result<Answer, SignInError> {
        let host = host(url);
        let answered = async {
            let answer = self.http.send(HttpRequest { url: url.to_string(), ..request }).await;
            whole(answer, &host).await
        };
        let late = self.clock.sleep(DEADLINE_MS);
        pin_mut!(answered);
        match select(answered, late).await {
            Either::Left((answer, _)) => answer,
            Either::Right(_) => {
                Err(SignInError::Unreachable { host: host.clone(), words: format!("{} s", DEADLINE_MS / 1000) })
            }
        }
    }
}

async fn whole(answer: Result<HttpAnswer, HttpError>, host: &str) -> Result<Answer, SignInError> {
    let broken = |words: &str| SignInError::Unreachable { host: host.to_owned(), words: said(words, &[]) };
    let mut answer = answer.map_err(|error| match error {
        HttpError::Redirected => SignInError::Redirected { host: host.to_owned() },
        HttpError::Broken(words) => broken(&words.0),
    })?;
    let mut bytes = Vec::new();
    while let Some(piece) = answer.body.next().await {
        bytes.extend(piece.map_err(|words| broken(&words.0))?);
        if bytes.len() > MOST_BYTES {
            return Err(SignInError::TooLarge { host: host.to_owned() });
        }
    }
    let body = String::from_utf8_lossy(&bytes).into_owned();
    Ok(Answer { status: answer.status, body, host: host.to_owned() })
}

/// A server's words for the person: one short line, in which nothing that was sent in secret is repeated.
pub(super) fn said(words: &str, secrets: &[&str]) -> String {
    let mut words = words.to_owned();
    for secret in secrets.iter().filter(|secret| !secret.is_empty()) {
        words = words.replace(secret, "…");
    }
    let shown: String = words.chars().filter(|c| !c.is_control() || c.is_whitespace()).collect();
    shorten(&shown, MOST_WORDS)
}
