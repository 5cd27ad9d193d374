//! What a step of an approved plan allows: effects on its sites, each once, while the step is worked on.

use crate::Proposal;
use crate::permit::{Effect, GivenBy, Permit, Scope, Uses};
use edith_actions::ServerTool;
use serde::{Deserialize, Serialize};

/// Effects on sites, each allowed once.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Stored", into = "Stored")]
pub struct StepPermits(Vec<Permit>);

/// As stored, and as models write it.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct Stored {
    effects: Vec<String>,
    sites: Vec<String>,
}

impl StepPermits {
    /// What of these names and places can be allowed: each effect on each site, and each tool on each server (`mcp:NAME`). Names of no effect and what
    /// is no place are omitted.
    pub fn of(effects: &[String], sites: &[String]) -> Self {
        let places = edith_page::order::distinct(
            sites.iter().filter_map(|site| Scope::server(site).or_else(|| Scope::host(site))),
        );
        let effects = edith_page::order::distinct(effects.iter().filter_map(|name| Effect::of_plan(name)));
        let at = |effect: &Effect| {
            let permit = |place: &Scope| Permit {
                effect: effect.clone(),
                place: place.clone(),
                uses: Uses::Once,
                from: GivenBy::Step,
            };
            // Tools are used on servers, and everything else happens on hosts.
            let fits = |place: &&Scope| matches!(place, Scope::Shown(_)) == matches!(effect, Effect::Uses(_));
            places.iter().filter(fits).map(permit).collect::<Vec<_>>()
        };
        Self(effects.iter().flat_map(at).collect())
    }

    /// The names of what is allowed and not used yet.
    pub fn effects(&self) -> Vec<String> {
        edith_page::order::distinct(self.0.iter().map(|permit| permit.effect.name()))
    }

    /// The hosts, exactly these, with a port unless it is the usual one, and the servers of tools.
    pub fn sites(&self) -> Vec<String> {
        let place = |permit: &Permit| match &permit.place {
            Scope::Host(place) | Scope::Shown(place) => Some(place.clone()),
            Scope::Anywhere => None,
        };
        edith_page::order::distinct(self.0.iter().filter_map(place))
    }

    /// The effects of this proposal, if all of them are allowed and none of it touches another site.
    pub fn covers(&self, proposal: &Proposal) -> Option<Vec<Effect>> {
        // A tool that is described in other words than when the plan was approved is another tool.
        if proposal.facts.server_tool.as_ref().is_some_and(ServerTool::has_changed) {
            return None;
        }
        let effects = Effect::of(&proposal.class, &proposal.facts);
        let allows = |effect: &Effect| places(proposal).all(|place| self.allow(effect, place));
        (!effects.is_empty() && (effects.iter().all(allows) || !is_on!(Leave))).then_some(effects)
    }

    /// Whether an effect, by its name, is allowed on each of these sites.
    pub fn has(&self, effect: &str, sites: &[String]) -> bool {
        Effect::of_plan(effect).is_some_and(|effect| {
            self.0.iter().any(|permit| permit.effect == effect) && sites.iter().all(|site| self.allow(&effect, site))
        })
    }

    /// Takes away what is used: it is allowed no second time.
    pub fn use_up(&mut self, effects: &[Effect]) {
        self.0
            .retain(|permit| permit.uses != Uses::Once || !effects.iter().any(|used| permit.effect.is_same_deed(used)));
    }

    fn allow(&self, effect: &Effect, place: &str) -> bool {
        // What the step calls paying, the page may call buying.
        let as_named = |permit: &Permit| Permit { effect: effect.clone(), ..permit.clone() };
        let is_it = |permit: &&Permit| permit.effect.is_same_deed(effect);
        self.0.iter().filter(is_it).any(|permit| as_named(permit).allows(effect, place))
    }
}

impl From<Stored> for StepPermits {
    fn from(stored: Stored) -> Self {
        Self::of(&stored.effects, &stored.sites)
    }
}

impl From<StepPermits> for Stored {
    fn from(permits: StepPermits) -> Self {
        Self { effects: permits.effects(), sites: permits.sites() }
    }
}

/// Every place that a proposal touches: its page, its frames, where its form or link leads, and what its page would send.
fn places(proposal: &Proposal) -> impl Iterator<Item = &str> {
    let facts = &proposal.facts;
    let elements = facts.elements.iter().chain(&facts.focused).chain(&facts.access_key);
    let forms = elements.filter_map(|element| element.form.as_ref()).map(|form| form.action.as_str());
    let beyond =
        [facts.frame.as_str(), facts.follows.as_str()].into_iter().chain(facts.beside.iter().map(String::as_str));
    let held = proposal.held.iter().flat_map(|held| &held.requests).map(|request| request.url.as_str());
    let is_elsewhere =
        |place: &&str| !place.is_empty() && !place.starts_with("javascript:") && !place.starts_with("blob:");
    std::iter::once(facts.origin.as_str()).chain(forms.chain(beyond).chain(held).filter(is_elsewhere))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Commitment, EffectClass, Facts, Leads};
    use edith_protocol::ToolCall;

    fn words(all: &[&str]) -> Vec<String> {
        all.iter().map(|word| (*word).to_owned()).collect()
    }

    fn sends(facts: Facts) -> Proposal {
        let call = ToolCall { id: "c".into(), name: "click".into(), arguments: r#"{"uid": 1}"#.into() };
        let leads = Leads::default();
        Proposal { call, class: EffectClass::Commits(Commitment::Sends), ..Proposal::leading(leads, facts) }
    }

    fn on(origin: &str) -> Facts {
        Facts { origin: origin.into(), url: format!("{origin}/"), ..Facts::default() }
    }

    #[test]
    fn only_known_effects_on_hosts_are_permitted() {
        let permits = StepPermits::of(
            &words(&["send", "Send", "accept-dialog", "everything", "external", "local"]),
            &words(&["https://a.example/x", "A.example", "b.example:8080", "*.c.example", "the shop", "", "shop"]),
        );
        assert_eq!(permits.effects(), ["accept_dialog", "send"]);
        assert_eq!(permits.sites(), ["a.example", "b.example:8080"]);
        assert_eq!(StepPermits::of(&words(&["send"]), &words(&["nowhere at all"])), StepPermits::default());
        assert_eq!(StepPermits::of(&[], &words(&["a.example"])), StepPermits::default());
    }

    #[test]
    fn it_holds_on_exactly_its_sites_and_once() {
        let mut permits = StepPermits::of(&words(&["send"]), &words(&["a.example"]));
        for (origin, covered) in [
            ("https://a.example", true),
            ("http://a.example", true),
            ("https://www.a.example", false),
            ("https://a.example:8443", false),
            ("https://a.example.evil.example", false),
            ("https://evil.example", false),
            ("", false),
        ] {
            assert_eq!(permits.covers(&sends(on(origin))).is_some(), covered, "{origin}");
        }
        let framed = Facts { frame: "https://evil.example".into(), ..on("https://a.example") };
        let leads = Facts { follows: "https://evil.example/send".into(), ..on("https://a.example") };
        let stays = Facts { follows: "https://a.example/send".into(), ..on("https://a.example") };
        assert_eq!([framed, leads].map(|facts| permits.covers(&sends(facts))), [None, None]);
        let used = permits.covers(&sends(stays.clone())).unwrap();
        permits.use_up(&used);
        assert_eq!(permits.covers(&sends(stays)), None, "a second time");
    }

    #[test]
    fn a_tool_is_covered_by_its_name_on_its_server_once() {
        let permits =
            StepPermits::of(&words(&["external:create_issue", "send"]), &words(&["mcp:Tickets", "a.example"]));
        assert_eq!(permits.effects(), ["external:create_issue", "send"]);
        assert_eq!(permits.sites(), ["a.example", "mcp:Tickets"]);
        let uses = |server: &str, name: &str, changed: &str| {
            let tool = ServerTool {
                server: server.into(),
                name: name.into(),
                changed: changed.into(),
                ..ServerTool::default()
            };
            let facts = Facts { origin: tool.origin(), server_tool: Some(tool), ..Facts::default() };
            Proposal { class: EffectClass::External, ..sends(facts) }
        };
        for (server, name, changed, covered) in [
            ("Tickets", "create_issue", "", true),
            ("Tickets", "delete_issue", "", false),
            ("Other", "create_issue", "", false),
            ("Tickets", "create_issue", "It also makes a payment.", false),
        ] {
            assert_eq!(permits.covers(&uses(server, name, changed)).is_some(), covered, "{server} {name} {changed}");
        }
        let mut left = permits.clone();
        left.use_up(&permits.covers(&uses("Tickets", "create_issue", "")).unwrap());
        assert_eq!(left.covers(&uses("Tickets", "create_issue", "")), None);
        // Neither is every tool allowed, nor is a site a server.
        assert_eq!(StepPermits::of(&words(&["external"]), &words(&["mcp:Tickets"])), StepPermits::default());
        assert_eq!(StepPermits::of(&words(&["external:x"]), &words(&["a.example"])), StepPermits::default());
        assert_eq!(StepPermits::of(&words(&["send"]), &words(&["mcp:Tickets"])), StepPermits::default());
    }

    #[test]
    fn to_buy_is_to_pay_and_neither_is_left_when_the_other_was_used() {
        let does = |what| Proposal { class: EffectClass::Commits(what), ..sends(on("https://a.example")) };
        for (named, done) in [("pay", Commitment::Buys), ("buy", Commitment::Pays), ("pay", Commitment::Pays)] {
            let mut permits = StepPermits::of(&words(&[named]), &words(&["a.example"]));
            let used = permits.covers(&does(done)).unwrap();
            permits.use_up(&used);
            assert_eq!(permits, StepPermits::default(), "{named}");
        }
        let pays = StepPermits::of(&words(&["pay"]), &words(&["a.example"]));
        for other in [Commitment::Installs, Commitment::Account, Commitment::Sends] {
            assert_eq!(pays.covers(&does(other)), None, "{other:?}");
        }
        assert_eq!(pays.covers(&Proposal { facts: on("https://b.example"), ..does(Commitment::Buys) }), None);
    }

    #[test]
    fn another_effect_is_not_covered() {
        let permits = StepPermits::of(&words(&["post"]), &words(&["a.example"]));
        assert_eq!(permits.covers(&sends(on("https://a.example"))), None);
        let mut looks = sends(on("https://a.example"));
        looks.class = EffectClass::Acts;
        assert_eq!(permits.covers(&looks), None, "what is no effect needs no permission");
    }
}
