//! Waiting until what an action started is over: a navigation, its requests, and the changes in the page. Nothing is slept through.

use crate::state::{Phase, TabState, UNREAD};

use crate::session::{CALL_MS, CdpTab};
use edith_core::action::TabError;
use edith_page::page_api::{self, Activity, Aim, Probe};
use edith_protocol::TabId;
use futures_util::future::join;
use serde_json::json;
use std::future::Future;

/// A page that already changed because of the action is over when nothing changed for so long, in milliseconds.
const REST_AFTER_EFFECT: f64 = 25.0;
/// The same where nothing showed yet, so that what a handler puts off a little is not missed.
const REST_WITHOUT_EFFECT: f64 = 40.0;
/// The same after a new document was there, with all that belongs to it: scripts often begin their work only then.
const REST_AFTER_LOAD: f64 = 60.0;
/// The same on a page that has web workers, whose work and answers nobody sees.
const REST_WITH_WORKERS: f64 = 150.0;
/// A field that suggests asks for suggestions only when the typing paused (jQuery UI: for 300): so long after the typing they may still begin
/// to come.
const SUGGESTIONS: f64 = 350.0;
/// What comes while something is pointed at comes only then when the pointer stays (tool tips and cards: after 700): so long it is waited for
/// where nothing shows yet.
const POINTED: f64 = 800.0;
/// Changes are waited for at most so long after the last request or navigation.
const DOM_CAP: f64 = 400.0;
/// The same on a page that was already changing by itself before the action.
const RESTLESS_CAP: f64 = 100.0;
/// A finite animation that the action started is waited for at most so long after it was first seen: what slides in late (suggestions after
/// a pause in the typing) takes its time too, and cannot be clicked before.
const ANIMATION_CAP: f64 = 350.0;
/// What says that the page works on something (a spinner) is waited for at most so long.
const BUSY_CAP: f64 = 2_000.0;
/// Where what the page put off until the browser is idle may still come, it is looked for again after so long.
const IDLE_STEP: f64 = 10.0;
/// Requests are waited for at most so long.
const REQUEST_CAP: f64 = 5_000.0;
/// A request without any answer, when the page already showed an effect, is taken for a long poll after this.
const SILENT_CAP: f64 = 1_500.0;
/// A new document's own requests are waited for at most so long after it was read.
const AFTER_READ_CAP: f64 = 1_500.0;
/// An announced navigation that does not begin is forgotten after this (another program's address, a refusal).
const ANNOUNCED_CAP: f64 = 500.0;
/// A server may take so long to send a document.
const COMMIT_CAP: f64 = 15_000.0;
/// A document may take so long to be read; a script or style sheet that never comes holds it up.
const READ_CAP: f64 = 4_000.0;
/// All that belongs to a document (pictures, styles) is waited for at most so long after it was read.
const LOAD_CAP: f64 = 250.0;
/// Requests that follow requests are followed so far.
const CHAIN: u32 = 12;
/// A tab that the page asked for should be there within this.
const TAB_MS: u64 = 1_000;
/// Deadline of asking the page how it is.
const ACTIVITY_MS: u64 = 1_000;

/// How things were when the action began.
#[derive(Debug, Clone, Default)]
pub(crate) struct Mark {
    pub requests: u64,
    pub commits: u64,
    pub reloads: u64,
    pub within: u64,
    pub dialogs: u64,
    pub opens: usize,
    pub tabs: usize,
    pub downloads: u64,
    /// Files that were thrown away by then.
    pub files: u64,
    pub choosers: u64,
    pub mutations: u32,
    pub animations: u32,
    /// Signs of work before the action.
    pub busy: u32,
    /// The page changes by itself.
    pub restless: bool,
    /// The action typed into a field that suggests.
    pub suggests: bool,
    /// The action is that the pointer stays where it is.
    pub hovers: bool,
    /// It was known before the pointer moved whether the page changes by itself.
    pub known: bool,
}

impl Mark {
    /// How long after the action its effect may still begin; `effect` says whether something shows already.
    fn patience(&self, effect: bool) -> f64 {
        match (self.hovers, self.suggests) {
            (true, _) if !effect => POINTED,
            (true, _) | (_, true) => SUGGESTIONS,
            (false, false) => 0.0,
        }
    }

    /// Whether there was an effect that the events tell of.
    fn went_on(&self, state: &TabState) -> bool {
        state.commits > self.commits || state.within > self.within
    }
}

/// What is to be waited for next.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Next {
    /// Something happened that ends every wait.
    Stop,
    /// The navigation, until this moment.
    Navigation(f64),
    /// Requests, until this moment.
    Requests(f64),
    /// The page's changes.
    Dom,
}

/// Decides from the events what to wait for at `now`; `effect` says whether the page changed already.
fn next(state: &TabState, mark: &Mark, start: f64, effect: bool, now: f64) -> Next {
    if is_over(state) {
        return Next::Stop;
    }
    let cap = match state.phase {
        Phase::Announced => ANNOUNCED_CAP,
        Phase::Requested => COMMIT_CAP,
        Phase::Committed => READ_CAP,
        Phase::Interactive | Phase::Loaded => 0.0,
    };
    if state.is_navigating() && now < state.phase_at + cap {
        return Next::Navigation(state.phase_at + cap);
    }
    let new_document = state.commits > mark.commits;
    if new_document && state.phase == Phase::Interactive && now < state.phase_at + LOAD_CAP {
        return Next::Navigation(state.phase_at + LOAD_CAP);
    }
    let end = state
        .pending(mark.requests, now)
        .map(|request| {
            let own = if effect && !request.answered { SILENT_CAP } else { REQUEST_CAP };
            let all = if new_document { state.phase_at + AFTER_READ_CAP } else { start + REQUEST_CAP };
            (request.started + own).min(all).min(request.over_at().unwrap_or(f64::INFINITY))
        })
        .fold(0.0, f64::max);
    if now < end { Next::Requests(end) } else { Next::Dom }
}

/// Whether there is nothing to wait for any more, whatever else goes on.
fn is_over(state: &TabState) -> bool {
    state.dialog.is_some() || state.crashed || state.detached.is_some()
}

/// What is known of the requests under way: how many, the newest, and when the last silent one is over.
fn outlook(state: &TabState, since: u64, now: f64) -> (usize, Option<u64>, f64) {
    state.pending(since, now).fold((0, None, 0.0), |(count, newest, end), request| {
        (count + 1, newest.max(Some(request.seq)), request.over_at().unwrap_or_default().max(end))
    })
}

/// How long the page must still rest at `now` before it counts as settled; zero or less: it is.
fn rest_left(activity: &Activity, effect: bool, anchor: f64, least: f64, animated: Option<f64>, now: f64) -> f64 {
    let since_anchor = now - anchor;
    let rest = least.max(if effect { REST_AFTER_EFFECT } else { REST_WITHOUT_EFFECT });
    // In a new document the page's watch is younger than the document, and has seen nothing yet.
    let seen = effect && activity.mutations > 0;
    let quiet = if seen { activity.since.min(since_anchor) } else { since_anchor };
    let left = rest - quiet;
    if animated.is_some_and(|since| now - since < ANIMATION_CAP) { left.max(REST_AFTER_EFFECT) } else { left }
}

/// How long the page must rest at least, and when its new document was loaded (0: it is the one of before).
fn least_rest(state: &TabState, mark: &Mark) -> (f64, f64) {
    let loaded_at = if state.commits > mark.commits { state.phase_at } else { 0.0 };
    let after_load = if loaded_at > 0.0 { REST_AFTER_LOAD } else { 0.0 };
    let working = if state.workers.is_empty() { 0.0 } else { REST_WITH_WORKERS };
    (after_load.max(working), loaded_at)
}

impl CdpTab {
    /// How things are before an action. `probes`: it looks at its element first, which tells of the page too.
    pub(crate) async fn mark(&self, probes: bool) -> Mark {
        let activity = if probes { Activity::default() } else { self.activity().await.unwrap_or_default() };
        let mut mark = self.hub.read(|state| Mark {
            requests: state.next_request(),
            commits: state.commits,
            reloads: state.reloads,
            within: state.within,
            dialogs: state.dialogs,
            opens: state.window_opens,
            tabs: state.opened_tabs.len(),
            downloads: state.downloads,
            files: state.files,
            choosers: state.file_choosers,
            ..Mark::default()
        });
        mark.mutations = activity.mutations;
        mark.animations = activity.animations;
        mark.busy = activity.busy;
        mark
    }

    /// The action begins to reach the page now; `note` says what it does, in the past tense.
    ///
    /// # Errors
    /// When it must not: a later worker has taken over, or the page, which is to be the witness of it, does not answer.
    pub(crate) async fn reach(&self, mark: &mut Mark, note: String) -> Result<(), TabError> {
        if self.reached.borrow().is_none() {
            self.permitted().await;
            let activity = self.begin().await?;
            self.begun(mark, &activity);
        }
        self.say(note);
        Ok(())
    }

    /// The same if a press at this point of the element's frame still reaches it, `hovered`: drawn as it is while it is pointed at; what it
    /// reaches. None: the element is gone.
    pub(crate) async fn reach_at(
        &self,
        node: u32,
        [x, y]: [f64; 2],
        was_inner: bool,
        hovered: bool,
        mark: &mut Mark,
        note: &str,
    ) -> Result<Option<Aim>, TabError> {
        let name = self.mark.borrow().clone();
        let aim: Option<Aim> = self.page("aim", json!([node, x, y, was_inner, hovered, name])).await?;
        let Some(aim) = aim else { return Ok(None) };
        if aim.hit.reaches() {
            void(&aim.activity)?;
            self.mark.take();
            self.begun(mark, &aim.activity);
            self.say(note.to_owned());
        }
        Ok(Some(aim))
    }

    /// Takes in how the page was before anything was done in it: it changes by itself where it changed just now, and not because of the last action,
    /// which was waited for.
    pub(crate) fn probed(&self, mark: &mut Mark, probe: &Probe) {
        mark.mutations = probe.mutations;
        let settled = self.settled.get();
        // Where the watch began anew, only what follows can tell.
        mark.known = settled.is_some_and(|settled| probe.mutations >= settled);
        let before = settled.filter(|_| mark.known).unwrap_or_default();
        mark.restless = probe.mutations > before && probe.since < 2.0 * REST_AFTER_EFFECT;
    }

    fn begun(&self, mark: &mut Mark, activity: &Activity) {
        // What moves only now may do so because the pointer came.
        if !mark.known {
            mark.restless |= activity.mutations > mark.mutations && activity.since < 2.0 * REST_AFTER_EFFECT;
        }
        mark.mutations = activity.mutations;
        mark.animations = activity.animations;
        mark.busy = activity.busy;
        mark.requests = self.hub.read(TabState::next_request);
        self.hub.change(|state| state.acting = true);
    }

    /// Tells the page that the action begins, where the action has a mark. Where no script may be in the page, there is no witness.
    async fn begin(&self) -> Result<Activity, TabError> {
        let name = self.mark.take();
        if name.is_empty() {
            return Ok(self.activity().await.unwrap_or_default());
        }
        let asked = self.page.run(self.acting_in.get(), "activity", json!([name]));
        let answer = self.uncut(CALL_MS, "activity", asked).await;
        let activity: Activity = match answer {
            Ok(Ok(answer)) => page_api::read(answer).unwrap_or_default(),
            Err(error @ TabError::Deadline { .. }) if self.needs_witness.get() => return Err(error),
            Ok(Err(_)) | Err(_) => Activity::default(),
        };
        void(&activity)?;
        Ok(activity)
    }

    /// Words the action differently.
    pub(crate) fn say(&self, note: String) {
        *self.reached.borrow_mut() = Some(note);
    }

    async fn activity(&self) -> Option<Activity> {
        let asked = self.page.run(self.acting_in.get(), "activity", json!([]));
        let answer = self.uncut(ACTIVITY_MS, "activity", asked).await.ok()?.ok()?;
        page_api::read(answer).ok()
    }

    /// Waits until what the action started is over; whether something still goes on.
    pub(crate) async fn settle(&self, mark: &Mark) -> bool {
        let start = self.clock.now();
        // Since when nothing that events tell of goes on.
        let mut anchor = start;
        let mut effect = false;
        // Since when something moves that did not before.
        let mut animated = None;
        let mut chain = 0;
        let mut newest = None;
        loop {
            let now = self.clock.now();
            effect |= self.hub.read(|state| mark.went_on(state));
            let coming = self.hub.read(|state| next(state, mark, start, effect, now));
            match coming {
                Next::Stop => return false,
                Next::Navigation(end) => {
                    let phase = self.hub.read(|state| (state.phase, state.phase_at));
                    self.until(end, self.hub.when(move |state| moved(state, phase))).await;
                    anchor = self.clock.now();
                }
                Next::Requests(end) => {
                    let (since, clock) = (mark.requests, self.clock.clone());
                    let known = self.hub.read(|state| outlook(state, since, now));
                    if known.1 != newest {
                        newest = known.1;
                        chain += 1;
                    }
                    if chain > CHAIN {
                        return true;
                    }
                    let other = self.hub.when(move |state| {
                        let news = outlook(state, since, clock.now()) != known;
                        (news || state.is_navigating() || is_over(state)).then_some(())
                    });
                    let told = self.until(end, other).await;
                    // What ends in silence ended when it was last heard of.
                    anchor = if told { self.clock.now() } else { anchor.max(end - UNREAD) };
                }
                Next::Dom => {
                    let Some(activity) = self.activity().await else {
                        // Between two documents, or where no script may run.
                        if self.hub.read(|state| is_over(state) || state.is_navigating()) {
                            if self.clock.now() - anchor < READ_CAP {
                                continue;
                            }
                            return true;
                        }
                        return self.still_pending(mark);
                    };
                    effect |= activity.mutations > mark.mutations;
                    self.settled.set(Some(activity.mutations));
                    if activity.missed.is_some() {
                        *self.missed.borrow_mut() = activity.missed.clone();
                    }
                    let now = self.clock.now();
                    // Asking the page took a while, in which it may have gone on to its next request.
                    if self.hub.read(|state| next(state, mark, start, effect, now)) != Next::Dom {
                        continue;
                    }
                    animated = (activity.animations > mark.animations).then(|| animated.unwrap_or(now));
                    let (least, loaded_at) = self.hub.read(|state| least_rest(state, mark));
                    let mut left = rest_left(&activity, effect, anchor.max(loaded_at), least, animated, now);
                    // In a new document every sign is new.
                    let busy = activity.busy > if loaded_at > 0.0 { 0 } else { mark.busy };
                    if busy && now - start.max(loaded_at) < BUSY_CAP {
                        anchor = now;
                        left = left.max(REST_AFTER_EFFECT);
                    }
                    if activity.awaits_idle {
                        left = left.max(IDLE_STEP);
                    }
                    let patience = mark.patience(effect);
                    if patience > 0.0 {
                        left = left.max(start + patience - now);
                    }
                    if left <= 0.0 {
                        return busy || self.still_pending(mark);
                    }
                    let own = if mark.restless { RESTLESS_CAP } else { DOM_CAP };
                    let moving = animated.map_or(0.0, |since| since + ANIMATION_CAP - anchor);
                    // How long an idle browser is waited for the page's script knows.
                    let idle = if activity.awaits_idle { now - anchor + IDLE_STEP } else { 0.0 };
                    let cap = (own + patience).max(moving).max(idle);
                    if now - anchor >= cap {
                        return !mark.restless;
                    }
                    let known = self.hub.read(TabState::next_request);
                    let news = self.hub.when(move |state| {
                        let new = state.pending(known, now).next().is_some();
                        (new || state.is_navigating() || is_over(state)).then_some(())
                    });
                    let step = if mark.hovers { POINTED / 8.0 } else { left };
                    let rested = self.until(now + left.min(anchor + cap - now).min(step), news);
                    if loaded_at > 0.0 {
                        join(rested, self.meet_document()).await;
                    } else {
                        rested.await;
                    }
                }
            }
        }
    }

    /// Waits for `work` until the clock shows `end`; whether it came.
    async fn until(&self, end: f64, work: impl Future<Output = ()>) -> bool {
        let ms = (end - self.clock.now()).ceil().max(1.0) as u64;
        self.within(ms, work).await.is_some()
    }

    fn still_pending(&self, mark: &Mark) -> bool {
        let now = self.clock.now();
        self.hub.read(|state| {
            let navigating = state.is_navigating() && state.phase != Phase::Announced;
            navigating || state.pending(mark.requests, now).next().is_some()
        })
    }

    /// The tabs that opened since, once all that the page asked for are there.
    pub(crate) async fn opened_since(&self, mark: &Mark) -> Vec<TabId> {
        let (opens, tabs) = (mark.opens, mark.tabs);
        let complete = self.hub.when(move |state| {
            let asked = state.window_opens.saturating_sub(opens);
            (state.opened_tabs.len().saturating_sub(tabs) >= asked || is_over(state)).then_some(())
        });
        // A blocked popup never comes.
        self.within(TAB_MS, complete).await;
        self.hub.read(|state| state.opened_tabs.iter().skip(tabs).copied().collect())
    }

    /// Does nothing for so long, unless something happens that nobody waits through.
    pub(crate) async fn pause(&self, ms: u64, mark: &mut Mark) -> Result<bool, TabError> {
        self.reach(mark, format!("Waited {ms} ms.")).await?;
        self.within(ms, self.hub.when(|state| is_over(state).then_some(()))).await;
        Ok(false)
    }

    /// Waits until the page shows a text or is quiet, at most `ms` milliseconds.
    pub(crate) async fn wait(&self, ms: u64, text: Option<&str>, mark: &mut Mark) -> Result<bool, TabError> {
        self.reach(mark, "Waited for the page.".to_owned()).await?;
        let Some(text) = text else {
            let done = self.within(ms, self.settle(mark)).await;
            let quiet = done == Some(false);
            self.say(
                if quiet { "Waited until the page was quiet." } else { "Waited; the page is still changing." }
                    .to_owned(),
            );
            return Ok(!quiet);
        };
        let end = self.clock.now() + ms as f64;
        let wanted = crate::page::element::quoted(text);
        loop {
            match self.page("findText", json!([text, 1])).await {
                Ok(Some(edith_page::page_api::FoundText { total, .. })) if total > 0 => {
                    self.say(format!("Waited until the page showed {wanted}."));
                    return Ok(false);
                }
                Ok(Some(_)) if self.frames_show(text).await => {
                    self.say(format!("Waited until the page showed {wanted}."));
                    return Ok(false);
                }
                // Between two documents there is nothing to search in.
                Ok(_) | Err(TabError::Protocol(_)) if !self.is_detached() => {}
                Ok(_) => return Ok(true),
                Err(error) => return Err(error),
            }
            let now = self.clock.now();
            if now >= end {
                self.say(format!("Waited {ms} ms, but the page does not show {wanted}."));
                return Ok(true);
            }
            // A request that ends or a new document may bring it; so may a timer, which nothing tells of.
            let clock = self.clock.clone();
            let known = self.hub.read(|state| (outlook(state, 0, now), state.phase, state.phase_at));
            let news = self.hub.when(move |state| {
                let other = (outlook(state, 0, clock.now()), state.phase, state.phase_at) != known;
                (other || is_over(state)).then_some(())
            });
            self.until((now + 100.0).min(end), news).await;
        }
    }
}

/// Refuses what may not begin any more.
fn void(activity: &Activity) -> Result<(), TabError> {
    if activity.void {
        let why = "Another instance of EDITH has taken over. Nothing was done.";
        return Err(TabError::NotPossible(why.to_owned()));
    }
    Ok(())
}

fn moved(state: &TabState, from: (Phase, f64)) -> Option<()> {
    ((state.phase, state.phase_at) != from || is_over(state)).then_some(())
}
