//! A research's prompts: for the plan before, and for the answer after the sources are read.

use super::cite::numbered;
use super::{Phase, Research, SourceState};
use crate::history::{Entry, Transcript};
use edith_model::fence::Data;
use edith_model::{ChatMessage, Content, ContentPart};
use edith_protocol::RunId;
use std::fmt::Write as _;

/// Asks for a research's plan.
pub(crate) const PLAN: &str = include_str!("plan.md");
/// Asks for a research's answer.
const REPORT: &str = include_str!("report.md");
/// Length of quotes, in characters, once the model said that it accepts no more.
const SHORT_QUOTE_CHARS: usize = 80;

/// The messages for the model; `task` is the question with its references.
pub(crate) fn messages(
    research: &Research,
    task: Content,
    earlier: &[ChatMessage],
    transcript: &Transcript,
    run: &RunId,
) -> Vec<ChatMessage> {
    let (system, question) = match research.phase {
        Phase::Planning | Phase::Gathering => (PLAN, task),
        Phase::Reporting => {
            let found = Data::new("findings", &nonce(run), told(research, transcript.compacted));
            (REPORT, task.with(ContentPart::Text("FINDINGS:".to_owned())).with(ContentPart::Data(found)))
        }
    };
    let mut messages = vec![ChatMessage::system(system.trim_end().to_owned())];
    messages.extend(earlier.iter().cloned());
    messages.push(ChatMessage::user(question));
    for entry in &transcript.entries {
        match entry {
            Entry::User { text } => messages.push(ChatMessage::user(format!("USER SAYS: {text}"))),
            Entry::Assistant { text, .. } if research.phase == Phase::Planning && !text.is_empty() => {
                messages.push(ChatMessage::assistant(text.clone()));
            }
            _ => {}
        }
    }
    messages
}

/// The findings, numbered, as data.
fn told(research: &Research, compacted: bool) -> String {
    let facts = numbered(research);
    let mut out = String::new();
    for (at, source) in research.sources.iter().enumerate() {
        // Writing to a String does not fail.
        let _ = writeln!(out, "SOURCE {}: {} ({})", at + 1, source.description, source.url);
        if !source.found.summary.is_empty() {
            let _ = writeln!(out, "Summary: {}", source.found.summary);
        }
        for (number, _, fact) in facts.iter().filter(|(_, of, _)| *of == at) {
            let quote: String = match compacted {
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
    out
}

/// A nonce no page can know: from the run's id, which is random and never revealed in this form. The same state must always give the same request.
fn nonce(run: &RunId) -> String {
    run.0.chars().rev().filter(char::is_ascii_alphanumeric).step_by(2).take(12).collect()
}
