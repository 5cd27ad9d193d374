//! The browser's tabs: listing, switching, closing, detaching.

use super::{Hands, LookWanted, StepResult};
use crate::run::Run;
use edith_actions::action::TabError;
use edith_actions::http_url::HttpUrl;
use edith_gate::is_on;
use edith_model::OpenTab;
use edith_port::TabInfo;
use edith_protocol::TabId;
use futures_util::future::{join, join_all};

/// Most open tabs that a run opened. A person's task has fewer; a loop has more.
const MOST_TABS: usize = 20;

impl Hands {
    /// Every tab the run has, or may have.
    pub(super) fn tabs(&self, run: &Run) -> Vec<TabId> {
        let known = self.attached.keys().chain(self.bounds.keys()).copied().chain(run.all_tabs());
        edith_page::order::distinct(known)
    }

    /// Stops a research's sources' runs and releases every tab.
    pub(crate) async fn end(&self, run: &Run) {
        join(self.stop_sources(run), self.let_go_but(run, &[])).await;
    }

    /// Releases every tab except those another worker uses: in parallel, so that an unresponsive one delays no other.
    pub(crate) async fn let_go_but(&self, run: &Run, kept: &[TabId]) {
        let mut tabs = self.tabs(run);
        tabs.retain(|tab| !kept.contains(tab));
        let is_held = |tab: &TabId| self.bounds.get(tab).is_none_or(|hold| hold.0.is_some());
        join_all(tabs.iter().map(|tab| self.ports.browser.let_go(*tab, is_held(tab)))).await;
    }

    /// Gives up the run's claims.
    pub(crate) fn release(&self, run: &Run) {
        self.claims.release(&run.id);
    }

    /// Whether the run may open another tab.
    pub(super) async fn has_room(&self, run: &Run) -> Result<(), TabError> {
        if run.tabs.opened.len() < MOST_TABS {
            return Ok(());
        }
        let open = self.ports.browser.tabs().await?.iter().filter(|tab| run.tabs.opened.contains(&tab.id)).count();
        if open < MOST_TABS {
            return Ok(());
        }
        Err(TabError::NotPossible(format!(
            "This task has {open} tabs open and may open no more. Go on in one of them with navigate, or close one with close_tab."
        )))
    }

    /// The tabs that the run may know of and work in.
    pub(super) async fn open_tabs(&self, run: &Run) -> Result<Vec<OpenTab>, TabError> {
        let tabs = self.ports.browser.tabs().await?;
        let is_open = |tab: &TabInfo| tab.url.starts_with("http") && is_shown(run, tab);
        let open = tabs.into_iter().filter(is_open).map(|tab| OpenTab {
            is_here: Some(tab.id) == run.tabs.current,
            id: tab.id,
            title: tab.title,
            url: tab.url,
        });
        Ok(open.collect())
    }

    pub(super) async fn list_tabs(&mut self, run: &Run) -> Result<StepResult, TabError> {
        let line = |tab: &OpenTab| {
            let here = if tab.is_here { " (you are here)" } else { "" };
            format!("{} | {} | {}{here}", tab.id, tab.title, tab.url)
        };
        let lines: Vec<String> = self.open_tabs(run).await?.iter().map(line).collect();
        let list = if lines.is_empty() { "(none)".to_owned() } else { lines.join("\n") };
        let data = vec![self.data("tabs", &list)];
        Ok(StepResult { data, ..self.step("TABS (tab_id | title | address):", run.tabs.current, LookWanted::None) })
    }

    /// What a tab shows; none: there is no such tab, or it shows nothing of the web.
    pub(super) async fn address_of(&self, id: TabId) -> Option<HttpUrl> {
        let tabs = self.ports.browser.tabs().await.ok()?;
        HttpUrl::parse(&tabs.into_iter().find(|tab| tab.id == id)?.url).ok()
    }

    pub(super) async fn switch_tab(&mut self, run: &Run, id: TabId) -> Result<StepResult, TabError> {
        let tabs = self.ports.browser.tabs().await?;
        let is_it = |tab: &&TabInfo| tab.id == id && tab.url.starts_with("http") && is_shown(run, tab);
        let Some(tab) = tabs.iter().find(is_it) else {
            return Err(TabError::NotPossible(format!(
                "There is no tab {id} that can be worked in; list_tabs lists them."
            )));
        };
        if !self.claims.claim(id, &run.id) {
            return Err(TabError::NotPossible(format!("Tab {id} is used by another run.")));
        }
        self.attach(run, tab.id).await?;
        self.follow(run, tab.id).await;
        let mut step = self.step(&format!("You are in tab {id} now."), Some(id), LookWanted::Whole);
        step.cuts_turn = true;
        Ok(step)
    }

    pub(super) async fn close(&mut self, id: TabId) -> Result<(), TabError> {
        if self.attached.remove(&id).is_some() {
            self.ports.browser.detach(id).await;
        }
        self.ports.browser.close(id).await
    }

    pub(super) async fn close_tab(&mut self, run: &Run, id: TabId) -> Result<StepResult, TabError> {
        if !self.claims.claim(id, &run.id) {
            return Err(TabError::NotPossible(format!("Tab {id} is used by another run.")));
        }
        self.close(id).await?;
        let mut step = self.step(&format!("Tab {id} is closed."), run.tabs.current, LookWanted::None);
        if run.tabs.current == Some(id) {
            step.tab = self.tab_left(run, &[id], None).await.map(|(tab, _)| tab);
            step.look = if step.tab.is_some() { LookWanted::Whole } else { LookWanted::None };
            step.cuts_turn = true;
        }
        Ok(step)
    }
}

/// Whether a run may know of a tab: an unattended one has only its own, and its sites.
pub(super) fn is_shown(run: &Run, tab: &TabInfo) -> bool {
    let is_own = run.tabs.opened.contains(&tab.id) || run.tabs.current == Some(tab.id);
    !is_on!(Terms) || run.task.terms.as_ref().is_none_or(|terms| is_own && terms.hides(&tab.url).is_none())
}
