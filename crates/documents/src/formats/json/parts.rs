//! JSON taken apart one level at a time, each value as it is written: numbers keep all of their digits.

use serde::de::{Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::{error::Category, value::RawValue};
use std::borrow::Cow;
use std::fmt;

/// A value, one level deep.
pub(super) enum Value<'a> {
    /// Names and values in the order of the file.
    Object(Vec<(String, &'a str)>),
    Array(Vec<&'a str>),
    Text(String),
    /// A number, a truth value or null, as written.
    Plain(&'a str),
}

impl<'a> Value<'a> {
    /// Takes a value apart that is known to be whole.
    pub(super) fn of(raw: &'a str) -> Self {
        let raw = raw.trim();
        match raw.as_bytes().first() {
            Some(b'{') => {
                Self::Object(serde_json::Deserializer::from_str(raw).deserialize_map(Members).unwrap_or_default())
            }
            Some(b'[') => {
                Self::Array(serde_json::Deserializer::from_str(raw).deserialize_seq(Elements).unwrap_or_default())
            }
            Some(b'"') => Self::Text(text(raw)),
            _ => Self::Plain(raw),
        }
    }
}

/// Whether a value has others inside.
pub(super) fn is_nested(raw: &str) -> bool {
    raw.starts_with(['{', '['])
}

/// What a text, a number or another plain value shows. Half of a pair in a text, which is not a character, stays as it is written.
pub(super) fn shown(raw: &str) -> String {
    if raw.starts_with('"') { text(raw) } else { raw.to_owned() }
}

fn text(raw: &str) -> String {
    serde_json::from_str(raw).unwrap_or_else(|_| raw.trim_matches('"').to_owned())
}

struct Members;

impl<'de> Visitor<'de> for Members {
    type Value = Vec<(String, &'de str)>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut members = Vec::new();
        while let Some((name, value)) = map.next_entry::<&RawValue, &RawValue>()? {
            members.push((text(name.get()), value.get()));
        }
        Ok(members)
    }
}

struct Elements;

impl<'de> Visitor<'de> for Elements {
    type Value = Vec<&'de str>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an array")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let mut elements = Vec::new();
        while let Some(value) = seq.next_element::<&RawValue>()? {
            elements.push(value.get());
        }
        Ok(elements)
    }
}

/// What a file of JSON holds.
pub(super) enum Whole<'a> {
    /// One value.
    One(Cow<'a, str>),
    /// A value a line, and how many lines are none.
    Lines(Vec<&'a str>, usize),
}

/// What is wrong with a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Flaw {
    /// It ends too early.
    Truncated,
    /// Something else is where a value should be, on this line (from 1).
    Line(usize),
}

/// The value or the values of a file. What comes before a flaw is made whole by closing what is open. Nothing if less than half of the file is left.
pub(super) fn whole(text: &str) -> Option<(Whole<'_>, Option<Flaw>)> {
    let error = match serde_json::from_str::<IgnoredAny>(text) {
        Ok(_) => return Some((Whole::One(Cow::Borrowed(text)), None)),
        Err(error) => error,
    };
    if let Some((values, damaged)) = lines(text) {
        return Some((Whole::Lines(values, damaged), None));
    }
    let (end, flaw) = match error.classify() {
        Category::Eof => (text.len(), Flaw::Truncated),
        _ => (offset(text, error.line(), error.column()), Flaw::Line(error.line())),
    };
    let mended = closed(text.get(..text.floor_char_boundary(end))?)?;
    let is_worth_it = mended.len() * 2 > text.len() && serde_json::from_str::<IgnoredAny>(&mended).is_ok();
    is_worth_it.then_some((Whole::One(Cow::Owned(mended)), Some(flaw)))
}

/// Whether this is the start of JSON, or of JSON lines.
pub(super) fn is_start(head: &str, is_whole: bool) -> bool {
    let head = head.trim();
    if !is_nested(head) {
        return false;
    }
    match serde_json::from_str::<IgnoredAny>(head) {
        Ok(_) => true,
        Err(error) if error.classify() == Category::Eof => !is_whole || head.len() > 1,
        Err(_) => lines(head).is_some(),
    }
}

/// The values of lines: the first two are objects or arrays, and nine in ten are whole.
fn lines(text: &str) -> Option<(Vec<&str>, usize)> {
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    let is_value = |line: &str| is_nested(line) && serde_json::from_str::<IgnoredAny>(line).is_ok();
    if lines().take(2).filter(|line| is_value(line)).count() < 2 {
        return None;
    }
    let values: Vec<&str> = lines().filter(|line| is_value(line)).collect();
    let damaged = lines().count() - values.len();
    (damaged * 10 <= values.len() + 10).then_some((values, damaged))
}

fn offset(text: &str, line: usize, column: usize) -> usize {
    let before: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    before + column.saturating_sub(1)
}

/// The text up to the last place where a value could end, with what is open closed.
fn closed(text: &str) -> Option<String> {
    let (_, end) = open_brackets(text);
    let mut result = text.get(..end?)?.to_owned();
    let (open, _) = open_brackets(&result);
    result.extend(open.iter().rev());
    Some(result)
}

/// The brackets that would close what is open at the end, outermost first, and the last place where a value could end.
fn open_brackets(text: &str) -> (Vec<char>, Option<usize>) {
    let (mut open, mut last) = (Vec::new(), None);
    let (mut in_text, mut is_escaped) = (false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if in_text => is_escaped = true,
            b'"' => in_text = !in_text,
            _ if in_text => {}
            b'{' | b'[' => {
                open.push(if byte == b'{' { '}' } else { ']' });
                last = Some(at + 1);
            }
            b'}' | b']' => {
                open.pop();
                last = Some(at + 1);
            }
            b',' => last = Some(at),
            _ => {}
        }
    }
    (open, last)
}
