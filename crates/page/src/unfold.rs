//! A look's rows as a line for each control, for programs that read looks and do not tell what a row holds by themselves.

use std::collections::HashMap;

/// What lists have said about their controls: for each short name, its type and its whole name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Legends(HashMap<String, (String, String)>);

impl Legends {
    /// A text with looks or changes in which what rows hold has lines of its own after the row's: `70 | BUTTON | "Star" [in: …]`. What the text says
    /// of its lists is remembered for the next one.
    pub fn unfold(&mut self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        for line in text.lines() {
            out.push_str(line);
            out.push('\n');
            if let Some(legend) = line.strip_prefix("(rows").and_then(|rest| rest.strip_suffix(')')) {
                self.take(legend);
            }
            for inner in self.inner(line) {
                out.push_str(&inner);
                out.push('\n');
            }
        }
        out
    }

    fn take(&mut self, legend: &str) {
        let inside = split_once_outside(legend, ": ").1;
        for part in split(inside, "; ") {
            let Some((kind, names)) = part.split_once(' ').filter(|(kind, _)| is_kind(kind)) else { continue };
            for name in split(names, ", ") {
                let (short, full) = name.split_once(" = ").unwrap_or((name, name));
                self.0.insert(short.to_owned(), (kind.to_owned(), full.trim_matches('"').to_owned()));
            }
        }
    }

    /// The lines of what a row holds; none if the line is not a row's.
    fn inner(&self, line: &str) -> Vec<String> {
        let sign = line.get(..2).filter(|sign| matches!(*sign, "+ " | "~ " | "- ")).unwrap_or_default();
        let rest = line.get(sign.len()..).unwrap_or_default();
        if sign == "- " {
            let with = rest.split_once(" with ").map_or("", |(_, with)| with);
            return with.split(' ').filter(|uid| is_number(uid)).map(|uid| format!("- {uid} | ELEMENT")).collect();
        }
        let mut parts = rest.splitn(3, " | ");
        let (Some(uid), Some(kind), Some(rest)) = (parts.next(), parts.next(), parts.next()) else { return Vec::new() };
        if !is_number(uid) || !is_kind(kind) {
            return Vec::new();
        }
        let end = quote_end(rest);
        let (words, marks) = rest.split_at_checked(end).unwrap_or((rest, ""));
        let words = words.trim_matches('"');
        let place = words.split(" · ").next().and_then(|words| words.split(" | ").next()).unwrap_or_default();
        let mut out = Vec::new();
        for mark in brackets(marks) {
            let Some((uid, named)) = mark.split_once(' ') else { continue };
            if uid == "cells" {
                let cells = named.split(' ').filter(|uid| is_number(uid));
                out.extend(cells.map(|uid| format!("{sign}{uid} | ELEMENT | \"\" [in: {place}]")));
            }
            if !is_number(uid) {
                continue;
            }
            let (named, facts) = split_once_outside(named, ": ");
            let (kind, label) = match named.split_once(' ') {
                Some((kind, label)) if is_kind(kind) && label.starts_with('"') => (kind, label.trim_matches('"')),
                None if is_kind(named) && !self.0.contains_key(named) => (named, words),
                _ => self.0.get(named).map_or(("ELEMENT", named), |(kind, full)| (kind.as_str(), full.as_str())),
            };
            let facts: String = split(facts, ", ").map(|fact| format!(" [{fact}]")).collect();
            out.push(format!("{sign}{uid} | {kind} | \"{label}\" [in: {place}]{facts}"));
        }
        out
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_kind(text: &str) -> bool {
    text.len() > 2 && text.bytes().all(|byte| byte.is_ascii_uppercase())
}

/// Where a leading quoted text ends.
fn quote_end(text: &str) -> usize {
    let mut is_escaped = true;
    for (at, c) in text.char_indices() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// The places of a separator outside quotes.
fn places<'a>(text: &'a str, separator: &'a str) -> impl Iterator<Item = usize> + 'a {
    let (mut in_quotes, mut is_escaped) = (false, false);
    text.char_indices().filter_map(move |(at, c)| {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => in_quotes = !in_quotes,
            _ if !in_quotes && text.get(at..).is_some_and(|rest| rest.starts_with(separator)) => return Some(at),
            _ => {}
        }
        None
    })
}

fn split<'a>(text: &'a str, separator: &'a str) -> impl Iterator<Item = &'a str> {
    let mut from = 0;
    let mut ends: Vec<usize> = places(text, separator).collect();
    ends.push(text.len());
    let part = move |end: usize| {
        let part = text.get(from..end).unwrap_or_default();
        from = end + separator.len();
        part
    };
    ends.into_iter().map(part).filter(|part| !part.is_empty()).collect::<Vec<_>>().into_iter()
}

fn split_once_outside<'a>(text: &'a str, separator: &'a str) -> (&'a str, &'a str) {
    match places(text, separator).next() {
        Some(at) => (text.get(..at).unwrap_or_default(), text.get(at + separator.len()..).unwrap_or_default()),
        None => (text, ""),
    }
}

/// What is in brackets outside quotes.
fn brackets(text: &str) -> Vec<&str> {
    let ends: Vec<usize> = places(text, "]").collect();
    let starts = places(text, "[");
    let inside = starts.filter_map(|start| {
        let end = ends.iter().find(|end| **end > start)?;
        text.get(start + 1..*end)
    });
    inside.collect()
}

#[cfg(test)]
mod tests {
    use super::Legends;

    #[test]
    fn what_a_row_holds_has_lines_of_its_own() {
        let mut legends = Legends::default();
        let text = "(rows in \"Inbox\": BUTTON Star = \"Star this message\", Delete; CHECKBOX Select; columns \"A | B; C\")\n\
                    65 | ROW | \"Tom \\\"T\\\" Bradley · Mar 7\" [43 Select: checked] [70 Star] [71 Delete] [72 LINK \"Re: [x], y\": to: \"a, b\", current] [73 LINK] [cells 80 81]\n\
                    12 | BUTTON | \"Go\" [in: header]\n";
        let unfolded = legends.unfold(text);
        let lines: Vec<&str> = unfolded.lines().skip(2).collect();
        assert_eq!(
            lines,
            [
                "43 | CHECKBOX | \"Select\" [in: Tom \\\"T\\\" Bradley] [checked]",
                "70 | BUTTON | \"Star this message\" [in: Tom \\\"T\\\" Bradley]",
                "71 | BUTTON | \"Delete\" [in: Tom \\\"T\\\" Bradley]",
                "72 | LINK | \"Re: [x], y\" [in: Tom \\\"T\\\" Bradley] [to: \"a, b\"] [current]",
                "73 | LINK | \"Tom \\\"T\\\" Bradley · Mar 7\" [in: Tom \\\"T\\\" Bradley]",
                "80 | ELEMENT | \"\" [in: Tom \\\"T\\\" Bradley]",
                "81 | ELEMENT | \"\" [in: Tom \\\"T\\\" Bradley]",
                "12 | BUTTON | \"Go\" [in: header]",
            ]
        );
        let changes =
            legends.unfold("CHANGES since the last look:\n~ 65 | ROW | \"Tom\" [70 Star: on]\n- 9 | ROW with 10 11\n");
        assert!(changes.contains("~ 70 | BUTTON | \"Star this message\" [in: Tom] [on]\n"), "{changes}");
        assert!(changes.contains("\n- 10 | ELEMENT\n- 11 | ELEMENT\n"), "{changes}");
        let placed = legends.unfold("(rows in \"Rating: 3\": BUTTON Rate)\n5 | ROW | \"Emma\" [6 Rate]\n");
        assert!(placed.contains("\n6 | BUTTON | \"Rate\" [in: Emma]\n"), "{placed}");
        assert_eq!(legends.unfold("9 | no line\nplain"), "9 | no line\nplain\n");
    }
}
