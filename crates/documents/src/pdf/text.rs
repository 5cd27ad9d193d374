//! Characters and words: what is cleaned, joined and recognised in a text.

pub(super) use crate::figures::{is_money, is_money_sign, is_number};
use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};

/// An item's text without what is not text: ligatures in their letters, no control characters; soft hyphens stay until lines are joined.
pub(super) fn clean(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            'ﬀ' => clean.push_str("ff"),
            'ﬁ' => clean.push_str("fi"),
            'ﬂ' => clean.push_str("fl"),
            'ﬃ' => clean.push_str("ffi"),
            'ﬄ' => clean.push_str("ffl"),
            'ﬅ' | 'ﬆ' => clean.push_str("st"),
            '\u{200b}' | '\u{feff}' | '\u{2060}' | '\u{200e}' | '\u{200f}' => {}
            // Adobe's glyph list gives old-style figures and small capitals places in private use, in the order of ASCII.
            '\u{f730}'..='\u{f739}' | '\u{f761}'..='\u{f77a}' => {
                clean.extend(char::from_u32(u32::from(c) - 0xf700).map(|c| c.to_ascii_uppercase()));
            }
            c if c == '\u{a0}' || c.is_whitespace() || c.is_control() => clean.push(' '),
            c => clean.push(c),
        }
    }
    clean
}

/// Whether a font's codes were not mapped to characters here: private use, replacement, unassigned control.
pub(super) fn is_unmapped(c: char) -> bool {
    matches!(c, '\u{fffd}' | '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{10ffff}')
}

/// Digits and signs as superscripts; nothing if one of them has none.
pub(super) fn superscript(text: &str) -> Option<String> {
    text.trim()
        .chars()
        .map(|c| {
            Some(match c {
                '0' => '⁰',
                '1' => '¹',
                '2' => '²',
                '3' => '³',
                '4' => '⁴',
                '5' => '⁵',
                '6' => '⁶',
                '7' => '⁷',
                '8' => '⁸',
                '9' => '⁹',
                '+' => '⁺',
                '-' | '−' | '–' => '⁻',
                ',' => ',',
                _ => return None,
            })
        })
        .collect()
}

/// A superscript's digit.
pub(super) fn is_superscript(c: char) -> bool {
    matches!(c, '⁰' | '¹' | '²' | '³' | '⁴'..='⁹')
}

/// `H E A D I N G` as `HEADING`, if nearly all of the text is single letters, not few of them over and over (the marks of a table). Words are where there
/// is more than one blank.
pub(super) fn close_up(text: &str) -> Option<String> {
    let tokens: Vec<&str> = text.split(' ').collect();
    let words = tokens.iter().filter(|token| !token.is_empty()).count();
    let single =
        tokens.iter().filter(|token| token.chars().count() == 1 && token.chars().all(char::is_alphabetic)).count();
    let different: HashSet<&str> = tokens.iter().copied().filter(|token| !token.is_empty()).collect();
    if words < 5 || single * 10 < words * 9 || different.len() * 2 < words {
        return None;
    }
    let mut closed = String::with_capacity(text.len());
    for token in tokens {
        if token.is_empty() {
            if !closed.ends_with(' ') {
                closed.push(' ');
            }
        } else {
            closed.push_str(token);
        }
    }
    Some(closed.trim().to_owned())
}

/// A text with its dots between a title and a page number (`Preface . . . . . . 7`) as one sign; nothing if it has none.
pub(super) fn without_leader(text: &str) -> Option<String> {
    let mut short = String::with_capacity(text.len());
    let mut found = false;
    let mut rest = text;
    while let Some(at) = rest.find('.') {
        let (before, after) = rest.split_at(at);
        let length = after.len() - after.trim_start_matches(['.', ' ']).len();
        let (dots, next) = after.split_at(length);
        short.push_str(before);
        if dots.matches('.').count() >= 5 {
            found = true;
            short.truncate(short.trim_end().len());
            short.push_str(" … ");
        } else {
            short.push_str(dots);
        }
        rest = next;
    }
    short.push_str(rest);
    found.then(|| short.trim().to_owned())
}

/// The words of a document, by hash: to know whether two halves make a word.
#[derive(Debug, Default)]
pub(super) struct Vocabulary {
    seen: HashSet<u64>,
    hasher: RandomState,
}

impl Vocabulary {
    /// Takes in the words of a line, but not what is cut at its end.
    pub(super) fn add(&mut self, line: &str) {
        let cut = line.ends_with(['-', '\u{ad}', '‐']);
        let mut words = line.split_whitespace().peekable();
        while let Some(word) = words.next() {
            if words.peek().is_none() && cut || self.seen.len() > 500_000 {
                break;
            }
            let word = trimmed(word).to_lowercase();
            if word.len() > 3 {
                self.seen.insert(self.hasher.hash_one(word.as_str()));
            }
        }
    }

    fn has(&self, word: &str) -> bool {
        self.seen.contains(&self.hasher.hash_one(word.to_lowercase().as_str()))
    }
}

fn trimmed(word: &str) -> &str {
    word.trim_matches(|c: char| !c.is_alphanumeric())
}

/// Words that join two words across a hyphen that stays (`Vor- und Nachteile`, `pre- and post-war`).
const JOINERS: &[&str] = &["und", "oder", "bzw", "and", "or", "to", "bis", "et", "ou", "y", "o", "e"];

/// Adds a line to a text: a hyphen at the text's end goes if the parts make one word.
pub(super) fn join_line(text: &mut String, line: &str, vocabulary: &Vocabulary) {
    let line = line.trim();
    if text.is_empty() || line.is_empty() {
        text.push_str(line);
        return;
    }
    let trimmed_end = text.trim_end().len();
    text.truncate(trimmed_end);
    if text.ends_with('\u{ad}') {
        text.pop();
        text.push_str(line);
        return;
    }
    let Some(before) = text.strip_suffix(['-', '‐', '¬']) else {
        // No blanks between the lines of scripts that have none between words.
        let close = text.chars().next_back().is_some_and(is_spaceless) && line.chars().next().is_some_and(is_spaceless);
        if !close {
            text.push(' ');
        }
        text.push_str(line);
        return;
    };
    let first = before.rsplit(|c: char| c.is_whitespace()).next().unwrap_or_default();
    let second = line.split_whitespace().next().unwrap_or_default();
    let head = first.trim_start_matches(|c: char| !c.is_alphanumeric());
    let tail = trimmed(second);
    if !head.chars().next_back().is_some_and(char::is_alphanumeric) {
        // A dash between words.
        text.push(' ');
    } else if JOINERS.contains(&tail.to_lowercase().as_str()) && head.chars().count() > 1 {
        text.push(' ');
    } else if !keeps_hyphen(head, tail, vocabulary) {
        text.pop();
    }
    text.push_str(line);
}

fn keeps_hyphen(head: &str, tail: &str, vocabulary: &Vocabulary) -> bool {
    let letters = |text: &str| text.chars().all(char::is_alphabetic);
    let small = tail.chars().next().is_some_and(char::is_lowercase);
    if !small || !head.chars().next_back().is_some_and(char::is_lowercase) {
        return true;
    }
    let last = head.rsplit(['-', '/']).next().unwrap_or(head);
    if vocabulary.has(&format!("{head}-{tail}")) {
        return true;
    }
    let part = tail.split('-').next().unwrap_or(tail);
    if vocabulary.has(&format!("{last}{part}")) || vocabulary.has(&format!("{head}{tail}")) {
        return false;
    }
    // `state-of-the-` goes on with a hyphen.
    head.contains('-') || !letters(last)
}

/// Chinese, Japanese, Thai, Lao, Khmer: no blanks between words.
fn is_spaceless(c: char) -> bool {
    matches!(c, '\u{0e00}'..='\u{0eff}' | '\u{1780}'..='\u{17ff}' | '\u{3000}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{ff00}'..='\u{ffef}')
}

/// Whether a character belongs to a script that runs from right to left.
pub(super) fn is_rtl(c: char) -> bool {
    matches!(c, '\u{0590}'..='\u{08ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}')
}

/// How a list's item begins, if the text is one: the mark's length in bytes, and whether it is a number or letter.
pub(super) fn list_mark(text: &str) -> Option<(usize, bool)> {
    let mut chars = text.chars();
    let first = chars.next()?;
    if matches!(
        first,
        '•' | '◦'
            | '▪'
            | '▫'
            | '■'
            | '□'
            | '●'
            | '○'
            | '‣'
            | '⁃'
            | '–'
            | '—'
            | '-'
            | '*'
            | '✓'
            | '➢'
            | '➤'
            | '►'
            | '▶'
            | '❖'
            | '\u{f0b7}'
            | '\u{f0a7}'
            | '·'
            | '∙'
    ) {
        let rest = chars.as_str();
        let spaced = rest.starts_with(' ');
        return (spaced && !rest.trim().is_empty())
            .then(|| (first.len_utf8() + rest.len() - rest.trim_start().len(), false));
    }
    let (mark, rest) = text.split_once(' ')?;
    if rest.trim().is_empty() || mark.len() > 6 {
        return None;
    }
    let inner = mark.strip_suffix([')', '.'])?;
    let open = inner.strip_prefix('(').unwrap_or(inner);
    let number = !open.is_empty() && open.len() <= 3 && open.chars().all(|c| c.is_ascii_digit());
    let letter = open.len() == 1 && open.chars().all(|c| c.is_ascii_alphabetic());
    let roman = !open.is_empty() && open.len() <= 5 && open.chars().all(|c| matches!(c, 'i' | 'v' | 'x'));
    // `A. Smith` is a name.
    let sound = number || roman || letter && (mark.ends_with(')') || open.chars().all(|c| c.is_ascii_lowercase()));
    sound.then(|| (mark.len() + 1, true))
}

/// How deep a heading's number goes: `2.1.3 Results` has 3.
pub(super) fn numbering(text: &str) -> Option<u8> {
    let (mark, rest) = text.split_once(' ')?;
    if !rest.trim_start().chars().next().is_some_and(char::is_alphabetic) {
        return None;
    }
    let parts: Vec<&str> = mark.trim_end_matches('.').split('.').collect();
    let mut rest = parts.iter();
    let first = rest.next()?;
    let digits = |part: &&str| !part.is_empty() && part.len() <= 2 && part.chars().all(|c| c.is_ascii_digit());
    let appendix = first.len() == 1 && first.chars().all(|c| c.is_ascii_uppercase()) && parts.len() > 1;
    ((digits(first) || appendix) && rest.all(digits)).then(|| u8::try_from(parts.len()).unwrap_or(u8::MAX))
}

/// The words with which captions begin, in the languages that are looked for.
const CAPTIONS: &[&str] = &[
    "figure",
    "fig",
    "table",
    "tab",
    "abbildung",
    "abb",
    "tabelle",
    "tabla",
    "figura",
    "tableau",
    "tabela",
    "tabella",
    "chart",
    "exhibit",
    "scheme",
    "listing",
    "algorithm",
    "diagramm",
    "grafik",
    "gráfico",
    "cuadro",
    "graphique",
    "ilustración",
    "illustration",
    "box",
    "übersicht",
    "schaubild",
];

/// Whether a text begins as a caption: a word such as *Figure*, a number, and then nothing that goes on the sentence.
pub(super) fn is_caption(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let Some(word) = words.next() else { return false };
    let name = word.trim_end_matches(['.', ':']).to_lowercase();
    if !CAPTIONS.contains(&name.as_str()) || !word.chars().next().is_some_and(char::is_uppercase) {
        return false;
    }
    let Some(number) = words.next() else { return false };
    let bare = number.trim_end_matches(['.', ':', ')', '–', '-', '|']);
    let is_mark = bare.len() <= 6
        && bare.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-'))
        && (bare.chars().any(|c| c.is_ascii_digit())
            || bare.chars().all(|c| matches!(c, 'I' | 'V' | 'X')) && !bare.is_empty());
    if !is_mark {
        return false;
    }
    // `Table 3 shows …` is a sentence, `Table 3. Results` and `Table 3 Results` are captions.
    number.len() > bare.len()
        || words.next().is_none_or(|next| {
            next.chars().next().is_some_and(|c| c.is_uppercase() || matches!(c, ':' | '–' | '—' | '-' | '|' | '.'))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(head: &str, line: &str, known: &[&str]) -> String {
        let mut vocabulary = Vocabulary::default();
        for words in known {
            vocabulary.add(words);
        }
        let mut text = head.to_owned();
        join_line(&mut text, line, &vocabulary);
        text
    }

    #[test]
    fn a_hyphen_at_a_line_end_goes_if_the_parts_are_one_word() {
        assert_eq!(joined("the infor-", "mation", &[]), "the information");
        assert_eq!(joined("a well-", "known fact", &["this well-known thing"]), "a well-known fact");
        assert_eq!(joined("state-of-the-", "art", &[]), "state-of-the-art");
        assert_eq!(joined("die Vor-", "und Nachteile", &[]), "die Vor- und Nachteile");
        assert_eq!(joined("Nord-", "Süd", &[]), "Nord-Süd");
        assert_eq!(joined("in 2019-", "2020", &[]), "in 2019-2020");
        assert_eq!(joined("infor\u{ad}", "mation", &[]), "information");
        assert_eq!(joined("a dash -", "and more", &[]), "a dash - and more");
        assert_eq!(joined("漢字", "仮名", &[]), "漢字仮名");
    }

    #[test]
    fn marks_of_lists_numbers_and_captions() {
        assert_eq!(list_mark("• Apples"), Some(("• ".len(), false)));
        assert_eq!(list_mark("12) Pears"), Some((4, true)));
        assert_eq!(list_mark("A. Smith wrote"), None);
        assert_eq!(list_mark("-5 degrees"), None);
        assert_eq!(numbering("2.1.3 Results"), Some(3));
        assert_eq!(numbering("2019 was a year"), None);
        assert!(is_caption("Figure 3: Sales"));
        assert!(is_caption("Abb. 2.1 Umsatz"));
        assert!(!is_caption("Table 3 shows the sales"));
        assert!(!is_caption("Table of contents"));
        assert!(is_number("-1,234.50 %") && is_number("€ 5") && !is_number("about 5 apples"));
    }

    #[test]
    fn figures_and_capitals_of_the_old_style_are_what_they_are_read_as() {
        let old =
            |text: &str| -> String { text.chars().filter_map(|c| char::from_u32(u32::from(c) + 0xf700)).collect() };
        assert_eq!(
            clean(&format!("Total {},{} in {}", old("1"), old("234567890"), old("euro"))),
            "Total 1,234567890 in EURO"
        );
        assert!(clean(&old("0189az")).chars().all(|c| !is_unmapped(c)));
        // The control: what is beside them in private use is not a figure, and is reported as not mapped.
        for beside in ['\u{f72f}', '\u{f73a}', '\u{f760}', '\u{f77b}'] {
            assert_eq!(clean(&beside.to_string()), beside.to_string());
            assert!(is_unmapped(beside));
        }
    }

    #[test]
    fn letter_spaced_text_is_closed_up() {
        assert_eq!(close_up("C H A P T E R  O N E").as_deref(), Some("CHAPTER ONE"));
        assert_eq!(close_up("A plan for a day"), None);
        assert_eq!(close_up("C C C C C C C C"), None);
    }

    #[test]
    fn dots_before_a_page_number_are_one_sign() {
        assert_eq!(without_leader("1.2 Preface . . . . . . . 7").as_deref(), Some("1.2 Preface … 7"));
        assert_eq!(without_leader("Notices......vii").as_deref(), Some("Notices … vii"));
        assert_eq!(without_leader("So it goes on ... and on."), None);
    }
}
