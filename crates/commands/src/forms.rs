//! Rules about fields: fill, type, set, tick, choose.

use super::command::{Command, Kind, Target};
use super::grammar::{is_answerable, key};
use super::phrase::{
    after, after_any, is_any, literal, split_at, split_at_last, target, unquote, without_article, without_suffix,
};
use super::picking::pick;
use super::pointing::click_on;

/// `fill in this form`: with what the profile knows.
pub(crate) fn whole(text: &str) -> Option<Vec<Command>> {
    let rest = after_any(text, &["fill in", "fill out", "fill up", "fill", "complete"])?;
    let rest =
        without_suffix(rest, &["from my profile", "with my profile", "with my data", "with my details", "in", "out"]);
    is_any(without_article(rest), &["form", "fields", "whole form", "page"]).then(|| vec![Command::FillForm])
}

/// `fill Y with X`, `fill in name: Ada, email: ada@x`, `fill in Ada as name`.
pub(crate) fn fill(text: &str) -> Option<Vec<Command>> {
    let rest = after_any(text, &["fill in", "fill out", "fill up", "fill"])?;
    let forms = [
        "the form with the following",
        "the form like this",
        "the form as follows",
        "the form with",
        "the form",
        "the following",
        "the fields with",
        "the fields",
        "this form with",
        "this form",
        "form with",
        "as follows",
        "it with",
        "with",
    ];
    let body = rest.trim_start_matches(':').trim_start();
    let body = after_any(body, &forms).unwrap_or(body).trim_start_matches([':', ',']).trim_start();
    if body.is_empty() {
        return None;
    }
    if let Some(commands) = pairs(body, &[": ", "="]) {
        return Some(commands);
    }
    if let Some(commands) = worded_pairs(body) {
        return Some(commands);
    }
    let (value, field) = split_at_last(body, &["into", "in to", "in", "as", "for"])?;
    // "fill in the name as Ada": the field has the article, and "as" puts it first.
    if split_at(body, &["as"]).is_some() && after_any(value, &["the", "my"]).is_some() {
        return Some(vec![Command::Set { target: target(value), value: literal(field) }]);
    }
    Some(vec![Command::Set { target: target(field), value: literal(value) }])
}

/// `name: Ada, email: ada@x and note = "a, b"`.
fn pairs(body: &str, marks: &[&str]) -> Option<Vec<Command>> {
    let mut found: Vec<(String, String)> = Vec::new();
    for part in parts(body) {
        match marks.iter().find_map(|mark| part.split_once(mark)) {
            Some((name, value)) if is_field_name(name) => found.push((name.trim().to_owned(), value.trim().to_owned())),
            // A value containing a comma.
            _ => {
                let (_, value) = found.last_mut()?;
                value.push_str(", ");
                value.push_str(&part);
            }
        }
    }
    let set = |(name, value): (String, String)| Command::Set { target: target(&name), value: literal(&value) };
    (!found.is_empty()).then(|| found.into_iter().map(set).collect())
}

fn is_field_name(name: &str) -> bool {
    let name = name.trim();
    !name.is_empty() && name.split_whitespace().count() <= 6
}

/// `the name with Ada and the email with ada@x`.
fn worded_pairs(body: &str) -> Option<Vec<Command>> {
    let mut commands: Vec<Command> = Vec::new();
    for part in parts(body) {
        match split_at(&part, &["with the text", "with", "to"]) {
            Some((name, value)) => {
                commands.push(Command::Set { target: target(after(name, "in").unwrap_or(name)), value: literal(value) })
            }
            None => {
                let Some(Command::Set { value, .. }) = commands.last_mut() else { return None };
                value.push_str(" and ");
                value.push_str(&part);
            }
        }
    }
    (!commands.is_empty()).then_some(commands)
}

/// Splits at commas and `and`s outside quotes.
fn parts(body: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut start = 0;
    for (at, c) in super::phrase::outside_quotes(body) {
        if at < start {
            continue;
        }
        let rest = body.get(at + c.len_utf8()..).unwrap_or("");
        let next = match c {
            ',' | ';' if rest.starts_with(char::is_whitespace) => after(rest, "and").or(Some(rest.trim_start())),
            c if c.is_whitespace() => after(rest, "and"),
            _ => None,
        };
        if let Some(next) = next {
            out.push(body.get(start..at).unwrap_or("").trim().to_owned());
            start = body.len() - next.len();
        }
    }
    out.push(body.get(start..).unwrap_or("").trim().trim_end_matches(',').to_owned());
    out.retain(|part| !part.is_empty());
    out
}

/// `type X into Y`.
pub(crate) fn type_text(text: &str) -> Option<Vec<Command>> {
    let rest = after_any(
        text,
        &[
            "type in",
            "type",
            "enter",
            "write down",
            "write",
            "put in",
            "put",
            "input",
            "key in",
            "insert",
            "paste",
            "append",
        ],
    )?;
    let append = after(text, "append").is_some();
    if rest.is_empty() {
        return None;
    }
    let (rest, submit) = submits(rest);
    let rest = after_any(rest, &["the text", "the words", "text"]).filter(|rest| !rest.is_empty()).unwrap_or(rest);
    let (words, quoted) = unquote(rest);
    let typed = |text: String, target| Some(vec![Command::Type { text, target, submit, append }]);
    if quoted {
        return typed(words, None);
    }
    if let Some(commands) = pairs(rest, &[": "]).filter(|_| !rest.starts_with("http")) {
        return Some(commands);
    }
    if let Some((value, field)) =
        split_at_last(rest, &["into", "in to", "in the", "in", "to the", "as the", "for the", "as", "at the end of"])
    {
        return typed(literal(value), Some(target(field)));
    }
    typed(literal(rest), None)
}

fn submits(text: &str) -> (&str, bool) {
    let endings =
        ["and submit", "and submit it", "and press enter", "and hit enter", "followed by enter", "then press enter"];
    let shorter = without_suffix(text, &endings);
    (shorter, shorter.len() < text.trim().len())
}

/// `set Y to X`.
pub(crate) fn set(text: &str) -> Option<Vec<Command>> {
    let rest = after_any(text, &["set", "change", "adjust", "update", "move", "drag", "pick"])?;
    let (field, value) = split_at_last(rest, &["to", "as", "at"])?;
    let field = split_at_last(field, &["from"]).map_or(field, |(field, _)| field);
    Some(vec![Command::Set { target: target(field), value: literal(value) }])
}

/// `tick X`, `untick X`, `turn X on`.
pub(crate) fn check(text: &str) -> Option<Vec<Command>> {
    const OFF: &[&str] = &[
        "untick",
        "uncheck",
        "unmark",
        "disable",
        "turn off",
        "switch off",
        "deactivate",
        "deselect",
        "unselect",
        "clear the checkbox",
    ];
    const ON: &[&str] =
        &["tick off", "tick", "check off", "check", "enable", "turn on", "switch on", "activate", "mark"];
    if let Some(rest) = after_any(text, &["turn", "switch"]) {
        for (word, on) in [("on", true), ("off", false)] {
            let field = without_suffix(rest, &[word]);
            if field.len() < rest.len() {
                return Some(vec![Command::Check { target: target(field), on }]);
            }
        }
    }
    let (rest, on) = match after_any(text, OFF) {
        Some(rest) => (rest, false),
        None => (after_any(text, ON)?, true),
    };
    if rest.is_empty() || after(rest, "out").is_some() {
        return None;
    }
    if after(text, "check").is_some() && is_answerable(rest) {
        return None;
    }
    // Several at once, quoted or listed: "tick “A” and “B”", "tick A, B".
    let several = parts(rest);
    let all_quoted = several.iter().all(|part| unquote(part).1);
    let listed = rest.contains(", ");
    let each = if several.len() > 1 && (all_quoted || listed) { several } else { vec![rest.to_owned()] };
    Some(each.iter().map(|part| Command::Check { target: tickable(part), on }).collect())
}

fn tickable(text: &str) -> Target {
    let found = target(text);
    // "the box In stock" is a checkbox here.
    if found.kind == Some(Kind::Field) { Target { kind: Some(Kind::Checkbox), ..found } } else { found }
}

/// `choose X in Y`, `select X`.
pub(crate) fn select(text: &str) -> Option<Vec<Command>> {
    let rest = after_any(text, &["select", "choose", "pick", "opt for"]).filter(|rest| !rest.is_empty())?;
    if is_any(rest, &["all", "everything", "all text"]) {
        return Some(vec![Command::Press { key: key("Control+a")?, target: None }]);
    }
    if let Some(pick) = pick(rest) {
        return Some(vec![pick]);
    }
    if let Some((option, field)) = split_at_last(rest, &["from", "in", "as", "for", "under"]) {
        return Some(vec![Command::Select { option: option_words(option), target: Some(target(field)) }]);
    }
    if let Some((field, option)) = rest.split_once(": ") {
        return Some(vec![Command::Select { option: literal(option), target: Some(target(field)) }]);
    }
    let found = target(rest);
    match found.kind {
        Some(Kind::Button | Kind::Link | Kind::Tab | Kind::Menuitem) => Some(vec![click_on(found)]),
        Some(Kind::Checkbox) => Some(vec![Command::Check { target: found, on: true }]),
        _ if found.ordinal.is_some() => Some(vec![click_on(found)]),
        _ => Some(vec![Command::Select { option: option_words(rest), target: None }]),
    }
}

fn option_words(text: &str) -> String {
    let (words, quoted) = unquote(text);
    if quoted {
        return words;
    }
    let bare = without_article(&words);
    let bare = after(bare, "option").filter(|rest| !rest.is_empty()).unwrap_or(bare);
    literal(without_suffix(bare, &["option", "radio button"]))
}
