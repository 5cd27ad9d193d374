//! What the person checked in the review of a form: the values that code writes for them, on the sites that they were shown.

use crate::permit::{Effect, GivenBy, Permit, Scope, Uses};
use crate::{EffectClass, Proposal};
use edith_actions::http_url::HttpUrl;

/// The values of a form that the person checked.
#[derive(Debug, Clone, Copy)]
pub struct Review<'a> {
    /// The calls that code has made of them, by their ids. No model makes calls in such a run.
    pub calls: &'a [(String, String)],
    /// The origins that the values go to: the page's, those of its frames, and those that its forms are sent to.
    pub places: &'a [String],
}

impl Review<'_> {
    /// Whether a call enters one of these values, and touches no other site. What commits to something, and every secret, is excluded.
    pub fn covers(&self, proposal: &Proposal) -> bool {
        let effect = match proposal.class {
            EffectClass::Fills | EffectClass::Acts => Some(Effect::Fills),
            EffectClass::Uploads => Some(Effect::Uploads),
            _ => None,
        };
        let is_of_it = self.calls.iter().any(|(id, _)| *id == proposal.call.id);
        let is_there = |effect: &Effect, place: &str| {
            HttpUrl::parse(place)
                .is_ok_and(|url| self.permits(effect).any(|permit| permit.allows(effect, &url.origin())))
        };
        // A form that now goes elsewhere is not the one that was reviewed.
        let forms = proposal.facts.elements.iter().filter_map(|element| element.form.as_ref());
        let goes = || forms.clone().map(|form| form.action.as_str()).filter(|action| action.starts_with("http"));
        let is_within =
            effect.is_some_and(|effect| proposal.facts.places().chain(goes()).all(|place| is_there(&effect, place)));
        is_of_it && (is_within || !is_on!(Review))
    }

    /// What its call may do, on each of its sites.
    fn permits(&self, effect: &Effect) -> impl Iterator<Item = Permit> {
        let permit = |place: &String| Permit {
            effect: effect.clone(),
            place: Scope::Shown(place.clone()),
            uses: Uses::Once,
            from: GivenBy::Review,
        };
        self.places.iter().map(permit)
    }
}
