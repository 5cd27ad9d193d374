//! Three people with a profile and a CV each, and where in the CV every answerable thing stands.

use serde_json::{Value, json};

/// Whose form it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Person {
    /// Speaks English, lives in Bristol.
    Ruth,
    /// Speaks German, lives in Leipzig.
    Jonas,
    /// Speaks French, lives in Lyon.
    Elodie,
}

/// Something that is known of a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    /// An HTML autocomplete token for a fact of the profile, a name of our own for one of the CV.
    pub key: &'static str,
    /// The fact's name in the person's language; empty for one of the CV.
    pub label: &'static str,
    /// As it is kept: dates as `2026-03-31`, lists with commas.
    pub value: &'static str,
    /// Other spellings that are right.
    pub others: Vec<&'static str>,
    /// The words of the CV it stands on; none for a fact of the profile.
    pub quote: Option<&'static str>,
}

impl Fact {
    /// Every spelling that is right, the kept one first.
    pub fn spellings(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.value).chain(self.others.iter().copied())
    }

    fn of_line(line: &'static str) -> Option<Self> {
        let (key, rest) = line.split_once(" = ")?;
        let Some((values, quote)) = rest.split_once(" :: ") else {
            let (label, value) = rest.split_once(" = ")?;
            return Some(Self { key, label, value, others: Vec::new(), quote: None });
        };
        let mut values = values.split(" | ");
        Some(Self { key, label: "", value: values.next()?, others: values.collect(), quote: Some(quote) })
    }
}

impl Person {
    pub const ALL: [Self; 3] = [Self::Ruth, Self::Jonas, Self::Elodie];

    /// The CV's file name.
    pub fn document(self) -> &'static str {
        match self {
            Self::Ruth => "CV Ruth Ellison.md",
            Self::Jonas => "Lebenslauf Jonas Weiss.md",
            Self::Elodie => "CV Elodie Marchand-Roy.md",
        }
    }

    /// The CV as Markdown.
    pub fn cv(self) -> &'static str {
        match self {
            Self::Ruth => include_str!("people/ruth.md"),
            Self::Jonas => include_str!("people/jonas.md"),
            Self::Elodie => include_str!("people/elodie.md"),
        }
    }

    /// Everything that is known of the person, of the profile and of the CV.
    pub fn facts(self) -> impl Iterator<Item = Fact> {
        let text = match self {
            Self::Ruth => include_str!("people/ruth.facts"),
            Self::Jonas => include_str!("people/jonas.facts"),
            Self::Elodie => include_str!("people/elodie.facts"),
        };
        text.lines().filter(|line| !line.starts_with('#')).filter_map(Fact::of_line)
    }

    /// One of the facts; none: nothing says it.
    pub fn fact(self, key: &str) -> Option<Fact> {
        self.facts().find(|fact| fact.key == key)
    }

    /// The profile as it is stored: `{instructions, facts: [{key, label, value}]}`.
    pub fn profile(self) -> Value {
        let facts: Vec<Value> = self
            .facts()
            .filter(|fact| fact.quote.is_none())
            .map(|fact| json!({ "key": fact.key, "label": fact.label, "value": fact.value }))
            .collect();
        json!({ "instructions": "", "facts": facts })
    }

    /// The CV's words that say a value of the profile: the line it stands in.
    pub(super) fn line_with(self, value: &str) -> Option<&'static str> {
        self.cv().lines().find(|line| line.contains(value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// What the forms ask in vain, by words that would betray an answer.
    const NOWHERE: &[&str] = &[
        "referral",
        "emergency",
        "allerg",
        "maiden",
        "iban",
        "passport",
        "reisepass",
        "smok",
        "insurance",
        "versicherung",
        "mutuelle",
        "sécurité sociale",
        "landlord",
        "vermieter",
        "propriétaire",
        "child",
        "kind",
        "enfant",
        "hijo",
        "mother's",
        "gp ",
        "hausarzt",
        "kinderarzt",
        "médecin",
        "married",
        "verheiratet",
        "ledig",
        "marié",
        "pet",
        "haustier",
        "t-shirt",
        "vegetarian",
        "vegan",
        "blood",
        "diet",
        "wheelchair",
        "disab",
        "behinder",
        "handicap",
        "tax number",
        "steuer-id",
        "employee number",
        "personalnummer",
        "religion",
        "konfession",
        "iban",
        "bic",
        "nhs",
        "policy",
        "police",
    ];

    #[test]
    fn every_line_of_the_facts_is_read() {
        for person in Person::ALL {
            let facts: Vec<Fact> = person.facts().collect();
            let keys: BTreeSet<&str> = facts.iter().map(|fact| fact.key).collect();
            assert_eq!(keys.len(), facts.len(), "{person:?} has a fact twice");
            let in_profile = facts.iter().filter(|fact| fact.quote.is_none()).count();
            assert!((15..=20).contains(&in_profile), "{person:?}: {in_profile}");
            assert!(facts.len() > 60, "{person:?}: {}", facts.len());
            assert!(Fact::of_line("no fact").is_none());
        }
    }

    #[test]
    fn every_quote_stands_in_the_cv_word_for_word() {
        for person in Person::ALL {
            for fact in person.facts() {
                if let Some(quote) = fact.quote {
                    assert!(person.cv().contains(quote), "{person:?} {}: {quote}", fact.key);
                }
            }
            assert!(!person.cv().contains("Neil Armstrong"));
        }
    }

    #[test]
    fn nothing_that_the_forms_ask_in_vain_stands_anywhere() {
        let words = |text: &str| format!(" {} ", text.to_lowercase().replace(['\n', ',', '.', ':', '('], " "));
        for person in Person::ALL {
            let known = words(&format!("{} {}", person.cv(), person.profile()));
            for word in NOWHERE {
                assert!(!known.contains(&format!(" {word}")), "{person:?} says {word}");
            }
            assert!(known.contains(" excel"), "the search finds what is there");
        }
    }
}
