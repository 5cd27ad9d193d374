//! The profile's form: its facts in groups, the person's own ones, and profiles from files.

use crate::state::text::{key, t};
use edith_protocol::{Fact, Profile};
use serde_json::Value;

/// A fact that the form has a field for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Known {
    /// Its key: what a form's field with this meaning is filled in with.
    pub token: &'static str,
    /// The key of its label.
    pub label: &'static str,
    /// The type of its field.
    pub kind: &'static str,
}

const fn known(token: &'static str, label: &'static str, kind: &'static str) -> Known {
    Known { token, label, kind }
}

/// The groups: the key of the heading, and the facts.
pub const GROUPS: [(&str, &[Known]); 6] = [
    (
        key("core_fact_group_name"),
        &[
            known("honorific-prefix", key("core_fact_prefix"), "text"),
            known("given-name", key("core_fact_given"), "text"),
            known("additional-name", key("core_fact_middle"), "text"),
            known("family-name", key("core_fact_family"), "text"),
        ],
    ),
    (
        key("core_fact_group_contact"),
        &[known("email", key("core_fact_email"), "email"), known("tel", key("core_fact_phone"), "tel")],
    ),
    (
        key("core_fact_group_address"),
        &[
            known("street-address", key("core_fact_street"), "text"),
            known("address-line2", key("core_fact_street_more"), "text"),
            known("postal-code", key("core_fact_postal"), "text"),
            known("address-level2", key("core_fact_city"), "text"),
            known("address-level1", key("core_fact_region"), "text"),
            known("country", key("core_fact_country"), "text"),
        ],
    ),
    (
        key("core_fact_group_work"),
        &[
            known("organization", key("core_fact_organization"), "text"),
            known("organization-title", key("core_fact_job"), "text"),
        ],
    ),
    (
        key("core_fact_group_birth"),
        &[
            known("bday", key("core_fact_birthday"), "date"),
            known("sex", key("core_fact_gender"), "text"),
            known("nationality", key("core_fact_nationality"), "text"),
            known("language", key("core_fact_language"), "text"),
        ],
    ),
    (
        key("core_fact_group_web"),
        &[
            known("url", key("core_fact_website"), "url"),
            known("linkedin", key("core_fact_linkedin"), "url"),
            known("github", key("core_fact_github"), "url"),
            known("username", key("core_fact_username"), "text"),
        ],
    ),
];

/// Those that HTML has no token of `autocomplete` for.
const OWN_TOKENS: [&str; 3] = ["nationality", "linkedin", "github"];

impl Known {
    /// What its field is called in HTML, so that the browser offers what it knows; `off` where HTML has no word.
    pub fn autocomplete(self) -> &'static str {
        if OWN_TOKENS.contains(&self.token) { "off" } else { self.token }
    }

    /// The type of its field for this value: a field for dates shows nothing else.
    pub fn kind_for(self, value: &str) -> &'static str {
        let is_date = value.is_empty() || value.len() == 10 && value.bytes().filter(|one| *one == b'-').count() == 2;
        if self.kind == "date" && !is_date { "text" } else { self.kind }
    }
}

fn is_known(fact: &Fact) -> bool {
    GROUPS.iter().any(|(_, facts)| facts.iter().any(|known| known.token == fact.key))
}

/// The value of a fact of the form.
pub fn value_of(profile: &Profile, token: &str) -> String {
    profile.facts.iter().find(|fact| fact.key == token).map(|fact| fact.value.clone()).unwrap_or_default()
}

/// Sets a fact of the form; an empty value removes it.
pub fn set(profile: &mut Profile, known: Known, value: &str) {
    let (value, label) = (value.trim().to_owned(), t(known.label).to_owned());
    if value.is_empty() {
        profile.facts.retain(|fact| fact.key != known.token);
    } else if let Some(fact) = profile.facts.iter_mut().find(|fact| fact.key == known.token) {
        (fact.label, fact.value) = (label, value);
    } else {
        profile.facts.push(Fact { key: known.token.to_owned(), label, value });
    }
}

/// The person's own facts.
pub fn own(profile: &Profile) -> Vec<Fact> {
    profile.facts.iter().filter(|fact| !is_known(fact)).cloned().collect()
}

/// Changes one of the person's own facts, by its number among them; without a value it is removed. One more than there are: adds it.
pub fn set_own(profile: &mut Profile, at: usize, label: &str, value: &str) {
    let (label, value) = (label.trim().to_owned(), value.trim().to_owned());
    let place = profile.facts.iter().enumerate().filter(|(_, fact)| !is_known(fact)).nth(at).map(|(place, _)| place);
    let Some(place) = place else {
        if !label.is_empty() && !value.is_empty() {
            profile.facts.push(Fact { key: label.clone(), label, value });
        }
        return;
    };
    if value.is_empty() {
        profile.facts.remove(place);
    } else if let Some(fact) = profile.facts.get_mut(place) {
        // What was brought in under a key of its own keeps it.
        if fact.key == fact.label {
            fact.key.clone_from(&label);
        }
        (fact.label, fact.value) = (label, value);
    }
}

/// A profile as a file.
pub fn file(profile: &Profile) -> String {
    serde_json::to_string_pretty(profile).unwrap_or_default()
}

/// A profile from a file, beside what is known: its facts count, the others stay. The second: how many facts it has. None if it is not a profile.
pub fn joined(profile: &Profile, text: &str) -> Option<(Profile, usize)> {
    let read: Value = serde_json::from_str(text).ok()?;
    // A file of something else says nothing under these names.
    read.get("facts").or(read.get("instructions"))?;
    let read: Profile = edith_protocol::json::from_value(read).ok()?;
    let mut joined = profile.clone();
    if !read.instructions.trim().is_empty() {
        joined.instructions = read.instructions;
    }
    let mut count = 0;
    for mut fact in read.facts.into_iter().filter(|fact| !fact.value.trim().is_empty()) {
        if fact.label.is_empty() {
            fact.label.clone_from(&fact.key);
        }
        if fact.key.is_empty() {
            fact.key.clone_from(&fact.label);
        }
        if fact.key.is_empty() {
            continue;
        }
        count += 1;
        match joined.facts.iter_mut().find(|one| one.key == fact.key) {
            Some(one) => *one = fact,
            None => joined.facts.push(fact),
        }
    }
    Some((joined, count))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fact(key: &str, label: &str, value: &str) -> Fact {
        Fact { key: key.into(), label: label.into(), value: value.into() }
    }

    fn find(token: &str) -> Known {
        *GROUPS.iter().flat_map(|(_, facts)| facts.iter()).find(|known| known.token == token).unwrap()
    }

    #[test]
    fn every_fact_of_the_form_is_one_that_fields_ask_for_and_documents_answer() {
        let meanings = include_str!("../../../forms/src/meaning/kinds.rs");
        let from_documents = include_str!("../../../records/src/profile.rs");
        let mut seen = std::collections::BTreeSet::new();
        for known in GROUPS.iter().flat_map(|(_, facts)| facts.iter()) {
            let line = meanings.lines().find(|line| line.ends_with(&format!(" = \"{}\";", known.token)));
            let meaning = line.unwrap_or_else(|| panic!("{}", known.token)).trim().split(' ').next().unwrap();
            assert!(from_documents.contains(&format!("(Meaning::{meaning},")), "{meaning}");
            assert!(seen.insert(known.token), "{} twice", known.token);
        }
        assert_eq!(from_documents.matches("(Meaning::").count(), seen.len());
        assert_eq!((find("linkedin").autocomplete(), find("bday").autocomplete()), ("off", "bday"));
        assert_eq!((find("bday").kind_for("1990-05-17"), find("bday").kind_for("May 1990")), ("date", "text"));
    }

    #[test]
    fn facts_are_set_changed_and_removed() {
        let mut profile = Profile::default();
        set(&mut profile, find("given-name"), " Ann ");
        set_own(&mut profile, 0, "Shirt size", "M");
        set(&mut profile, find("email"), "ann@example.org");
        set_own(&mut profile, 1, "Seat", "aisle");
        let all = [
            fact("given-name", "First name", "Ann"),
            fact("Shirt size", "Shirt size", "M"),
            fact("email", "E-mail", "ann@example.org"),
            fact("Seat", "Seat", "aisle"),
        ];
        assert_eq!(profile.facts, all);
        assert_eq!(value_of(&profile, "email"), "ann@example.org");
        set(&mut profile, find("given-name"), "Anna");
        set_own(&mut profile, 0, "T-shirt", "L");
        assert_eq!(own(&profile), [fact("T-shirt", "T-shirt", "L"), fact("Seat", "Seat", "aisle")]);
        set(&mut profile, find("given-name"), " ");
        set_own(&mut profile, 0, "T-shirt", "");
        // Without a name or a value nothing is added.
        set_own(&mut profile, 5, "", "x");
        set_own(&mut profile, 5, "x", " ");
        assert_eq!(profile.facts, all[2..]);
    }

    #[test]
    fn a_file_joins_what_is_known() {
        let profile = Profile {
            instructions: "Be brief.".into(),
            facts: vec![fact("email", "E-mail", "old@example.org"), fact("Seat", "Seat", "aisle")],
        };
        assert_eq!(joined(&Profile::default(), &file(&profile)), Some((profile.clone(), 2)));
        let text = r#"{"facts": [{"key": "email", "value": "new@example.org"}, {"label": "Size", "value": "M"}, {"value": "x"}, {"key": "tel", "value": ""}]}"#;
        let (both, count) = joined(&profile, text).unwrap();
        assert_eq!((both.instructions.as_str(), count), ("Be brief.", 2));
        let expected =
            [fact("email", "email", "new@example.org"), fact("Seat", "Seat", "aisle"), fact("Size", "Size", "M")];
        assert_eq!(both.facts, expected);
        for text in ["", "[]", "{}", "{\"conversations\": []}", "{\"facts\": 3}"] {
            assert_eq!(joined(&profile, text), None, "{text}");
        }
    }
}
