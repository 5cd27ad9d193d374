//! A command's surroundings when it is tried, and the resulting move.

use super::command::{Command, Target};
use super::matcher::{Match, Purpose, find, nearest};
use super::page::Page;
use super::progress::{Round, Stage};
use serde_json::Value;

/// What to do for a command.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Move {
    /// Make this call.
    Call {
        tool: &'static str,
        args: Value,
        stage: Stage,
        /// Anything beyond the command.
        remark: String,
    },
    /// Nothing more to do, and why.
    Done(String),
    /// Nothing to do, and nothing to say.
    Skip,
    /// The answer to a question.
    Answer(String),
    /// A question cannot be answered, and why; the rest continues.
    NoAnswer(String),
    /// The page lacks it.
    Missing {
        /// The target, in words.
        what: String,
        /// Words to search the page for.
        query: String,
        /// What is there instead.
        near: Vec<String>,
    },
    /// The page says nothing that surely answers the question.
    Unanswered {
        /// Words to search the page for.
        query: String,
    },
    /// It cannot be done at all.
    Halt(String),
}

/// What is known when a command is tried.
pub(crate) struct Scene<'a> {
    /// The page.
    pub page: Option<&'a Page>,
    /// The last call, if it was for this command.
    pub round: Option<&'a Round>,
    /// The previous command, for a button beside its target.
    pub before: Option<&'a Command>,
    /// The purpose of the last call, if it was for this command.
    pub stage: Option<Stage>,
    /// The page before the last action that changed something.
    pub page_before: Option<&'a Page>,
}

impl Scene<'_> {
    pub(super) fn was(&self, stage: Stage) -> bool {
        self.stage == Some(stage)
    }
}

/// A call that carries the command out.
pub(crate) fn call(tool: &'static str, args: Value) -> Move {
    Move::Call { tool, args, stage: Stage::Act, remark: String::new() }
}

/// A call for another purpose.
pub(crate) fn call_for(stage: Stage, tool: &'static str, args: Value) -> Move {
    Move::Call { tool, args, stage, remark: String::new() }
}

/// The element for a target, or what is missing.
pub(crate) fn on_target(page: &Page, target: &Target, purpose: Purpose, act: impl Fn(&Match) -> Move) -> Move {
    match find(page, target, purpose) {
        Some(found) => act(&found),
        None => missing(page, target, purpose),
    }
}

/// Reports what is missing and what is there.
pub(crate) fn missing(page: &Page, target: &Target, purpose: Purpose) -> Move {
    Move::Missing { what: target.to_string(), query: target.words.clone(), near: nearest(page, &target.words, purpose) }
}
