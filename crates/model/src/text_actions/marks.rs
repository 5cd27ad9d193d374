//! Calls between marks: those that models were trained to write, and those that they make up. Sources of the forms: `tests/data/text_actions/`.

use super::call::{Raw, attribute, calls, tool_named, unescaped, words};
use super::literal::{Arguments, Cursor, whole};
use super::schema::properties;
use super::thinking::behind;
use crate::ToolSpec;
use serde_json::{Map, Value};

/// A place that looks like a call.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct MarkedCall<'a, 't> {
    /// Where it begins and ends in the answer, in bytes.
    pub start: usize,
    pub end: usize,
    /// What is between the marks.
    pub inner: &'a str,
    /// The calls; none: they cannot be read.
    pub calls: Option<Vec<Raw<'t>>>,
}

/// Marks around calls; without an end mark, up to the end of the answer.
const MARKS: &[(&str, &[&str])] = &[
    ("<action>", &["</action>"]),
    ("<tool_call>", &["</tool_call>", "<tool_call|>"]),
    ("<function_call>", &["</function_call>"]),
    ("<tool_calls>", &["</tool_calls>"]),
    ("<function_calls>", &["</function_calls>"]),
    ("<tool_code>", &["</tool_code>"]),
    ("<tool_use>", &["</tool_use>"]),
    ("<tools>", &["</tools>"]),
    ("<tool>", &["</tool>"]),
    ("<TOOLCALL>", &["</TOOLCALL>"]),
    ("<seed:tool_call>", &["</seed:tool_call>"]),
    ("<minimax:tool_call>", &["</minimax:tool_call>"]),
    ("<|tool_call|>", &["<|/tool_call|>", "<|end_tool_call|>"]),
    ("<|tool_call>", &["<tool_call|>"]),
    ("<|tool_call_start|>", &["<|tool_call_end|>"]),
    ("<|tool_calls_section_begin|>", &["<|tool_calls_section_end|>"]),
    ("<|tool_call_begin|>", &["<|tool_call_end|>"]),
    ("<|tools_prefix|>", &["<|tools_suffix|>"]),
    ("<|START_ACTION|>", &["<|END_ACTION|>"]),
    ("<|action_start|><|plugin|>", &["<|action_end|>"]),
    ("<start_function_call>", &["<end_function_call>"]),
    ("<｜tool▁calls▁begin｜>", &["<｜tool▁calls▁end｜>"]),
    ("<｜tool▁call▁begin｜>", &["<｜tool▁call▁end｜>"]),
    ("[TOOL_CALLS]", &[]),
    ("[TOOL_REQUEST]", &["[END_TOOL_REQUEST]"]),
    ("<|python_tag|>", &["<|eom_id|>"]),
    ("<|python_start|>", &["<|python_end|>"]),
    ("<|channel|>commentary to=", &["<|call|>"]),
    ("functools[", &["]\n\n"]),
];

/// Every call between marks, in order; none overlap.
pub(super) fn found<'a, 't>(tools: &'t [ToolSpec], answer: &'a str) -> Vec<MarkedCall<'a, 't>> {
    let mut all: Vec<MarkedCall<'a, 't>> = Vec::new();
    let mut at = 0;
    while let Some(rest) = answer.get(at..).filter(|rest| !rest.is_empty()) {
        let at_line = answer.get(..at).is_some_and(|before| before.is_empty() || before.ends_with('\n'));
        let found = marked(tools, answer, at)
            .or_else(|| tagged(tools, answer, at))
            .or_else(|| if at_line { labelled(tools, answer, at) } else { None })
            .or_else(|| block(tools, answer, at));
        at = match found {
            Some(found) => {
                let end = found.end.max(at + 1);
                all.push(found);
                end
            }
            None => at + rest.chars().next().map_or(1, char::len_utf8),
        };
    }
    all
}

fn marked<'a, 't>(tools: &'t [ToolSpec], answer: &'a str, start: usize) -> Option<MarkedCall<'a, 't>> {
    let rest = answer.get(start..)?;
    if let Some(found) = function(tools, answer, start) {
        return Some(found);
    }
    let (open, closes) = MARKS.iter().find(|(open, _)| behind(rest, open).is_some())?;
    // The list's own bracket belongs to it.
    let kept = usize::from(*open == "functools[");
    let begin = start + open.len() - kept;
    Some(closed(answer, start, begin, closes, &|inner| between(tools, inner)))
}

/// The first end after which what is between can be read: an argument may contain the mark itself.
fn closed<'a, 't>(
    answer: &'a str,
    start: usize,
    begin: usize,
    closes: &[&str],
    read: &dyn Fn(&str) -> Option<Vec<Raw<'t>>>,
) -> MarkedCall<'a, 't> {
    let rest = answer.get(begin..).unwrap_or_default();
    // ASCII lower case keeps every position.
    let lower = rest.to_ascii_lowercase();
    let mut first = None;
    for close in closes {
        for (at, _) in lower.match_indices(&close.to_ascii_lowercase()) {
            let end = begin + at + close.len();
            let inner = rest.get(..at).unwrap_or_default();
            if let Some(calls) = read(inner) {
                return MarkedCall { start, end, inner, calls: Some(calls) };
            }
            first.get_or_insert((inner, end));
        }
    }
    match first {
        Some((inner, end)) => MarkedCall { start, end, inner, calls: None },
        None => {
            let stops = ["\nObservation", "\nRESULT of"].iter().filter_map(|stop| rest.find(stop)).min();
            let end = stops.unwrap_or(rest.len());
            let inner = rest.get(..end).unwrap_or_default();
            MarkedCall { start, end: begin + end, inner, calls: read(inner) }
        }
    }
}

/// What is between two marks.
fn between<'t>(tools: &'t [ToolSpec], inner: &str) -> Option<Vec<Raw<'t>>> {
    let inner = inner.trim();
    let is_nested = inner.starts_with('<') || inner.get(..6).is_some_and(|label| label.eq_ignore_ascii_case("action"));
    let nested = is_nested.then(|| found(tools, inner));
    if let Some(nested) = nested.filter(|nested| !nested.is_empty()) {
        // Only marks in marks: whatever else is there is not understood.
        let mut end = 0;
        let mut all = Vec::new();
        for found in nested {
            if !inner.get(end..found.start)?.trim().is_empty() {
                return None;
            }
            end = found.end;
            all.extend(found.calls?);
        }
        return inner.get(end..)?.trim().is_empty().then_some(all);
    }
    calls(tools, inner)
        .or_else(|| separated(tools, inner).map(|call| vec![call]))
        .or_else(|| keyed(tools, inner).map(|call| vec![call]))
        .or_else(|| escaped(tools, inner))
        .or_else(|| words(tools, inner).map(|call| vec![call]))
}

/// A name and its arguments with a mark between them, as DeepSeek, Kimi, Mistral and gpt-oss write them.
fn separated<'t>(tools: &'t [ToolSpec], inner: &str) -> Option<Raw<'t>> {
    const SEPARATORS: [&str; 5] =
        ["<｜tool▁sep｜>", "<|tool_call_argument_begin|>", "[ARGS]", "<|message|>", "<|tool_sep|>"];
    let inner = inner.strip_prefix("function<｜tool▁sep｜>").unwrap_or(inner);
    let (name, arguments) = SEPARATORS
        .iter()
        .find_map(|separator| inner.split_once(separator))
        .or_else(|| inner.split_once('\n').filter(|(_, rest)| rest.trim_start().starts_with("```")))?;
    let name = name.split(['<', '[', ' ']).next()?;
    let arguments = super::call::unfenced(arguments.trim());
    let value = whole(arguments).filter(Value::is_object)?;
    Some(Raw { tool: tool_named(tools, name)?, arguments: super::call::within(&value)? })
}

/// GLM's pairs of keys and values below the name.
fn keyed<'t>(tools: &'t [ToolSpec], inner: &str) -> Option<Raw<'t>> {
    let (name, mut rest) = inner.split_at_checked(inner.find("<arg_key>")?)?;
    let tool = tool_named(tools, name.trim())?;
    let mut named = Map::new();
    while let Some((before, after)) = rest.split_once("<arg_key>") {
        let (key, after) = after.split_once("</arg_key>")?;
        let (gap, after) = after.split_once("<arg_value>")?;
        let (value, after) = after.split_once("</arg_value>")?;
        if !before.trim().is_empty() || !gap.trim().is_empty() {
            return None;
        }
        named.insert(key.trim().to_owned(), of_text(tool, key.trim(), value));
        rest = after;
    }
    rest.trim().is_empty().then_some(Raw { tool, arguments: Arguments { named, positional: Vec::new() } })
}

/// Gemma's, whose quotation marks are marks of their own.
fn escaped<'t>(tools: &'t [ToolSpec], inner: &str) -> Option<Vec<Raw<'t>>> {
    let marks = ["<escape>", "<|\"|>"].into_iter().find(|mark| inner.contains(mark))?;
    // Whatever is between two of them is text.
    let parts = inner.split(marks).enumerate();
    let plain: Vec<String> =
        parts.map(|(at, part)| if at % 2 == 1 { Value::from(part).to_string() } else { part.to_owned() }).collect();
    calls(tools, &plain.concat())
}

/// `<function=click>…</function>` and `<invoke name="click">…</invoke>`, with JSON or parameters in them.
fn function<'a, 't>(tools: &'t [ToolSpec], answer: &'a str, start: usize) -> Option<MarkedCall<'a, 't>> {
    let rest = answer.get(start..)?;
    let opens = [("<function=", "</function>"), ("<invoke name=", "</invoke>"), ("<function name=", "</function>")];
    let (open, close, after) = opens.into_iter().find_map(|(open, close)| Some((open, close, behind(rest, open)?)))?;
    let head = after.find('>')?;
    let name = after.get(..head)?.trim_matches(['"', '\'', ' ']);
    let begin = start + open.len() + head + 1;
    let tool = tool_named(tools, name);
    let read = |inner: &str| {
        let tool = tool?;
        let inner = inner.trim();
        let arguments = match inner.chars().next() {
            None => Arguments::default(),
            Some('{') => super::call::within(&whole(inner).filter(Value::is_object)?)?,
            _ => Arguments { named: parameters(tool, inner)?, positional: Vec::new() },
        };
        Some(vec![Raw { tool, arguments }])
    };
    let mut found = closed(answer, start, begin, &[close], &read);
    // The name belongs to what is compared with pages.
    found.inner = answer.get(start..found.end)?;
    Some(found)
}

/// `<parameter=key>value</parameter>` or `<parameter name="key">value</parameter>`.
fn parameters(tool: &ToolSpec, inner: &str) -> Option<Map<String, Value>> {
    let (mut named, mut rest) = (Map::new(), inner.trim());
    while !rest.is_empty() {
        let after = rest.strip_prefix("<parameter")?;
        let (head, after) = after.split_once('>')?;
        // `=key`, `name="key"`, and attributes after it that say no more.
        let key = head.trim().trim_start_matches("name").trim_start().strip_prefix('=')?.trim();
        let key = key.strip_prefix('"').map_or(key, |key| key.split('"').next().unwrap_or_default()).trim_matches('\'');
        let (value, after) = match after.split_once("</parameter>") {
            Some(parts) => parts,
            // Some write none of the end marks.
            None if !inner.contains("</parameter>") => {
                let (value, after) = after.split_at_checked(after.find("<parameter").unwrap_or(after.len()))?;
                (value.trim(), after)
            }
            None => return None,
        };
        // Two of one name contradict each other.
        if named.insert(key.to_owned(), of_text(tool, key, value)).is_some() {
            return None;
        }
        rest = after.trim_start();
    }
    Some(named)
}

/// A value that was written as bare text between tags.
fn of_text(tool: &ToolSpec, key: &str, text: &str) -> Value {
    let text = text.strip_prefix('\n').unwrap_or(text);
    let text = text.strip_suffix('\n').unwrap_or(text);
    let kind = properties(tool).into_iter().find(|(name, _)| name == key).map(|(_, schema)| schema);
    let is_text = kind.and_then(|schema| Some(schema.get("type")? == "string")).unwrap_or_default();
    match text.trim_start().chars().next() {
        Some('{' | '[') if !is_text => whole(text).unwrap_or_else(|| Value::from(text)),
        _ => Value::String(unescaped(text)),
    }
}

/// A tag named like a tool: `<click uid="3"/>`, `<click>3</click>`, `<click><uid>3</uid></click>`.
fn tagged<'a, 't>(tools: &'t [ToolSpec], answer: &'a str, start: usize) -> Option<MarkedCall<'a, 't>> {
    let mut cursor = Cursor::new(answer.get(start..)?);
    if !cursor.take("<") {
        return None;
    }
    let name = cursor.name()?;
    let tool = tools.iter().find(|tool| tool.name.eq_ignore_ascii_case(name))?;
    if !cursor.rest.starts_with(['>', '/', ' ', '\n']) {
        return None;
    }
    let unreadable = |end| MarkedCall { start, end, inner: answer.get(start..end).unwrap_or_default(), calls: None };
    let mut named = Map::new();
    loop {
        cursor.space();
        if cursor.take("/>") {
            let end = answer.len() - cursor.rest.len();
            let calls = Some(vec![Raw { tool, arguments: Arguments { named, positional: Vec::new() } }]);
            return Some(MarkedCall { calls, ..unreadable(end) });
        }
        if cursor.take(">") {
            break;
        }
        let here = answer.len() - cursor.rest.len();
        let Some(key) = cursor.name() else { return Some(unreadable(here)) };
        cursor.space();
        let value = cursor.take("=").then(|| attribute(&mut cursor)).flatten();
        let Some(value) = value else { return Some(unreadable(here)) };
        named.insert(key.to_owned(), value);
    }
    let begin = answer.len() - cursor.rest.len();
    let close = format!("</{name}>");
    let read = |inner: &str| {
        let inner = inner.trim();
        let arguments = if inner.is_empty() {
            Arguments { named: named.clone(), positional: Vec::new() }
        } else if !named.is_empty() {
            return None;
        } else if inner.starts_with('{') {
            super::call::within(&whole(inner)?)?
        } else if inner.starts_with('<') {
            Arguments { named: children(tool, inner)?, positional: Vec::new() }
        } else {
            Arguments { named: Map::new(), positional: vec![Value::String(unescaped(inner))] }
        };
        Some(vec![Raw { tool, arguments }])
    };
    let mut found = closed(answer, start, begin, &[&close], &read);
    found.inner = answer.get(start..found.end)?;
    Some(found)
}

/// Tags named like arguments.
fn children(tool: &ToolSpec, inner: &str) -> Option<Map<String, Value>> {
    let (mut named, mut rest) = (Map::new(), inner.trim());
    while !rest.is_empty() {
        let (key, after) = rest.strip_prefix('<')?.split_once('>')?;
        let (value, after) = after.split_once(&format!("</{key}>"))?;
        if named.insert(key.to_owned(), of_text(tool, key, value)).is_some() {
            return None;
        }
        rest = after.trim_start();
    }
    Some(named)
}

/// ReAct's lines: `Action: click` with `Action Input: …` below, or the whole call after the label.
fn labelled<'a, 't>(tools: &'t [ToolSpec], answer: &'a str, start: usize) -> Option<MarkedCall<'a, 't>> {
    const LABELS: [&str; 7] = ["action", "next action", "tool call", "tool", "call", "command", "function"];
    const INPUTS: [&str; 7] =
        ["action input", "input", "arguments", "args", "parameters", "action_input", "tool input"];
    let rest = answer.get(start..)?;
    let line = rest.lines().next()?;
    let begins = label(line, &LABELS)?;
    let after = rest.get(begins..)?;
    let stop =
        ["\nObservation", "\nRESULT of", "\nResult:", "\nThought:"].iter().filter_map(|stop| after.find(stop)).min();
    let body = after.get(..stop.unwrap_or(after.len()))?;
    let (first, more) = body.split_once('\n').unwrap_or((body, ""));
    let name = first.trim().trim_matches(['*', '`', '"', '[', ']']).trim_end_matches("()");
    let input = more.lines().position(|line| !line.trim().is_empty());
    let input_line = input.and_then(|at| more.lines().nth(at));
    if let Some((tool, line)) = tool_named(tools, name).zip(input_line)
        && let Some(begins) = label(line, &INPUTS)
    {
        let offset = more.find(line)? + begins;
        let input = more.get(offset..)?.trim();
        let end = start + rest.len() - after.len() + body.len();
        let plain = super::call::unfenced(input);
        let value = match plain.chars().next() {
            Some('{' | '[' | '"' | '\'') => whole(plain),
            None => Some(Value::Null),
            Some(_) if plain.contains('\n') => None,
            Some(_) => Some(super::literal::constant(plain)),
        };
        let calls = value.and_then(|value| super::call::within(&value)).map(|arguments| vec![Raw { tool, arguments }]);
        return Some(MarkedCall { start, end, inner: answer.get(start..end)?, calls });
    }
    // After the label on its line, or below it.
    let single = first.trim().trim_matches(['*', '`']).trim();
    let (inner, length) = if single.is_empty() { (body, body.len()) } else { (single, first.len()) };
    let read = |inner: &str| calls(tools, inner).or_else(|| words(tools, inner).map(|call| vec![call]));
    let offset = start + begins;
    // A line for each argument below the name.
    let lines = answer.get(start..offset + body.len())?.trim_end();
    if !more.trim().is_empty()
        && let Some(calls) = calls(tools, lines)
    {
        return Some(MarkedCall { start, end: start + lines.len(), inner: lines, calls: Some(calls) });
    }
    if let Some(calls) = read(inner) {
        return Some(MarkedCall { start, end: offset + length, inner, calls: Some(calls) });
    }
    let all = body.trim();
    if let Some(calls) = calls(tools, all) {
        return Some(MarkedCall { start, end: offset + body.len(), inner: all, calls: Some(calls) });
    }
    // A block or marks below the label are found by themselves.
    if single.is_empty() {
        return None;
    }
    let is_call = tool_named(tools, single.split(['(', '[', '{', ' ']).next()?).is_some();
    is_call.then_some(MarkedCall { start, end: offset + length, inner, calls: None })
}

/// Where the line's text begins after one of these labels, in any case and dress: `**Action:** …`.
fn label(line: &str, labels: &[&str]) -> Option<usize> {
    let dressed = line.len() - line.trim_start_matches(['*', '#', ' ', '_']).len();
    let bare = line.get(dressed..)?;
    let colon = bare.find(':')?;
    let name = bare.get(..colon)?.trim_end_matches(['*', '_', ' ', '1']).to_lowercase();
    if !labels.contains(&name.as_str()) {
        return None;
    }
    let after = bare.get(colon + 1..)?;
    let gap = after.len() - after.trim_start_matches(['*', '_', ' ']).len();
    Some(dressed + colon + 1 + gap)
}

/// A code block that is a call.
fn block<'a, 't>(tools: &'t [ToolSpec], answer: &'a str, start: usize) -> Option<MarkedCall<'a, 't>> {
    let rest = answer.get(start..)?.strip_prefix("```")?;
    let language = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(0);
    let language =
        if rest.get(language..)?.starts_with(|c: char| c.is_whitespace() || c == '{') { language } else { 0 };
    let read = |inner: &str| {
        let inner = inner.trim();
        calls(tools, inner).or_else(|| inner.starts_with(['<', 'A', 'a']).then(|| between(tools, inner)).flatten())
    };
    let found = closed(answer, start, start + 3 + language, &["```"], &read);
    found.calls.is_some().then_some(found)
}
