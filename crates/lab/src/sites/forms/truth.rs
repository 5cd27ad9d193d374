//! What is right in each field of a form: a line of the form's file for each, `name | question | rule`.
//!
//! A rule is `-` (nothing says it: stays as it is), `kept VALUE` (holds that, and must), `secret`, `consent`, or the key of a [fact](super::people::Fact),
//! several joined by `+`, with `?` before it where leaving it empty is right too, and with the field's format after `as`. `initially VALUE` ends a rule
//! whose field is not empty at first. `[2]` before the name: on the form's second page.

use super::people::{Fact, Person};
use serde_json::Value;

/// What is right in a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Right {
    /// A fact of the profile.
    Profile(&'static str),
    /// A fact of the CV.
    Document(&'static str),
    /// Nothing says it, so it stays empty.
    Unanswerable,
    /// It holds something, which stays.
    Kept,
    /// A password, a card's number and the like.
    Secret,
    /// Only the person agrees.
    Consent,
}

/// A line of a form's truth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// In the state that the page tells.
    pub name: &'static str,
    /// As a person reads it; `Date of birth > Day` for a part.
    pub question: &'static str,
    /// The heading above it; empty: it is of no matter.
    pub section: &'static str,
    pub right: Right,
    /// From 1.
    pub page: u8,
    /// What stands in it at first.
    pub initial: &'static str,
    pub(super) keys: &'static str,
    format: &'static str,
    /// Whether leaving it empty is right too.
    pub is_optional: bool,
}

/// What is to stand in a field when a person's form is filled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expected {
    pub field: Field,
    pub is: Is,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Is {
    /// One of several spellings.
    Exactly(Vec<String>),
    /// All of these choices and no other.
    All(Vec<String>),
    /// What stood there at first.
    Untouched,
}

/// Reads a form's truth.
pub(super) fn fields(truth: &'static str) -> Vec<Field> {
    truth.lines().filter_map(field).collect()
}

/// Reads a line with a control before the rule, which is not for here.
pub(super) fn field_with_control(line: &'static str) -> Option<Field> {
    let mut parts = line.splitn(4, " | ");
    let (name, question, _, rule) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    ruled(name, question, rule)
}

fn field(line: &'static str) -> Option<Field> {
    let mut parts = line.splitn(3, " | ");
    ruled(parts.next()?, parts.next()?, parts.next()?)
}

fn ruled(name: &'static str, question: &'static str, rule: &'static str) -> Option<Field> {
    let (page, name) = match name.strip_prefix('[').and_then(|rest| rest.split_once("] ")) {
        Some((page, name)) => (page.parse().ok()?, name),
        None => (1, name),
    };
    let (rule, initial) = rule.split_once(" initially ").unwrap_or((rule, ""));
    let plain = |right, initial| Field {
        name,
        question,
        section: "",
        right,
        page,
        initial,
        keys: "",
        format: "",
        is_optional: false,
    };
    Some(match rule {
        "-" => plain(Right::Unanswerable, initial),
        "secret" => plain(Right::Secret, initial),
        "consent" => plain(Right::Consent, initial),
        _ if rule.starts_with("kept ") => plain(Right::Kept, rule.strip_prefix("kept ")?),
        _ => {
            let is_optional = rule.starts_with('?');
            let (keys, format) =
                rule.trim_start_matches('?').split_once(" as ").unwrap_or((rule.trim_start_matches('?'), ""));
            let first = keys.split('+').next()?;
            let is_profile =
                Person::ALL.iter().filter_map(|person| person.fact(first)).any(|fact| fact.quote.is_none());
            let right = if is_profile { Right::Profile(keys) } else { Right::Document(keys) };
            Field { keys, format, is_optional, ..plain(right, initial) }
        }
    })
}

impl Field {
    pub(super) fn in_section(self, section: &'static str) -> Self {
        Self { section, ..self }
    }

    /// What a person's form is to hold here.
    pub fn expected(&self, person: Person) -> Is {
        if self.keys == "cv" {
            return Is::Exactly(vec![person.document().to_owned()]);
        }
        let facts: Option<Vec<Fact>> = self.keys.split('+').map(|key| person.fact(key)).collect();
        let Some(facts) = facts.filter(|_| !self.keys.is_empty()) else { return Is::Untouched };
        let [fact] = facts.as_slice() else {
            let all: Vec<&str> = facts.iter().map(|fact| fact.value).collect();
            return Is::Exactly(vec![all.join(" ")]);
        };
        match self.format.split_once(' ').unwrap_or((self.format, "")) {
            ("map", map) => mapped(fact, map),
            ("any", word) => Is::Exactly(vec![word.to_owned()]),
            ("date", pattern) => Is::Exactly(vec![date(fact.value, pattern)]),
            ("code", _) => Is::Exactly(code(fact.value).map(|(code, ..)| (*code).to_owned()).into_iter().collect()),
            ("country", language) => {
                Is::Exactly(code(fact.value).map(|names| country(names, language)).into_iter().collect())
            }
            ("phone", part) => Is::Exactly(phone(fact.value, part)),
            ("street", _) => Is::Exactly(vec![street(fact.value).0]),
            ("house", _) => Is::Exactly(vec![street(fact.value).1]),
            ("first", _) => {
                Is::Exactly(vec![fact.value.split(". ").next().unwrap_or_default().to_owned(), fact.value.to_owned()])
            }
            _ => Is::Exactly(fact.spellings().map(str::to_owned).collect()),
        }
    }

    /// Whether letters and digits alone count: of joined facts, phone numbers and amounts the page or the person chooses the signs between.
    pub(super) fn is_loose(&self) -> bool {
        self.keys.contains('+') || ["phone", "number"].iter().any(|format| self.format.starts_with(format))
    }

    /// Whether the field wants the fact in a format of its own.
    pub(super) fn has_format(&self) -> bool {
        !self.format.is_empty()
    }

    /// The value that a person's form holds at first.
    pub fn untouched(&self) -> Vec<Value> {
        match (self.initial, &self.right) {
            ("", _) => vec![Value::from(""), Value::Bool(false), Value::Array(Vec::new()), Value::Null],
            ("true", _) => vec![Value::Bool(true)],
            (initial, _) => vec![Value::from(initial), Value::from(vec![initial])],
        }
    }
}

fn mapped(fact: &Fact, map: &str) -> Is {
    let find = |wanted: &str| {
        let pair = map.split("; ").find_map(|pair| pair.split_once('=').filter(|(from, _)| *from == wanted))?;
        Some(pair.1.split('/').map(str::to_owned).collect::<Vec<_>>())
    };
    if fact.value.contains(", ") {
        return Is::All(fact.value.split(", ").filter_map(find).flatten().collect());
    }
    find(fact.value).map_or(Is::Untouched, Is::Exactly)
}

/// A kept date (`2026-03-31`, `2026-03` or `2026`) in the field's pattern: `dd.mm.yyyy`, `d`, `m`, `yyyy` and so on.
fn date(kept: &str, pattern: &str) -> String {
    let mut parts = kept.split('-');
    let mut part = || parts.next().unwrap_or_default();
    let (year, month, day) = (part(), part(), part());
    let plain = |part: &str| part.trim_start_matches('0').to_owned();
    pattern
        .replace("yyyy", year)
        .replace("mm", month)
        .replace("dd", day)
        .replace('m', &plain(month))
        .replace('d', &plain(day))
}

/// Code, and the names in English, German, French and Spanish.
const COUNTRIES: [(&str, &str, &str, &str, &str); 3] = [
    ("GB", "United Kingdom", "Vereinigtes Königreich", "Royaume-Uni", "Reino Unido"),
    ("DE", "Germany", "Deutschland", "Allemagne", "Alemania"),
    ("FR", "France", "Frankreich", "France", "Francia"),
];

fn code(name: &str) -> Option<&'static (&'static str, &'static str, &'static str, &'static str, &'static str)> {
    COUNTRIES.iter().find(|(_, en, de, fr, es)| [en, de, fr, es].contains(&&name))
}

fn country((_, en, de, fr, es): &(&str, &str, &str, &str, &str), language: &str) -> String {
    match language {
        "de" => *de,
        "fr" => *fr,
        "es" => *es,
        _ => *en,
    }
    .to_owned()
}

/// The prefix is of two digits in all three countries.
fn phone(kept: &str, part: &str) -> Vec<String> {
    let (prefix, rest) = kept.split_once(' ').unwrap_or((kept, ""));
    match part {
        "prefix" => vec![prefix.trim_start_matches('+').to_owned(), prefix.to_owned()],
        "national" => vec![rest.to_owned(), format!("0{rest}")],
        _ => vec![kept.to_owned(), kept.replace('+', "00"), format!("0{rest}")],
    }
}

fn street(kept: &str) -> (String, String) {
    let is_number = |word: &&str| word.starts_with(|c: char| c.is_ascii_digit());
    let (numbers, names): (Vec<&str>, Vec<&str>) = kept.split(' ').partition(is_number);
    (names.join(" "), numbers.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_look_as_their_field_wants_them() {
        let right = |rule: &'static str, person: Person| {
            let line: &'static str = Box::leak(format!("a | b | {rule}").into_boxed_str());
            field(line).unwrap().expected(person)
        };
        let exactly = |values: &[&str]| Is::Exactly(values.iter().map(|value| (*value).to_owned()).collect());
        assert_eq!(right("bday as date dd.mm.yyyy", Person::Elodie), exactly(&["06.02.1994"]));
        assert_eq!(right("bday as date d", Person::Elodie), exactly(&["6"]));
        assert_eq!(right("job1-from as date mm/yyyy", Person::Ruth), exactly(&["03/2021"]));
        assert_eq!(right("country as country fr", Person::Jonas), exactly(&["Allemagne"]));
        assert_eq!(right("tel as phone prefix", Person::Ruth), exactly(&["44", "+44"]));
        assert_eq!(right("street-address as house", Person::Jonas), exactly(&["27a"]));
        assert_eq!(right("street-address as street", Person::Elodie), exactly(&["rue des Trois-Maries"]));
        assert_eq!(right("skills as map sap=S; sql=Q", Person::Ruth), Is::All(vec!["S".into(), "Q".into()]));
        assert_eq!(right("birthplace", Person::Ruth), Is::Untouched);
        assert_eq!(right("kept x", Person::Ruth), Is::Untouched);
        assert_eq!(right("given-name+family-name", Person::Ruth), exactly(&["Ruth Ellison"]));
    }
}
