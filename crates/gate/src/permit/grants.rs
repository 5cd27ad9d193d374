//! What the person allows by their answers and a schedule: for one task, for a site from now on, or unattended.

use crate::permit::{Effect, GivenBy, Permit, Scope, Uses};
use crate::{EffectClass, Facts, Mandate};
use edith_protocol::Gather as _;
use edith_protocol::{AskAnswer, Grant, Lasts};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Permissions beyond a single time.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Stored", into = "Stored")]
pub struct Grants(BTreeSet<Permit>);

/// As stored. What is no longer an effect, or may not be allowed for so long, is dropped.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct Stored {
    /// For this task.
    task: Vec<Grant>,
    /// Permanent.
    site: Vec<Grant>,
    /// For this task on every site: what a schedule may do unattended.
    anywhere: Vec<String>,
    /// What was allowed as the task was given: the effect and the host.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    given: Vec<Grant>,
}

impl Grants {
    /// Adds what the person allowed as they gave the task.
    pub fn give(&mut self, mandates: &[Mandate]) {
        self.0.extend(mandates.iter().map(|mandate| mandate.permit().clone()));
    }

    /// The hosts on which the person allowed something as they gave the task, as they wrote them.
    pub fn mandated(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|permit| match (&permit.from, &permit.place) {
            (GivenBy::Mandate, Scope::Host(host)) => Some(host.as_str()),
            _ => None,
        })
    }

    /// Records the answer to an approval. Only `task` and `site` are recorded, only on a page with an origin, and nothing for longer than it may last.
    pub fn allow(&mut self, answer: &AskAnswer, class: &EffectClass, facts: &Facts) {
        if facts.places().any(str::is_empty) {
            return;
        }
        for effect in Effect::of(class, facts) {
            for place in facts.permit_places() {
                self.allow_at(answer, &effect, &place);
            }
        }
    }

    /// The same for one effect at one place.
    pub fn allow_at(&mut self, answer: &AskAnswer, effect: &Effect, place: &str) {
        let wanted = match answer {
            AskAnswer::Task => Lasts::Task,
            AskAnswer::Site => Lasts::Site,
            _ => Lasts::Once,
        };
        let from = match wanted.min(effect.lasts()) {
            Lasts::Once => return,
            Lasts::Task => GivenBy::Task,
            Lasts::Site => GivenBy::Site,
        };
        self.0.insert(lasting(effect.clone(), Scope::Shown(place.to_owned()), from));
    }

    /// Whether it is allowed there by an answer.
    pub fn cover_at(&self, effect: &Effect, place: &str) -> bool {
        self.0.iter().any(|permit| permit.from != GivenBy::Schedule && permit.allows(effect, place))
    }

    /// Whether everything that the class does is allowed in each document that it touches: what is allowed on a page is not allowed in a frame of it.
    pub fn cover(&self, class: &EffectClass, facts: &Facts) -> bool {
        let effects = Effect::of(class, facts);
        let allowed = |effect: &Effect| {
            facts.permit_places().all(|place| self.0.iter().any(|permit| permit.allows(effect, &place)))
        };
        !facts.place().is_empty() && !effects.is_empty() && effects.iter().all(allowed)
    }

    /// The kinds of unknown requests that are allowed in each document that the facts are of.
    pub(crate) fn kinds(&self, facts: &Facts) -> Vec<String> {
        let kind = |permit: &Permit| match &permit.effect {
            Effect::Requests(kind) => Some(kind.clone()),
            _ => None,
        };
        let is_everywhere = |kind: &String| {
            let effect = Effect::Requests(kind.clone());
            facts.permit_places().all(|place| self.cover_at(&effect, &place))
        };
        self.0.iter().filter_map(kind).filter(is_everywhere).collect()
    }

    /// Adds permanent permissions given between `before` and `now`; revoked ones stay revoked.
    pub fn add_new(&mut self, now: &Self, before: &Self) {
        let is_new = |permit: &&Permit| permit.from == GivenBy::Site && !before.0.contains(permit);
        self.0.extend(now.0.iter().filter(is_new).cloned());
    }

    /// Takes the permanent permissions as they are stored now, and what an unattended run may do. A list of that is complete: permissions of the
    /// person's own tasks do not add to it.
    pub fn renew(&mut self, stored: Self, may: Option<&[String]>) {
        self.0.retain(|permit| matches!(permit.from, GivenBy::Task | GivenBy::Mandate));
        match may {
            Some(may) => self.0.extend(scheduled(may)),
            None => self.0.extend(stored.0.into_iter().filter(|permit| permit.from == GivenBy::Site)),
        }
    }
}

fn lasting(effect: Effect, place: Scope, from: GivenBy) -> Permit {
    Permit { effect, place, uses: Uses::Always, from }
}

fn scheduled(may: &[String]) -> impl Iterator<Item = Permit> {
    let effects = may.iter().filter_map(|name| Effect::of_schedule(name));
    effects.map(|effect| lasting(effect, Scope::Anywhere, GivenBy::Schedule))
}

impl From<Stored> for Grants {
    fn from(stored: Stored) -> Self {
        let of = |grants: Vec<Grant>, longest: Lasts, from: GivenBy| {
            grants.into_iter().filter_map(move |Grant { what, origin }| {
                let effect = Effect::parse(&what).filter(|effect| effect.lasts() >= longest)?;
                Some(lasting(effect, Scope::Shown(origin), from))
            })
        };
        let task = of(stored.task, Lasts::Task, GivenBy::Task);
        let site = of(stored.site, Lasts::Site, GivenBy::Site);
        let given = stored.given.into_iter().filter_map(|Grant { what, origin }| {
            let mandate: Mandate = format!("{what}@{origin}").parse().ok()?;
            Some(mandate.permit().clone())
        });
        Self(task.chain(site).chain(given).chain(scheduled(&stored.anywhere)).gathered())
    }
}

impl From<Grants> for Stored {
    fn from(grants: Grants) -> Self {
        let mut stored = Self::default();
        for Permit { effect, place, from, .. } in grants.0 {
            match (from, place) {
                (GivenBy::Task, Scope::Shown(origin)) => stored.task.push(Grant { what: effect.name(), origin }),
                (GivenBy::Site, Scope::Shown(origin)) => stored.site.push(Grant { what: effect.name(), origin }),
                (GivenBy::Schedule, _) => stored.anywhere.push(effect.name()),
                (GivenBy::Mandate, Scope::Host(origin)) => stored.given.push(Grant { what: effect.name(), origin }),
                // Kept with the plan and the form that they are of.
                (GivenBy::Step | GivenBy::Review, _) | (_, Scope::Host(_) | Scope::Anywhere | Scope::Shown(_)) => {}
            }
        }
        stored
    }
}
