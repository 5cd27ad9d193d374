//! What a profile takes: nothing that is too long, and nothing secret.

use crate::cards::has_card;
use crate::meaning::Meaning;
use crate::secrets::is_secret_fact;
use edith_protocol::{FACT_CHARS, Fact, INSTRUCTIONS_CHARS, MAX_FACTS, Profile};

/// Why something of a profile is not stored.
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

/// Everything that speaks against storing a profile: of its facts each by itself.
pub fn refusals(profile: &Profile) -> Vec<Refusal> {
    let instructions = match () {
        () if profile.instructions.chars().count() > INSTRUCTIONS_CHARS => Some(Refusal::Instructions),
        () if has_secret(&profile.instructions) => Some(Refusal::SecretInstructions),
        () => None,
    };
    let many = (profile.facts.len() > MAX_FACTS).then_some(Refusal::TooMany);
    let of_facts = profile.facts.iter().filter_map(|fact| check(fact).err());
    instructions.into_iter().chain(many).chain(of_facts).collect()
}

/// Whether a fact can be stored.
///
/// # Errors
/// What speaks against it.
pub fn check(fact: &Fact) -> Result<(), Refusal> {
    let name = if fact.label.is_empty() { &fact.key } else { &fact.label };
    if [&fact.key, &fact.label, &fact.value].iter().any(|text| text.chars().count() > FACT_CHARS) {
        return Err(Refusal::TooLong(name.chars().take(NAME_CHARS).collect()));
    }
    // What is in a place of the profile is what the place is for, however it is called there: `PIN code` is a postal code.
    let by_place = Meaning::of_token(fact.key.trim()).map(Meaning::is_secret);
    let is_named = || [&fact.key, &fact.label].into_iter().any(|name| is_secret_fact(name, &fact.value));
    if by_place.unwrap_or_else(is_named) || has_secret(&fact.value) {
        return Err(Refusal::Secret(name.clone()));
    }
    Ok(())
}

/// Characters of a name in a refusal.
const NAME_CHARS: usize = 60;

/// Whether a text holds a card's number, a key, or words that open a wallet.
fn has_secret(text: &str) -> bool {
    let is_key = |word: &str| {
        let begins = ["sk-", "sk_", "ghp_", "github_pat_", "xox", "AKIA", "AIza", "eyJ"]
            .iter()
            .any(|begin| word.starts_with(begin));
        begins && word.len() >= 20
    };
    has_card(text)
        || text.contains("PRIVATE KEY-----")
        || text.contains("otpauth://")
        || text.split_whitespace().any(is_key)
        || opens_wallet(text)
}

/// Whether a text is nothing but the words that open a wallet: so many of them, all small and short (BIP-39).
fn opens_wallet(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_word = |word: &&str| (3..=8).contains(&word.chars().count()) && word.chars().all(char::is_lowercase);
    matches!(words.len(), 12 | 15 | 18 | 21 | 24) && words.iter().all(is_word)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A profile of these keys, labels and values.
    pub(crate) fn profile(facts: &[(&str, &str, &str)]) -> Profile {
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
            assert!(matches!(refusals(&facts).as_slice(), [Refusal::Secret(_)]), "{facts:?}");
        }
        let fine = profile(&[
            ("tel", "Phone", "+43 660 123 45 67"),
            ("iban", "IBAN", "AT61 1904 3002 3457 3201"),
            ("x", "Customer number", "123456789012"),
        ]);
        assert_eq!(refusals(&fine), []);
        let told = Profile { instructions: "Pay with 4111111111111111".into(), ..Profile::default() };
        assert_eq!(refusals(&told), [Refusal::SecretInstructions]);
    }

    #[test]
    fn a_refusal_is_of_one_fact() {
        let mixed = profile(&[
            ("x", "Shoe size", "39"),
            ("x", "PIN", "4821"),
            ("tel", "Phone", "+43 660 1"),
            ("x", "CVC", "9"),
        ]);
        assert_eq!(refusals(&mixed), [Refusal::Secret("PIN".into()), Refusal::Secret("CVC".into())]);
        // A place of the profile says what it is for.
        assert_eq!(refusals(&profile(&[("postal-code", "PIN", "560034")])), []);
        assert_eq!(refusals(&profile(&[("x", "PIN", "560034")])).len(), 1);
    }
}
