//! Lines that say what the numbers beside them count: `in millions`, `Beträge in TEUR`.

use crate::exact::{Unit, scale_of};

/// Words of a line that says what numbers count, at most: `(In millions, except per share data)`.
const UNIT_WORDS: usize = 20;

/// The words of a line, without the punctuation between them.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '(' | ')' | '[' | ']'))
        .filter(|word| !word.is_empty())
}

/// The first of these lines that says what the numbers beside it count, in thousands or more: a short one without numbers of its own.
pub(crate) fn unit_line<'t>(lines: impl Iterator<Item = &'t str>) -> Option<String> {
    for line in lines {
        let zeros = line.contains("000") && !line.chars().any(|c| ('1'..='9').contains(&c));
        let has_numbers = words(line).any(|word| {
            let digits: String = word.chars().filter(char::is_ascii_digit).collect();
            let is_year = digits.len() == 4 && (digits.starts_with("19") || digits.starts_with("20"));
            !digits.is_empty() && !is_year && digits.len() > 2 && !digits.chars().all(|c| c == '0')
        });
        let count = words(line).count();
        let scales = || {
            words(line)
                .any(|word| scale_of(word).is_some_and(|_| word.chars().count() > 1) || Unit::read(word).scale > 0)
        };
        if (1..=UNIT_WORDS).contains(&count) && !has_numbers && (zeros || scales()) {
            return Some(line.split_whitespace().collect::<Vec<_>>().join(" "));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_what_numbers_count_or_not() {
        for (line, says) in [
            ("(In millions, except per share data)", true),
            ("in Mio. €", true),
            ("Beträge in TEUR", true),
            ("$000", true),
            ("Years ended December 31, 2023 and 2022 (in thousands)", true),
            ("Net sales rose to 1,250 million", false),
            ("Net sales", false),
            ("The house has 12 rooms", false),
        ] {
            assert_eq!(unit_line([line].into_iter()).is_some(), says, "{line}");
        }
    }
}
