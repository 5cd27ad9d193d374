//! Splits a task into pieces: lines, numbered lists, sentences, `then`; and commas and `and` before a command.

use super::phrase::{after, after_any, outside_quotes};

/// Pieces at certain boundaries: lines, list entries, sentences, semicolons, `then`.
pub(crate) fn pieces(text: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for line in text.lines() {
        let entry = without_bullet(line.trim());
        for sentence in sentences(entry) {
            // "fill in:" and the lines below it belong together.
            match out.last_mut() {
                Some(last) if takes_a_list(last) && is_pair(&sentence) => {
                    last.push_str(if last.ends_with(':') { " " } else { ", " });
                    last.push_str(&sentence);
                }
                _ => out.push(sentence),
            }
        }
    }
    out
}

fn takes_a_list(piece: &str) -> bool {
    after(super::grammar::without_filler(piece), "fill").is_some()
}

/// `name: Ada` or `name = Ada`.
pub(crate) fn is_pair(piece: &str) -> bool {
    let Some((key, value)) = piece.split_once(": ").or_else(|| piece.split_once('=')) else { return false };
    !value.trim().is_empty() && !key.trim().is_empty() && key.split_whitespace().count() <= 4
}

fn without_bullet(line: &str) -> &str {
    let line = line.trim_start_matches(['-', '*', '•', '–', '→', '>']).trim_start();
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.len() < line.len()
        && let Some(rest) = rest.strip_prefix(". ").or_else(|| rest.strip_prefix(") "))
    {
        return rest.trim();
    }
    after(line, "step")
        .and_then(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit()).strip_prefix(':'))
        .unwrap_or(line)
        .trim()
}

const THEN: &[&str] = &[
    "and then",
    "then",
    "after that",
    "afterwards",
    "and after that",
    "and finally",
    "finally",
    "and lastly",
    "und dann",
    "dann",
    "danach",
    "und danach",
    "anschließend",
    "und anschließend",
    "zum Schluss",
];

fn sentences(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut start = 0;
    for (at, c) in outside_quotes(text) {
        if at < start {
            continue;
        }
        let rest = text.get(at + c.len_utf8()..).unwrap_or("");
        let space_follows = rest.is_empty() || rest.starts_with(char::is_whitespace);
        let ends = match c {
            ';' | '→' | '⇒' => true,
            '!' | '?' => space_follows,
            '.' => space_follows && !is_abbreviation(text.get(start..at).unwrap_or("")) && !is_ordinal(text, at),
            _ => false,
        };
        if ends {
            let keep = if c == '?' { at + 1 } else { at };
            out.push(text.get(start..keep).unwrap_or("").to_owned());
            start = at + c.len_utf8();
        } else if c.is_whitespace()
            && let Some(forbidden) = after_any(rest, &["but", "and"])
            && after_any(forbidden, &["do not", "don't", "dont", "never"]).is_some()
            && !takes_words(text.get(start..at).unwrap_or(""))
        {
            out.push(text.get(start..at).unwrap_or("").to_owned());
            start = text.len() - forbidden.len();
        } else if (c.is_whitespace() || c == ',')
            && let Some(after) = after_any(rest, THEN)
        {
            out.push(text.get(start..at).unwrap_or("").to_owned());
            start = text.len() - after.len();
        }
    }
    out.push(text.get(start..).unwrap_or("").to_owned());
    out.into_iter()
        .map(|piece| piece.trim().trim_end_matches(',').to_owned())
        .filter(|piece| !piece.is_empty())
        .collect()
}

/// Whether the person's own words stand in a piece, which may forbid something as well.
fn takes_words(piece: &str) -> bool {
    const VERBS: &[&str] =
        &["type", "write", "enter", "fill", "set", "search", "look", "google", "find", "say", "tell"];
    after_any(super::grammar::without_filler(piece), VERBS).is_some()
}

fn is_abbreviation(before: &str) -> bool {
    let word = before.rsplit(char::is_whitespace).next().unwrap_or("").to_lowercase();
    ["e.g", "i.e", "mr", "mrs", "ms", "dr", "st", "no", "vs", "approx"].contains(&word.as_str())
}

/// Whether the full stop makes a German ordinal, as in `3. Mai`.
fn is_ordinal(text: &str, at: usize) -> bool {
    const MONTHS: &[&str] = &[
        "januar",
        "jänner",
        "februar",
        "feber",
        "märz",
        "april",
        "mai",
        "juni",
        "juli",
        "august",
        "september",
        "oktober",
        "november",
        "dezember",
    ];
    let before = text.get(..at).unwrap_or("").rsplit(char::is_whitespace).next().unwrap_or("");
    let next = text.get(at + 1..).unwrap_or("").split_whitespace().next().unwrap_or("").to_lowercase();
    let is_day = matches!(before.len(), 1..=2) && before.bytes().all(|byte| byte.is_ascii_digit());
    is_day && MONTHS.contains(&next.trim_end_matches(|c: char| !c.is_alphanumeric()))
}

/// Splits at the commas and `and`s that a command follows, by `begins`.
pub(crate) fn commands<'a>(piece: &'a str, begins: &dyn Fn(&str) -> bool) -> Vec<&'a str> {
    let is_fill = takes_a_list(piece);
    let cuts = soft_cuts(piece);
    let mut out = Vec::new();
    let mut start = 0;
    for (nth, (at, next)) in cuts.iter().enumerate() {
        if *at < start {
            continue;
        }
        let end = cuts.get(nth + 1).map_or(piece.len(), |(end, _)| *end).max(*next);
        let chunk = piece.get(*next..end).unwrap_or("").trim();
        let rest = piece.get(*next..).unwrap_or("").trim();
        if is_fill && is_pair(chunk) {
            continue;
        }
        if begins(chunk) || begins(rest) {
            out.push(piece.get(start..*at).unwrap_or("").trim());
            start = *next;
        }
    }
    out.push(piece.get(start..).unwrap_or("").trim());
    out.retain(|chunk| !chunk.is_empty());
    out
}

/// Start and end of each soft separator.
fn soft_cuts(piece: &str) -> Vec<(usize, usize)> {
    let mut out: Vec<(usize, usize)> = Vec::new();
    for (at, c) in outside_quotes(piece) {
        if out.last().is_some_and(|(_, end)| at < *end) {
            continue;
        }
        let rest = piece.get(at + c.len_utf8()..).unwrap_or("");
        let behind = match c {
            ',' if rest.starts_with(char::is_whitespace) => {
                after_any(rest, &["and also", "and", "but", "also", "und", "aber"]).or(Some(rest))
            }
            c if c.is_whitespace() => after_any(rest, &["and also", "and", "&", "but", "und"]),
            _ => None,
        };
        if let Some(behind) = behind.filter(|behind| !behind.trim().is_empty()) {
            out.push((at, piece.len() - behind.len()));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hard_pieces() {
        for (text, expected) in [
            ("Go to a.example. Click Save.", vec!["Go to a.example", "Click Save"]),
            ("1. one\n2) two\n- three", vec!["one", "two", "three"]),
            ("a, then b and then c; d", vec!["a", "b", "c", "d"]),
            ("type \"a. b; c then d\" into X", vec!["type \"a. b; c then d\" into X"]),
            ("what is it? ok", vec!["what is it?", "ok"]),
            ("fill in:\nname: Ada\nemail: a@b.c", vec!["fill in: name: Ada, email: a@b.c"]),
        ] {
            assert_eq!(pieces(text), expected, "{text}");
        }
    }

    #[test]
    fn soft_pieces_need_a_command_behind() {
        let begins = |chunk: &str| chunk.starts_with("click") || chunk.starts_with("open");
        assert_eq!(commands("click Lamp, black and open it", &begins), ["click Lamp, black", "open it"]);
        assert_eq!(commands("click a, and click b", &begins), ["click a", "click b"]);
    }
}
