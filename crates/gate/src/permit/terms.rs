//! What a run may do unattended: anything beyond ends it, so that it never waits for an answer.

use crate::{Proposal, StepPermits};
use edith_actions::http_url::HttpUrl;
use edith_protocol::{PlanStep, Schedule, TabId};
use serde::{Deserialize, Serialize};

/// The terms of an unattended run.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    /// The schedule that they are read from at each use; empty: stored by a version that read them once.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub schedule: String,
    /// Hosts it may work on, with their subdomains; with a port if given. None: every site.
    pub sites: Vec<String>,
    /// Names of what it may commit to without being asked (`send`, `post`, `delete`, `share`, `download`, `install`, `account`, `buy`, `pay`,
    /// `password`, `one_time_code`, `card`, `upload`, `accept_dialog`, `external`). None: what the person's settings allow.
    pub may: Option<Vec<String>>,
    /// An approved plan: the run carries it out, and nothing else is allowed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<Vec<PlanStep>>,
}

impl Terms {
    /// The terms of a stored schedule.
    pub fn of(schedule: &Schedule) -> Self {
        let plan = schedule.plan();
        let may = if plan.is_some() { Some(Vec::new()) } else { schedule.may() };
        Self { schedule: schedule.id().to_owned(), sites: schedule.sites(), may, plan }
    }

    /// The same with nothing allowed: its schedule is gone, or cannot be read.
    pub fn withdrawn(self) -> Self {
        Self { may: Some(Vec::new()), plan: None, ..self }
    }

    /// Whether the schedule's plan still has every effect of this step on its sites: the person may have taken it back.
    pub fn plans(&self, step: &PlanStep) -> bool {
        let approved = || self.plan.iter().flatten().map(|step| StepPermits::of(&step.effects, &step.sites));
        let has = |effect: &String| approved().any(|permits| permits.has(effect, &step.sites));
        step.effects.iter().all(has)
    }

    /// Why an unattended run may not read what a tab shows.
    pub fn hides(&self, address: &str) -> Option<String> {
        let outside = web(address).filter(|address| is_on!(Terms) && !self.allow(address))?;
        Some(format!(
            "It shows {}, which is none of the sites of this schedule: nothing of it is read.",
            place(&outside)
        ))
    }

    /// Why a tab is not an unattended run's: what the person looks at is theirs, and nobody is there to ask.
    pub fn refuses_tab(&self, proposal: &Proposal, own: &[TabId]) -> Option<String> {
        let tab = proposal.leads.tab()?;
        let is_theirs = is_on!(Terms) && !own.contains(&tab);
        is_theirs.then(|| "This run is unattended: it has only the tabs that it opened itself.".to_owned())
    }

    /// The first site outside the terms that a call would use: its destination, or where it acts. Looking at what is there is free.
    pub fn outside(&self, proposal: &Proposal) -> Option<String> {
        let Proposal { facts, leads, .. } = proposal;
        let addresses = match &leads.address {
            Some(url) => vec![url.clone()],
            None if leads.leaves_page => return None,
            None => {
                let places = facts.places().filter(|place| *place != facts.origin);
                [facts.url.as_str(), &facts.follows].into_iter().chain(places).filter_map(web).collect()
            }
        };
        addresses.into_iter().find(|address| !self.allow(address)).map(|address| place(&address))
    }

    /// Whether this address is within the terms.
    pub fn allow(&self, address: &HttpUrl) -> bool {
        let is_it = |site: &String| {
            let Ok(site) = HttpUrl::parse(site.trim_start_matches("*.")) else { return false };
            let port = site.port().is_none_or(|named| Some(named) == address.port());
            let (host, wanted) = (address.host(), site.host());
            port && (host == wanted || host.strip_suffix(wanted).is_some_and(|sub| sub.ends_with('.')))
        };
        self.sites.is_empty() || self.sites.iter().any(is_it)
    }
}

/// Only what is written as a web address; everything else is for the gate.
fn web(address: &str) -> Option<HttpUrl> {
    address.starts_with("http").then(|| HttpUrl::parse(address).ok()).flatten()
}

/// Host and port.
fn place(address: &HttpUrl) -> String {
    let origin = address.origin();
    origin.split_once("://").map_or(origin.as_str(), |(_, place)| place).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Facts, Leads};

    #[test]
    fn a_step_is_planned_as_long_as_the_schedule_has_its_effects_on_its_sites() {
        let step = |effect: &str, site: &str| PlanStep {
            effects: vec![effect.to_owned()],
            sites: vec![site.to_owned()],
            ..PlanStep::default()
        };
        let has = |plan: &[PlanStep]| Terms { plan: Some(plan.to_vec()), ..Terms::default() };
        let wanted = step("send", "a.example");
        assert!(has(&[step("post", "b.example"), step("Send", "https://a.example/x")]).plans(&wanted));
        for other in [step("send", "b.example"), step("post", "a.example"), PlanStep::default()] {
            assert!(!has(&[other]).plans(&wanted));
        }
        assert!(!has(std::slice::from_ref(&wanted)).withdrawn().plans(&wanted));
    }

    fn terms(sites: &[&str]) -> Terms {
        Terms { sites: sites.iter().map(|site| (*site).to_owned()).collect(), ..Terms::default() }
    }

    #[test]
    fn a_site_is_a_host_with_what_is_below_it() {
        for (site, address, allowed) in [
            ("shop.example", "https://shop.example/cart", true),
            ("shop.example", "https://www.shop.example/", true),
            ("*.shop.example", "https://www.shop.example/", true),
            ("https://shop.example/path", "http://shop.example/", true),
            ("shop.example", "https://workshop.example/", false),
            ("shop.example", "https://shop.example.evil.example/", false),
            ("localhost:4000", "http://localhost:4000/x", true),
            ("localhost:4000", "http://localhost:4001/x", false),
            ("localhost", "http://localhost:4001/x", true),
            ("[::1]", "http://[::1]:80/", true),
            ("not a site", "https://shop.example/", false),
        ] {
            let url = HttpUrl::parse(address).unwrap();
            assert_eq!(terms(&[site]).allow(&url), allowed, "{site} {address}");
        }
        assert!(terms(&[]).allow(&HttpUrl::parse("https://any.example/").unwrap()));
    }

    #[test]
    fn going_and_acting_elsewhere_is_outside_and_leaving_is_not() {
        let terms = terms(&["shop.example"]);
        let on = |url: &str, follows: &str| Facts { url: url.into(), follows: follows.into(), ..Facts::default() };
        let open = |url: &str| Leads { address: Some(HttpUrl::parse(url).unwrap()), ..Leads::default() };
        let look = Leads::default;
        let leave = || Leads { leaves_page: true, ..Leads::default() };
        let here = on("https://shop.example/", "");
        let away = on("https://evil.example/", "");
        for (leads, facts, expected) in [
            (open("https://evil.example/x"), &here, Some("evil.example")),
            (open("https://shop.example/x"), &away, None),
            (look(), &here, None),
            (look(), &away, Some("evil.example")),
            (look(), &on("https://shop.example/", "https://evil.example/"), Some("evil.example")),
            (look(), &on("https://shop.example/", "mailto:a@b.example"), None),
            (leave(), &away, None),
        ] {
            assert_eq!(
                terms.outside(&Proposal::leading(leads.clone(), facts.clone())).as_deref(),
                expected,
                "{leads:?} {facts:?}"
            );
        }
    }
}
