//! What commands are answered with.

use crate::{
    AnswerShown, Ask, ConversationId, DebugEntry, DocumentShown, ErrorBody, FormShown, HitShown, LogEntry, McpLeftOut,
    McpServerShown, Mode, ModelDetails, PageShown, Profile, Progress, ReplayShown, RunId, SavedPrompt, ScheduleInfo,
    SourceShown, StepShown, TabId, TestedServer, Usage, WaitShown,
};
use serde::{Deserialize, Serialize};

/// The answer to a successful command, besides `ok: true`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged, rename_all_fields = "camelCase")]
pub enum AnswerBody {
    /// A run was started.
    Started {
        /// The conversation it is in.
        conversation_id: ConversationId,
        /// The run.
        run_id: RunId,
    },
    /// A chat reply was stored.
    Stored {
        /// The conversation it is in.
        conversation_id: ConversationId,
    },
    /// The runs.
    Runs {
        /// Newest first.
        runs: Vec<RunInfo>,
        /// As with steps.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<u32>,
    },
    /// The stored progress events of one run, oldest first.
    Steps {
        /// The events.
        steps: Vec<Progress>,
        /// Set if there are more: pass it on to get the next page.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<u32>,
    },
    /// What a finished run sent to models and got from them, then the same of the runs that worked for it.
    Debug {
        /// Each run's from its beginning to its end.
        entries: Vec<DebugEntry>,
        /// As with steps.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<u32>,
    },
    /// What a finished run would do again.
    Replay {
        /// Its steps and values.
        replay: ReplayShown,
    },
    /// The results of a search.
    Found {
        /// Latest first.
        hits: Vec<ConversationHit>,
    },
    /// The result of a server test.
    Tested(TestedServer),
    /// The models of a server.
    Models {
        /// The names in the server's order.
        models: Vec<String>,
        /// The same models with what the server says about each.
        details: Vec<ModelDetails>,
        /// As with steps.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<u32>,
    },
    /// Tabs were closed.
    Closed {
        /// How many.
        closed: usize,
    },
    /// A document or a part of one was stored.
    DocumentStored {
        /// Its id.
        document_id: String,
    },
    /// A document was read.
    DocumentRead {
        /// The document.
        document: DocumentShown,
    },
    /// A page of a document.
    Page {
        /// The page, or a part of it.
        #[serde(flatten)]
        page: PageShown,
        /// Set if there is more of this page: pass it on to get the next part.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<u32>,
    },
    /// A picture of a page.
    Picture {
        /// A data URL of a JPEG.
        picture: String,
    },
    /// Passages of documents.
    Passages {
        /// Best first.
        hits: Vec<HitShown>,
    },
    /// The documents.
    Documents {
        /// Newest first.
        documents: Vec<DocumentShown>,
        /// As with steps.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<u32>,
    },
    /// The schedules.
    Schedules {
        /// In the stored order.
        schedules: Vec<ScheduleInfo>,
        /// As with steps.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<u32>,
    },
    /// The next times of a cron expression.
    Times {
        /// In milliseconds since 1970.
        times: Vec<f64>,
    },
    /// Conversations were added.
    Imported {
        /// Their ids, which may be new.
        imported: Vec<ConversationId>,
    },
    /// The worker's log.
    Log {
        /// Oldest first.
        log: Vec<LogEntry>,
    },
    /// The person's profile.
    Profile {
        /// All of it.
        profile: Profile,
    },
    /// The saved prompts.
    Prompts {
        /// In the order in which they were first saved.
        prompts: Vec<SavedPrompt>,
    },
    /// The servers with tools.
    McpServers {
        /// In the stored order.
        servers: Vec<McpServerShown>,
        /// As with steps.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<u32>,
    },
    /// A server with tools.
    McpServer {
        /// With what is known of it.
        server: Box<McpServerShown>,
    },
    /// Servers of another program's configuration were added.
    McpImported {
        /// The names of those that were added.
        added: Vec<String>,
        /// Those that were not.
        left: Vec<McpLeftOut>,
    },
    /// A prompt of a server.
    McpPrompt {
        /// Its text. What is not text in it is described in words.
        text: String,
    },
    /// Success without a result.
    Nothing {},
}

/// The answer to any command: `{ok: true, …}` or `{ok: false, error: {code, message}}`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Reply {
    /// Whether the command was carried out.
    pub ok: bool,
    /// The result.
    #[serde(flatten, default, skip_serializing_if = "Option::is_none")]
    pub body: Option<AnswerBody>,
    /// Why it failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<ErrorBody>,
}

impl From<Result<AnswerBody, ErrorBody>> for Reply {
    fn from(result: Result<AnswerBody, ErrorBody>) -> Self {
        match result {
            Ok(body) => Self { ok: true, body: Some(body), error: None },
            Err(error) => Self { ok: false, body: None, error: Some(error) },
        }
    }
}

/// A conversation found by a search.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ConversationHit {
    /// The conversation.
    pub conversation_id: ConversationId,
    /// The text around the match; empty if the title alone matches.
    pub snippet: String,
}

/// The state of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum RunState {
    /// Finding its tab and taking a first look.
    Starting,
    /// The model is answering.
    Thinking,
    /// Waiting to retry the model.
    BackingOff,
    /// A tool is running.
    Acting,
    /// Waiting for the user's answer.
    Asking,
    /// Paused by the user.
    Paused,
    /// Finished.
    Done,
}

/// A run in the answer to `RUN_LIST`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct RunInfo {
    /// The run.
    pub run_id: RunId,
    /// The conversation it is in.
    pub conversation_id: ConversationId,
    /// Its mode.
    pub mode: Mode,
    /// Its state.
    pub state: RunState,
    /// Model turns so far.
    pub step: u32,
    /// The limit on model turns.
    pub max_steps: u32,
    /// The task.
    pub prompt: String,
    /// The tab it works in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab_id: Option<TabId>,
    /// Its open ask, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ask: Option<Ask>,
    /// The busy model server that it waits for, as in [`Progress::waiting`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waiting: Option<WaitShown>,
    /// Whether it is paused because the person does a part themselves.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub taken_over: bool,
    /// When it started, in milliseconds since 1970.
    pub started_at: f64,
    /// Tokens used so far.
    pub usage: Usage,
    /// Its outcome, if finished.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<crate::Outcome>,
    /// The research or the run about documents that it works for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent_run_id: Option<RunId>,
    /// A research's sources, as in [`Progress::sources`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sources: Option<Vec<SourceShown>>,
    /// Answers from documents, as in [`Progress::answers`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answers: Option<Vec<AnswerShown>>,
    /// The steps of its plan, as in [`Progress::plan`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<Vec<StepShown>>,
    /// The questions of its form, as in [`Progress::form`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub form: Option<Box<FormShown>>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn replies_are_flat() {
        let ok = Reply::from(Ok(AnswerBody::Started { conversation_id: "c".into(), run_id: "r".into() }));
        assert_eq!(serde_json::to_value(ok).unwrap(), json!({"ok": true, "conversationId": "c", "runId": "r"}));
        let nothing = Reply::from(Ok(AnswerBody::Nothing {}));
        assert_eq!(serde_json::to_value(nothing).unwrap(), json!({"ok": true}));
        let error = Reply::from(Err(ErrorBody::new(crate::ErrorCode::UnknownRun, "No such run.")));
        assert_eq!(
            serde_json::to_value(error).unwrap(),
            json!({"ok": false, "error": {"code": "unknown_run", "message": "No such run."}})
        );
    }
}
