//! What a person allows as they give a task: an effect on a host, for that task alone.

use crate::permit::{Effect, GivenBy, Permit, Scope, Uses};
use crate::{EffectClass, Facts};
use std::str::FromStr;

/// An effect that a task may have on a host unasked, written as `EFFECT@HOST` (`send@mail.example`, `buy@shop.example:8080`). For the rule by
/// destination its host is one that the person named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mandate(Permit);

/// Why a text is not a mandate.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MandateError {
    /// There is no `@`.
    #[error("{0} is not written as EFFECT@HOST")]
    Form(String),
    /// There is no such effect, or none that may be allowed ahead.
    #[error("{0} is not an effect that can be allowed in advance")]
    Effect(String),
    /// What follows is not a host.
    #[error("{0} is no host")]
    Host(String),
}

impl FromStr for Mandate {
    type Err = MandateError;

    fn from_str(text: &str) -> Result<Self, MandateError> {
        let (effect, host) = text.split_once('@').ok_or_else(|| MandateError::Form(text.to_owned()))?;
        let effect = Effect::of_mandate(effect).ok_or_else(|| MandateError::Effect(effect.to_owned()))?;
        let place = Scope::host(host).ok_or_else(|| MandateError::Host(host.to_owned()))?;
        Ok(Self(Permit { effect, place, uses: Uses::Always, from: GivenBy::Mandate }))
    }
}

impl Mandate {
    /// What a person would write to allow an effect of this class on this origin ahead; empty: it cannot be allowed ahead, or needs no permission.
    pub fn allowing(class: &EffectClass, origin: &str) -> Vec<String> {
        let host = origin.split_once("://").map_or(origin, |(_, host)| host);
        let facts = Facts { origin: origin.to_owned(), ..Facts::default() };
        let written: Vec<String> =
            Effect::of(class, &facts).iter().map(|effect| format!("{}@{host}", effect.name())).collect();
        // One of several alone would not do.
        if written.iter().all(|may| may.parse::<Self>().is_ok()) { written } else { Vec::new() }
    }

    /// The permission.
    pub(crate) fn permit(&self) -> &Permit {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Commitment, Grants};

    #[test]
    fn a_mandate_holds_on_its_host_alone_for_the_whole_task() {
        let mut grants = Grants::default();
        grants.give(&["send@a.example:8080".parse().unwrap()]);
        grants.renew(Grants::default(), None);
        let stored = serde_json::to_value(&grants).unwrap();
        let read: Grants = serde_json::from_value(stored).unwrap();
        assert_eq!(read, grants, "it outlives the worker");
        let on = |origin: &str| Facts { origin: origin.to_owned(), ..Facts::default() };
        for (what, origin, allowed) in [
            (Commitment::Sends, "http://a.example:8080", true),
            (Commitment::Posts, "http://a.example:8080", false),
            (Commitment::Sends, "http://a.example", false),
            (Commitment::Sends, "http://www.a.example:8080", false),
            (Commitment::Sends, "", false),
        ] {
            assert_eq!(read.cover(&EffectClass::Commits(what), &on(origin)), allowed, "{what:?} {origin}");
        }
    }

    #[test]
    fn a_mandate_is_one_effect_on_one_host() {
        for (text, expected) in [
            ("send@mail.example", Ok(("send", "mail.example"))),
            ("buy@https://shop.example:8080/cart", Ok(("buy", "shop.example:8080"))),
            ("password@localhost", Ok(("password", "localhost"))),
            ("send", Err("send is not written as EFFECT@HOST")),
            ("cook@a.example", Err("cook is not an effect that can be allowed in advance")),
            ("fill@a.example", Err("fill is not an effect that can be allowed in advance")),
            ("contact@a.example", Err("contact is not an effect that can be allowed in advance")),
            ("send@", Err(" is no host")),
            ("send@*", Err("* is no host")),
            ("send@*.a.example", Err("*.a.example is no host")),
        ] {
            let read = text.parse::<Mandate>().map_err(|error| error.to_string());
            let read = read.map(|Mandate(permit)| match permit.place {
                Scope::Host(host) => (permit.effect.name(), host),
                other => panic!("{other:?}"),
            });
            assert_eq!(read, expected.map(|(a, b)| (a.to_owned(), b.to_owned())).map_err(str::to_owned), "{text}");
        }
    }

    #[test]
    fn what_was_asked_can_be_written_ahead_where_that_is_allowed() {
        let written = |class: EffectClass| Mandate::allowing(&class, "http://a.example:8080");
        assert_eq!(written(EffectClass::Commits(Commitment::Sends)), ["send@a.example:8080"]);
        assert_eq!(written(EffectClass::Uploads), ["upload@a.example:8080"]);
        for class in [EffectClass::Reads, EffectClass::Fills, EffectClass::External] {
            assert!(written(class).is_empty(), "{class:?}");
        }
        assert!(Mandate::allowing(&EffectClass::Uploads, "").is_empty(), "no host");
    }
}
