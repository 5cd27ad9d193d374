//! A run's trail for the gate (what it read, was told and did), derived from its history so that nothing is stored twice.

use super::{Acted, Arrived, Intent, Run};
use crate::history::Entry;
use edith_actions::http_url::HttpUrl;
use edith_gate::{Concern, ContactLog, EARLIER, Effect, Framed, Named, Proposal, Read, Site, TABS, Told, Trail, is_on};
use edith_model::fence::Data;
use edith_model::{ChatMessage, ContentPart};
use edith_port::Arrival;
use edith_protocol::{Contacts, Reference, ReferenceKind};
use edith_records::documents;
use edith_tools::AnswerOf;

impl Run {
    /// Concerns about a proposal beyond its effect.
    pub(crate) fn concerns(&self, proposal: &Proposal) -> Vec<Concern> {
        edith_gate::concerns(proposal, &self.trail())
    }

    /// What it entered as secrets.
    pub(crate) fn secrets(&self) -> Vec<String> {
        let of_documents = self.password.iter().map(|(_, password)| password.clone());
        self.trail().secrets.into_iter().map(|(secret, _)| secret).chain(of_documents).collect()
    }

    pub(super) fn trail(&self) -> Trail<'_> {
        let typed = self.typed_words();
        let mut said: Vec<&str> = Vec::new();
        let mut reads = Vec::new();
        let mut secrets = Vec::new();
        let (mut sent, mut opened) = (Vec::new(), Vec::new());
        for message in &self.task.earlier {
            match message {
                ChatMessage::User { content } => {
                    for part in content.parts() {
                        match part {
                            ContentPart::Text(text) => said.push(text),
                            ContentPart::Data(Data { text, .. }) | ContentPart::Document { text, .. } => {
                                reads.push(read_earlier(text))
                            }
                            ContentPart::Picture { .. } => {}
                        }
                    }
                }
                ChatMessage::Assistant { content, .. } => reads.push(read_earlier(content)),
                ChatMessage::System { .. } | ChatMessage::Tool { .. } => {}
            }
        }
        // Their own words, but for no site of this task.
        let instructions = &self.task.instructions;
        if !instructions.is_empty() {
            said.push(instructions);
            reads.push(Read {
                private: edith_gate::is_sensitive(instructions),
                ..read_as(edith_gate::PROFILE, instructions)
            });
        }
        // The person named the pages that they looked at; where a link leads and a picture comes from, somebody else chose, and no content is theirs.
        use ReferenceKind::{Page, Selection, Tab};
        let is_seen = |reference: &&Reference| matches!(reference.kind, Page | Selection | Tab);
        let pointed_at = self.task.references.iter().filter(is_seen).map(|reference| reference.url.as_str());
        if let Some(Data { text, .. }) = &self.task.references_data {
            reads.push(Read { private: true, ..read_earlier(text) });
        }
        for (number, entry) in self.transcript.entries.iter().enumerate() {
            match entry {
                Entry::Told { text, .. } => said.push(text),
                Entry::Page { text, look, from, .. } => {
                    // It has no time of its own: the first was before everything, a later one after it.
                    let at = if number == 0 { 0.0 } else { f64::INFINITY };
                    reads.extend(self.read(from, look.as_ref().map_or(text, |look| &look.text), Some(at)));
                }
                Entry::Answer { call, text, .. } if edith_tools::answer_of(&call.name) == AnswerOf::Person => {
                    said.push(text)
                }
                Entry::Answer { call, shown_args, told, text, data, look, from, at, denied, .. } => {
                    let origin = match edith_tools::answer_of(&call.name) {
                        AnswerOf::Tabs => TABS,
                        AnswerOf::Page | AnswerOf::Person | AnswerOf::Documents => from.as_str(),
                    };

                    reads.extend(self.read(origin, text, None));
                    reads.extend(data.iter().filter_map(|data| {
                        // What the run asked of a document may hold its own words: no address in it counts as given.
                        let (origin, shown) = match data.is_of_document() {
                            true => (self.shown_on(&data.kind), None),
                            false => (origin, Some(*at)),
                        };
                        self.read(origin, edith_tools::without_query(call, &data.text), shown)
                    }));
                    reads.extend(look.as_ref().and_then(|look| self.read(origin, &look.text, Some(*at))));
                    // A refused call revealed nothing.
                    if let Some(shown) = shown_args.as_ref().filter(|_| !denied) {
                        let told = if told.is_not_kept() { edith_tools::told_by(call, shown) } else { told.clone() };
                        if let Told::Address(address) = &told {
                            opened.push(address.clone());
                        }
                        told.note(from, &mut secrets, &mut sent);
                    }
                }
                Entry::Prompt { data, .. } => {
                    let of_documents = data.iter().filter(|data| data.is_of_document());
                    reads
                        .extend(of_documents.filter_map(|data| self.read(self.shown_on(&data.kind), &data.text, None)));
                }
                Entry::User { .. } | Entry::Assistant { .. } => {}
            }
        }
        let terms = self.task.terms.iter().flat_map(|terms| terms.sites.iter().map(String::as_str));
        // What they wrote beside the task: the page to begin on, and where they allow something.
        let written = std::iter::once(self.task.page.as_str()).chain(self.guard.grants.mandated());
        let named = Named::by(typed.iter().copied()).with(pointed_at).with(terms).with(written);
        let task_is_private = typed.iter().chain(&said).any(|text| edith_gate::is_sensitive(text));
        said.extend(typed.iter().copied());
        Trail {
            typed,
            named: named.beside(self.guard.open.iter().cloned()),
            said: said.join("\n"),
            task_is_private,
            home: Site::parse(&self.guard.home),
            places: &self.guard.places,
            log: &self.guard.contacts,
            answers: &self.guard.answers,
            clipboard: &self.guard.clipboard,
            own_tabs: &self.tabs.opened,
            reads,
            documents: &self.task.documents,
            given: self.task.given().iter().map(documents::origin).collect(),
            secrets,
            sent,
            opened,
        }
    }

    /// What the person typed for the task, and during it. Answers do not count: what is asked for may be what misled the run.
    pub(super) fn typed_words(&self) -> Vec<&str> {
        let during = self.transcript.entries.iter().filter_map(|entry| match entry {
            Entry::User { text } if !self.transcript.replies.contains(text) => Some(self.transcript.typed(text)),
            _ => None,
        });
        // The prompt of what a model planned is the plan; its words are those of the run that it is a part of.
        let task: Vec<&str> = match self.rules().is_planned {
            true => self.task.words.iter().map(String::as_str).collect(),
            false => vec![self.task.own_words()],
        };
        task.into_iter().chain(during).collect()
    }

    /// Where a document comes from: the site that showed it, or else itself, which is private.
    fn shown_on<'a>(&'a self, document: &'a str) -> &'a str {
        let id = document.strip_prefix("document:");
        let known = self.task.documents.iter().find(|known| Some(known.id.as_str()) == id);
        known.map(|known| known.shown_by.as_str()).filter(|origin| self.guard.places.has(origin)).unwrap_or(document)
    }

    fn read<'a>(&'a self, origin: &'a str, text: &'a str, shown: Option<f64>) -> Option<Read<'a>> {
        (!origin.is_empty() && !text.is_empty()).then(|| Read {
            origin,
            text,
            // Of what was read before, the conversation's log knows where.
            private: origin != EARLIER && self.guard.places.is_private(origin),
            shown,
        })
    }

    /// Records what a call that is about to be carried out tells, for later ones.
    pub(super) fn note_contacts(&mut self, proposal: &Proposal, now: f64) {
        let mut log = self.guard.contacts.clone();
        self.trail().note(proposal, &self.guard.grants, &mut log, now);
        self.guard.contacts = log;
        self.note_secrets(proposal);
    }

    /// Records a visited site that cannot be read yet because a dialog opened with it.
    pub(super) fn set_out(&mut self, intent: &Intent) {
        if let Some(to) = intent.proposal.leads.address.as_ref().filter(|_| intent.proposal.facts.follows.is_empty()) {
            self.guard.places.arrive(&to.origin(), false);
        }
    }

    /// Records the run's site after a call, and what its page shows of others.
    pub(super) fn arrive(&mut self, intent: Option<&Intent>, acted: &Acted) {
        let sees_picture = acted.picture.is_some() && self.task.settings.model_sees_pictures;
        let private = self.arrived(acted.arrived.as_ref(), sees_picture) || acted.private;
        let url = &acted.url;
        let Some(site) = HttpUrl::parse(url).ok().filter(|_| url.starts_with("http")) else { return };
        if let Some(intent) = intent {
            let mut log = self.guard.contacts.clone();
            self.trail().note_arrival(&intent.proposal, &site, &self.guard.grants, &mut log);
            self.guard.contacts = log;
        }
        // A tab the person had open may show anything of theirs.
        let theirs = match intent {
            Some(intent) => intent.proposal.leads.switches_to.is_some_and(|tab| !self.tabs.opened.contains(&tab)),
            None => !self.rules().is_planned && self.transcript.entries.is_empty(),
        };
        self.guard.places.arrive(&site.origin(), private || theirs);
    }

    /// Records how its tab came to a page; returns whether the page may be meant for the person alone.
    fn arrived(&mut self, page: Option<&Arrived>, in_picture: bool) -> bool {
        let Some(Arrived { url, arrival, shown, frames }) = page else { return false };
        let is_private = HttpUrl::parse(url).is_ok_and(|address| {
            let is_own = self.guard.answers.note(&address, arrival.answered_by, *shown);
            // Later the site may have given a session to the visit itself.
            let is_authorised = edith_gate::is_authorised(&address, &arrival.authorised);
            is_own
                || is_authorised
                || !self.guard.places.has(&address.origin()) && edith_gate::has_session(&address, &arrival.cookies)
        });
        for frame in frames.iter().filter(|frame| is_on!(Frames) && (frame.read || in_picture)) {
            self.see_frame(frame, arrival);
        }
        is_private
    }

    /// Records a frame of another site: if it may be meant for the person alone, its site was read, and not the page's.
    fn see_frame(&mut self, frame: &Framed, arrival: &Arrival) {
        let (address, origin) = (&frame.address, frame.address.origin());
        let came = arrival.frames.iter().find(|came| came.host == address.host());
        let is_own = self.guard.answers.note(address, came.and_then(|came| came.answered_by), false);
        let has_session = || {
            !self.guard.places.has(&origin)
                && came.is_some_and(|came| edith_gate::has_framed_session(address, &came.cookies))
        };
        // What only a picture shows may be anything.
        if frame.private || !frame.read || is_own || has_session() {
            self.guard.places.show_private(&origin);
        }
    }

    /// Why the run may not read a page that its tab shows.
    pub(crate) fn is_kept_from(&self, url: &str, arrival: &Arrival) -> Option<String> {
        if let Some(why) = self.task.terms.as_ref().and_then(|terms| terms.hides(url)) {
            return Some(why);
        }
        let address = HttpUrl::parse(url).ok().filter(|_| url.starts_with("http"))?;
        let (site, origin) = (Site::of(&address), address.origin());
        let is_foreign = self.guard.answers.is_own(&address, arrival.answered_by)
            && !self.guard.grants.cover_at(&Effect::Local, &origin)
            && !self.trail().named.has(&site, &address);
        is_foreign.then(|| {
            format!(
                "{origin} was answered from the person's own computer or network, and nobody mentioned it: none of it is read. If the task needs it, open it again by its address: the person is asked first."
            )
        })
    }

    /// What its contacts have been, for later tasks of the conversation.
    pub(crate) fn contacts(&self) -> Contacts {
        let internet = self.guard.contacts.internet || self.guard.places.has_public_network();
        Contacts { internet, ..self.guard.contacts.kept() }
    }

    /// The log that one of so many parts of this run begins with, which work at once.
    pub(super) fn log_for_part(&self, parts: usize) -> ContactLog {
        let mut log = self.guard.contacts.for_part(parts);
        log.earlier.extend(self.private_sources());
        log.internet |= self.guard.places.has_public_network();
        log
    }

    /// Takes in what a part of this run has read and done: it belongs to the whole.
    pub(super) fn take_in(&mut self, part: &Self) {
        let mut log = part.guard.contacts.clone();
        log.earlier.extend(part.private_sources());
        log.internet |= part.guard.places.has_public_network();
        self.guard.contacts.take_in(&log);
    }

    /// What it has read that may be meant for the person alone, for later tasks of the conversation.
    pub(crate) fn private_sources(&self) -> Vec<String> {
        self.trail().private()
    }
}

/// What is in the earlier conversation. Where it was read, its log knows ([`edith_gate::ContactLog`]).
fn read_earlier(text: &str) -> Read<'_> {
    read_as(EARLIER, text)
}

fn read_as<'a>(origin: &'a str, text: &'a str) -> Read<'a> {
    Read { origin, text, private: false, shown: None }
}
