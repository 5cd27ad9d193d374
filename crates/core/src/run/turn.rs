//! What the calls of one turn rest on: one that was not done, or that led elsewhere, takes with it those that rested on it, and no others.

use super::planned::{Turn, Undone, What};
use super::{Acted, Intent, Run};
use edith_actions::action::Action;
use edith_gate::EffectClass;
use edith_page::ElementKind;
use edith_protocol::{TabId, ToolCall};
use edith_tools::{Nature, Operation};

impl Turn {
    /// A turn that was planned on this page.
    pub(super) fn on(tab: Option<TabId>, url: &str) -> Self {
        Self { planned: tab.map(|tab| (tab, url.to_owned())), ..Self::default() }
    }

    /// Counts a malformed call; returns whether it is the turn's first.
    pub(super) fn is_first_malformed(&mut self) -> bool {
        !std::mem::replace(&mut self.malformed, true)
    }

    /// The same for one that failed.
    pub(super) fn is_first_failure(&mut self) -> bool {
        !std::mem::replace(&mut self.failed, true)
    }

    /// Whether everything asked for so far was done.
    pub(super) fn is_done_so_far(&self) -> bool {
        self.undone.is_empty()
    }

    /// Notes what was carried out, or not.
    pub(super) fn acted(&mut self, intent: &Intent, acted: &Acted) {
        if acted.dialog_open {
            self.dialog_after = Some(does(intent));
        } else if acted.cuts_turn {
            self.moved_by = Some(does(intent));
        }
        if !acted.ok {
            self.undone(intent, what(intent));
        }
    }

    /// Notes what was forbidden.
    pub(super) fn denied(&mut self, intent: &Intent) {
        self.unseen |= intent.proposal.held.is_some();
        self.undone(intent, What::Denied);
    }

    fn undone(&mut self, intent: &Intent, what: What) {
        if what == What::Looks || !touches_page(intent) {
            return;
        }
        let element = intent.proposal.facts.elements.first();
        self.undone.push(Undone {
            does: does(intent),
            what,
            tool: intent.proposal.call.name.clone(),
            name: element.map(|element| element.name.clone()).unwrap_or_default(),
            form: element.and_then(|element| element.form.clone()),
        });
    }

    fn unread(&mut self, call: &ToolCall) {
        let what = match edith_tools::nature_of(&call.name) {
            Some(Nature::TouchesNoPage | Nature::Looks) => return,
            // What it was to be is not known.
            None | Some(Nature::TakesValue) => What::Enters,
            Some(Nature::Moves) => What::Goes,
            Some(Nature::Acts) => What::Acts,
        };
        let given: serde_json::Value = serde_json::from_str(&call.arguments).unwrap_or_default();
        let name = given.get("text").and_then(serde_json::Value::as_str).unwrap_or_default().to_owned();
        self.undone.push(Undone { does: call.name.clone(), what, tool: call.name.clone(), name, form: None });
    }
}

impl Run {
    /// Notes a call that could not be read, or names what is not there.
    pub(super) fn note_unread(&mut self, call: &ToolCall) {
        if !self.task.external_tools.iter().any(|tool| tool.name == call.name) {
            self.counters.turn.unread(call);
        }
    }

    /// Why a call is not done, if what it rests on is gone.
    pub(super) fn rests_on_what_is_gone(&self, intent: &Intent) -> Option<String> {
        // The values of a form do not hang on each other.
        if self.rules().by_code || !touches_page(intent) {
            return None;
        }
        let (turn, what) = (&self.counters.turn, what(intent));
        let has_uids = !intent.proposal.facts.elements.is_empty() && !intent.by_name;
        if let Some(why) = self.is_elsewhere(has_uids || intent.proposal.to_focus || what == What::Ends) {
            return Some(why);
        }
        if turn.moved_by.is_some() && intent.proposal.to_focus {
            return Some(since(turn.moved_by.as_deref(), "what you gave the focus has lost it"));
        }
        let missed = turn.undone.iter().find(|undone| rests_on(intent, what, undone))?;
        Some(format!(
            "Not done: it may depend on an earlier call of this turn that was not done ({}). Decide by what the page shows now.",
            missed.does
        ))
    }

    /// The same for what does not even stand on the page: it was on another.
    pub(super) fn is_elsewhere(&self, is_of_page: bool) -> Option<String> {
        let turn = &self.counters.turn;
        let moved_by = turn.moved_by.as_deref().filter(|_| is_of_page)?;
        let here = self.tabs.current.map(|tab| (tab, path(&self.tabs.url)));
        let was = turn.planned.as_ref().map(|(tab, url)| (*tab, path(url)));
        (here != was).then(|| since(Some(moved_by), "the page is another one"))
    }

    /// The same while a dialog is open that an earlier call of the turn led to.
    pub(super) fn is_behind_dialog(&self) -> Option<String> {
        let after = self.counters.turn.dialog_after.as_deref()?;
        Some(since(Some(after), "a dialog is open"))
    }
}

fn since(call: Option<&str>, what: &str) -> String {
    format!(
        "Not done: {what} since an earlier call of this turn ({}), and this was planned before. Look at what is shown now, then decide.",
        call.unwrap_or_default()
    )
}

fn does(intent: &Intent) -> String {
    intent.in_english().to_owned()
}

fn touches_page(intent: &Intent) -> bool {
    intent.call.as_ref().is_none_or(edith_tools::Call::touches_page)
}

/// The address without what only tells states of the same page.
fn path(url: &str) -> &str {
    url.split(['?', '#']).next().unwrap_or_default()
}

fn rests_on(intent: &Intent, what: What, undone: &Undone) -> bool {
    let to_focus = intent.proposal.to_focus;
    match (undone.what, what) {
        // Without the page that was to come, everything else is on the wrong one.
        (What::Goes, What::Goes) | (What::Looks | What::Ends, _) => false,
        (What::Goes, _) => true,
        (_, What::Ends) => true,
        (_, What::Looks) => false,
        (What::Denied, _) => true,
        (What::Enters | What::Acts, What::Goes) => true,
        (What::Enters | What::Acts, _) if to_focus => true,
        (What::Enters, What::Acts | What::Denied) => is_of_form(intent, undone),
        (What::Enters, What::Enters) => false,
        // What was to be pressed is not known: any press may rest on it.
        (What::Acts, What::Acts) if undone.name.is_empty() => true,
        // A name may be meant of what the press was to show, and what commits to something takes in what was to be set before; the same with another one is
        // its equal.
        (What::Acts, _) => {
            let commits = matches!(intent.proposal.class, EffectClass::Commits(_)) && is_of_form(intent, undone);
            (intent.by_name || commits) && !is_like(intent, undone)
        }
    }
}

/// Whether a press may send what was not entered: unless both have forms, and others.
fn is_of_form(intent: &Intent, undone: &Undone) -> bool {
    let form = intent.proposal.facts.elements.first().and_then(|element| element.form.as_ref());
    match (form, &undone.form) {
        (Some(own), Some(other)) => own == other,
        _ => true,
    }
}

/// Whether a call does the same with another element of the same name.
fn is_like(intent: &Intent, undone: &Undone) -> bool {
    let element = intent.proposal.facts.elements.first();
    let is_named = |name: &str| name.trim().eq_ignore_ascii_case(undone.name.trim());
    intent.proposal.call.name == undone.tool && element.is_some_and(|element| is_named(&element.name))
}

fn what(intent: &Intent) -> What {
    let proposal = &intent.proposal;
    match &intent.operation {
        Operation::Complete(_)
        | Operation::StepDone(_)
        | Operation::StepFailed(_)
        | Operation::Fail { .. }
        | Operation::Extract(_) => return What::Ends,
        Operation::Open(_)
        | Operation::SwitchTab(_)
        | Operation::CloseTab(_)
        | Operation::Perform(Action::Navigate { .. } | Action::GoBack | Action::GoForward | Action::Reload) => {
            return What::Goes;
        }
        _ => {}
    }
    let is_set = proposal.facts.elements.first().is_some_and(|element| {
        element.kind.is_checkable() || matches!(element.kind, ElementKind::Select | ElementKind::Option)
    });
    match &proposal.class {
        EffectClass::Reads => What::Looks,
        EffectClass::Fills | EffectClass::EntersSecret(..) | EffectClass::Uploads => What::Enters,
        EffectClass::Commits(_) => What::Acts,
        _ if is_set => What::Enters,
        _ => What::Acts,
    }
}
