//! Fields that take several things at once: `Name, Vorname`, `Street, number`, `PLZ / Ort`.

use crate::meaning::{Meaning, of_words};
use edith_page::fold::words_in;

/// A label with more words is a sentence.
const LABEL_WORDS: usize = 8;
/// The most things that one field asks for.
const MOST: usize = 4;
/// Words between two things.
const AND: [&str; 7] = ["and", "und", "et", "y", "e", "amp", "with"];
/// Words for the number of a house beside its street.
const NUMBER: [&str; 8] = ["number", "no", "nr", "num", "numero", "nummer", "hausnummer", "n"];

/// What a label asks for, in its order; none: one thing, or things that do not belong together.
pub(crate) fn asked(title: &str) -> Option<Vec<Meaning>> {
    let label =
        title.split(['(', '[']).next().unwrap_or(title).trim_matches(|c: char| !c.is_alphanumeric() && c != '.');
    // What comes before a colon says whose or of what it is.
    let label = label.rsplit(':').next().unwrap_or(label);
    let words: Vec<&str> = label.split_whitespace().collect();
    if words.len() > LABEL_WORDS {
        return None;
    }
    pieces(label).or_else(|| halves(&words))
}

/// The pieces between signs and words that join.
fn pieces(label: &str) -> Option<Vec<Meaning>> {
    let mut pieces: Vec<String> = vec![String::new()];
    for word in label.replace([',', '/', '&', '+', ';'], " , ").split_whitespace() {
        if word == "," || AND.contains(&words_in(word).join(" ").as_str()) {
            pieces.push(String::new());
        } else if let Some(last) = pieces.last_mut() {
            *last = format!("{last} {word}");
        }
    }
    together(&pieces.iter().map(|piece| piece.trim()).filter(|piece| !piece.is_empty()).collect::<Vec<_>>())
}

/// The two halves of a label without a sign between them: `PLZ Ort`.
fn halves(words: &[&str]) -> Option<Vec<Meaning>> {
    // `First name` is one thing, and so is `House number`.
    if !matches!(of_words(&words.join(" ")), None | Some(Meaning::FullName | Meaning::City)) {
        return None;
    }
    (1..words.len()).find_map(|at| {
        let (first, second) = (words.get(..at)?.join(" "), words.get(at..)?.join(" "));
        together(&[&first, &second])
    })
}

fn together(pieces: &[&str]) -> Option<Vec<Meaning>> {
    if !(2..=MOST).contains(&pieces.len()) {
        return None;
    }
    let mut meanings: Vec<Meaning> = Vec::with_capacity(pieces.len());
    for piece in pieces {
        let is_number = || NUMBER.contains(&words_in(piece).join(" ").as_str());
        meanings.push(of_words(piece).or_else(|| is_number().then_some(Meaning::HouseNumber))?);
    }
    let has = |meaning: Meaning, all: &[Meaning]| all.contains(&meaning);
    let before = meanings.clone();
    for meaning in &mut meanings {
        // Beside the given name, `Name` is the family's; beside its number, a street is without it.
        *meaning = match *meaning {
            Meaning::FullName if has(Meaning::GivenName, &before) => Meaning::FamilyName,
            Meaning::Street if has(Meaning::HouseNumber, &before) => Meaning::StreetName,
            meaning => meaning,
        };
    }
    let is_once = meanings.iter().enumerate().all(|(at, one)| meanings.iter().skip(at + 1).all(|other| other != one));
    let is_all = |of: fn(Meaning) -> bool| meanings.iter().all(|meaning| of(*meaning));
    (is_once && (is_all(is_name) || is_all(is_address))).then_some(meanings)
}

fn is_name(meaning: Meaning) -> bool {
    matches!(meaning, Meaning::Prefix | Meaning::GivenName | Meaning::MiddleName | Meaning::FamilyName)
}

fn is_address(meaning: Meaning) -> bool {
    use Meaning as M;
    matches!(
        meaning,
        M::Street | M::StreetName | M::HouseNumber | M::StreetMore | M::PostalCode | M::City | M::Region | M::Country
    )
}

/// The values as they are in one line: what belongs closely together with a blank between, else a comma. A family name before the given one has a
/// comma behind it where the label has a sign there.
pub(crate) fn written(values: &[(Meaning, String)], title: &str) -> String {
    use Meaning as M;
    let has_sign = title.contains([',', '/', ';']);
    let mut line = String::new();
    let mut before: Option<Meaning> = None;
    for (meaning, value) in values {
        let between = match (before, *meaning) {
            (None, _) => "",
            (Some(M::FamilyName), M::GivenName) if has_sign => ", ",
            (Some(first), second) if is_name(first) && is_name(second) => " ",
            (Some(M::StreetName), M::HouseNumber) | (Some(M::HouseNumber), M::StreetName) => " ",
            (Some(M::PostalCode), M::City) | (Some(M::City | M::Region), M::PostalCode) => " ",
            _ => ", ",
        };
        line.push_str(between);
        line.push_str(value);
        before = Some(*meaning);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use Meaning as M;

    #[test]
    fn a_label_says_what_belongs_into_one_field_and_in_which_order() {
        for (title, wanted) in [
            ("Name, Vorname", vec![M::FamilyName, M::GivenName]),
            ("Apellidos, nombre", vec![M::FamilyName, M::GivenName]),
            ("Last name / first name *", vec![M::FamilyName, M::GivenName]),
            ("Nom et prénom", vec![M::FamilyName, M::GivenName]),
            ("Straße und Hausnummer", vec![M::StreetName, M::HouseNumber]),
            ("Street, number", vec![M::StreetName, M::HouseNumber]),
            ("PLZ Ort", vec![M::PostalCode, M::City]),
            ("Vorname Name", vec![M::GivenName, M::FamilyName]),
            ("Postleitzahl und Wohnort", vec![M::PostalCode, M::City]),
            ("Code postal, ville", vec![M::PostalCode, M::City]),
            ("City, state, ZIP", vec![M::City, M::Region, M::PostalCode]),
            ("Anschrift: Straße, Nr.", vec![M::StreetName, M::HouseNumber]),
        ] {
            assert_eq!(asked(title), Some(wanted), "{title}");
        }
        for title in [
            "Name",
            "First name",
            "City / town",
            "Phone / e-mail",
            "State / province",
            "ZIP / postal code",
            "Ort, Datum",
            "Name of the company, town",
            "Full name",
            "Family name",
            "Street name",
            "City name",
            "House number",
            "Please tell us your street, number and what else helps us to find the house",
        ] {
            assert_eq!(asked(title), None, "{title}");
        }
    }
}
