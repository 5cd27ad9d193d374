//! What is allowed where: permanent grants and schedules' own leave, put together by site.

use crate::state::schedules::{kind_words, name_of};
use crate::state::text::{key, t};
use edith_protocol::{Grant, ScheduleInfo};
use std::collections::BTreeMap;

/// A site with what is allowed there.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Site {
    /// Its host, with the port if it has one of its own; empty for every site.
    pub host: String,
    /// What is allowed for good.
    pub grants: Vec<Grant>,
    /// Schedules that may do something here unattended.
    pub schedules: Vec<Leave>,
}

/// What a schedule may do unattended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leave {
    /// The schedule's id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What it may do, in words.
    pub may: Vec<String>,
}

/// What is granted besides the effects that a schedule may have.
const OTHERS: [(&str, &str); 6] = [
    ("upload", key("may_upload")),
    ("contact", key("may_contact")),
    ("local", key("may_local")),
    ("keys", key("may_keys")),
    ("secret", key("may_secret")),
    ("clipboard", key("may_clipboard")),
];

/// A grant in words.
pub fn grant_words(what: &str) -> String {
    let known = |what: &str| {
        let other = || OTHERS.iter().find(|(known, _)| *known == what).map(|(_, words)| t(words).to_owned());
        kind_words(what).or_else(other)
    };
    // Of a question of a page, and of a key, it is that very one.
    let of_one = || what.split_once(':').and_then(|(kind, one)| Some(format!("{}: {one}", known(kind)?)));
    known(what).or_else(of_one).unwrap_or_else(|| what.to_owned())
}

/// The sites where something is allowed, by host; what holds everywhere comes first.
pub fn sites(grants: &[Grant], schedules: &[ScheduleInfo]) -> Vec<Site> {
    let mut all: BTreeMap<String, Site> = BTreeMap::new();
    for grant in grants {
        at(&mut all, &grant.origin).grants.push(grant.clone());
    }
    for one in schedules {
        let mut may: Vec<String> = one.schedule.may().unwrap_or_default();
        for step in one.schedule.plan().unwrap_or_default() {
            may.extend(step.effects);
        }
        if may.is_empty() {
            continue;
        }
        let mut words: Vec<String> = may.iter().map(|what| grant_words(what)).collect();
        words.sort();
        words.dedup();
        let leave = Leave { id: one.schedule.id().to_owned(), name: name_of(&one.schedule), may: words };
        let places = one.schedule.sites();
        // Without sites of its own it is for all of them.
        let places = if places.is_empty() { vec![String::new()] } else { places };
        for place in places {
            at(&mut all, &place).schedules.push(leave.clone());
        }
    }
    all.into_values().collect()
}

fn at<'a>(all: &'a mut BTreeMap<String, Site>, place: &str) -> &'a mut Site {
    let host = host_of(place);
    all.entry(host.clone()).or_insert_with(|| Site { host, ..Site::default() })
}

/// The host of an origin; a host stays as it is.
fn host_of(place: &str) -> String {
    let host = place.split_once("://").map_or(place, |(_, host)| host);
    host.trim().trim_end_matches('/').to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn grant(what: &str, origin: &str) -> Grant {
        Grant { what: what.into(), origin: origin.into() }
    }

    fn schedule(fields: serde_json::Value) -> ScheduleInfo {
        ScheduleInfo { schedule: fields.into(), next: None, problem: None, runs: Vec::new() }
    }

    #[test]
    fn grants_and_schedules_of_a_host_stand_together() {
        let grants = [
            grant("send", "https://shop.example"),
            grant("contact", "shop.example"),
            grant("local", "http://192.168.0.1:8080"),
            grant("pay", "https://bank.example"),
        ];
        let schedules = [
            schedule(json!({ "id": "1", "name": "Prices", "sites": ["Shop.example"], "may": ["buy", "pay"] })),
            schedule(json!({ "id": "2", "name": "Reads", "sites": ["shop.example"], "may": [] })),
            schedule(json!({ "id": "3", "name": "Reads too", "sites": ["shop.example"] })),
            schedule(json!({ "id": "4", "name": "Anywhere", "may": ["download"] })),
        ];
        let found = sites(&grants, &schedules);
        let hosts: Vec<_> = found.iter().map(|site| site.host.as_str()).collect();
        assert_eq!(hosts, ["", "192.168.0.1:8080", "bank.example", "shop.example"]);
        let shop = found.last().unwrap();
        assert_eq!(shop.grants, [grants[0].clone(), grants[1].clone()]);
        assert_eq!(
            shop.schedules,
            [Leave { id: "1".into(), name: "Prices".into(), may: vec!["Order".into(), "Pay".into()] }]
        );
        assert_eq!(found[0].schedules[0].name, "Anywhere");
        assert_eq!(sites(&[], &schedules[1..3]), []);
    }

    #[test]
    fn the_leave_of_an_approved_plan_is_told_as_well() {
        let plan = json!([{ "text": "order it", "effects": ["buy"], "sites": ["shop.example"] }]);
        let found =
            sites(&[], &[schedule(json!({ "id": "1", "prompt": "Order", "sites": ["shop.example"], "plan": plan }))]);
        assert_eq!(found[0].schedules[0].may, ["Order"]);
    }

    #[test]
    fn every_grant_has_words_and_an_unknown_one_its_name() {
        for what in ["send", "upload", "contact", "local", "keys", "secret", "clipboard", "external:files"] {
            assert_ne!(grant_words(what), what);
        }
        assert_eq!(grant_words("teleport"), "teleport");
        assert_eq!(grant_words("keys:ctrl+e"), format!("{}: ctrl+e", grant_words("keys")));
        assert!(grant_words("accept_dialog:Go on: now?").ends_with(": Go on: now?"));
    }
}
