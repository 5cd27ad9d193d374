//! Limits while a proposal is carried out: which files pages may save, which requests they may make, and where the tab may be led.

use crate::ask::watching::watch;
use crate::file::files::saves;
use crate::place::origins;
use crate::{Confined, Deed, TabBounds};
use crate::{Ground, Limits, Proposal, Trail, is_local};
use edith_actions::http_url::HttpUrl;

/// The limits of an allowed proposal.
/// `was_asked`: whether the person was asked about it just now.
pub(crate) fn limits(proposal: &Proposal, ground: Ground<'_>, trail: Option<&Trail<'_>>, was_asked: bool) -> Limits {
    Limits {
        saves: saves(&proposal.class, &proposal.facts, ground.approvals, ground.grants),
        bounds: trail.and_then(|trail| bounds(proposal, ground, trail)),
        watch: watch(proposal, ground, trail, was_asked),
    }
}

fn bounds(proposal: &Proposal, ground: Ground<'_>, trail: &Trail<'_>) -> Option<TabBounds> {
    if let Some(sites) = ground.terms.map(|terms| &terms.sites).filter(|sites| is_on!(Terms) && !sites.is_empty()) {
        let host =
            |site: &String| HttpUrl::parse(site.trim_start_matches("*.")).ok().map(|site| site.host().to_owned());
        return Some(TabBounds::only(sites.iter().filter_map(host).collect(), Confined::Schedule));
    }
    let goes = proposal.leads.address.as_ref();
    if let Some(address) = goes.filter(|_| trail.tells(proposal)) {
        return Some(TabBounds::around(address, trail.open_sites(), Confined::Telling));
    }
    if let Some(page) = trail.told_page(proposal) {
        // Around a frame that was told something, its page stays where it is.
        let known = trail.open_sites().chain([proposal.facts.origin.clone()]);
        return Some(TabBounds::around(&page, known, Confined::Told));
    }
    if let Some(hosts) = trail.only_hosts(proposal) {
        return Some(TabBounds::only(hosts, Confined::Spent(Deed::of(proposal))));
    }
    let to = goes.cloned().or_else(|| HttpUrl::parse(&proposal.facts.follows).ok());
    // What was asked about and allowed is not held back.
    let is_home = |address: &HttpUrl| is_local(address.host());
    let is_there =
        to.as_ref().is_some_and(is_home) || HttpUrl::parse(&proposal.facts.url).is_ok_and(|here| is_home(&here));
    // That the person works with one machine of theirs opens no other.
    let visited = trail.places.origins().filter_map(|origin| HttpUrl::parse(&origin).ok());
    let known = visited.chain(trail.named.addresses().cloned()).filter(is_home);
    (trail.has_internet() && !is_there).then(|| TabBounds::NotHome { but: origins::with_other_names(known) })
}
