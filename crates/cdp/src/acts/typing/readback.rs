//! Whether a field accepted its text, exactly or as reformatted by the page.

use edith_page::page_api::{Probe, ReadValue, TypingSeen};

/// Characters that input masks insert.
const MASK: [char; 14] = [' ', '\u{a0}', '\u{202f}', '(', ')', '-', '/', '+', '_', ':', '$', '€', '£', '%'];
/// Separators that masks only insert into longer numbers and dates.
const SEPARATORS: [char; 3] = ['.', ',', '\''];
/// Digits from which a mask may insert separators.
const LONG_NUMBER: usize = 4;

/// A field's value compared with the wanted one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Match {
    Yes,
    Formatted,
    /// The words match, but not the lines: blank lines, indentation, joined lines.
    Loose,
    /// Only its beginning: the field is full.
    Cut,
    No,
}

/// The fate of a text that a field does not show as written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fate {
    /// Nothing reached the page: another method may be tried.
    Untouched,
    /// The page consumed it: it shows elsewhere, or the page acted as it emptied the field.
    Consumed,
    /// It is in the field in another form, and nowhere else: another method may replace it.
    Stands,
    /// Unclear, so nothing is written twice.
    Refused,
}

/// Typed text and what is known of its effect.
pub(crate) struct Typed<'a> {
    pub text: &'a str,
    pub base: &'a ReadValue,
    pub now: &'a ReadValue,
    /// The value compared with the wanted one.
    pub found: Match,
}

impl Typed<'_> {
    pub(crate) fn is_as_before(&self) -> bool {
        self.now.is_like(self.base)
    }

    /// The field was emptied before the last keys and holds only these.
    pub(crate) fn holds_its_end(&self) -> bool {
        let value = self.now.value.as_deref().unwrap_or_default();
        !value.is_empty() && value.len() < self.text.len() && self.text.ends_with(value)
    }

    /// The text's fate, judged by the page's reaction. `asks`: it sent requests.
    pub(crate) fn fate(&self, probe: &Probe, seen: &TypingSeen, asks: bool) -> Fate {
        let Self { now, found, .. } = *self;
        let same = self.is_as_before();
        let reacted = seen.outside > 0 || asks;
        // A hidden field merely passes keys to its page.
        let is_seen = probe.visible && probe.rect.width > 2 && probe.rect.height > 2;
        let was_emptied = now.length == 0 && seen.inputs > 0 && (seen.caused > 0 || asks);
        let passed_on = was_emptied || seen.refused > 0 && !is_seen;
        if same && !reacted && seen.inputs == 0 && seen.refused == 0 {
            Fate::Untouched
        } else if (same || now.length == 0) && (passed_on || seen.shown) || self.holds_its_end() && seen.shown {
            Fate::Consumed
        } else if found == Match::Loose || found == Match::No && now.length > 0 && !same && !reacted {
            Fate::Stands
        } else if seen.strays > 0 || seen.followed > 0 && now.length > 0 && !same {
            // Drawn again in between, it lacks what came too late or too early.
            Fate::Stands
        } else {
            Fate::Refused
        }
    }
}

/// Whether a field shows text typed at its caret. For masked fields, only the length is known.
pub(crate) fn shows(text: &str, base: &ReadValue, now: &ReadValue) -> bool {
    match &now.value {
        None => now.length as usize >= base.length as usize + text.chars().count(),
        Some(_) if text.trim().is_empty() => true,
        // Around the caret an editor draws at least the end of a long text.
        Some(value) if now.lines.is_some() => {
            let end = text.trim_end().lines().next_back().unwrap_or_default();
            now != base && collapse(value).contains(&collapse(end))
        }
        Some(value) => now != base && collapse(value).contains(&collapse(text)),
    }
}

/// Whether a text stands at the end of what an editor draws of a longer one, as far as it is drawn. `base`: what it drew of the end before.
pub(crate) fn ends_with(text: &str, base: &ReadValue, now: &ReadValue) -> bool {
    let [before, drawn] = [base, now].map(|one| one.value.as_deref().unwrap_or_default());
    let (whole, text, drawn) = (collapse(&format!("{before}{text}")), collapse(text), collapse(drawn));
    now != base && !drawn.is_empty() && (drawn.ends_with(&text) || whole.ends_with(&drawn))
}

/// For masked fields, only the length is known.
pub(crate) fn taken(wanted: &str, now: &ReadValue) -> Match {
    let Some(value) = now.value.as_deref() else { return by_length(wanted, now.length as usize) };
    let (wanted, value) = (lines(wanted), lines(value));
    if wanted == value {
        return Match::Yes;
    }
    if now.lines.is_some() && is_drawn(&wanted, &value) {
        return Match::Yes;
    }
    if collapse(&wanted) == collapse(&value) {
        return if wanted.contains('\n') { Match::Loose } else { Match::Formatted };
    }
    if is_formatted(&wanted, &value) || without_country(&wanted, &value).any(|rest| is_formatted(&wanted, rest)) {
        return Match::Formatted;
    }
    let cut = !value.is_empty() && wanted.starts_with(&value);
    if cut { Match::Cut } else { Match::No }
}

fn by_length(wanted: &str, length: usize) -> Match {
    let characters = wanted.chars().count();
    let units = wanted.encode_utf16().count();
    let significant = wanted.chars().filter(|c| c.is_alphanumeric()).count();
    if length == characters || length == units {
        Match::Yes
    } else if significant > 0 && length >= significant && length <= characters + characters / 2 {
        // Card numbers and codes gain spaces, or lose the typed ones.
        Match::Formatted
    } else if length > 0 && length < characters {
        Match::Cut
    } else {
        Match::No
    }
}

/// The text without meaningless differences: line break and blank variants, trailing blanks, an editor's final line break.
fn lines(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\u{a0}', " ");
    let Some((_, last)) = text.rsplit_once('\n') else { return text };
    if last.is_empty() {
        return lines(text.trim_end_matches('\n'));
    }
    text.split('\n').map(str::trim_end).collect::<Vec<_>>().join("\n")
}

/// Whether the part an editor has drawn belongs to the text.
fn is_drawn(wanted: &str, value: &str) -> bool {
    let (wanted, value) = (collapse(wanted), collapse(value));
    !value.is_empty() && wanted.contains(&value)
}

/// The text with each run of whitespace as one blank.
pub(crate) fn collapse(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether `value` is `wanted` with a mask's characters added, blanks removed, or letter case changed.
fn is_formatted(wanted: &str, value: &str) -> bool {
    let digits = wanted.chars().filter(char::is_ascii_digit).count();
    let masks = |c: char| MASK.contains(&c) || SEPARATORS.contains(&c) && digits >= LONG_NUMBER;
    let droppable =
        |c: char| c != '\n' && c.is_whitespace() || (digits >= LONG_NUMBER && matches!(c, '(' | ')' | '-' | '/'));
    if !wanted.chars().any(char::is_alphanumeric) {
        return false;
    }
    // A leading sign is part of the number.
    if wanted.starts_with('-') != value.starts_with('-') {
        return false;
    }
    let mut value = value.chars().peekable();
    for c in wanted.chars() {
        loop {
            match value.peek() {
                Some(v) if same(*v, c) => {
                    value.next();
                    break;
                }
                Some(v) if masks(*v) => {
                    value.next();
                }
                _ if droppable(c) => break,
                _ => return false,
            }
        }
    }
    value.all(masks)
}

/// A telephone number without the country code (one to three digits) that a mask prepended.
fn without_country<'a>(wanted: &str, value: &'a str) -> impl Iterator<Item = &'a str> {
    let added = value.strip_prefix('+').filter(|_| !wanted.contains('+'));
    (1..=3).filter_map(move |digits| {
        let (code, rest) = added?.split_at_checked(digits)?;
        code.chars().all(|c| c.is_ascii_digit()).then_some(rest)
    })
}

fn same(a: char, b: char) -> bool {
    a == b || a.to_lowercase().eq(b.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(value: &str) -> ReadValue {
        ReadValue { value: Some(value.into()), length: value.chars().count() as u32, ..ReadValue::default() }
    }

    #[test]
    fn a_value_counts_as_taken_only_if_it_is_the_same_thing() {
        let check = |wanted: &str, value: &str, expected: Match| {
            assert_eq!(taken(wanted, &shown(value)), expected, "{wanted:?} -> {value:?}");
        };
        check("lamp", "lamp", Match::Yes);
        check("", "", Match::Yes);
        check("lamp", "", Match::No);
        check("a\nb", "a\r\nb\n", Match::Yes);
        check("a  b", "a b", Match::Formatted);
        check("a \n\n b", "a\n\n b\n\n", Match::Yes);
        check("a\nb", "a\n\nb", Match::Loose);
        check("if x:\n  y", "if x:\n    y", Match::Loose);
        check("a\nb", "a b", Match::Loose);
        check("a\nb", "ab", Match::No);
        check("1234567890", "(123) 456-7890", Match::Formatted);
        check("4111 1111 1111 1111", "4111111111111111", Match::Formatted);
        check("4111111111111111", "4111 1111 1111 1111", Match::Formatted);
        check("31122026", "31.12.2026", Match::Formatted);
        check("1500", "1,500", Match::Formatted);
        check("abc", "ABC", Match::Formatted);
        check("2025550123", "+1(202)555-0123", Match::Formatted);
        check("2025550123", "+1(202)555-012", Match::No);
        check("1.5", "15", Match::No);
        check("15", "1.5", Match::No);
        check("-5", "5", Match::No);
        check("5", "-5", Match::No);
        check("hello world", "hello", Match::Cut);
        check("lam", "lamp", Match::No);
        check("abc", "acb", Match::No);
    }

    #[test]
    fn of_what_an_editor_draws_only_a_part_of_the_text_is_asked() {
        let check = |wanted: &str, value: &str, expected: Match| {
            assert_eq!(
                taken(wanted, &ReadValue { lines: Some([2, 3, 4]), ..shown(value) }),
                expected,
                "{wanted:?} -> {value:?}"
            );
        };
        check("a\nb\nc\nd", "b\nc", Match::Yes);
        check("a\nb\nc\nd", "b\nd", Match::No);
        check("a\nb\nc\nd", "", Match::No);
    }

    #[test]
    fn of_masked_fields_the_length_decides() {
        let check = |wanted: &str, length: u32, expected: Match| {
            let now = ReadValue { length, ..ReadValue::default() };
            assert_eq!(taken(wanted, &now), expected, "{wanted:?} {length}");
        };
        check("secret", 6, Match::Yes);
        check("secret", 3, Match::Cut);
        check("secret", 0, Match::No);
        check("se😀", 4, Match::Yes);
        check("4111111111111111", 19, Match::Formatted);
        check("4111 1111", 8, Match::Formatted);
    }
}
