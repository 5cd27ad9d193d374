//! The built-in model's texts: what it is, what it did not understand, what was done and what was not.

use super::command::Command;
use super::grammar::is_greeting_or_help;
use edith_words::{Sentence, say};

/// Starts a line with an answer.
pub(crate) const ANSWER: Sentence = say!(BuiltInAnswer);
/// Starts a line with why there is no answer.
pub(crate) const NO_ANSWER: Sentence = say!(BuiltInNoAnswer);
/// Starts a line with a remark for the end.
pub(crate) const NOTE: Sentence = say!(BuiltInNote);

/// Its abilities by example; the commands are English.
const EXAMPLES: &str = "\
- go to localhost:8000/shop, search for lamp, tick In stock, open the cheapest, add it to the cart, then tell me the total\n\
- click Save; type “hello” into Message; fill in name: Ada, email: ada@x.example; choose Germany in Country; set Quantity to 2\n\
- press Enter, scroll down, go back, hover over Products, drag A onto B, wait for “Done”, switch to tab 2, take a screenshot, accept the dialog\n\
- tell me the price, how many results are there, read this page
- in the Research mode: compare the price of the desk lamp on localhost:8000/shop and other.example/lamps";
fn abilities() -> String {
    format!("{}\n{EXAMPLES}", say!(BuiltInAbilities))
}

/// The rest of a line after its mark, in the current language or in English, since the language may have changed.
pub(crate) fn after<'a>(line: &'a str, mark: &Sentence) -> Option<&'a str> {
    line.strip_prefix(&mark.to_string()).or_else(|| line.strip_prefix(&mark.english()))
}

/// The reply when there are no tools.
pub(crate) fn chat(prompt: &str) -> String {
    let me = say!(BuiltInChat { abilities: abilities(), settings: say!(BuiltInSettings) });
    if is_greeting_or_help(prompt) { say!(BuiltInHello { more: me }).into() } else { me.into() }
}

/// The reply to words not fully understood. Nothing has been done.
pub(crate) fn not_understood(unknown: &[String], understood: &[Command]) -> String {
    let words = quoted_list(unknown);
    let rest = if understood.is_empty() {
        String::new()
    } else {
        let known = understood.iter().map(Command::to_string).collect::<Vec<_>>().join("; ");
        say!(BuiltInButUnderstood { known: known }).to_string()
    };
    say!(BuiltInNotUnderstood { words: words, rest: rest, abilities: abilities(), settings: say!(BuiltInSettings) })
        .into()
}

/// The reply to a task without any command.
pub(crate) fn nothing_asked(task: &str) -> String {
    if is_greeting_or_help(task) || task.trim().is_empty() {
        return say!(BuiltInGreeting { abilities: abilities(), settings: say!(BuiltInSettings) }).into();
    }
    say!(BuiltInNothing { abilities: abilities(), settings: say!(BuiltInSettings) }).into()
}

/// `“a”, “b”`
pub(crate) fn quoted_list(words: &[String]) -> String {
    words
        .iter()
        .map(|words| format!("“{}”", words.chars().take(120).collect::<String>()))
        .collect::<Vec<_>>()
        .join(", ")
}

pub(crate) fn step(index: usize, commands: &[Command], doing: &str) -> String {
    say!(BuiltInStep { number: index + 1, all: commands.len(), doing: doing }).into()
}

pub(crate) fn done_list(commands: &[Command]) -> String {
    commands.iter().map(Command::to_string).collect::<Vec<_>>().join("; ")
}

/// The final words: answers first, then what was done, remarks, and what was not done and why.
pub(crate) fn summary(own_lines: &[String], commands: &[Command], done: usize, why_not: Option<&str>) -> String {
    let with = |mark: &Sentence| {
        let mut out: Vec<&str> = Vec::new();
        for line in own_lines.iter().filter_map(|line| after(line, mark)) {
            if !out.contains(&line) {
                out.push(line);
            }
        }
        out
    };
    let mut parts: Vec<String> = Vec::new();
    parts.extend(why_not.map(str::to_owned));
    parts.extend(with(&NO_ANSWER).into_iter().map(str::to_owned));
    let answers = with(&ANSWER);
    if !answers.is_empty() {
        parts.push(answers.join("\n"));
    }
    let (before, after) = commands.split_at(done.min(commands.len()));
    if !before.is_empty() {
        parts.push(say!(BuiltInDone { list: done_list(before) }).into());
    }
    if !after.is_empty() {
        parts.push(say!(BuiltInNotDone { list: done_list(after) }).into());
    }
    parts.extend(with(&NOTE).into_iter().map(str::to_owned));
    parts.join("\n\n")
}
