//! Plans without a language model: a task is divided into its commands, a step for each; a step is carried out as a task of its own; at the end what the
//! steps gave is compared with the page.

use super::asked;
use super::command::Command;
use super::effects;
use super::matcher::{Purpose, find};
use super::page::Page;
use super::parser::{Parsed, chunks, parse};
use super::phrase::after_any;
use super::progress::Progress;
use super::speech::{chat, not_understood, quoted_list};
use super::suggest::suggestions;
use super::words::normal;
use edith_model::{ChatMessage, ChatRequest, ModelTurn};
use edith_page::order::distinct;
use edith_protocol::{MAX_PLAN_STEPS, StepState};
use edith_words::say;
use serde_json::{Value, json};

/// The output with the answer to a question.
const ANSWER: &str = "answer";
/// The output with a line that the page showed only after the step.
pub(crate) const SHOWS: &str = "shows";
/// Words that go on with a task rather than begin another.
const GOES_ON: &[&str] = &["and", "also", "then", "after that", "finally", "add"];

/// The turn with the plan of a task. Where there is none for it, it has what can be asked for instead.
pub(crate) fn turn(request: &ChatRequest) -> ModelTurn {
    let plan = plan(request);
    let steps = plan.get("steps").and_then(Value::as_array).is_some_and(|steps| !steps.is_empty());
    let suggestions = if steps || !request.brief.plan.is_empty() {
        Vec::new()
    } else {
        suggestions(request, Progress::read(request).page.as_ref())
    };
    ModelTurn { text: plan.to_string(), suggestions, ..ModelTurn::default() }
}

/// The plan of a task; without steps the message is the answer.
fn plan(request: &ChatRequest) -> Value {
    let brief = &request.brief;
    // Nothing else can be tried for a step that failed: what was reached is compared.
    if !brief.plan.is_empty() {
        return json!({ "steps": [], "message": say!(BuiltInNoOtherWay).to_string() });
    }
    let task = parse(&brief.task);
    if !task.unknown.is_empty() {
        return json!({ "steps": [], "message": not_understood(&task.unknown, &task.commands) });
    }
    let mut texts = parts(&brief.task);
    let mut unclear = Vec::new();
    for said in &brief.said {
        let more = after_any(said, GOES_ON);
        let parsed = parse(more.unwrap_or(said));
        if !parsed.unknown.is_empty() || parsed.commands.is_empty() {
            unclear.push(said.clone());
            continue;
        }
        // What does not go on with the task is said instead of it.
        if more.is_none() {
            texts.clear();
        }
        texts.extend(parts(more.unwrap_or(said)));
    }
    if texts.is_empty() {
        return json!({ "steps": [], "message": chat(&brief.task) });
    }
    let per_step = texts.len().div_ceil(MAX_PLAN_STEPS);
    let texts: Vec<String> = texts.chunks(per_step).map(|texts| texts.join("; ")).collect();
    let look = Progress::read(request).page.unwrap_or_default();
    let mut message = say!(BuiltInPlan).to_string();
    if !unclear.is_empty() {
        message = format!("{message}\n\n{}", say!(BuiltInUnclear { words: quoted_list(&unclear) }));
    }
    json!({ "steps": steps(&texts, &look, &brief.known.commits), "message": message })
}

/// The parts of a task that each mean the same alone as among the others: what only goes with the one before stays with it.
fn parts(task: &str) -> Vec<String> {
    // The words of a reply are no commands.
    if asked::is_only_reply(task) && asked::reply(task).is_some() {
        return vec![task.to_owned()];
    }
    let mut parts: Vec<String> = Vec::new();
    for chunk in chunks(task) {
        let alone = parse(&chunk);
        let Some(before) = parts.last_mut() else {
            parts.extend((alone != Parsed::default()).then_some(chunk));
            continue;
        };
        let together = format!("{before}; {chunk}");
        let apart = parse(before).commands.into_iter().chain(alone.commands.iter().cloned()).collect::<Vec<_>>();
        if !alone.unknown.is_empty() || parse(&together).commands != apart {
            *before = together;
        } else if !alone.commands.is_empty() {
            parts.push(chunk);
        }
    }
    parts
}

/// The steps with what the words tell of their effects, or the page in view of what they press there; and of the site: the last address that they name,
/// or else that of the open page. `commits`: what presses on that page commit to.
fn steps(texts: &[String], look: &Page, commits: &[(u32, String)]) -> Vec<Value> {
    let mut site = host(&look.url);
    let mut is_in_view = true;
    let step = |text: &String| {
        let commands = parse(text).commands;
        for command in &commands {
            match command {
                Command::Open { url, .. } => (site, is_in_view) = (host(url), false),
                // Which page that is, is seen only then.
                Command::SwitchTab { .. } | Command::CloseTab { .. } | Command::Back => {
                    (site, is_in_view) = (None, false)
                }
                _ => {}
            }
        }
        let pressed = commands.iter().filter(|_| is_in_view).filter_map(|command| match command {
            Command::Click { target, .. } => find(look, target, Purpose::Press),
            _ => None,
        });
        let shown = pressed.filter_map(|found| commits.iter().find(|(uid, _)| *uid == found.element.uid));
        let said = effects::of(&commands).into_iter().map(str::to_owned);
        let effects = distinct(said.chain(shown.map(|(_, effect)| effect.clone())));
        let sites: Vec<&String> = site.iter().filter(|_| !effects.is_empty()).collect();
        json!({ "text": text, "done_when": done_when(&commands, site.as_deref()), "effects": effects, "sites": sites })
    };
    texts.iter().map(step).collect()
}

fn done_when(commands: &[Command], site: Option<&str>) -> String {
    match (commands.last(), site) {
        (Some(Command::Open { .. }), Some(host)) => say!(BuiltInShowsSite { host: host }).into(),
        (Some(Command::Wait { text: Some(words), .. }), _) => say!(BuiltInShowsWords { words: words }).into(),
        _ => String::new(),
    }
}

/// Host and port of an address.
fn host(url: &str) -> Option<String> {
    let (_, rest) = url.split_once("://")?;
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default().to_lowercase();
    (!host.is_empty()).then_some(host)
}

/// What a step gives to later ones and to the end: its answers, and a line that came with what it did.
pub(crate) fn outputs(answers: &[&str], commands: &[Command], progress: &Progress) -> Value {
    let mut outputs = serde_json::Map::new();
    if !answers.is_empty() {
        outputs.insert(ANSWER.to_owned(), answers.join("\n").into());
    }
    if commands.iter().any(Command::changes)
        && let (Some(before), Some(now)) = (&progress.page_before, &progress.page)
        && let Some(line) = now.text.iter().find(|line| !before.text.contains(line) && line.chars().count() > 3)
    {
        outputs.insert(SHOWS.to_owned(), line.clone().into());
    }
    outputs.into()
}

/// What of the plan was reached: what the steps say, with the words that stand on the page.
pub(crate) fn check(request: &ChatRequest) -> Value {
    let look = Progress::read(request).page.unwrap_or_default();
    let own = request.messages.iter().skip(request.brief.begins);
    // Asked once more, since some words were not found.
    let again = own.filter(|message| matches!(message, ChatMessage::User { .. })).count() > 2;
    let stands = |line: &&str| {
        let line = normal(line);
        let labels = look.elements.iter().map(|element| element.label.as_str());
        !line.is_empty()
            && look.text.iter().map(String::as_str).chain(labels).any(|there| normal(there).contains(&line))
    };
    let (mut answers, mut done) = (Vec::new(), Vec::new());
    let step = |(at, step): (usize, &edith_protocol::StepShown)| {
        let reached = step.state == StepState::Done;
        let given = |name: &str| step.outputs.get(name).map(String::as_str).unwrap_or_default();
        let shown = given(ANSWER).lines().filter(stands);
        // It was copied from the page as it was then.
        let shown: Vec<&str> = shown.chain(given(SHOWS).lines().filter(|line| !again || stands(line))).collect();
        if reached {
            answers.extend(given(ANSWER).lines().map(str::to_owned));
            done.push(step.text.clone());
        }
        json!({ "step": at + 1, "reached": reached, "words": shown.join("\n"), "why": step.reason })
    };
    let steps: Vec<Value> = request.brief.plan.iter().enumerate().map(step).collect();
    if !done.is_empty() {
        answers.push(say!(BuiltInDone { list: done.join("; ") }).into());
    }
    json!({ "steps": steps, "message": answers.join("\n\n") })
}

#[cfg(test)]
mod tests;
