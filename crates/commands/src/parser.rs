//! Parses a person's words into commands.

use strsim::osa_distance;

use super::command::{Command, Criterion, Target, Wants};
use super::grammar::{is_chitchat, is_greeting_or_help, without_filler};
use super::phrase::after_any;
use super::words::normal;
use super::{asked, facts, german, rules, split};

#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Parsed {
    pub commands: Vec<Command>,
    /// The words that gave no command, in order.
    pub unknown: Vec<String>,
}

/// More than anybody writes; the rest is not understood.
const MAX_COMMANDS: usize = 200;
/// Longer text is pasted, not a command.
const MAX_CHARS: usize = 20_000;

pub(crate) fn parse(text: &str) -> Parsed {
    let mut out = Parsed::default();
    if text.chars().count() > MAX_CHARS {
        out.unknown.push(format!("{}…", text.chars().take(60).collect::<String>()));
        return out;
    }
    if one(text).is_none()
        && let Some(commands) = facts::only_facts(text)
    {
        return Parsed { commands, ..out };
    }
    // The words of a reply go on to the end, whatever stands in them.
    if let Some(commands) = asked::reply(text).filter(|_| asked::is_only_reply(text)) {
        return Parsed { commands, ..out };
    }
    for chunk in chunks(text) {
        match one(&chunk) {
            Some(commands) if out.commands.len() + commands.len() <= MAX_COMMANDS => out.commands.extend(commands),
            None if is_chitchat(&chunk) || is_chitchat(without_filler(&chunk)) || german::is_chitchat(&chunk) => {}
            Some(_) | None => out.unknown.push(chunk),
        }
    }
    resolve(&mut out);
    out
}

/// The chunks of a text that have a command each, or words that are none.
pub(crate) fn chunks(text: &str) -> Vec<String> {
    let pieces = split::pieces(text);
    let chunks = |piece: &String| {
        split::commands(piece, &|chunk| known(chunk).is_some() || asked::order(chunk).is_some())
            .into_iter()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    pieces.iter().flat_map(chunks).collect()
}

/// The commands in one chunk of words, if understood.
fn one(chunk: &str) -> Option<Vec<Command>> {
    if let Some(commands) = asked::order(chunk) {
        return Some(commands);
    }
    if asked::is_unclear(chunk) {
        return None;
    }
    let known = known(chunk);
    let is_told = is_chitchat(chunk) || is_greeting_or_help(chunk) || german::is_chitchat(chunk);
    if is_told || !asked::is_question(chunk) {
        return known.map(|mut commands| {
            if let [Command::Read { wants: wants @ Wants::Line, .. }] = commands.as_mut_slice()
                && asked::shows(chunk)
            {
                *wants = Wants::Shown;
            }
            commands
        });
    }
    let question = chunk.trim().to_owned();
    match known {
        None => {
            let about = question.trim_matches(['?', '¿', ' ']).to_owned();
            Some(vec![Command::Read { about, wants: Wants::Line, question }])
        }
        Some(mut commands) => {
            if let [Command::Read { about, wants: wants @ Wants::Address, .. }] = commands.as_mut_slice()
                && asked::is_of_somebody(chunk)
            {
                (*about, *wants) = (question.trim_matches(['?', '¿', ' ']).to_owned(), Wants::Line);
            }
            if let [Command::Read { wants: Wants::Line | Wants::Amount | Wants::Count, question: asked, .. }] =
                commands.as_mut_slice()
            {
                *asked = question;
            }
            Some(commands)
        }
    }
}

/// The commands that the grammar knows.
fn known(chunk: &str) -> Option<Vec<Command>> {
    let bare = without_filler(chunk);
    // "Could you press Save?" asks for nothing.
    let marks: &[char] =
        if bare.len() < chunk.trim().trim_end_matches('?').len() { &['.', '!', ',', '?'] } else { &['.', '!', ','] };
    let text = bare.trim_end_matches(marks).trim();
    if text.is_empty() || is_chitchat(text) || german::is_chitchat(text) || rules::is_conditional(text) {
        return None;
    }
    // What asks is no mistyped order.
    let mended =
        || (!asked::is_question(chunk)).then(|| german(chunk, true).or_else(|| rules::apply(&with_verb_mended(text)?)));
    german(chunk, false).or_else(|| rules::apply(text)).or_else(|| mended().flatten())
}

fn german(chunk: &str, mended: bool) -> Option<Vec<Command>> {
    rules::apply(&german::english(chunk, mended)?)
}

/// The words with a mistyped verb corrected.
fn with_verb_mended(text: &str) -> Option<String> {
    const VERBS: &[&str] = &[
        "search",
        "click",
        "press",
        "type",
        "enter",
        "write",
        "fill",
        "select",
        "choose",
        "tick",
        "untick",
        "check",
        "uncheck",
        "scroll",
        "hover",
        "drag",
        "open",
        "visit",
        "navigate",
        "switch",
        "close",
        "wait",
        "accept",
        "dismiss",
        "upload",
        "read",
        "summarize",
        "sort",
        "filter",
        "double-click",
        "right-click",
        "reload",
        "refresh",
        "submit",
    ];
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let lower = normal(word);
    // A word that says something else is no mistyped verb: "Preis".
    if lower.chars().count() < 4 || VERBS.contains(&lower.as_str()) || asked::is_word(&lower) {
        return None;
    }
    let verb = VERBS.iter().find(|verb| verb.len() >= 4 && osa_distance(&lower, verb) == 1)?;
    Some(format!("{verb} {rest}"))
}

/// Resolves "it", and drops what the previous command already covers.
fn resolve(out: &mut Parsed) {
    let mut kept: Vec<Command> = Vec::new();
    for mut command in std::mem::take(&mut out.commands) {
        let before = kept.last();
        if let Some(target) = pronoun_of(&mut command) {
            match before {
                // "search for lamp and open it": the first hit.
                Some(Command::Search { .. }) => {
                    kept.push(Command::Pick { criterion: Criterion::Nth(1), noun: "result".to_owned() });
                    continue;
                }
                // "open the cheapest and click it": it is open.
                Some(Command::Pick { .. }) => continue,
                Some(earlier) => match target_of(earlier) {
                    Some(meant) => *target = meant,
                    None => {
                        out.unknown.push(command.to_string());
                        continue;
                    }
                },
                None => {
                    out.unknown.push(command.to_string());
                    continue;
                }
            }
        }
        // "write a new mail" names a thing, not what is to be typed.
        if before.is_none() && is_new_thing(&command) {
            out.unknown.push(command.to_string());
            continue;
        }
        // "my name is Ada, put that in": what was said before is entered.
        if matches!(before, Some(Command::Fact { .. })) && enters_it(&command) {
            continue;
        }
        let submits = matches!(&command, Command::Press { key, target: None } if key == "Enter");
        if submits && matches!(before, Some(Command::Search { .. } | Command::Type { submit: true, .. })) {
            continue;
        }
        kept.push(command);
    }
    out.commands = kept;
}

/// Whether what is to be typed, and nowhere in particular, is a thing with an article.
fn is_new_thing(command: &Command) -> bool {
    const ARTICLES: &[&str] = &["a", "an", "ein", "eine", "einen", "un", "une", "una"];
    let Command::Type { text, target: None, submit: false, .. } = command else { return false };
    text.split_once(' ').is_some_and(|(first, _)| ARTICLES.contains(&first))
}

/// Whether it is to be typed what a pronoun stands for.
fn enters_it(command: &Command) -> bool {
    let Command::Type { text, target: None, .. } = command else { return false };
    let words = normal(text);
    ["it", "that", "this", "them"].iter().any(|pronoun| {
        words == *pronoun || words.strip_prefix(pronoun).is_some_and(|rest| rest == " in" || rest == " there")
    })
}

fn is_pronoun(target: &Target) -> bool {
    !target.quoted
        && target.kind.is_none()
        && target.ordinal.is_none()
        && matches!(
            normal(&target.words).as_str(),
            "it" | "that" | "this" | "them" | "there" | "these" | "those" | "that one" | "this one"
        )
}

fn pronoun_of(command: &mut Command) -> Option<&mut Target> {
    let target = match command {
        Command::Click { target, .. }
        | Command::Check { target, .. }
        | Command::Hover { target }
        | Command::ScrollTo { target }
        | Command::Set { target, .. } => target,
        Command::Type { target: Some(target), .. } | Command::Press { target: Some(target), .. } => target,
        Command::Drag { from, .. } => from,
        _ => return None,
    };
    is_pronoun(target).then_some(target)
}

fn target_of(command: &Command) -> Option<Target> {
    match command {
        Command::Click { target, .. }
        | Command::Check { target, .. }
        | Command::Hover { target }
        | Command::ScrollTo { target }
        | Command::Set { target, .. } => Some(target.clone()),
        Command::Type { target, .. } | Command::Press { target, .. } | Command::Select { target, .. } => target.clone(),
        Command::Drag { from, .. } => Some(from.clone()),
        Command::Read { about, wants: Wants::Line, .. } | Command::Wait { text: Some(about), .. } => {
            Some(Target::named(about.clone()))
        }
        _ => None,
    }
}

pub(crate) fn yes_or_no(text: &str) -> Option<bool> {
    let words = normal(text);
    let begins = |phrases: &[&str]| after_any(&words, phrases).is_some();
    if begins(&[
        "no",
        "nein",
        "non",
        "abbrechen",
        "annuler",
        "cancelar",
        "nope",
        "cancel",
        "dismiss",
        "don t",
        "dont",
        "do not",
        "stop",
        "deny",
        "refuse",
        "leave it",
    ]) {
        Some(false)
    } else if begins(&[
        "yes",
        "ja",
        "oui",
        "sí",
        "si",
        "aceptar",
        "yep",
        "yeah",
        "ok",
        "okay",
        "accept",
        "sure",
        "confirm",
        "go on",
        "do it",
        "please do",
        "again",
        "y",
    ]) {
        Some(true)
    } else {
        None
    }
}

#[cfg(test)]
#[path = "parser_tests.rs"]
pub(crate) mod tests;
