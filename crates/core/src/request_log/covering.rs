//! Masks what was entered as a secret wherever it is: as it is, in an address, in JSON, and digits also in groups.

use crate::run::Run;
use edith_gate::{MASK, masked};
use edith_protocol::Gather as _;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::Value;

/// Written as they are in an address (RFC 3986, unreserved characters).
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');
/// Shorter ones are everywhere.
const LEAST_CHARS: usize = 3;

/// The secrets to cover, the longest first.
pub struct Covering {
    forms: Vec<String>,
    digits: Vec<String>,
}

impl Covering {
    /// Of these.
    pub fn of(secrets: &[String]) -> Self {
        let secrets =
            || secrets.iter().map(|secret| secret.trim()).filter(|secret| secret.chars().count() >= LEAST_CHARS);
        let mut forms: Vec<String> = secrets().flat_map(forms).collect();
        edith_page::order::sort_by(&mut forms, |a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
        forms.dedup();
        let only = |secret: &str| secret.chars().filter(|c| !is_between(*c)).collect::<String>();
        let digits = secrets().map(only).filter(|digits| digits.chars().all(|c| c.is_ascii_digit()));
        Self { forms, digits: digits.filter(|digits| digits.len() >= LEAST_CHARS).collect() }
    }

    /// Of what stored runs entered. One that cannot be read names none.
    #[must_use]
    pub fn of_records<'a>(records: impl IntoIterator<Item = &'a str>) -> Self {
        let runs = records.into_iter().filter_map(|record| Run::from_record(record).ok());
        Self::of(&runs.flat_map(|run| run.secrets()).collect::<Vec<_>>())
    }

    /// A value with them covered in every text, and with everything else that looks like one.
    #[must_use]
    pub fn on(&self, value: Value) -> Value {
        match value {
            Value::String(text) => Value::String(self.on_text(text)),
            Value::Array(items) => items.into_iter().map(|item| self.on(item)).collect(),
            Value::Object(fields) => {
                Value::Object(fields.into_iter().map(|(name, field)| (name, self.on(field))).gathered())
            }
            other => other,
        }
    }

    fn on_text(&self, mut text: String) -> String {
        for form in &self.forms {
            if text.contains(form.as_str()) {
                text = text.replace(form.as_str(), MASK);
            }
        }
        for digits in &self.digits {
            text = without_grouped(&text, digits);
        }
        masked(&text).into_owned()
    }
}

/// The ways in which a secret is written.
fn forms(secret: &str) -> Vec<String> {
    let percent = utf8_percent_encode(secret, PLAIN).to_string();
    let form = percent.replace("%20", "+");
    let quoted = Value::from(secret).to_string();
    let quoted = quoted.trim_matches('"');
    // Arguments are JSON as a text, which is a text in JSON again.
    let twice = Value::from(quoted).to_string();
    let mut all = vec![secret.to_owned(), percent.to_lowercase(), percent, form, quoted.to_owned()];
    all.push(twice.get(1..twice.len() - 1).unwrap_or_default().to_owned());
    all.retain(|one| one.chars().count() >= LEAST_CHARS);
    all
}

/// Whether a code's groups are kept apart by it.
fn is_between(c: char) -> bool {
    matches!(c, ' ' | '-' | '.' | '\u{a0}' | '\u{202f}')
}

/// The text with this number covered, also where it is written in groups.
fn without_grouped(text: &str, digits: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        match grouped(rest, digits) {
            Some(length) => {
                out.push_str(MASK);
                rest = rest.get(length..).unwrap_or_default();
            }
            None => {
                out.push(c);
                rest = rest.get(c.len_utf8()..).unwrap_or_default();
            }
        }
    }
    out
}

/// How many bytes of a text are this number, if it begins with it.
fn grouped(text: &str, digits: &str) -> Option<usize> {
    let mut wanted = digits.chars().peekable();
    let mut gap = false;
    for (at, c) in text.char_indices() {
        match wanted.peek() {
            None => return Some(at),
            Some(digit) if *digit == c => {
                wanted.next();
                gap = false;
            }
            // One sign between two groups.
            Some(_) if at > 0 && !gap && is_between(c) => gap = true,
            Some(_) => return None,
        }
    }
    wanted.peek().is_none().then_some(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_secret_is_covered_however_it_is_written() {
        let covering = Covering::of(&["p@ss \"w\\rd".to_owned(), "482913".to_owned(), "12".to_owned()]);
        let sends = json!({ "text": "p@ss \"w\\rd" }).to_string();
        let value = json!({
            "text": "log in with p@ss \"w\\rd",
            "list": [sends, json!({ "arguments": sends }).to_string(), "/?q=p%40ss%20%22w%5Crd", "/?q=p%40ss+%22w%5Crd", "/?q=p%40ss%20%22w%5crd"],
            "codes": ["482913", "code 482 913.", "4-8-2-9-1-3", "482\u{a0}913"],
            "other": ["12 lamps", "48291", "482  913", 482_914],
        });
        let out = covering.on(value).to_string();
        for secret in ["p@ss", "p%40ss", "482913", "482 913", "4-8-2", "482\u{a0}913"] {
            assert!(!out.contains(secret), "{secret} in {out}");
        }
        for stays in ["log in with", "12 lamps", "48291\"", "482  913", "482914", "code "] {
            assert!(out.contains(stays), "{stays} in {out}");
        }
    }

    #[test]
    fn without_secrets_nothing_but_keys_and_cards_is_covered() {
        let value = json!({ "text": "the key sk-abcdefghijklmnopqrst1234 for 12 lamps" });
        let out = Covering::of(&[]).on(value).to_string();
        assert!(out.contains("for 12 lamps") && !out.contains("abcdefghij"), "{out}");
    }
}
