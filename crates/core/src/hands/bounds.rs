//! The tabs' bounds: set before an action, removed when the person takes over and at every end.

use super::Hands;
use crate::run::{Intent, Run};
use edith_actions::action::{Action, HeldFile, HeldRequest, TabError};
use edith_actions::http_url::HttpUrl;
use edith_gate::Contact;
use edith_page::page_api::WalkOptions;
use edith_page::raw::ERROR_PAGE;
use edith_port::{TabBounds, Windows};
use edith_protocol::{Commitment, TabId};
use edith_words::Sentence;

/// Chrome's name of a request blocked by an extension's rule.
const BLOCKED: &str = "ERR_BLOCKED_BY_CLIENT";

/// A bounded new tab may be empty for a moment: how often, and with which pause in milliseconds, Chrome is asked for its destination.
const FIRST_TRIES: u32 = 20;
const FIRST_MS: u64 = 50;

/// How long a new window may take to show what became of its form, in milliseconds.
const WINDOW_MS: u64 = 5_000;

/// What a new window was kept from.
pub(super) enum Refused {
    Nothing,
    Form(HeldRequest),
    File(HeldFile),
}

impl Hands {
    /// Sets the bounds of the present action. Looking changes nothing.
    ///
    /// # Errors
    /// When the browser refuses one that confines what was read: then the action is not done.
    pub(super) async fn set_bounds_for(
        &mut self,
        run: &Run,
        intent: &Intent,
        bounds: Option<TabBounds>,
    ) -> Result<(), TabError> {
        let Some(tab) = intent.trace.opened.or(run.tabs.current).filter(|_| intent.changes_something()) else {
            return Ok(());
        };
        let hold = (bounds, self.hosts(tab, intent));
        if self.bounds.get(&tab) == Some(&hold) {
            return Ok(());
        }
        self.leave.given().await;
        match (self.ports.browser.set_bounds(tab, hold.0.as_ref(), &hold.1).await, &hold.0) {
            (Ok(()), _) => drop(self.bounds.insert(tab, hold)),
            (Err(error), Some(TabBounds::Only { .. })) => return Err(error),
            // A missing guard of the private network does not hold back other tabs either; the next action tries again.
            (Err(_), _) => drop(self.bounds.remove(&tab)),
        }
        Ok(())
    }

    /// Keeps the page from sending forms to new windows, and from saving files by them, during an action for which that was not allowed: nothing there
    /// could be asked about before it is done.
    ///
    /// # Errors
    /// When the browser refuses: then the action is not done.
    pub(super) async fn hold_windows_for(
        &mut self,
        run: &Run,
        intent: &Intent,
        (forms, files): (bool, bool),
    ) -> Result<(), TabError> {
        let Some(tab) = intent.trace.opened.or(run.tabs.current).filter(|_| intent.changes_something()) else {
            return Ok(());
        };
        // What only looks or writes opens nothing.
        let opens = intent.proposal.contact >= Contact::Presses || !intent.proposal.facts.follows.is_empty();
        let held = match opens && (forms || files) {
            true => Windows { from: self.hosts(tab, intent), forms, files },
            false => Windows::default(),
        };
        // In a tab that this very call opened nothing is held yet.
        let is_new = held.is_free() && intent.trace.opened == Some(tab);
        if is_new || self.windows.get(&tab).is_some_and(|now| *now == held || now.is_free() && held.is_free()) {
            return Ok(());
        }
        self.leave.given().await;
        self.ports.browser.hold_windows(tab, &held).await?;
        self.windows.insert(tab, held);
        Ok(())
    }

    /// Lets the pages of a tab open any new windows again.
    pub(super) async fn free_windows(&mut self, tab: Option<TabId>) {
        let held = tab.filter(|tab| self.windows.get(tab).is_some_and(|held| !held.is_free()));
        if let Some(tab) = held
            && self.ports.browser.hold_windows(tab, &Windows::default()).await.is_ok()
        {
            self.windows.insert(tab, Windows::default());
        }
    }

    /// What became of a new window's first request that was ruled out: a form that was not sent, or a file that was not saved.
    pub(super) async fn refused_window(
        &mut self,
        run: &Run,
        intent: &Intent,
        opened: TabId,
        held: &Windows,
    ) -> Result<Refused, TabError> {
        let Some(url) = self.refused_address(run, opened).await? else { return Ok(Refused::Nothing) };
        // What its bounds keep a tab from is reported separately.
        if run.tabs.current.is_some_and(|tab| self.keeps_from(tab, &url).is_some()) {
            return Ok(Refused::Nothing);
        }
        // Where both are ruled out the browser does not say which it was. If it is taken for the other, the next press is asked about as what it is.
        let facts = &intent.proposal.facts;
        let pressed = facts.elements.last().or(facts.focused.as_ref()).and_then(|pressed| pressed.form.as_ref());
        let posts = pressed.is_some_and(|form| form.method == "post");
        Ok(if held.forms && (posts || !held.files) {
            Refused::Form(HeldRequest {
                // Nothing tells it from others.
                id: String::new(),
                kind: String::new(),
                method: "POST".to_owned(),
                url,
                what: Commitment::Sends,
                fields: Vec::new(),
                is_message: false,
            })
        } else {
            Refused::File(HeldFile { name: String::new(), url })
        })
    }

    /// The address that a new tab was opened for and kept from: the browser shows its own page there.
    async fn refused_address(&mut self, run: &Run, opened: TabId) -> Result<Option<String>, TabError> {
        if !self.claims.claim(opened, &run.id) {
            return Ok(None);
        }
        let tab = self.attach(run, opened).await?;
        tab.perform(&Action::Wait { timeout_ms: WINDOW_MS, text: None }, run.task.settings.typing).await?;
        // The browser's own page may not be readable.
        let is_refused = match tab.look(&WalkOptions::default()).await {
            Err(error @ TabError::Closed) => return Err(error),
            look => look.is_ok_and(|page| page.document == ERROR_PAGE),
        };
        let url = self.ports.browser.tabs().await?.into_iter().find(|tab| tab.id == opened).map(|tab| tab.url);
        Ok(url.filter(|_| is_refused))
    }

    /// The hosts of the tab's documents, and of the page being opened.
    fn hosts(&self, tab: TabId, intent: &Intent) -> Vec<String> {
        let index = self.walked.as_ref().filter(|(walked, _)| *walked == tab).map(|(_, index)| index);
        let shown = index
            .into_iter()
            .flat_map(|index| index.frames.iter().map(|frame| frame.src.as_str()).chain([index.url.as_str()]));
        let goes = intent.proposal.leads.address.as_ref().map(HttpUrl::as_str);
        let hosts = shown.chain(goes).filter_map(|address| HttpUrl::parse(address).ok());
        let hosts = edith_page::order::distinct(hosts.map(|address| address.host().to_owned()));
        // Those in brackets are IPv6 addresses, which Chrome does not accept here.
        hosts.into_iter().filter(|host| !host.starts_with('[')).collect()
    }

    /// Bounds a tab opened by a page like that page, until something else is done in it.
    pub(super) async fn bound_as(&mut self, opened: TabId, opener: TabId) {
        let bounds = self.bounds.get(&opener).and_then(|hold| hold.0.clone());
        if self.ports.browser.set_bounds(opened, bounds.as_ref(), &[]).await.is_ok() {
            self.bounds.insert(opened, (bounds, Vec::new()));
        }
    }

    /// Why a tab opened by a page is not for the run, if so.
    pub(super) async fn strays(&self, run: &Run, opened: TabId) -> Result<Option<String>, TabError> {
        let is_held = self.bounds.get(&opened).is_some_and(|hold| hold.0.is_some());
        let mut tries = if is_held { FIRST_TRIES } else { 0 };
        loop {
            let tab = self.ports.browser.tabs().await?.into_iter().find(|tab| tab.id == opened);
            let Some(tab) = tab else { return Ok(None) };
            let known = [&tab.url, &tab.pending].into_iter().any(|address| address.starts_with("http"));
            if known || tries == 0 {
                return Ok([&tab.pending, &tab.url]
                    .into_iter()
                    .find_map(|address| self.held_back(run, opened, address)));
            }
            tries -= 1;
            self.ports.clock.sleep(FIRST_MS).await;
        }
    }

    /// Removes these tabs' bounds, including those of an earlier worker.
    pub(super) async fn free(&mut self, tabs: &[TabId]) {
        for tab in tabs {
            if self.windows.get(tab).is_none_or(|held| !held.is_free()) {
                let _gone = self.ports.browser.hold_windows(*tab, &Windows::default()).await;
                self.windows.insert(*tab, Windows::default());
            }
            if self.bounds.get(tab).is_none_or(|hold| hold.0.is_some()) {
                // Refused only if the tab is gone, and its bounds with it.
                let _gone = self.ports.browser.set_bounds(*tab, None, &[]).await;
                self.bounds.insert(*tab, (None, Vec::new()));
            }
        }
    }

    /// The report on a tab that was kept from its page.
    pub(super) fn held_back(&self, run: &Run, tab: TabId, url: &str) -> Option<String> {
        let (bounds, at) = self.keeps_from(tab, url)?;
        Some(self.tell_held(run, &bounds.sentence(Some(&at))))
    }

    /// The bounds that keep a tab from an address. With a user's name in it an address is never opened, and its host is where it leads.
    pub(super) fn keeps_from(&self, tab: TabId, url: &str) -> Option<(&TabBounds, HttpUrl)> {
        let bounds = self.bounds.get(&tab)?.0.as_ref()?;
        let mut bare = url::Url::parse(url).ok()?;
        let _has_none = (bare.set_username(""), bare.set_password(None));
        HttpUrl::parse(bare.as_str()).ok().filter(|at| bounds.holds(at)).map(|at| (bounds, at))
    }

    /// Tells the person, and returns the words for the model.
    fn tell_held(&self, run: &Run, why: &Sentence) -> String {
        self.ports.events.emit(run.progress(why.clone(), self.ports.clock.now()));
        why.english()
    }

    /// A navigation's error, or that the server redirected to where the tab may not go.
    pub(super) fn held_error(&self, run: &Run, intent: &Intent, error: TabError) -> TabError {
        let bounds = intent.trace.opened.or(run.tabs.current).and_then(|tab| self.bounds.get(&tab)?.0.as_ref());
        match (bounds, &error) {
            (Some(bounds), TabError::NavigationFailed { reason, .. }) if reason.contains(BLOCKED) => {
                TabError::NotPossible(self.tell_held(run, &bounds.sentence(None)))
            }
            _ => error,
        }
    }
}
