//! What a run asks the user: approval of exact actions, and the model's questions.

use super::{Acted, Asked, Disposition, Intent, Run, State};
use crate::history::{DENIED, Entry};
use edith_model::CallEnd;
use edith_protocol::{Ask, AskAnswer, AskId, AskKind, Event, Outcome};
use edith_tools::{Call, Operation};
use edith_words::{Sentence, say};
/// Which of the offered options the answer is, from 0: they are compared as they were shown, whatever language is spoken by now.
pub(super) fn picked(kind: &AskKind, answer: &AskAnswer) -> Option<usize> {
    let (AskKind::Question { options, .. } | AskKind::Limit { options, .. }) = kind else { return None };
    let AskAnswer::Text(text) = answer else { return None };
    options.iter().position(|option| option == text)
}

impl Run {
    pub(super) fn ask_approval(&mut self, mut intent: Intent, reason: &str, now: f64) -> Vec<Event> {
        self.tell_sources(&mut intent.shown, &intent.proposal.facts.fields);
        let reasons = [reason].into_iter().chain(intent.concerns.iter().map(|concern| concern.reason.as_str()));
        let reason = reasons.filter(|reason| !reason.is_empty()).collect::<Vec<_>>().join(" ");
        let ask = Ask {
            run_id: self.id.clone(),
            conversation_id: self.conversation.clone(),
            ask_id: self.next_ask_id(),
            text: reason.clone(),
            kind: AskKind::Approval(intent.shown.clone()),
        };
        if self.task.terms.is_some() {
            return self.park(&intent, say!(NeedsLeave { reason: reason, does: &intent.text }), now);
        }
        self.asking(ask, intent, now)
    }

    pub(super) fn ask_question(&mut self, intent: &Intent, question: String, now: f64) -> Vec<Event> {
        let options = intent.call.as_ref().map(Call::choices).unwrap_or_default();
        let ask = Ask {
            run_id: self.id.clone(),
            conversation_id: self.conversation.clone(),
            ask_id: self.next_ask_id(),
            text: question,
            kind: AskKind::Question { options, about: None },
        };
        if self.task.terms.is_some() {
            return self.park(intent, say!(AsksYou { question: ask.text }), now);
        }
        self.asking(ask, intent.clone(), now)
    }

    /// Asks the person how to go on after several different actions have failed.
    pub(super) fn ask_how_to_go_on(&mut self, now: f64) -> Vec<Event> {
        let tried: Vec<String> =
            self.counters.failed.drain(..).map(|(_, does)| format!("- {}", does.replace('\n', " "))).collect();
        let question = say!(HowToGoOn { tried: tried.join("\n") });
        self.cancel_pending("Not done: the user is asked first how to go on.", now);
        if self.task.terms.is_some() {
            return self.finish(Outcome::NeedsInput, say!(Parked { need: question }), now);
        }
        let ask = Ask {
            run_id: self.id.clone(),
            conversation_id: self.conversation.clone(),
            ask_id: self.next_ask_id(),
            text: question.to_string(),
            kind: AskKind::Question { options: vec![say!(TryAnotherWay).to_string()], about: None },
        };
        self.asked = Some(Asked::HowToGoOn);
        self.state = State::Asking { ask: Box::new(ask.clone()), intent: None };
        vec![Event::Ask(ask)]
    }

    /// The page is looked at again: the person may have helped. Like every answer theirs names no site for the gate: what misled the run may have led to
    /// the question.
    fn told_how_to_go_on(&mut self, question: String, answer: &AskAnswer, now: f64) -> Vec<Event> {
        if *answer == AskAnswer::Deny {
            return self.finish(Outcome::Stopped, say!(StoppedAsUseless), now);
        }
        let text = answer.as_str().to_owned();
        let told = format!("You asked the user how to go on. The user answers: {text}");
        self.transcript.entries.push(Entry::Prompt { text: told, data: Vec::new() });
        self.transcript.entries.push(Entry::Told { call: String::new(), question: Some(question), text, at: now });
        self.think();
        if matches!(self.state, State::Thinking { .. }) && self.tabs.current.is_some() && !self.tabs.dialog_open {
            self.state = State::Starting;
        }
        vec![self.progress(say!(GoingOn), now)]
    }

    /// Ends an unattended run that needs a person, who finds the need in its conversation.
    pub(super) fn park(&mut self, intent: &Intent, need: Sentence, now: f64) -> Vec<Event> {
        self.end_undone(intent, say!(Parked { need: need }), now)
    }

    fn end_undone(&mut self, intent: &Intent, end: Sentence, now: f64) -> Vec<Event> {
        let event = self.call_ended(intent, &Acted::default(), "Not done: nobody is there to allow it.", now);
        let mut events = self.finish(Outcome::NeedsInput, end, now);
        events.insert(0, event);
        events
    }

    /// The outcome at a limit: an unattended run waits for its person.
    pub(super) fn limit_outcome(&self) -> Outcome {
        if self.task.terms.is_some() { Outcome::NeedsInput } else { Outcome::Failed }
    }

    pub(super) fn asking(&mut self, ask: Ask, intent: Intent, now: f64) -> Vec<Event> {
        let started = self.call_started(&intent, now);
        self.state = State::Asking { ask: Box::new(ask.clone()), intent: Some(Box::new(intent)) };
        vec![started, Event::Ask(ask)]
    }

    /// Ends a run whose ask nobody answers. Another ask than the open one changes nothing.
    pub(super) fn nobody_answers(&mut self, ask_id: &AskId, now: f64) -> (Disposition, Vec<Event>) {
        let State::Asking { ask, intent } = self.state.clone() else { return (Disposition::GoesOn, Vec::new()) };
        if ask.ask_id != *ask_id {
            return (Disposition::GoesOn, Vec::new());
        }
        self.asked = None;
        let need = match (&ask.kind, &intent) {
            (AskKind::Approval(_), Some(intent)) => say!(NeedsLeave { reason: ask.text, does: &intent.text }),
            _ => say!(AsksYou { question: ask.text }),
        };
        // There is no conversation in which it could be answered later.
        let end = say!(LeftOpen { need: need });
        let events = match intent {
            Some(intent) => self.end_undone(&intent, end, now),
            None => self.finish(Outcome::NeedsInput, end, now),
        };
        (Disposition::IsDropped, events)
    }

    /// Applies the user's answer. One to another ask changes nothing.
    pub(super) fn answered(&mut self, ask_id: &AskId, answer: &AskAnswer, now: f64) -> (Disposition, Vec<Event>) {
        let State::Asking { ask, intent } = self.state.clone() else { return (Disposition::GoesOn, Vec::new()) };
        if ask.ask_id != *ask_id {
            return (Disposition::GoesOn, Vec::new());
        }
        if let Some(asked) = self.asked.take() {
            let events = match asked {
                Asked::Server => self.server_replied(intent, answer, now),
                Asked::Password(document) => self.password_given(&document, answer, now),
                Asked::Plan | Asked::Form | Asked::Step | Asked::Outside => {
                    self.room().on_answer(self, &asked, picked(&ask.kind, answer), answer, now)
                }
                Asked::HowToGoOn => self.told_how_to_go_on(ask.text, answer, now),
                Asked::Limit { reached, back } => self.limit_decided(&reached, *back, &ask.kind, answer, now),
            };
            return (Disposition::IsDropped, events);
        }
        let Some(intent) = intent else { return (Disposition::GoesOn, Vec::new()) };
        if matches!(ask.kind, AskKind::Approval(_))
            && let Some(events) = self.room().on_approval(self, &intent, answer, now)
        {
            return (Disposition::IsDropped, events);
        }
        let events = match ask.kind {
            AskKind::Question { .. } if !matches!(intent.operation, Operation::Ask(_)) => {
                self.told(&intent, Some(ask.text), answer.as_str(), now);
                self.told_what_happened(&intent, answer.as_str(), now)
            }
            // A plan and a form are about no call; the answer is what the person says.
            AskKind::Question { .. } | AskKind::Limit { .. } | AskKind::Plan { .. } | AskKind::Form { .. } => {
                self.told(&intent, Some(ask.text), answer.as_str(), now);
                let events = self.answer_call(&intent, format!("The user answers: {answer}"), true, now);
                self.transcript.ended(&intent.proposal.call, CallEnd::Done, answer.as_str());
                self.replay_told(&intent, answer);
                events
            }
            AskKind::Approval(_) => match answer {
                AskAnswer::Once | AskAnswer::Task | AskAnswer::Site => {
                    self.guard.grants.allow(answer, &intent.proposal.class, &intent.proposal.facts);
                    self.allow_concerns(&intent, answer);
                    self.accept_changed(&intent);
                    self.guard.refusals = 0;
                    // Allowing an action also resumes: a paused run would otherwise hold it back until the page has changed.
                    self.unpause();
                    self.act(*intent, now)
                }
                // Anything but the words of consent is a no, and the rest is the reason.
                AskAnswer::Deny
                | AskAnswer::Approve(_)
                | AskAnswer::Revise(_)
                | AskAnswer::Fill(_)
                | AskAnswer::Again { .. }
                | AskAnswer::Text(_) => {
                    self.completion.deeds.refused = true;
                    let why = answer.reason();
                    let sent = intent.proposal.held.as_ref().map(|_| std::mem::take(&mut self.completion.deeds.sent));
                    let sent = sent.unwrap_or_default();
                    let text = match why {
                        "" => format!("{DENIED}: {}. Do not try to do it another way.", intent.in_english()),
                        why => format!(
                            "{DENIED}: {}. The user says: {why}\nDo as the user says; do not try to do the refused action another way.",
                            intent.in_english()
                        ),
                    };
                    if !why.is_empty() {
                        self.told(&intent, None, why, now);
                    }
                    let before = match sent.as_slice() {
                        [] => String::new(),
                        sent => format!(" Before that the page had sent: {}.", sent.join("; ")),
                    };
                    self.completion.deeds.sent_unasked.extend(sent);
                    let mut events = self.answer_call(&intent, text + &before, false, now);
                    self.transcript.denied(&intent.proposal.call, why);
                    self.replay_refused(&intent);
                    events.extend(self.refused(now));
                    events
                }
            },
        };
        (Disposition::IsDropped, events)
    }

    /// A tool that is described in other words than before was shown in these, so it is as good as any other from now on.
    fn accept_changed(&mut self, intent: &Intent) {
        let Some(accepted) = &intent.proposal.facts.server_tool else { return };
        for known in self.task.external_tools.iter_mut().map(|tool| &mut tool.listed.tool) {
            if known == accepted {
                known.changed.clear();
            }
        }
    }

    /// Keeps the permissions that an answer gives beyond the one call.
    pub(super) fn allow_concerns(&mut self, intent: &Intent, answer: &AskAnswer) {
        for concern in &intent.concerns {
            let Some(effect) = concern.effect() else { continue };
            let answer = if concern.is_for_the_run() { answer.for_the_task() } else { answer.clone() };
            for place in concern.also.iter().map(String::as_str).chain([concern.place()]) {
                self.guard.grants.allow_at(&answer, &effect, place);
            }
        }
    }

    /// Records the person's answer as their words, before anything else they said: it is in the conversation and counts as said.
    fn told(&mut self, intent: &Intent, question: Option<String>, answer: &str, at: f64) {
        let call = intent.proposal.call.id.clone();
        self.transcript.entries.push(Entry::Told { call, question, text: answer.to_owned(), at });
    }
}
