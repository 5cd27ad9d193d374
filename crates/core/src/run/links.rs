//! Addresses that the person did not name: those that one turn opens are asked about once, as one question with the list, and links of documents have
//! limits besides that.

use super::{Intent, Run, State};
use crate::history::Entry;
use edith_actions::action::Action;
use edith_actions::http_url::HttpUrl;
use edith_gate::{Concern, Moment, Site, Verdict};
use edith_model::fence::Data;
use edith_page::Index;
use edith_protocol::{Origin, ValueShown};
use edith_records::documents::origin;
use edith_tools::Operation;
use edith_words::say;

/// The most addresses of one question, and the most links of documents that a run opens.
const MOST: usize = 10;
/// Bytes of the documents that links of documents lead to, together (the contract's figure).
const LINKED_BYTES: u64 = 20_000_000;

impl Run {
    /// Why a link of a document is not opened; none: it may be, after what the gate asks.
    pub(super) fn link_refusal(&self, intent: &Intent) -> Option<String> {
        let to = self.link_of_document(intent)?;
        let linked = &self.guard.linked;
        let why = if edith_gate::is_local(to.host()) {
            "it leads into the user's own network"
        } else if self.telling(to).all(|document| linked.documents.contains(document)) {
            "it is in a document that a link in another one led to"
        } else if linked.addresses.len() >= MOST && !linked.addresses.contains(to.as_str()) {
            "this task has opened as many links in documents as it may"
        } else {
            return None;
        };
        Some(format!(
            "{} is a link in a document, and {why}. Only the user can have it opened, by naming it.",
            to.as_str()
        ))
    }

    /// Records a link of a document that is about to be opened.
    pub(super) fn note_link(&mut self, intent: &Intent) {
        if let Some(to) = self.link_of_document(intent).map(|to| to.as_str().to_owned()) {
            self.guard.linked.addresses.insert(to);
        }
    }

    /// How many bytes a document may have that the present call leads to; none: as many as any.
    pub(crate) fn bytes_left_for_link(&self) -> Option<u64> {
        let (State::Acting { intent } | State::Unknown { intent }) = &self.state else { return None };
        self.link_of_document(intent)?;
        let linked =
            self.task.documents.iter().filter(|document| self.guard.linked.documents.contains(&origin(document)));
        Some(LINKED_BYTES.saturating_sub(linked.map(|document| document.size).sum()))
    }

    /// The address that a call opens, if only a document that was read named it.
    pub(super) fn link_of_document<'a>(&self, intent: &'a Intent) -> Option<&'a HttpUrl> {
        let opens = matches!(intent.operation, Operation::Open(_) | Operation::Perform(Action::Navigate { .. }));
        let to = intent.proposal.leads.address.as_ref().filter(|_| opens)?;
        let is_told = self.telling(to).next().is_some() && !self.trail().named.has(&Site::of(to), to);
        is_told.then_some(to)
    }

    /// The documents in which an address was read. In the own network its host suffices.
    fn telling(&self, to: &HttpUrl) -> impl Iterator<Item = &str> {
        let address = to.as_str().split_once("://").map_or(to.as_str(), |(_, address)| address);
        let address = address.split('#').next().unwrap_or_default().trim_end_matches('/');
        let link = if edith_gate::is_local(to.host()) { to.host() } else { address }.to_lowercase();
        let data = self.transcript.entries.iter().flat_map(|entry| match entry {
            Entry::Answer { data, .. } | Entry::Prompt { data, .. } => data.as_slice(),
            _ => &[],
        });
        let tells = move |data: &&Data| data.is_of_document() && data.text.to_lowercase().contains(&link);
        data.filter(tells).map(|data| data.kind.as_str())
    }

    /// The same intent, asked about for the turn's further addresses too. What is more than telling a site something, an address of the person's own
    /// network for one, is left for a question of its own.
    pub(super) fn asked_together(&self, mut intent: Intent) -> Intent {
        let is_link = |intent: &Intent, concerns: &[Concern]| {
            matches!(intent.operation, Operation::Open(_) | Operation::Perform(Action::Navigate { .. }))
                && intent.proposal.leads.address.as_ref().is_some_and(|to| !edith_gate::is_local(to.host()))
                && !concerns.is_empty()
                && concerns.iter().all(Concern::is_for_the_run)
        };
        if !is_link(&intent, &intent.concerns) {
            return intent;
        }
        let mut hosts: Vec<String> = intent.proposal.leads.address.iter().map(|to| to.host().to_owned()).collect();
        let own = intent.proposal.call.id.clone();
        let others = self.transcript.pending.iter().filter(|call| call.id != own).take(MOST - 1).filter_map(|call| {
            let other = self.intend(call.clone(), self.read_call(call).ok()?, &Index::default(), None).ok()?;
            let concerns = self.concerns(&other.proposal);
            match edith_gate::judge(&other.proposal, self.ground(), Moment::New(&concerns)) {
                _ if self.link_refusal(&other).is_some() => None,
                Verdict::Ask { reason, concerns } if reason.is_empty() && is_link(&other, &concerns) => {
                    Some((other.proposal.leads.address?, concerns))
                }
                _ => None,
            }
        });
        for (address, concerns) in others {
            let (field, value) = ("address".to_owned(), address.as_str().to_owned());
            intent.shown.values.push(ValueShown { field, value, source: Origin::Model });
            intent.concerns.extend(concerns.into_iter().map(|mut concern| {
                // The first says it for all.
                concern.reason.clear();
                concern
            }));
            hosts.push(address.host().to_owned());
        }
        let hosts = edith_page::order::distinct(hosts);
        if hosts.len() > 1
            && let Some(first) = intent.concerns.first_mut()
        {
            let read = self.trail().private_words();
            first.reason = say!(LinksTellUnnamed { sites: hosts.join(", "), read: read }).to_string();
        }
        intent
    }
}
