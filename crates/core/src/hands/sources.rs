//! A research's and its sources' work: grouped tabs, captured pages, compared quotes.

use super::{Hands, LookWanted, StepResult, no_page};
use crate::journal::Journal;
use crate::research::findings::Findings;
use crate::research::quote::{self, Page};
use crate::run::{Acted, Opened, Run};
use edith_actions::action::{Action, TabError};
use edith_actions::http_url::HttpUrl;
use edith_protocol::TabId;
use std::rc::Rc;

impl Hands {
    /// Opens a background tab for each of these sources and starts its run.
    pub(super) async fn open_sources(&mut self, run: &Run, which: Vec<usize>) -> Vec<Opened> {
        let mut opened = Vec::with_capacity(which.len());
        let mut tabs = run.research().map(|research| research.tabs()).unwrap_or_default();
        for at in which {
            let tab = self.open_source(run, at, &tabs).await;
            tabs.extend(&tab);
            opened.push(Opened { at, tab });
        }
        opened
    }

    async fn open_source(&self, run: &Run, at: usize, beside: &[TabId]) -> Result<TabId, String> {
        let id = run.research().and_then(|research| research.sources.get(at)).map(|source| source.run.clone());
        // One started by an earlier worker continues by itself.
        if let Some(tab) = id.as_ref().and_then(|id| self.source_runs.tab_of(id)) {
            return Ok(tab);
        }
        let tab = self.ports.browser.open_blank(None).await.map_err(|error| error.for_person().to_string())?;
        self.group(run, tab, beside, &run.group_title()).await;
        let source = run.for_source(at, tab, self.ports.clock.now()).ok_or("It is not in the plan.")?;
        self.claims.claim(tab, &source.id);
        self.source_runs.start(source).await.map_err(|error| error.to_string())?;
        Ok(tab)
    }

    /// A tab outside its group works as well; the person is told.
    pub(super) async fn group(&self, run: &Run, tab: TabId, beside: &[TabId], title: &str) {
        if let Err(error) = self.ports.browser.group(tab, beside, title).await {
            self.ports.events.emit(run.progress(error.for_person(), self.ports.clock.now()));
        }
    }

    /// The runs of a research's sources, or of questions, end with it.
    pub(super) async fn stop_sources(&self, run: &Run) {
        if run.rules().ends_its_parts {
            self.source_runs.stop_all().await;
        }
    }

    /// Opens a source's page in the tab opened for it.
    pub(super) async fn start_source(&mut self, run: &Run, url: &HttpUrl) -> Acted {
        let arrived = match run.tabs.current {
            Some(tab) => self.arrive(run, tab, url).await,
            None => Err(no_page()),
        };
        let step = match arrived {
            Ok(note) => self.step(&note, run.tabs.current, LookWanted::Whole),
            Err(error) => StepResult { ok: false, ..self.step(&error.to_string(), run.tabs.current, LookWanted::None) },
        };
        self.report(run, step).await
    }

    async fn arrive(&mut self, run: &Run, id: TabId, url: &HttpUrl) -> Result<String, TabError> {
        let tabs = self.ports.browser.tabs().await?;
        let tab = self.attach(run, id).await?;
        // After a restart it may be there already.
        if tabs.iter().any(|tab| tab.id == id && tab.url == url.as_str()) {
            return Ok(format!("Opened {url}."));
        }
        let performed = tab.perform(&Action::Navigate { url: url.clone() }, run.task.settings.typing).await?;
        Ok(performed.note)
    }

    /// Compares the findings with the pages that were read, of sites and of documents.
    pub(super) async fn extract(&mut self, run: &Run, data: &serde_json::Value) -> Acted {
        let mut found = Findings::read(data);
        let start = run.room().opens(run).map_or(run.tabs.url.as_str(), HttpUrl::as_str);
        let mut pages = self.cited_pages(run, found.facts.iter().map(|fact| fact.url.clone())).await;
        pages.extend(self.read_pages(run).await.iter().cloned());
        quote::check(&mut found, &pages, start);
        Acted {
            ok: true,
            tab: run.tabs.current,
            url: run.tabs.url.clone(),
            dialog_open: run.tabs.dialog_open,
            uids: run.tabs.uids.clone(),
            found: Some(found),
            ..Acted::default()
        }
    }

    async fn read_pages(&mut self, run: &Run) -> &mut Vec<Page> {
        if self.pages.is_none() {
            // If the storage fails, quotes from before the restart cannot be confirmed, and are flagged.
            let stored = Journal::new(Rc::clone(&self.ports.store)).pages(&run.id).await;
            self.pages = Some(stored.unwrap_or_default());
        }
        self.pages.get_or_insert_default()
    }

    /// Captures a page's text for comparing quotes, even by a later worker.
    pub(super) async fn capture(&mut self, run: &Run, page: Page) {
        let journal = Journal::new(Rc::clone(&self.ports.store));
        let pages = self.read_pages(run).await;
        if pages.contains(&page) {
            return;
        }
        let stored = journal.add_page(&run.id, pages.len(), &page).await;
        pages.push(page);
        if let Err(error) = stored {
            self.ports.events.emit(run.progress(error.for_person(), self.ports.clock.now()));
        }
    }
}
