//! The leave of a step of an approved plan: effects that are allowed on its sites, each once, while the step is worked on.

use super::{Proposal, Switch, grants::keys};
use crate::http_url::HttpUrl;
use serde::{Deserialize, Serialize};

/// The names of effects that a plan may name, as in grants.
const EFFECTS: [&str; 14] = [
    "send",
    "post",
    "delete",
    "share",
    "download",
    "install",
    "account",
    "buy",
    "pay",
    "password",
    "one_time_code",
    "card",
    "upload",
    "accept_dialog",
];

/// Effects on sites, each allowed once.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Leave {
    /// What was approved and not used yet, named as in grants.
    pub(crate) effects: Vec<String>,
    /// The hosts, exactly these, with a port unless it is the usual one.
    pub(crate) sites: Vec<String>,
}

impl Leave {
    /// What of these names and hosts can be allowed. Names of no effect and what is no host are left out; without either there is no leave.
    pub(crate) fn of(effects: &[String], sites: &[String]) -> Self {
        let known = effects.iter().filter_map(|name| effect(name)).map(str::to_owned);
        let (effects, sites): (Vec<String>, Vec<String>) = (
            edith_page::order::distinct(known),
            edith_page::order::distinct(sites.iter().filter_map(|site| host(site))),
        );
        if effects.is_empty() || sites.is_empty() { Self::default() } else { Self { effects, sites } }
    }

    /// The effects of this proposal, if all of them are allowed and nothing of it touches another site.
    pub(crate) fn covers(&self, proposal: &Proposal) -> Option<Vec<String>> {
        let effects = keys(&proposal.class, &proposal.facts);
        let is_named = |what: &String| self.effects.contains(what);
        let is_there = |place: &str| host(place).is_some_and(|host| self.sites.contains(&host));
        let is_within = effects.iter().all(is_named) && places(proposal).all(is_there);
        (!effects.is_empty() && (is_within || !Switch::Leave.is_on())).then_some(effects)
    }

    /// Takes away what is used: it is allowed no second time.
    pub(crate) fn use_up(&mut self, effects: &[String]) {
        self.effects.retain(|what| !effects.contains(what));
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

/// An effect by its name as models write it.
fn effect(name: &str) -> Option<&'static str> {
    let name = name.trim().to_ascii_lowercase().replace([' ', '-'], "_");
    EFFECTS.into_iter().find(|known| *known == name)
}

/// Host and port of an address or a bare host.
fn host(place: &str) -> Option<String> {
    let url = HttpUrl::parse(place).ok()?;
    let is_host = (url.host() == "localhost" || url.host().contains(['.', ':'])) && !url.host().contains('*');
    let port = url.port().map(|port| format!(":{port}")).unwrap_or_default();
    is_host.then(|| format!("{}{port}", url.host()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gate::{Commitment, EffectClass, Facts};
    use edith_protocol::ToolCall;

    fn words(all: &[&str]) -> Vec<String> {
        all.iter().map(|word| (*word).to_owned()).collect()
    }

    fn sends(facts: Facts) -> Proposal {
        let call = ToolCall { id: "c".into(), name: "click".into(), arguments: r#"{"uid": 1}"#.into() };
        let (class, operation) = (EffectClass::Commits(Commitment::Sends), crate::tool::Operation::Look);
        Proposal::restored(None, call, class, facts, false, &operation)
    }

    fn on(origin: &str) -> Facts {
        Facts { origin: origin.into(), url: format!("{origin}/"), ..Facts::default() }
    }

    #[test]
    fn only_known_effects_on_hosts_make_a_leave() {
        let leave = Leave::of(
            &words(&["send", "Send", "accept-dialog", "everything", "external", "local"]),
            &words(&["https://a.example/x", "A.example", "b.example:8080", "*.c.example", "the shop", "", "shop"]),
        );
        assert_eq!(leave.effects, ["accept_dialog", "send"]);
        assert_eq!(leave.sites, ["a.example", "b.example:8080"]);
        assert_eq!(Leave::of(&words(&["send"]), &words(&["nowhere at all"])), Leave::default());
        assert_eq!(Leave::of(&[], &words(&["a.example"])), Leave::default());
    }

    #[test]
    fn it_holds_on_exactly_its_sites_and_once() {
        let mut leave = Leave::of(&words(&["send"]), &words(&["a.example"]));
        for (origin, covered) in [
            ("https://a.example", true),
            ("http://a.example", true),
            ("https://www.a.example", false),
            ("https://a.example:8443", false),
            ("https://a.example.evil.example", false),
            ("https://evil.example", false),
            ("", false),
        ] {
            assert_eq!(leave.covers(&sends(on(origin))).is_some(), covered, "{origin}");
        }
        let framed = Facts { frame: "https://evil.example".into(), ..on("https://a.example") };
        let leads = Facts { follows: "https://evil.example/send".into(), ..on("https://a.example") };
        let stays = Facts { follows: "https://a.example/send".into(), ..on("https://a.example") };
        assert_eq!([framed, leads].map(|facts| leave.covers(&sends(facts))), [None, None]);
        let used = leave.covers(&sends(stays.clone())).unwrap();
        leave.use_up(&used);
        assert_eq!(leave.covers(&sends(stays)), None, "a second time");
    }

    #[test]
    fn another_effect_is_not_covered() {
        let leave = Leave::of(&words(&["post"]), &words(&["a.example"]));
        assert_eq!(leave.covers(&sends(on("https://a.example"))), None);
        let mut looks = sends(on("https://a.example"));
        looks.class = EffectClass::Acts;
        assert_eq!(leave.covers(&looks), None, "what is no effect needs no leave");
    }
}
