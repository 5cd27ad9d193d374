//! A run's events for the panel.

use super::{Acted, Intent, Run, State};
use edith_model::fence::Data;
use edith_protocol::{Done, Event, Progress, ToolCall};
use edith_words::{Sentence, say};

impl Run {
    /// A line of progress without a tool.
    pub(crate) fn progress(&self, text: impl Into<String>, now: f64) -> Event {
        Event::Progress(self.blank_progress(text.into(), now))
    }

    /// The final event, if it is over.
    pub(crate) fn done(&self) -> Option<Event> {
        let State::Done { outcome, summary } = &self.state else { return None };
        Some(Event::Done(Done {
            run_id: self.id.clone(),
            conversation_id: self.conversation.clone(),
            outcome: *outcome,
            summary: summary.clone(),
            evidence: self.completion.evidence.clone(),
            usage: self.counters.usage,
            refused_key: self.completion.refused_key.clone(),
            form: self.room().end(self),
            suggestions: self.completion.suggestions.clone(),
        }))
    }

    pub(super) fn call_started(&self, intent: &Intent, now: f64) -> Event {
        Event::Progress(self.call_progress(intent, now))
    }

    pub(super) fn call_ended(&self, intent: &Intent, acted: &Acted, text: &str, now: f64) -> Event {
        let shown = acted.data.iter().map(Data::fenced).chain(acted.look.as_ref().map(|look| look.data().fenced()));
        let all = [text.to_owned()].into_iter().chain(shown).filter(|text| !text.is_empty());
        Event::Progress(Progress {
            result: Some(all.collect::<Vec<_>>().join("\n")),
            ok: Some(acted.ok),
            screenshot: acted.picture.clone(),
            recorded: acted.recorded.clone().filter(|_| acted.ok),
            ..self.call_progress(intent, now)
        })
    }

    pub(super) fn malformed_call(&self, call: &ToolCall, sentence: &str, now: f64) -> Event {
        Event::Progress(self.failed_call(call, sentence, now))
    }

    fn failed_call(&self, call: &ToolCall, sentence: &str, now: f64) -> Progress {
        Progress {
            call_id: Some(call.id.clone()),
            tool: Some(call.name.clone()),
            result: Some(sentence.to_owned()),
            ok: Some(false),
            ..self.blank_progress(say!(MalformedCall).into(), now)
        }
    }

    /// A call that was understood but cannot be done here: described by the obstacle.
    pub(super) fn unfit_call(&self, call: &ToolCall, sentence: &str, said: Sentence, now: f64) -> Event {
        Event::Progress(Progress { text: said.into(), ..self.failed_call(call, sentence, now) })
    }

    fn call_progress(&self, intent: &Intent, now: f64) -> Progress {
        Progress {
            call_id: Some(intent.proposal.call.id.clone()),
            tool: Some(intent.proposal.call.name.clone()),
            args: Some(intent.shown_args.clone().into()),
            ..self.blank_progress(intent.text.clone(), now)
        }
    }

    pub(super) fn blank_progress(&self, text: String, now: f64) -> Progress {
        Progress {
            run_id: self.id.clone(),
            conversation_id: self.conversation.clone(),
            step: self.counters.step,
            text,
            timestamp: now,
            call_id: None,
            tool: None,
            args: None,
            result: None,
            ok: None,
            screenshot: None,
            usage: Some(self.counters.usage),
            step_usage: (self.counters.step > 0).then_some(self.counters.step_usage),
            parent_run_id: self.parent().cloned(),
            answers: None,
            plan: None,
            form: None,
            sources: None,
            recorded: None,
            waiting: None,
        }
    }
}
