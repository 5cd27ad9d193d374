//! Effects interrupted by the worker's death: proved done, proved not done and restarted, or unknown and never repeated.

use super::step::Shown;
use super::{Acted, Disposition, Intent, Run, State, Verdict};
use edith_actions::action::Action;
use edith_actions::http_url::HttpUrl;
use edith_gate::{DialogAnswer, EffectClass};
use edith_model::CallEnd;
use edith_page::page_api::Witness;
use edith_page::{Element, FieldValue, Index};
use edith_port::StoreError;
use edith_protocol::{Ask, AskKind, Event, Outcome, TabId};
use edith_tools::Operation;
use edith_words::{Sentence, say};

/// How long after its decision an undone action may be restarted, in milliseconds: later the page, or the person's mind, may have changed.
const FRESH_MS: f64 = 5.0 * 60_000.0;
/// How often it may be restarted.
const MOST_TRIES: u32 = 3;

/// The page's account of an action.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) enum Seen {
    /// Its document is still there, and saw this.
    Here(Witness),
    /// Its document is gone.
    Gone,
    /// The page does not answer.
    #[default]
    Silent,
}

/// The evidence about an effect.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Evidence<'a> {
    /// The page's account.
    pub seen: &'a Seen,
    /// The present page; none if unreadable.
    pub page: Option<&'a Index>,
    /// Whether a dialog is open.
    pub dialog_open: bool,
    /// Whether the tab to be closed still exists.
    pub(crate) tab_is_there: bool,
    /// Whether requests of the page that nobody knows were held back meanwhile.
    pub(crate) holds_requests: bool,
}

impl Intent {
    /// Whether it may change the page or the world, so that it must not be done twice.
    pub(crate) fn changes_something(&self) -> bool {
        match &self.operation {
            Operation::Look
            | Operation::ListTabs
            | Operation::SwitchTab(_)
            | Operation::Find(_)
            | Operation::FindTools(_)
            | Operation::Read { .. }
            | Operation::Inspect(_)
            | Operation::Picture
            | Operation::PictureOf(_)
            | Operation::Remember(_)
            | Operation::Ask(_)
            | Operation::Complete(_)
            | Operation::StepDone(_)
            | Operation::StepFailed(_)
            | Operation::Document(_)
            | Operation::Extract(_) => false,
            // At first only an empty tab is opened.
            Operation::Open(_) => self.trace.opened.is_some(),
            _ => self.proposal.class.changes_something(),
        }
    }

    /// Whether doing it twice, or not at all, may do harm that the model must not decide about alone.
    fn is_grave(&self) -> bool {
        self.proposal.class.commitment().is_some()
            || matches!(self.proposal.class, EffectClass::AnswersDialog(DialogAnswer::Accepts(Some(_))))
    }
}

impl Verdict {
    /// The verdict on an intent from this evidence.
    pub(crate) fn of(intent: &Intent, evidence: Evidence<'_>) -> Self {
        match &intent.operation {
            Operation::CloseTab(_) if evidence.tab_is_there => Self::NotDone("The tab is still there.".into()),
            Operation::CloseTab(_) => Self::Done("The tab is gone.".into()),
            Operation::Open(url) => of_navigation(intent, url, evidence),
            Operation::Perform(action) => of_action(intent, action, evidence),
            Operation::External(_) => Self::Unknown("The server's answer was not seen.".into()),
            // These change nothing and are simply repeated.
            _ => Self::NotDone("It changes nothing.".into()),
        }
    }
}

fn of_navigation(intent: &Intent, url: &HttpUrl, evidence: Evidence<'_>) -> Verdict {
    match evidence.page {
        Some(page) if page.url == url.as_str() && page.document != intent.trace.document => {
            Verdict::Done(format!("The page {url} is there."))
        }
        _ if never_began(evidence) => Verdict::NotDone("The page was not asked for.".into()),
        Some(page) => Verdict::Unknown(format!("The tab shows {}.", page.url)),
        None => Verdict::Unknown("The tab cannot be read.".into()),
    }
}

/// Whether the page itself says that the action never began, and never will.
fn never_began(evidence: Evidence<'_>) -> bool {
    matches!(evidence.seen, Seen::Here(witness) if !witness.begun)
}

fn of_action(intent: &Intent, action: &Action, evidence: Evidence<'_>) -> Verdict {
    let done = |why: &str| Verdict::Done(why.to_owned());
    if let Action::HandleDialog { .. } = action {
        let (open, closed) = ("The dialog is still open.", "No dialog is open now.");
        return if evidence.dialog_open { Verdict::NotDone(open.into()) } else { done(closed) };
    }
    if let Action::Navigate { url } = action {
        return of_navigation(intent, url, evidence);
    }
    if never_began(evidence) {
        return Verdict::NotDone("None of it had reached the page.".into());
    }
    if let Some(held) = &intent.proposal.held {
        return Verdict::Unknown(format!("It was about to send this, which was allowed: {}.", held.lines()));
    }
    // Nobody can act under a dialog, so a new one came from the action.
    if evidence.dialog_open && intent.proposal.facts.dialog.is_none() {
        return done("It opened a dialog.");
    }
    let witness = match evidence.seen {
        Seen::Here(witness) => witness,
        Seen::Gone => return of_another_page(intent, action, evidence),
        Seen::Silent => return Verdict::Unknown("The page does not show it.".into()),
    };
    let done = |why: &str| match evidence.holds_requests {
        true => Verdict::Unknown(format!("{why} What the page would have sent for it may have been held back.")),
        false => done(why),
    };
    let nothing_arrived = || Verdict::Unknown("It was about to reach the page, which has seen none of it.".into());
    match action {
        Action::Click { button, count, .. } | Action::ClickAt { button, count, .. } => {
            let wanted = if *button == edith_protocol::MouseButton::Left { u32::from(*count) } else { 1 };
            match (witness.clicks >= wanted, witness.presses) {
                (true, _) => done("The page got the click."),
                (false, 0) => nothing_arrived(),
                (false, _) => Verdict::Unknown("The page got only part of it.".into()),
            }
        }
        Action::PressKey { .. } if witness.presses > 0 => done("The page got the key."),
        Action::Drag { .. } | Action::DragAt { .. } if witness.drops > 0 || witness.releases > 0 => {
            done("The page got the drop.")
        }
        Action::TypeText { target, text, submit: false, append: false } => match target.as_ref() {
            Some(target) => of_value(evidence.page, target.uid, text),
            None => Verdict::Unknown("It may have been partly typed.".into()),
        },
        Action::TypeText { submit: true, .. } if witness.enters > 0 => {
            done("The text was typed and Enter was pressed.")
        }
        Action::SetValue { target, value } | Action::SelectOption { target, value, .. } => {
            of_value(evidence.page, target.uid, value)
        }
        Action::UseTool { .. } => Verdict::Unknown("The page's tool gave no answer that was seen.".into()),
        Action::FillForm { .. } => Verdict::Unknown("It may have been partly filled in.".into()),
        Action::GoBack | Action::GoForward | Action::Reload => {
            Verdict::Unknown("The page is still the same one.".into())
        }
        _ => nothing_arrived(),
    }
}

/// The action's document is gone.
fn of_another_page(intent: &Intent, action: &Action, evidence: Evidence<'_>) -> Verdict {
    let Some(page) = evidence.page else { return Verdict::Unknown("The page cannot be read.".into()) };
    let leads_here = !intent.proposal.facts.follows.is_empty() && intent.proposal.facts.follows == page.url;
    match action {
        Action::Click { .. } | Action::ClickAt { .. } | Action::PressKey { .. } if leads_here => {
            Verdict::Done(format!("The page it leads to, {}, is there.", page.url))
        }
        Action::GoBack if page.url != intent.proposal.facts.url => {
            Verdict::Done(format!("The page before, {}, is there.", page.url))
        }
        Action::GoForward if page.url != intent.proposal.facts.url => {
            Verdict::Done(format!("The page after it, {}, is there.", page.url))
        }
        Action::Reload if page.url == intent.proposal.facts.url => Verdict::Done("The page was reloaded.".into()),
        _ => Verdict::Unknown("Another page, or the same one reloaded, is there now.".into()),
    }
}

/// Writing a whole value may be repeated: it replaces the existing one.
fn of_value(page: Option<&Index>, uid: u32, wanted: &str) -> Verdict {
    let element = page.and_then(|page| page.element(uid));
    let Some(element) = element else { return Verdict::Unknown("The field is gone.".into()) };
    match &element.value {
        _ if element.lines.is_some() => Verdict::Unknown("Only a part of what the field holds is drawn.".into()),
        Some(FieldValue::Shown(now)) if now == wanted || is_option(element, now, wanted) => {
            Verdict::Done("The field holds it.".into())
        }
        Some(FieldValue::Shown(_)) => Verdict::NotDone("The field does not hold it.".into()),
        _ => Verdict::Unknown("What the field holds cannot be seen.".into()),
    }
}

fn is_option(element: &Element, now: &str, wanted: &str) -> bool {
    element.options.iter().any(|option| option.value == wanted && option.label == now)
}

impl Run {
    /// Whether the last attempt to store the run worked. What cannot be stored is not done: after a death it would be done again.
    pub(crate) fn stored(&mut self, outcome: Result<(), StoreError>, now: f64) -> Vec<Event> {
        match outcome {
            Ok(()) => {
                self.unstored = false;
                Vec::new()
            }
            Err(error) => {
                let first = !std::mem::replace(&mut self.unstored, true);
                let holds = matches!(&self.state, State::Acting { intent } if intent.changes_something());
                if holds {
                    self.paused = true;
                }
                let text =
                    if holds { say!(HeldUnnoted { error: error.for_person() }).to_string() } else { error.to_string() };
                if first || holds { vec![self.progress(text, now)] } else { Vec::new() }
            }
        }
    }

    /// The worker died and restarted. Reads are repeated; for an effect it is unknown whether it happened.
    pub fn restarted(&mut self) {
        if let State::Acting { intent } = &self.state
            && intent.changes_something()
        {
            self.state = State::Unknown { intent: intent.clone() };
        }
    }

    /// A tab of the run continues under another id, with its page reloaded. Returns whether the work in progress continues.
    pub(super) fn tab_moved(&mut self, from: TabId, to: TabId, now: f64) -> (Disposition, Vec<Event>) {
        let here = self.tabs.current == Some(from);
        let others = [&mut self.tabs.current, &mut self.tabs.blank].into_iter().flatten();
        for tab in
            others.chain(self.tabs.attached.iter_mut()).chain(self.tabs.opened.iter_mut()).filter(|tab| **tab == from)
        {
            *tab = to;
        }
        for tab in self.tabs.openers.iter_mut().flat_map(|(tab, opener)| [tab, opener]).filter(|tab| **tab == from) {
            *tab = to;
        }
        if !here {
            return (Disposition::GoesOn, Vec::new());
        }
        // A dialog does not outlive its page.
        self.tabs.dialog_open = false;
        if let State::Acting { intent } = &mut self.state
            && intent.trace.opened == Some(from)
        {
            intent.trace.opened = Some(to);
        }
        self.restarted();
        let in_it =
            matches!(self.state, State::Acting { .. } | State::Unknown { .. } | State::Preparing | State::Starting);
        let told = self.progress(say!(TabBack), now);
        (if in_it { Disposition::IsDropped } else { Disposition::GoesOn }, vec![told])
    }

    /// The empty tab for a page is open.
    pub(super) fn tab_opened(&mut self, mut intent: Intent, tab: TabId) -> Vec<Event> {
        intent.trace.opened = Some(tab);
        self.tabs.current = Some(tab);
        if !self.tabs.attached.contains(&tab) {
            self.tabs.attached.push(tab);
            self.tabs.opened.push(tab);
        }
        self.state = State::Acting { intent: Box::new(intent) };
        Vec::new()
    }

    /// Applies the fate of an interrupted effect.
    pub(super) fn probed(&mut self, mut intent: Intent, verdict: Verdict, mut acted: Acted, now: f64) -> Vec<Event> {
        let stopped_by_user = acted.stopped_by_user;
        let fresh = now - intent.trace.at <= FRESH_MS && intent.trace.tries < MOST_TRIES;
        match verdict {
            Verdict::NotDone(_) if fresh && !self.paused && !stopped_by_user => {
                self.observe(acted);
                intent.trace.tries += 1;
                // A tab opened for it and unused is closed.
                intent.trace.opened = intent.trace.opened.filter(|opened| self.tabs.current == Some(*opened));
                let event = self.progress(say!(AfterInterruption), now);
                self.state = State::Acting { intent: Box::new(intent) };
                vec![event]
            }
            Verdict::Done(why) => {
                acted.text =
                    format!("EDITH was interrupted while this was under way, but it was done. {why} {}", acted.text);
                acted.ok = true;
                // The rest of the turn was planned for a page that nobody saw.
                acted.cuts_turn = true;
                self.acted(&intent, acted, now)
            }
            Verdict::NotDone(why) => {
                let text = format!(
                    "EDITH was interrupted before this ({}), and it was not done. {why} If it is still right, call it again. {}",
                    intent.in_english(),
                    acted.text
                );
                self.left_open(&intent, acted, text, false, now)
            }
            Verdict::Unknown(_) if intent.is_grave() && !stopped_by_user => {
                self.observe(acted);
                let question = say!(DidItHappen { what: &intent.text });
                self.ask_what_happened(intent, question, now)
            }
            Verdict::Unknown(why) => {
                let text = format!(
                    "EDITH was interrupted while this was under way ({}), so it is not known whether it took effect. {why} It was not repeated. \
                     Judge from what the page shows now. {}",
                    intent.in_english(),
                    acted.text
                );
                self.left_open(&intent, acted, text, true, now)
            }
        }
    }

    /// Answers a call whose effect is missing or (`unsure`) unknown. The rest of its turn is cancelled.
    pub(super) fn left_open(
        &mut self,
        intent: &Intent,
        acted: Acted,
        text: String,
        unsure: bool,
        now: f64,
    ) -> Vec<Event> {
        let short = if unsure { "not known whether it took effect" } else { "not done" };
        let shown = Acted { ok: false, text: text.clone(), ..acted.clone() };
        let event = self.call_ended(intent, &shown, &text, now);
        self.completion.last_failure = Some(format!("{}: {short}", intent.in_english()));
        self.completion.deeds.failed = Some(intent.text.clone());
        self.completion.deeds.unsure = unsure;
        self.completion.questioned = false;
        self.arrive(Some(intent), &acted);
        let from = intent.proposal.answer_origin(&acted.url);
        let shown = Shown { data: acted.data.clone(), look: acted.look.clone(), picture: None, from };
        let end = if unsure { CallEnd::Unknown } else { CallEnd::Failed };
        self.transcript.ended(&intent.proposal.call, end, &text);
        self.pop_pending(intent, text, shown, now);
        if unsure {
            self.replay_unsure(intent);
        }
        let (stopped_by_user, acted_unsure) = (acted.stopped_by_user, acted.unsure);
        self.observe(acted);
        let unanswered = "Not done: what became of an earlier call of the same turn is not known.";
        self.cancel_pending(if acted_unsure { unanswered } else { "Not done: EDITH was interrupted." }, now);
        if stopped_by_user {
            return self.finish(Outcome::Stopped, say!(CancelledInBar), now);
        }
        self.next_call();
        vec![event]
    }

    fn ask_what_happened(&mut self, intent: Intent, question: Sentence, now: f64) -> Vec<Event> {
        if self.task.terms.is_some() {
            return self.park(&intent, question, now);
        }
        let ask = Ask {
            run_id: self.id.clone(),
            conversation_id: self.conversation.clone(),
            ask_id: self.next_ask_id(),
            text: question.into(),
            kind: AskKind::Question { options: Vec::new(), about: Some(intent.shown.clone()) },
        };
        self.asking(ask, intent, now)
    }

    /// The person says what became of a grave effect.
    pub(super) fn told_what_happened(&mut self, intent: &Intent, answer: &str, now: f64) -> Vec<Event> {
        let text = format!(
            "EDITH was interrupted while this was under way ({}), so it is not known whether it took effect, and it was not repeated. The user was \
             asked what happened. The user answers: {answer}",
            intent.in_english()
        );
        self.completion.last_failure = Some(format!("{}: not known whether it took effect", intent.in_english()));
        self.completion.deeds.unsure = true;
        self.completion.questioned = false;
        let events = self.answer_call(intent, text, false, now);
        self.transcript.ended(&intent.proposal.call, CallEnd::Unknown, answer);
        self.replay_unsure(intent);
        events
    }
}
