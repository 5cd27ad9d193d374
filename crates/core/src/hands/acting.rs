//! Carrying out an intent.

use super::bounds::Refused;
use super::resending::{is_refused, judge, judge_noting, not_known};
use super::{Hands, LookWanted, StepResult, no_page};
use crate::replay::record;
use crate::run::{Acted, Input, Intent, Run};
use edith_actions::action::{Action, Performed, Saves, TabError};
use edith_actions::http_url::HttpUrl;
use edith_gate::{ClipboardUse, HeldRequests, LedToFile, Now, RequestWatch, Verdict};
use edith_protocol::TabId;
use edith_tools::Operation;
use std::rc::Rc;

/// For an action that is no longer what was allowed.
const CHANGED: &str = "Not done: the page has changed since the person was asked. Look at it, and do it again: the person is then asked again.";

/// For a page that would have saved something as it was left.
const NOT_SAVED: &str = " On being left, the page before would have saved what was entered there; that was held back. To have it saved, go back, enter it again and press Tab.";

/// How long a new tab may take to show itself, in milliseconds.
const SETTLE_MS: u64 = 5_000;

impl Hands {
    /// Carries out an intent and looks at the result; none: the tab was lost meanwhile.
    pub(super) async fn act(&mut self, run: &Run, intent: &Intent) -> Option<Box<Acted>> {
        let held = intent.proposal.held.as_ref();
        let (limits, presses) = match (self.judged_again(run, intent).await, held) {
            (Verdict::CarryOut(limits), held) => (limits, held.is_none_or(|held| !held.is_rest)),
            // What the person was asked about is a request, and that is the same on a page that has changed.
            (_, Some(held)) if held.can_be_resent() => match run.judge_dispatch(intent, Now::Unseen) {
                Verdict::CarryOut(limits) => (limits, false),
                _ => return Some(Box::new(self.changed(run).await)),
            },
            _ => return Some(Box::new(self.changed(run).await)),
        };
        if let Operation::External(call) = &intent.operation {
            return Some(Box::new(self.use_external(run, intent, call).await));
        }
        if let Operation::Document(used) = &intent.operation {
            return Some(Box::new(self.use_documents(run, used).await));
        }
        if let Err(error) = self.set_bounds_for(run, intent, limits.bounds).await {
            return Some(Box::new(self.report_error(run, &error).await));
        }
        let is_here =
            matches!(intent.operation, Operation::Perform(_) | Operation::CloseTab(_)) && intent.trace.opened.is_none();
        let (saves, watch) = (limits.saves, limits.watch.filter(|_| is_here));
        let holds_forms = watch.as_ref().is_some_and(RequestWatch::holds_windows);
        if let Err(error) = self.hold_windows_for(run, intent, (holds_forms, saves != Saves::Everything)).await {
            return Some(Box::new(self.report_error(run, &error).await));
        }
        let before =
            self.walked.as_ref().filter(|(tab, _)| Some(*tab) == run.tabs.current).map(|(_, index)| Rc::clone(index));
        let step = match &intent.operation {
            Operation::Extract(data) => return Some(Box::new(self.extract(run, data).await)),
            Operation::Look => Ok(self.step("The page as it is now:", run.tabs.current, LookWanted::Whole)),
            Operation::Open(url) | Operation::Perform(Action::Navigate { url }) if intent.trace.opened.is_some() => {
                self.open(run, intent, url, saves).await
            }
            Operation::Perform(action) => {
                let step = self.perform(run, intent, action, saves, watch, presses).await;
                // The person may open windows of the same site, and their forms and files are theirs.
                self.free_windows(run.tabs.current).await;
                step
            }
            Operation::ListTabs => self.list_tabs(run).await,
            Operation::SwitchTab(tab) => self.switch_tab(run, *tab).await,
            Operation::CloseTab(tab) => {
                self.leave_page(run, intent, *tab, watch.as_ref()).await;
                self.close_tab(run, *tab).await
            }
            Operation::Find(query) => self.find(run, query).await,
            Operation::FindTools(query) => self.find_tools(run, query).await,
            Operation::Read { offset } => self.read_text(run, *offset).await,
            Operation::Inspect(target) => self.inspect(run, target).await,
            Operation::Picture => self.picture(run, None).await,
            Operation::PictureOf(target) => self.picture(run, Some(target)).await,
            // The run answers these itself and never sends them here, or they are done by now.
            Operation::Ask(_)
            | Operation::External(_)
            | Operation::Document(_)
            | Operation::Complete(_)
            | Operation::StepDone(_)
            | Operation::StepFailed(_)
            | Operation::Fail { .. }
            | Operation::Remember(_)
            | Operation::Open(_) => Ok(self.step("", run.tabs.current, LookWanted::None)),
        };
        let was = before.clone().unwrap_or_default();
        let unknown_to_page = step.as_ref().is_ok_and(|step| step.unknown_to_page);
        // What led to a request that was held back was pressed before that.
        let before_press = self.before.clone();
        if intent.changes_something() && step.is_ok() {
            // Without a page nothing was there.
            self.before = before.or_else(|| run.tabs.current.is_none().then(Rc::default));
        }
        let mut acted = match step {
            Ok(step) => self.report(run, step).await,
            Err(TabError::Interrupted) if intent.changes_something() => return None,
            Err(error) => {
                let held = self.held_error(run, intent, error);
                self.report_error(run, &held).await
            }
        };
        if unknown_to_page && acted.ok && acted.held.is_none() {
            let now = self.walked.as_ref().filter(|(tab, _)| acted.tab == Some(*tab)).map(|(_, index)| &**index);
            acted.text.push_str(not_known(before_press.as_deref(), now));
        }
        for (was, is) in &intent.followed {
            acted.text.push_str(&format!(" (What was {was} is {is} now.)"));
        }
        if let Some(call) = intent.call.as_ref().filter(|_| acted.ok && acted.held.is_none()) {
            let now = self.shown.as_ref().filter(|(tab, _)| acted.tab == Some(*tab) && acted.look.is_some());
            let (class, now) = (&intent.proposal.class, now.map(|(_, index)| &**index));
            let (recorded, news) = record(call, &intent.shown_args, class, &was, now, acted.dialog_open);
            (acted.recorded, acted.news) = (Some(Box::new(recorded)), news);
        }
        // A tab repeats typed text, even a card number in a field that does not look like one for it.
        acted.text = intent.proposal.discreet(acted.text);
        for data in &mut acted.data {
            data.text = intent.proposal.discreet(std::mem::take(&mut data.text));
        }
        Some(Box::new(acted))
    }

    async fn changed(&mut self, run: &Run) -> Acted {
        self.report_error(run, &TabError::NotPossible(CHANGED.to_owned())).await
    }

    async fn perform(
        &mut self,
        run: &Run,
        intent: &Intent,
        action: &Action,
        saves: Saves,
        watch: Option<RequestWatch>,
        presses: bool,
    ) -> Result<StepResult, TabError> {
        let Some(id) = run.tabs.current else { return Err(no_page()) };
        self.admit_action(id, action)?;
        let tab = self.attach(run, id).await?;
        tab.mark(&intent.mark(&run.id), self.leave.clone());
        tab.may_save(saves);
        let sent = Rc::default();
        tab.watch(watch.as_ref().map(|watch| judge_noting(watch, &intent.proposal.facts.url, &sent)));
        if presses && watch.as_ref().is_some_and(RequestWatch::judges_messages) {
            tab.keep_messages();
        }
        let held = intent.proposal.held.as_ref();
        // What the page tries again by itself would be made twice by another press.
        let is_tried = |held: &HeldRequests| held.requests.iter().any(|request| tab.tries_again(Some(&request.id)));
        let performed = if presses && !held.is_some_and(is_tried) {
            let performed = match self.aimed(id, action) {
                Ok(action) => tab.perform(&action, run.task.settings.typing).await,
                Err(error) => Err(error),
            };
            let performed = match performed {
                Err(error @ (TabError::Gone { .. } | TabError::Changed { .. })) => {
                    self.perform_again(run, id, &tab, action, error).await
                }
                performed => performed,
            };
            let performed = self.go_on(run, id, &tab, action, performed).await;
            match performed {
                Err(error) if held.is_some() && is_refused(&error) => None,
                performed => Some(performed?),
            }
        } else {
            None
        };
        let (mut performed, unknown_to_page) = match &watch {
            Some(watch) if held.is_some() => self.make_allowed(run, intent, &tab, watch, performed).await?,
            _ => (performed.unwrap_or_default(), false),
        };
        // The page that would have sent it is gone: nobody is asked.
        if intent.proposal.leaves() && !std::mem::take(&mut performed.requests).is_empty() {
            performed.note.push_str(NOT_SAVED);
        }
        let mut requests = performed.requests.clone();
        let ruled_out = self.windows.get(&id).filter(|held| !held.is_free()).cloned();
        if let Some(ruled_out) = ruled_out.filter(|_| requests.is_empty()) {
            for opened in performed.opened_tabs.clone() {
                match self.refused_window(run, intent, opened, &ruled_out).await {
                    // A window that closed itself again was not kept from anything.
                    Err(TabError::Closed) => self.forget(opened),
                    Err(error) => return Err(error),
                    Ok(Refused::Nothing) => {}
                    Ok(Refused::Form(request)) => requests.push(request),
                    Ok(Refused::File(file)) => {
                        self.close(opened).await?;
                        performed.opened_tabs.retain(|tab| *tab != opened);
                        performed.note.push_str(&file.told());
                        performed.files.push(file);
                    }
                }
            }
        }
        let files = LedToFile::of(&intent.proposal.leads, performed.files.clone());
        // What a page keeps goes as it is, without another press.
        let is_rest =
            watch.as_ref().is_some_and(RequestWatch::has_made_any) || requests.iter().any(|one| one.is_message);
        let held = HeldRequests::of(requests, is_rest, held);
        let copies = intent.proposal.clipboard == ClipboardUse::Copies && !performed.navigated;
        // A page that does not say so proves nothing.
        let seen =
            if copies { tab.witness(&intent.mark(&run.id), &intent.trace.document).await.ok().flatten() } else { None };
        let copied = seen.is_some_and(|seen| seen.copies > 0);
        if held.is_none() {
            let (answer, navigated) = (performed.answer.clone(), performed.navigated);
            let step = self.after(run, id, performed).await?;
            let shown = if navigated && answer.is_some() { self.address_of(id).await } else { None };
            let same_site = !navigated || shown.is_some_and(|shown| shown.origin() == intent.proposal.facts.origin);
            let is_here = same_site && step.tab == Some(id);
            return Ok(StepResult {
                files,
                copied,
                unknown_to_page,
                ..self.with_answer(step, intent, answer, is_here)
            });
        }
        // It is done once more if it is allowed: its windows go. The model is shown nothing before.
        for opened in &performed.opened_tabs {
            self.close(*opened).await?;
        }
        self.dismiss(run, &tab).await?;
        let sent = sent.take();
        Ok(StepResult { files, copied, held, sent, ..self.step(&performed.note, Some(id), LookWanted::None) })
    }

    /// Leaves the page of the run's tab before the tab is closed, while the browser still holds its requests.
    async fn leave_page(&mut self, run: &Run, intent: &Intent, id: TabId, watch: Option<&RequestWatch>) {
        let Some(watch) = watch.filter(|_| run.tabs.current == Some(id)) else { return };
        let Ok(tab) = self.attach(run, id).await else { return };
        tab.mark(&intent.mark(&run.id), self.leave.clone());
        for action in [Action::Leave, Action::HandleDialog { accept: true, text: None }] {
            tab.watch(Some(judge(watch)));
            // It is closed whatever becomes of it; and a page may ask whether it is to be left.
            if tab.perform(&action, run.task.settings.typing).await.is_err() || tab.dialog().is_none() {
                break;
            }
        }
        self.free_windows(Some(id)).await;
    }

    async fn after(&mut self, run: &Run, id: TabId, performed: Performed) -> Result<StepResult, TabError> {
        let mut step = self.step(&performed.note, Some(id), LookWanted::Changes);
        step.cuts_turn = performed.navigated || performed.dialog.is_some() || !performed.opened_tabs.is_empty();
        if performed.unsettled {
            step.text.push_str(" The page is still busy with it.");
        }
        // A tab opened by a click belongs to the task: the run continues there.
        if let Some(opened) = performed.opened_tabs.last().copied()
            && self.claims.claim(opened, &run.id)
        {
            self.group(run, opened, &run.tabs.attached, "").await;
            self.bound_as(opened, id).await;
            match self.settled_in(run, opened).await {
                Ok(()) => {
                    if let Some(why) = self.strays(run, opened).await? {
                        self.close(opened).await?;
                        self.free(&[opened]).await;
                        step.text.push_str(&format!(" It opened a new tab, which was closed again. {why}"));
                        return Ok(step);
                    }
                    step.tab = Some(opened);
                    step.opener = Some(id);
                    step.look = LookWanted::Whole;
                    step.text.push_str(&format!(
                        " It opened a new tab ({opened}), and you are in it now; the old one is tab {id}."
                    ));
                    self.follow(run, opened).await;
                }
                Err(TabError::Closed) => {
                    self.forget(opened);
                    step.text.push_str(" It opened a window, which has closed itself again.");
                }
                Err(error) => step.text.push_str(&format!(" It opened a new tab that cannot be worked in: {error}")),
            }
        }
        Ok(step)
    }

    /// Waits until what a tab shows is at rest.
    pub(super) async fn settled_in(&mut self, run: &Run, id: TabId) -> Result<(), TabError> {
        let tab = self.attach(run, id).await?;
        let wait = Action::Wait { timeout_ms: SETTLE_MS, text: None };
        tab.perform(&wait, run.task.settings.typing).await.map(drop)
    }

    /// Opens the empty tab for a page: it belongs to the run before the page is requested.
    pub(super) async fn open_blank(&mut self, run: &Run, intent: &Intent) -> Input {
        if self.judged_again(run, intent).await == Verdict::Changed {
            return Input::Acted(Box::new(self.changed(run).await));
        }
        let opened = match self.has_room(run).await {
            Ok(()) => self.ports.browser.open_blank(run.tabs.blank).await,
            Err(error) => Err(error),
        };
        match opened {
            Ok(id) => Input::TabOpened(id),
            Err(error) => Input::Acted(Box::new(self.report_error(run, &error).await)),
        }
    }

    async fn open(&mut self, run: &Run, intent: &Intent, url: &HttpUrl, saves: Saves) -> Result<StepResult, TabError> {
        let Some(id) = intent.trace.opened else { return Err(no_page()) };
        self.claims.claim(id, &run.id);
        self.group(run, id, &run.tabs.attached, "").await;
        self.follow(run, id).await;
        let tab = self.attach(run, id).await?;
        tab.mark(&intent.mark(&run.id), self.leave.clone());
        tab.may_save(saves);
        tab.watch(None);
        let navigate = Action::Navigate { url: url.clone() };
        let mut step = match tab.perform(&navigate, run.task.settings.typing).await {
            Ok(performed) => {
                let files = LedToFile::of(&intent.proposal.leads, performed.files);
                StepResult { files, ..self.step(&performed.note, Some(id), LookWanted::Whole) }
            }
            Err(error) => {
                let error = self.held_error(run, intent, error);
                StepResult { ok: false, ..self.step(&error.to_string(), Some(id), LookWanted::None) }
            }
        };
        step.cuts_turn = true;
        Ok(step)
    }

    /// Whether an intent waits for permission by itself: looks, and clicks, whose element is examined first.
    pub(super) fn waits_by_itself(intent: &Intent) -> bool {
        match &intent.operation {
            Operation::Look
            | Operation::ListTabs
            | Operation::Find(_)
            | Operation::FindTools(_)
            | Operation::Read { .. }
            | Operation::Inspect(_) => true,
            Operation::Perform(Action::Click { .. }) => intent.seal.is_none(),
            _ => false,
        }
    }

    /// Whether an intent needs a tab that is not there yet.
    pub(super) fn opens_a_tab(run: &Run, intent: &Intent) -> bool {
        intent.trace.opened.is_none()
            && match &intent.operation {
                Operation::Open(_) => true,
                Operation::Perform(Action::Navigate { .. }) => run.tabs.current.is_none(),
                _ => false,
            }
    }
}
