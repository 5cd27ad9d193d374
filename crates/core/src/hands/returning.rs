//! Where a run goes on when the tab that it worked in is gone: with the page that had opened it, or else in another tab of its own.

use super::tabs::is_shown;
use super::{Hands, LookWanted};
use crate::run::{Acted, Run};
use edith_port::TabInfo;
use edith_protocol::TabId;

impl Hands {
    /// The tab to go on in, and whether its page had opened the first of those that are gone; none: the run has no tab left. `opener`: the tab whose
    /// page opened that one just now.
    pub(super) async fn tab_left(&self, run: &Run, gone: &[TabId], opener: Option<TabId>) -> Option<(TabId, bool)> {
        let listed = self.ports.browser.tabs().await.unwrap_or_default();
        let is_usable = |tab: &TabInfo| tab.url.starts_with("http") && is_shown(run, tab);
        let is_there = |id: &TabId| match listed.iter().find(|tab| tab.id == *id) {
            Some(tab) => is_usable(tab),
            // Windows without a tab strip are not listed.
            None => self.attached.contains_key(id),
        };
        let opened_by = |tab: TabId| run.tabs.openers.iter().find(|(opened, _)| *opened == tab).map(|(_, by)| *by);
        let first = opener.or_else(|| opened_by(*gone.first()?));
        let chain = std::iter::successors(first, |at| opened_by(*at)).take(run.tabs.openers.len() + 1);
        let others = run.tabs.attached.iter().rev().chain(self.attached.keys().rev()).copied();
        let mut candidates = chain.chain(others);
        let left = candidates.find(|id| !gone.contains(id) && is_there(id) && self.claims.claim(*id, &run.id))?;
        Some((left, Some(left) == first))
    }

    /// What came of a step, told with the page that the run stands on now that its tab is gone.
    pub(super) async fn stand_again(&mut self, run: &Run, gone: TabId, acted: Acted) -> Acted {
        let mut all = vec![gone];
        self.forget(gone);
        while let Some((tab, had_opened)) = self.tab_left(run, &all, acted.opener).await {
            if had_opened {
                // What the window told it last may still be on its way. A tab that cannot be worked in is found out by the look.
                let _settled = self.settled_in(run, tab).await;
            }
            let step = self.step("", Some(tab), LookWanted::Whole);
            let seen = self.look_after(run, step).await;
            if seen.tab.is_none() {
                self.forget(tab);
                all.push(tab);
                continue;
            }
            let text = match had_opened {
                true => format!("The window closed, and you are back in tab {tab}, whose page had opened it."),
                false => format!("Tab {gone} is closed, and you are in tab {tab} now."),
            };
            return Acted {
                text: format!("{} {text}{}", acted.text.trim_end(), seen.text).trim_start().to_owned(),
                data: acted.data.into_iter().chain(seen.data).collect(),
                opener: None,
                cuts_turn: true,
                ok: acted.ok,
                said: acted.said,
                picture: acted.picture,
                files: acted.files,
                found_tools: acted.found_tools,
                copied: acted.copied,
                unsure: acted.unsure,
                held: acted.held,
                ..seen
            };
        }
        let text = acted.text.trim_end();
        let is_told = acted.said.is_some();
        let text = if is_told { text.to_owned() } else { format!("{text} The tab is closed.").trim_start().to_owned() };
        Acted { text, tab: None, url: String::new(), ..acted }
    }

    /// Drops what is known of a tab that is gone.
    pub(super) fn forget(&mut self, tab: TabId) {
        self.attached.remove(&tab);
        self.walked.take_if(|(walked, _)| *walked == tab);
        self.shown.take_if(|(shown, _)| *shown == tab);
    }
}
