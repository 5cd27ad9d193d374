//! Just before an action that a person allowed is done: is it still the action they were asked about?

use super::Hands;
use crate::gate::{self, Facts, PageView, Switch};
use crate::run::{Intent, Run};
use crate::tool::Call;
use edith_page::relocate::{Relocated, relocate};
use edith_page::{Element, Index, UidTable};
use std::rc::Rc;

impl Hands {
    /// Whether the call would still do what it was judged by. What was not asked about is looked at again only where it goes to whatever has the
    /// focus: a page can move that.
    pub(super) async fn is_still(&mut self, run: &Run, intent: &Intent) -> bool {
        if !Switch::Seal.is_on() {
            return true;
        }
        let Ok(call) = Call::parse(&intent.call.name, &intent.call.arguments) else { return intent.seal.is_none() };
        let to_focus = call.uids().is_empty() && (call.input().is_some() || matches!(call, Call::PressKey(_)));
        let Some(id) = run.tabs.current.filter(|_| intent.seal.is_some() || to_focus) else { return true };
        let dialog = self.attached.get(&id).and_then(|tab| tab.dialog());
        if dialog.is_some() || intent.facts.dialog.is_some() {
            return dialog == intent.facts.dialog;
        }
        let before = self.walked.clone().filter(|(walked, _)| *walked == id).map(|(_, index)| index);
        let mut uids: UidTable = run.tabs.uids.clone();
        // A page that cannot be read is for the action itself to report.
        let Ok(now) = self.walk(run, id, &mut uids).await else { return true };
        let facts = Facts::gather(&call, Some(&Now { before, now }));
        match &intent.seal {
            Some(seal) => gate::seal(&intent.call, &facts) == *seal,
            None => {
                gate::with_files(call.class(&facts), &intent.operation, &run.guard.held_files) == intent.class
                    && facts.origin == intent.facts.origin
            }
        }
    }
}

/// The page as it is now, with the numbers of before: what was rendered anew is found again where there is no doubt.
struct Now {
    before: Option<Rc<Index>>,
    now: Rc<Index>,
}

impl PageView for Now {
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
