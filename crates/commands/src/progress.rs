//! A run's position, read from the messages alone, so that nothing is remembered between turns. Only the run's own messages count.

use super::look::{Element, ParsedLook, advance, elements_in, lines_in};
use edith_model::fence::Data;
use edith_model::{ChatMessage, ChatRequest, Content};
use edith_protocol::ToolCall;

/// Start of the message with the first look.
const PAGE: &str = "CURRENT PAGE:";
/// The call that ends a finished run.
pub(crate) const END: &str = "task_complete";
/// The call that ends an unfinished run.
pub(crate) const FAIL: &str = "task_fail";
/// The call that ends a step of a plan whose goal is reached.
pub(crate) const STEP_DONE: &str = "step_done";
/// The call that ends a step of a plan whose goal is not.
pub(crate) const STEP_FAILED: &str = "step_failed";
/// Start of the answer to a question.
const ANSWERS: &str = "The user answers:";

/// The purpose of one of this model's calls; part of its id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stage {
    /// The command itself.
    Act,
    /// The command again.
    Again,
    /// Waiting before the retry.
    Pause,
    Look,
    /// Searching the whole page for the target.
    Find,
    Read,
    Scroll,
    Wait,
    /// Opening what contains the target.
    Open,
    /// Listing tabs to choose from.
    Tabs,
    /// Asking what to do with a dialog.
    AskDialog,
    /// Answering a dialog in the way.
    Dialog,
    /// Asking whether to do it again.
    AskAgain,
    End,
}

const STAGES: &[(Stage, &str)] = &[
    (Stage::Act, "act"),
    (Stage::Again, "again"),
    (Stage::Pause, "pause"),
    (Stage::Look, "look"),
    (Stage::Find, "find"),
    (Stage::Read, "read"),
    (Stage::Scroll, "scroll"),
    (Stage::Wait, "wait"),
    (Stage::Open, "open"),
    (Stage::Tabs, "tabs"),
    (Stage::AskDialog, "askdialog"),
    (Stage::Dialog, "dialog"),
    (Stage::AskAgain, "askagain"),
    (Stage::End, "end"),
];

/// A call's outcome, from its answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    Done,
    Failed,
    /// The person refused.
    Denied,
    /// The worker was restarted meanwhile.
    Unknown,
}

/// The last call and its answer.
#[derive(Debug, Clone)]
pub(crate) struct Round {
    /// Its command's position, from 0.
    pub index: usize,
    /// How many calls the command has had.
    pub tries: usize,
    pub stage: Stage,
    pub outcome: Outcome,
    /// The tool's own words.
    pub said: String,
    /// Others' words in the answer.
    pub data: Vec<Data>,
}

/// Everything the messages tell.
#[derive(Debug, Clone, Default)]
pub(crate) struct Progress {
    /// Lines of this model's own texts, in order.
    pub(crate) own_lines: Vec<String>,
    pub last: Option<Round>,
    pub page: Option<ParsedLook>,
    /// Before the last call.
    pub(crate) page_before: Option<ParsedLook>,
    /// Its own ending that was questioned.
    pub ended: Option<ToolCall>,
    /// The open dialog's kind and text, as far as known.
    pub dialog: Option<(String, String)>,
}

pub(crate) fn call_id(index: usize, tries: usize, stage: Stage) -> String {
    let name = STAGES.iter().find(|(known, _)| *known == stage).map_or("act", |(_, name)| name);
    format!("cmd-{}-{tries}-{name}", index + 1)
}

fn ends(name: &str) -> bool {
    matches!(name, END | FAIL | STEP_DONE | STEP_FAILED)
}

fn read_id(id: &str) -> Option<(usize, usize, Stage)> {
    let mut parts = id.strip_prefix("cmd-")?.split('-');
    let index: usize = parts.next()?.parse().ok()?;
    let tries = parts.next()?.parse().ok()?;
    let name = parts.next()?;
    let stage = STAGES.iter().find(|(_, known)| *known == name)?.0;
    Some((index.checked_sub(1)?, tries, stage))
}

impl Progress {
    pub(crate) fn read(request: &ChatRequest) -> Self {
        let mut out = Self::default();
        for message in request.messages.iter().skip(request.brief.begins) {
            match message {
                ChatMessage::User { content } if content.own_text().starts_with(PAGE) => {
                    out.see(content);
                }
                ChatMessage::User { .. } | ChatMessage::System { .. } => {}
                ChatMessage::Assistant { content, tool_calls, .. } => {
                    out.own_lines.extend(content.lines().map(str::to_owned));
                    out.ended = tool_calls.iter().find(|call| ends(&call.name)).cloned().or(out.ended);
                }
                ChatMessage::Tool { tool_call_id, content } => out.answer(tool_call_id, content),
            }
        }
        out
    }

    fn see(&mut self, content: &Content) {
        for data in content.data() {
            self.page = advance(self.page.take(), &data.text);
        }
    }

    fn answer(&mut self, id: &str, content: &Content) {
        let said = content.own_text();
        self.page_before = self.page.clone();
        self.see(content);
        let data: Vec<Data> = content.data().cloned().collect();
        let dialog = data.iter().find(|data| data.kind == "dialog").and_then(|data| data.text.split_once(": "));
        self.dialog =
            dialog.map(|(kind, text)| (kind.trim().to_owned(), text.split_whitespace().collect::<Vec<_>>().join(" ")));
        if let Some((index, tries, stage)) = read_id(id) {
            self.last = Some(Round { index, tries, stage, outcome: outcome(&said), said, data });
        }
    }
}

impl Round {
    /// Elements found by searching the page.
    pub(crate) fn found(&self) -> Vec<Element> {
        self.data.iter().flat_map(|data| elements_in(&data.text)).collect()
    }

    /// Text lines found by searching or reading the page.
    pub(crate) fn lines(&self) -> Vec<String> {
        self.data.iter().flat_map(|data| lines_in(&data.text)).collect()
    }

    pub(crate) fn user_answer(&self) -> &str {
        self.said.strip_prefix(ANSWERS).unwrap_or(&self.said).trim()
    }
}

/// A call's outcome. Quoted element names do not count.
fn outcome(said: &str) -> Outcome {
    let plain = without_quotes(said);
    let has = |phrases: &[&str]| phrases.iter().any(|phrase| plain.contains(phrase));
    if plain.starts_with("The user did not allow") || plain.starts_with("Refused:") {
        return Outcome::Denied;
    }
    if has(&["not known whether it took effect"]) {
        return Outcome::Unknown;
    }
    let failures = [
        "Nothing was done",
        "Nothing was opened",
        "Not done:",
        "did not take the value",
        "could not be opened",
        "did not answer within",
        "The page crashed",
        "The tab was closed",
        "does not let EDITH work",
        "The browser refused",
        "is no longer on the page",
        "There is no tool",
        "cannot be used now",
        "No element with uid",
        "Answer it with handle_dialog first",
        "No page is open",
        "There is no tab",
        "is used by another run",
    ];
    let first = plain.split(". ").next().unwrap_or("");
    let doubtful = [" cannot ", " could not ", " can not ", "There is no ", "failed", " is not "];
    if has(&failures) || doubtful.iter().any(|phrase| first.contains(phrase)) { Outcome::Failed } else { Outcome::Done }
}

fn without_quotes(text: &str) -> String {
    let mut out = String::new();
    let mut close: Option<char> = None;
    for c in text.chars() {
        match (close, c) {
            (Some(end), c) if c == end => close = None,
            (Some(_), _) => {}
            (None, '"') => close = Some('"'),
            (None, '“') => close = Some('”'),
            (None, c) => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_say_where_the_run_is() {
        for (stage, _) in STAGES {
            assert_eq!(read_id(&call_id(2, 3, *stage)), Some((2, 3, *stage)));
        }
        for id in ["", "cmd-", "cmd-0-1-act", "cmd-1", "call_1", "cmd-1-1-x", "cmd-a-b-c"] {
            assert_eq!(read_id(id), None, "{id}");
        }
    }

    #[test]
    fn answers_tell_how_a_call_went() {
        for (said, expected) in [
            ("Clicked BUTTON \"Nothing was done\".", Outcome::Done),
            ("Typed \"lamp\" into INPUT \"Search\".", Outcome::Done),
            ("The picture was taken for the user. You are not sent pictures.", Outcome::Done),
            ("Tab 4 is closed.", Outcome::Done),
            ("12 BUTTON \"Save\" is covered by \"banner\". Nothing was done; close it.", Outcome::Failed),
            ("https://x.example could not be opened: refused", Outcome::Failed),
            ("The user did not allow this: Click “Buy”. Do not try to do it another way.", Outcome::Denied),
            ("Refused: only http and https", Outcome::Denied),
            (
                "The worker was restarted while this was under way (x), so it is not known whether it took effect.",
                Outcome::Unknown,
            ),
        ] {
            assert_eq!(outcome(said), expected, "{said}");
        }
    }
}
