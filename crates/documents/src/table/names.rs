//! Columns by their names as a model writes them.

use super::answer::QueryError;

/// Digits of a year.
const YEAR_DIGITS: usize = 4;
/// Bytes of a column's name that are looked at where only a part of it may be, at most.
const MOST_PART: usize = 200;

/// The column whose name a text begins with, and how many bytes that takes. Names may be in quotation marks or brackets; case and spaces do not matter.
pub(super) fn column_at(text: &str, columns: &[String]) -> Option<(usize, usize)> {
    for (open, close) in [('"', '"'), ('[', ']'), ('`', '`'), ('“', '”')] {
        let inside = text.strip_prefix(open).and_then(|rest| rest.split_once(close));
        if let Some((name, _)) = inside {
            let column = column(name, columns)?;
            return Some((column, open.len_utf8() + name.len() + close.len_utf8()));
        }
    }
    let lengths = columns.iter().enumerate().filter_map(|(at, name)| Some((at, begins_with(text, name)?)));
    lengths.max_by_key(|(_, length)| *length)
}

/// The column of this name, or the only one that has these words in its name.
pub(super) fn column(name: &str, columns: &[String]) -> Option<usize> {
    let exact = columns.iter().position(|column| column == name.trim());
    let alike = || columns.iter().position(|column| key(column) == key(name) && !key(name).is_empty());
    exact.or_else(alike).or_else(|| only_with(name, columns))
}

/// The only column that has these words, whole and side by side, in its name.
fn only_with(name: &str, columns: &[String]) -> Option<usize> {
    let wanted = words(name);
    // A lone digit is a number; a year may be a name.
    let names = wanted.iter().any(|word| word.contains(char::is_alphabetic) || word.chars().count() == YEAR_DIGITS);
    let has = |column: &&String| words(column).windows(wanted.len().max(1)).any(|part| part == wanted);
    let mut with = columns.iter().enumerate().filter(|(_, column)| has(column)).map(|(at, _)| at);
    with.next().filter(|_| names && with.next().is_none())
}

/// The words of a name, in small letters.
fn words(name: &str) -> Vec<String> {
    name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

/// The same as [`column_at`], or else the longest beginning of the text that is part of one column's name alone.
pub(super) fn column_or_part_at(text: &str, columns: &[String]) -> Option<(usize, usize)> {
    if let Some(found) = column_at(text, columns) {
        return Some(found);
    }
    let head = text.get(..text.floor_char_boundary(MOST_PART)).unwrap_or_default();
    let stops = |c: char| {
        matches!(
            c,
            '=' | '<' | '>' | '!' | '≠' | '≤' | '≥' | '(' | ')' | ',' | ';' | '+' | '*' | '/' | '^' | '\'' | '"'
        )
    };
    let head = head.get(..head.find(stops).unwrap_or(head.len())).unwrap_or_default();
    let ends = head.char_indices().map(|(at, c)| at + c.len_utf8());
    let whole = ends.filter(|end| {
        end_of_word(head, *end) && head.get(..*end).is_some_and(|part| part.ends_with(char::is_alphanumeric))
    });
    let whole: Vec<usize> = whole.collect();
    whole.into_iter().rev().find_map(|end| Some((only_with(head.get(..end)?, columns)?, end)))
}

/// How many bytes of a text are this name, if it begins with it.
fn begins_with(text: &str, name: &str) -> Option<usize> {
    let wanted = key(name);
    if wanted.is_empty() {
        return None;
    }
    let mut left = wanted.chars().peekable();
    let mut end = 0;
    for (at, c) in text.char_indices() {
        if left.peek().is_none() {
            break;
        }
        if ignored(c) && at > 0 {
            continue;
        }
        for lower in c.to_lowercase() {
            if left.next() != Some(lower) {
                return None;
            }
        }
        end = at + c.len_utf8();
    }
    if left.peek().is_some() {
        return None;
    }
    // A closing mark at the end of the name belongs to it.
    let tail = name.trim_end().chars().rev().take_while(|c| matches!(c, ')' | ']')).count();
    let rest = text.get(end..).unwrap_or_default();
    let closing = rest.chars().take(tail).take_while(|c| matches!(c, ')' | ']')).count();
    end_of_word(text, end).then_some(end + closing)
}

/// A name for comparing: without case, spaces and marks that people leave out.
fn key(name: &str) -> String {
    name.chars().filter(|c| !ignored(*c)).flat_map(char::to_lowercase).collect()
}

fn ignored(c: char) -> bool {
    c.is_whitespace() || matches!(c, '_' | '-' | '.' | ':' | '(' | ')' | '[' | ']' | '\u{ad}')
}

/// Whether a word ends at this place of a text.
pub(super) fn end_of_word(text: &str, at: usize) -> bool {
    text.get(at..).and_then(|rest| rest.chars().next()).is_none_or(|c| !c.is_alphanumeric() && c != '_')
}

/// That there is no such column, with what may be meant.
pub(super) fn unknown_column(name: &str, columns: &[String]) -> QueryError {
    let wanted = key(name);
    let near = |column: &&String| {
        let known = key(column);
        let most = wanted.chars().count().max(known.chars().count()) / 3;
        strsim::osa_distance(&wanted, &known) <= most.max(1)
            || (wanted.len() >= 3 && (known.contains(&wanted) || wanted.contains(&known)))
    };
    let meant: Vec<String> = columns.iter().filter(near).take(3).map(|column| format!("“{column}”")).collect();
    let meant = if meant.is_empty() { String::new() } else { format!(" Did you mean {}?", meant.join(" or ")) };
    QueryError(format!("There is no column “{name}”.{meant} The columns are: {}.", columns.join(", ")))
}
