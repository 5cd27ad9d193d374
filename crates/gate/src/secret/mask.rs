//! Masks secrets in page text: payment card numbers and service keys are covered before anything is sent or stored.

use serde_json::Value;
use std::borrow::Cow;

/// Replaces a secret wherever it would be shown; its fixed length does not reveal the secret's.
pub const MASK: &str = "••••••";

/// Shortest secret that is looked for in what goes out, in characters.
pub(crate) const SECRET_CHARS: usize = 4;

/// Prefixes of service keys, with the least number of further characters.
#[rustfmt::skip]
const KEYS: &[(&str, usize)] = &[
    ("sk-", 20), ("sk_live_", 16), ("sk_test_", 16), ("rk_live_", 16), ("whsec_", 16), ("ghp_", 30), ("gho_", 30), ("ghs_", 30), ("ghu_", 30), ("github_pat_", 22),
    ("glpat-", 18), ("xoxb-", 20), ("xoxp-", 20), ("xapp-", 20), ("AKIA", 16), ("ASIA", 16), ("AIza", 33), ("ya29.", 20), ("npm_", 30), ("pypi-", 30),
    ("hf_", 30), ("SG.", 40), ("eyJ", 40),
];
/// Digits of payment cards (ISO/IEC 7812-1), common lengths only: other lengths are other numbers.
const CARD_DIGITS: [usize; 2] = [15, 16];

/// The text with its secrets covered.
pub fn masked(text: &str) -> Cow<'_, str> {
    if !is_on!(Mask) {
        return Cow::Borrowed(text);
    }
    let mut out = String::new();
    let mut kept = 0;
    let mut at = 0;
    // A run of key characters without a digit is not examined again in parts.
    let mut no_key_before = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let before = text.get(..at).and_then(|before| before.chars().next_back());
        let begins = before.is_none_or(|c| !c.is_alphanumeric());
        let key = if begins && at >= no_key_before { key(rest) } else { Key::None };
        if let Key::NoneFor(length) = key {
            no_key_before = at + length;
        }
        let found = match key {
            Key::Is(length) => Some(length),
            Key::None | Key::NoneFor(_) if begins => card(rest),
            Key::None | Key::NoneFor(_) => None,
        };
        match found {
            Some(length) => {
                out.push_str(text.get(kept..at).unwrap_or_default());
                out.push_str(MASK);
                at += length;
                kept = at;
            }
            None => at += rest.chars().next().map_or(1, char::len_utf8),
        }
    }
    if kept == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(text.get(kept..).unwrap_or_default());
    Cow::Owned(out)
}

/// From this many digits on, it is a personal number: a telephone, an account.
pub(crate) const LONG_NUMBER: usize = 9;
/// From this many mixed letters and digits on, it is a key rather than a product name.
const KEY_CHARS: usize = 16;

/// Whether a text holds more than words: an e-mail address, a long number, a key.
pub fn is_sensitive(text: &str) -> bool {
    let is_key = |word: &str| {
        let digits = word.chars().filter(char::is_ascii_digit).count();
        let letters = word.chars().filter(|c| c.is_alphabetic()).count();
        digits >= 2 && letters >= 2 && digits + letters >= KEY_CHARS && !word.contains("://")
    };
    // Digits in groups are one number.
    let mut digits = 0;
    for c in text.chars() {
        match c {
            '0'..='9' => digits += 1,
            ' ' | '-' | '.' | '/' | '(' | ')' | '+' => {}
            _ => digits = 0,
        }
        if digits >= LONG_NUMBER {
            return true;
        }
    }
    text.split_whitespace().any(|word| edith_page::is_email(word) || is_key(word))
}

/// Covers secrets in every text of a value: those that were entered, and what looks like one.
pub fn cover(value: &mut Value, secrets: &[(String, String)]) {
    match value {
        Value::String(text) => {
            for (secret, _) in secrets.iter().filter(|(secret, _)| secret.chars().count() >= SECRET_CHARS) {
                *text = text.replace(secret, MASK);
            }
            *text = masked(text).into_owned();
        }
        Value::Array(items) => items.iter_mut().for_each(|item| cover(item, secrets)),
        Value::Object(fields) => fields.values_mut().for_each(|field| cover(field, secrets)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// The start of a text.
enum Key {
    /// No key.
    None,
    /// A key of this many bytes.
    Is(usize),
    /// This many key characters, but no digit among them.
    NoneFor(usize),
}

fn key(text: &str) -> Key {
    if text.starts_with("-----BEGIN ") && text.get(..60).unwrap_or(text).contains("PRIVATE KEY-----") {
        let end = text.find("-----END ").and_then(|end| Some(end + text.get(end..)?.find("KEY-----")? + 8));
        return Key::Is(end.unwrap_or(text.len()));
    }
    let Some((start, more)) = KEYS.iter().find(|(start, _)| text.starts_with(start)) else { return Key::None };
    let rest = text.get(start.len()..).unwrap_or_default();
    let length =
        rest.bytes().take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.' | b'/' | b'+')).count();
    let digits = rest.bytes().take(length).any(|b| b.is_ascii_digit());
    match (length >= *more, digits) {
        (true, true) => Key::Is(start.len() + length),
        (_, false) => Key::NoneFor(start.len() + length),
        (false, true) => Key::None,
    }
}

/// Bytes of a card number at the start of the text: in one piece, or in groups of four (or 4, 6 and 5) with one separator.
fn card(text: &str) -> Option<usize> {
    if !text.starts_with(['3', '4', '5', '6', '2']) {
        return None;
    }
    let mut digits = Vec::new();
    let mut groups = Vec::new();
    let mut group = 0;
    let mut end = 0;
    for (at, c) in text.char_indices().take(24) {
        match c.to_digit(10) {
            Some(digit) => {
                digits.push(digit);
                group += 1;
                end = at + 1;
            }
            None if matches!(c, ' ' | '-' | '\u{a0}') && group >= 4 && digits.len() < 16 => {
                groups.push(group);
                group = 0;
            }
            None => break,
        }
    }
    if group > 0 {
        groups.push(group);
    }
    let after = text.get(end..).and_then(|rest| rest.chars().next());
    let fits = CARD_DIGITS.contains(&digits.len())
        && matches!(*groups.as_slice(), [15 | 16] | [4, 4, 4, 4] | [4, 6, 5])
        && after.is_none_or(|c| !c.is_alphanumeric());
    let is_issuer = match *digits.as_slice() {
        [4, ..] | [5, 1..=5, ..] | [6, 0 | 4 | 5, ..] => digits.len() == 16,
        [2, 2..=7, ..] => digits.len() == 16,
        [3, 4 | 7, ..] => digits.len() == 15,
        _ => false,
    };
    (fits && is_issuer && has_check_digit(&digits)).then_some(end)
}

/// Whether the last digit checks the others (ISO/IEC 7812-1, annex B).
pub(crate) fn has_check_digit(digits: &[u32]) -> bool {
    let each = digits.iter().rev().enumerate();
    let sum: u32 = each.map(|(at, digit)| if at % 2 == 0 { *digit } else { digit * 2 / 10 + digit * 2 % 10 }).sum();
    sum.is_multiple_of(10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_and_keys_are_covered_and_other_numbers_stay() {
        for (text, expected) in [
            ("Card 4111 1111 1111 1111, 12/30", "Card ••••••, 12/30"),
            ("5500-0000-0000-0004", "••••••"),
            ("Amex 3782 822463 10005.", "Amex ••••••."),
            ("378282246310005", "••••••"),
            ("4111111111111112", "4111111111111112"),
            ("ISBN 9783161484100", "ISBN 9783161484100"),
            ("IBAN DE02 1203 0000 0000 2020 51", "IBAN DE02 1203 0000 0000 2020 51"),
            ("4111 1111 1111 11115", "4111 1111 1111 11115"),
            ("Phone +49 170 1234567", "Phone +49 170 1234567"),
            ("Key: sk-abcdefghijklmnop1234567890 (new)", "Key: •••••• (new)"),
            ("ghp_abcdefghijklmnopqrstuvwxyz0123456789", "••••••"),
            ("AKIAIOSFODNN7EXAMPLE", "••••••"),
            ("-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\nend", "••••••\nend"),
            ("sk-etch of a disk-drive", "sk-etch of a disk-drive"),
            ("ask-abcdefghijklmnop1234567890", "ask-abcdefghijklmnop1234567890"),
            ("Größe 4 €", "Größe 4 €"),
            ("", ""),
        ] {
            assert_eq!(masked(text), expected);
        }
    }
}
