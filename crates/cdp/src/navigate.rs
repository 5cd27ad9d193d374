//! Going to an address, and back.

use crate::element::quoted;
use crate::errors::network_reason;
use crate::settle::Mark;
use crate::state::TabState;
use crate::tab::{CALL_MS, CdpTab};
use edith_core::action::TabError;
use edith_core::http_url::HttpUrl;
use serde_json::{Value, json};

/// A server may take so long to answer, in milliseconds.
const NAVIGATE_MS: u64 = 30_000;
/// A navigation that the browser accepted begins within this, in milliseconds.
const BEGIN_MS: u64 = 10_000;
/// A download begins within this after the navigation was given up, in milliseconds.
const DOWNLOAD_MS: u64 = 150;

impl CdpTab {
    pub(crate) async fn navigate(&self, url: &HttpUrl, mark: &mut Mark) -> Result<(), TabError> {
        if self.hub.read(|state| state.crashed) {
            self.revive().await?;
        }
        self.reach(mark, format!("Opened {}.", url.as_str())).await?;
        let answer = self.call_within(NAVIGATE_MS, "Page.navigate", json!({"url": url.as_str()})).await?;
        let text = |name: &str| answer.get(name).and_then(Value::as_str).unwrap_or_default();
        let error = text("errorText");
        if !error.is_empty() {
            let aborted = error == "net::ERR_ABORTED";
            let before = mark.downloads;
            // A download is told a moment after the navigation that it ended.
            let download = self.hub.when(move |state| (state.downloads > before).then_some(()));
            if aborted && self.within(DOWNLOAD_MS, download).await.is_some() {
                self.say(format!("Asked for {}: it is a download, and the page stayed as it was.", url.as_str()));
                return Ok(());
            }
            // Aborted by another navigation that the page began meanwhile: that one is waited for.
            if !(aborted && self.hub.read(TabState::is_navigating)) {
                return Err(TabError::NavigationFailed { url: url.as_str().to_owned(), reason: network_reason(error) });
            }
        } else if !text("loaderId").is_empty() {
            let (before, downloads) = (mark.commits, mark.downloads);
            // Where it does not come (a download), the wait after the action says what goes on.
            let come = self.hub.when(move |state| {
                (state.commits > before
                    || state.dialog.is_some()
                    || state.detached.is_some()
                    || state.downloads > downloads)
                    .then_some(())
            });
            self.within(BEGIN_MS, come).await;
        }
        Ok(())
    }

    /// Gives a tab whose page crashed a process again.
    async fn revive(&self) -> Result<(), TabError> {
        self.hub.change(|state| state.crashed = false);
        self.call_anyway(CALL_MS, "Page.reload", json!({})).await.map(|_| ())
    }

    pub(crate) async fn go_back(&self, mark: &mut Mark) -> Result<(), TabError> {
        let history = self.call("Page.getNavigationHistory", json!({})).await?;
        let previous = history
            .get("currentIndex")
            .and_then(Value::as_u64)
            .and_then(|at| at.checked_sub(1))
            .and_then(|at| history.get("entries")?.get(usize::try_from(at).ok()?));
        let url = previous.and_then(|entry| entry.get("url")).and_then(Value::as_str);
        let (Some(entry), Some(url)) = (previous, url) else {
            return Err(TabError::NotPossible("There is no page to go back to in this tab.".to_owned()));
        };
        if !(url.starts_with("http://") || url.starts_with("https://")) {
            let why = format!(
                "The page before this one is no web page ({}), so there is nothing to go back to.",
                quoted(url)
            );
            return Err(TabError::NotPossible(why));
        }
        self.reach(mark, format!("Went back to {url}.")).await?;
        let id = entry.get("id").cloned().unwrap_or_default();
        self.call("Page.navigateToHistoryEntry", json!({"entryId": id})).await?;
        let (commits, within) = (mark.commits, mark.within);
        let come = self.hub.when(move |state| {
            let moved = state.commits > commits || state.within > within;
            (moved || state.dialog.is_some() || state.detached.is_some()).then_some(())
        });
        match self.within(BEGIN_MS, come).await {
            Some(()) => Ok(()),
            None => Err(TabError::Deadline { what: format!("going back to {url}"), after_ms: BEGIN_MS }),
        }
    }
}
