//! Parsing helpers: prefixes, quotes, targets, ordinals, addresses.

use super::command::{Kind, Target};

const OPENING: &[(char, char)] =
    &[('"', '"'), ('“', '”'), ('„', '“'), ('«', '»'), ('`', '`'), ('‘', '’'), ('\'', '\'')];

/// Strips a leading phrase, at a word boundary, in any case.
pub(crate) fn after<'a>(text: &'a str, phrase: &str) -> Option<&'a str> {
    let text = text.trim_start();
    let mut rest = text.chars();
    for wanted in phrase.chars() {
        let c = rest.next()?;
        let same = c == wanted || c.to_lowercase().eq(wanted.to_lowercase()) || (wanted == '\'' && c == '’');
        if !same {
            return None;
        }
    }
    let rest = rest.as_str();
    let ends =
        rest.chars().next().is_none_or(|c| !c.is_alphanumeric() && c != '-' && c != '_' || phrase.ends_with(' '));
    ends.then(|| rest.trim_start())
}

/// Strips the first phrase that matches.
pub(crate) fn after_any<'a>(text: &'a str, phrases: &[&str]) -> Option<&'a str> {
    phrases.iter().find_map(|phrase| after(text, phrase))
}

pub(crate) fn is_any(text: &str, phrases: &[&str]) -> bool {
    let text = super::words::normal(text);
    phrases.contains(&text.as_str())
}

/// Byte positions outside quotes. A quote opens at a word's start and must be closed.
pub(crate) fn outside_quotes(text: &str) -> Vec<(usize, char)> {
    let mut out = Vec::new();
    let mut chars = text.char_indices();
    let mut previous = ' ';
    while let Some((at, c)) = chars.next() {
        let closing = OPENING.iter().find(|(open, _)| *open == c).map(|(_, close)| *close);
        let starts = previous.is_whitespace() || matches!(previous, '(' | ':' | '=' | ',');
        if let Some(close) = closing.filter(|_| starts)
            && let Some(length) = quoted_length(chars.as_str(), close)
        {
            for _ in chars.as_str().get(..length).unwrap_or("").chars() {
                chars.next();
            }
            chars.next();
            previous = close;
            continue;
        }
        out.push((at, c));
        previous = c;
    }
    out
}

/// Bytes up to the closing quote, which must end a word.
fn quoted_length(text: &str, close: char) -> Option<usize> {
    text.char_indices()
        .find(|(at, c)| {
            *c == close
                && text.get(at + c.len_utf8()..).and_then(|t| t.chars().next()).is_none_or(|n| !n.is_alphanumeric())
        })
        .map(|(at, _)| at)
}

/// Splits at the first of the phrases outside quotes and between words.
pub(crate) fn split_at<'a>(text: &'a str, phrases: &[&str]) -> Option<(&'a str, &'a str)> {
    splits(text, phrases).into_iter().next()
}

pub(crate) fn split_at_last<'a>(text: &'a str, phrases: &[&str]) -> Option<(&'a str, &'a str)> {
    splits(text, phrases).pop()
}

fn splits<'a>(text: &'a str, phrases: &[&str]) -> Vec<(&'a str, &'a str)> {
    let mut found = Vec::new();
    for (at, c) in outside_quotes(text) {
        if !c.is_whitespace() {
            continue;
        }
        let (before, rest) = (text.get(..at).unwrap_or("").trim_end(), text.get(at..).unwrap_or("").trim_start());
        if let Some(rest) = after_any(rest, phrases)
            && !before.is_empty()
            && !rest.is_empty()
        {
            found.push((before, rest));
        }
    }
    found
}

/// The words without surrounding quotes, and whether there were any.
pub(crate) fn unquote(text: &str) -> (String, bool) {
    let text = text.trim();
    for (open, close) in OPENING {
        if let Some(inner) = text.strip_prefix(*open).and_then(|t| t.strip_suffix(*close))
            && !inner.contains(*close)
        {
            return (inner.to_owned(), true);
        }
    }
    (text.to_owned(), false)
}

/// A text to type or look for, without quotes or trailing full stop.
pub(crate) fn literal(text: &str) -> String {
    let (inner, quoted) = unquote(text);
    if quoted {
        return inner;
    }
    let (inner, _) = unquote(text.trim().trim_end_matches(['.', '!', ',', ';']));
    inner
}

const KINDS: &[(&str, Kind)] = &[
    ("radio button", Kind::Radio),
    ("submit button", Kind::Button),
    ("check box", Kind::Checkbox),
    ("drop down menu", Kind::Select),
    ("drop-down menu", Kind::Select),
    ("dropdown menu", Kind::Select),
    ("drop down", Kind::Select),
    ("drop-down", Kind::Select),
    ("select box", Kind::Select),
    ("text field", Kind::Field),
    ("text box", Kind::Field),
    ("input field", Kind::Field),
    ("menu item", Kind::Menuitem),
    ("menu entry", Kind::Menuitem),
    ("dropdown", Kind::Select),
    ("checkbox", Kind::Checkbox),
    ("textbox", Kind::Field),
    ("button", Kind::Button),
    ("link", Kind::Link),
    ("field", Kind::Field),
    ("input", Kind::Field),
    ("switch", Kind::Checkbox),
    ("toggle", Kind::Checkbox),
    ("option", Kind::Radio),
    ("radio", Kind::Radio),
    ("select", Kind::Select),
    ("list", Kind::Select),
    ("box", Kind::Field),
    ("tab", Kind::Tab),
    ("slider", Kind::Slider),
];

const NAMING: &[&str] =
    &["called", "named", "labelled", "labeled", "that says", "saying", "with the text", "with the label", "titled"];

/// An element's name, kind and place from the words.
pub(crate) fn target(text: &str) -> Target {
    let mut out = Target::default();
    let mut rest = text.trim().trim_end_matches(['.', '!', ',', ';', ':']).trim();
    rest = without_suffix(rest, &["on the page", "on this page", "on that page", "on the screen", "for me", "please"]);
    let (literal, quoted) = unquote(rest);
    if quoted {
        return Target { words: literal, quoted, ..out };
    }
    rest = without_article(rest);
    if let Some((ordinal, after)) = ordinal(rest)
        && !after.is_empty()
    {
        out.ordinal = Some(ordinal);
        rest = after;
    }
    // "button Save", "the field called Name"
    for (word, kind) in KINDS {
        let Some(after) = after(rest, word) else { continue };
        let named = after_any(after, NAMING).unwrap_or(after);
        let only_kind = named.is_empty();
        let kind_first = only_kind || named.len() != after.len() || starts_quoted(named) || starts_upper(named);
        if kind_first {
            out.kind = Some(*kind);
            let (words, quoted) = unquote(named);
            return Target { words, quoted, ..out };
        }
    }
    // "Save button"
    for (word, kind) in KINDS {
        if let Some(before) = before_word(rest, word) {
            // "search box" is a field, "gift box" might not be: the kind is only a hint, so the words stay.
            out.kind = Some(*kind);
            let (words, quoted) = unquote(before);
            return Target { words, quoted, ..out };
        }
    }
    let (words, quoted) = unquote(rest);
    Target { words, quoted, ..out }
}

fn starts_quoted(text: &str) -> bool {
    text.chars().next().is_some_and(|c| OPENING.iter().any(|(open, _)| *open == c))
}

fn starts_upper(text: &str) -> bool {
    text.chars().next().is_some_and(char::is_uppercase)
}

fn before_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let at = text.len().checked_sub(word.len())?;
    let (before, tail) = (text.get(..at)?, text.get(at..)?);
    let fits = tail.eq_ignore_ascii_case(word) && before.ends_with(char::is_whitespace);
    let before = before.trim();
    (fits && !before.is_empty()).then_some(before)
}

pub(crate) fn without_suffix<'a>(text: &'a str, phrases: &[&str]) -> &'a str {
    let mut text = text.trim();
    while let Some(shorter) = phrases.iter().find_map(|phrase| before_word(text, phrase)) {
        text = shorter.trim_end_matches([',', ' ']);
    }
    text
}

/// The words without a leading article or pronoun.
pub(crate) fn without_article(text: &str) -> &str {
    let phrases = [
        "the",
        "a",
        "an",
        "my",
        "your",
        "this",
        "that",
        "those",
        "these",
        "its",
        "their",
        "on the",
        "on",
        "all of the",
        "all the",
    ];
    match after_any(text, &phrases) {
        Some(rest) if !rest.is_empty() => without_article(rest),
        _ => text.trim(),
    }
}

/// A leading ordinal: `second`, `3rd`, `last`, `#2`, `number 2`.
pub(crate) fn ordinal(text: &str) -> Option<(i32, &str)> {
    const WORDS: &[(&str, i32)] = &[
        ("first", 1),
        ("second", 2),
        ("third", 3),
        ("fourth", 4),
        ("fifth", 5),
        ("sixth", 6),
        ("seventh", 7),
        ("eighth", 8),
        ("ninth", 9),
        ("tenth", 10),
        ("last", -1),
        ("top", 1),
        ("1st", 1),
        ("2nd", 2),
        ("3rd", 3),
        ("bottom", -1),
        ("final", -1),
        ("number one", 1),
        ("number two", 2),
        ("number three", 3),
        ("next to last", -2),
        ("second to last", -2),
    ];
    if let Some(found) = WORDS.iter().rev().find_map(|(word, n)| Some((*n, after(text, word)?))) {
        return Some(found);
    }
    let text = text.trim_start();
    let body = text.strip_prefix('#').or_else(|| after(text, "number")).unwrap_or(text);
    let digits = body.len() - body.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let n: i32 = body.get(..digits)?.parse().ok().filter(|n| *n > 0)?;
    let rest = body.get(digits..)?;
    if body.len() != text.len() {
        return rest.is_empty().then_some((n, "")).or_else(|| rest.strip_prefix(' ').map(|rest| (n, rest.trim())));
    }
    after(rest, "th").map(|rest| (n, rest))
}

/// The address in the words, with a scheme, if they are one.
pub(crate) fn address(text: &str) -> Option<String> {
    let (text, _) = unquote(text.trim().trim_end_matches(['.', ',', '!', '?', ';']));
    let text = text.trim();
    if text.is_empty() || text.contains(char::is_whitespace) {
        return None;
    }
    let lower = text.to_ascii_lowercase();
    // Forbidden schemes go to the gate unchanged, which refuses them by name.
    const SCHEMES: &[&str] = &[
        "http:",
        "https:",
        "javascript:",
        "data:",
        "file:",
        "chrome:",
        "about:",
        "view-source:",
        "blob:",
        "intent:",
        "ftp:",
    ];
    if SCHEMES.iter().any(|scheme| lower.starts_with(scheme)) {
        return Some(text.to_owned());
    }
    let host_and_port = lower.split(['/', '?', '#']).next().unwrap_or("");
    let (host, port) = host_and_port.split_once(':').map_or((host_and_port, None), |(h, p)| (h, Some(p)));
    if port.is_some_and(|port| port.is_empty() || port.parse::<u16>().is_err()) {
        return None;
    }
    let local = host == "localhost" || host.ends_with(".localhost") || host.parse::<std::net::Ipv4Addr>().is_ok();
    if local {
        return Some(format!("http://{text}"));
    }
    let labels: Vec<&str> = host.split('.').collect();
    let well_formed =
        labels.iter().all(|label| !label.is_empty() && label.chars().all(|c| c.is_alphanumeric() || c == '-'));
    let ending = labels.last().is_some_and(|last| last.len() >= 2 && last.chars().all(char::is_alphabetic));
    let named = labels.len() >= 2 && ending && well_formed;
    (named || (port.is_some() && well_formed))
        .then(|| format!("{}://{text}", if port.is_some() && !named { "http" } else { "https" }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_get_a_scheme() {
        for (text, expected) in [
            ("localhost:8000/shop", Some("http://localhost:8000/shop")),
            ("example.org.", Some("https://example.org")),
            ("https://a.example/x?y=1", Some("https://a.example/x?y=1")),
            ("127.0.0.1:80", Some("http://127.0.0.1:80")),
            ("javascript:alert(1)", Some("javascript:alert(1)")),
            ("the shop", None),
            ("cheapest", None),
            ("3.5", None),
            ("mail.example/a.txt", Some("https://mail.example/a.txt")),
            ("shop.localhost:8000", Some("http://shop.localhost:8000")),
            ("time:now", None),
            ("", None),
        ] {
            assert_eq!(address(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn targets_are_read() {
        let t = |words: &str, kind, ordinal| Target { words: words.into(), kind, ordinal, ..Target::default() };
        for (text, expected) in [
            ("the Save button", t("Save", Some(Kind::Button), None)),
            ("button Save", t("Save", Some(Kind::Button), None)),
            ("the button called Save changes", t("Save changes", Some(Kind::Button), None)),
            ("the second Edit link", t("Edit", Some(Kind::Link), Some(2))),
            ("the last checkbox", t("", Some(Kind::Checkbox), Some(-1))),
            ("In stock", t("In stock", None, None)),
            ("my cart", t("cart", None, None)),
            ("the 3rd button on the page", t("", Some(Kind::Button), Some(3))),
            ("\"the Save button\"", Target { words: "the Save button".into(), quoted: true, ..Target::default() }),
        ] {
            assert_eq!(target(text), expected, "{text}");
        }
    }
}
