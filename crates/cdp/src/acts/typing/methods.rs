//! Ways to get a text into a field, and their order.

use edith_page::page_api::Probe;
use edith_protocol::Typing;

/// In fast typing, a text longer than this, in characters, is inserted at once.
const LONG: usize = 200;
/// Characters that make code editors add their own.
const COMPLETED: [char; 8] = ['\n', '\t', '(', '[', '{', '"', '\'', '`'];

#[derive(Debug, Clone, Copy)]
pub(crate) struct How {
    pub submit: bool,
    pub append: bool,
    pub typing: Typing,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Method {
    Keys,
    /// At once, like an input method.
    Insert,
    /// As a paste, which editors neither indent nor complete.
    Paste,
    /// Through the field's own setter, with events.
    Native,
}

/// The methods in order of preference.
pub(crate) fn ladder(typing: Typing, text: &str, probe: &Probe) -> &'static [Method] {
    let at_once = typing == Typing::Fast && text.chars().count() > LONG;
    match (probe.input_type.as_str(), probe.tag.as_str()) {
        // In these, keys depend on the browser's language.
        ("date" | "time" | "month" | "week" | "datetime-local" | "color" | "range", _) => &[Method::Native],
        _ if probe.code && text.contains(COMPLETED) => &[Method::Paste, Method::Insert, Method::Keys],
        (_, "input" | "textarea") if at_once => &[Method::Insert, Method::Keys, Method::Native],
        (_, "input" | "textarea") => &[Method::Keys, Method::Insert, Method::Native],
        _ if at_once => &[Method::Insert, Method::Keys, Method::Paste],
        _ => &[Method::Keys, Method::Insert, Method::Paste],
    }
}

/// The first character and the rest, if every keyboard has that character and no page opens a menu on it.
pub(crate) fn key_and_rest(text: &str) -> Option<(&str, &str)> {
    let first = text.chars().next().filter(char::is_ascii_alphanumeric)?;
    text.split_at_checked(first.len_utf8()).filter(|(_, rest)| !rest.is_empty())
}

/// A person's pause before the `at`th character, in milliseconds: uneven but repeatable.
pub(crate) fn human_pause(at: usize, c: char, before: Option<char>) -> u64 {
    // A small multiplicative hash (Knuth's constant) is uneven enough.
    let noise = (at as u32).wrapping_mul(2_654_435_761).wrapping_add(u32::from(c).wrapping_mul(40_503)) >> 24;
    let base = 55 + u64::from(noise) * 75 / 255;
    match before {
        Some('.' | ',' | '!' | '?' | '\n') => base + 140,
        Some(' ') => base + 40,
        _ => base,
    }
}

/// The text as far as the field can hold it: one line in an `input`.
pub(crate) fn fitted(text: &str, tag: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    if tag == "input" { text.trim_end_matches('\n').replace('\n', " ") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_method_fits_the_field_and_the_text() {
        let probe = |tag: &str, kind: &str, code| Probe {
            tag: tag.to_owned(),
            input_type: kind.to_owned(),
            code,
            ..Probe::default()
        };
        let check = |typing, text: &str, probe: Probe, expected: &[Method]| {
            assert_eq!(ladder(typing, text, &probe), expected, "{text:.20} {probe:?}");
        };
        let long = "x".repeat(201);
        check(Typing::Fast, "short", probe("input", "text", false), &[Method::Keys, Method::Insert, Method::Native]);
        check(Typing::Fast, &long, probe("textarea", "", false), &[Method::Insert, Method::Keys, Method::Native]);
        check(Typing::Human, &long, probe("textarea", "", false), &[Method::Keys, Method::Insert, Method::Native]);
        check(Typing::Fast, "2026-01-01", probe("input", "date", false), &[Method::Native]);
        check(Typing::Fast, "short", probe("div", "", false), &[Method::Keys, Method::Insert, Method::Paste]);
        check(Typing::Fast, "f(x)", probe("textarea", "", true), &[Method::Paste, Method::Insert, Method::Keys]);
        check(Typing::Fast, "short", probe("textarea", "", true), &[Method::Keys, Method::Insert, Method::Native]);
    }

    #[test]
    fn a_line_break_never_submits_an_input() {
        assert_eq!(fitted("a\r\nb\n", "input"), "a b");
        assert_eq!(fitted("a\r\nb\n", "textarea"), "a\nb\n");
    }

    #[test]
    fn human_pauses_are_uneven_bounded_and_repeatable() {
        let pauses: Vec<u64> = "hello there, you".chars().enumerate().map(|(at, c)| human_pause(at, c, None)).collect();
        assert!(pauses.iter().all(|pause| (55..=130).contains(pause)), "{pauses:?}");
        assert!(pauses.windows(2).any(|pair| pair.first() != pair.last()));
        assert_eq!(human_pause(3, 'x', None), human_pause(3, 'x', None));
        assert!(human_pause(3, 'x', Some('.')) > human_pause(3, 'x', None));
    }
}
