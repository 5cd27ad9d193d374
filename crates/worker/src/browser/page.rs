//! The page's own functions, called in the extension's isolated world.

use async_trait::async_trait;
use edith_cdp::PageScript;
use edith_chrome::ChromeError;
use edith_chrome::scripting::{self, Frames};
use edith_core::action::TabError;
use edith_core::snapshot::page_api::SCRIPT_FILES;
use serde_json::Value;

/// The page script of a tab's top frame.
pub struct TabPage {
    tab: i32,
}

impl TabPage {
    /// Of this tab.
    pub fn new(tab: i32) -> Self {
        Self { tab }
    }

    async fn ask(&self, function: &str, args: &Value) -> Result<Value, TabError> {
        let answers = scripting::call(self.tab, &Frames::Main, function, args).await.map_err(refused)?;
        answers
            .into_iter()
            .next()
            .map(|answer| answer.result)
            .ok_or_else(|| TabError::Protocol(String::from("The page went away while it was read.")))
    }
}

#[async_trait(?Send)]
impl PageScript for TabPage {
    async fn run(&self, function: &str, args: Value) -> Result<Value, TabError> {
        let answer = self.ask(function, &args).await?;
        if answer.get("missing") != Some(&Value::Bool(true)) {
            return Ok(answer);
        }
        scripting::inject(self.tab, &Frames::Main, &SCRIPT_FILES).await.map_err(refused)?;
        self.ask(function, &args).await
    }
}

fn refused(error: ChromeError) -> TabError {
    if error.message().contains("No tab with id") {
        TabError::Closed
    } else {
        TabError::Protocol(error.message().to_owned())
    }
}
