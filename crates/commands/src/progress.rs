//! A run's position, read from the request alone, so that nothing is remembered between turns: its own words from the run's messages, page and last call
//! from what is given as data.

use super::page::Page;
use super::record::{self, Line};
use edith_model::{CallEnd, ChatMessage, ChatRequest, DialogShown, OpenTab};
use edith_protocol::ToolCall;

/// The call that ends a finished run.
pub(crate) const END: &str = "task_complete";
/// The call that ends an unfinished run.
pub(crate) const FAIL: &str = "task_fail";
/// The call that ends a step of a plan whose goal is reached.
pub(crate) const STEP_DONE: &str = "step_done";
/// The call that ends a step of a plan whose goal is not.
pub(crate) const STEP_FAILED: &str = "step_failed";

/// The purpose of one of this model's calls; part of its id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stage {
    /// The command itself.
    Act,
    /// The command again.
    Again,
    /// What an order in words of its own means on the page.
    Meant,
    /// Waiting before the retry.
    Pause,
    Look,
    /// Searching the whole page for the target.
    Find,
    Read,
    Scroll,
    Wait,
    /// Waiting for what a search finds.
    Settle,
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
    (Stage::Meant, "meant"),
    (Stage::Pause, "pause"),
    (Stage::Look, "look"),
    (Stage::Find, "find"),
    (Stage::Read, "read"),
    (Stage::Scroll, "scroll"),
    (Stage::Wait, "wait"),
    (Stage::Settle, "settle"),
    (Stage::Open, "open"),
    (Stage::Tabs, "tabs"),
    (Stage::AskDialog, "askdialog"),
    (Stage::Dialog, "dialog"),
    (Stage::AskAgain, "askagain"),
    (Stage::End, "end"),
];

/// The last call and how it ended.
#[derive(Debug, Clone)]
pub(crate) struct Round {
    /// Its command's position, from 0.
    pub index: usize,
    /// How many calls the command has had.
    pub tries: usize,
    pub stage: Stage,
    pub end: CallEnd,
    /// Why it ended so, or what the person answered.
    pub words: String,
    /// The tabs, if it listed them.
    pub tabs: Vec<OpenTab>,
}

/// A run's position.
#[derive(Debug, Clone, Default)]
pub(crate) struct Progress {
    /// What this model has to say at the end, in order.
    pub(crate) own_lines: Vec<Line>,
    pub last: Option<Round>,
    pub page: Option<Page>,
    /// Before the last action that changed something.
    pub(crate) page_before: Option<Page>,
    /// Whether the page was another when it was looked at the time before.
    pub(crate) has_changed: bool,
    /// Its own ending that was questioned.
    pub ended: Option<ToolCall>,
    /// The open dialog.
    pub dialog: Option<DialogShown>,
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
        let known = &request.brief.known;
        let mut out = Self {
            page: known.page.as_deref().map(Page::of),
            page_before: known.before.as_deref().map(Page::of),
            has_changed: known.changed,
            dialog: known.dialog.clone(),
            ..Self::default()
        };
        out.own_lines = record::read(request.messages.get(request.brief.begins..).unwrap_or_default());
        let mut answered = "";
        for message in request.messages.iter().skip(request.brief.begins) {
            match message {
                ChatMessage::Assistant { tool_calls, .. } => {
                    out.ended = tool_calls.iter().find(|call| ends(&call.name)).cloned().or(out.ended);
                }
                ChatMessage::Tool { tool_call_id, .. } => answered = tool_call_id,
                ChatMessage::User { .. } | ChatMessage::System { .. } => {}
            }
        }
        // A call of an earlier step or run says nothing of this one.
        out.last = known.last.as_ref().filter(|last| last.id == answered).and_then(|last| {
            let (index, tries, stage) = read_id(&last.id)?;
            let tabs = known.tabs.clone();
            Some(Round { index, tries, stage, end: last.end, words: last.words.clone(), tabs })
        });
        out
    }
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
}
