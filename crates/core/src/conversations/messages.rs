//! Converts runs to conversation messages, and conversations to model messages.

use crate::history::Entry;
use crate::run::{Run, State};
use edith_model::ChatMessage;
use edith_model::fence::Data;
use edith_protocol::{Ending, Message, Outcome, Role, RunId, ToolCall};

/// Characters of a tool's answer kept in a conversation; the whole is in the run's progress.
const TOOL_ANSWER_CHARS: usize = 1_000;

/// A conversation for the model: texts and references, without tools. `nonce` is random and new.
pub fn texts(messages: &[Message], nonce: &str) -> Vec<ChatMessage> {
    messages
        .iter()
        .filter(|message| !message.content.is_empty())
        .filter_map(|message| match message.role {
            Role::User => {
                let references = crate::references::data(&message.refers, nonce);
                Some(ChatMessage::user(crate::references::with(message.content.as_str().into(), references.as_ref())))
            }
            Role::Assistant => Some(ChatMessage::assistant(message.content.clone())),
            Role::Tool => None,
        })
        .collect()
}

/// A run's messages in its conversation.
pub(super) fn messages_of(run: &Run, now: f64) -> Vec<Message> {
    let mut messages = Messages { run: &run.id, list: Vec::new() };
    messages.add_with(Role::User, &run.task.prompt, run.task.started_at, |message| {
        message.refers.clone_from(&run.task.references);
        message.prompt_name.clone_from(&run.task.prompt_name);
        message.pasted.clone_from(&run.task.pasted);
        message.documents = run.task.documents.iter().skip(run.task.earlier_documents).cloned().collect();
    });
    let mut last_at = run.task.started_at;
    for entry in &run.transcript.entries {
        match entry {
            Entry::Page { .. } => {}
            // An answer that the model was asked for once more.
            Entry::Prompt { .. } => messages.drop_answer(),
            Entry::User { text } => messages.add_said(text, last_at, run),
            Entry::Told { call, question, text, at } => {
                last_at = at.max(last_at);
                let of_call = |message: &mut Message| message.tool_call_id = Some(call.clone());
                if let Some(question) = question {
                    messages.add_with(Role::Assistant, question, last_at, of_call);
                }
                messages.add_with(Role::User, text, last_at, of_call);
            }
            Entry::Assistant { text, calls, at, .. } => {
                last_at = *at;
                messages.add_with(Role::Assistant, text, *at, |message| {
                    message.tool_calls = calls.iter().map(|call| stored_call(call, &run.transcript.entries)).collect()
                });
            }
            Entry::Answer { call, text, data, at, .. } => {
                last_at = at.max(last_at);
                let text =
                    [text.clone()].into_iter().chain(data.iter().map(Data::fenced)).filter(|text| !text.is_empty());
                let text = text.collect::<Vec<_>>().join("\n");
                messages.add_with(Role::Tool, &clipped(&text), last_at, |message| {
                    message.tool_call_id = Some(call.id.clone());
                    message.tool_name = Some(call.name.clone());
                });
            }
        }
    }
    // What was said but not heard yet, which a paused run does not hear for as long as that lasts.
    for text in &run.transcript.said {
        messages.add_said(text, now.max(last_at), run);
    }
    if let State::Done { outcome, summary } = &run.state {
        messages.drop_what_the_end_says(summary);
        let said = messages.list.last().is_some_and(|last| last.role == Role::Assistant && last.content == *summary);
        if !(said && *outcome == Outcome::Completed) {
            messages.add(Role::Assistant, summary, last_at);
        }
        if let Some(last) = messages.list.last_mut() {
            last.ending = Some(Ending {
                outcome: *outcome,
                evidence: run.completion.evidence.clone(),
                steps: run.steps_with_calls(),
                usage: run.counters.usage,
                suggestions: run.completion.suggestions.clone(),
                refused_key: run.completion.refused_key.clone(),
            });
        }
    }
    messages.list
}

pub(super) struct Messages<'a> {
    pub run: &'a RunId,
    pub list: Vec<Message>,
}

impl Messages<'_> {
    fn drop_answer(&mut self) {
        if self.list.last().is_some_and(|last| last.role == Role::Assistant && last.tool_calls.is_empty()) {
            self.list.pop();
        }
    }

    pub(super) fn add(&mut self, role: Role, content: &str, timestamp: f64) {
        self.add_with(role, content, timestamp, |_| {});
    }

    /// What was said during the run, with what of it is not the person's own words.
    fn add_said(&mut self, text: &str, timestamp: f64, run: &Run) {
        self.add_with(Role::User, text, timestamp, |message| {
            message.replies = run.transcript.replies.iter().any(|reply| reply == text);
            message.pasted = run.transcript.put_into(text).map(|put| put.pasted.clone()).unwrap_or_default();
        });
    }

    /// Blanks text beside the ending call that the ending repeats: nobody wants to read an answer twice.
    fn drop_what_the_end_says(&mut self, summary: &str) {
        let ends = |message: &&mut Message| {
            message
                .tool_calls
                .iter()
                .any(|call| edith_tools::declaration(&call.name).is_some_and(|tool| tool.completes_task))
        };
        if let Some(last) = self.list.iter_mut().rfind(ends) {
            let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            if words(summary).contains(&words(&last.content)) {
                last.content.clear();
            }
        }
    }

    fn add_with(&mut self, role: Role, content: &str, timestamp: f64, more: impl FnOnce(&mut Message)) {
        let mut message = Message {
            id: format!("{}-{}", self.run, self.list.len()),
            role,
            content: content.to_owned(),
            tool_calls: Vec::new(),
            tool_call_id: None,
            tool_name: None,
            run_id: Some(self.run.clone()),
            refers: Vec::new(),
            documents: Vec::new(),
            prompt_name: None,
            pasted: Vec::new(),
            replies: false,
            ending: None,
            timestamp,
        };
        more(&mut message);
        self.list.push(message);
    }
}

/// A call as stored: with secret arguments masked. An unparsed call may hide a secret anywhere, so it is stored without arguments.
fn stored_call(call: &ToolCall, entries: &[Entry]) -> ToolCall {
    let shown = entries.iter().find_map(|entry| match entry {
        Entry::Answer { call: answered, shown_args, .. } if answered.id == call.id => shown_args.as_ref(),
        _ => None,
    });
    let arguments = shown.map_or_else(|| "{}".to_owned(), ToString::to_string);
    ToolCall { arguments, ..call.clone() }
}

fn clipped(text: &str) -> String {
    match text.char_indices().nth(TOOL_ANSWER_CHARS) {
        None => text.to_owned(),
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or(text)),
    }
}
