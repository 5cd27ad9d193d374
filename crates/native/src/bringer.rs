//! Fetching documents: from addresses by the program itself, without the browser's cookies, and from tabs.

use crate::browser::NativeBrowser;
use crate::http::{NativeHttp, said};
use async_trait::async_trait;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use edith_actions::http_url::HttpUrl;
use edith_port::{Answered, BringError, Bringer, Brought, TabPage};
use edith_protocol::TabId;
use futures_util::StreamExt;
use reqwest::header::{CONTENT_DISPOSITION, CONTENT_TYPE, HeaderName, LOCATION};
use std::rc::Rc;
use std::time::Duration;

/// How long a file may take.
const DEADLINE: Duration = Duration::from_secs(110);

/// The program's network, and the browser's tabs.
pub(crate) struct NativeBringer {
    http: NativeHttp,
    browser: Rc<NativeBrowser>,
}

impl NativeBringer {
    pub(crate) fn new(http: NativeHttp, browser: Rc<NativeBrowser>) -> Self {
        Self { http, browser }
    }

    async fn fetch(&self, url: &HttpUrl, most: u64) -> Result<Brought, BringError> {
        let unreachable = |error: reqwest::Error| BringError::Unreachable(said(&error));
        let answer = self.http.client().get(url.as_str()).send().await.map_err(unreachable)?;
        let by = answer.remote_addr().map(|address| address.ip());
        let header = |name: HeaderName| {
            answer.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned()
        };
        if answer.status().is_redirection() {
            let to = answer.url().join(&header(LOCATION));
            let to = to.map_err(|error| BringError::Unreachable(error.to_string()))?;
            return Ok(Brought { by, answer: Answered::Redirect(to.into()) });
        }
        if !answer.status().is_success() {
            return Err(BringError::Status(answer.status().as_u16()));
        }
        let mime = header(CONTENT_TYPE).split(';').next().unwrap_or_default().trim().to_owned();
        let disposition = header(CONTENT_DISPOSITION);
        if answer.content_length().is_some_and(|length| length > most) {
            return Err(BringError::TooLarge);
        }
        let mut bytes = Vec::new();
        let mut pieces = answer.bytes_stream();
        while let Some(piece) = pieces.next().await {
            bytes.extend_from_slice(&piece.map_err(unreachable)?);
            if bytes.len() as u64 > most {
                return Err(BringError::TooLarge);
            }
        }
        Ok(Brought { by, answer: Answered::File { data: STANDARD.encode(bytes), mime, disposition } })
    }
}

#[async_trait(?Send)]
impl Bringer for NativeBringer {
    async fn bring(&self, url: &HttpUrl, most_bytes: u64) -> Result<Brought, BringError> {
        let late = |_| BringError::Unreachable("no answer in time".to_owned());
        tokio::time::timeout(DEADLINE, self.fetch(url, most_bytes)).await.map_err(late)?
    }

    async fn tab(&self, tab: TabId) -> Result<TabPage, BringError> {
        self.browser.shown(tab).await.ok_or(BringError::NoTab)
    }
}
