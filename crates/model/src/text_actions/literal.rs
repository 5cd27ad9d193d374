//! Values as models write them: JSON, and Python's way of writing the same. Read leniently where only one meaning is left, else not at all.

use serde_json::{Map, Value};

/// Deeper nesting is not a call.
const DEEPEST: usize = 32;

/// Reads along a text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cursor<'a> {
    pub rest: &'a str,
    depth: usize,
}

/// Arguments between brackets.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Arguments {
    pub named: Map<String, Value>,
    pub positional: Vec<Value>,
}

/// The whole text as one value.
pub(super) fn whole(text: &str) -> Option<Value> {
    let text = text.trim();
    if let Ok(value) = serde_json::from_str(&edith_protocol::json::well_formed(text)) {
        return Some(value);
    }
    let one = |text: &str| {
        let mut cursor = Cursor::new(text);
        let value = cursor.value()?;
        cursor.space();
        cursor.rest.is_empty().then_some(value)
    };
    one(text).or_else(|| one(&undoubled(text)?))
}

/// An object whose braces are doubled as in a template of text, with single ones.
fn undoubled(text: &str) -> Option<String> {
    text.strip_prefix("{{").filter(|_| text.ends_with("}}"))?;
    let mut out = String::with_capacity(text.len());
    let mut is_quoted = false;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' if is_quoted => {
                out.push(c);
                out.extend(chars.next());
                continue;
            }
            '"' => is_quoted = !is_quoted,
            '{' | '}' if !is_quoted => drop(chars.next_if_eq(&c)),
            _ => {}
        }
        out.push(c);
    }
    Some(out)
}

impl<'a> Cursor<'a> {
    pub(super) fn new(rest: &'a str) -> Self {
        Self { rest, depth: 0 }
    }

    pub(super) fn space(&mut self) {
        self.rest = self.rest.trim_start();
    }

    pub(super) fn take(&mut self, token: &str) -> bool {
        match self.rest.strip_prefix(token) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    /// A name: letters, digits, `_`, and within it `.`, `-` and `:` before another letter.
    pub(super) fn name(&mut self) -> Option<&'a str> {
        let inner = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '-');
        let end = self.rest.find(|c| !inner(c)).unwrap_or(self.rest.len());
        let (name, rest) = self.rest.split_at_checked(end)?;
        if !name.starts_with(|c: char| c.is_alphabetic() || c == '_') {
            return None;
        }
        self.rest = rest;
        Some(name)
    }

    /// The next value.
    pub(super) fn value(&mut self) -> Option<Value> {
        self.space();
        if self.depth > DEEPEST {
            return None;
        }
        match self.rest.chars().next()? {
            '{' => {
                self.rest = self.rest.get(1..)?;
                self.deeper(|cursor| cursor.until('}'))
                    .and_then(|arguments| arguments.positional.is_empty().then_some(Value::Object(arguments.named)))
            }
            '[' => {
                self.rest = self.rest.get(1..)?;
                self.deeper(|cursor| cursor.until(']'))
                    .and_then(|arguments| arguments.named.is_empty().then_some(Value::Array(arguments.positional)))
            }
            '(' => {
                self.rest = self.rest.get(1..)?;
                self.deeper(|cursor| cursor.until(')'))
                    .and_then(|arguments| arguments.named.is_empty().then_some(Value::Array(arguments.positional)))
            }
            '"' | '\'' | '“' | '`' => self.text().map(Value::String),
            _ => self.word(),
        }
    }

    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        self.depth += 1;
        let read = read(self);
        self.depth -= 1;
        read
    }

    /// What is named and listed up to a closing bracket.
    pub(super) fn until(&mut self, close: char) -> Option<Arguments> {
        let mut arguments = Arguments::default();
        loop {
            self.space();
            if self.rest.starts_with(close) {
                self.rest = self.rest.get(close.len_utf8()..)?;
                return Some(arguments);
            }
            match self.key() {
                // Two values for one name contradict each other.
                Some(key) => {
                    let value = self.value()?;
                    if arguments.named.insert(key, value.clone()).is_some_and(|before| before != value) {
                        return None;
                    }
                }
                None => arguments.positional.push(self.value()?),
            }
            self.space();
            if !self.take(",") && !self.rest.starts_with(close) {
                return None;
            }
        }
    }

    /// A key before `:` or `=`, if one comes next.
    fn key(&mut self) -> Option<String> {
        let mut ahead = *self;
        let key = match ahead.rest.chars().next()? {
            '"' | '\'' => ahead.text()?,
            _ => ahead.name()?.to_owned(),
        };
        ahead.space();
        let rest = ahead.rest.strip_prefix([':', '=']).filter(|rest| !rest.starts_with(['=', '/']))?;
        self.rest = rest;
        Some(key)
    }

    /// A quoted text. A quotation mark that nothing can follow as an end is one of its characters.
    fn text(&mut self) -> Option<String> {
        let open = self.rest.chars().next()?;
        let triple = ["\"\"\"", "'''"].into_iter().find(|mark| self.rest.starts_with(mark));
        if let Some(mark) = triple {
            let (text, rest) = self.rest.get(3..)?.split_once(mark)?;
            self.rest = rest;
            return Some(text.to_owned());
        }
        let close = if open == '“' { '”' } else { open };
        let mut chars = self.rest.char_indices();
        chars.next();
        let mut text = String::new();
        while let Some((at, c)) = chars.next() {
            if c == '\\' {
                let (_, escaped) = chars.next()?;
                match escaped {
                    'n' => text.push('\n'),
                    't' => text.push('\t'),
                    'r' => text.push('\r'),
                    '"' | '\'' | '\\' | '/' | '`' => text.push(escaped),
                    'u' => text.push(unicode(&mut chars)),
                    other => text.extend(['\\', other]),
                }
            } else if c == close {
                let after = self.rest.get(at + c.len_utf8()..)?;
                let next = after.trim_start().chars().next();
                if next.is_none_or(|next| matches!(next, ',' | '}' | ']' | ')' | ':' | '=' | '<' | '`')) {
                    self.rest = after;
                    return Some(text);
                }
                text.push(c);
            } else {
                text.push(c);
            }
        }
        None
    }

    /// A number, a constant, or words without quotation marks.
    fn word(&mut self) -> Option<Value> {
        let end = self.rest.find([',', '}', ']', ')', '\n']).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at_checked(end)?;
        let word = word.trim();
        if word.is_empty() || word.contains(['"', '\'', '`', '“', '”', '(', '{', '[', '<', '>', '\\']) {
            return None;
        }
        self.rest = rest;
        Some(constant(word))
    }
}

/// The value of bare words.
pub(super) fn constant(word: &str) -> Value {
    match word {
        "true" | "True" => Value::Bool(true),
        "false" | "False" => Value::Bool(false),
        "null" | "None" | "undefined" => Value::Null,
        _ => serde_json::from_str::<serde_json::Number>(word)
            .map_or_else(|_| Value::String(word.to_owned()), Value::Number),
    }
}

/// The character of `\uXXXX`, whose other half may follow.
fn unicode(chars: &mut std::str::CharIndices<'_>) -> char {
    let unit = |chars: &mut std::str::CharIndices<'_>| {
        let mut ahead = chars.clone();
        let digits: String = ahead.by_ref().take(4).map(|(_, c)| c).collect();
        let unit = u16::from_str_radix(&digits, 16).ok().filter(|_| digits.len() == 4)?;
        *chars = ahead;
        Some(unit)
    };
    let Some(first) = unit(chars) else { return char::REPLACEMENT_CHARACTER };
    let mut units = vec![first];
    let mut ahead = chars.clone();
    if (0xd800..0xdc00).contains(&first)
        && ahead.next().is_some_and(|(_, c)| c == '\\')
        && ahead.next().is_some_and(|(_, c)| c == 'u')
        && let Some(second) = unit(&mut ahead)
    {
        units.push(second);
        *chars = ahead;
    }
    char::decode_utf16(units).next().and_then(Result::ok).unwrap_or(char::REPLACEMENT_CHARACTER)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn values_of_both_languages_are_read() {
        for (text, value) in [
            ("{'uid': 3, 'submit': True, 'x': None,}", json!({"uid": 3, "submit": true, "x": null})),
            ("{uid: 3, text: \"a\nb\"}", json!({"uid": 3, "text": "a\nb"})),
            (r#"{"text": "say "hi" now"}"#, json!({"text": "say \"hi\" now"})),
            (r#"{'text': 'Don't go'}"#, json!({"text": "Don't go"})),
            (r#"["\ud83d\ude00", 1.5, -2]"#, json!(["😀", 1.5, -2])),
            (r#"{'a': "x" }"#, json!({"a": "x"})),
            ("{'u': https://a.example/b}", json!({"u": "https://a.example/b"})),
        ] {
            assert_eq!(whole(text), Some(value), "{text}");
        }
    }

    #[test]
    fn what_has_several_meanings_is_not_read() {
        for text in [
            r#"{"text": "He said "hi", ok"}"#,
            r#"{"a": "x" "b": 1}"#,
            r#"{"a": 1, "a": 2,}"#,
            "{\"a\": \"b",
            "{'a' 1}",
            "{\"a\": 1} and more",
        ] {
            assert_eq!(whole(text), None, "{text}");
        }
        assert_eq!(whole(&"[".repeat(100_000)), None);
    }
}
