//! What a profile takes: nothing that is too long, and nothing secret.

use crate::secrets::names_secret;
use edith_protocol::{FACT_CHARS, INSTRUCTIONS_CHARS, MAX_FACTS, Profile};

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
