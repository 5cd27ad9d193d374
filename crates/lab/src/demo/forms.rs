//! The demo's fourth part: a form filled in from the profile and a CV, by code alone, gone over and read back; nothing of it is sent.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use serde_json::{Value, json};

use super::words::{DemoError, TASK_DEADLINE};
use crate::browser::{Browser, Extension};
use crate::say;
use crate::sites::Sites;

/// Where the model's address is stored.
const SERVER: &str = "edith_api_base_url";

/// The CV: it says what the profile does not, and something of somebody else.
const CV: &str = include_str!("cv.md");

/// Facts of a profile: key and value.
const FACTS: [(&str, &str); 2] = [("name", "Ann Miller"), ("email", "ann@example.org")];

/// What the fields hold then: name and value.
const FILLED: [(&str, &str); 5] = [
    ("name", "Ann Miller"),
    ("email", "ann@example.org"),
    ("phone", "+43 660 1234567"),
    ("website", "https://ann.example"),
    ("city", "Bruges"),
];

/// Fills it in; returns how many checks failed.
pub(super) async fn fill(browser: &Browser, extension: &Extension, sites: &Sites) -> Result<usize, DemoError> {
    say("a form, from the profile and a CV, without a model");
    let facts: Vec<Value> =
        FACTS.iter().map(|(key, value)| json!({ "key": key, "label": key, "value": value })).collect();
    let before = extension.storage_get("edith_profile").await?;
    let server = extension.storage_get(SERVER).await?;
    extension.storage_set(json!({ SERVER: "" })).await?;
    extension.accepted(json!({ "type": "PROFILE_SAVE", "profile": { "instructions": "", "facts": facts } })).await?;
    let page = browser.open_page(&sites.form_url).await?;
    let tab = extension.tab_id(&sites.form_url).await?;
    let data = STANDARD.encode(CV);
    let added =
        extension.accepted(json!({ "type": "DOCUMENT_ADD", "name": "cv.md", "mime": "", "data": data })).await?;
    let documents = json!([{ "id": added.get("documentId") }]);
    let command = json!({ "type": "FORM_RUN", "tabId": tab, "documents": documents });
    let run = extension.start_run(command).await?;
    let (_, ask) = extension.wait_ask(&run, run.first_event, TASK_DEADLINE).await?;
    for row in ask.message.get("questions").and_then(Value::as_array).into_iter().flatten() {
        let told = |field: &str| row[field].as_str().unwrap_or_default().to_owned();
        let value = row["value"].as_str().map_or_else(|| row["value"].to_string(), str::to_owned);
        let of_source = |field: &str| row.pointer(&format!("/source/{field}")).and_then(Value::as_str);
        let source = match of_source("kind") {
            Some("document") => format!(" (cv.md: \"{}\")", of_source("quote").unwrap_or_default()),
            Some("profile") => " (profile)".to_owned(),
            _ => String::new(),
        };
        say(&format!("  {:9} {}: {value}{source}", told("state"), told("title")));
    }
    extension.answer(&ask, "fill").await?;
    let done = extension.wait_done(&run, TASK_DEADLINE).await?;
    say(&format!("  {}", done.text("summary").lines().next().unwrap_or_default()));
    let mut held = true;
    for (field, value) in FILLED {
        held &= page.eval(&format!("document.querySelector('[name={field}]').value")).await? == json!(value);
    }
    let chosen = page.eval("document.querySelector('[name=country]').selectedOptions[0].text").await?;
    let untouched = "['password', 'code', 'card'].every(name => document.querySelector(`[name=${name}]`).value === '') \
                     && !document.querySelector('[name=terms]').checked";
    let untouched = page.eval(untouched).await? == Value::Bool(true);
    let state = sites.state();
    let checks = [
        ("the run ended as completed", done.text("outcome") == "completed"),
        ("the fields hold what the profile and the CV say", held && chosen == json!("Austria")),
        ("secrets and the terms are left to the person", untouched),
        ("nothing was sent", state.form.accepted.is_empty() && state.form.refused.is_empty()),
    ];
    for (sentence, holds) in &checks {
        say(&format!("  {} {sentence}", if *holds { "right:" } else { "WRONG:" }));
    }
    extension.storage_set(json!({ "edith_profile": before, SERVER: server })).await?;
    page.close().await?;
    Ok(checks.iter().filter(|(_, holds)| !holds).count())
}
