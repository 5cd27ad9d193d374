//! The person's facts, and which of them answers a question.

use crate::dates::Date;
use crate::fit::fit;
use crate::meaning::Meaning;
use crate::meaning::of_words;
use crate::question::Question;
use edith_page::fold::fold;
use edith_protocol::{FACT_CHARS, FieldType, FormValue, INSTRUCTIONS_CHARS, MAX_FACTS, Profile};
use std::collections::BTreeMap;

/// A profile's facts by what they mean.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Facts {
    known: BTreeMap<Meaning, String>,
    /// Those of another kind: label and value.
    own: Vec<(String, String)>,
}

/// Why a profile is not stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// The instructions are too long.
    Instructions,
    /// There are too many facts.
    TooMany,
    /// The value of the fact with this label is too long.
    TooLong(String),
    /// The fact with this label is a card's number, a password or another secret.
    Secret(String),
    /// The instructions hold a card's number or a key.
    SecretInstructions,
}

/// Whether a profile can be stored: nothing in it is too long or secret.
///
/// # Errors
/// The first thing that speaks against it.
pub fn check(profile: &Profile) -> Result<(), Refusal> {
    if profile.instructions.chars().count() > INSTRUCTIONS_CHARS {
        return Err(Refusal::Instructions);
    }
    if has_secret(&profile.instructions) {
        return Err(Refusal::SecretInstructions);
    }
    if profile.facts.len() > MAX_FACTS {
        return Err(Refusal::TooMany);
    }
    for fact in &profile.facts {
        let name = if fact.label.is_empty() { &fact.key } else { &fact.label };
        if [&fact.key, &fact.label, &fact.value].iter().any(|text| text.chars().count() > FACT_CHARS) {
            return Err(Refusal::TooLong(name.chars().take(60).collect()));
        }
        let names = [&fact.key, &fact.label];
        let secret = names
            .iter()
            .any(|name| meaning_of(name).is_some_and(Meaning::is_secret) || crate::words::has_any(name, SECRET));
        if secret || has_secret(&fact.value) {
            return Err(Refusal::Secret(name.clone()));
        }
    }
    Ok(())
}

/// Names of what is secret, where it is no field.
const SECRET: &[&str] = &[
    "password",
    "passphrase",
    "passcode",
    "pin",
    "pin code",
    "api key",
    "secret",
    "secret key",
    "private key",
    "token",
    "access token",
    "cvv",
    "cvc",
    "card number",
    "credit card",
    "security answer",
    "recovery code",
    "seed phrase",
    "passwort",
    "kennwort",
    "geheimzahl",
    "kreditkarte",
    "kartennummer",
    "prufziffer",
    "mot de passe",
    "code secret",
    "carte bancaire",
    "carte de credit",
    "numero de carte",
    "contrasena",
    "clave secreta",
    "tarjeta de credito",
    "numero de tarjeta",
];

/// Whether a text holds a card's number or a key of a service.
fn has_secret(text: &str) -> bool {
    let mut digits = String::new();
    for c in text.chars().chain(['|']) {
        match c {
            '0'..='9' => digits.push(c),
            ' ' | '-' if !digits.is_empty() => {}
            _ => {
                if is_card(&digits) {
                    return true;
                }
                digits.clear();
            }
        }
    }
    let is_key = |word: &str| {
        let begins = ["sk-", "sk_", "ghp_", "github_pat_", "xox", "AKIA", "AIza", "eyJ"]
            .iter()
            .any(|begin| word.starts_with(begin));
        begins && word.len() >= 20
    };
    text.split_whitespace().any(is_key)
}

/// Whether digits pass as a payment card's number: 13 to 19 of them, by the check of ISO/IEC 7812.
fn is_card(digits: &str) -> bool {
    if !(13..=19).contains(&digits.len()) || digits.bytes().all(|digit| digit == b'0') {
        return false;
    }
    let sum: u32 = digits
        .bytes()
        .rev()
        .enumerate()
        .map(|(at, digit)| {
            let digit = u32::from(digit - b'0');
            match (at % 2, digit * 2) {
                (0, _) => digit,
                (_, double) if double > 9 => double - 9,
                (_, double) => double,
            }
        })
        .sum();
    sum.is_multiple_of(10)
}

fn meaning_of(name: &str) -> Option<Meaning> {
    Meaning::of_token(name.trim()).or_else(|| of_words(name))
}

impl Facts {
    /// The facts of a profile. A fact's meaning is told by its key, else by its label.
    pub fn of(profile: &Profile) -> Self {
        let mut facts = Self::default();
        for fact in &profile.facts {
            let value = fact.value.trim();
            if value.is_empty() {
                continue;
            }
            match meaning_of(&fact.key).or_else(|| meaning_of(&fact.label)).filter(|meaning| !meaning.is_secret()) {
                Some(meaning) => {
                    facts.known.entry(meaning).or_insert_with(|| value.to_owned());
                }
                None => {
                    let label = if fact.label.trim().is_empty() { &fact.key } else { &fact.label };
                    facts.own.push((label.clone(), value.to_owned()));
                }
            }
        }
        facts
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.known.is_empty() && self.own.is_empty()
    }

    /// The facts as text, a line each.
    pub fn text(&self) -> String {
        let known = self.known.iter().map(|(meaning, value)| format!("{}: {value}\n", meaning.token()));
        let own = self.own.iter().map(|(label, value)| format!("{label}: {value}\n"));
        known.chain(own).collect()
    }

    /// What fits a question, if a fact answers it.
    pub fn answer(&self, question: &Question) -> Option<FormValue> {
        if question.is_persons() || matches!(question.kind, FieldType::File | FieldType::Grid) {
            return None;
        }
        let by_meaning = || question.meaning.and_then(|meaning| self.value(meaning));
        let title = fold(&question.title);
        let by_label = || self.own.iter().find(|(label, _)| fold(label) == title).map(|(_, value)| value.clone());
        let value = by_meaning().or_else(by_label)?;
        let fitted = fit(question, &FormValue::Text(value.clone())).ok();
        fitted.or_else(|| shorter(question, &value).and_then(|value| fit(question, &FormValue::Text(value)).ok()))
    }

    /// The fact of that meaning, also put together from others, or taken out of them.
    fn value(&self, meaning: Meaning) -> Option<String> {
        if let Some(value) = self.known.get(&meaning) {
            return Some(value.clone());
        }
        let get = |meaning: Meaning| self.known.get(&meaning).map(String::as_str);
        let birth = || Date::read(get(Meaning::BirthDate)?, None);
        match meaning {
            Meaning::FullName => {
                let (given, family) = (get(Meaning::GivenName)?, get(Meaning::FamilyName)?);
                Some(format!("{given} {family}"))
            }
            // Only a name of two words falls into two parts without doubt.
            Meaning::GivenName | Meaning::FamilyName => {
                let words: Vec<&str> = get(Meaning::FullName)?.split_whitespace().collect();
                match (words.as_slice(), meaning) {
                    ([given, _], Meaning::GivenName) => Some((*given).to_owned()),
                    ([_, family], _) => Some((*family).to_owned()),
                    _ => None,
                }
            }
            Meaning::BirthDay => Some(birth()?.day?.to_string()),
            Meaning::BirthMonth => Some(birth()?.month.to_string()),
            Meaning::BirthYear => Some(birth()?.year.to_string()),
            Meaning::PhoneNational => Some(national(get(Meaning::Phone)?)?.to_owned()),
            Meaning::PhoneCountry => get(Meaning::Country).map(str::to_owned),
            Meaning::Street => {
                let street = get(Meaning::Street)?;
                Some(get(Meaning::HouseNumber).map_or_else(|| street.to_owned(), |number| format!("{street} {number}")))
            }
            Meaning::HouseNumber => {
                let last = get(Meaning::Street)?.split([' ', ',']).rfind(|word| !word.is_empty())?;
                last.starts_with(|c: char| c.is_ascii_digit()).then(|| last.to_owned())
            }
            _ => None,
        }
    }
}

/// A phone number without its country's code, where that can be told without a table: behind the blank after it.
fn national(phone: &str) -> Option<&str> {
    match phone.trim().strip_prefix('+') {
        Some(rest) => rest.split_once([' ', '-', '/']).map(|(_, rest)| rest.trim()).filter(|rest| rest.len() > 4),
        None => Some(phone.trim()),
    }
}

/// The same value in the shorter form that a field may want.
fn shorter(question: &Question, value: &str) -> Option<String> {
    match question.meaning? {
        Meaning::Country | Meaning::Nationality => crate::countries::country(value).map(str::to_uppercase),
        Meaning::Phone | Meaning::PhoneNational => {
            Some(value.chars().filter(|c| c.is_ascii_digit() || *c == '+').collect())
        }
        Meaning::PostalCode => Some(value.chars().filter(|c| !c.is_whitespace()).collect()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use edith_protocol::Fact;

    fn profile(facts: &[(&str, &str, &str)]) -> Profile {
        let fact = |(key, label, value): &(&str, &str, &str)| Fact {
            key: (*key).into(),
            label: (*label).into(),
            value: (*value).into(),
        };
        Profile { instructions: String::new(), facts: facts.iter().map(fact).collect() }
    }

    #[test]
    fn facts_answer_by_meaning_and_by_their_own_label() {
        let facts = Facts::of(&profile(&[
            ("given-name", "First name", "Ann"),
            ("family-name", "Last name", "Miller"),
            ("bday", "Birthday", "1990-05-04"),
            ("country", "Country", "Austria"),
            ("x1", "Shoe size", "39"),
        ]));
        let ask = |meaning, kind| {
            facts.answer(&Question { meaning, kind, ..Question::default() }).map(|value| value.to_string())
        };
        assert_eq!(ask(Some(Meaning::FullName), FieldType::Text).as_deref(), Some("Ann Miller"));
        assert_eq!(ask(Some(Meaning::BirthYear), FieldType::Text).as_deref(), Some("1990"));
        assert_eq!(ask(Some(Meaning::Email), FieldType::Email), None);
        assert_eq!(ask(None, FieldType::Text), None);
        let size = Question { title: "Shoe size".into(), ..Question::default() };
        assert_eq!(facts.answer(&size), Some("39".into()));
        let list = Question {
            kind: FieldType::Choice,
            meaning: Some(Meaning::Country),
            options: vec!["Deutschland".into(), "Österreich".into()],
            ..Question::default()
        };
        assert_eq!(facts.answer(&list), Some("Österreich".into()));
        let secret = Question { kind: FieldType::Secret, meaning: Some(Meaning::GivenName), ..Question::default() };
        assert_eq!(facts.answer(&secret), None);
    }

    #[test]
    fn secrets_are_refused_and_nothing_else_is() {
        for facts in [
            profile(&[("x", "Card", "4111 1111 1111 1111")]),
            profile(&[("password", "Password", "hunter2")]),
            profile(&[("x", "Passwort", "geheim")]),
            profile(&[("cc-number", "Number", "1")]),
            profile(&[("x", "Server", "sk-0123456789abcdef0123456789")]),
        ] {
            assert!(matches!(check(&facts), Err(Refusal::Secret(_))), "{facts:?}");
        }
        let fine = profile(&[
            ("tel", "Phone", "+43 660 123 45 67"),
            ("iban", "IBAN", "AT61 1904 3002 3457 3201"),
            ("x", "Customer number", "123456789012"),
        ]);
        assert_eq!(check(&fine), Ok(()));
        let told = Profile { instructions: "Pay with 4111111111111111".into(), ..Profile::default() };
        assert_eq!(check(&told), Err(Refusal::SecretInstructions));
    }
}
