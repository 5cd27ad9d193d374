//! Whether a piece of a page has what answers a question of a kind: an amount, a moment, a duration, a place, somebody.

use super::days::{days, has_clock, has_date};
use super::tongues::{AIMS, CAUSES, DAYS, Dimension, NUMBERS, PLACES, Sort, TIMES, UNITS};
use super::units::Unit;
use crate::page::Role;
use crate::price::{amounts, has_number};

/// Words of streets, and how the names of German ones end.
const STREETS: &[&str] = &[
    "street",
    "road",
    "lane",
    "avenue",
    "square",
    "quay",
    "drive",
    "rue",
    "place",
    "boulevard",
    "quai",
    "chemin",
    "calle",
    "plaza",
    "avenida",
    "paseo",
    "strasse",
    "platz",
];

const STREET_ENDINGS: &[&str] = &["strasse", "str", "gasse", "platz", "weg", "allee", "ufer"];

/// Whether it has what answers a question of this kind.
pub(super) fn fits(unit: &Unit, sort: Sort) -> bool {
    let has = |words: &[&str]| unit.own.iter().any(|own| words.contains(&own.as_str()));
    match sort {
        // Who is asked whether they are free is told no price.
        Sort::Money | Sort::Much => !amounts(&unit.text).is_empty() || has(&["free"]) && !unit.text.contains('?'),
        Sort::Number => has_number(&unit.text) || has(NUMBERS),
        Sort::Duration => lasts(&unit.own),
        Sort::Time => is_moment(unit) || has_number(&unit.text) && amounts(&unit.text).is_empty() || has(DAYS),
        // What is due "at the desk" is no place.
        Sort::Place => {
            let is_place = |own: &String| PLACES.contains(&own.as_str());
            unit.own.iter().skip(unit.label.len()).any(is_place)
                || unit.label.iter().any(is_place) && amounts(&unit.text).is_empty()
        }
        Sort::Measure(dimension) => measures(&unit.own, dimension),
        Sort::Extent => {
            measures(&unit.own, Dimension::Length) || unit.text.contains('%') || !amounts(&unit.text).is_empty()
        }
        Sort::Often => {
            (has_number(&unit.text) || has(NUMBERS)) && has(TIMES)
                || has(&["twice", "zweimal", "once", "einmal", "daily", "weekly"])
        }
        Sort::Who => names_somebody(unit),
        Sort::Why => explains(&unit.own),
        Sort::YesNo | Sort::Other => true,
    }
}

/// Whether it says why: by a word for it, or by an aim with its verb.
pub(super) fn explains(own: &[String]) -> bool {
    let is_verb = |word: &String| ["ar", "er", "ir", "re", "en"].iter().any(|end| word.ends_with(end));
    own.iter().any(|word| CAUSES.contains(&word.as_str()))
        || own.windows(2).any(|pair| matches!(pair, [aim, verb] if AIMS.contains(&aim.as_str()) && is_verb(verb)))
}

/// Whether it has a street with a number, or is called an address.
pub(super) fn is_address(unit: &Unit) -> bool {
    if unit.label.iter().any(|word| word == "address") {
        return unit.own.len() > unit.label.len() + 1 && !unit.text.contains('@');
    }
    let is_number = |word: &String| word.starts_with(|c: char| c.is_ascii_digit()) && word.len() <= 4;
    let is_street = |word: &String| {
        STREETS.contains(&word.as_str())
            || STREET_ENDINGS.iter().any(|end| word.len() > end.len() + 2 && word.ends_with(end))
    };
    let own = &unit.own;
    let near = |at: usize| own.iter().skip(at.saturating_sub(3)).take(7).any(is_number);
    own.iter().enumerate().any(|(at, word)| is_street(word) && near(at))
        && !has_date(&unit.text)
        && !has_clock(&unit.text)
        && amounts(&unit.text).is_empty()
}

/// Whether a number stands before a unit of time, with at most a word between them, and not as how often.
fn lasts(own: &[String]) -> bool {
    // An age or a bound is no duration.
    const BOUND: &[&str] = &["under", "over", "unter", "uber", "menores", "mayores", "moins", "plus", "aged", "ages"];
    const AHEAD: &[&str] = &["before", "ago", "vor", "vorher", "voraus", "avant", "antes"];
    const ONE: &[&str] = &["one", "ein", "eine", "einen", "einem", "un", "une", "una"];
    const EVERY: &[&str] = &["every", "alle", "toutes", "tous", "cada", "jede"];
    let is_number = |word: &String| word.starts_with(|c: char| c.is_ascii_digit()) || NUMBERS.contains(&word.as_str());
    let is_unit = |word: &String| TIMES.contains(&word.trim_start_matches(|c: char| c.is_ascii_digit()));
    // "valid for one year", but not "5 € a day"
    let is_one = |at: usize| {
        let is_price = at.checked_sub(1).and_then(|before| own.get(before)).is_some_and(is_number);
        own.get(at).is_some_and(|word| ONE.contains(&word.as_str()))
            && own.get(at + 1).is_some_and(is_unit)
            && !is_price
    };
    own.iter().enumerate().filter(|(at, word)| is_number(word) || is_one(*at)).any(|(at, word)| {
        let before = at.checked_sub(1).and_then(|before| own.get(before));
        // How long before something is not how long it takes.
        let is_ahead = own.iter().skip(at + 1).take(3).any(|word| AHEAD.contains(&word.as_str()));
        let is_bound = own.iter().take(at).rev().take(2).any(|word| BOUND.contains(&word.as_str()));
        let is_often = is_bound
            || is_ahead
            || own.iter().take(at).rev().take(2).any(|word| EVERY.contains(&word.as_str()))
            || before.is_some_and(|word| EVERY.contains(&word.as_str()));
        !is_often
            && (own.iter().skip(at + 1).take(2).any(is_unit)
                || !NUMBERS.contains(&word.as_str()) && is_unit(word) && word.chars().any(char::is_alphabetic))
    })
}

/// Whether it has a time of day, a date or days.
pub(super) fn is_moment(unit: &Unit) -> bool {
    has_clock(&unit.text) || has_date(&unit.text) || days(&unit.text).is_some()
}

/// Whether it has a name where a person's would stand: behind a label, beside what somebody is, in a cell of a row.
fn names_somebody(unit: &Unit) -> bool {
    let is_name = |part: &str| {
        let part = part.trim();
        let words = part.split_whitespace().count();
        let is_word = |c: char| c.is_alphabetic() || c.is_whitespace() || "-.'’".contains(c);
        (1..=4).contains(&words) && part.chars().next().is_some_and(char::is_uppercase) && part.chars().all(is_word)
    };
    let full = |part: &str| {
        let large = part.split_whitespace().filter(|word| word.chars().next().is_some_and(char::is_uppercase));
        is_name(part) && large.count() >= 2
    };
    match unit.role {
        Role::Row => unit.text.split(" | ").skip(1).any(is_name),
        Role::Item => unit.text.split([',', ':', '–', '(']).any(full),
        // Beside how to reach them.
        Role::Words | Role::Heading if unit.text.contains('@') || unit.own.iter().any(|word| word == "phone") => {
            unit.text.split([',', ':', '–', '(', ')', '·']).any(full)
        }
        Role::Words | Role::Heading => {
            let mut parts = unit.text.split_once(':').into_iter().flat_map(|(_, value)| value.split([',', '(', ';']));
            parts.next().is_some_and(is_name) || parts.any(full)
        }
    }
}

/// Whether a number with a unit of this dimension is among the words.
pub(super) fn measures(words: &[String], dimension: Dimension) -> bool {
    let units = UNITS.iter().find(|(of, _)| *of == dimension).map(|(_, units)| *units).unwrap_or_default();
    let is_number = |word: &str| word.chars().any(|c| c.is_ascii_digit());
    let is_unit = |word: &str| units.contains(&word.trim_start_matches(|c: char| c.is_ascii_digit()));
    let joined = |word: &String| is_number(word) && word.chars().any(char::is_alphabetic) && is_unit(word);
    let apart = |pair: &[String]| matches!(pair, [a, b] if is_number(a) && units.contains(&b.as_str()));
    words.iter().any(joined) || words.windows(2).any(apart)
}
