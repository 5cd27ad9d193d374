//! What the person went over in the review of a form: the values that code writes for them, on the sites that they were shown.

use super::{EffectClass, Proposal, Switch};
use crate::http_url::HttpUrl;

/// The values of a form that the person went over.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Review<'a> {
    /// The calls that code has made of them, by their ids. No model makes calls in such a run.
    pub calls: &'a [(String, String)],
    /// The origins that the values go to: the page's, and those of its frames.
    pub places: &'a [String],
}

impl Review<'_> {
    /// Whether a call enters one of these values, and touches no other site. What commits to something, and every secret, is no such call.
    pub(crate) fn covers(&self, proposal: &Proposal) -> bool {
        let enters = matches!(proposal.class, EffectClass::Fills | EffectClass::Acts | EffectClass::Uploads);
        let is_of_it = self.calls.iter().any(|(id, _)| *id == proposal.call.id);
        let is_there = |place: &str| HttpUrl::parse(place).is_ok_and(|url| self.places.contains(&url.origin()));
        let is_within = enters && proposal.facts.places().all(is_there);
        is_of_it && (is_within || !Switch::Review.is_on())
    }
}
