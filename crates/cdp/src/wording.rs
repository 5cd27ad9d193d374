//! Names of a page's elements and texts in notes and refusals.

use edith_actions::action::Target;
use edith_page::classify::classify;
use edith_page::page_api::{Note, Probe, ReadValue};
use edith_page::raw::RawNode;

/// Longest name in a message, in characters.
const NAME: usize = 80;

/// For a secret: even its length says something of it.
pub(crate) const COVERED: &str = "a value";

/// Type and name, such as `BUTTON "Search"`.
pub(crate) fn label(probe: &Probe) -> String {
    let node = RawNode {
        role: probe.role.clone(),
        tag: probe.tag.clone(),
        input_type: probe.input_type.clone(),
        ..RawNode::default()
    };
    format!("{} {}", classify(&node).label(), quoted(&probe.name))
}

pub(crate) fn what(target: &Target) -> String {
    let node = RawNode { role: target.role.clone(), ..RawNode::default() };
    format!("{} {} {}", target.uid, classify(&node).label(), quoted(&target.name))
}

/// A page's text in quotes, on one line and short.
pub(crate) fn quoted(text: &str) -> String {
    let line: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(NAME) {
        Some((end, _)) => format!("\"{}…\"", line.get(..end).unwrap_or_default()),
        None => format!("\"{line}\""),
    }
}

/// A name for an element in the way.
pub(crate) fn told(note: Option<&Note>) -> String {
    match note {
        None => "something else".to_owned(),
        Some(note) if note.name.is_empty() && note.role.is_empty() => format!("an element {}", note.css),
        Some(note) if note.role.is_empty() => format!("{} ({})", quoted(&note.name), note.css),
        Some(note) => format!("{} {} ({})", note.role, quoted(&note.name), note.css),
    }
}

/// What has the focus.
pub(crate) fn noted(note: Option<&Note>) -> String {
    note.map_or_else(|| "nothing".to_owned(), |note| told(Some(note)))
}

pub(crate) fn holds(value: String) -> String {
    format!(" It now holds {}.", quoted(&value))
}

/// Which lines were seen of an editor that only draws what is in view.
pub(crate) fn drawn_lines(now: &ReadValue) -> String {
    let Some([first, last, all]) = now.lines else { return String::new() };
    format!(" Only lines {first} to {last} of about {all} are drawn; the rest was not seen.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_messages_are_short_and_on_one_line() {
        assert_eq!(quoted("a\n  b"), "\"a b\"");
        assert_eq!(quoted(&"é".repeat(100)).chars().count(), NAME + 3);
    }
}
