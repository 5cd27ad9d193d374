//! The tools that the tab's pages offer (WebMCP), and what those that were called answered.

use crate::wire::protocol::web_mcp::{Tool, ToolResponded, Tools as Added};
use edith_page::RawTool;
use serde_json::Value;

/// Tools that are remembered, at most: a page may offer any number.
const MOST: usize = 200;
/// Answers that are remembered, at most.
const ANSWERS: usize = 8;
/// The most that is kept of one text of a page, in characters: it may say megabytes.
const TEXT_CHARS: usize = 100_000;

/// What a tool answered.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Answered {
    pub(crate) call: String,
    /// Whether it did what it was called for.
    pub(crate) ok: bool,
    /// The page's words.
    pub(crate) text: String,
    /// It answered nothing, as a call whose document is left does.
    pub(crate) is_empty: bool,
}

#[derive(Debug, Default)]
pub(crate) struct Tools {
    /// Each with its child session; empty: the tab itself.
    pub(crate) known: Vec<(String, RawTool)>,
    pub(crate) answers: Vec<Answered>,
    /// The browser does not know of such tools.
    pub(crate) is_unknown: bool,
}

impl Tools {
    /// Forgets what the document of a frame offers: it is about to tell anew, or is gone.
    pub(crate) fn leave(&mut self, session: &str, frame: &str) {
        self.known.retain(|(of, tool)| of != session || tool.frame != frame);
    }

    /// Forgets what a session offered that is gone.
    pub(crate) fn forget(&mut self, session: &str) {
        self.known.retain(|(of, _)| of != session);
    }

    pub(crate) fn added(&mut self, session: &str, added: Added) {
        for tool in added.tools() {
            let tool = told(tool);
            self.remove(session, &tool);
            if self.known.len() < MOST {
                self.known.push((session.to_owned(), tool));
            }
        }
    }

    pub(crate) fn removed(&mut self, session: &str, removed: Added) {
        removed.tools().into_iter().for_each(|tool| self.remove(session, &told(tool)));
    }

    fn remove(&mut self, session: &str, tool: &RawTool) {
        self.known.retain(|(of, known)| of != session || known.frame != tool.frame || known.name != tool.name);
    }

    pub(crate) fn responded(&mut self, response: ToolResponded) {
        self.answers.truncate(ANSWERS - 1);
        self.answers.insert(0, answered(response));
    }

    /// What the call with this id came to. One whose document is left is answered twice; the first answer is the tool's.
    pub(crate) fn answer(&self, call: &str) -> Option<&Answered> {
        self.answers.iter().rev().find(|answer| answer.call == call)
    }
}

fn told(tool: Tool) -> RawTool {
    RawTool {
        name: kept(tool.name()),
        description: kept(tool.description()),
        schema: tool.schema().map(|schema| kept(&schema.to_string())).unwrap_or_default(),
        frame: tool.frame().to_owned(),
        address: String::new(),
        is_form: tool.form().is_some(),
        submits: tool.submits(),
        is_consequential: tool.is_consequential(),
    }
}

fn answered(response: ToolResponded) -> Answered {
    let ok = response.status() == "Completed";
    let words = match (ok, response.output()) {
        (true, Some(output)) => said(output),
        (true, None) => String::new(),
        (false, _) => failure(response),
    };
    let is_empty = response.output().and_then(Value::as_array).is_some_and(Vec::is_empty);
    Answered { call: response.call().to_owned(), ok, text: kept(&words), is_empty }
}

/// An output as text: of the field's usual shape, `{content: [{type: "text", text}]}`, its texts.
fn said(output: &Value) -> String {
    if let Some(text) = output.as_str() {
        return text.to_owned();
    }
    let content = output.get("content").and_then(Value::as_array);
    let texts = content
        .map(|parts| parts.iter().map(|part| part.get("text").and_then(Value::as_str)).collect::<Option<Vec<_>>>());
    match texts.flatten() {
        Some(texts) if !texts.is_empty() => texts.join("\n"),
        _ => output.to_string(),
    }
}

/// The words of an exception without where it was thrown.
fn failure(response: ToolResponded) -> String {
    let thrown = match response.exception() {
        "" => response.thrown().map(said).unwrap_or_default(),
        exception => exception.to_owned(),
    };
    let lines: Vec<&str> = thrown.lines().filter(|line| !line.trim_start().starts_with("at ")).collect();
    let all = [response.error().to_owned(), lines.join("\n")];
    all.into_iter().filter(|words| !words.trim().is_empty()).collect::<Vec<_>>().join("\n")
}

fn kept(text: &str) -> String {
    text.chars().take(TEXT_CHARS).collect()
}
