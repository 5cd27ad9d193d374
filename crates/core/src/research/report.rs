//! What the model is asked for before and after the sources were read: the plan, and the answer.

use super::cite::numbered;
use super::{Phase, Research, SourceState};
use crate::prompt;
use crate::run::Run;
use crate::tool::fence;
use edith_model::ChatMessage;
use std::fmt::Write as _;

/// A quote is sent this long when the model said that it takes no more, in characters.
const SHORT_QUOTE_CHARS: usize = 80;

/// The messages for the model.
pub fn messages(run: &Run, research: &Research) -> Vec<ChatMessage> {
    let (system, question) = match research.phase {
        Phase::Planning | Phase::Gathering => (prompt::PLAN, format!("QUESTION: {}{}", run.prompt, run.refers_text)),
        Phase::Reporting => {
            (prompt::REPORT, format!("QUESTION: {}{}\n\n{}", run.prompt, run.refers_text, told(run, research)))
        }
    };
    let mut messages = vec![ChatMessage::System { content: system.trim_end().to_owned() }];
    messages.extend(run.earlier.iter().cloned());
    messages.push(ChatMessage::User { content: question });
    for entry in &run.entries {
        match entry {
            crate::history::Entry::User { text } => {
                messages.push(ChatMessage::User { content: format!("USER SAYS: {text}") });
            }
            crate::history::Entry::Assistant { text, .. } if research.phase == Phase::Planning && !text.is_empty() => {
                messages.push(ChatMessage::Assistant { content: text.clone(), tool_calls: Vec::new() });
            }
            _ => {}
        }
    }
    messages
}

/// The findings, numbered, as data.
fn told(run: &Run, research: &Research) -> String {
    let facts = numbered(research);
    let mut out = String::new();
    for (at, source) in research.sources.iter().enumerate() {
        // Writing to a String does not fail.
        let _ = writeln!(out, "SOURCE {}: {} ({})", at + 1, source.description, source.url);
        if !source.found.summary.is_empty() {
            let _ = writeln!(out, "Summary: {}", source.found.summary);
        }
        for (number, _, fact) in facts.iter().filter(|(_, of, _)| *of == at) {
            let quote: String = match run.compacted {
                true => fact.quote.chars().take(SHORT_QUOTE_CHARS).collect(),
                false => fact.quote.clone(),
            };
            let check = fact.check.flag().map(|why| format!(" | NOT CONFIRMED: {}", why.english())).unwrap_or_default();
            let _ = writeln!(out, "[{number}] {} | quote: {quote:?} | page: {}{check}", fact.text, fact.url);
        }
        match source.state {
            SourceState::Done if source.found.is_empty() => out.push_str("(nothing was found there)\n"),
            SourceState::Done => {}
            _ => {
                let _ = writeln!(out, "(not finished: {})", source.text);
            }
        }
    }
    format!("FINDINGS:\n{}", fence(&nonce(run), "findings", out.trim_end()))
}

/// A mark that no page can know: made of the run's id, which is random and told to no page as it stands here. It must not differ from
/// one request to the next of the same state.
fn nonce(run: &Run) -> String {
    run.id.0.chars().rev().filter(char::is_ascii_alphanumeric).step_by(2).take(12).collect()
}
