//! The beginning of a run: its tab, and a first look at it.

use super::{Hands, LookWanted};
use crate::run::{Acted, Run};
use edith_actions::http_url::HttpUrl;
use edith_port::TabInfo;
use edith_protocol::TabId;

impl Hands {
    /// Finds the tab the user means and takes a first look at it.
    pub(super) async fn start(&mut self, run: &Run) -> Acted {
        if let Some(id) = run.tabs.current.filter(|_| run.counters.turn.unseen) {
            let step = self.step("", Some(id), LookWanted::Changes);
            return self.report(run, step).await;
        }
        let acted = self.start_in_tab(run).await;
        // A model that is code opens pages where its commands say so.
        let first_page = run.first_page(&acted).filter(|_| self.has_server(run));
        Acted { first_page, ..acted }
    }

    async fn start_in_tab(&mut self, run: &Run) -> Acted {
        if let Some(url) = run.room().opens(run) {
            return self.start_source(run, url).await;
        }
        if run.task.terms.is_some() && run.tabs.current.is_none() {
            // What the person looks at is theirs, and there is nobody to ask.
            let text = "This is a scheduled run: nobody is there to answer, and what needs a person ends it. No page is open; open_browser \
                        opens one.";
            return Acted { text: text.to_owned(), ok: true, uids: run.tabs.uids.clone(), ..Acted::default() };
        }
        if run.task.own_tab && run.tabs.current.is_none() {
            let text = "No page is open; open_browser opens one.";
            return Acted { text: text.to_owned(), ok: true, uids: run.tabs.uids.clone(), ..Acted::default() };
        }
        let tabs = self.ports.browser.tabs().await.unwrap_or_default();
        let (wanted, named) = match run.tabs.current {
            Some(id) => (tabs.iter().find(|tab| tab.id == id), true),
            None => (tabs.iter().find(|tab| tab.active), false),
        };
        let nothing = |text: &str, blank_tab: Option<TabId>| Acted {
            text: text.to_owned(),
            ok: true,
            uids: run.tabs.uids.clone(),
            blank_tab,
            ..Acted::default()
        };
        match wanted {
            None if named => {
                nothing("The tab that was named is not there. No page is open; open_browser opens one.", None)
            }
            None => nothing("No page is open; open_browser opens one.", None),
            Some(tab) if HttpUrl::parse(&tab.url).is_ok() && tab.url.starts_with("http") => {
                if self.claims.claim(tab.id, &run.id) {
                    let step = self.step("Starting in the current tab.", Some(tab.id), LookWanted::Whole);
                    let mut acted = self.report(run, step).await;
                    if run.begins_with_picture() && acted.ok {
                        acted.picture = self.picture_of(run, tab.id).await;
                    }
                    acted
                } else {
                    nothing("The current tab is used by another run. open_browser opens a page of your own.", None)
                }
            }
            Some(tab) if is_blank(tab) && self.claims.claim(tab.id, &run.id) => {
                nothing("The current tab is empty; open_browser opens a page.", Some(tab.id))
            }
            Some(_) => nothing(
                "The current tab is a page of the browser that cannot be worked on; open_browser opens one.",
                None,
            ),
        }
    }
}

/// Whether a tab shows nothing a person would miss.
pub(super) fn is_blank(tab: &TabInfo) -> bool {
    let url = tab.url.as_str();
    url.is_empty()
        || url.starts_with("about:blank")
        || url.starts_with("chrome://newtab")
        || url.starts_with("chrome://new-tab-page")
        || url.starts_with("edge://newtab")
        || url.starts_with("chrome-extension://") && url.ends_with("/newtab.html")
}
