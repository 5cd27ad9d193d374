//! A tab of the fake browser, as one worker is attached to it.

use crate::acts::apply;
use crate::contents::Contents;
use crate::{Life, Seen};
use async_trait::async_trait;
use edith_actions::action::{Action, Dialog, Performed, RequestJudge, Saves, TabError, Target};
use edith_page::page_api::{WalkOptions, Witness};
use edith_page::raw::{RAW_VERSION, RawNode, state};
use edith_page::{FieldKind, RawPage};
use edith_port::browser_ask::BrowserAsk;
use edith_port::{Arrival, Permit, Tab};
use edith_protocol::{TabId, Typing};
use std::cell::RefCell;
use std::rc::Rc;

pub(crate) struct FakeTab {
    contents: Rc<RefCell<Contents>>,
    id: TabId,
    life: Life,
    mark: RefCell<String>,
    leave: RefCell<Permit>,
}

impl FakeTab {
    pub(crate) fn new(contents: Rc<RefCell<Contents>>, id: TabId, life: Life) -> Self {
        // What was held back is known to the worker that held it back.
        contents.borrow_mut().unsent.clear();
        Self { contents, id, life, mark: RefCell::default(), leave: RefCell::default() }
    }
}

#[async_trait(?Send)]
impl Tab for FakeTab {
    fn id(&self) -> TabId {
        self.id
    }

    async fn look(&self, options: &WalkOptions) -> Result<RawPage, TabError> {
        let inner = self.contents.borrow();
        let tab = inner.tabs.get(&self.id).ok_or(TabError::Closed)?;
        let mut page = inner.page(&tab.url).cloned().unwrap_or_default();
        let pressed = |name: &str| inner.done.iter().filter(|done| **done == format!("click {name:?}")).count();
        let shown = |node: &RawNode| {
            page.shown_with.get(&node.node).is_none_or(|(other, value)| tab.values.get(other) == Some(value))
                && page.opened_by.get(&node.node).is_none_or(|(button, presses)| pressed(button) >= *presses)
        };
        let hidden: Vec<u32> = page.nodes.iter().filter(|node| !shown(node)).map(|node| node.node).collect();
        page.nodes.retain(|node| !hidden.contains(&node.node));
        for node in &mut page.nodes {
            let other = page.unseen_with.get(&node.node).and_then(|other| tab.values.get(other));
            if let Some(facts) = node.facts.as_mut().filter(|_| other.is_some_and(|value| !value.is_empty())) {
                facts.unseen = true;
            }
        }
        for node in page.nodes.iter_mut().filter(|node| matches!(node.field, FieldKind::Plain | FieldKind::File)) {
            let Some(value) = tab.values.get(&node.node) else { continue };
            if matches!(node.role.as_str(), "checkbox" | "radio" | "switch") {
                let on = if value == "true" { state::CHECKED } else { 0 };
                node.states = (node.states & !state::CHECKED) | on;
                continue;
            }
            for option in &mut node.options {
                let on = if value.lines().any(|line| line == option.label) { state::SELECTED } else { 0 };
                option.states = (option.states & !state::SELECTED) | on;
            }
            node.value = Some(value.clone());
        }
        let mut raw = RawPage {
            forms: page.forms.clone(),
            contexts: page.contexts.clone(),
            version: RAW_VERSION,
            url: tab.url.clone(),
            title: page.title.clone(),
            content_type: page.mime.clone(),
            document: tab.document(self.id),
            nodes: page.nodes.clone(),
            overlays: page
                .dialogs
                .iter()
                .filter(|(_, by)| by.is_empty() || pressed(by) > 0)
                .map(|(dialog, _)| dialog.clone())
                .collect(),
            focused: tab.focused.unwrap_or_default(),
            tools: page.offered(inner.done.len()),
            text: format!("{}\nthings done: {}\n", page.text, inner.done.len()),
            ..RawPage::default()
        };
        if !page.frames.is_empty() {
            page.join_frames(&mut raw);
        }
        // As a walk does it.
        let limit = options.text_limit as usize;
        let whole = raw.text.chars().count();
        if whole > limit {
            raw.text = raw.text.chars().take(limit).collect();
            raw.text_length = u32::try_from(whole).unwrap_or(u32::MAX);
        }
        Ok(raw)
    }

    async fn perform(&self, action: &Action, _typing: Typing) -> Result<Performed, TabError> {
        let leave = self.leave.borrow().clone();
        leave.given().await;
        let mark = self.begin(action)?;
        // The page's effects follow at once; a worker may still die in between.
        self.life.pass_at_once().await;
        let (performed, hangs) = {
            let mut inner = self.contents.borrow_mut();
            let performed = apply(&mut inner, self.id, action)?;
            let selected = inner.tabs.get(&self.id).is_some_and(|tab| tab.selected);
            if let Some(witness) = inner.witnesses.get_mut(&mark) {
                let copies = matches!(action, Action::PressKey { key, .. } if key == "Control+c");
                witness.copies += u32::from(copies && selected);
                witness.presses += 1;
                witness.clicks += u32::from(matches!(action, Action::Click { .. }));
            }
            let hangs = inner.hangs_on.is_some() && inner.hangs_on.as_ref() == inner.done.last();
            (performed, hangs)
        };
        if hangs {
            std::future::pending::<()>().await;
        }
        let Action::Click { target, .. } = action else { return Ok(performed) };
        let mut contents = self.contents.borrow_mut();
        if target.name == "Close window" {
            contents.tabs.remove(&self.id);
            let note = format!("{} Then the tab was closed.", performed.note);
            return Ok(Performed { note, navigated: true, ..performed });
        }
        let to = target.name.strip_prefix("Open tab").or_else(|| target.name.strip_prefix("Open and close"));
        let to = to.map(|to| if to.is_empty() { "http://new.example/" } else { to.trim() });
        let opened_tabs: Vec<TabId> = to.map(|to| contents.new_tab(to)).into_iter().collect();
        if target.name.starts_with("Open and close") {
            opened_tabs.iter().for_each(|opened| drop(contents.tabs.remove(opened)));
        }
        Ok(Performed { opened_tabs, ..performed })
    }

    fn may_save(&self, saves: Saves) {
        self.contents.borrow_mut().saves.insert(self.id, saves);
    }

    fn watch(&self, requests: Option<RequestJudge>) {
        self.contents.borrow_mut().watches.insert(self.id, requests);
    }

    fn keep_messages(&self) {
        self.contents.borrow_mut().keeps_messages.insert(self.id);
    }

    fn tries_again(&self, _request: Option<&str>) -> bool {
        // Its pages give up at the first failure.
        false
    }

    async fn end_messages(&self) -> bool {
        false
    }

    fn mark(&self, mark: &str, leave: Permit) {
        *self.mark.borrow_mut() = mark.to_owned();
        *self.leave.borrow_mut() = leave;
    }

    async fn witness(&self, mark: &str, document: &str) -> Result<Option<Witness>, TabError> {
        let mut inner = self.contents.borrow_mut();
        let here = inner.tabs.get(&self.id).ok_or(TabError::Closed)?.document(self.id) == document;
        let known = inner.witnesses.get(mark).cloned();
        if known.is_none() {
            inner.voids.insert(mark.to_owned());
        }
        Ok(here.then(|| known.unwrap_or_default()))
    }

    async fn list_options(&self, target: &Target) -> Result<Vec<String>, TabError> {
        let mut inner = self.contents.borrow_mut();
        let tab = inner.tabs.get(&self.id).ok_or(TabError::Closed)?;
        let (url, page) = (tab.url.clone(), inner.page(&tab.url).cloned().unwrap_or_default());
        inner.see(&url, Seen::Listed(target.name.clone()));
        Ok(page.lists.get(&target.element.node).cloned().unwrap_or_default())
    }

    async fn bring(&self, target: &Target) -> Result<edith_page::Rect, TabError> {
        let mut inner = self.contents.borrow_mut();
        let tab = inner.tabs.get(&self.id).ok_or(TabError::Closed)?;
        let (url, page) = (tab.url.clone(), inner.page(&tab.url).cloned().unwrap_or_default());
        let node = page.nodes.iter().find(|node| node.node == target.element.node);
        let node = node.filter(|_| target.element.document == tab.document(self.id));
        inner.see(&url, Seen::Brought(target.name.clone()));
        node.map(|node| node.rect).ok_or_else(|| TabError::Gone { what: format!("{} {:?}", target.uid, target.name) })
    }

    async fn screenshot(&self, _marks: &edith_page::Marks) -> Result<String, TabError> {
        Ok("data:image/png;base64,".to_owned())
    }

    fn arrival(&self) -> Arrival {
        let inner = self.contents.borrow();
        let host = |url: &str| url.split('/').nth(2).unwrap_or_default().to_owned();
        let arrival = inner.tabs.get(&self.id).and_then(|tab| inner.arrivals.get(&host(&tab.url)));
        arrival.cloned().unwrap_or_default()
    }

    fn dialog(&self) -> Option<Dialog> {
        self.contents.borrow().tabs.get(&self.id).and_then(|tab| tab.dialog.clone())
    }

    fn browser_ask(&self) -> Option<BrowserAsk> {
        self.contents.borrow().tabs.get(&self.id).and_then(|tab| tab.ask.clone())
    }
}

impl FakeTab {
    /// The page learns that an action begins, unless its mark is void.
    fn begin(&self, action: &Action) -> Result<String, TabError> {
        let mark = self.mark.take();
        let mut inner = self.contents.borrow_mut();
        if inner.voids.contains(&mark) {
            return Err(TabError::NotPossible("A later worker has taken over.".to_owned()));
        }
        let document = inner.tabs.get(&self.id).ok_or(TabError::Closed)?.document(self.id);
        if !mark.is_empty() && !matches!(action, Action::HandleDialog { .. }) {
            inner.witnesses.insert(mark.clone(), Witness { document, begun: true, ..Witness::default() });
        }
        Ok(mark)
    }
}
