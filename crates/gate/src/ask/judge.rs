//! The gate's single verdict on a proposal: when it is made, and again just before it is carried out.

use crate::effect::sends::told_to_server;
use crate::limits;
use crate::on_effect;
use crate::place::addresses;
use crate::{Concern, Facts, Ground, Moment, Now, Proposal, Sends, Trail, Verdict, open};
use edith_actions::http_url::HttpUrl;

/// Judges a proposal.
pub fn judge(proposal: &Proposal, ground: Ground<'_>, moment: Moment<'_>) -> Verdict {
    match moment {
        Moment::New(concerns) => {
            if let Some(site) = ground.terms.and_then(|terms| terms.outside(proposal)) {
                return Verdict::Outside { site };
            }
            if let Some(reason) = ground.terms.and_then(|terms| terms.refuses_tab(proposal, ground.own_tabs)) {
                return Verdict::Refuse { reason };
            }
            let reviewed = ground.review.is_some_and(|review| review.covers(proposal));
            // The person saw which value goes to which site. A secret from elsewhere is asked about all the same.
            let asked =
                |concern: &&Concern| concern.is_asked_with(ground.approvals) && !(reviewed && concern.is_for_the_run());
            let concerns: Vec<Concern> = open(concerns, ground.grants).filter(asked).cloned().collect();
            let effect = match on_effect(&proposal.class, &proposal.facts, ground.approvals, ground.grants) {
                // It answers the question about the effect, and no other.
                Verdict::Ask { .. } if ground.step.is_some_and(|step| step.covers(proposal).is_some()) => {
                    Verdict::Allow
                }
                Verdict::Ask { .. } if ground.meant.is_some_and(|meant| meant.covers(proposal)) => Verdict::Allow,
                Verdict::Ask { .. } if reviewed => Verdict::Allow,
                effect => effect,
            };
            match effect {
                Verdict::Ask { reason, .. } => Verdict::Ask { reason: proposal.with_request(reason), concerns },
                Verdict::Allow if !concerns.is_empty() => Verdict::Ask { reason: String::new(), concerns },
                allowed_or_refused => allowed_or_refused,
            }
        }
        Moment::Dispatch { seal, now, trail } => {
            if is_same(proposal, seal, &now) && is_still_allowed(proposal, ground, seal) {
                Verdict::CarryOut(Box::new(limits(proposal, ground, trail, seal.is_some())))
            } else {
                Verdict::Changed
            }
        }
    }
}

/// Whether what was allowed without a question still is: the person may have taken it back, and a run may have been stored in between.
fn is_still_allowed(proposal: &Proposal, ground: Ground<'_>, seal: Option<&str>) -> bool {
    let effect = || on_effect(&proposal.class, &proposal.facts, ground.approvals, ground.grants);
    !is_on!(Authority)
        || ground.terms.is_none_or(|terms| terms.outside(proposal).is_none())
            && (seal.is_some() || effect() == Verdict::Allow)
}

/// Whether the page must be examined again before a proposal is carried out. An unasked one is only examined if it targets the focus, which a page
/// can move.
pub fn must_be_examined_again(proposal: &Proposal, seal: Option<&str>) -> bool {
    is_on!(Seal) && proposal.facts.server_tool.is_none() && (seal.is_some() || proposal.to_focus)
}

fn is_same(proposal: &Proposal, seal: Option<&str>, now: &Now) -> bool {
    match (now, seal) {
        (Now::Unseen, _) => true,
        (Now::Dialog(dialog), _) => *dialog == proposal.facts.dialog,
        (Now::Unreadable, seal) => seal.is_none(),
        (Now::Page(now), Some(seal)) => now.seal() == seal,
        (Now::Page(now), None) => {
            let place = |facts: &Facts| (facts.origin.clone(), facts.frame.clone());
            now.class == proposal.class && place(&now.facts) == place(&proposal.facts)
        }
    }
}

/// All concerns about the call beyond its effect.
pub fn concerns(proposal: &Proposal, trail: &Trail<'_>) -> Vec<Concern> {
    let mut found = Vec::new();
    let facts = &proposal.facts;
    match &proposal.sends {
        Some(Sends::Address(address)) => {
            if let Ok(address) = HttpUrl::parse(address) {
                if is_on!(Pieces) {
                    trail.secret(&addresses::told_by(&address), &address.origin(), &mut found);
                }
                for address in std::iter::once(address.clone()).chain(addresses::inner(&address)) {
                    trail.local(&address, facts, &mut found);
                }
            }
        }
        Some(Sends::Text(text)) => {
            // Text written into a frame goes to the frame's site.
            trail.secret(text, facts.place(), &mut found);
        }
        Some(Sends::Arguments(arguments)) => {
            let to = facts.place();
            trail.secret(&told_to_server(arguments), to, &mut found);
        }
        None if proposal.leads.closes.is_some() => found.extend(trail.closing(proposal)),
        None => {
            if let Ok(address) = HttpUrl::parse(&facts.follows) {
                trail.local(&address, facts, &mut found);
            }
        }
    }
    trail.pastes(proposal, &mut found);
    found.extend(trail.shortcut(proposal));
    trail.contacts(proposal, &mut found);
    found
}
