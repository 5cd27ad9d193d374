//! A model's thinking in front of its answer, and the marks of turns around it. What is thought is never done.

/// Marks around a thought that is for the person.
pub(crate) const OWN_THOUGHT: (&str, &str) = ("<thought>", "</thought>");
/// Marks around thinking: `<think>` of Qwen and DeepSeek, `[THINK]` of Mistral, channels of gpt-oss, and EDITH's own.
pub(crate) const PAIRS: &[(&str, &str)] = &[
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
    OWN_THOUGHT,
    ("<reasoning>", "</reasoning>"),
    ("<seed:think>", "</seed:think>"),
    ("<|START_THINKING|>", "<|END_THINKING|>"),
    ("[THINK]", "[/THINK]"),
    ("<|channel|>analysis<|message|>", "<|end|>"),
    ("<|channel>thought", "<channel|>"),
];
/// Marks of a turn that some servers leave in front of an answer.
const BEGINS: &[&str] = &[
    "<|im_start|>assistant",
    "<|start|>assistant",
    "<|assistant|>",
    "<start_of_turn>model",
    "<|turn>model",
    "<|begin_of_text|>",
    "<s>",
];
/// The same after it.
const ENDS: &[&str] = &[
    "<|im_end|>",
    "</s>",
    "<|eot_id|>",
    "<|eom_id|>",
    "<end_of_turn>",
    "<|end|>",
    "<turn|>",
    "<|endoftext|>",
    "<|end_of_text|>",
    "<eos>",
    "<｜end▁of▁sentence｜>",
    "<|return|>",
    "<|user|>",
    "<start_of_turn>user",
    "<|im_start|>user",
    "<start_function_response>",
    "<|END_RESPONSE|>",
];

/// A text after a mark at its beginning, in any case: `<Action>` is `<action>`.
pub(crate) fn behind<'t>(text: &'t str, mark: &str) -> Option<&'t str> {
    let (begin, rest) = text.split_at_checked(mark.len())?;
    begin.eq_ignore_ascii_case(mark).then_some(rest)
}

/// Where a mark begins in a text, in any case.
pub(crate) fn place(text: &str, mark: &str) -> Option<usize> {
    text.to_ascii_lowercase().find(&mark.to_ascii_lowercase())
}

/// A text before and after a mark, in any case.
fn parts<'t>(text: &'t str, mark: &str) -> Option<(&'t str, &'t str)> {
    let (before, rest) = text.split_at_checked(place(text, mark)?)?;
    Some((before, rest.get(mark.len()..)?))
}

/// An answer's thinking, and the rest.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Parted {
    pub thought: String,
    pub body: String,
}

/// Takes the thinking off. Thinking without an end is all there is.
pub(super) fn parted(answer: &str) -> Parted {
    let mut rest = answer.trim();
    let mut thoughts: Vec<&str> = Vec::new();
    loop {
        if let Some(after) = BEGINS.iter().find_map(|mark| rest.strip_prefix(mark)) {
            rest = after.trim_start();
        } else if let Some((open, close, inner)) =
            PAIRS.iter().find_map(|(open, close)| Some((open, close, behind(rest, open)?)))
        {
            match parts(inner, close) {
                Some((thought, after)) => {
                    thoughts.push(thought);
                    rest = after.trim_start();
                }
                // EDITH's own mark may be left open where the action begins: thinking of a model's own may not.
                None if *open == "<thought>" => match place(inner, "<action>") {
                    Some(at) => {
                        thoughts.push(inner.get(..at).unwrap_or_default());
                        rest = inner.get(at..).unwrap_or_default();
                    }
                    None => return Parted { thought: inner.trim().to_owned(), body: String::new() },
                },
                None => return Parted { thought: inner.trim().to_owned(), body: String::new() },
            }
        } else if let Some((thought, after)) = ended_only(rest) {
            thoughts.push(thought);
            rest = after.trim_start();
        } else {
            break;
        }
    }
    let mut body = rest.trim_end();
    while let Some(before) = ENDS.iter().find_map(|mark| body.strip_suffix(mark)) {
        body = before.trim_end();
    }
    // A thought in the middle, between a greeting and the action.
    let middle = parts(body, "<thought>").filter(|(before, _)| place(before, "<action>").is_none());
    let middle = middle.and_then(|(before, inner)| Some((before, parts(inner, "</thought>")?)));
    let body = match middle {
        Some((before, (thought, after))) => {
            thoughts.push(thought);
            format!("{}\n{}", before.trim_end(), after.trim_start()).trim().to_owned()
        }
        None => body.to_owned(),
    };
    let thoughts: Vec<&str> =
        thoughts.iter().map(|thought| thought.trim()).filter(|thought| !thought.is_empty()).collect();
    Parted { thought: thoughts.join("\n"), body }
}

/// Thinking whose begin mark the server's template already wrote, and what follows. The end mark ends a line, behind nothing or behind the last word of the
/// thinking, or has a line of its own: within a sentence, a quotation or a code block it is only mentioned.
pub(crate) fn ended_only(text: &str) -> Option<(&str, &str)> {
    // What ends a whole turn of some models is no sign of a thought.
    let marks = PAIRS.iter().filter(|pair| **pair != OWN_THOUGHT && pair.1 != "<|end|>");
    let (at, open, close) = marks.filter_map(|(open, close)| Some((place(text, close)?, open, close))).min()?;
    let (thought, rest) = text.split_at_checked(at)?;
    let after = rest.get(close.len()..)?;
    let is_line = thought.is_empty() || thought.ends_with('\n');
    let is_behind_a_word =
        !thought.ends_with(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '`' | '“' | '(' | '«'));
    let ends = after.is_empty() || after.starts_with(['\n', '\r']);
    let is_quoted = thought.matches('"').count() % 2 == 1
        || thought.matches('“').count() > thought.matches('”').count()
        || thought.matches("```").count() % 2 == 1;
    (ends && (is_line || is_behind_a_word) && !is_quoted && place(thought, open).is_none()).then_some((thought, after))
}
