//! Numbers as lists show them.

/// A bullet as it can be shown: symbol fonts keep theirs in private places.
pub(crate) fn bullet(text: &str) -> char {
    let shown = |c: &char| matches!(c, '-' | '*' | '+' | '>' | '\u{2010}'..='\u{2bff}');
    text.chars().next().filter(shown).unwrap_or('•')
}

/// A number in one of the formats of lists (ECMA-376 part 1, 17.18.59); those that are not known here are decimal.
pub(crate) fn number(value: u32, format: &str) -> String {
    match format {
        "upperRoman" => roman(value),
        "lowerRoman" => roman(value).to_lowercase(),
        "upperLetter" => letters(value, 'A'),
        "lowerLetter" => letters(value, 'a'),
        "decimalZero" => format!("{value:02}"),
        "ordinal" => {
            let ending = match (value % 10, value % 100) {
                (1, rest) if rest != 11 => "st",
                (2, rest) if rest != 12 => "nd",
                (3, rest) if rest != 13 => "rd",
                _ => "th",
            };
            format!("{value}{ending}")
        }
        "none" => String::new(),
        _ => value.to_string(),
    }
}

const ROMAN: [(u32, &str); 13] = [
    (1000, "M"),
    (900, "CM"),
    (500, "D"),
    (400, "CD"),
    (100, "C"),
    (90, "XC"),
    (50, "L"),
    (40, "XL"),
    (10, "X"),
    (9, "IX"),
    (5, "V"),
    (4, "IV"),
    (1, "I"),
];

fn roman(value: u32) -> String {
    if value == 0 || value > 9_999 {
        return value.to_string();
    }
    let mut rest = value;
    let mut text = String::new();
    for (sign_value, sign) in ROMAN {
        while rest >= sign_value {
            text.push_str(sign);
            rest -= sign_value;
        }
    }
    text
}

/// Word's letters: a … z, aa, bb … zz, aaa.
fn letters(value: u32, first: char) -> String {
    if value == 0 || value > 26 * 20 {
        return value.to_string();
    }
    let letter = char::from_u32(u32::from(first) + (value - 1) % 26).unwrap_or(first);
    std::iter::repeat_n(letter, ((value - 1) / 26 + 1) as usize).collect()
}
