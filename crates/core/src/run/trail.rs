//! A run's trail for the gate (what it read, was told and did), derived from its history so that nothing is stored twice.

use super::asks::DENIED;
use super::{Intent, Run};
use crate::gate::{self, Breath, Concern, EARLIER, EffectClass, Named, Proposal, Read, TABS, Trail, Way};
use crate::history::Entry;
use crate::http_url::HttpUrl;
use crate::tool::{self, AnswerOf};
use edith_model::fence::Data;
use edith_model::{ChatMessage, Part};

impl Run {
    /// Concerns about a proposal beyond its effect. A long text takes a while.
    pub(crate) async fn concerns(&self, proposal: &Proposal, breath: &Breath<'_>) -> Vec<Concern> {
        if proposal.needs_trail() { gate::concerns(proposal, &self.trail(), breath).await } else { Vec::new() }
    }

    pub(super) fn trail(&self) -> Trail<'_> {
        let mut said = vec![self.task.prompt.as_str()];
        let mut reads = Vec::new();
        let mut secrets = Vec::new();
        let mut sent = Vec::new();
        for message in &self.task.earlier {
            match message {
                ChatMessage::User { content } => {
                    for part in content.parts() {
                        match part {
                            Part::Text(text) => said.push(text),
                            Part::Data(Data { text, .. }) => reads.push(Read { origin: EARLIER, text, private: true }),
                            Part::Document { text, .. } => reads.push(Read { origin: EARLIER, text, private: true }),
                            Part::Picture { .. } => {}
                        }
                    }
                }
                ChatMessage::Assistant { content, .. } => {
                    reads.push(Read { origin: EARLIER, text: content, private: true })
                }
                ChatMessage::System { .. } | ChatMessage::Tool { .. } => {}
            }
        }
        // The person named what they pointed at; its content is not theirs.
        said.extend(self.task.references.iter().map(|refers| refers.url.as_str()));
        if let Some(Data { text, .. }) = &self.task.references_data {
            reads.push(Read { origin: EARLIER, text, private: true });
        }
        for entry in &self.transcript.entries {
            match entry {
                Entry::User { text } | Entry::Told { text, .. } => said.push(text),
                Entry::Page { text, look, from } => {
                    reads.extend(self.read(from, look.as_ref().map_or(text, |look| &look.text)));
                }
                Entry::Answer { call, text, .. } if tool::answer_of(&call.name) == AnswerOf::Person => said.push(text),
                Entry::Answer { call, shown_args, told, text, data, look, from, .. } => {
                    let origin = match tool::answer_of(&call.name) {
                        AnswerOf::Tabs => TABS,
                        AnswerOf::Page | AnswerOf::Person => from.as_str(),
                    };
                    reads.extend(self.read(origin, text));
                    reads.extend(data.iter().filter_map(|data| self.read(origin, &data.text)));
                    reads.extend(look.as_ref().and_then(|look| self.read(origin, &look.text)));
                    // A refused call revealed nothing.
                    if let Some(shown) = shown_args.as_ref().filter(|_| !text.starts_with(DENIED)) {
                        let told = if told.is_not_kept() { tool::told_by(call, shown) } else { told.clone() };
                        told.note(from, &mut secrets, &mut sent);
                    }
                }
                Entry::Assistant { .. } => {}
            }
        }
        Trail {
            named: Named::read(said.iter().copied()),
            said: said.join("\n"),
            places: &self.guard.places,
            own_tabs: &self.tabs.opened,
            reads,
            secrets,
            sent,
        }
    }

    fn read<'a>(&'a self, origin: &'a str, text: &'a str) -> Option<Read<'a>> {
        (!origin.is_empty() && !text.is_empty()).then(|| Read {
            origin,
            text,
            private: self.guard.places.is_private(origin),
        })
    }

    /// Records a visited site that cannot be read yet because a dialog opened with it.
    pub(super) fn set_out(&mut self, intent: &Intent) {
        let Some(to) = &intent.proposal.leads.address else { return };
        if intent.proposal.facts.follows.is_empty() {
            let way = if self.has_read() { Way::Own } else { Way::Task };
            self.guard.places.arrive(&to.origin(), way, false);
        }
    }

    /// Records the run's site after a call, and the way there.
    pub(super) fn arrive(&mut self, intent: Option<&Intent>, url: &str, private: bool) {
        let Some(site) = HttpUrl::parse(url).ok().filter(|_| url.starts_with("http")) else { return };
        let origin = site.origin();
        let here = self.guard.places.way(&HttpUrl::parse(&self.tabs.url).map(|url| url.origin()).unwrap_or_default());
        let way = match intent {
            None if self.source().is_some() => Way::Task,
            None if self.transcript.entries.is_empty() => Way::Start,
            // A resumed run stays where it was: resuming says nothing about the site. If it is elsewhere now, a page may have led there.
            None => match (self.guard.places.way(&origin), here) {
                (Some(known), _) => known,
                (None, Some(Way::Own)) => Way::Own,
                (None, _) => Way::Linked,
            },
            Some(intent) => {
                let went = intent.proposal.leads.address.is_some() && intent.proposal.facts.follows.is_empty();
                match went {
                    true if self.has_read() => Way::Own,
                    true => Way::Task,
                    // A site reached from one that nobody named is no better than that one.
                    false
                        if here == Some(Way::Own)
                            && !HttpUrl::parse(&self.tabs.url).is_ok_and(|url| crate::gate::finds(url.host())) =>
                    {
                        Way::Own
                    }
                    false => Way::Linked,
                }
            }
        };
        // A dialog opens before its page can be read: the preceding call leads there, and it is recorded with that.
        let way = match intent {
            Some(intent) if matches!(intent.proposal.class, EffectClass::AnswersDialog(_)) => {
                self.guard.places.way(&origin).unwrap_or(way)
            }
            _ => way,
        };
        // A tab the person had open may show anything of theirs.
        let theirs = intent.is_some_and(|intent| intent.proposal.leads.switches_to.is_some());
        self.guard.places.arrive(&origin, way, private || theirs);
    }

    /// Whether anything written by somebody else was read.
    fn has_read(&self) -> bool {
        let talked = self.task.earlier.iter().any(|message| matches!(message, ChatMessage::Assistant { .. }));
        let is_read = |entry: &Entry| matches!(entry, Entry::Answer { from, .. } if !from.is_empty());
        let places = &self.guard.places;
        talked
            || self.task.references_data.is_some()
            || !places.is_empty()
            || self.transcript.entries.iter().any(is_read)
    }
}
