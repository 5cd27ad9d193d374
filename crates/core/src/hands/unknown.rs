//! Finds out what became of an effect interrupted by the worker's death.

use super::starting::is_blank;
use super::{Hands, LookWanted};
use crate::run::{Evidence, Input, Intent, Run, Seen, Verdict};
use edith_gate::{Now, RequestWatch};
use edith_protocol::TabId;
use edith_tools::Operation;

impl Hands {
    /// Asks the page first, which ensures that none of it comes later; then looks.
    pub(super) async fn probe(&mut self, run: &Run, intent: &Intent) -> Input {
        // A tab of the person's is not closed even if empty.
        if let Some(tab) = intent.trace.opened.filter(|tab| run.tabs.blank != Some(*tab))
            && self.closed_unused(tab).await
        {
            let step = self.step("", None, LookWanted::None);
            let acted = self.report(run, step).await;
            let verdict = Verdict::NotDone("The page was not asked for.".to_owned());
            return Input::Probed(verdict, Box::new(acted));
        }
        let seen = self.seen(run, intent).await;
        // No page shows what a server did.
        let tells = run.tabs.current.is_some() && intent.proposal.facts.server_tool.is_none();
        let look = if tells { LookWanted::Whole } else { LookWanted::None };
        let step = self.step("", run.tabs.current, look);
        let acted = self.report(run, step).await;
        let page = self.walked.as_ref().filter(|(tab, _)| Some(*tab) == run.tabs.current && acted.look.is_some());
        let tab_is_there = match intent.operation {
            Operation::CloseTab(id) => {
                self.ports.browser.tabs().await.is_ok_and(|tabs| tabs.iter().any(|tab| tab.id == id))
            }
            _ => run.tabs.current.is_some(),
        };
        let limits = run.judge_dispatch(intent, Now::Unseen);
        let holds = |limits: &edith_gate::Limits| limits.watch.as_ref().is_some_and(RequestWatch::holds_unknown);
        let holds_requests = matches!(&limits, edith_gate::Verdict::CarryOut(limits) if holds(limits));
        let evidence = Evidence {
            holds_requests,
            seen: &seen,
            page: page.map(|(_, index)| &**index),
            dialog_open: acted.dialog_open,
            tab_is_there,
        };
        let verdict = if Self::opens_a_tab(run, intent) {
            Verdict::NotDone("No tab was opened for it yet.".to_owned())
        } else {
            Verdict::of(intent, evidence)
        };
        Input::Probed(verdict, Box::new(acted))
    }

    /// Closes the unused empty tab opened for a page: then it never will be used, however late an earlier worker's call arrives.
    async fn closed_unused(&mut self, id: TabId) -> bool {
        let Ok(tabs) = self.ports.browser.tabs().await else { return false };
        match tabs.iter().find(|tab| tab.id == id) {
            Some(tab) if is_blank(tab) && tab.pending.is_empty() => {
                self.attached.remove(&id);
                self.ports.browser.detach(id).await;
                self.ports.browser.close(id).await.is_ok()
            }
            // Even if it is gone: it may have shown the page before.
            _ => false,
        }
    }

    async fn seen(&mut self, run: &Run, intent: &Intent) -> Seen {
        let (Some(id), false) = (run.tabs.current, intent.trace.document.is_empty()) else { return Seen::Silent };
        let Ok(tab) = self.attach(run, id).await else { return Seen::Silent };
        match tab.witness(&intent.mark(&run.id), &intent.trace.document).await {
            Ok(Some(witness)) => Seen::Here(witness),
            Ok(None) => Seen::Gone,
            Err(_) => Seen::Silent,
        }
    }
}
