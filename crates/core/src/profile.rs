//! The person's profile as it is stored, and its facts as questions that documents answer.

use crate::port::{Store, StoreError};
use edith_forms::profile::{Refusal, check};
use edith_forms::{Meaning, Question};
use edith_protocol::{
    FACT_CHARS, Fact, FieldType, FormValue, INSTRUCTIONS_CHARS, MAX_FACTS, Profile, json::from_value, keys,
};
use edith_words::{Sentence, say};
use serde_json::Value;

/// The profile. Damaged facts are left out, and the rest stays.
pub(crate) async fn read(store: &dyn Store) -> Result<Profile, StoreError> {
    let stored = store.read(keys::PROFILE).await?.unwrap_or_default();
    let instructions = stored.get("instructions").and_then(Value::as_str).unwrap_or_default().to_owned();
    let facts = stored.get("facts").and_then(Value::as_array).into_iter().flatten();
    let facts = facts.filter_map(|fact| from_value(fact.clone()).ok()).collect();
    Ok(Profile { instructions, facts })
}

/// Stores a profile that nothing speaks against.
pub(crate) async fn write(store: &dyn Store, profile: &Profile) -> Result<(), StoreError> {
    store.write(keys::PROFILE, serde_json::to_value(profile).unwrap_or_default()).await
}

/// What speaks against storing a profile.
pub(crate) fn objection(profile: &Profile) -> Option<Sentence> {
    Some(match check(profile).err()? {
        Refusal::Instructions => say!(ProfileTooLong { what: say!(ProfileInstructions), limit: INSTRUCTIONS_CHARS }),
        Refusal::SecretInstructions => say!(ProfileSecret { what: say!(ProfileInstructions) }),
        Refusal::TooMany => say!(ProfileTooMany { limit: MAX_FACTS }),
        Refusal::TooLong(label) => say!(ProfileTooLong { what: label, limit: FACT_CHARS }),
        Refusal::Secret(label) => say!(ProfileSecret { what: label }),
    })
}

/// A group's facts with their names.
type Group = (Sentence, Vec<(Meaning, FieldType, Sentence)>);

/// What became of a fact: its key, and what spoke against it.
pub(crate) type Put = (String, Result<(), String>);

/// The facts that a profile has a place for.
fn places() -> [Group; 6] {
    use FieldType::{Date, Email, Phone, Text, Url};
    [
        (
            say!(FactGroupName),
            vec![
                (Meaning::Prefix, Text, say!(FactPrefix)),
                (Meaning::GivenName, Text, say!(FactGiven)),
                (Meaning::MiddleName, Text, say!(FactMiddle)),
                (Meaning::FamilyName, Text, say!(FactFamily)),
            ],
        ),
        (
            say!(FactGroupContact),
            vec![(Meaning::Email, Email, say!(FactEmail)), (Meaning::Phone, Phone, say!(FactPhone))],
        ),
        (
            say!(FactGroupAddress),
            vec![
                (Meaning::Street, Text, say!(FactStreet)),
                (Meaning::StreetMore, Text, say!(FactStreetMore)),
                (Meaning::PostalCode, Text, say!(FactPostal)),
                (Meaning::City, Text, say!(FactCity)),
                (Meaning::Region, Text, say!(FactRegion)),
                (Meaning::Country, Text, say!(FactCountry)),
            ],
        ),
        (
            say!(FactGroupWork),
            vec![(Meaning::Organization, Text, say!(FactOrganization)), (Meaning::JobTitle, Text, say!(FactJob))],
        ),
        (
            say!(FactGroupBirth),
            vec![
                (Meaning::BirthDate, Date, say!(FactBirthday)),
                (Meaning::Gender, Text, say!(FactGender)),
                (Meaning::Nationality, Text, say!(FactNationality)),
                (Meaning::Language, Text, say!(FactLanguage)),
            ],
        ),
        (
            say!(FactGroupWeb),
            vec![
                (Meaning::Website, Url, say!(FactWebsite)),
                (Meaning::LinkedIn, Url, say!(FactLinkedin)),
                (Meaning::GitHub, Url, say!(FactGithub)),
                (Meaning::Username, Text, say!(FactUsername)),
            ],
        ),
    ]
}

/// The same as questions, with what the profile knows: each has the fact's key as its id.
pub(crate) fn questions(profile: &Profile) -> Vec<Question> {
    let mut questions = Vec::new();
    for (group, facts) in places() {
        let section = group.to_string();
        for (meaning, kind, label) in facts {
            let known = profile.facts.iter().find(|fact| fact.key == meaning.token()).map(|fact| fact.value.clone());
            questions.push(Question {
                id: meaning.token().to_owned(),
                title: label.to_string(),
                section: section.clone(),
                kind,
                holds: known.is_some(),
                current: FormValue::Text(known.unwrap_or_default()),
                meaning: Some(meaning),
                ..Question::default()
            });
        }
    }
    questions
}

/// Sets a fact of these questions; an empty value removes it.
///
/// # Errors
/// What speaks against it, and the profile stays as it was.
pub(crate) fn set(profile: &mut Profile, question: &Question, value: &FormValue) -> Result<(), String> {
    let before = profile.clone();
    let (key, label, value) = (question.id.clone(), question.title.clone(), value.to_string().trim().to_owned());
    match profile.facts.iter_mut().find(|fact| fact.key == key) {
        _ if value.is_empty() => profile.facts.retain(|fact| fact.key != key),
        Some(fact) => fact.value = value,
        None => profile.facts.push(Fact { key, label, value }),
    }
    match objection(profile) {
        Some(objection) => {
            *profile = before;
            Err(objection.to_string())
        }
        None => Ok(()),
    }
}
