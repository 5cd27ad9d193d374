//! The state before an action, and the moment it begins to reach the page.

use crate::session::action::ActionScope;
use crate::session::calls::CALL_MS;
use crate::state::{Counts, TabState};
use crate::wire::errors::Result;
use edith_actions::action::TabError;
use edith_page::page_api::{self, Activity, Aim, Probe};
use serde_json::json;

/// After an effect, the page counts as settled when unchanged for this long, in milliseconds.
pub(crate) const REST_AFTER_EFFECT: f64 = 25.0;
/// How long after typing a field may start suggesting, in milliseconds: it waits for a pause (jQuery UI: 300).
const SUGGESTIONS: f64 = 350.0;
/// The same for a field that filters what is shown (the usual pause is 150 to 300).
pub(crate) const FILTERED: f64 = 320.0;
/// How long to wait for what a resting pointer brings up, in milliseconds (tool tips and cards: after 700).
pub(crate) const POINTED: f64 = 800.0;
/// Deadline of asking the page about its changes, in milliseconds.
const ACTIVITY_MS: u64 = 1_000;

/// The state when the action began.
#[derive(Debug, Clone, Default)]
pub(crate) struct Baseline {
    pub requests: u64,
    pub counts: Counts,
    pub tabs: usize,
    pub mutations: u32,
    pub animations: u32,
    pub busy: u32,
    /// The page changes by itself.
    pub restless: bool,
    /// The action typed into a field that suggests.
    pub suggests: bool,
    /// The action typed into a field that only typing tells the page of.
    pub filters: bool,
    /// The action leaves the pointer resting on something.
    pub(crate) hovers: bool,
    /// The action presses something, rather than entering or choosing.
    pub(crate) presses: bool,
    /// The action opens another page, which its note says for when nothing keeps the present one.
    pub(crate) opens_page: bool,
    /// A script opened the window, so that scripts may close it.
    pub(crate) opened: bool,
    /// `restless` was determined before the pointer moved.
    pub known: bool,
}

impl Baseline {
    /// `probes`: the action probes its element first, which also reports the page's state.
    pub(crate) async fn take(tab: &ActionScope<'_>, probes: bool) -> Self {
        let activity = if probes { Activity::default() } else { activity(tab).await.unwrap_or_default() };
        tab.hub.read(|state| Self {
            requests: state.requests.next_number(),
            counts: state.counts,
            tabs: state.opened_tabs.len(),
            mutations: activity.mutations,
            animations: activity.animations,
            busy: activity.busy,
            opened: activity.opened,
            ..Self::default()
        })
    }

    /// The action begins to reach the page; `note` says what it does, in the past tense.
    ///
    /// # Errors
    /// When it must not begin: a later worker took over, or the page must be the witness and does not answer.
    pub(crate) async fn reach(&mut self, tab: &ActionScope<'_>, note: String) -> Result {
        if tab.reached.borrow().is_none() {
            tab.permitted().await;
            tab.watched().await?;
            let activity = begin(tab).await?;
            self.begun(tab, &activity);
        }
        tab.say(note);
        Ok(())
    }

    /// The same, provided a press at this point of the element's frame still reaches it; returns what it reaches, or none if the element is gone.
    /// `hovered`: only once the hover style is applied.
    pub(crate) async fn reach_at(
        &mut self,
        tab: &ActionScope<'_>,
        node: u32,
        [x, y]: [f64; 2],
        was_inner: bool,
        hovered: bool,
        note: &str,
    ) -> Result<Option<Aim>> {
        tab.watched().await?;
        let intent = tab.intent.borrow().clone();
        let aim: Option<Aim> = tab.page("aim", json!([node, x, y, was_inner, hovered, intent])).await?;
        let Some(aim) = aim else { return Ok(None) };
        if aim.hit.reaches() {
            void(&aim.activity)?;
            tab.intent.take();
            self.begun(tab, &aim.activity);
            tab.say(note.to_owned());
        }
        Ok(Some(aim))
    }

    /// Records the page's state before anything is done. A change just now means restless, since the last action's changes were waited for.
    pub(crate) fn note_probe(&mut self, tab: &ActionScope<'_>, probe: &Probe) {
        self.mutations = probe.mutations;
        let settled = tab.settled.get();
        // After the watch restarted, only later changes count.
        self.known = settled.is_some_and(|settled| probe.mutations >= settled);
        let before = settled.filter(|_| self.known).unwrap_or_default();
        self.restless = probe.mutations > before && probe.since < 2.0 * REST_AFTER_EFFECT;
    }

    fn begun(&mut self, tab: &ActionScope<'_>, activity: &Activity) {
        // If it was calm before, changes now may be due to the pointer.
        if !self.known {
            self.restless |= activity.mutations > self.mutations && activity.since < 2.0 * REST_AFTER_EFFECT;
        }
        self.mutations = activity.mutations;
        self.animations = activity.animations;
        self.busy = activity.busy;
        self.opened = activity.opened;
        tab.hub.change(|state| {
            self.requests = state.requests.next_number();
            state.requests.acting = true;
        });
    }

    /// How long after the action an effect may still begin, in milliseconds. `effect`: one already shows.
    pub(crate) fn patience(&self, effect: bool) -> f64 {
        match (self.hovers, self.suggests) {
            (true, _) if !effect => POINTED,
            (true, _) | (_, true) => SUGGESTIONS,
            _ if self.filters && !effect => FILTERED,
            _ => 0.0,
        }
    }

    /// Whether the events reveal an effect.
    pub(crate) fn went_on(&self, state: &TabState) -> bool {
        state.counts.commits > self.counts.commits || state.counts.within > self.counts.within
    }
}

/// Announces the action to the page as a witness. A page without scripts is no witness.
async fn begin(tab: &ActionScope<'_>) -> Result<Activity> {
    let name = tab.intent.take();
    if name.is_empty() {
        return Ok(activity(tab).await.unwrap_or_default());
    }
    let asked = tab.page.run(tab.frame.get(), "activity", json!([name]));
    let answer = tab.uncut(CALL_MS, "activity", asked).await;
    let activity: Activity = match answer {
        Ok(Ok(answer)) => page_api::read(answer).unwrap_or_default(),
        Err(error @ TabError::Deadline { .. }) if tab.needs_witness => return Err(error),
        Ok(Err(_)) | Err(_) => Activity::default(),
    };
    void(&activity)?;
    Ok(activity)
}

/// The page's changes; none if it takes no scripts.
pub(crate) async fn activity(tab: &ActionScope<'_>) -> Option<Activity> {
    let asked = tab.page.run(tab.frame.get(), "activity", json!([]));
    let answer = tab.uncut(ACTIVITY_MS, "activity", asked).await.ok()?.ok()?;
    let activity: Activity = page_api::read(answer).ok()?;
    tab.hub.note(|state| state.asks.page_tells(&activity.asks));
    Some(activity)
}

/// Refuses an action that may not begin any more.
fn void(activity: &Activity) -> Result {
    if activity.void {
        return Err(TabError::Refused("Another instance of EDITH has taken over.".to_owned()));
    }
    Ok(())
}
