//! Addresses that one turn opens and that the person did not name: asked about once, as one question with the list.

use super::{Intent, Run};
use crate::action::Action;
use crate::gate::{self, Concern, Moment, Verdict};
use crate::tool::Operation;
use edith_page::Index;
use edith_protocol::{Origin, ValueShown};
use edith_words::say;

/// The most addresses of one question.
const MOST: usize = 10;

impl Run {
    /// The same intent, asked about for the turn's further addresses too. What is more than telling a site something, an address of the person's own
    /// network for one, is left for a question of its own.
    pub(super) fn asked_together(&self, mut intent: Intent) -> Intent {
        let is_link = |intent: &Intent, concerns: &[Concern]| {
            matches!(intent.operation, Operation::Open(_) | Operation::Perform(Action::Navigate { .. }))
                && intent.proposal.leads.address.as_ref().is_some_and(|to| !gate::is_local(to.host()))
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
            match gate::judge(&other.proposal, self.ground(), Moment::New(&concerns)) {
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
