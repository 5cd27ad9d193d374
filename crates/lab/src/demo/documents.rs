//! The demo's third part: questions about a contract and a price list, answered with places that code has checked.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::words::{DemoError, first_line};
use crate::browser::{Extension, RunHandle};
use crate::{papers, say};

/// A fact of the contract, and a sum over the price list.
const QUESTIONS: [&str; 2] = ["Find the notice period.", "Sum of column Price where Category = lamp"];

/// Asks; returns how many checks failed.
pub(super) async fn ask(extension: &Extension, deadline: Duration) -> Result<usize, DemoError> {
    let given = |name: &str, bytes: Vec<u8>| json!({ "name": name, "data": STANDARD.encode(bytes) });
    let documents = [given("lease.pdf", papers::contract()), given("prices.xlsx", papers::price_list())];
    say(&format!("documents: lease.pdf and prices.xlsx; questions: {}", QUESTIONS.join(" | ")));
    let command = json!({ "type": "DOCUMENT_ASK", "questions": QUESTIONS, "documents": documents });
    let run = extension.start_run(command).await?;
    let done = extension.wait_done(&run, deadline).await?;
    let answers = last_answers(extension, &run);
    for answer in &answers {
        say(&format!("  {}: {}", text(answer, "question"), first_line(text(answer, "answer"), 140)));
        for citation in answer["citations"].as_array().into_iter().flatten() {
            let sign = if citation["confirmed"] == true { "stands there" } else { "NOT FOUND" };
            say(&format!(
                "    {sign}: {}, page {}: {}",
                text(citation, "name"),
                citation["page"],
                text(citation, "quote")
            ));
        }
    }
    let stands = |answer: usize, name: &str, page: u32, words: &str| {
        let citations = answers.get(answer).and_then(|answer| answer["citations"].as_array()).into_iter().flatten();
        citations.into_iter().any(|citation| {
            citation["confirmed"] == true
                && citation["name"] == name
                && citation["page"] == page
                && text(citation, "quote").contains(words)
        })
    };
    let sum = answers.get(1).is_some_and(|answer| text(answer, "answer").contains("71.39"));
    let checks = [
        ("the run ended as completed", done.text("outcome") == "completed"),
        (
            "the notice period is cited from page 2 of the contract, where it is",
            stands(0, "lease.pdf", 2, "three months"),
        ),
        ("the lamps of the price list come to 71.39", sum),
    ];
    for (sentence, holds) in &checks {
        say(&format!("  {} {sentence}", if *holds { "right:" } else { "WRONG:" }));
    }
    Ok(checks.iter().filter(|(_, holds)| !holds).count())
}

fn last_answers(extension: &Extension, run: &RunHandle) -> Vec<Value> {
    let events = extension.events_since(run.first_event);
    let told = events.iter().rev().filter(|event| event.run_id() == run.run_id);
    told.filter_map(|event| event.message.get("answers")?.as_array().cloned()).next().unwrap_or_default()
}

fn text<'a>(value: &'a Value, field: &str) -> &'a str {
    value.get(field).and_then(Value::as_str).unwrap_or_default()
}
