//! What the built-in model says: what it is, what it did not understand, what was done and what was not.

use super::command::Command;
use super::grammar::is_greeting_or_help;

/// Begins a line that carries an answer.
pub const ANSWER: &str = "Answer: ";
/// Begins a line that carries why there is no answer.
pub const NO_ANSWER: &str = "No answer: ";
/// Begins a line that carries a remark for the end.
pub const NOTE: &str = "Note: ";

/// What it can do, in examples.
const ABILITIES: &str = "Plain commands work, one after the other, for example:\n\
- go to localhost:8000/shop, search for lamp, tick In stock, open the cheapest, add it to the cart, then tell me the total\n\
- click Save; type “hello” into Message; fill in name: Ada, email: ada@x.example; choose Germany in Country; set Quantity to 2\n\
- press Enter, scroll down, go back, hover over Products, drag A onto B, wait for “Done”, switch to tab 2, take a screenshot, accept the dialog\n\
- tell me the price, how many results are there, read this page
- in the Research mode: compare the price of the desk lamp on localhost:8000/shop and other.example/lamps";
/// The answer of a research: what was found is put under it by the research itself.
pub const RESEARCH: &str = "I have no language model, so I draw no conclusions. These are the lines of the pages that have the words of your question in them.";
/// How to get more.
const SETTINGS: &str = "For anything else, set a model server in the settings (OpenAI, Gemini, Ollama, LM Studio, Groq, OpenRouter or any other with the same interface).";

/// The answer where there are no tools.
pub fn chat(prompt: &str) -> String {
    let hello = if is_greeting_or_help(prompt) { "Hello. " } else { "" };
    format!(
        "{hello}I am EDITH's built-in command interpreter. I have no language model, so I cannot chat, write or answer questions of knowledge; I can \
         carry out commands in the browser: choose the Agent mode for that. {ABILITIES}\n\n{SETTINGS}"
    )
}

/// The answer to words of which nothing, or not everything, was understood. Nothing has been done.
pub fn not_understood(unknown: &[String], understood: &[Command]) -> String {
    let words = quoted_list(unknown);
    let rest = if understood.is_empty() {
        String::new()
    } else {
        let known = understood.iter().map(Command::to_string).collect::<Vec<_>>().join("; ");
        format!(
            " I did understand: {known}. Since the steps may depend on each other, I have not begun; say it again without that part, or in other words."
        )
    };
    format!(
        "I did not understand {words}, so nothing was done.{rest}\n\nI am the built-in command interpreter, without a language model. {ABILITIES}\n\n{SETTINGS}"
    )
}

/// The answer to a task without any command.
pub fn nothing_asked(task: &str) -> String {
    if is_greeting_or_help(task) || task.trim().is_empty() {
        return format!("Hello. I am EDITH's built-in command interpreter. {ABILITIES}\n\n{SETTINGS}");
    }
    format!("There is no command in that for me, so nothing was done. {ABILITIES}\n\n{SETTINGS}")
}

/// `“a”, “b”`
pub fn quoted_list(words: &[String]) -> String {
    words
        .iter()
        .map(|words| format!("“{}”", words.chars().take(120).collect::<String>()))
        .collect::<Vec<_>>()
        .join(", ")
}

/// Says where the run is.
pub fn step(index: usize, commands: &[Command], doing: &str) -> String {
    format!("Step {} of {}: {doing}.", index + 1, commands.len())
}

/// Commands in words, one after the other.
pub fn done_list(commands: &[Command]) -> String {
    commands.iter().map(Command::to_string).collect::<Vec<_>>().join("; ")
}

/// The last word: answers first, then what was done, what was remarked, what was not done and why.
pub fn summary(own_lines: &[String], commands: &[Command], done: usize, why_not: Option<&str>) -> String {
    let with = |mark: &str| {
        let mut out: Vec<&str> = Vec::new();
        for line in own_lines.iter().filter_map(|line| line.strip_prefix(mark)) {
            if !out.contains(&line) {
                out.push(line);
            }
        }
        out
    };
    let mut parts: Vec<String> = Vec::new();
    parts.extend(why_not.map(str::to_owned));
    parts.extend(with(NO_ANSWER).into_iter().map(str::to_owned));
    let answers = with(ANSWER);
    if !answers.is_empty() {
        parts.push(answers.join("\n"));
    }
    let (before, after) = commands.split_at(done.min(commands.len()));
    if !before.is_empty() {
        parts.push(format!("Done: {}.", done_list(before)));
    }
    if !after.is_empty() {
        parts.push(format!("Not done: {}.", done_list(after)));
    }
    parts.extend(with(NOTE).into_iter().map(str::to_owned));
    parts.join("\n\n")
}
