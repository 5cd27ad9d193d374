//! The person's facts, and which of them answers a question.

use crate::dates::Date;
use crate::fit::fit;
use crate::meaning::Meaning;
use crate::meaning::of_words;
use crate::question::Question;
use crate::secrets::names_secret;
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
        if [&fact.key, &fact.label].into_iter().any(|name| names_secret(name)) || has_secret(&fact.value) {
            return Err(Refusal::Secret(name.clone()));
        }
    }
    Ok(())
}

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
        if question.meaning == Some(Meaning::PhoneCountry) {
            return self.dial_code(question);
        }
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
            Meaning::PhoneNational => Some(divided(get(Meaning::Phone)?).1),
            Meaning::Street => {
                let street = get(Meaning::Street)?;
                Some(get(Meaning::HouseNumber).map_or_else(|| street.to_owned(), |number| format!("{street} {number}")))
            }
            Meaning::StreetName => match get(Meaning::HouseNumber) {
                Some(_) => get(Meaning::Street).map(str::to_owned),
                None => street_and_number(get(Meaning::Street)?).map(|(street, _)| street),
            },
            Meaning::HouseNumber => street_and_number(get(Meaning::Street)?).map(|(_, number)| number),
            _ => None,
        }
    }

    /// The country's code of the phone number: of a list the option with the person's country, else the one with the code.
    fn dial_code(&self, question: &Question) -> Option<FormValue> {
        // An extension or the kind of a phone is asked for in much the same words.
        if crate::words::has_any(
            &question.title,
            &["extension", "ext", "type", "area", "durchwahl", "ortsvorwahl", "poste"],
        ) {
            return None;
        }
        let code = divided(self.known.get(&Meaning::Phone)?).0?;
        let as_number = question.kind == FieldType::Number || (1..=3).contains(&question.limits.max_length);
        if question.options.is_empty() {
            let text = if as_number { code } else { format!("+{code}") };
            return fit(question, &FormValue::Text(text)).ok();
        }
        let has_code = |option: &&String| {
            option.split(|c: char| !c.is_ascii_digit()).any(|digits| digits.trim_start_matches('0') == code)
        };
        let all: Vec<&String> = question.options.iter().filter(has_code).collect();
        let country = self.known.get(&Meaning::Country).and_then(|country| crate::countries::country(country));
        let names_it = |option: &&&String| {
            option
                .split(|c: char| !c.is_alphabetic() && c != ' ')
                .any(|name| country.is_some() && crate::countries::country(name) == country)
        };
        let option = match all.as_slice() {
            [only] => only,
            several => several.iter().find(names_it)?,
        };
        Some(FormValue::Text((*option).clone()))
    }
}

/// Street and number of a line that has both: the number is first or last and may have a letter or a short word behind it, as in `12 bis rue Verte`.
fn street_and_number(line: &str) -> Option<(String, String)> {
    let words: Vec<&str> = line.split([' ', ',']).filter(|word| !word.is_empty()).collect();
    let is_number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
    let is_addition = |word: &str| {
        word.chars().count() == 1 && word.chars().all(char::is_alphabetic)
            || ["bis", "ter", "quater"].contains(&word.to_lowercase().as_str())
    };
    let (street, number): (&[&str], &[&str]) = match words.as_slice() {
        [number, addition, street @ ..] if is_number(number) && is_addition(addition) && !street.is_empty() => {
            (street, words.get(..2)?)
        }
        [number, street @ ..] if is_number(number) && !street.is_empty() => (street, words.get(..1)?),
        [street @ .., number, addition] if is_number(number) && is_addition(addition) && !street.is_empty() => {
            (street, words.get(street.len()..)?)
        }
        [street @ .., number] if is_number(number) && !street.is_empty() => (street, words.get(street.len()..)?),
        _ => return None,
    };
    // A second number may be of a flat or a town: which is which only a person knows.
    (!street.iter().any(|word| is_number(word))).then(|| (street.join(" "), number.join(" ")))
}

/// A phone number's country code, without the sign before it, and the rest.
fn divided(phone: &str) -> (Option<String>, String) {
    let phone = phone.trim();
    let Some(rest) = phone.strip_prefix('+').or_else(|| phone.strip_prefix("00")) else {
        return (None, phone.to_owned());
    };
    let digits: String = rest.chars().filter(char::is_ascii_digit).collect();
    let length = code_length(&digits);
    let code: String = digits.chars().take(length).collect();
    // Behind as many digits, wherever signs stand between them.
    let mut left = length;
    let national: String = rest
        .chars()
        .skip_while(|c| {
            let is_code = left > 0;
            left -= usize::from(is_code && c.is_ascii_digit());
            is_code
        })
        .collect();
    let national =
        national.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '(').trim_start_matches("(0)").trim();
    (Some(code), national.to_owned())
}

/// How many digits a country's code has, by ITU-T E.164: those of one and two are few, all others have three.
fn code_length(digits: &str) -> usize {
    const TWO: [&str; 43] = [
        "20", "27", "30", "31", "32", "33", "34", "36", "39", "40", "41", "43", "44", "45", "46", "47", "48", "49",
        "51", "52", "53", "54", "55", "56", "57", "58", "60", "61", "62", "63", "64", "65", "66", "81", "82", "84",
        "86", "90", "91", "92", "93", "94", "95",
    ];
    match digits.get(..2) {
        Some(two) if two.starts_with(['1', '7']) => 1,
        Some("98") => 2,
        Some(two) if TWO.contains(&two) => 2,
        _ => 3,
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
    fn streets_and_phones_fall_into_their_parts() {
        let both = |line: &str| street_and_number(line).map(|(street, number)| format!("{street}|{number}"));
        for (line, parts) in [
            ("Lindenstraße 27a", Some("Lindenstraße|27a")),
            ("Am Markt 5 b", Some("Am Markt|5 b")),
            ("31 rue des Trois-Maries", Some("rue des Trois-Maries|31")),
            ("12 bis, rue Verte", Some("rue Verte|12 bis")),
            ("Calle Mayor, 12", Some("Calle Mayor|12")),
            ("Straße des 17. Juni 135", None),
            ("Castle View", None),
            ("7", None),
        ] {
            assert_eq!(both(line).as_deref(), parts, "{line}");
        }
        for (phone, code, national) in [
            ("+44 7700 900412", Some("44"), "7700 900412"),
            ("+436601234567", Some("43"), "6601234567"),
            ("0049 (0)341 5550162", Some("49"), "341 5550162"),
            ("+1-202-555-0100", Some("1"), "202-555-0100"),
            ("+352 26 12 34", Some("352"), "26 12 34"),
            ("0341 5550162", None, "0341 5550162"),
        ] {
            assert_eq!(divided(phone), (code.map(str::to_owned), national.to_owned()), "{phone}");
        }
    }

    #[test]
    fn a_country_code_is_chosen_as_the_list_words_it() {
        let facts =
            Facts::of(&profile(&[("tel", "Phone", "+44 7700 900412"), ("country", "Country", "United Kingdom")]));
        let ask = |title: &str, options: &[&str]| {
            let options = options.iter().map(|option| (*option).to_owned()).collect::<Vec<_>>();
            let kind = if options.is_empty() { FieldType::Text } else { FieldType::Choice };
            let meaning = Some(Meaning::PhoneCountry);
            let question = Question { title: title.into(), kind, meaning, options, ..Question::default() };
            facts.answer(&question).map(|value| value.to_string())
        };
        assert_eq!(ask("Code", &[]).as_deref(), Some("+44"));
        assert_eq!(ask("Code", &["+33", "+44", "+49"]).as_deref(), Some("+44"));
        assert_eq!(ask("Code", &["Jersey (+44)", "United Kingdom (+44)"]).as_deref(), Some("United Kingdom (+44)"));
        assert_eq!(ask("Phone extension", &[]), None);
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
