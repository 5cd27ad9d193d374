//! What a label is about, as what stays of it without its kind: `Emergency contact: phone` and `Telefon im Notfall` are both about an emergency, and
//! ask for a phone. Labels compare by this, however they are put.

use super::kinds::Meaning;
use super::phrases::{Words, meanings};
use super::words::PHRASES;
use crate::support::same_word;
use crate::words::EMPTY;
use std::collections::BTreeSet;

/// What stands for somebody in a subject.
const SOMEBODY: char = '@';
/// Words for a number of anything.
const NUMBER: [&str; 7] = ["number", "nummer", "numero", "no", "nr", "num", "id"];
/// Words for somebody who is named otherwise nearby.
const PERSON: [&str; 12] = [
    "contact",
    "person",
    "relative",
    "kontakt",
    "kontaktperson",
    "angehoriger",
    "angehorige",
    "contacto",
    "persona",
    "personne",
    "reach",
    "details",
];
/// Words that say only when or how often.
const USUAL: [&str; 12] = [
    "daytime",
    "evening",
    "main",
    "preferred",
    "primary",
    "current",
    "whom",
    "wen",
    "wem",
    "tagsuber",
    "abends",
    "principal",
];
/// A rest of a compound has so many letters at least: `Matrikelnummer`.
const LEAST_REST: usize = 3;

/// What a label is about, and what kind of thing it asks of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Subject {
    /// A name, a phone, an address, as far as the label says it.
    pub kind: Option<Meaning>,
    /// Whether it asks for a number without saying of what kind.
    pub number: bool,
    /// The other words that say something; of people the row of the table.
    pub words: BTreeSet<String>,
}

impl Subject {
    /// Of a label.
    pub(crate) fn of(text: &str) -> Self {
        let label = Words::of_label(text);
        let people = label.people_places();
        let (words, kinds) = label.spans(meanings());
        let mut subject = Self::default();
        let mut taken: BTreeSet<usize> = BTreeSet::new();
        // The generic row says nothing of who it is.
        for (at, length, row) in people.iter().filter(|(_, _, row)| *row > 0) {
            subject.words.insert(format!("{SOMEBODY}{row}"));
            taken.extend(*at..at + length);
        }
        let mut kinds: Vec<(usize, usize, Meaning)> = kinds
            .iter()
            .filter_map(|(at, length, row)| Some((*at, *length, PHRASES.get(*row)?.0)))
            .filter(|(.., meaning)| is_of_a_person(*meaning))
            .collect();
        edith_page::order::sort_by_key(&mut kinds, |(at, length, _)| (std::cmp::Reverse(*length), *at));
        for (at, length, meaning) in kinds {
            if (at..at + length).any(|place| taken.contains(&place)) {
                continue;
            }
            // Beside another kind `name` is not a kind of its own: `name and phone`.
            subject.kind = subject.kind.or(Some(meaning));
            taken.extend(at..at + length);
        }
        let has_somebody = !subject.words.is_empty();
        for (_, word) in words.iter().enumerate().filter(|(at, _)| !taken.contains(at)) {
            let word = word.as_str();
            let is_number = NUMBER.contains(&word);
            subject.number |= is_number;
            let is_person = has_somebody && PERSON.contains(&word);
            if is_number || is_person || word == "1" || is_empty(word) {
                continue;
            }
            let rest = word.strip_suffix("nummer").filter(|rest| rest.chars().count() >= LEAST_REST);
            subject.number |= rest.is_some();
            subject.words.insert(rest.unwrap_or(word).to_owned());
        }
        subject
    }

    /// Whether it is about somebody other than the person.
    pub(crate) fn is_about_somebody(&self) -> bool {
        self.words.iter().any(|word| word.starts_with(SOMEBODY))
    }

    /// Whether all that it is about is also what the other one is about.
    pub(crate) fn is_within(&self, other: &Self) -> bool {
        !self.words.is_empty() && self.words.iter().all(|word| other.words.iter().any(|one| same_word(word, one)))
    }

    /// Whether both are about the same.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.is_within(other) && other.is_within(self)
    }

    /// Whether both may be about the same person: one of them does not say who it is, or they name somebody together.
    pub(crate) fn may_be_about(&self, other: &Self) -> bool {
        !other.is_about_somebody()
            || self.words.iter().any(|word| word.starts_with(SOMEBODY) && other.words.contains(word))
    }

    /// With what another label around it is about.
    pub(crate) fn within(mut self, around: &Self) -> Self {
        self.words.extend(around.words.iter().cloned());
        self
    }
}

fn is_empty(word: &str) -> bool {
    EMPTY.contains(&word)
        || USUAL.contains(&word)
        || word.chars().count() < 2 && !word.chars().all(|c| c.is_ascii_digit())
}

/// Whether it is something that everybody has: of a person, not of a card.
fn is_of_a_person(meaning: Meaning) -> bool {
    use Meaning as M;
    meaning.has_roles()
        || matches!(
            meaning,
            M::FullName
                | M::Prefix
                | M::GivenName
                | M::MiddleName
                | M::FamilyName
                | M::BirthDate
                | M::Gender
                | M::Nationality
                | M::Organization
                | M::JobTitle
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_that_are_put_otherwise_are_about_the_same() {
        for (one, other) in [
            ("Emergency contact: phone", "Phone number of your emergency contact"),
            ("Emergency contact phone", "Telefon im Notfall"),
            ("Partner's e-mail", "E-Mail der Ehefrau"),
            ("Neighbour's name", "Name of the neighbour"),
            ("Person to call if I am hurt", "Person to call if you are hurt"),
            ("Matrikelnummer", "Matrikel-Nr."),
            ("Child 2: date of birth", "Date of birth (child 2)"),
        ] {
            let (one, other) = (Subject::of(one), Subject::of(other));
            assert!(one.is_same(&other) && one.kind == other.kind, "{one:?} {other:?}");
        }
        for (one, other) in [
            ("Mother's phone", "Father's phone"),
            ("Child 1: name", "Child 2: name"),
            ("Library card", "Student card"),
            ("Phone", "Phone"),
        ] {
            let (one, other) = (Subject::of(one), Subject::of(other));
            assert!(!one.is_same(&other), "{one:?} {other:?}");
        }
    }
}
