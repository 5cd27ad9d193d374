//! What does the tasks: the built extension, or the program's agent without it.

use std::time::Duration;

use edith_lab::browser::{BrowserError, Extension, RunHandle, SeenEvent};
use serde_json::{Value, json};

use crate::program::Program;
use crate::trouble::Trouble;

/// What a suite is played through.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Through {
    #[default]
    Extension,
    Program,
}

impl Through {
    /// By its name on the command line.
    pub(crate) fn named(name: &str) -> Option<Self> {
        match name {
            "extension" => Some(Self::Extension),
            "program" => Some(Self::Program),
            _ => None,
        }
    }
}

pub(crate) enum Host {
    Extension(Extension),
    Program(Program),
}

impl Host {
    /// The answer to a command; a refusal is an error.
    pub(crate) async fn accepted(&self, command: Value) -> Result<Value, Trouble> {
        match self {
            Self::Extension(extension) => Ok(extension.accepted(command).await?),
            Self::Program(program) => program.accepted(command).await,
        }
    }

    /// Begins a run in the newest tab whose address has this prefix.
    pub(crate) async fn run_agent(&self, task: &str, url_start: &str) -> Result<RunHandle, Trouble> {
        match self {
            Self::Extension(extension) => Ok(extension.run_agent(task, extension.tab_id(url_start).await?).await?),
            Self::Program(program) => program.run_agent(task, program.tab_id(url_start).await?).await,
        }
    }

    pub(crate) fn events_since(&self, first: usize) -> Vec<SeenEvent> {
        match self {
            Self::Extension(extension) => extension.events_since(first),
            Self::Program(program) => program.events_since(first),
        }
    }

    /// The event that ends a run; none: it did not come in time.
    pub(crate) async fn wait_done(&self, run: &RunHandle, deadline: Duration) -> Result<Option<SeenEvent>, Trouble> {
        match self {
            Self::Extension(extension) => match extension.wait_done(run, deadline).await {
                Err(BrowserError::StillNot { .. }) => Ok(None),
                ended => Ok(Some(ended?)),
            },
            Self::Program(program) => Ok(program.wait_done(run, deadline).await),
        }
    }

    pub(crate) async fn answer(&self, ask: &SeenEvent, answer: &str) -> Result<(), Trouble> {
        let (run, id) = (ask.run_id(), ask.text("askId"));
        self.accepted(json!({ "type": "AGENT_ANSWER", "runId": run, "askId": id, "answer": answer })).await.map(drop)
    }
}
