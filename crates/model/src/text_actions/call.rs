//! Calls as models write them: as an object, or as a name with arguments. Which names are tools is known; nothing else is a call.

use super::literal::{Arguments, Cursor, constant, whole};
use crate::ToolSpec;
use edith_protocol::Gather as _;
use serde_json::{Map, Value};

/// A call before its arguments are named.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Raw<'t> {
    pub tool: &'t ToolSpec,
    pub arguments: Arguments,
}

const NAMES: [&str; 10] = [
    "name",
    "tool",
    "tool_name",
    "function",
    "function_name",
    "action",
    "action_name",
    "action_type",
    "command",
    "api",
];
const ARGUMENTS: [&str; 11] = [
    "arguments",
    "parameters",
    "args",
    "action_input",
    "tool_input",
    "input",
    "params",
    "kwargs",
    "parameter",
    "action_args",
    "tool_parameters",
];
const LISTS: [&str; 6] = ["action", "actions", "tool_calls", "tool_call", "calls", "function_call"];
/// What is beside a call without being one of its arguments.
const BESIDE: [&str; 18] = [
    "thought",
    "thoughts",
    "thinking",
    "think",
    "reasoning",
    "explanation",
    "rationale",
    "plan",
    "observation",
    "id",
    "call_id",
    "type",
    "memory",
    "current_state",
    "evaluation_previous_goal",
    "next_goal",
    "analysis",
    "comment",
];
/// Words around a call in code.
const WRAPPERS: [&str; 4] = ["print", "await", "return", "functools"];

/// The tool that a name means, in any case, with any separators, and after any prefix such as `functions.`.
pub(super) fn tool_named<'t>(tools: &'t [ToolSpec], name: &str) -> Option<&'t ToolSpec> {
    let bare =
        |text: &str| -> String { text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect() };
    let exact = bare(name.trim());
    let same = |wanted: &str| tools.iter().find(|tool| !wanted.is_empty() && bare(&tool.name) == wanted);
    same(&exact).or_else(|| {
        // Some number their calls: `functions.click:0`.
        let unnumbered = name.trim().trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches(':');
        let last = unnumbered.rsplit(['.', ':', '/']).next()?;
        same(&bare(last)).or_else(|| {
            // `click.call` of Llama's Python form.
            let first = unnumbered.strip_suffix(".call").or_else(|| unnumbered.strip_suffix(".run"))?;
            same(&bare(first.rsplit('.').next()?))
        })
    })
}

/// The calls that the whole text is, in whichever form; none: it is not calls alone.
pub(super) fn calls<'t>(tools: &'t [ToolSpec], text: &str) -> Option<Vec<Raw<'t>>> {
    let written_so = unfenced(text.trim());
    let (text, _) = uncommented(written_so);
    let text = text.trim();
    if text.is_empty() {
        return None;
    }
    if let Some(value) = text.starts_with(['{', '[', '"']).then(|| whole(text)).flatten() {
        if let Some(calls) = of_value(tools, &value) {
            return Some(calls);
        }
        // A call in quotation marks is a quotation.
        return None;
    }
    written(tools, text)
        .or_else(|| named_object(tools, text).map(|call| vec![call]))
        // A bare value of a line may have any sign in it.
        .or_else(|| lines(tools, written_so).map(|call| vec![call]))
}

/// Whether a call ends on the last line of a text, with a gap after it.
fn ends_call(text: &str) -> bool {
    let line = text.rsplit('\n').next().unwrap_or_default();
    let is_whole = |c: char| matches!(c, ')' | ']' | '}' | '"' | '\'') || c.is_ascii_digit();
    line.ends_with([' ', '\t']) && line.trim_end().ends_with(is_whole)
}

/// A text without the comments after its calls, and these: `click(uid=3)  # the button`. What begins a line is not a comment on a call, nor is what
/// comes after a bare word, which it may belong to.
pub(super) fn uncommented(text: &str) -> (String, String) {
    let (mut bare, mut comments) = (String::with_capacity(text.len()), String::new());
    let (mut quote, mut depth) = (None, 0_usize);
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        let rest = text.get(at..).unwrap_or_default();
        let is_mark = quote.is_none() && depth == 0 && ["# ", "// "].iter().any(|mark| rest.starts_with(mark));
        if is_mark && ends_call(&bare) {
            let length = rest.find('\n').unwrap_or(rest.len());
            comments.extend(["\n", rest.get(..length).unwrap_or_default()]);
            while chars.as_str().len() > text.len() - at - length {
                chars.next();
            }
            continue;
        }
        match (quote, c) {
            (Some(_), '\\') => {
                bare.push(c);
                bare.extend(chars.next().map(|(_, escaped)| escaped));
                continue;
            }
            (Some(mark), _) if mark == c => quote = None,
            (Some(_), _) => {}
            (None, '"') => quote = Some(c),
            // Elsewhere it is an apostrophe.
            (None, '\'') if bare.trim_end().ends_with(['(', '[', '{', ',', ':', '=']) => quote = Some(c),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')' | ']' | '}') => depth = depth.saturating_sub(1),
            _ => {}
        }
        bare.push(c);
    }
    (bare, comments)
}

/// The text inside a lone code block.
pub(super) fn unfenced(text: &str) -> &str {
    let Some(inner) = text.strip_prefix("```").and_then(|text| text.strip_suffix("```")) else { return text };
    if inner.contains("```") {
        return text;
    }
    let language = inner.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(0);
    match inner.split_at_checked(language) {
        Some((_, rest)) if rest.starts_with(|c: char| c.is_whitespace() || c == '{') => rest.trim(),
        _ => inner.trim(),
    }
}

/// The calls of an object or list.
pub(super) fn of_value<'t>(tools: &'t [ToolSpec], value: &Value) -> Option<Vec<Raw<'t>>> {
    match value {
        Value::Array(items) => {
            let calls: Option<Vec<_>> = items.iter().map(|item| of_value(tools, item)).collect();
            calls.map(|calls| calls.into_iter().flatten().collect::<Vec<_>>()).filter(|calls| !calls.is_empty())
        }
        Value::Object(fields) => of_object(tools, fields),
        _ => None,
    }
}

fn of_object<'t>(tools: &'t [ToolSpec], fields: &Map<String, Value>) -> Option<Vec<Raw<'t>>> {
    let beside = |key: &str| BESIDE.iter().any(|known| known.eq_ignore_ascii_case(key));
    let field = |key: &str| fields.iter().find(|(name, _)| name.eq_ignore_ascii_case(key)).map(|(_, value)| value);
    // `{"type": "function", "function": {…}}`
    if let Some(inner @ Value::Object(_)) = field("function") {
        return of_value(tools, inner);
    }
    let named = NAMES.iter().find_map(|key| match field(key)? {
        Value::String(name) => Some((*key, tool_named(tools, name)?)),
        _ => None,
    });
    if let Some((key, tool)) = named {
        let holders: Vec<&str> = ARGUMENTS.into_iter().filter(|key| field(key).is_some()).collect();
        let arguments = match holders.as_slice() {
            // Arguments in a field of their own, unless the tool itself has one of that name.
            [holder] if !has_property(tool, holder) => within(field(holder)?)?,
            [] | [_] => {
                let own = fields.iter().filter(|(name, _)| !name.eq_ignore_ascii_case(key));
                let own = own.filter(|(name, _)| has_property(tool, name) || !beside(name));
                Arguments {
                    named: own.map(|(name, value)| (name.clone(), value.clone())).gathered(),
                    ..Default::default()
                }
            }
            _ => return None,
        };
        return Some(vec![Raw { tool, arguments }]);
    }
    for key in LISTS {
        match field(key) {
            Some(value @ (Value::Object(_) | Value::Array(_))) => return of_value(tools, value),
            Some(Value::String(text)) => return written(tools, text),
            _ => {}
        }
    }
    // `{"click": {"uid": 3}}`
    let mut own = fields.iter().filter(|(name, _)| !beside(name));
    match (own.next(), own.next()) {
        (Some((name, value)), None) => Some(vec![Raw { tool: tool_named(tools, name)?, arguments: within(value)? }]),
        _ => None,
    }
}

pub(super) fn has_property(tool: &ToolSpec, name: &str) -> bool {
    super::schema::properties(tool).iter().any(|(known, _)| known.eq_ignore_ascii_case(name))
}

/// The arguments in a value: an object, one in a text, or the only argument itself.
pub(super) fn within(value: &Value) -> Option<Arguments> {
    let positional = |positional| Arguments { positional, named: Map::new() };
    match value {
        Value::Object(named) => Some(Arguments { named: named.clone(), positional: Vec::new() }),
        Value::Null => Some(Arguments::default()),
        Value::Array(items) => Some(positional(items.clone())),
        Value::String(text) if text.trim().is_empty() => Some(Arguments::default()),
        Value::String(text) if text.trim_start().starts_with('{') => match whole(text)? {
            Value::Object(named) => Some(Arguments { named, positional: Vec::new() }),
            _ => None,
        },
        other => Some(positional(vec![other.clone()])),
    }
}

/// One or several `name(…)`, also in a list or handed to `print`.
fn written<'t>(tools: &'t [ToolSpec], text: &str) -> Option<Vec<Raw<'t>>> {
    let mut cursor = Cursor::new(text.trim());
    let listed = cursor.take("[");
    let mut all = Vec::new();
    loop {
        cursor.space();
        if cursor.rest.is_empty() || (listed && cursor.take("]")) {
            break;
        }
        all.push(one(tools, &mut cursor)?);
        cursor.space();
        let _separated = cursor.take(",") || cursor.take(";");
    }
    cursor.space();
    (cursor.rest.is_empty() && !all.is_empty()).then_some(all)
}

fn one<'t>(tools: &'t [ToolSpec], cursor: &mut Cursor<'_>) -> Option<Raw<'t>> {
    let name = cursor.name()?;
    if WRAPPERS.contains(&name) {
        cursor.space();
        let wrapped = cursor.take("(");
        cursor.space();
        let call = one(tools, cursor)?;
        cursor.space();
        return (!wrapped || cursor.take(")")).then_some(call);
    }
    let tool = tool_named(tools, name)?;
    let close = if cursor.take("(") {
        ')'
    } else if cursor.take("[") {
        ']'
    } else {
        return None;
    };
    let mut arguments = cursor.until(close)?;
    // `click({"uid": 3})`
    if arguments.named.is_empty()
        && let [Value::Object(named)] = arguments.positional.as_slice()
        && !takes_object(tool)
    {
        arguments = Arguments { named: named.clone(), positional: Vec::new() };
    }
    Some(Raw { tool, arguments })
}

/// Whether its only property is an object.
fn takes_object(tool: &ToolSpec) -> bool {
    matches!(super::schema::properties(tool).as_slice(), [(_, schema)] if schema.get("type").is_some_and(|kind| kind == "object"))
}

/// `click {"uid": 3}`, `click: {…}`, `call:click{uid:3}`.
fn named_object<'t>(tools: &'t [ToolSpec], text: &str) -> Option<Raw<'t>> {
    let (name, object) = text.split_at_checked(text.find('{')?)?;
    let name = name.trim().trim_end_matches([':', '=']).trim_end();
    if name.contains(char::is_whitespace) {
        return None;
    }
    let tool = tool_named(tools, name)?;
    Some(Raw { tool, arguments: within(&whole(object).filter(Value::is_object)?)? })
}

/// `action: click` and a line for each argument, also indented below `arguments:`.
fn lines<'t>(tools: &'t [ToolSpec], text: &str) -> Option<Raw<'t>> {
    let (mut tool, mut named) = (None, Map::new());
    for line in text.lines().map(|line| line.trim().trim_start_matches("- ")).filter(|line| !line.is_empty()) {
        let (key, value) = line.split_once(':')?;
        let (key, value) = (key.trim().trim_matches('"'), value.trim());
        let is_name = tool.is_none() && NAMES.iter().any(|name| name.eq_ignore_ascii_case(key));
        if is_name {
            tool = Some(tool_named(tools, value.trim_matches(['"', '\'']))?);
        } else if ARGUMENTS.iter().any(|name| name.eq_ignore_ascii_case(key))
            && (value.is_empty() || value.starts_with('{'))
        {
            if let Some(Value::Object(inner)) = whole(value) {
                named.extend(inner);
            }
        } else if tool.is_none() && value.is_empty() {
            tool = Some(tool_named(tools, key)?);
        } else if key.contains(char::is_whitespace) || tool.is_none() && !BESIDE.contains(&key) {
            return None;
        } else if !BESIDE.contains(&key) {
            let read = if value.starts_with(['"', '\'', '{']) { whole(value)? } else { constant(value) };
            if named.insert(key.to_owned(), read).is_some() {
                return None;
            }
        }
    }
    tool.map(|tool| Raw { tool, arguments: Arguments { named, positional: Vec::new() } })
}

/// A name with bare values after it, as between marks: `click 12`, `go_back`.
pub(super) fn words<'t>(tools: &'t [ToolSpec], text: &str) -> Option<Raw<'t>> {
    let (text, _) = uncommented(text);
    let mut parts = text.trim().splitn(2, char::is_whitespace);
    let tool = tool_named(tools, parts.next()?.trim_end_matches(':'))?;
    let rest = parts.next().unwrap_or_default().trim();
    if rest.is_empty() {
        return Some(Raw { tool, arguments: Arguments::default() });
    }
    // `uid=12 text="lamp"`
    let mut cursor = Cursor::new(rest);
    let mut arguments = Arguments::default();
    if rest.split_whitespace().all(|word| word.chars().all(|c| c.is_ascii_digit() || matches!(c, '[' | ']' | '#'))) {
        arguments.positional = rest.split_whitespace().map(constant).collect();
        return Some(Raw { tool, arguments });
    }
    while !cursor.rest.is_empty() {
        let name = cursor.name()?;
        cursor.space();
        if !cursor.take("=") {
            return None;
        }
        let value = if cursor.rest.starts_with(['"', '\'']) {
            attribute(&mut cursor)?
        } else {
            let end = cursor.rest.find(char::is_whitespace).unwrap_or(cursor.rest.len());
            let (word, rest) = cursor.rest.split_at_checked(end)?;
            cursor.rest = rest;
            constant(word)
        };
        if arguments.named.insert(name.to_owned(), value).is_some() {
            return None;
        }
        cursor.space();
    }
    Some(Raw { tool, arguments })
}

/// A quoted value of an attribute; it ends at the next mark that is not escaped.
pub(super) fn attribute(cursor: &mut Cursor<'_>) -> Option<Value> {
    let mut chars = cursor.rest.char_indices();
    let (_, mark) = chars.next()?;
    let mut text = String::new();
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' => match chars.next()? {
                (_, 'n') => text.push('\n'),
                (_, other) if other == mark || other == '\\' => text.push(other),
                (_, other) => text.extend(['\\', other]),
            },
            c if c == mark => {
                cursor.rest = cursor.rest.get(at + c.len_utf8()..)?;
                return Some(Value::String(unescaped(&text)));
            }
            c => text.push(c),
        }
    }
    None
}

/// XML's five characters.
pub(super) fn unescaped(text: &str) -> String {
    text.replace("&quot;", "\"").replace("&apos;", "'").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}
