//! Tools as text, for models that have none: the tools are described in the prompt, and an answer's one action is read into the same call that a
//! server's own interface would give.
//!
//! An answer that is not certainly one call is never guessed at: the model is asked again. See `docs/decisions/text-actions.md`.

mod arguments;
mod call;
mod client;
mod literal;
mod marks;
mod prompt;
mod quoting;
mod schema;
pub(crate) mod thinking;

pub(crate) use client::{Known, TextActions, read_turn};
pub(crate) use prompt::{as_text, schema_of};

use crate::ToolSpec;
use call::Raw;
use serde_json::Value;

/// What an answer means.
#[derive(Debug, Clone, PartialEq)]
pub enum Reading {
    /// One call.
    Call {
        /// The tool's name, as it is offered.
        name: String,
        /// Its arguments, as JSON.
        arguments: String,
        /// What the model said besides.
        thought: String,
    },
    /// Words alone, without their thinking.
    Words(String),
    /// Neither: what is wrong, as a sentence for the model.
    Unclear(String),
}

/// Reads a whole answer. `is_quoted` says whether these words are in a page or document that the model was sent: a call found there was copied.
pub fn read(tools: &[ToolSpec], answer: &str, is_quoted: &dyn Fn(&str) -> bool) -> Reading {
    // DeepSeek V3.2 has this in each of its tags.
    let answer = answer.replace("｜DSML｜", "");
    let parted = thinking::parted(&answer);
    let body = parted.body.as_str();
    if body.is_empty() {
        return Reading::Unclear("Your answer has no action.".to_owned());
    }
    let mut found = marks::found(tools, body);
    if found.is_empty() {
        found.extend(bare(tools, body));
    }
    let Some(first) = found.first() else {
        return match attempted(tools, body) {
            Some(what) => Reading::Unclear(format!("{what} stands in the middle of your words.")),
            None => Reading::Words(body.to_owned()),
        };
    };
    let end = last_of_series(body, &found);
    // Some models go on with an answer of their own invention.
    let after = body.get(end..).unwrap_or_default();
    let invented = ["Observation:", "RESULT of ", "Result:", "<tool_response>", "<observation>"];
    let trimmed = after.trim_start();
    let goes_on = after.len() > trimmed.len() && invented.iter().any(|mark| trimmed.starts_with(mark));
    let before = body.get(..first.start).unwrap_or_default();
    let before = before.trim_end_matches(['*', '_']);
    let before_words = without_labels(before);
    let (inner, comments) = call::uncommented(first.inner);
    if !quoting::is_meant(before_words, if goes_on { "" } else { after }) || !quoting::explains_at_most(&comments) {
        return Reading::Unclear("It is not clear whether you mean the action or only mention it.".to_owned());
    }
    if !goes_on {
        let others = found.iter().filter(|other| other.start >= end);
        if others.map(|other| &other.calls).any(|calls| *calls != first.calls)
            || attempted(tools, after).is_some() && found.len() == 1
        {
            return Reading::Unclear("It has several different actions.".to_owned());
        }
    }
    let Some(call) = first.calls.as_ref().and_then(|calls| calls.first()) else {
        return Reading::Unclear("The action cannot be read.".to_owned());
    };
    if is_quoted(inner.trim()) {
        return Reading::Unclear("The action is a copy of words on the page.".to_owned());
    }
    of_call(call, thought(&parted.thought, before, body))
}

/// The tool that an answer seems to call, though it is not a call of a model that has tools of its own; none: it is words. What is quoted from a page or
/// document is words.
pub(crate) fn resembled(tools: &[ToolSpec], answer: &str, is_quoted: &dyn Fn(&str) -> bool) -> Option<String> {
    let parted = thinking::parted(answer);
    let body = parted.body.as_str();
    let mut found = marks::found(tools, body);
    if found.is_empty() {
        found.extend(bare(tools, body));
    }
    let own = found.into_iter().find(|found| !is_quoted(found.inner.trim()));
    if let Some(found) = own {
        let named = found.calls.as_ref().and_then(|calls| calls.first()).map(|call| call.tool.name.to_string());
        return Some(named.unwrap_or_else(|| "a tool".to_owned()));
    }
    body.lines().filter(|line| !is_quoted(line.trim())).find_map(|line| attempted(tools, line))
}

fn of_call(call: &Raw<'_>, thought: String) -> Reading {
    match arguments::bound(call) {
        Ok(arguments) => {
            Reading::Call { name: call.tool.name.to_string(), arguments: Value::Object(arguments).to_string(), thought }
        }
        Err(problem) => Reading::Unclear(format!("{problem}.")),
    }
}

/// Calls in a row are steps: the first counts, since the others were planned without seeing what it does. This is where the row ends.
fn last_of_series(body: &str, found: &[marks::MarkedCall<'_, '_>]) -> usize {
    let mut end = found.first().map_or(0, |first| first.end);
    for next in found.iter().skip(1) {
        let gap = body.get(end..next.start).unwrap_or_default();
        if next.calls.is_none() || !gap.trim_matches([',', ';']).trim().is_empty() {
            break;
        }
        end = next.end;
    }
    // An end mark of a list around them.
    body.get(end..).map_or(end, |rest| {
        let closing =
            ["</tool_calls>", "</function_calls>", "]"].into_iter().find(|mark| rest.trim_start().starts_with(mark));
        closing.map_or(end, |mark| end + rest.len() - rest.trim_start().len() + mark.len())
    })
}

/// A call without marks: the whole answer, or its last lines.
fn bare<'a, 't>(tools: &'t [ToolSpec], body: &'a str) -> Option<marks::MarkedCall<'a, 't>> {
    let starts = std::iter::once(0).chain(body.match_indices('\n').map(|(at, _)| at + 1));
    starts.into_iter().find_map(|start| {
        let inner = body.get(start..)?;
        let first = inner.trim_start().chars().next()?;
        if !(first.is_alphabetic() || matches!(first, '{' | '[' | '_' | '`')) {
            return None;
        }
        let inner = inner.trim();
        // A call in a code span, alone on its line.
        let unmarked =
            inner.strip_prefix('`').and_then(|inner| inner.strip_suffix('`')).filter(|inner| !inner.contains('`'));
        let stop = ["\nObservation:", "\nRESULT of "].iter().filter_map(|stop| inner.find(stop)).min();
        let (inner, end) = match stop {
            Some(at) => (inner.get(..at)?, start + body.get(start..)?.find(inner)? + at),
            None => (unmarked.unwrap_or(inner), body.len()),
        };
        let calls = call::calls(tools, inner)?;
        Some(marks::MarkedCall { start, end, inner, calls: Some(calls) })
    })
}

/// What looks like a call in these words: a tool's name with a bracket after it, or in quotation marks within an object.
fn attempted(tools: &[ToolSpec], words: &str) -> Option<String> {
    let lower = words.to_lowercase();
    tools.iter().find_map(|tool| {
        let name = tool.name.to_lowercase();
        let is_call = |(at, _): (usize, &str)| {
            let before = lower.get(..at).and_then(|before| before.chars().next_back());
            let after = lower.get(at + name.len()..).unwrap_or_default();
            let own = before.is_none_or(|c| !(c.is_alphanumeric() || c == '_'));
            let quoted = before.is_some_and(|c| matches!(c, '"' | '\'')) && after.starts_with(['"', '\'']);
            own && (after.starts_with(['(', '[', '{']) || quoted && lower.contains('{'))
        };
        lower.match_indices(&name).any(is_call).then(|| tool.name.to_string())
    })
}

/// Without the labels that lead to an action.
fn without_labels(before: &str) -> &str {
    let mut rest = before.trim_end();
    for label in ["Action:", "Answer:", "Output:", "Response:", "Tool call:", "Next action:", "Action"] {
        rest = rest.strip_suffix(label).unwrap_or(rest).trim_end_matches(['*', '#', ' ']);
    }
    if rest.len() == before.trim_end().len() { before } else { rest }
}

/// What the model thought about its action: between marks, before it, or beside it in an object.
fn thought(own: &str, before: &str, body: &str) -> String {
    let beside = || {
        let object = literal::whole(call::unfenced(body.trim()))?;
        let names = ["thought", "thoughts", "reasoning", "explanation", "next_goal", "thinking"];
        names.iter().find_map(|name| Some(object.get(name)?.as_str()?.to_owned()))
    };
    let before = before.trim().trim_start_matches("Thought:").trim();
    let before = before.strip_suffix("Action:").unwrap_or(before).trim();
    match (own.is_empty(), before.is_empty()) {
        (true, true) => beside().unwrap_or_default(),
        (false, true) => own.to_owned(),
        (true, false) => before.to_owned(),
        (false, false) => format!("{own}\n{before}"),
    }
}

/// Where words go that say what is wrong with an answer.
pub(crate) fn correction(problem: &str) -> String {
    format!(
        "{problem} Nothing was done. Write one action, outside of quotation marks and code blocks, as the end of your answer:\n\
         <thought>why</thought>\n<action>click(uid=12)</action>"
    )
}

#[cfg(test)]
mod tests;
