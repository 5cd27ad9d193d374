//! Just before an action is carried out: the call is examined anew for the gate, on the page as it is now.

use super::Hands;
use crate::gate::{Now, PageView, Verdict, must_be_examined_again};
use crate::run::{Intent, Run};
use edith_page::relocate::{Relocated, relocate};
use edith_page::{Element, Index, UidTable};
use std::rc::Rc;

impl Hands {
    /// The gate's verdict on an intent that is about to be carried out.
    pub(super) async fn judged_again(&mut self, run: &Run, intent: &Intent) -> Verdict {
        let now = self.examined_again(run, intent).await;
        run.judge_dispatch(intent, now)
    }

    async fn examined_again(&mut self, run: &Run, intent: &Intent) -> Now {
        // What is opened in a tab of its own was compared before that was opened.
        let compared = intent.trace.opened.is_some();
        let needed = !compared && must_be_examined_again(&intent.proposal, intent.seal.as_deref());
        let Some(id) = run.tabs.current.filter(|_| needed) else { return Now::Unseen };
        let dialog = self.attached.get(&id).and_then(|tab| tab.dialog());
        if dialog.is_some() || intent.proposal.facts.dialog.is_some() {
            return Now::Dialog(dialog);
        }
        let before = self.walked.clone().filter(|(walked, _)| *walked == id).map(|(_, index)| index);
        let mut uids: UidTable = run.tabs.uids.clone();
        // A page that cannot be read is for the action itself to report.
        let Ok(now) = self.walk(run, id, &mut uids).await else { return Now::Unseen };
        run.proposed_again(intent, &PageNow { before, now })
    }
}

/// The page as it is now, with the numbers of before: what was rendered anew is found again where there is no doubt.
struct PageNow {
    before: Option<Rc<Index>>,
    now: Rc<Index>,
}

impl PageView for PageNow {
    fn element(&self, uid: u32) -> Option<&Element> {
        let moved = || match relocate(self.before.as_deref()?, uid, &self.now) {
            Relocated::Unique(uid) => self.now.element(uid),
            Relocated::Nearest(_) => None,
        };
        self.now.element(uid).or_else(moved)
    }

    fn nearest(&self, uid: u32) -> Vec<&Element> {
        self.now.nearest(uid)
    }

    fn focused(&self) -> Option<&Element> {
        PageView::focused(&*self.now)
    }

    fn url(&self) -> &str {
        &self.now.url
    }

    fn title(&self) -> &str {
        &self.now.title
    }

    fn frame_of(&self, element: &Element) -> Option<&str> {
        self.now.frame_of(element)
    }

    fn leads_to(&self, address: &str) -> bool {
        self.now.leads_to(address)
    }

    fn fields_with(&self, element: &Element) -> Vec<&Element> {
        self.now.fields_with(element)
    }
}
