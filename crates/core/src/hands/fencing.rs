//! Holding the run's tabs to their fences: put up before an action, taken away when the person takes over and at every end.

use super::Hands;
use crate::action::TabError;
use crate::gate::Fence;
use crate::http_url::HttpUrl;
use crate::run::{Intent, Run};
use edith_protocol::TabId;

/// Chrome's name for what a rule of an extension blocks.
const BLOCKED: &str = "ERR_BLOCKED_BY_CLIENT";

impl Hands {
    /// Puts up the fence that belongs to what is done now. Looking changes nothing.
    ///
    /// # Errors
    /// When the browser refuses one that keeps what was read where it is: then the action is not done.
    pub(super) async fn fence_for(&mut self, run: &Run, intent: &Intent) -> Result<(), TabError> {
        let Some(tab) = intent.trace.opened.or(run.tab).filter(|_| intent.changes_something()) else { return Ok(()) };
        let fence = run.fence(intent);
        if self.fences.get(&tab) == Some(&fence) {
            return Ok(());
        }
        match (self.ports.browser.fence(tab, fence.as_ref()).await, fence) {
            (Ok(()), fence) => drop(self.fences.insert(tab, fence)),
            (Err(error), Some(Fence::Only { .. })) => return Err(error),
            // What leads to the person's own network is not held back in other tabs either; the next action tries again.
            (Err(_), _) => drop(self.fences.remove(&tab)),
        }
        Ok(())
    }

    /// Takes the fences of these tabs away, those too that an earlier worker put up.
    pub(super) async fn unfence(&mut self, tabs: &[TabId]) {
        for tab in tabs {
            if self.fences.get(tab) != Some(&None) {
                // Refused only where the tab is gone, and its fence with it.
                let _gone = self.ports.browser.fence(*tab, None).await;
                self.fences.insert(*tab, None);
            }
        }
    }

    /// What is told where the page in a tab is one that it was held from.
    pub(super) fn held_back(&self, tab: TabId, url: &str) -> Option<String> {
        let (fence, at) = (self.fences.get(&tab)?.as_ref()?, HttpUrl::parse(url).ok()?);
        fence.holds(&at).then(|| fence.sentence(Some(&at)))
    }

    /// The error of going somewhere, or that the server's answer led to where the tab is held from.
    pub(super) fn held_error(&self, run: &Run, intent: &Intent, error: TabError) -> TabError {
        let fence = intent.trace.opened.or(run.tab).and_then(|tab| self.fences.get(&tab)?.as_ref());
        match (fence, &error) {
            (Some(fence), TabError::NavigationFailed { reason, .. }) if reason.contains(BLOCKED) => {
                TabError::NotPossible(fence.sentence(None))
            }
            _ => error,
        }
    }
}
