//! Fetching documents: `fetch` and `chrome.scripting`.

use async_trait::async_trait;
use edith_actions::http_url::HttpUrl;
use edith_chrome::bringing;
use edith_port::{Answered, BringError, Bringer, Brought, TabPage};
use edith_protocol::TabId;

/// The browser's network and tabs.
pub(crate) struct ChromeBringer;

#[async_trait(?Send)]
impl Bringer for ChromeBringer {
    async fn bring(&self, url: &HttpUrl, most_bytes: u64) -> Result<Brought, BringError> {
        let unreachable = |error: edith_chrome::ChromeError| BringError::Unreachable(error.message().to_owned());
        let fetched = bringing::bring(url.as_str(), most_bytes).await.map_err(unreachable)?;
        match fetched.fault.as_str() {
            "" => {}
            "too large" => return Err(BringError::TooLarge),
            fault => return Err(BringError::Unreachable(fault.to_owned())),
        }
        if fetched.status != 0 {
            return Err(BringError::Status(fetched.status));
        }
        // A number of an IPv6 address may be in brackets.
        let by = fetched.by.trim_matches(['[', ']']).parse().ok();
        let answer = if fetched.to.is_empty() {
            Answered::File { data: fetched.data, mime: fetched.mime, disposition: fetched.disposition }
        } else {
            Answered::Redirect(fetched.to)
        };
        Ok(Brought { by, answer })
    }

    async fn tab(&self, tab: TabId) -> Result<TabPage, BringError> {
        let shown = bringing::tab_page(tab.0).await.ok().flatten().ok_or(BringError::NoTab)?;
        Ok(TabPage { url: shown.url, mime: shown.mime, title: shown.title, html: shown.html })
    }
}
