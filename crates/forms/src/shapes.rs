//! Phones and amounts in the form that a field shows: `(555) 555-5555`, `0170 1234567`, `0,00`.

use crate::question::Question;
use edith_page::FieldFacts;
use edith_protocol::FieldType;

/// A phone number has so many places at least.
const PLACES: usize = 7;
/// What stands for a figure in a mask.
const MASK: [char; 4] = ['#', '_', 'x', 'X'];
/// Languages that write a comma before decimals.
const COMMA: [&str; 20] = [
    "de", "fr", "es", "it", "pt", "nl", "pl", "cs", "sk", "sv", "da", "nb", "no", "fi", "tr", "ru", "uk", "hu", "ro",
    "el",
];

/// What a field shows of how its value looks: its placeholder, or how many figures its pattern wants.
pub(crate) fn shown(placeholder: &str, facts: &FieldFacts) -> String {
    if placeholder.chars().any(|c| is_place(c) && c.is_ascii_digit() || matches!(c, '#' | '_')) {
        return placeholder.to_owned();
    }
    let wanted = facts.pattern.trim_start_matches('^').trim_end_matches('$');
    let count = ["[0-9]{", "\\d{"].iter().find_map(|begins| wanted.strip_prefix(begins)?.strip_suffix('}'));
    count
        .and_then(|count| count.parse::<usize>().ok())
        .filter(|count| *count <= 20)
        .map_or_else(String::new, |count| "#".repeat(count))
}

fn is_place(c: char) -> bool {
    c.is_ascii_digit() || MASK.contains(&c)
}

/// A phone number in the form of a shape, from its country's code and the rest; none: the shape says nothing about it.
pub(crate) fn phone(shape: &str, code: Option<&str>, national: &str) -> Option<String> {
    // Words beside the sample: `e.g. 0170 1234567`.
    let begins = shape.find(|c: char| c.is_ascii_digit() || matches!(c, '+' | '(' | '#' | '_'))?;
    let ends = shape.rfind(is_place)?;
    let shape = shape.get(begins..=ends)?;
    let is_sample =
        shape.chars().all(|c| is_place(c) || matches!(c, '+' | '(' | ')' | ' ' | '-' | '.' | '/' | '\u{a0}'));
    let places = shape.chars().filter(|c| is_place(*c)).count();
    if !is_sample || places < PLACES || shape.starts_with('+') || shape.starts_with("00") {
        return None;
    }
    let digits: String = national.chars().filter(char::is_ascii_digit).collect();
    let with_trunk = shape.starts_with('0') || shape.starts_with("(0");
    let own = if with_trunk && code.is_some() && !digits.starts_with('0') { format!("0{digits}") } else { digits };
    if own.len() != places {
        // Of another length it is grouped in its own way.
        let trunk = if with_trunk && code.is_some() && !national.starts_with('0') { "0" } else { "" };
        return (code.is_some() && with_trunk).then(|| format!("{trunk}{national}"));
    }
    let mut rest = own.chars();
    Some(shape.chars().map(|c| if is_place(c) { rest.next().unwrap_or(c) } else { c }).collect())
}

/// A number as a typed field of its page takes it: with a comma where the field or its page's language has one.
pub(crate) fn number(question: &Question, text: &str) -> String {
    if question.kind != FieldType::Number || !text.contains('.') {
        return text.to_owned();
    }
    let shape = &question.limits.shape;
    let mark = shape.char_indices().rev().find(|(_, c)| matches!(c, '.' | ','));
    // Three digits after a sign are a thousand's.
    let decimals = mark.map(|(at, c)| {
        let behind = shape.get(at + 1..).unwrap_or_default().chars().take_while(|c| is_place(*c)).count();
        let other = shape.contains(if c == ',' { '.' } else { ',' });
        if (1..=2).contains(&behind) || other {
            c
        } else if c == ',' {
            '.'
        } else {
            ','
        }
    });
    let usual = || if COMMA.iter().any(|one| question.language.starts_with(one)) { ',' } else { '.' };
    if decimals.unwrap_or_else(usual) == ',' { text.replace('.', ",") } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question::Limits;

    #[test]
    fn a_phone_is_written_as_the_field_shows() {
        for (shape, code, national, written) in [
            ("(555) 555-5555", Some("1"), "202 555 0100", Some("(202) 555-0100")),
            ("___-___-____", Some("1"), "2025550100", Some("202-555-0100")),
            ("##########", Some("91"), "98765 43210", Some("9876543210")),
            ("06 12 34 56 78", Some("33"), "6 39 98 41 07", Some("06 39 98 41 07")),
            ("z. B. 0170 1234567", Some("49"), "176 04069012", Some("0176 04069012")),
            ("+49 170 1234567", Some("49"), "176 04069012", None),
            ("Phone", Some("49"), "176 04069012", None),
            ("(555) 555-5555", Some("44"), "7700 900412 1", None),
        ] {
            assert_eq!(phone(shape, code, national).as_deref(), written, "{shape}");
        }
    }

    #[test]
    fn an_amount_has_the_mark_of_its_field() {
        for (shape, language, written) in [
            ("0,00", "en", "1200,5"),
            ("1.234,56", "", "1200,5"),
            ("1,234.56", "de", "1200.5"),
            ("0.00", "de", "1200.5"),
            ("", "de-at", "1200,5"),
            ("", "en", "1200.5"),
            ("10,000", "", "1200.5"),
        ] {
            let limits = Limits { shape: shape.into(), ..Limits::default() };
            let question =
                Question { kind: FieldType::Number, limits, language: language.into(), ..Question::default() };
            assert_eq!(number(&question, "1200.5"), written, "{shape} {language}");
        }
    }
}
