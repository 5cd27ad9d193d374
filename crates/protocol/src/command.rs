//! Commands from an extension page to the worker, and their answers.

use crate::{
    Ask, AskAnswer, AskId, ConversationId, ErrorBody, Exported, Grant, LogEntry, Mode, Progress, RunId, Schedule,
    ScheduleInfo, SourceShown, TabId, Usage,
};
use serde::{Deserialize, Serialize};

/// A message to the worker: `chrome.runtime.sendMessage({type, …})`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE", rename_all_fields = "camelCase")]
pub enum Command {
    /// Talk to the model without tools. Answered after the reply is stored.
    Chat {
        /// What the person wrote.
        prompt: String,
        /// The conversation to go on with; none starts a new one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        conversation_id: Option<ConversationId>,
    },
    /// Start an agent run. Answered at once; the rest comes as events.
    AgentRun {
        /// The task.
        prompt: String,
        /// The conversation to go on with; none starts a new one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        conversation_id: Option<ConversationId>,
        /// The tab to work in; none: the current one, if it can be driven.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tab_id: Option<TabId>,
    },
    /// Start a research over several sites. Answered at once; the rest comes as events.
    ResearchRun {
        /// The question.
        prompt: String,
        /// The conversation to go on with; none starts a new one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        conversation_id: Option<ConversationId>,
    },
    /// Close the tabs that a research left open. Tabs that the user has taken out of its group stay.
    ResearchClose {
        /// The research.
        run_id: RunId,
    },
    /// Stop a run, or all of them.
    AgentStop {
        /// The run; none: all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        run_id: Option<RunId>,
    },
    /// Let the run finish what it is doing, then hold it.
    AgentPause {
        /// The run.
        run_id: RunId,
    },
    /// Let a paused run go on.
    AgentResume {
        /// The run.
        run_id: RunId,
    },
    /// A word from the user in the middle of a run.
    AgentSay {
        /// The run.
        run_id: RunId,
        /// What the user says.
        text: String,
    },
    /// The answer to an `agent_ask`.
    AgentAnswer {
        /// The run.
        run_id: RunId,
        /// Which question is answered.
        ask_id: AskId,
        /// The answer.
        answer: AskAnswer,
    },
    /// The runs that are not finished, and those that ended since the worker started. As many as fit into one message; `after` in the answer asks
    /// for the next.
    RunList {
        /// The `after` of the answer before; none: from the first.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<u32>,
    },
    /// The progress events of a run, as stored: what the panel shows as step cards. As many as fit into one message; `after` in the answer asks
    /// for the next.
    RunSteps {
        /// The run.
        run_id: RunId,
        /// The `after` of the answer before; none: from the first.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<u32>,
    },
    /// Where the words of a search stand in the conversations.
    ConversationSearch {
        /// The words, each of which must occur in the title or in what was said.
        query: String,
    },
    /// Give a conversation another title.
    ConversationRename {
        /// The conversation.
        conversation_id: ConversationId,
        /// The new title.
        title: String,
    },
    /// Delete a conversation with the journals of its runs; a run in it is stopped.
    ConversationDelete {
        /// The conversation.
        conversation_id: ConversationId,
    },
    /// Store a document, or the next part of one, for a task to come.
    DocumentAdd {
        /// The document that this is a part of; none: a new one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        document_id: Option<String>,
        /// Its file name.
        name: String,
        /// Its media type.
        #[serde(default)]
        mime: String,
        /// The part's bytes in base64.
        data: String,
    },
    /// Delete a document that no task was given.
    DocumentDelete {
        /// The document.
        document_id: String,
    },
    /// Keep a conversation on top of the list, or no longer.
    ConversationPin {
        /// The conversation.
        conversation_id: ConversationId,
        /// Whether it is pinned.
        pinned: bool,
    },
    /// Add conversations that were exported, or deleted a moment ago. One whose id is taken becomes a copy.
    ConversationImport {
        /// All of them or, where one cannot be read, none.
        conversations: Vec<Exported>,
    },
    /// Take back what was allowed on a site for good.
    GrantRevoke {
        /// What was allowed, as stored under `edith_grants`.
        grant: Grant,
    },
    /// Stop everything and delete all that is stored.
    DataDelete,
    /// What went wrong lately, in codes.
    LogList,
    /// The schedules, with their next and last runs.
    ScheduleList {
        /// The `after` of the answer before; none: from the first.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<u32>,
    },
    /// Change a schedule, or make one: fields that are not named stay as they are, null takes one away, a new one needs no id.
    ScheduleSave {
        /// Its fields.
        schedule: Schedule,
    },
    /// Delete a schedule with its log; its conversations stay.
    ScheduleDelete {
        /// The schedule.
        id: String,
    },
    /// Run a schedule now, whatever its time. Answered when it has begun.
    ScheduleRun {
        /// The schedule.
        id: String,
    },
    /// The next times of a cron expression.
    SchedulePreview {
        /// The expression.
        cron_expression: String,
    },
    /// Send a model server one short request as a run would send it: the panel's "test connection".
    ModelTest {
        /// The server.
        server: ServerTested,
    },
    /// Ask a model server for its models.
    ModelList {
        /// The server's base URL, e.g. `http://localhost:11434/v1`.
        base_url: String,
        /// The key; none: the stored one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        api_key: Option<String>,
        /// The `after` of the answer before; none: from the first.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<u32>,
    },
}

/// A model server that is tested, whether or not it is stored.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ServerTested {
    /// Its base URL, e.g. `http://localhost:11434/v1`.
    pub base_url: String,
    /// The key; none: the stored one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub api_key: Option<String>,
    /// The model; empty: only the list of models is asked for.
    #[serde(default)]
    pub model: String,
}

impl std::fmt::Debug for ServerTested {
    /// The key stays out of logs.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("ServerTested").field(&self.base_url).field(&self.model).finish()
    }
}

/// What a successful command answers, beside `ok: true`.
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
        /// There are more: they are asked for with this. None: that was all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<u32>,
    },
    /// What a search found.
    Found {
        /// Latest first.
        hits: Vec<ConversationHit>,
    },
    /// How a model server did.
    Tested {
        /// The names of its models, as it sorts them; none where it has no list.
        models: Vec<String>,
        /// Whether the model answered; false where none was named.
        chat: bool,
        /// Milliseconds until it had answered.
        ms: f64,
    },
    /// The model names a server offers.
    Models {
        /// The names, as the server sorts them.
        models: Vec<String>,
        /// As with steps.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<u32>,
    },
    /// Tabs were closed.
    Closed {
        /// How many.
        closed: usize,
    },
    /// A document, or a part of one, was stored.
    DocumentStored {
        /// Its id.
        document_id: String,
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
        /// Their ids, as they are now.
        imported: Vec<ConversationId>,
    },
    /// The worker's log.
    Log {
        /// Oldest first.
        log: Vec<LogEntry>,
    },
    /// Nothing to say but `ok`.
    Nothing {},
}

/// The answer to any command: `{ok: true, …}` or `{ok: false, error: {code, message}}`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Reply {
    /// Whether the command was carried out.
    pub ok: bool,
    /// What it answers.
    #[serde(flatten, default, skip_serializing_if = "Option::is_none")]
    pub body: Option<AnswerBody>,
    /// Why it was not carried out.
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

/// A conversation that a search found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ConversationHit {
    /// The conversation.
    pub conversation_id: ConversationId,
    /// The text around what was searched for; empty when all of it stands in the title.
    pub snippet: String,
}

/// Where a run is, in one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum RunState {
    /// Finding its tab and taking a first look.
    Starting,
    /// The model is answering.
    Thinking,
    /// Waiting before the model is asked again.
    BackingOff,
    /// A tool is at work.
    Acting,
    /// A person must answer.
    Asking,
    /// Held by the user.
    Paused,
    /// Over.
    Done,
}

/// One run, as `RUN_LIST` tells it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct RunInfo {
    /// The run.
    pub run_id: RunId,
    /// The conversation it is in.
    pub conversation_id: ConversationId,
    /// What kind of work it is.
    pub mode: Mode,
    /// Where it is.
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
    /// What it is asking, while it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ask: Option<Ask>,
    /// When it started, in milliseconds since 1970.
    pub started_at: f64,
    /// Tokens used so far.
    pub usage: Usage,
    /// How it ended, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<crate::Outcome>,
    /// The research this run works for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent_run_id: Option<RunId>,
    /// Of a research: its sources, as in [`Progress::sources`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sources: Option<Vec<SourceShown>>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_the_contract_names_is_enough_and_has_these_names() {
        let server = json!({ "baseUrl": "http://localhost:1/v1" });
        for message in [
            json!({ "type": "CHAT", "prompt": "p" }),
            json!({ "type": "AGENT_RUN", "prompt": "p" }),
            json!({ "type": "AGENT_RUN", "prompt": "p", "conversationId": "c", "tabId": 3 }),
            json!({ "type": "RESEARCH_RUN", "prompt": "p", "conversationId": "c" }),
            json!({ "type": "RESEARCH_CLOSE", "runId": "r" }),
            json!({ "type": "AGENT_STOP" }),
            json!({ "type": "AGENT_PAUSE", "runId": "r" }),
            json!({ "type": "AGENT_RESUME", "runId": "r" }),
            json!({ "type": "AGENT_SAY", "runId": "r", "text": "t" }),
            json!({ "type": "AGENT_ANSWER", "runId": "r", "askId": "a", "answer": "site" }),
            json!({ "type": "AGENT_ANSWER", "runId": "r", "askId": "a", "answer": "in red" }),
            json!({ "type": "RUN_LIST" }),
            json!({ "type": "RUN_STEPS", "runId": "r" }),
            json!({ "type": "DOCUMENT_ADD", "name": "n", "mime": "text/plain", "data": "AAAA" }),
            json!({ "type": "DOCUMENT_DELETE", "documentId": "d" }),
            json!({ "type": "SCHEDULE_SAVE", "schedule": { "prompt": "p", "cronExpression": "@daily" } }),
            json!({ "type": "MODEL_TEST", "server": server }),
            json!({ "type": "MODEL_LIST", "baseUrl": "http://localhost:1/v1" }),
        ] {
            let read: Command =
                serde_json::from_value(message.clone()).unwrap_or_else(|error| panic!("{error}: {message}"));
            let mut written = json!(read);
            if let Some(server) = written.get_mut("server").and_then(serde_json::Value::as_object_mut) {
                server.remove("model");
            }
            assert_eq!(written, message);
        }
        let ends = ["completed", "partial", "failed", "refused", "stopped", "needs_input"];
        assert!(ends.iter().all(|end| serde_json::from_value::<crate::Outcome>(json!(end)).is_ok()));
        let settings = json!(crate::Settings::default());
        for (name, value) in [("version", json!(1)), ("maxSteps", json!(30)), ("maxResearchTabs", json!(5))]
            .into_iter()
            .chain([("lookTokens", json!(4000)), ("maxCompletionTokens", json!(4096))])
            .chain([("approvals", json!("ask")), ("typing", json!("fast"))])
        {
            assert_eq!(settings[name], value, "{name}");
        }
    }

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
