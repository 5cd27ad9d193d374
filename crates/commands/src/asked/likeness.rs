//! How alike words are: the same, a form of each other, a part of a compound.

use super::question::compared;
use super::tongues::{ALL, NUMBERS};

/// Least likeness of two words that counts, and that of the same word in another form.
pub(super) const LIKE: f32 = 0.5;

pub(super) const SAME: f32 = 0.8;

/// How alike two words are: the same, a form of it, the beginning of a longer one.
pub(super) fn like(a: &str, b: &str) -> f32 {
    if a == b {
        return 1.0;
    }
    if a.chars().chain(b.chars()).any(|c| c.is_ascii_digit()) {
        return 0.0;
    }
    let common = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count();
    let (short, long) = (a.chars().count().min(b.chars().count()), a.chars().count().max(b.chars().count()));
    match () {
        () if common == short && short >= 4 && is_inflected(a, b) => 0.9,
        () if common >= 5 && long - common <= 3
            || common >= 6 && long - common <= 4
            || common >= 7 && long - common <= 5 =>
        {
            SAME
        }
        () if short >= 4 && (stem(a) == stem(b) || is_of_deed(a, b) || is_of_deed(b, a)) => SAME,
        () if common == short && short >= 5 => 0.6,
        // The thing that a compound is a kind of.
        () if short >= 4 && long - short >= 3 && b.ends_with(a) => 0.6,
        () => 0.0,
    }
}

pub(super) fn best(word: &str, among: &[String]) -> f32 {
    among.iter().map(|other| like(word, other)).fold(0.0, f32::max)
}

/// Whether one of two words is the other with an ending.
fn is_inflected(a: &str, b: &str) -> bool {
    const ENDINGS: &[&str] = &[
        "s", "es", "e", "n", "en", "er", "ern", "em", "ens", "ed", "d", "ing", "ly", "t", "te", "ten", "et", "st", "r",
        "rs", "a", "o", "as", "os", "ez", "ent", "ar", "ir", "ung", "in", "x",
    ];
    let rest = b.strip_prefix(a).or_else(|| a.strip_prefix(b));
    rest.is_some_and(|rest| ENDINGS.contains(&rest))
}

/// Whether a German word is a measure of what is done: `kochen`, `Kochzeit`.
fn is_of_deed(deed: &str, measure: &str) -> bool {
    const MEASURES: &[&str] =
        &["zeit", "zeiten", "dauer", "preis", "kosten", "gebuhr", "datum", "termin", "ort", "frist"];
    let rest = measure.strip_prefix(stem(deed)).map(|rest| {
        let rest = rest.strip_prefix("ung").unwrap_or(rest);
        rest.strip_prefix('s').unwrap_or(rest)
    });
    rest.is_some_and(|rest| MEASURES.contains(&rest))
}

/// A word without its ending, by which a verb and its noun are alike: `anmelden`, `Anmeldung`.
fn stem(word: &str) -> &str {
    const ENDINGS: &[&str] = &[
        "aisons", "aison", "ements", "ement", "ations", "ation", "aciones", "acion", "iciones", "icion", "ungen",
        "ung", "ments", "ment", "ando", "iendo", "amos", "emos", "ados", "adas", "idos", "idas", "ado", "ada", "ido",
        "ida", "ees", "ing", "ee", "es", "en", "er", "ed", "ez", "ar", "an", "ir", "et", "st", "e", "s", "t", "n", "a",
        "o",
    ];
    let cut = |ending: &&&str| word.strip_suffix(**ending).filter(|rest| rest.chars().count() >= 4);
    ENDINGS.iter().find_map(|ending| cut(&ending)).unwrap_or(word)
}

/// How alike a word is to one that may be its last part.
pub(super) fn best_of(own: &str, words: &[String]) -> f32 {
    words.iter().map(|word| like(word, own)).fold(0.0, f32::max)
}

/// The words of an order that say what it is about, as they are compared.
pub(crate) fn content(text: &str) -> Vec<String> {
    let is_light = |word: &String| ALL.iter().any(|tongue| tongue.light.contains(&word.as_str()));
    compared(text).into_iter().filter(|word| !is_light(word)).collect()
}

/// Whether a word is a number of more than one.
pub(crate) fn is_several(word: &str) -> bool {
    NUMBERS.contains(&word)
}
