//! Names that lead into the person's own network, or are bound again to an address there: seen by the address that answered.

use crate::{Site, is_local};
use edith_actions::http_url::HttpUrl;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::net::IpAddr;

/// Which addresses answered a run's pages.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Answers {
    /// What answered for the first page under a public name: a proxy, or a mapping of names, answers for all.
    first: Option<IpAddr>,
    /// Sites under public names that the own network answered for.
    own: BTreeSet<Site>,
}

impl Answers {
    /// Whether a page under a public name comes from the person's own network.
    pub fn is_own(&self, address: &HttpUrl, by: Option<IpAddr>) -> bool {
        let is_there = |by: IpAddr| {
            let by = by.to_canonical();
            let host = if by.is_ipv6() { format!("[{by}]") } else { by.to_string() };
            let is_proxy = match self.first {
                // On the person's machine: programs that are between, and mappings, are common.
                first if by.is_loopback() => first.is_none_or(|first| first.is_loopback()),
                first => first == Some(by),
            };
            is_local(&host) && !is_proxy
        };
        is_on!(Answers) && !is_local(address.host()) && by.is_some_and(is_there)
    }

    /// Records what answered for a page; returns whether that was the own network. `shown`: whether the run read it.
    pub fn note(&mut self, address: &HttpUrl, by: Option<IpAddr>, shown: bool) -> bool {
        let is_own = self.is_own(address, by);
        if is_own {
            self.own.insert(Site::of(address));
        }
        if shown && self.first.is_none() && !is_local(address.host()) {
            self.first = by.map(|by| by.to_canonical());
        }
        is_own
    }

    /// Whether the own network answered for this site before.
    pub fn are_own(&self, site: &Site) -> bool {
        self.own.contains(site)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(text: &str) -> HttpUrl {
        HttpUrl::parse(text).unwrap()
    }

    fn ip(text: &str) -> Option<IpAddr> {
        Some(text.parse().unwrap())
    }

    #[test]
    fn a_public_name_that_the_own_network_answers_for_is_own() {
        let name = url("https://rebound.example/");
        for own in [
            "192.168.0.1",
            "10.1.2.3",
            "172.16.0.9",
            "169.254.169.254",
            "100.64.0.1",
            "fd00::7",
            "fe80::1",
            "::ffff:10.0.0.1",
            "0.0.0.0",
        ] {
            assert!(Answers::default().is_own(&name, ip(own)), "{own}");
        }
        for public in ["93.184.216.34", "2606:2800:220:1::1", "::ffff:8.8.8.8", "172.32.0.1"] {
            assert!(!Answers::default().is_own(&name, ip(public)), "{public}");
        }
        assert!(!Answers::default().is_own(&name, None));
        assert!(!Answers::default().is_own(&url("http://192.168.0.1/"), ip("192.168.0.1")), "it says so itself");
    }

    #[test]
    fn what_answers_for_everything_is_a_proxy() {
        let (first, other) = (url("https://news.example/"), url("https://rebound.example/"));
        for (before, now, own) in [
            ("93.184.216.34", "127.0.0.1", true),
            ("93.184.216.34", "::1", true),
            ("93.184.216.34", "::ffff:127.0.0.1", true),
            ("127.0.0.1", "127.0.0.2", false),
            ("127.0.0.1", "::1", false),
            ("127.0.0.1", "192.168.0.1", true),
            ("10.0.0.5", "10.0.0.5", false),
            ("10.0.0.5", "10.0.0.6", true),
        ] {
            let mut answers = Answers::default();
            answers.note(&first, ip(before), true);
            assert_eq!(answers.note(&other, ip(now), false), own, "{before} {now}");
            assert_eq!(answers.are_own(&Site::of(&other)), own, "{before} {now}");
        }
        assert!(!Answers::default().is_own(&other, ip("127.0.0.1")), "the first page of a run");
    }
}
