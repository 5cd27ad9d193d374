//! The browser's language tools, as the port of the models: used by the offscreen page, since they are not to be had in a service worker, and downloaded by a page
//! that the person presses in, since the browser wants a press for it.

use async_trait::async_trait;
use edith_model::{Availability, Language, LanguageError};
use edith_protocol::{Event, LanguageDownload, LanguageTool};
use gloo_timers::future::TimeoutFuture;
use serde_json::{Value, json};

/// Deadlines in milliseconds: a question, and a part of a text.
const ASKED_MS: u32 = 20_000;
const RUN_MS: u32 = 180_000;
/// Between two looks at a download, in milliseconds.
const LOOK_MS: u32 = 1_000;

/// `Summarizer` and `Translator` of the offscreen page.
pub(crate) struct ChromeLanguage;

async fn ask(ask: &str, tool: &LanguageTool, text: &str, deadline: u32) -> Result<String, LanguageError> {
    let call = json!({ "call": "language", "ask": ask, "tool": tool, "text": text }).to_string();
    let failed = |error: &dyn ToString| LanguageError::Failed(error.to_string());
    let answer = edith_chrome::reader::ask(&call, deadline).await.map_err(|error| failed(&error.message()))?;
    let answer: Value = edith_protocol::json::read(&answer).map_err(|error| failed(&error))?;
    if let Some(told) = answer.get("Ok").and_then(Value::as_str) {
        return Ok(told.to_owned());
    }
    let field = |name: &str| answer.pointer(&format!("/Err/{name}")).and_then(Value::as_str).unwrap_or_default();
    Err(match field("name") {
        "QuotaExceededError" => LanguageError::TooLong,
        "NotAllowedError" => LanguageError::NotThere,
        _ if field("error").is_empty() => LanguageError::Failed(field("code").to_owned()),
        _ => LanguageError::Failed(field("error").to_owned()),
    })
}

#[async_trait(?Send)]
impl Language for ChromeLanguage {
    async fn detect(&self, text: &str) -> Option<String> {
        edith_chrome::language::detect(text).await
    }

    async fn availability(&self, tool: &LanguageTool) -> Availability {
        ask("availability", tool, "", ASKED_MS).await.map(|name| Availability::named(&name)).unwrap_or_default()
    }

    async fn offer(&self, tool: &LanguageTool) -> Availability {
        edith_chrome::runtime::broadcast(&Event::LanguageDownload(LanguageDownload { tool: tool.clone() }));
        TimeoutFuture::new(LOOK_MS).await;
        self.availability(tool).await
    }

    async fn run(&self, tool: &LanguageTool, text: &str) -> Result<String, LanguageError> {
        ask("run", tool, text, RUN_MS).await
    }
}
