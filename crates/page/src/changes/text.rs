//! Which text lines came and went, so that whoever knows the old text knows the new one.

use std::fmt::Write as _;
use std::ops::Range;

use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::super::clean::{line, quoted};

/// Most characters of new text; beyond, a whole look is better.
const MOST_TEXT: usize = 1_500;
/// Most lines compared; more take too long.
const MOST_LINES: usize = 4_000;
/// Up to this many removed lines are listed one by one, more by the first and last.
const EACH: usize = 3;
/// Longest quote of a removed line, in characters.
const OLD: usize = 80;
/// The same for a line that new ones follow.
const ANCHOR: usize = 40;

/// The text's lines of `CHANGES`; none if too much is new.
pub(super) fn told(before: &[String], after: &[String]) -> Option<String> {
    let mut out = String::new();
    if before == after {
        return Some(out);
    }
    if before.len().max(after.len()) > MOST_LINES {
        return None;
    }
    let (mut cursor, mut new) = (0, 0);
    for op in capture_diff_slices(Algorithm::Myers, before, after) {
        let (old, added) = match op {
            DiffOp::Equal { .. } => continue,
            DiffOp::Delete { old_index, old_len, .. } => (old_index..old_index + old_len, &[][..]),
            DiffOp::Insert { old_index, new_index, new_len } => {
                (old_index..old_index, after.get(new_index..new_index + new_len)?)
            }
            DiffOp::Replace { old_index, old_len, new_index, new_len } => {
                (old_index..old_index + old_len, after.get(new_index..new_index + new_len)?)
            }
        };
        new += added.iter().map(|line| line.chars().count()).sum::<usize>();
        if new > MOST_TEXT {
            return None;
        }
        let place = if old.is_empty() { anchor(before, cursor, old.start, !out.is_empty()) } else { String::new() };
        removed(&mut out, before, cursor, &old);
        for (at, line) in added.iter().enumerate() {
            let _ = writeln!(out, "+ TEXT {}{line}", if at == 0 { place.as_str() } else { "" });
        }
        cursor = old.end;
    }
    Some(out)
}

/// The line an insertion follows; empty right after the last report, and at the very end with nothing reported before it.
fn anchor(before: &[String], cursor: usize, at: usize, has_others: bool) -> String {
    if (has_others && at == cursor) || (!has_others && at == before.len()) {
        return String::new();
    }
    let Some(last) = at.checked_sub(1) else { return "(at the top) ".to_owned() };
    let line = before.get(last).map(|line| quoted(line, ANCHOR)).unwrap_or_default();
    format!("(after {}{line}) ", nth(before, cursor, last, |line| quoted(line, ANCHOR)))
}

fn removed(out: &mut String, before: &[String], cursor: usize, old: &Range<usize>) {
    let lines = before.get(old.clone()).unwrap_or_default();
    let [first, .., last] = lines else {
        for line_ in lines {
            let _ = writeln!(out, "- TEXT {}{}", nth(before, cursor, old.start, shown), shown(line_));
        }
        return;
    };
    if lines.len() <= EACH {
        let _ = writeln!(out, "- TEXT {}{}", nth(before, cursor, old.start, shown), shown(first));
        for line_ in lines.iter().skip(1) {
            let _ = writeln!(out, "- TEXT {}", shown(line_));
        }
        return;
    }
    let place = nth(before, cursor, old.start, |line| quoted(line, OLD));
    let _ = writeln!(out, "- TEXT {} lines: {place}{} … {}", lines.len(), quoted(first, OLD), quoted(last, OLD));
}

fn shown(text: &str) -> String {
    line(text, OLD)
}

/// Which of several equal lines is meant, counted from the last report; empty for the first.
fn nth(before: &[String], from: usize, at: usize, told: impl Fn(&str) -> String) -> String {
    let same = before.get(at).map(|line| told(line)).unwrap_or_default();
    let count = before.get(from..at).unwrap_or_default().iter().filter(|line| told(line) == same).count();
    if count == 0 { String::new() } else { format!("(number {}) ", count + 1) }
}
