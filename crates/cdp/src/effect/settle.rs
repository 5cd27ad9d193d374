//! Waiting until an action's effects are over: navigation, requests, and page changes. Never a fixed sleep.

use crate::effect::baseline::{Baseline, FILTERED, POINTED, REST_AFTER_EFFECT, activity};
use crate::page::listeners;
use crate::session::action::ActionScope;
use crate::state::requests::UNREAD;
use crate::state::{Phase, TabState};
use edith_page::page_api::Activity;
use futures_util::future::join;
use std::future::Future;

/// Without an effect so far, the page counts as settled when unchanged for this long, in milliseconds: a handler may defer its work a little.
const REST_WITHOUT_EFFECT: f64 = 40.0;
/// The same after a new document has loaded, since scripts often start only then.
const REST_AFTER_LOAD: f64 = 60.0;
/// The same on a page with web workers, whose work is invisible.
const REST_WITH_WORKERS: f64 = 150.0;
/// Longest wait for changes after the last request or navigation, in milliseconds.
const DOM_CAP: f64 = 400.0;
/// The same on a page that changes by itself.
const RESTLESS_CAP: f64 = 100.0;
/// Longest wait for a finite animation since it was first seen, in milliseconds: what slides in can only be clicked once in place.
const ANIMATION_CAP: f64 = 350.0;
/// Longest wait for a sign of work, such as a spinner, in milliseconds.
const BUSY_CAP: f64 = 2_000.0;
/// Pause before asking again for work deferred until the browser is idle, in milliseconds.
const IDLE_STEP: f64 = 10.0;
/// Longest wait for requests, in milliseconds.
const REQUEST_CAP: f64 = 5_000.0;
/// After this many milliseconds, if an effect already shows, an unanswered request counts as a long poll.
const SILENT_CAP: f64 = 1_500.0;
/// Longest wait for a new document's own requests after it was parsed, in milliseconds.
const AFTER_READ_CAP: f64 = 1_500.0;
/// An announced navigation that does not begin (an external program, a refusal) is forgotten after this, in milliseconds.
const ANNOUNCED_CAP: f64 = 500.0;
/// How long a server may take to send a document, in milliseconds.
const COMMIT_CAP: f64 = 15_000.0;
/// How long a document may take to parse, in milliseconds: a script or style sheet may never arrive.
const READ_CAP: f64 = 4_000.0;
/// Longest wait for a document's pictures and styles after it was parsed, in milliseconds.
const LOAD_CAP: f64 = 250.0;
/// Most consecutive requests to follow.
const CHAIN: u32 = 12;

#[derive(Debug, Clone, Copy, PartialEq)]
enum Next {
    /// Every wait ends.
    Stop,
    Navigation(f64),
    Requests(f64),
    Dom,
}

/// Decides from the events what to wait for at `now`. `effect`: the page already changed.
fn next(state: &TabState, baseline: &Baseline, start: f64, effect: bool, now: f64) -> Next {
    if state.is_over() {
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
    let new_document = state.counts.commits > baseline.counts.commits;
    if new_document && state.phase == Phase::Interactive && now < state.phase_at + LOAD_CAP {
        return Next::Navigation(state.phase_at + LOAD_CAP);
    }
    let end = state
        .requests
        .pending(baseline.requests, now)
        .map(|request| {
            let own = if effect && !request.answered { SILENT_CAP } else { REQUEST_CAP };
            let all = if new_document { state.phase_at + AFTER_READ_CAP } else { start + REQUEST_CAP };
            (request.started + own).min(all).min(request.over_at().unwrap_or(f64::INFINITY))
        })
        .fold(0.0, f64::max);
    if now < end { Next::Requests(end) } else { Next::Dom }
}

/// The same while the browser asks the person something that holds it up: that may last.
fn held_up(state: &TabState, next: Next, now: f64) -> Next {
    match (state.asks.patience(), next) {
        (Some(end), Next::Navigation(_) | Next::Requests(_)) if now >= end => Next::Stop,
        (Some(most), Next::Navigation(end)) => Next::Navigation(end.min(most)),
        (Some(most), Next::Requests(end)) => Next::Requests(end.min(most)),
        (_, next) => next,
    }
}

/// The requests under way: how many, the newest, and when the last silent one expires.
pub(crate) fn outlook(state: &TabState, since: u64, now: f64) -> (usize, Option<u64>, f64) {
    state.requests.pending(since, now).fold((0, None, 0.0), |(count, newest, end), request| {
        (count + 1, newest.max(Some(request.seq)), request.over_at().unwrap_or_default().max(end))
    })
}

/// How much longer the page must rest at `now` to count as settled; zero or less: it is.
fn rest_left(activity: &Activity, effect: bool, anchor: f64, least: f64, animated: Option<f64>, now: f64) -> f64 {
    let since_anchor = now - anchor;
    let rest = least.max(if effect { REST_AFTER_EFFECT } else { REST_WITHOUT_EFFECT });
    // A new document's watch is too young to have seen anything.
    let seen = effect && activity.mutations > 0;
    let quiet = if seen { activity.since.min(since_anchor) } else { since_anchor };
    let left = rest - quiet;
    if animated.is_some_and(|since| now - since < ANIMATION_CAP) { left.max(REST_AFTER_EFFECT) } else { left }
}

/// The shortest rest required, and when the new document loaded (0: none).
fn least_rest(state: &TabState, baseline: &Baseline) -> (f64, f64) {
    let loaded_at = if state.counts.commits > baseline.counts.commits { state.phase_at } else { 0.0 };
    let after_load = if loaded_at > 0.0 { REST_AFTER_LOAD } else { 0.0 };
    let working = if state.workers.is_empty() { 0.0 } else { REST_WITH_WORKERS };
    (after_load.max(working), loaded_at)
}

/// Waits until the action's effects are over; returns whether something continues.
pub(crate) async fn settle(tab: &ActionScope<'_>, baseline: &Baseline) -> bool {
    let start = tab.clock.now();
    // Since when the events report nothing under way.
    let mut anchor = start;
    let mut effect = false;
    // Since when something new has been moving.
    let mut animated = None;
    let mut chain = 0;
    let mut newest = None;
    loop {
        let now = tab.clock.now();
        effect |= tab.hub.read(|state| baseline.went_on(state));
        let coming = tab.hub.read(|state| held_up(state, next(state, baseline, start, effect, now), now));
        match coming {
            Next::Stop => return false,
            Next::Navigation(end) => {
                let phase = tab.hub.read(|state| (state.phase, state.phase_at));
                until(tab, end, tab.hub.when(move |state| moved(state, phase))).await;
                anchor = tab.clock.now();
            }
            Next::Requests(end) => {
                let (since, clock) = (baseline.requests, tab.clock.clone());
                let known = tab.hub.read(|state| outlook(state, since, now));
                if known.1 != newest {
                    newest = known.1;
                    chain += 1;
                }
                if chain > CHAIN {
                    return true;
                }
                let other = tab.hub.when(move |state| {
                    let news = outlook(state, since, clock.now()) != known;
                    (news || state.is_navigating() || state.is_over()).then_some(())
                });
                let told = until(tab, end, other).await;
                // A request that ended in silence ended when last heard of.
                anchor = if told { tab.clock.now() } else { anchor.max(end - UNREAD) };
            }
            Next::Dom => {
                let Some(activity) = activity(tab).await else {
                    // Between two documents, or where no script may run.
                    if tab.hub.read(|state| state.is_over() || state.is_navigating()) {
                        if tab.clock.now() - anchor < READ_CAP {
                            continue;
                        }
                        return true;
                    }
                    return still_pending(tab, baseline);
                };
                effect |= activity.mutations > baseline.mutations;
                tab.settled.set(Some(activity.mutations));
                if activity.missed.is_some() {
                    *tab.missed.borrow_mut() = activity.missed.clone();
                }
                let now = tab.clock.now();
                // The page may have sent its next request while it was asked.
                if tab.hub.read(|state| next(state, baseline, start, effect, now)) != Next::Dom {
                    continue;
                }
                animated = (activity.animations > baseline.animations).then(|| animated.unwrap_or(now));
                let (least, loaded_at) = tab.hub.read(|state| least_rest(state, baseline));
                let mut left = rest_left(&activity, effect, anchor.max(loaded_at), least, animated, now);
                // In a new document, every sign of work is new.
                let busy = activity.busy > if loaded_at > 0.0 { 0 } else { baseline.busy };
                if busy && now - start.max(loaded_at) < BUSY_CAP {
                    anchor = now;
                    left = left.max(REST_AFTER_EFFECT);
                }
                if activity.awaits_idle {
                    left = left.max(IDLE_STEP);
                }
                let patience = baseline.patience(effect);
                if patience > 0.0 {
                    left = left.max(start + patience - now);
                }
                if left <= 0.0 {
                    return busy || still_pending(tab, baseline);
                }
                let own = if baseline.restless { RESTLESS_CAP } else { DOM_CAP };
                let moving = animated.map_or(0.0, |since| since + ANIMATION_CAP - anchor);
                // The page's script knows how long to wait for idle time.
                let idle = if activity.awaits_idle { now - anchor + IDLE_STEP } else { 0.0 };
                let cap = (own + patience).max(moving).max(idle);
                if now - anchor >= cap {
                    return !baseline.restless;
                }
                let known = tab.hub.read(|state| state.requests.next_number());
                let news = tab.hub.when(move |state| {
                    let new = state.requests.pending(known, now).next().is_some();
                    (new || state.is_navigating() || state.is_over()).then_some(())
                });
                // What it may take long to begin is over soon after it began.
                let step = match () {
                    () if baseline.hovers => POINTED / 8.0,
                    () if baseline.filters && !effect => FILTERED / 8.0,
                    () => left,
                };
                let rested = until(tab, now + left.min(anchor + cap - now).min(step), news);
                if loaded_at > 0.0 {
                    join(rested, listeners::meet_document(tab)).await;
                } else {
                    rested.await;
                }
            }
        }
    }
}

/// Runs `work` until the clock reaches `end`; whether it finished.
pub(crate) async fn until(tab: &ActionScope<'_>, end: f64, work: impl Future<Output = ()>) -> bool {
    let ms = (end - tab.clock.now()).ceil().max(1.0) as u64;
    tab.within(ms, work).await.is_some()
}

fn still_pending(tab: &ActionScope<'_>, baseline: &Baseline) -> bool {
    let now = tab.clock.now();
    tab.hub.read(|state| {
        let navigating = state.is_navigating() && state.phase != Phase::Announced;
        navigating || state.requests.pending(baseline.requests, now).next().is_some()
    })
}

fn moved(state: &TabState, from: (Phase, f64)) -> Option<()> {
    ((state.phase, state.phase_at) != from || state.is_over()).then_some(())
}
