//! Sentences with facts for a form: `my name Ada Lovelace and email ada@example.org`, `mein Name ist Ada, E-Mail …`. What a fact is, is told by the same
//! words as what a field asks for.

use super::command::{Command, FactPart};
use super::phrase::{after, after_any, literal, outside_quotes};
use edith_forms::meaning::{Meaning, of_words};

/// Most words of a fact's name.
const KEY_WORDS: usize = 4;
/// Names of what forms ask for beside facts about a person.
const OTHERS: &[&str] = &[
    "message",
    "subject",
    "comment",
    "comments",
    "note",
    "age",
    "nachricht",
    "betreff",
    "kommentar",
    "bemerkung",
    "anmerkung",
    "alter",
];
/// Last words that belong to the name before them: `email address`.
const TAILS: &[&str] = &["address", "number", "adresse", "nummer", "code", "name"];
const MINE: &[&str] = &["my", "mein", "meine", "meinen", "meinem", "meiner", "meines"];
const ARTICLES: &[&str] = &["the", "a", "der", "die", "das", "den", "dem", "as", "als"];
const LINKS: &[&str] = &["is", "are", "=", "ist", "lautet", "to", "with", "mit"];

/// The facts of a sentence, as commands; none if it is not about facts.
pub(crate) fn facts(text: &str) -> Option<Vec<Command>> {
    let fills = after_any(text, &["fill in", "fill out", "fill up", "fill", "complete"]);
    let enters = after_any(text, &["enter", "type in", "type", "put in", "put", "use", "write", "insert"]);
    let body = fills.or(enters).unwrap_or(text);
    let forms = [
        "the form with",
        "this form with",
        "the form",
        "this form",
        "the fields with",
        "the fields",
        "it with",
        "with",
        "as follows",
        "the following",
    ];
    let formed = after_any(body.trim_start_matches(':'), &forms);
    let body = formed.unwrap_or(body).trim_start_matches([':', ',']).trim();
    // Written as pairs, each is for the field of that name.
    let paired = [": ", "=", " with "].iter().any(|mark| body.contains(mark));
    if paired && starts_mine(body).is_none() {
        return None;
    }
    read(body, fills.is_some(), enters.is_some())
}

/// A task that is nothing but facts: `Name: Ada, E-Mail: ada@x.example`.
pub(crate) fn only_facts(text: &str) -> Option<Vec<Command>> {
    read(text.trim(), false, true)
}

/// `fills`: one known fact is enough; `enters`: they are all to be known, and several.
fn read(body: &str, fills: bool, enters: bool) -> Option<Vec<Command>> {
    let mut found: Vec<(String, String)> = Vec::new();
    let mut own = false;
    for (joint, part) in parts(body) {
        let mine = starts_mine(&part);
        match fact(&part) {
            Some((key, value)) => {
                own |= found.is_empty() && mine.is_some();
                found.push((key, value));
            }
            None => {
                let (key, value) = found.last_mut()?;
                if goes_on(key, &part) {
                    value.push_str(&joint);
                    value.push_str(&part);
                } else {
                    found.push((part, String::new()));
                }
            }
        }
    }
    let known = found.iter().filter(|(key, _)| is_known(key)).count();
    let all = known > 1 && known == found.len();
    // "type hello, name …": without "my", typing is about one field.
    let meant = own || fills && known > 0 || enters && all;
    if !meant {
        return None;
    }
    Some(found.into_iter().flat_map(|(key, value)| commands(&key, &literal(&value))).collect())
}

/// Whether words that are no fact belong to the value before them: to a message always, else as names and numbers do ("Smith and Sons", "5 Main St,
/// 2nd floor"). Other words are told as having no field.
fn goes_on(key: &str, part: &str) -> bool {
    let is_prose = of_words(key).is_none();
    is_prose || part.chars().next().is_some_and(|c| c.is_uppercase() || !c.is_alphabetic())
}

/// The whole fact, and the halves of a name for forms that ask for them apart.
fn commands(key: &str, value: &str) -> Vec<Command> {
    let fact = |key: &str, value: &str, part| Command::Fact { key: key.to_owned(), value: value.to_owned(), part };
    let mut out = vec![fact(key, value, FactPart::Whole)];
    if of_words(key) == Some(Meaning::FullName)
        && let Some((given, family)) = value.rsplit_once(' ')
    {
        out.push(fact(key, given, FactPart::Given));
        out.push(fact(key, family, FactPart::Family));
    }
    out
}

fn starts_mine(text: &str) -> Option<&str> {
    after_any(text, MINE).or_else(|| spoken(text).map(|(_, rest)| rest))
}

/// `I am Ada`, `ich heiße Ada`, `I live in Ulm`, `born on …`.
fn spoken(text: &str) -> Option<(&'static str, &str)> {
    // "I am looking for …": a name begins with a capital letter.
    let is_named = |name: &str| name.split(' ').all(|word| word.chars().next().is_some_and(char::is_uppercase));
    let said: [(&str, &[&str]); 2] = [
        ("town", &["i live in", "live in", "living in", "ich wohne in", "wohne in", "ich lebe in", "lebe in"]),
        ("name", &["i am called", "i'm called", "i am", "i'm", "call me", "ich heiße", "ich heisse", "ich bin"]),
    ];
    if let Some((key, name)) = said.iter().find_map(|(key, words)| Some((*key, after_any(text, words)?))) {
        return is_named(name).then_some((key, name));
    }
    let born = after_any(text, &["i was born on", "born on", "ich bin geboren am", "geboren am"])?;
    (!born.is_empty()).then_some(("date of birth", born))
}

/// The name of a fact and its value.
fn fact(text: &str) -> Option<(String, String)> {
    if let Some((key, value)) = spoken(text) {
        return Some((key.to_owned(), value.to_owned()));
    }
    let mine = after_any(text, MINE);
    let text = mine.or_else(|| after_any(text, ARTICLES)).unwrap_or(text);
    let (key, rest) = key(text).or_else(|| named(text))?;
    let rest = rest.trim_start().trim_start_matches([':', '=', '-']).trim_start();
    let value = after_any(rest, LINKS).unwrap_or(rest).trim();
    let value = after(value, ":").unwrap_or(value).trim();
    (!value.is_empty()).then(|| (key.to_owned(), value.to_owned()))
}

/// A known name at the beginning, the longest that says something else than a shorter one.
fn key(text: &str) -> Option<(&str, &str)> {
    let mut best: Option<(Option<Meaning>, &str)> = None;
    let ends = text.char_indices().filter(|(_, c)| c.is_whitespace() || matches!(c, ':' | '=')).map(|(at, _)| at);
    for end in ends.take(KEY_WORDS) {
        let Some(words) = text.get(..end) else { continue };
        if !words.chars().all(|c| c.is_alphabetic() || matches!(c, ' ' | '-')) {
            break;
        }
        let last = words.rsplit([' ', '-']).next().unwrap_or_default().to_lowercase();
        let meaning = of_words(words).filter(|meaning| *meaning != Meaning::Search);
        let other = OTHERS.contains(&words.to_lowercase().as_str());
        let longer = match (&best, meaning) {
            (None, meaning) => meaning.is_some() || other,
            (Some((before, _)), Some(meaning)) => *before != Some(meaning) || TAILS.contains(&last.as_str()),
            (Some(_), None) => false,
        };
        if longer {
            best = Some((meaning, words));
        }
    }
    let (_, words) = best?;
    Some((words.trim(), text.get(words.len()..)?))
}

/// Any name before an `is`, a colon or a sign of equality.
fn named(text: &str) -> Option<(&str, &str)> {
    let marks = [": ", " = ", "=", " is ", " ist ", " lautet "];
    let (at, mark) = marks.iter().filter_map(|mark| Some((text.find(mark)?, *mark))).min()?;
    let key = text.get(..at)?.trim();
    let plain = !key.is_empty()
        && key.split_whitespace().count() <= KEY_WORDS
        && key.chars().all(|c| c.is_alphabetic() || " -".contains(c));
    plain.then(|| (key, text.get(at + mark.len()..).unwrap_or_default()))
}

fn is_known(key: &str) -> bool {
    of_words(key).is_some() || OTHERS.contains(&key.to_lowercase().as_str())
}

/// The parts between commas and `and`, each with what stood before it.
fn parts(body: &str) -> Vec<(String, String)> {
    let mut out = Vec::new();
    let (mut start, mut joint) = (0, String::new());
    for (at, c) in outside_quotes(body) {
        if at < start {
            continue;
        }
        let rest = body.get(at + c.len_utf8()..).unwrap_or("");
        let and = &["and", "und", "sowie", "&"];
        let next = match c {
            ',' | ';' if rest.starts_with(char::is_whitespace) => after_any(rest, and).or(Some(rest.trim_start())),
            c if c.is_whitespace() => after_any(rest, and),
            _ => None,
        };
        if let Some(next) = next {
            out.push((std::mem::take(&mut joint), body.get(start..at).unwrap_or("").trim().to_owned()));
            let end = body.len() - next.len();
            body.get(at..end).unwrap_or(", ").clone_into(&mut joint);
            start = end;
        }
    }
    out.push((joint, body.get(start..).unwrap_or("").trim().trim_end_matches([',', '.', ';']).to_owned()));
    out.retain(|(_, part)| !part.is_empty());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(String, String)> {
        let whole = |command: Command| match command {
            Command::Fact { key, value, part: FactPart::Whole } => Some((key, value)),
            _ => None,
        };
        facts(text).unwrap_or_default().into_iter().filter_map(whole).collect()
    }

    #[test]
    fn facts_are_read_from_sentences() {
        for (text, expected) in [
            (
                "my name Ada Lovelace and email ada@example.org",
                &[("name", "Ada Lovelace"), ("email", "ada@example.org")][..],
            ),
            (
                "my name is Ada Lovelace, my email is ada@x.example",
                &[("name", "Ada Lovelace"), ("email", "ada@x.example")],
            ),
            (
                "fill in this form with name Ada Lovelace, phone 030 1234 567 and city Berlin",
                &[("name", "Ada Lovelace"), ("phone", "030 1234 567"), ("city", "Berlin")],
            ),
            ("fill in my first name Ada and last name Lovelace", &[("first name", "Ada"), ("last name", "Lovelace")]),
            (
                "I'm Ada Lovelace, email address ada@x.example",
                &[("name", "Ada Lovelace"), ("email address", "ada@x.example")],
            ),
            (
                "mein Name ist Ada Lovelace, E-Mail ada@x.example",
                &[("Name", "Ada Lovelace"), ("E-Mail", "ada@x.example")],
            ),
            (
                "ich heiße Ada Lovelace und meine Telefonnummer ist 030 12345",
                &[("name", "Ada Lovelace"), ("Telefonnummer", "030 12345")],
            ),
            ("I'm Ada Lovelace and live in Ulm", &[("name", "Ada Lovelace"), ("town", "Ulm")]),
            (
                "ich heiße Ada und suche eine Wohnung, E-Mail ada@x.example",
                &[("name", "Ada"), ("suche eine Wohnung", ""), ("E-Mail", "ada@x.example")],
            ),
            ("my company is Smith and Sons", &[("company", "Smith and Sons")]),
            ("my street is 5 Main St, 2nd floor", &[("street", "5 Main St, 2nd floor")]),
            ("my name is Ada and my favourite colour is blue", &[("name", "Ada"), ("favourite colour", "blue")]),
            ("my message is Hello, and goodbye", &[("message", "Hello, and goodbye")]),
            ("my street is 5 Main St and city Ulm", &[("street", "5 Main St"), ("city", "Ulm")]),
            // No facts.
            ("search for name plates", &[]),
            ("type hello", &[]),
            ("open my email", &[]),
            ("I am looking for a lamp", &[]),
            ("name", &[]),
            ("email Bob", &[]),
            ("my email", &[]),
            ("fill in the name with Ada", &[]),
        ] {
            let got = read(text);
            let got: Vec<(&str, &str)> = got.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
            assert_eq!(got, expected, "{text}");
        }
    }

    #[test]
    fn a_name_has_halves_for_forms_that_ask_for_them() {
        let all = facts("my name is Ada King Lovelace").unwrap();
        let part =
            |part: FactPart| all.iter().find(|one| matches!(one, Command::Fact { part: p, .. } if *p == part)).cloned();
        let of = |command: Option<Command>| match command {
            Some(Command::Fact { value, .. }) => value,
            _ => String::new(),
        };
        assert_eq!(
            (of(part(FactPart::Given)), of(part(FactPart::Family))),
            ("Ada King".to_owned(), "Lovelace".to_owned())
        );
    }
}
