//! Condensing looks that no message will show again. The gate looks in them for the origin of values, so nothing that was read is lost; repeated
//! lines are stored once, so that a run's record does not grow with every look at the same page.

use std::collections::HashSet;

use crate::history::{Entry, PageText, first_kept_look};
use edith_model::fence::Data;

/// Most lines, and characters of each, that stay of what a call led to.
const EFFECT_LINES: usize = 2;
const EFFECT_CHARS: usize = 160;

/// Drops old pictures, and old looks' lines that another look of the same site has.
pub(crate) fn condense(entries: &mut [Entry]) {
    let kept = first_kept_look(entries);
    let (old, shown) = entries.split_at_mut(kept);
    let mut known = HashSet::new();
    for (origin, look) in shown.iter().filter_map(told) {
        known.extend(look.lines().map(|line| (origin, bare(line))));
    }
    let condensed: Vec<Option<String>> =
        old.iter().map(|entry| told(entry).map(|(origin, look)| new_lines(origin, look, &mut known))).collect();
    for (entry, text) in old.iter_mut().zip(condensed) {
        if let (Entry::Page { look: Some(look), .. } | Entry::Answer { look: Some(look), .. }, Some(text)) =
            (&mut *entry, text)
        {
            look.text = text;
        }
        if let Entry::Page { picture, .. } | Entry::Answer { picture, .. } = entry {
            *picture = None;
        }
    }
}

/// Keeps, of each earlier call of the present turn, what it led to in a line or two: the look that comes now replaces its own.
pub(crate) fn keep_effects(entries: &mut [Entry]) {
    let begins = entries.iter().rposition(|entry| matches!(entry, Entry::Assistant { .. })).unwrap_or_default();
    let earlier = entries.len().saturating_sub(1);
    for entry in entries.get_mut(begins..earlier).into_iter().flatten() {
        let Entry::Answer { look: Some(look), data, .. } = entry else { continue };
        // Once is enough, whichever of several whole looks replaces it.
        if !data.iter().any(|data| data.nonce == look.nonce) {
            data.push(Data::new("page", &look.nonce, effect(look)));
        }
    }
}

/// What a look says about the action before it, in short.
fn effect(look: &PageText) -> String {
    let is_told = |line: &&str| look.whole || line.starts_with(['+', '~', '-']);
    let told: Vec<&str> = look.text.lines().filter(is_told).collect();
    let mut lines: Vec<String> =
        told.iter().take(EFFECT_LINES).map(|line| line.chars().take(EFFECT_CHARS).collect()).collect();
    if !look.whole && told.len() > EFFECT_LINES {
        lines.push(format!("({} more changes)", told.len() - EFFECT_LINES));
    }
    if lines.is_empty() { "(nothing else changed)".to_owned() } else { lines.join("\n") }
}

/// A look's site and text.
fn told(entry: &Entry) -> Option<(&str, &str)> {
    match entry {
        Entry::Page { look: Some(look), from, .. } | Entry::Answer { look: Some(look), from, .. } => {
            Some((from, &look.text))
        }
        _ => None,
    }
}

/// The new lines with their neighbours, since a value that was read may span lines.
fn new_lines<'a>(origin: &'a str, look: &'a str, known: &mut HashSet<(&'a str, &'a str)>) -> String {
    let lines: Vec<&str> = look.lines().collect();
    let is_new: Vec<bool> = lines.iter().map(|line| known.insert((origin, bare(line)))).collect();
    let is_near = |at: usize| {
        let from = at.saturating_sub(1);
        is_new.iter().skip(from).take(at + 2 - from).any(|is_new| *is_new)
    };
    let kept: Vec<&str> = lines.iter().enumerate().filter(|(at, _)| is_near(*at)).map(|(_, line)| *line).collect();
    kept.join("\n")
}

/// A line without the sign of a change.
fn bare(line: &str) -> &str {
    line.trim_start_matches(['+', '~', '-', ' '])
}

#[cfg(test)]
mod tests {
    use super::*;
    use edith_protocol::ToolCall;

    fn answer(from: &str, text: &str, whole: bool) -> Entry {
        Entry::Answer {
            call: ToolCall { id: "c".into(), name: "take_snapshot".into(), arguments: "{}".into() },
            shown_args: None,
            told: edith_gate::Told::NotKept,
            text: String::new(),
            data: Vec::new(),
            look: Some(PageText { nonce: "n0nce".into(), text: text.into(), whole, ..PageText::default() }),
            picture: Some("data:image/png;base64,".into()),
            from: from.into(),
            denied: false,
            at: 0.0,
        }
    }

    fn texts(entries: &[Entry]) -> Vec<&str> {
        entries.iter().filter_map(told).map(|(_, text)| text).collect()
    }

    #[test]
    fn every_line_of_a_site_is_kept_somewhere() {
        let look = |price: &str| format!("1 | LINK | \"Home\"\n2 | BUTTON | \"Buy\"\nTEXT:\nLamp\n{price}\nnew today");
        let mut entries = vec![
            answer("https://a.example", &look("12.99"), true),
            answer("https://a.example", "+ 9 | BUTTON | \"Undo\"", false),
            answer("https://b.example", "Lamp\n99.00", true),
            answer("https://a.example", &look("13.99"), true),
            answer("https://a.example", &look("13.99"), true),
        ];
        let before: Vec<String> = texts(&entries).iter().map(ToString::to_string).collect();
        condense(&mut entries);
        condense(&mut entries);
        let after = texts(&entries);
        assert_eq!(after, ["Lamp\n12.99\nnew today", "+ 9 | BUTTON | \"Undo\"", "Lamp\n99.00", "", before[4].as_str()]);
        let pictures = entries.iter().filter(|entry| matches!(entry, Entry::Answer { picture: Some(_), .. })).count();
        assert_eq!(pictures, 1);
        for (text, origin) in before.iter().zip(["a", "a", "b", "a", "a"]) {
            for line in text.lines() {
                let of = |entry: &Entry| {
                    told(entry).is_some_and(|(from, text)| from.contains(origin) && text.contains(line))
                };
                assert!(entries.iter().any(of), "{line} of {origin}");
            }
        }
    }

    #[test]
    fn each_call_of_a_turn_keeps_its_own_effect_where_a_whole_look_follows() {
        let words = || Entry::words("", 0.0);
        let mut entries = vec![
            answer("https://a.example", "CHANGES since:\n~ 1 | of an earlier turn", false),
            words(),
            answer("https://a.example", "CHANGES since:\n~ 9 | BUTTON | \"Star\" [on]\n+ one\n+ two", false),
            answer("https://a.example", "CHANGES since:\n(nothing changed)", false),
            answer("https://a.example", "URL: https://a.example/b\nTitle: B\nELEMENTS", true),
        ];
        keep_effects(&mut entries);
        keep_effects(&mut entries);
        let kept: Vec<Vec<String>> = entries
            .iter()
            .filter_map(|entry| match entry {
                Entry::Answer { data, .. } => Some(data.iter().map(|data| data.text.clone()).collect()),
                _ => None,
            })
            .collect();
        let star = "~ 9 | BUTTON | \"Star\" [on]\n+ one\n(1 more changes)".to_owned();
        assert_eq!(kept, [vec![], vec![star], vec!["(nothing else changed)".to_owned()], vec![]]);
    }

    #[test]
    fn looks_at_one_page_do_not_add_up() {
        let look = (0..300).map(|line| format!("{line} | LINK | \"Item {line}\"")).collect::<Vec<_>>().join("\n");
        let mut entries = Vec::new();
        let mut sizes = Vec::new();
        for number in 0..200 {
            entries.push(answer("https://a.example", &format!("{look}\nSeen {number} times"), true));
            condense(&mut entries);
            sizes.push(texts(&entries).iter().map(|text| text.len()).sum::<usize>());
        }
        let growth = (sizes[199] - sizes[99]) / 100;
        assert!(growth < 60, "{growth} bytes for each look");
    }
}
