//! Reads commands field by field. The reader that serde derives for so many variants is 64 KB of code; this one is a tenth of it.

use crate::ask::AnswerFields;
use crate::json::from_value;
use crate::{Command, McpServer, ServerTested};
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer};
use serde_json::{Error, Map, Value};

/// The fields of a message, each taken once.
struct Fields(Map<String, Value>);

impl Fields {
    /// A field that must be there.
    fn need<T: DeserializeOwned>(&mut self, name: &'static str) -> Result<T, Error> {
        self.0.remove(name).map_or_else(|| Err(Error::missing_field(name)), from_value)
    }

    /// A field that may be missing, which is its default.
    fn may<T: DeserializeOwned + Default>(&mut self, name: &'static str) -> Result<T, Error> {
        self.0.remove(name).map_or_else(|| Ok(T::default()), from_value)
    }
}

fn read(message: Value) -> Result<Command, Error> {
    let Value::Object(fields) = message else { return Err(Error::custom("a command is an object")) };
    let mut of = Fields(fields);
    let kind: String = of.need("type")?;
    Ok(match kind.as_str() {
        "CHAT" => Command::Chat { prompt: of.need("prompt")?, conversation_id: of.may("conversationId")? },
        "AGENT_RUN" => Command::AgentRun {
            prompt: of.need("prompt")?,
            conversation_id: of.may("conversationId")?,
            tab_id: of.may("tabId")?,
        },
        "PLAN_RUN" => Command::PlanRun {
            prompt: of.need("prompt")?,
            conversation_id: of.may("conversationId")?,
            tab_id: of.may("tabId")?,
        },
        "PLAN_STEP" => {
            Command::PlanStep { run_id: of.need("runId")?, step_id: of.need("stepId")?, action: of.need("action")? }
        }
        "RESEARCH_RUN" => {
            Command::ResearchRun { prompt: of.need("prompt")?, conversation_id: of.may("conversationId")? }
        }
        "RESEARCH_CLOSE" => Command::ResearchClose { run_id: of.need("runId")? },
        "FORM_RUN" => Command::FormRun {
            prompt: of.may("prompt")?,
            conversation_id: of.may("conversationId")?,
            tab_id: of.may("tabId")?,
            quality: of.may("quality")?,
        },
        "FORM_UNDO" => Command::FormUndo { run_id: of.need("runId")?, conversation_id: of.need("conversationId")? },
        "PROFILE_IMPORT" => Command::ProfileImport {
            prompt: of.may("prompt")?,
            conversation_id: of.may("conversationId")?,
            quality: of.may("quality")?,
        },
        "PROFILE_GET" => Command::ProfileGet,
        "PROFILE_SAVE" => Command::ProfileSave { profile: of.need("profile")? },
        "PROMPT_LIST" => Command::PromptList,
        "PROMPT_SAVE" => Command::PromptSave { prompt: of.need("prompt")? },
        "PROMPT_DELETE" => Command::PromptDelete { id: of.need("id")? },
        "AGENT_STOP" => Command::AgentStop { run_id: of.may("runId")? },
        "AGENT_PAUSE" => Command::AgentPause { run_id: of.need("runId")? },
        "AGENT_TAKE_OVER" => Command::AgentTakeOver { run_id: of.need("runId")? },
        "AGENT_RESUME" => Command::AgentResume { run_id: of.need("runId")? },
        "AGENT_SAY" => Command::AgentSay { run_id: of.need("runId")?, text: of.need("text")? },
        "AGENT_ANSWER" => Command::AgentAnswer {
            run_id: of.need("runId")?,
            ask_id: of.need("askId")?,
            answer: AnswerFields {
                answer: of.need("answer")?,
                steps: of.may("steps")?,
                text: of.may("text")?,
                values: of.may("values")?,
            }
            .into(),
        },
        "RUN_LIST" => Command::RunList { after: of.may("after")? },
        "RUN_DEBUG" => Command::RunDebug { run_id: of.need("runId")?, after: of.may("after")? },
        "RUN_STEPS" => Command::RunSteps { run_id: of.need("runId")?, after: of.may("after")? },
        "REPLAY_GET" => Command::ReplayGet { run_id: of.need("runId")? },
        "REPLAY_RUN" => {
            Command::ReplayRun { run_id: of.need("runId")?, values: of.may("values")?, tab_id: of.may("tabId")? }
        }
        "CONVERSATION_SEARCH" => Command::ConversationSearch { query: of.need("query")? },
        "CONVERSATION_RENAME" => {
            Command::ConversationRename { conversation_id: of.need("conversationId")?, title: of.need("title")? }
        }
        "CONVERSATION_DELETE" => Command::ConversationDelete { conversation_id: of.need("conversationId")? },
        "CONVERSATION_PIN" => {
            Command::ConversationPin { conversation_id: of.need("conversationId")?, pinned: of.need("pinned")? }
        }
        "CONVERSATION_IMPORT" => Command::ConversationImport { conversations: of.need("conversations")? },
        "DOCUMENT_ADD" => Command::DocumentAdd {
            document_id: of.may("documentId")?,
            name: of.may("name")?,
            mime: of.may("mime")?,
            data: of.may("data")?,
            url: of.may("url")?,
            tab_id: of.may("tabId")?,
            server_id: of.may("serverId")?,
        },
        "DOCUMENT_READ" => Command::DocumentRead { document_id: of.need("documentId")?, password: of.may("password")? },
        "DOCUMENT_PAGE" => Command::DocumentPage {
            document_id: of.need("documentId")?,
            page: of.need("page")?,
            after: of.may("after")?,
        },
        "DOCUMENT_PICTURE" => Command::DocumentPicture {
            document_id: of.need("documentId")?,
            page: of.need("page")?,
            width: of.may("width")?,
            password: of.may("password")?,
        },
        "DOCUMENT_SEARCH" => Command::DocumentSearch {
            query: of.need("query")?,
            documents: of.may("documents")?,
            limit: of.may("limit")?,
        },
        "DOCUMENT_LIST" => Command::DocumentList { after: of.may("after")? },
        "DOCUMENT_ASK" => Command::DocumentAsk {
            questions: of.may("questions")?,
            prompt: of.may("prompt")?,
            conversation_id: of.may("conversationId")?,
        },
        "DOCUMENT_DELETE" => Command::DocumentDelete { document_id: of.need("documentId")? },
        "GRANT_REVOKE" => Command::GrantRevoke { grant: of.need("grant")? },
        "DATA_DELETE" => Command::DataDelete,
        "LOG_LIST" => Command::LogList,
        "SCHEDULE_LIST" => Command::ScheduleList { after: of.may("after")? },
        "SCHEDULE_SAVE" => Command::ScheduleSave { schedule: of.need("schedule")? },
        "SCHEDULE_DELETE" => Command::ScheduleDelete { id: of.need("id")? },
        "SCHEDULE_RUN" => Command::ScheduleRun { id: of.need("id")? },
        "SCHEDULE_PREVIEW" => Command::SchedulePreview { cron_expression: of.need("cronExpression")? },
        "MODEL_TEST" => match of.need("server")? {
            Value::String(id) => Command::ModelTest { server: ServerTested { id, ..ServerTested::default() } },
            server => Command::ModelTest { server: from_value(server)? },
        },
        "MCP_LIST" => Command::McpList { after: of.may("after")? },
        "MCP_SAVE" => Command::McpSave { server: of.need("server")? },
        "MCP_DELETE" => Command::McpDelete { id: of.need("id")? },
        "MCP_TEST" => match of.need("server")? {
            Value::String(id) => Command::McpTest { server: McpServer { id, ..McpServer::default() } },
            server => Command::McpTest { server: from_value(server)? },
        },
        "MCP_SIGN_IN" => Command::McpSignIn { id: of.need("id")? },
        "MCP_SIGN_OUT" => Command::McpSignOut { id: of.need("id")? },
        "MCP_IMPORT" => Command::McpImport { text: of.need("text")? },
        "MCP_PROMPT" => {
            Command::McpPrompt { id: of.need("id")?, name: of.need("name")?, arguments: of.may("arguments")? }
        }
        "MODEL_LIST" => Command::ModelList {
            base_url: of.need("baseUrl")?,
            api_key: of.may("apiKey")?,
            kind: of.may("kind")?,
            after: of.may("after")?,
        },
        other => return Err(Error::custom(format!("there is no command `{other}`"))),
    })
}

impl<'de> Deserialize<'de> for Command {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(Value::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}
