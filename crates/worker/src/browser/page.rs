//! The page script's functions, called in the extension's isolated world.

use super::session::alive;
use async_trait::async_trait;
use edith_actions::action::{Fault, FaultCause, TabError};
use edith_cdp::PageScript;
use edith_chrome::ChromeError;
use edith_chrome::scripting::{self, Frames};
use edith_page::page_api::SCRIPT;
use serde_json::Value;

/// The page script of a tab.
pub(super) struct TabPage {
    tab: i32,
}

impl TabPage {
    /// The script of this tab.
    pub(super) fn new(tab: i32) -> Self {
        Self { tab }
    }

    async fn ask(&self, frames: &Frames, function: &str, args: &Value) -> Result<Vec<(i32, Value)>, TabError> {
        let answers = alive(scripting::call(self.tab, frames, function, args).await).await.map_err(refused)?;
        Ok(answers.into_iter().map(|answer| (answer.frame_id, answer.result)).collect())
    }
}

fn frames_of(frame: i32) -> Frames {
    if frame == 0 { Frames::Main } else { Frames::Ids(vec![frame]) }
}

fn is_missing(answer: &Value) -> bool {
    answer.get("missing") == Some(&Value::Bool(true))
}

#[async_trait(?Send)]
impl PageScript for TabPage {
    async fn run(&self, frame: i32, function: &str, args: Value) -> Result<Value, TabError> {
        let frames = frames_of(frame);
        let mut injected = false;
        loop {
            let answer = self.ask(&frames, function, &args).await?.into_iter().next();
            let (_, answer) = answer.ok_or_else(|| {
                TabError::Protocol(Fault::new(FaultCause::DocumentLeft, "The page went away while it was read."))
            })?;
            if injected || !is_missing(&answer) {
                return Ok(answer);
            }
            alive(scripting::inject(self.tab, &frames, &[SCRIPT]).await).await.map_err(refused)?;
            injected = true;
        }
    }

    async fn watch_asks(&self, frame: i32, word: &str) -> Result<(), TabError> {
        alive(scripting::watch_asks(self.tab, &frames_of(frame), word).await).await.map_err(refused)
    }

    async fn run_everywhere(&self, function: &str, args: Value) -> Result<Vec<(i32, Value)>, TabError> {
        let mut answers = self.ask(&Frames::All, function, &args).await?;
        let missing: Vec<i32> =
            answers.iter().filter(|(_, answer)| is_missing(answer)).map(|(frame, _)| *frame).collect();
        if !missing.is_empty() {
            answers.retain(|(_, answer)| !is_missing(answer));
            let frames = Frames::Ids(missing);
            alive(scripting::inject(self.tab, &frames, &[SCRIPT]).await).await.map_err(refused)?;
            answers.extend(self.ask(&frames, function, &args).await?);
        }
        Ok(answers)
    }
}

fn refused(error: ChromeError) -> TabError {
    edith_cdp::script_refused(error.message())
}
