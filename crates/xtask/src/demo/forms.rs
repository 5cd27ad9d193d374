//! The demo's fourth part: a form filled in from the profile, by code alone, gone over and read back; nothing of it is sent.

use serde_json::{Value, json};

use super::words::{DemoError, TASK_DEADLINE};
use crate::browser::{Browser, Extension};
use crate::say;
use crate::sites::Sites;

/// Facts of a profile: key, value, and the form's field that it belongs into, if that is typed into.
const FACTS: [(&str, &str, &str); 6] = [
    ("name", "Ann Miller", "name"),
    ("email", "ann@example.org", "email"),
    ("tel", "+43 660 1234567", "phone"),
    ("url", "https://ann.example", "website"),
    ("address-level2", "Bruges", "city"),
    ("country", "Austria", ""),
];

/// Fills it in; returns how many checks failed.
pub(super) async fn fill(browser: &Browser, extension: &Extension, sites: &Sites) -> Result<usize, DemoError> {
    say("a form, from the profile and without a model");
    let facts: Vec<Value> =
        FACTS.iter().map(|(key, value, _)| json!({ "key": key, "label": key, "value": value })).collect();
    let before = extension.storage_get("edith_profile").await?;
    extension.accepted(json!({ "type": "PROFILE_SAVE", "profile": { "instructions": "", "facts": facts } })).await?;
    let page = browser.open_page(&sites.form_url).await?;
    let tab = extension.tab_id(&sites.form_url).await?;
    let run = extension.start_run(json!({ "type": "FORM_RUN", "tabId": tab })).await?;
    let (_, ask) = extension.wait_ask(&run, run.first_event, TASK_DEADLINE).await?;
    for row in ask.message.get("questions").and_then(Value::as_array).into_iter().flatten() {
        let told = |field: &str| row[field].as_str().unwrap_or_default().to_owned();
        let value = row["value"].as_str().map_or_else(|| row["value"].to_string(), str::to_owned);
        say(&format!("  {:9} {}: {value}", told("state"), told("title")));
    }
    extension.answer(&ask, "fill").await?;
    let done = extension.wait_done(&run, TASK_DEADLINE).await?;
    say(&format!("  {}", done.text("summary").lines().next().unwrap_or_default()));
    let mut held = true;
    for (_, value, field) in FACTS.iter().filter(|(.., field)| !field.is_empty()) {
        held &= page.eval(&format!("document.querySelector('[name={field}]').value")).await? == json!(value);
    }
    let chosen = page.eval("document.querySelector('[name=country]').selectedOptions[0].text").await?;
    let untouched = "['password', 'code', 'card'].every(name => document.querySelector(`[name=${name}]`).value === '') \
                     && !document.querySelector('[name=terms]').checked";
    let untouched = page.eval(untouched).await? == Value::Bool(true);
    let state = sites.state();
    let checks = [
        ("the run ended as completed", done.text("outcome") == "completed"),
        ("what the profile has stands in the fields", held && chosen == json!("Austria")),
        ("secrets and the terms are left to the person", untouched),
        ("nothing was sent", state.form.accepted.is_empty() && state.form.refused.is_empty()),
    ];
    for (sentence, holds) in &checks {
        say(&format!("  {} {sentence}", if *holds { "right:" } else { "WRONG:" }));
    }
    extension.storage_set(json!({ "edith_profile": before })).await?;
    page.close().await?;
    Ok(checks.iter().filter(|(_, holds)| !holds).count())
}
