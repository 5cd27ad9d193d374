//! Navigating to an address, back and forward, and reloading.

use crate::effect::baseline::Baseline;
use crate::session::action::ActionScope;
use crate::session::calls::CALL_MS;
use crate::state::TabState;
use crate::wire::errors::Result;
use crate::wire::protocol::page::{GetNavigationHistory, Navigate, NavigateToHistoryEntry, Reload};
use crate::wording::quoted;
use edith_actions::action::TabError;
use edith_actions::http_url::HttpUrl;
use futures_util::future::{Either, select};
use std::pin::pin;

/// Deadline of a server's answer, in milliseconds.
const NAVIGATE_MS: u64 = 30_000;
/// How long an accepted navigation may take to begin, in milliseconds.
const BEGIN_MS: u64 = 10_000;
/// How long after an aborted navigation its download may begin, in milliseconds.
const DOWNLOAD_MS: u64 = 150;

pub(crate) async fn navigate(tab: &ActionScope<'_>, url: &HttpUrl, baseline: &mut Baseline) -> Result {
    if tab.hub.read(|state| state.crashed) {
        revive(tab).await?;
    }
    baseline.reach(tab, format!("Opened {}.", url.as_str())).await?;
    baseline.opens_page = true;
    let asked = pin!(tab.call_within(NAVIGATE_MS, Navigate { url: url.as_str() }));
    let answer = match select(asked, pin!(held_up(tab))).await {
        Either::Left((answer, _)) => answer?,
        // The browser answers once the person has.
        Either::Right(_) => return Ok(()),
    };
    let error = answer.error;
    if !error.is_empty() {
        let aborted = error == "net::ERR_ABORTED";
        let (before, files) = (baseline.counts.downloads, baseline.counts.files);
        if aborted && tab.hub.read(|state| state.counts.files > files) {
            tab.say(format!("Asked for {}.", url.as_str()));
            return Ok(());
        }
        // The download is announced a moment after the navigation that it ended.
        let download = tab.hub.when(move |state| (state.counts.downloads > before).then_some(()));
        if aborted && tab.within(DOWNLOAD_MS, download).await.is_some() {
            tab.say(format!("Asked for {}: it is a download, and the page stayed as it was.", url.as_str()));
            return Ok(());
        }
        // Aborted by the page's own navigation: wait for that one.
        if !(aborted && tab.hub.read(TabState::is_navigating)) {
            return Err(TabError::NavigationFailed { url: url.as_str().to_owned(), reason: error });
        }
    } else if !answer.loader.is_empty() {
        let (before, downloads, files) = (baseline.counts.commits, baseline.counts.downloads, baseline.counts.files);
        // If it does not come (a download), the wait after the action reports what happens.
        let come = tab.hub.when(move |state| {
            (state.counts.commits > before
                || state.dialog.is_some()
                || state.detached.is_some()
                || state.counts.downloads > downloads
                || state.counts.files > files)
                .then_some(())
        });
        tab.within(BEGIN_MS, come).await;
    }
    Ok(())
}

/// Waits until the browser has been asking the person for a while.
async fn held_up(tab: &ActionScope<'_>) {
    loop {
        let end = tab.hub.when(|state| state.asks.patience()).await;
        if tab.clock.now() >= end {
            return;
        }
        tab.clock.sleep((end - tab.clock.now()).ceil() as u64).await;
    }
}

async fn revive(tab: &ActionScope<'_>) -> Result {
    tab.hub.change(|state| state.crashed = false);
    tab.call_anyway(CALL_MS, Reload {}).await
}

/// Leaves the page for an empty one.
pub(crate) async fn leave(tab: &ActionScope<'_>, baseline: &mut Baseline) -> Result {
    baseline.reach(tab, "Left the page.".to_owned()).await?;
    baseline.opens_page = true;
    tab.call(Navigate { url: "about:blank" }).await.map(drop)
}

/// Reloads by navigating to the page's address, like Enter in the address bar, so that no form is sent again.
pub(crate) async fn reload(tab: &ActionScope<'_>, baseline: &mut Baseline) -> Result {
    if tab.hub.read(|state| state.crashed) {
        revive(tab).await?;
    }
    let history = tab.call(GetNavigationHistory {}).await?;
    let current = history.current.and_then(|at| history.entry(at));
    let entry = current.and_then(|entry| entry.url.as_deref()).unwrap_or_default();
    let Ok(url) = HttpUrl::parse(entry) else {
        return Err(TabError::NotPossible(format!("{} is no web page that can be reloaded.", quoted(entry))));
    };
    if !entry.contains('#') {
        navigate(tab, &url, baseline).await?;
        tab.say(format!("Reloaded {entry}."));
        return Ok(());
    }
    // Navigating to an address with a fragment would only scroll.
    if current.is_some_and(|entry| entry.transition == "form_submit") {
        let why =
            "This page came with a form that was sent, and would send it again: navigate to where you want to be.";
        return Err(TabError::NotPossible(why.to_owned()));
    }
    baseline.reach(tab, format!("Reloaded {entry}.")).await?;
    tab.call(Reload {}).await?;
    let commits = baseline.counts.commits;
    let come = tab.hub.when(move |state| {
        (state.counts.commits > commits || state.dialog.is_some() || state.detached.is_some()).then_some(())
    });
    tab.within(BEGIN_MS, come).await;
    Ok(())
}

pub(crate) async fn go_in_history(tab: &ActionScope<'_>, forward: bool, baseline: &mut Baseline) -> Result {
    let (way, after) = if forward { ("forward", "after") } else { ("back", "before") };
    let history = tab.call(GetNavigationHistory {}).await?;
    let next = history.current.and_then(|at| if forward { at.checked_add(1) } else { at.checked_sub(1) });
    let next = next.and_then(|at| history.entry(at)).and_then(|entry| Some((entry.id, entry.url.as_deref()?)));
    let Some((entry_id, url)) = next else {
        return Err(TabError::NotPossible(format!("There is no page to go {way} to in this tab.")));
    };
    if !(url.starts_with("http://") || url.starts_with("https://")) {
        let why =
            format!("The page {after} this one is no web page ({}), so there is nothing to go {way} to.", quoted(url));
        return Err(TabError::NotPossible(why));
    }
    baseline.reach(tab, format!("Went {way} to {url}.")).await?;
    tab.call(NavigateToHistoryEntry { entry_id }).await?;
    let (commits, within) = (baseline.counts.commits, baseline.counts.within);
    let come = tab.hub.when(move |state| {
        let moved = state.counts.commits > commits || state.counts.within > within;
        (moved || state.dialog.is_some() || state.detached.is_some()).then_some(())
    });
    match tab.within(BEGIN_MS, come).await {
        Some(()) => Ok(()),
        None => Err(TabError::Deadline { what: format!("going {way} to {url}"), after_ms: BEGIN_MS }),
    }
}
