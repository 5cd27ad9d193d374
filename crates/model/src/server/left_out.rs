//! Tools of others that a server refuses are left out: otherwise one refusal would end every task.

use crate::{ChatMessage, ChatRequest, ToolSpec};
use edith_protocol::Gather as _;
use std::cell::RefCell;
use std::collections::BTreeSet;

/// Refusals that name a tool are followed one by one so often; then all tools of others are left out.
const MOST_NAMED: usize = 3;

/// The tools that servers refused, known while the worker lives.
#[derive(Default)]
pub(crate) struct Refused(RefCell<BTreeSet<LeftOutTool>>);

/// Base URL, model, and the tool's name and schema: one with a new description may be taken.
type LeftOutTool = (String, String, String, String);

/// A request, and what is left out of it.
pub(crate) struct Attempt<'a> {
    refused: &'a Refused,
    model: (&'a str, &'a str),
    whole: &'a ChatRequest,
    /// The request without the tools that are left out.
    pub request: ChatRequest,
    left_out: Vec<ToolSpec>,
    named: usize,
}

impl Refused {
    /// A request without the tools that this server's model is known to refuse.
    pub(crate) fn attempt<'a>(&'a self, base_url: &'a str, model: &'a str, whole: &'a ChatRequest) -> Attempt<'a> {
        let mut attempt = Attempt {
            refused: self,
            model: (base_url, model),
            whole,
            request: whole.clone(),
            left_out: Vec::new(),
            named: 0,
        };
        let known = self.0.borrow();
        attempt.leave_out(|tool| known.contains(&row((base_url, model), tool)));
        attempt
    }
}

impl Attempt<'_> {
    /// Leaves out what the server refused, by its words: the tools that they name or number, else all tools of others. Returns whether there were any.
    pub(crate) fn without(&mut self, refusal: &str) -> bool {
        let named: Vec<String> = match self.named {
            MOST_NAMED.. => Vec::new(),
            _ => culprits(refusal, &self.request.tools).into_iter().map(|tool| tool.name.to_string()).collect(),
        };
        self.named += 1;
        self.leave_out(|tool| named.is_empty() || named.iter().any(|name| *name == tool.name))
    }

    /// The request was answered: what was left out of it is what the server refuses. Returns the names.
    pub(crate) fn answered(self) -> Vec<String> {
        self.refused.0.borrow_mut().extend(self.left_out.iter().map(|tool| row(self.model, tool)));
        self.left_out.into_iter().map(|tool| tool.name.into_owned()).collect()
    }

    fn leave_out(&mut self, is_refused: impl Fn(&ToolSpec) -> bool) -> bool {
        let (out, kept): (Vec<_>, Vec<_>) =
            self.request.tools.drain(..).partition(|tool| tool.foreign && is_refused(tool));
        self.request.tools = kept;
        if out.is_empty() {
            return false;
        }
        self.left_out.extend(out);
        let names: Vec<&str> = self.left_out.iter().map(|tool| &*tool.name).collect();
        let told = format!(
            "\n\nThese tools cannot be used with this model, since its server refuses their descriptions: {}. Do without them; where the task needs one, \
             say so.",
            names.join(", ")
        );
        self.request.messages.clone_from(&self.whole.messages);
        match self.request.messages.first_mut() {
            Some(ChatMessage::System { content }) => content.push_str(&told),
            _ => self.request.messages.insert(0, ChatMessage::system(told.trim_start())),
        }
        true
    }
}

fn row((base_url, model): (&str, &str), tool: &ToolSpec) -> LeftOutTool {
    (base_url.to_owned(), model.to_owned(), tool.name.to_string(), tool.parameters.to_string())
}

/// The tools of others that a refusal names, or says the place of.
fn culprits<'t>(refusal: &str, tools: &'t [ToolSpec]) -> Vec<&'t ToolSpec> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    let words: BTreeSet<&str> = refusal.split(|c| !is_name(c)).gathered();
    let named = tools.iter().filter(|tool| words.contains(&*tool.name));
    // `tools.3.custom.input_schema`, `tools[3].function`, and Gemini's lists of declarations within the one tool that it sees.
    let marks = ["function_declarations[", "tools[", "tools."];
    let mark = marks.into_iter().find(|mark| refusal.contains(mark));
    let places = mark.into_iter().flat_map(|mark| refusal.split(mark).skip(1)).filter_map(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        tools.get(rest.get(..end)?.parse::<usize>().ok()?)
    });
    named.chain(places).filter(|tool| tool.foreign).collect()
}
