//! An action's outcome: reported, refused, or unknown.

use crate::effect::baseline::Baseline;
use crate::effect::settle::settle;
use crate::page::witness;
use crate::session::action::ActionScope;
use crate::state::downloads::Download;
use crate::state::watch;
use crate::wire::errors::Result;
use crate::wording::told;
use edith_actions::action::{FaultCause, Performed, TabError};
use edith_protocol::TabId;
use edith_words::browser::attach_reason;

/// The page asks before it is left.
const LEAVING: &str = " The page asks whether to leave it (beforeunload), since what was entered may be lost. It was not left yet: \
    handle_dialog leaves it with accept true and stays with false.";
/// The session was lost before the action began.
const LOST: &str = "The debugging session was lost before it began. Nothing was done; take a snapshot.";

/// Another document came before the action began.
const LEFT: &str = "Another page, or the same one reloaded, came before it began. Nothing was done; take a snapshot.";

/// How long after a press a window that a script opened may close itself, in milliseconds: signing in says so for a moment, or tells its opener first.
const CLOSING_MS: u64 = 600;
/// How long a tab that the page requested may take to appear, in milliseconds.
const TAB_MS: u64 = 1_000;
/// How long to wait for a download to finish, in milliseconds; longer ones continue in the background.
const END_MS: u64 = 2_000;

pub(crate) async fn conclude(tab: &ActionScope<'_>, outcome: Result<bool>, baseline: &Baseline) -> Result<Performed> {
    let note = tab.reached.borrow_mut().take();
    // Whoever hears of a partly executed action must not start over.
    let outcome = outcome.map_err(|error| match &note {
        Some(done) if tab.sent.get() => error.after(done),
        _ => error,
    });
    if outcome.is_ok() && closes(tab, baseline) {
        closed_soon(tab).await;
    }
    let mut unsettled = false;
    let document = tab.looked.borrow().0.clone();
    let mut lost = false;
    match (outcome, &note) {
        (Ok(goes_on), _) => unsettled = goes_on,
        // A dialog opened by the action is its outcome; one that came before is a refusal.
        (Err(TabError::DialogOpen(_)), Some(_)) => {}
        (Err(error), Some(_)) if tab.is_lost_by(&error).await => lost = true,
        (Err(error), None) if tab.is_lost_by(&error).await => {
            // If the tab is gone, that is the reason to report.
            return Err(match (tab.recover().await, error) {
                (Err(TabError::Closed), _) => TabError::Closed,
                (_, TabError::Protocol(_)) => TabError::NotPossible(LOST.to_owned()),
                (_, error) => error,
            });
        }
        (Err(error), None) if is_left(&error) => return Err(TabError::NotPossible(LEFT.to_owned())),
        (Err(error), Some(_)) if is_left(&error) => return Err(TabError::Interrupted),
        (Err(error), _) => return Err(error),
    }
    let mut note = note.unwrap_or_default();
    if let Some(missed) = tab.missed.borrow_mut().take() {
        // Something else moved under the pointer at the very moment of the press.
        let why = format!("the press went to {}: the page changed under the pointer.", told(Some(&missed)));
        return Err(TabError::Incomplete { done: note, why });
    }
    if tab.is_detached() {
        match tab.recover().await {
            // Still the same document: only the page knows how much of the action reached it.
            Ok(()) if lost && witness::is_still(tab, &document).await => return Err(TabError::Interrupted),
            Ok(()) => {
                settle(tab, baseline).await;
            }
            // A window that a script opened goes with the press that ends what it was for.
            Err(TabError::Closed) if lost && !closes(tab, baseline) => return Err(TabError::Interrupted),
            Err(TabError::Closed) => {
                note.push_str(" Then the tab was closed.");
                return Ok(Performed { note, navigated: true, unsettled, ..Performed::default() });
            }
            Err(TabError::NotAttachable { reason }) => {
                let why = attach_reason(&reason).english();
                note.push_str(&format!(" EDITH cannot work in the page that came: {why}"));
                return Ok(Performed { note, navigated: true, unsettled, ..Performed::default() });
            }
            Err(error) => return Err(error),
        }
    } else if lost {
        return Err(TabError::Interrupted);
    }
    if tab.hub.read(|state| state.crashed) {
        note.push_str(" Then the page crashed.");
        return Ok(Performed { note, navigated: true, unsettled, ..Performed::default() });
    }
    // Somebody reloaded the page meanwhile, so neither document can tell how much it got.
    if tab.needs_witness && tab.hub.read(|state| state.counts.reloads > baseline.counts.reloads) {
        return Err(TabError::Interrupted);
    }
    downloads_since(tab, baseline).await;
    let opened_tabs = opened_since(tab, baseline).await;
    let (mut held, mut requests) = (Vec::new(), Vec::new());
    tab.hub.change(|state| {
        held = std::mem::take(&mut state.held_files);
        requests = std::mem::take(&mut state.watch.held);
    });
    let performed = tab.hub.read(|state| {
        let navigated = state.counts.commits > baseline.counts.commits;
        let dialog = state.dialog.clone();
        match &dialog {
            Some(dialog) if dialog.kind == "beforeunload" && !navigated => {
                // Nothing opens until that is answered.
                if baseline.opens_page {
                    note.clear();
                }
                note.push_str(if note.is_empty() { LEAVING.trim_start() } else { LEAVING });
            }
            Some(dialog) => note.push_str(&format!(" A dialog opened ({}).", dialog.kind)),
            None => {}
        }
        if state.counts.choosers > baseline.counts.choosers {
            note.push_str(" It opens a file chooser, which is not shown here: this uid takes a document that the user gave to the task; if they \
                 gave none, ask for it.");
        }
        for download in state.recent_downloads.iter().filter(|download| download.number > baseline.counts.downloads) {
            note.push_str(&download.told());
        }
        for held in &held {
            note.push_str(&held.told());
        }
        for held in &requests {
            note.push_str(&watch::told(held));
        }
        if let Some(why) = state.failure().filter(|_| navigated) {
            note.push_str(&format!(" But {why}."));
        }
        if state.counts.opens.saturating_sub(baseline.counts.opens) > opened_tabs.len() && dialog.is_none() {
            note.push_str(" The page asked for a new tab, but none opened; the browser may have blocked it.");
        }
        let files = held.iter().map(|held| held.file.clone()).collect();
        Performed { note: std::mem::take(&mut note), navigated, dialog, unsettled, files, ..Performed::default() }
    });
    Ok(Performed { opened_tabs, requests, answer: tab.answer.take(), ..performed })
}

/// Whether what was pressed may have closed the window.
fn closes(tab: &ActionScope<'_>, baseline: &Baseline) -> bool {
    baseline.opened && baseline.presses && tab.sent.get()
}

/// Waits a moment for a window that closes itself: what was pressed in it may have ended what it was opened for.
async fn closed_soon(tab: &ActionScope<'_>) {
    tab.within(CLOSING_MS, tab.hub.when(|state| state.is_over().then_some(()))).await;
}

/// Whether a script call failed because its document is gone, or the next is not ready for scripts.
fn is_left(error: &TabError) -> bool {
    let TabError::Protocol(fault) = error else { return false };
    matches!(fault.cause, FaultCause::FrameRemoved | FaultCause::ScriptMissing | FaultCause::DocumentLeft)
}

/// The tabs opened since, once all that the page requested have appeared.
pub(crate) async fn opened_since(tab: &ActionScope<'_>, baseline: &Baseline) -> Vec<TabId> {
    let (opens, tabs) = (baseline.counts.opens, baseline.tabs);
    let complete = tab.hub.when(move |state| {
        let asked = state.counts.opens.saturating_sub(opens);
        (state.opened_tabs.len().saturating_sub(tabs) >= asked || state.is_over()).then_some(())
    });
    // A blocked popup never comes.
    tab.within(TAB_MS, complete).await;
    tab.hub.read(|state| state.opened_tabs.iter().skip(tabs).copied().collect())
}

/// Waits a while for downloads started since.
pub(crate) async fn downloads_since(tab: &ActionScope<'_>, baseline: &Baseline) {
    let since = baseline.counts.downloads;
    let over = tab.hub.when(move |state| {
        let mut new = state.recent_downloads.iter().filter(|download| download.number > since);
        (new.all(Download::is_over) || state.dialog.is_some() || state.detached.is_some()).then_some(())
    });
    tab.within(END_MS, over).await;
}
