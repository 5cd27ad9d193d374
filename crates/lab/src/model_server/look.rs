//! Reads the looks sent to the server, so that a script can name an element by its label.

use std::collections::HashSet;

use super::request::{Request, text_of};

/// The newest message with a page, or "".
pub fn last_look(request: &Request) -> String {
    let shows = |text: &String| text.contains("ELEMENTS (uid | type | label)") || text.contains("CHANGES since");
    request.messages().iter().rev().map(text_of).find(shows).unwrap_or_default()
}

/// The uid of an element by type (empty: any) and label, from the newest message that names it. An equal label is preferred over one that contains
/// the words, in any case. Removed elements, and those before the newest whole look, are not found.
pub fn uid_of(request: &Request, kind: &str, label: &str) -> Option<u64> {
    let words = label.to_lowercase();
    let mut gone = HashSet::new();
    let mut loose = None;
    let mut legends = edith_page::Legends::default();
    let texts: Vec<String> = request.messages().iter().map(|message| legends.unfold(&text_of(message))).collect();
    for text in texts.iter().rev() {
        let whole = text.contains("ELEMENTS (uid | type | label)");
        let mut removed = Vec::new();
        for line in text.lines().filter_map(Line::parse) {
            if line.removed {
                removed.push(line.uid);
                continue;
            }
            let fits = (kind.is_empty() || line.kind == kind) && !gone.contains(&line.uid);
            if fits && line.label == label {
                return Some(line.uid);
            }
            if fits && loose.is_none() && line.label.to_lowercase().contains(&words) {
                loose = Some(line.uid);
            }
        }
        // A whole look is authoritative: an older one may be of another page.
        if whole {
            break;
        }
        gone.extend(removed);
    }
    loose
}

/// A line such as `12 | BUTTON | "Search" [in: header]`, after `+`, `~` or `-` in a list of changes.
struct Line {
    removed: bool,
    uid: u64,
    kind: String,
    label: String,
}

impl Line {
    fn parse(line: &str) -> Option<Self> {
        let line = line.trim();
        let (removed, rest) = match line.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, line.trim_start_matches(['+', '~'])),
        };
        let mut parts = rest.splitn(3, '|');
        let uid = parts.next()?.trim().parse().ok()?;
        let kind = parts.next().unwrap_or_default().trim().to_owned();
        let quoted = parts.next().unwrap_or_default().trim();
        if !removed && !quoted.starts_with('"') {
            return None;
        }
        Some(Self { removed, uid, kind, label: unquote(quoted) })
    }
}

/// The text between the first quotation mark and the next unescaped one.
fn unquote(quoted: &str) -> String {
    let mut label = String::new();
    let mut characters = quoted.chars().skip(1);
    while let Some(character) = characters.next() {
        match character {
            '"' => break,
            '\\' => label.extend(characters.next()),
            other => label.push(other),
        }
    }
    label
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::request::{End, Request};
    use super::{last_look, uid_of};

    fn request(messages: &[&str]) -> Request {
        let messages: Vec<_> = messages.iter().map(|text| json!({ "role": "tool", "content": text })).collect();
        let body = json!({ "messages": messages });
        Request { number: 0, path: String::new(), headers: Vec::new(), body, at: None, end: End::Open }
    }

    const LOOK: &str = "URL: http://x/\nELEMENTS (uid | type | label):\n12 | INPUT | \"Search\" [in: header] [value: \"a | b\"]\n\
                        13 | BUTTON | \"Search\"\n31 | CHECKBOX | \"In stock\"\n47 | LINK | \"Say \\\"hi\\\"\"\nTEXT:\n9 | no line";

    #[test]
    fn elements_are_found_by_type_and_label() {
        let check = |messages: &[&str], kind, label, expected| {
            assert_eq!(uid_of(&request(messages), kind, label), expected, "{kind} {label}");
        };
        check(&[LOOK], "BUTTON", "Search", Some(13));
        check(&[LOOK], "INPUT", "Search", Some(12));
        check(&[LOOK], "", "in STOCK", Some(31));
        check(&[LOOK], "LINK", "Say \"hi\"", Some(47));
        check(&[LOOK], "BUTTON", "Buy", None);
        check(
            &[LOOK, "CHANGES since 1:\n+ 50 | BUTTON | \"Buy\"\n- 13 | BUTTON | \"Search\""],
            "BUTTON",
            "Buy",
            Some(50),
        );
        check(&[LOOK, "CHANGES since 1:\n- 13 | BUTTON | \"Search\""], "BUTTON", "Search", None);
        check(&[LOOK, "CHANGES since 1:\n~ 31 | CHECKBOX | \"In stock\" [checked]"], "BUTTON", "Search", Some(13));
        check(&[], "BUTTON", "Search", None);
    }

    #[test]
    fn the_newest_look_is_the_last_one() {
        assert_eq!(last_look(&request(&["old", LOOK, "no look"])), LOOK);
    }
}
