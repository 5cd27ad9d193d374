//! The person's profile as it is stored, and its facts as questions that documents answer.

use edith_forms::profile::{Refusal, check, refusals};
use edith_forms::{Meaning, Question};
use edith_port::{Store, StoreError};
use edith_protocol::{
    FACT_CHARS, Fact, FieldType, FormValue, INSTRUCTIONS_CHARS, MAX_FACTS, Profile, json::from_value, keys,
};
use edith_words::{Sentence, say};
use serde_json::Value;

/// The profile. Damaged facts are left out, and the rest stays.
pub async fn read(store: &dyn Store) -> Result<Profile, StoreError> {
    let stored = store.read(keys::PROFILE).await?.unwrap_or_default();
    let instructions = stored.get("instructions").and_then(Value::as_str).unwrap_or_default().to_owned();
    let facts = stored.get("facts").and_then(Value::as_array).into_iter().flatten();
    let facts = facts.filter_map(|fact| from_value(fact.clone()).ok()).collect();
    Ok(Profile { instructions, facts })
}

/// Stores a profile to which there is no objection.
pub async fn write(store: &dyn Store, profile: &Profile) -> Result<(), StoreError> {
    store.write(keys::PROFILE, serde_json::to_value(profile).unwrap_or_default()).await
}

/// What is stored of a profile that the person gives, and the objections to the rest of it. A fact that is stored already is not judged again. Where
/// something is refused, what is fine is added to what is stored, and nothing is taken away from it.
pub fn accepted(given: Profile, stored: Profile) -> (Profile, Vec<Sentence>) {
    let judged = Profile {
        instructions: if given.instructions == stored.instructions {
            String::new()
        } else {
            given.instructions.clone()
        },
        facts: given.facts.iter().filter(|fact| !stored.facts.contains(fact)).cloned().collect(),
    };
    let mut refusals = refusals(&judged);
    if given.facts.len() > MAX_FACTS && given.facts.len() > stored.facts.len() {
        return (stored, vec![told(Refusal::TooMany)]);
    }
    refusals.retain(|refusal| *refusal != Refusal::TooMany);
    if refusals.is_empty() {
        return (given, Vec::new());
    }
    let mut kept = stored;
    if !judged.instructions.is_empty() && !refusals.iter().any(is_of_instructions) {
        kept.instructions = judged.instructions;
    }
    for fact in judged.facts.into_iter().filter(|fact| check(fact).is_ok()) {
        match kept.facts.iter_mut().find(|one| one.key == fact.key) {
            Some(one) => *one = fact,
            None => kept.facts.push(fact),
        }
    }
    (kept, refusals.into_iter().map(told).collect())
}

fn is_of_instructions(refusal: &Refusal) -> bool {
    matches!(refusal, Refusal::Instructions | Refusal::SecretInstructions)
}

/// An objection, for the person.
fn told(refusal: Refusal) -> Sentence {
    match refusal {
        Refusal::Instructions => say!(ProfileTooLong { what: say!(ProfileInstructions), limit: INSTRUCTIONS_CHARS }),
        Refusal::SecretInstructions => say!(ProfileSecret { what: say!(ProfileInstructions) }),
        Refusal::TooMany => say!(ProfileTooMany { limit: MAX_FACTS }),
        Refusal::TooLong(label) => say!(ProfileTooLong { what: label, limit: FACT_CHARS }),
        Refusal::Secret(label) => say!(ProfileSecret { what: label }),
    }
}

/// A group's facts with their names.
type Group = (Sentence, Vec<(Meaning, FieldType, Sentence)>);

/// What became of a fact: its key, and the objection to it.
pub type Put = (String, Result<(), String>);

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
pub fn questions(profile: &Profile) -> Vec<Question> {
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
/// The objection; the profile then stays as it was.
pub fn set(profile: &mut Profile, question: &Question, value: &FormValue) -> Result<(), String> {
    let (key, label, value) = (question.id.clone(), question.title.clone(), value.to_string().trim().to_owned());
    if value.is_empty() {
        profile.facts.retain(|fact| fact.key != key);
        return Ok(());
    }
    let label = profile.facts.iter().find(|fact| fact.key == key).map_or(label, |fact| fact.label.clone());
    let fact = Fact { key, label, value };
    check(&fact).map_err(|refusal| told(refusal).to_string())?;
    let has_room = profile.facts.len() < MAX_FACTS;
    match profile.facts.iter_mut().find(|one| one.key == fact.key) {
        Some(one) => *one = fact,
        None if has_room => profile.facts.push(fact),
        None => return Err(told(Refusal::TooMany).to_string()),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn profile(facts: &[(&str, &str)]) -> Profile {
        let fact = |(label, value): &(&str, &str)| Fact {
            key: (*label).into(),
            label: (*label).into(),
            value: (*value).into(),
        };
        Profile { facts: facts.iter().map(fact).collect(), ..Profile::default() }
    }

    fn labels(profile: &Profile) -> Vec<&str> {
        profile.facts.iter().map(|fact| fact.label.as_str()).collect()
    }

    #[test]
    fn one_refused_fact_keeps_no_other_one_out() {
        let stored = profile(&[("Shoe size", "39"), ("Locker PIN", "4821")]);
        let given =
            profile(&[("Locker PIN", "4821"), ("Hat size", "57"), ("Password", "hunter2"), ("Ring size", "54")]);
        let (kept, refused) = accepted(given, stored.clone());
        assert_eq!(labels(&kept), ["Shoe size", "Locker PIN", "Hat size", "Ring size"]);
        // What was stored by earlier rules stays and bars nothing.
        assert_eq!(refused.len(), 1);
        assert!(refused.iter().all(|sentence| sentence.to_string().contains("Password")), "{refused:?}");
        // The control: where nothing is refused, what is given is what is stored.
        let (kept, refused) = accepted(profile(&[("Hat size", "57")]), stored.clone());
        assert_eq!((labels(&kept), refused.len()), (vec!["Hat size"], 0));
        let mut changed = stored;
        let question = Question { id: "email".into(), title: "E-mail".into(), ..Question::default() };
        assert_eq!(set(&mut changed, &question, &"ann@example.org".into()), Ok(()));
        assert!(set(&mut changed, &question, &"4111 1111 1111 1111".into()).is_err());
        assert_eq!(changed.facts.last().map(|fact| fact.value.as_str()), Some("ann@example.org"));
    }

    #[test]
    fn too_many_facts_are_none() {
        let all: Vec<String> = (0..=MAX_FACTS).map(|at| format!("Fact {at}")).collect();
        let given = profile(&all.iter().map(|label| (label.as_str(), "x")).collect::<Vec<_>>());
        let (kept, refused) = accepted(given, Profile::default());
        assert_eq!((kept.facts.len(), refused.len()), (0, 1));
    }
}
