//! Examining a call for the gate: when it is new, and again on the page as it is just before it is carried out.

use super::Hands;
use crate::run::{Input, Intent, Run};
use edith_actions::action::TabError;
use edith_gate::{Now, PageView, Verdict, must_be_examined_again};
use edith_page::relocate::Sight;
use edith_page::{Element, Index, PageTool, UidTable};
use edith_protocol::ToolCall;
use std::rc::Rc;

impl Hands {
    /// Reads a call and examines its targets.
    pub(super) async fn prepare(&mut self, run: &Run, tool_call: ToolCall) -> Input {
        // After a restart the page must be walked before uids mean anything; they stay with their elements.
        let is_known = |hands: &Self| hands.walked.as_ref().is_some_and(|(tab, _)| Some(*tab) == run.tabs.current);
        if let Some(tab) = run.tabs.current
            && !is_known(self)
            && let Err(error) = self.walk(run, tab, &mut run.tabs.uids.clone()).await
            && !matches!(error, TabError::DialogOpen(_))
        {
            self.ports.events.emit(run.progress(error.for_person(), self.ports.clock.now()));
        }
        let index = match &self.walked {
            Some((tab, index)) if Some(*tab) == run.tabs.current => Rc::clone(index),
            _ => Rc::default(),
        };
        let dialog = run.tabs.current.and_then(|tab| self.attached.get(&tab)).and_then(|tab| tab.dialog());
        // Code decides on the page as it is, a model on what it was shown.
        let seen = self.decided_on.as_ref().filter(|(tab, _)| Some(*tab) == run.tabs.current && !run.rules().by_code);
        let sight = Sight { seen: seen.map(|(_, index)| &**index), known: &run.tabs.uids, now: &index };
        let read = run.read_call_on(&tool_call, sight, dialog.as_ref());
        match read.and_then(|read| run.intend_read(read, &index, dialog)) {
            Ok(mut intent) => {
                if let Some(tab) = intent.proposal.leads.tab() {
                    intent.proposal.leads.tab_address = self.address_of(tab).await;
                }
                Input::Prepared(Box::new(intent))
            }
            Err(input) => *input,
        }
    }

    /// The gate's verdict on an intent that is about to be carried out.
    pub(super) async fn judged_again(&mut self, run: &Run, intent: &Intent) -> Verdict {
        let now = self.examined_again(run, intent).await;
        run.judge_dispatch(intent, now)
    }

    async fn examined_again(&mut self, run: &Run, intent: &Intent) -> Now {
        // What opens in its own tab was compared before that was opened.
        let compared = intent.trace.opened.is_some();
        let needed = !compared && must_be_examined_again(&intent.proposal, intent.seal.as_deref());
        let Some(id) = run.tabs.current.filter(|_| needed) else { return Now::Unseen };
        let dialog = self.attached.get(&id).and_then(|tab| tab.dialog());
        if dialog.is_some() || intent.proposal.facts.dialog.is_some() {
            return Now::Dialog(dialog);
        }
        let before = self.walked.clone().filter(|(walked, _)| *walked == id).map(|(_, index)| index);
        let mut uids: UidTable = run.tabs.uids.clone();
        // An unreadable page is for the action itself to report.
        let Ok(now) = self.walk(run, id, &mut uids).await else { return Now::Unseen };
        run.proposed_again(intent, &PageNow { before, known: run.tabs.uids.clone(), now })
    }
}

/// The present page with the earlier numbers: re-rendered elements are found again if beyond doubt.
struct PageNow {
    before: Option<Rc<Index>>,
    known: UidTable,
    now: Rc<Index>,
}

impl PageView for PageNow {
    fn element(&self, uid: u32) -> Option<&Element> {
        Sight { seen: self.before.as_deref(), known: &self.known, now: &self.now }.element(uid)
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

    fn focused_frame(&self) -> Option<&str> {
        PageView::focused_frame(&*self.now)
    }

    fn leads_to(&self, address: &str) -> bool {
        self.now.leads_to(address)
    }

    fn focus_takes_text(&self) -> bool {
        self.now.focus_takes_text
    }

    fn with_access_key(&self, key: char) -> Option<&Element> {
        self.now.with_access_key(key)
    }

    fn fields_with(&self, element: &Element) -> Vec<&Element> {
        self.now.fields_with(element)
    }

    fn fields(&self) -> Vec<&Element> {
        self.now.fields()
    }

    fn shown_with(&self, element: &Element) -> Vec<&Element> {
        self.now.shown_with(element)
    }

    fn namesakes(&self, element: &Element) -> Vec<&Element> {
        self.now.namesakes(element)
    }

    fn addresses_among(&self, uids: &[u32]) -> Vec<String> {
        self.now.addresses_among(uids)
    }

    fn amounts_near(&self, uid: u32) -> Vec<String> {
        self.now.amounts_near(uid)
    }

    fn row_of(&self, uid: u32) -> String {
        self.now.row_of(uid)
    }

    fn opened_for(&self, uid: u32) -> String {
        self.now.opened_for(uid)
    }

    fn submit_of(&self, element: &Element) -> Option<&Element> {
        PageView::submit_of(&*self.now, element)
    }

    fn dialogs(&self) -> Vec<u32> {
        PageView::dialogs(&*self.now)
    }

    fn dialog_around(&self, element: &Element) -> Option<(u32, Vec<&Element>)> {
        PageView::dialog_around(&*self.now, element)
    }

    fn tool(&self, name: &str) -> Option<&PageTool> {
        self.now.tool(name)
    }

    fn tool_names(&self) -> Vec<String> {
        self.now.tool_names()
    }

    fn fields_of(&self, tool: &PageTool) -> Vec<&Element> {
        PageView::fields_of(&*self.now, tool)
    }

    fn button_of(&self, tool: &PageTool) -> Option<&Element> {
        PageView::button_of(&*self.now, tool)
    }
}
