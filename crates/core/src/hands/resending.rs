//! Requests that a person has allowed are sent: by the same press, if the page is as it was, or else by themselves.

use super::Hands;
use crate::run::{Intent, Run, content};
use edith_actions::action::{Action, HeldRequest, Performed, RequestJudge, SentRequest, TabError};
use edith_gate::{HeldRequests, RequestWatch, Site, masked};
use edith_page::Index;
use edith_port::{Permit, Tab};
use futures_util::future::join_all;
use std::cell::RefCell;
use std::rc::Rc;

/// How long a page may take to send what it sent at once before, in milliseconds.
const LATE_MS: u64 = 1_000;

/// Most requests that are noted of an action, and most characters of the address of each.
const MOST_SENT: usize = 8;
const SENT_CHARS: usize = 120;

/// How often to wait that long for a page that retries: applications wait longer each time.
const TRIES: usize = 20;

/// For the end of an answer, after requests that were made by themselves, where the page shows what it showed before the press.
const NOT_SHOWN: &str = " The page does not show it: reload it before you judge. Do not press it again.";
/// The same where it shows something else: what it expected, or an error of the attempt that was held back.
const SHOWN_OR_NOT: &str =
    " If the page shows an error, it is older than this answer: close it, or reload the page. Do not press it again.";

/// For a request that the browser made differently.
const NOT_SENT: &str = "What was allowed was not sent: the page's own request could not be made again as it was.";

impl Hands {
    /// Sees to it that each allowed request is made exactly once. `performed`: what came of the press; none: the page is no longer what it was, so
    /// nothing was pressed. Returns also whether a request was made of which the page knows nothing.
    pub(super) async fn make_allowed(
        &mut self,
        run: &Run,
        intent: &Intent,
        tab: &Rc<dyn Tab>,
        watch: &RequestWatch,
        performed: Option<Performed>,
    ) -> Result<(Performed, bool), TabError> {
        let left = performed.as_ref().is_some_and(|performed| performed.navigated || !performed.opened_tabs.is_empty());
        let was_pressed = performed.is_some();
        let mut performed = performed.unwrap_or_default();
        if watch.unmade().is_empty() {
            let is_known = intent.proposal.held.as_ref().is_some_and(HeldRequests::can_be_resent);
            if !is_known && !left {
                performed.note.push_str(" The page did not send again what was allowed.");
            }
            return Ok((performed, false));
        }
        self.dismiss(run, tab).await?;
        performed.dialog = None;
        if was_pressed && !left {
            tab.watch(Some(judge(watch)));
            let wait = tab.perform(&Action::Pause { ms: LATE_MS }, run.task.settings.typing).await?;
            performed.navigated |= wait.navigated;
        }
        self.wait_for_page(run, intent, tab, watch, &mut performed).await?;
        let unmade = watch.unmade();
        let lines = intent.proposal.held.iter().flat_map(|held| &held.requests);
        let lines: Vec<_> = lines.filter(|request| unmade.contains(&request.id)).collect();
        for (number, request) in lines.iter().enumerate() {
            tab.mark(&format!("{}/{number}", intent.mark(&run.id)), self.leave.clone());
            if !was_pressed && number == 0 {
                tab.mark(&intent.mark(&run.id), self.leave.clone());
            }
            tab.watch(Some(judge(&watch.alone())));
            let resend = Action::Resend { request: request.id.clone() };
            let sent = tab.perform(&resend, run.task.settings.typing).await;
            let sent =
                sent.map_err(|error| if performed.note.is_empty() { error } else { error.after(&performed.note) })?;
            if watch.unmade().contains(&request.id) {
                return Err(TabError::Incomplete { done: performed.note, why: NOT_SENT.to_owned() });
            }
            performed.note.push_str(&format!(" {} was sent, as allowed: {}", request.line(), sent.note));
            performed.navigated |= sent.navigated;
            performed.dialog = sent.dialog.or(performed.dialog);
        }
        if !lines.is_empty() {
            // What the page would have sent instead was not wanted.
            performed.requests.clear();
        }
        performed.note = performed.note.trim_start().to_owned();
        // A page sends what it kept by itself.
        let is_unknown_to_page = lines.iter().any(|request| !request.is_message) && !performed.navigated;
        Ok((performed, is_unknown_to_page))
    }

    /// Waits for a page that tries again by itself what is allowed by now: beside it, each request would be made twice.
    async fn wait_for_page(
        &self,
        run: &Run,
        intent: &Intent,
        tab: &Rc<dyn Tab>,
        watch: &RequestWatch,
        performed: &mut Performed,
    ) -> Result<(), TabError> {
        let unmade = watch.unmade();
        for _ in 0..TRIES {
            if !watch.unmade().iter().any(|request| tab.tries_again(Some(request))) {
                break;
            }
            tab.watch(Some(judge(watch)));
            let wait = tab.perform(&Action::Pause { ms: LATE_MS }, run.task.settings.typing).await?;
            performed.navigated |= wait.navigated;
            performed.requests.extend(wait.requests);
        }
        let left = watch.unmade();
        let lines = intent.proposal.held.iter().flat_map(|held| &held.requests);
        let is_made = |request: &&HeldRequest| unmade.contains(&request.id) && !left.contains(&request.id);
        for request in lines.filter(is_made) {
            performed.note.push_str(&format!(" {} was sent by the page, as allowed.", request.line()));
        }
        Ok(())
    }
}

/// What is to be said about a page that knows nothing about a request that was made. `before`: as it was before the press that led to the request.
pub(super) fn not_known(before: Option<&Index>, now: Option<&Index>) -> &'static str {
    let is_as_before = before.zip(now).is_none_or(|(before, now)| content(before) == content(now));
    if is_as_before { NOT_SHOWN } else { SHOWN_OR_NOT }
}

impl Hands {
    /// Loads pages again that go on trying what nobody has allowed: with the run, what holds it back ends.
    pub(crate) async fn drop_refused(&self, run: &Run) {
        let reload = |tab: Rc<dyn Tab>| async move {
            if !tab.end_messages().await && !tab.tries_again(None) {
                return;
            }
            tab.mark("", Permit::default());
            tab.watch(None);
            // A tab that is gone tries nothing.
            drop(tab.perform(&Action::Reload, run.task.settings.typing).await);
        };
        join_all(self.attached.values().cloned().map(reload)).await;
    }

    /// Dismisses what the page says about a request that failed because it was held back: nothing happens by it.
    pub(super) async fn dismiss(&self, run: &Run, tab: &Rc<dyn Tab>) -> Result<(), TabError> {
        if tab.dialog().is_some() {
            let dismiss = Action::HandleDialog { accept: false, text: None };
            tab.perform(&dismiss, run.task.settings.typing).await?;
        }
        Ok(())
    }
}

/// The watch as the tab asks it.
pub(super) fn judge(watch: &RequestWatch) -> RequestJudge {
    let watch = watch.clone();
    Rc::new(move |request: &SentRequest| watch.holds(request))
}

/// The same, noting what it lets the page send to its own site: were the rest not allowed, that was sent all the same.
pub(super) fn judge_noting(watch: &RequestWatch, page: &str, sent: &Rc<RefCell<Vec<String>>>) -> RequestJudge {
    let (holds, sent, page) = (judge(watch), Rc::clone(sent), Site::parse(page));
    Rc::new(move |request: &SentRequest| {
        let held = holds(request);
        let is_quiet = request.is_ping || matches!(request.method.as_str(), "GET" | "HEAD" | "OPTIONS");
        let mut sent = sent.borrow_mut();
        let is_own = page.is_some() && Site::parse(&request.url) == page;
        if held.is_none() && !is_quiet && is_own && sent.len() < MOST_SENT {
            let url: String = masked(&request.url).chars().take(SENT_CHARS).collect();
            sent.push(format!("{} {url}", request.method));
        }
        held
    })
}

/// Whether an action was refused before anything of it reached the page.
pub(super) fn is_refused(error: &TabError) -> bool {
    matches!(
        error,
        TabError::Gone { .. }
            | TabError::Changed { .. }
            | TabError::NotVisible { .. }
            | TabError::Covered { .. }
            | TabError::Moving { .. }
            | TabError::Disabled { .. }
            | TabError::DialogOpen(_)
    )
}
