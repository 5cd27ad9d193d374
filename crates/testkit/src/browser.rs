//! An in-memory browser that outlives a killed worker.

use crate::acts::left;
use crate::contents::{Contents, OpenTab};
use crate::tab::FakeTab;
use crate::{FakePage, Life, Seen, Sight};
use async_trait::async_trait;
use edith_actions::action::{Action, TabError};
use edith_actions::http_url::HttpUrl;
use edith_port::{Arrival, Browser, Tab, TabBounds, TabInfo, Windows};
use edith_protocol::TabId;
use std::cell::RefCell;
use std::rc::Rc;

/// An in-memory browser. Clicking a button named `Open dialog` opens one, `Open tab` opens a tab (an address may follow), `Open and close` one that is gone at once; `Crash` crashes; at
/// `Ask for location` the browser asks the person; `Close window` closes the tab.
#[derive(Clone, Default)]
pub struct FakeBrowser(pub(crate) Rc<RefCell<Contents>>);

impl FakeBrowser {
    /// Adds a page that can be opened.
    pub fn add_page(&self, url: &str, page: FakePage) {
        self.0.borrow_mut().pages.insert(url.to_owned(), page);
    }

    /// Adds a page shown at every address of hosts with this suffix.
    pub fn add_host(&self, end: &str, page: FakePage) {
        self.0.borrow_mut().hosts.insert(end.to_owned(), page);
    }

    /// Says how tabs come to the pages of a host from now on.
    pub fn arrives(&self, host: &str, arrival: Arrival) {
        self.0.borrow_mut().arrivals.insert(host.to_owned(), arrival);
    }

    /// The actions so far, oldest first: the page's address, and the action as in [`FakeBrowser::done`].
    pub fn log(&self) -> Vec<(String, String)> {
        self.0.borrow().log.clone()
    }

    /// What pages and servers noticed so far, oldest first.
    pub fn sights(&self) -> Vec<Sight> {
        self.0.borrow().sights.clone()
    }

    /// Servers lead on from an address, or from a submitted text (`PAGE?q=TEXT`), where this says.
    pub fn redirect(&self, leads: impl Fn(&str) -> Option<String> + 'static) {
        self.0.borrow_mut().redirects = Some(Rc::new(leads));
    }

    /// Changes an open page: the same document shows something else.
    pub fn change_page(&self, url: &str, change: impl FnOnce(&mut FakePage)) {
        if let Some(page) = self.0.borrow_mut().pages.get_mut(url) {
            change(page);
        }
    }

    /// The addresses of the open tabs.
    pub fn open_tabs(&self) -> Vec<(TabId, String)> {
        self.0.borrow().tabs.iter().map(|(id, tab)| (*id, tab.url.clone())).collect()
    }

    /// Opens a tab as the person would, in front.
    pub fn open_in_front(&self, url: &str) -> TabId {
        let mut contents = self.0.borrow_mut();
        let id = contents.new_tab(url);
        contents.active = Some(id);
        id
    }

    /// Closes a tab as the person would.
    pub fn close_tab(&self, tab: TabId) {
        let mut inner = self.0.borrow_mut();
        let url = inner.url(tab);
        inner.see(&url, Seen::Left);
        // Nobody holds what its page sends then.
        let page = inner.page(&url).cloned().unwrap_or_default();
        let sent = inner.tabs.remove(&tab).map(|tab| left(&page, &tab, &Action::Leave)).unwrap_or_default();
        inner.done.extend(sent.iter().map(|request| format!("{} {}", request.method, request.url)));
    }

    /// The actions so far, oldest first, such as `click "Search"`.
    pub fn done(&self) -> Vec<String> {
        self.0.borrow().done.clone()
    }

    /// The action with this entry in [`FakeBrowser::done`] takes effect and then never returns, until cleared.
    pub fn hang_on(&self, action: Option<&str>) {
        self.0.borrow_mut().hangs_on = action.map(str::to_owned);
    }

    /// Detaching from this tab never returns, as with a hung renderer; none: it does again.
    pub fn never_let_go(&self, tab: Option<TabId>) {
        self.0.borrow_mut().silent = tab;
    }

    /// The tabs in a group, with its title.
    pub fn grouped(&self) -> Vec<(TabId, String)> {
        let inner = self.0.borrow();
        inner.tabs.iter().filter(|(_, tab)| !tab.group.is_empty()).map(|(id, tab)| (*id, tab.group.clone())).collect()
    }

    /// Each tab's bounds.
    pub fn bounds(&self) -> Vec<(TabId, TabBounds)> {
        self.0.borrow().bounds.iter().map(|(tab, bounds)| (*tab, bounds.clone())).collect()
    }

    /// Bounds a tab, as an earlier worker would have.
    pub fn leave_bounds(&self, tab: TabId) {
        self.0.borrow_mut().bounds.insert(tab, TabBounds::not_home());
    }

    /// Attaches to a tab, as an earlier worker would have.
    pub fn leave_attached(&self, tab: TabId) {
        if let Some(open) = self.0.borrow_mut().tabs.get_mut(&tab) {
            open.attached = true;
        }
    }

    /// The tab in front.
    pub fn front(&self) -> Option<TabId> {
        self.0.borrow().active
    }

    /// Tabs that are attached.
    pub fn attached(&self) -> Vec<TabId> {
        self.0.borrow().tabs.iter().filter(|(_, tab)| tab.attached).map(|(id, _)| *id).collect()
    }
}

#[async_trait(?Send)]
impl Browser for FakeBrowser {
    async fn tabs(&self) -> Result<Vec<TabInfo>, TabError> {
        let inner = self.0.borrow();
        let info = |(id, tab): (&TabId, &OpenTab)| TabInfo {
            id: *id,
            url: tab.url.clone(),
            pending: String::new(),
            title: inner.page(&tab.url).map(|page| page.title.clone()).unwrap_or_default(),
            active: inner.active == Some(*id),
        };
        Ok(inner.tabs.iter().map(info).collect())
    }

    async fn open_blank(&self, reuse: Option<TabId>) -> Result<TabId, TabError> {
        let is_empty = |tab: &TabId| self.0.borrow().url(*tab) == "about:blank";
        match reuse.filter(is_empty) {
            Some(tab) => Ok(tab),
            None => Ok(self.0.borrow_mut().new_tab("about:blank")),
        }
    }

    async fn close(&self, tab: TabId) -> Result<(), TabError> {
        self.close_tab(tab);
        Ok(())
    }

    async fn show(&self, url: &HttpUrl) -> Result<(), TabError> {
        self.open_in_front(url.as_str());
        Ok(())
    }

    async fn activate(&self, tab: TabId) -> Result<(), TabError> {
        let mut inner = self.0.borrow_mut();
        if let Some(before) = inner.active.replace(tab).filter(|before| *before != tab) {
            let url = inner.url(before);
            inner.see(&url, Seen::Hidden);
            let url = inner.url(tab);
            inner.see(&url, Seen::Shown);
        }
        Ok(())
    }

    async fn group(&self, tab: TabId, beside: &[TabId], title: &str) -> Result<(), TabError> {
        let mut inner = self.0.borrow_mut();
        let known = beside.iter().filter_map(|tab| inner.tabs.get(tab)).find(|tab| !tab.group.is_empty());
        let group = known.map_or_else(|| title.to_owned(), |tab| tab.group.clone());
        inner.tabs.get_mut(&tab).ok_or(TabError::Closed)?.group = group;
        Ok(())
    }

    async fn close_grouped(&self, tabs: &[TabId], title_start: &str) -> Result<usize, TabError> {
        let mut inner = self.0.borrow_mut();
        let before = inner.tabs.len();
        inner.tabs.retain(|id, tab| !(tabs.contains(id) && tab.group.starts_with(title_start)));
        Ok(before - inner.tabs.len())
    }

    async fn hold_windows(&self, _tab: TabId, _held: &Windows) -> Result<(), TabError> {
        Ok(())
    }

    async fn set_bounds(&self, tab: TabId, bounds: Option<&TabBounds>, _from: &[String]) -> Result<(), TabError> {
        let mut inner = self.0.borrow_mut();
        match bounds {
            Some(bounds) => drop(inner.bounds.insert(tab, bounds.clone())),
            None => drop(inner.bounds.remove(&tab)),
        }
        Ok(())
    }

    async fn sweep(&self, kept: &[TabId]) -> Result<(), TabError> {
        let mut inner = self.0.borrow_mut();
        inner.bounds.retain(|tab, _| kept.contains(tab));
        for (_, tab) in inner.tabs.iter_mut().filter(|(id, _)| !kept.contains(id)) {
            tab.attached = false;
        }
        Ok(())
    }

    async fn attach(&self, tab: TabId) -> Result<Rc<dyn Tab>, TabError> {
        self.attach_for(tab, &Life::default()).await
    }

    async fn detach(&self, tab: TabId) {
        if self.0.borrow().silent == Some(tab) {
            std::future::pending::<()>().await;
        }
        if let Some(open) = self.0.borrow_mut().tabs.get_mut(&tab) {
            open.attached = false;
        }
    }
}

impl FakeBrowser {
    /// Attaches for a worker that may die during an action.
    pub async fn attach_for(&self, tab: TabId, life: &Life) -> Result<Rc<dyn Tab>, TabError> {
        match self.0.borrow_mut().tabs.get_mut(&tab) {
            Some(open) => open.attached = true,
            None => return Err(TabError::Closed),
        }
        Ok(Rc::new(FakeTab::new(self.0.clone(), tab, life.clone())))
    }
}
