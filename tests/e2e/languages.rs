//! The pages and the worker's texts in each language: a walk through the surfaces, and runs with an approval, a failure and a limit.

use std::collections::BTreeSet;

use edith_lab::browser::{Extension, Page};
use edith_lab::model_server::{Fault, Reply, Script};
use edith_lab::sites::Sites;
use serde_json::json;

use super::SOON;
use super::lab::{Lab, on, open};

/// English-only words of the extension's texts: two of them in a row mark a text as English.
const ENGLISH: [&str; 34] = [
    "the",
    "is",
    "are",
    "was",
    "of",
    "and",
    "with",
    "this",
    "that",
    "not",
    "for",
    "your",
    "you",
    "has",
    "have",
    "from",
    "where",
    "what",
    "when",
    "click",
    "type",
    "into",
    "open",
    "settings",
    "step",
    "steps",
    "stopped",
    "tokens per",
    "reached",
    "refused",
    "allow",
    "page",
    "model",
    "server",
];

fn texts(language: &str) -> BTreeSet<String> {
    let file = edith_lab::paths::root().join("extension/_locales").join(language).join("messages.json");
    let messages: serde_json::Value = serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap();
    messages.as_object().unwrap().values().map(|entry| entry["message"].as_str().unwrap().to_owned()).collect()
}

/// The page's texts, line by line, with accessible names; without code, the model's and the user's words.
async fn lines(page: &Page) -> Vec<String> {
    let read = "(() => {
        const skip = 'pre, code, script, style, .prose, .said, .row__title, [lang=en], option[lang]';
        const found = [];
        const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        while (walk.nextNode()) if (!walk.currentNode.parentElement.closest(skip)) found.push(walk.currentNode.data);
        for (const one of document.querySelectorAll('[aria-label], [title], [placeholder]')) {
            if (!one.closest(skip)) found.push(one.ariaLabel ?? '', one.title ?? '', one.placeholder ?? '');
        }
        return found.map(text => text.trim()).filter(text => text);
    })()";
    serde_json::from_value(page.eval(read).await.unwrap()).unwrap()
}

/// Whether a line is such a text, with any values for its placeholders.
fn is_of(line: &str, template: &str) -> bool {
    let mut fixed = template
        .split('{')
        .enumerate()
        .map(|(at, part)| if at == 0 { part } else { part.split_once('}').map_or("", |(_, rest)| rest) });
    let Some(mut rest) = fixed.next().and_then(|first| line.strip_prefix(first)) else { return false };
    let parts: Vec<&str> = fixed.collect();
    for (at, part) in parts.iter().enumerate() {
        let found = if at + 1 == parts.len() {
            rest.len().checked_sub(part.len()).filter(|_| rest.ends_with(part))
        } else {
            rest.find(part)
        };
        let Some(found) = found else { return false };
        rest = &rest[found + part.len()..];
    }
    !parts.is_empty() || rest.is_empty()
}

/// A text that is long enough to be recognised.
fn says_enough(template: &str) -> bool {
    let fixed: usize = template
        .split('{')
        .map(|part| part.rsplit('}').next().unwrap_or(part))
        .map(|part| part.chars().filter(|c| c.is_alphabetic()).count())
        .sum();
    fixed >= 4
}

/// Fails if a line is an English text of the extension, or looks English.
async fn speaks(page: &Page, language: &str, surface: &str) {
    let (english, own) = (texts("en"), texts(language));
    let mut faults = Vec::new();
    for line in lines(page).await {
        // Names of products and tools are the same in every language.
        let is = |all: &BTreeSet<String>| all.iter().any(|text| says_enough(text) && is_of(&line, text));
        let is_english = is(&english);
        let lower = line.to_lowercase();
        let words: Vec<&str> = lower.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).collect();
        let two = words.windows(2).any(|pair| pair.iter().all(|word| ENGLISH.contains(word)));
        if (is_english || two) && !is(&own) {
            faults.push(line);
        }
    }
    assert!(faults.is_empty(), "{language} {surface}: {faults:#?}");
}

async fn say(page: &Page, text: &str) {
    page.to_front().await.unwrap();
    page.wait_for("document.querySelector('#composer-input') !== null", SOON).await.unwrap();
    page.eval("document.querySelector('#composer-input').focus()").await.unwrap();
    page.type_keys(text).await.unwrap();
    page.press("Enter", 13).await.unwrap();
}

async fn until(page: &Page, what: &str) {
    page.wait_for(&format!("document.querySelector({}) !== null", json!(what)), super::lab::RUN)
        .await
        .unwrap_or_else(|error| panic!("{what}: {error}"));
}

async fn click(page: &Page, what: &str) {
    until(page, what).await;
    page.eval(&format!("document.querySelector({}).click()", json!(what))).await.unwrap();
}

async fn speak_in(language: &str) {
    let sites = Sites::start().await.unwrap();
    let unauthorized = Fault::Status { status: 401, headers: Default::default(), body: String::new() };
    let script = Script::new()
        .then(open(&sites.form_url))
        .with(on("type_text", "INPUT", "Password", json!({ "text": "x" })))
        .then(Reply::call("task_fail", json!({ "reason": "…" })))
        .then(Reply::text("").with(unauthorized))
        .then(Reply::call("scroll", json!({ "direction": "down" })))
        .then(Reply::text("…"));
    let lab = Lab::on(sites, script).await;
    lab.extension.change_settings(json!({ "language": language })).await.unwrap();
    let panel = lab.browser.open_extension("sidepanel.html").await.unwrap();
    let page = panel.page();
    page.wait_for(&format!("document.documentElement.lang === '{language}'"), SOON).await.unwrap();
    until(page, "#composer-input").await;
    speaks(page, language, "first page").await;
    // An approval, refused.
    say(page, "1").await;
    until(page, ".ask").await;
    speaks(page, language, "approval").await;
    page.eval("[...document.querySelectorAll('.ask button')].at(-1).click()").await.unwrap();
    let deny = lab.extension.accepted(json!({ "type": "RUN_LIST" })).await.unwrap();
    if let Some(ask) = deny["runs"][0]["ask"].as_object() {
        let answer = json!({ "type": "AGENT_ANSWER", "runId": ask["runId"], "askId": ask["askId"], "answer": "deny" });
        // The button's click may have closed it already.
        let _answered = lab.extension.accepted(answer).await;
    }
    until(page, ".ended").await;
    speaks(page, language, "refused").await;
    // A server that rejects the key.
    click(page, "header .icon-button:nth-of-type(2)").await;
    say(page, "2").await;
    until(page, ".ended--failed").await;
    speaks(page, language, "failure").await;
    // A limit.
    lab.extension.change_settings(json!({ "maxSteps": 1 })).await.unwrap();
    click(page, "header .icon-button:nth-of-type(2)").await;
    say(page, "3").await;
    until(page, ".ask").await;
    speaks(page, language, "limit").await;
    page.eval("[...document.querySelectorAll('.ask button')].at(-1).click()").await.unwrap();
    until(page, ".ended").await;
    panel.close().await.unwrap();
    others(&lab, language).await;
}

/// Settings, schedules and the new tab.
async fn others(lab: &Lab, language: &str) {
    let open = async |name: &str| -> Extension { lab.browser.open_extension(name).await.unwrap() };
    let options = open("options.html").await;
    until(options.page(), ".settings .section").await;
    speaks(options.page(), language, "settings").await;
    let refused = options.command(json!({ "type": "AGENT_RUN", "prompt": " " })).await.unwrap();
    let message = refused["error"]["message"].as_str().unwrap().to_owned();
    assert!(texts(language).contains(&message) && !texts("en").contains(&message), "{language}: {message}");
    let schedule = json!({ "name": "…", "prompt": "…", "cronExpression": "0 9 * * 1-5" });
    options.accepted(json!({ "type": "SCHEDULE_SAVE", "schedule": schedule })).await.unwrap();
    options.close().await.unwrap();
    let panel = open("sidepanel.html").await;
    click(panel.page(), "#more").await;
    click(panel.page(), "#open-schedules").await;
    until(panel.page(), ".schedule").await;
    speaks(panel.page(), language, "schedules").await;
    click(panel.page(), ".schedule__actions button:nth-of-type(2)").await;
    until(panel.page(), "#schedule-prompt").await;
    speaks(panel.page(), language, "schedule editor").await;
    panel.close().await.unwrap();
    let tab = open("newtab.html#open").await;
    until(tab.page(), ".tile").await;
    speaks(tab.page(), language, "new tab").await;
}

#[tokio::test]
async fn german_is_spoken_everywhere() {
    speak_in("de").await;
}

#[tokio::test]
async fn french_is_spoken_everywhere() {
    speak_in("fr").await;
}

#[tokio::test]
async fn spanish_is_spoken_everywhere() {
    speak_in("es").await;
}
