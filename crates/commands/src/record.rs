//! What the built-in model has to say at a run's end, as data: it goes with each of its calls, so that no text of its own is read for it.

use edith_model::{ChatMessage, Continuation};
use edith_words::{Sentence, say};
use serde_json::{Value, json};
use std::fmt;

/// What a line says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// An answer.
    Answer,
    /// Why there is no answer.
    NoAnswer,
    /// A remark for the end.
    Note,
    /// What was filled in.
    Filled,
    /// What was not filled in.
    Unfilled,
}

/// Each kind's name as stored, and how its lines begin.
static KINDS: [(Kind, &str, Sentence); 5] = [
    (Kind::Answer, "answer", say!(BuiltInAnswer)),
    (Kind::NoAnswer, "no_answer", say!(BuiltInNoAnswer)),
    (Kind::Note, "note", say!(BuiltInNote)),
    (Kind::Filled, "filled", say!(BuiltInFilled)),
    (Kind::Unfilled, "unfilled", say!(BuiltInUnfilled)),
];

/// A line for the end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Line {
    pub kind: Kind,
    pub words: String,
}

impl Line {
    pub(crate) fn new(kind: Kind, words: impl Into<String>) -> Self {
        Self { kind, words: words.into() }
    }
}

impl fmt::Display for Line {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = KINDS.iter().find(|(kind, ..)| *kind == self.kind);
        mark.map_or(Ok(()), |(.., mark)| mark.fmt(out))?;
        out.write_str(&self.words)
    }
}

/// All lines so far, to go with a call.
pub(crate) fn kept(lines: &[Line]) -> Continuation {
    let name = |line: &Line| KINDS.iter().find(|(kind, ..)| *kind == line.kind).map(|(_, name, _)| *name);
    Continuation::of_code(lines.iter().map(|line| json!([name(line), line.words])).collect())
}

/// The lines that went with the last call.
pub(crate) fn read(messages: &[ChatMessage]) -> Vec<Line> {
    let last = messages.iter().rev().find_map(|message| match message {
        ChatMessage::Assistant { continuation: Some(kept), .. } => kept.fields_of_code(),
        _ => None,
    });
    match last {
        Some(lines) => lines.as_array().into_iter().flatten().filter_map(line).collect(),
        None => read_texts(messages),
    }
}

fn line(kept: &Value) -> Option<Line> {
    let text = |at: usize| kept.get(at).and_then(Value::as_str);
    let (kind, ..) = KINDS.iter().find(|(_, name, _)| text(0) == Some(*name))?;
    Some(Line::new(*kind, text(1)?))
}

/// The rest of a line after its mark, in the current language or in English, since the language may have changed.
fn after<'a>(line: &'a str, mark: &Sentence) -> Option<&'a str> {
    line.strip_prefix(&mark.to_string()).or_else(|| line.strip_prefix(&mark.english()))
}

/// A conversation, and what earlier versions stored, has the texts alone.
fn read_texts(messages: &[ChatMessage]) -> Vec<Line> {
    let texts = messages.iter().filter_map(|message| match message {
        ChatMessage::Assistant { content, .. } => Some(content),
        _ => None,
    });
    let read =
        |text: &str| KINDS.iter().find_map(|(kind, _, mark)| after(text, mark).map(|words| Line::new(*kind, words)));
    texts.flat_map(|text| text.lines()).filter_map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use edith_protocol::ToolCall;

    fn turn(text: &str, continuation: Option<Continuation>) -> ChatMessage {
        let call = ToolCall { id: "cmd-1-1-act".into(), name: "click".into(), arguments: "{}".into() };
        ChatMessage::Assistant { content: text.into(), tool_calls: vec![call], continuation }
    }

    #[test]
    fn what_goes_with_a_call_is_read_and_no_text_beside_it() {
        let lines: Vec<Line> =
            KINDS.iter().map(|(kind, name, _)| Line::new(*kind, format!("{name}\nof two lines"))).collect();
        let text = Line::new(Kind::NoAnswer, "as the page says").to_string();
        let messages = [turn(&text, Some(kept(&lines[..2]))), turn(&text, Some(kept(&lines))), turn(&text, None)];
        assert_eq!(read(&messages), lines);
        assert_eq!(read(&[turn(&text, Some(kept(&[])))]), []);
    }

    #[test]
    fn texts_alone_are_read_by_how_their_lines_begin() {
        let lines = [Line::new(Kind::Answer, "31.50 €"), Line::new(Kind::Unfilled, "name")];
        let text = format!("{}\nStep 1 of 2\n{}", lines[0], lines[1]);
        assert_eq!(read(&[turn(&text, None), ChatMessage::assistant("There you are.")]), lines);
    }
}
