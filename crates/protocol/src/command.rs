//! Commands from an extension page to the worker.

use crate::{
    AskAnswer, AskId, ConversationId, Exported, FormQuality, Grant, McpServer, Profile, RunId, SavedPrompt, Schedule,
    ServerTested, StepAction, TabId,
};
use serde::Serialize;
use std::collections::BTreeMap;

/// A message to the worker: `chrome.runtime.sendMessage({type, …})`.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE", rename_all_fields = "camelCase")]
pub enum Command {
    /// Talk to the model without tools. Answered after the reply is stored.
    Chat {
        /// What the person wrote.
        prompt: String,
        /// The conversation to continue; none starts a new one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        conversation_id: Option<ConversationId>,
    },
    /// Start an agent run. Answered at once; the rest comes as events.
    AgentRun {
        /// The task.
        prompt: String,
        /// The conversation to continue; none starts a new one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        conversation_id: Option<ConversationId>,
        /// The tab to work in; none for the current one, if it can be driven.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tab_id: Option<TabId>,
    },
    /// Start an agent run that makes a plan and waits for its approval. Answered at once; the rest comes as events.
    PlanRun {
        /// The task.
        prompt: String,
        /// The conversation to continue; none starts a new one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        conversation_id: Option<ConversationId>,
        /// The tab to work in; none for the current one, if it can be driven.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tab_id: Option<TabId>,
    },
    /// Retry or skip a step of a run's plan.
    PlanStep {
        /// The run.
        run_id: RunId,
        /// The step.
        step_id: String,
        /// What to do with it.
        action: StepAction,
    },
    /// Start a run that fills in the form of a page. Answered at once; the rest comes as events.
    FormRun {
        /// Wishes for this form, and what to fill in.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        prompt: String,
        /// The conversation to continue; none starts a new one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        conversation_id: Option<ConversationId>,
        /// The tab with the form; none for the current one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tab_id: Option<TabId>,
        /// How much care it is given; none: `fast`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        quality: Option<FormQuality>,
    },
    /// Put back what was in a form's fields before a run filled them in. Answered at once; the rest comes as events.
    FormUndo {
        /// The run.
        run_id: RunId,
        /// Its conversation.
        conversation_id: ConversationId,
    },
    /// Start a run that takes the person's profile from documents, and shows it to them before anything is stored. Answered at once; the rest comes
    /// as events.
    ProfileImport {
        /// Wishes, or facts in the person's words.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        prompt: String,
        /// The conversation to continue, with its documents; none starts a new one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        conversation_id: Option<ConversationId>,
        /// How much care it is given; none: `fast`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        quality: Option<FormQuality>,
    },
    /// Read the person's profile.
    ProfileGet,
    /// Store the person's profile. Card numbers, passwords and other secrets are refused.
    ProfileSave {
        /// All of it.
        profile: Profile,
    },
    /// Read the saved prompts.
    PromptList,
    /// Store a prompt: a new one without an id, or one in place of that with its id. Answered with all of them.
    PromptSave {
        /// The prompt.
        prompt: SavedPrompt,
    },
    /// Delete a saved prompt. Answered with those that are left.
    PromptDelete {
        /// The prompt.
        id: String,
    },
    /// Start a research over several sites. Answered at once; the rest comes as events.
    ResearchRun {
        /// The question.
        prompt: String,
        /// The conversation to continue; none starts a new one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        conversation_id: Option<ConversationId>,
    },
    /// Close the tabs that a research left open. Tabs that the user moved out of its group stay.
    ResearchClose {
        /// The research.
        run_id: RunId,
    },
    /// Stop one run or all.
    AgentStop {
        /// The run; none for all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        run_id: Option<RunId>,
    },
    /// Pause a run once its current action is done.
    AgentPause {
        /// The run.
        run_id: RunId,
    },
    /// Pause a run in whose tab the person does a part themselves: nothing is drawn over its page until it is resumed.
    AgentTakeOver {
        /// The run.
        run_id: RunId,
    },
    /// Resume a paused run.
    AgentResume {
        /// The run.
        run_id: RunId,
    },
    /// Tell a running task something.
    AgentSay {
        /// The run.
        run_id: RunId,
        /// The user's words.
        text: String,
    },
    /// The answer to an `agent_ask`.
    AgentAnswer {
        /// The run.
        run_id: RunId,
        /// The ask to answer.
        ask_id: AskId,
        /// The answer.
        #[serde(flatten)]
        answer: AskAnswer,
    },
    /// List the unfinished runs and those that ended since the worker started, as many as fit into one message; `after` in the answer requests the
    /// next page.
    RunList {
        /// The `after` of the previous answer; none for the first page.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<u32>,
    },
    /// List a run's stored progress events, which the panel shows as step cards, as many as fit into one message; `after` in the answer requests
    /// the next page.
    RunSteps {
        /// The run.
        run_id: RunId,
        /// The `after` of the previous answer; none for the first page.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<u32>,
    },
    /// What a finished run sent to models and got from them, without secrets. The last 20 tasks have it, as far as there was room.
    RunDebug {
        /// The run.
        run_id: RunId,
        /// The `after` of the previous answer; none for the first page.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<u32>,
    },
    /// What a finished run would do again, and the values that may differ then.
    ReplayGet {
        /// The run.
        run_id: RunId,
    },
    /// Repeat what a finished run did, without a model, on the pages as they are now. Answered at once; the rest comes as events.
    ReplayRun {
        /// The run.
        run_id: RunId,
        /// Other values for fields, by their ids.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        values: BTreeMap<String, String>,
        /// The tab to work in; none for the current one, if it can be driven.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tab_id: Option<TabId>,
    },
    /// Search the conversations.
    ConversationSearch {
        /// Words that must all occur in the title or the messages.
        query: String,
    },
    /// Rename a conversation.
    ConversationRename {
        /// The conversation.
        conversation_id: ConversationId,
        /// The new title.
        title: String,
    },
    /// Delete a conversation with its runs' journals; its current run is stopped.
    ConversationDelete {
        /// The conversation.
        conversation_id: ConversationId,
    },
    /// Store a document in the library: its bytes or their next part, the file at an address, or what a tab shows. Exactly one of `data`, `url` and
    /// `tabId`. An address or a tab is answered when the document is stored.
    DocumentAdd {
        /// With `data`: the document to extend; none for a new one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        document_id: Option<String>,
        /// Its file name. With an address or a tab: only if another than its own is wanted.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        name: String,
        /// Its media type.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        mime: String,
        /// The bytes of this part in base64.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        data: Option<String>,
        /// The http or https address of a file, or a link to share one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        url: Option<String>,
        /// The tab whose file or article is stored.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tab_id: Option<TabId>,
        /// With `url`: the id of the server (`MCP_LIST`) whose resource has that address, of any scheme.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        server_id: Option<String>,
    },
    /// Read a document, unless it was read. Answered when it is read; the worker may have died meanwhile: sent again, it goes on or finds it read.
    DocumentRead {
        /// The document.
        document_id: String,
        /// The password of an encrypted one; never stored.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        password: Option<String>,
    },
    /// A page of a document, which is read before if it was not. A page that does not fit into one message is answered in parts.
    DocumentPage {
        /// The document.
        document_id: String,
        /// The page, slide or sheet, from 1.
        page: u32,
        /// The `after` of the previous answer; none for the page's beginning.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<u32>,
    },
    /// A page of a PDF, or a picture file, as a picture. Other kinds have none.
    DocumentPicture {
        /// The document.
        document_id: String,
        /// The page, from 1; 1 for a picture file.
        page: u32,
        /// The picture's width in pixels, 16 to 2,000; 1,200 by default. A picture file is never made larger than it is.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        width: Option<u32>,
        /// The password of an encrypted one; never stored.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        password: Option<String>,
    },
    /// Search documents. Those that were not read have no hits.
    DocumentSearch {
        /// Words in any language.
        query: String,
        /// The documents; none for all that were read.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        documents: Option<Vec<String>>,
        /// How many hits, 10 by default and 100 at most.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        limit: Option<usize>,
    },
    /// List the documents, newest first, as many as fit into one message.
    DocumentList {
        /// The `after` of the previous answer; none for the first page.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<u32>,
    },
    /// Ask questions about documents. Answered at once; the rest comes as events.
    DocumentAsk {
        /// The questions, 100 at most.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        questions: Vec<String>,
        /// One question, instead of `questions`.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        prompt: String,
        /// The conversation to continue; none starts a new one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        conversation_id: Option<ConversationId>,
    },
    /// Delete a document with what was read of it.
    DocumentDelete {
        /// The document.
        document_id: String,
    },
    /// Pin or unpin a conversation.
    ConversationPin {
        /// The conversation.
        conversation_id: ConversationId,
        /// Whether it is pinned.
        pinned: bool,
    },
    /// Add exported or just deleted conversations. One whose id is taken becomes a copy.
    ConversationImport {
        /// The conversations: if one is unreadable, none is added.
        conversations: Vec<Exported>,
    },
    /// Revoke a permanent grant for a site.
    GrantRevoke {
        /// The grant as stored under `edith_grants`.
        grant: Grant,
    },
    /// Stop everything and delete all stored data.
    DataDelete,
    /// The latest problems, in codes.
    LogList,
    /// List the schedules with their next and last runs.
    ScheduleList {
        /// The `after` of the previous answer; none for the first page.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<u32>,
    },
    /// Create or change a schedule: missing fields stay, null clears a field, a new one needs no id.
    ScheduleSave {
        /// Its fields.
        schedule: Schedule,
    },
    /// Delete a schedule with its log; its conversations stay.
    ScheduleDelete {
        /// The schedule.
        id: String,
    },
    /// Run a schedule now. Answered once it has started.
    ScheduleRun {
        /// The schedule.
        id: String,
    },
    /// The next times of a cron expression.
    SchedulePreview {
        /// The expression.
        cron_expression: String,
    },
    /// Send a model server a short request as a run would: the panel's "test connection".
    ModelTest {
        /// The server.
        server: ServerTested,
    },
    /// List the servers with tools, with what is known of each. Those that were not asked since the worker started are asked now.
    McpList {
        /// The `after` of the previous answer; none for the first page.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<u32>,
    },
    /// Store a server: a new one without an id, or one in place of that with its id. Answered with it before it is asked anything.
    McpSave {
        /// The server.
        server: McpServer,
    },
    /// Delete a server with all that is known of it, and what it was signed in with.
    McpDelete {
        /// The server.
        id: String,
    },
    /// Ask a server what it is and what it offers, whether or not it is stored. Nothing is stored.
    McpTest {
        /// The server; of a stored one its id is enough.
        server: McpServer,
    },
    /// Sign in to a server, in a window of the browser. Answered when that is done.
    McpSignIn {
        /// The server.
        id: String,
    },
    /// Forget what a server was signed in with.
    McpSignOut {
        /// The server.
        id: String,
    },
    /// Add the servers of a configuration of another program.
    McpImport {
        /// JSON with `mcpServers`.
        text: String,
    },
    /// Get a prompt of a server.
    McpPrompt {
        /// The server.
        id: String,
        /// The prompt.
        name: String,
        /// What it is given.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        arguments: BTreeMap<String, String>,
    },
    /// List a server's models.
    ModelList {
        /// The server's base URL, e.g. `http://localhost:11434/v1`.
        base_url: String,
        /// The key; none for the stored one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        api_key: Option<String>,
        /// Its protocol, as in the settings; none: as stored, or known by its address.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        kind: Option<String>,
        /// The `after` of the previous answer; none for the first page.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<u32>,
    },
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
            json!({ "type": "FORM_RUN" }),
            json!({ "type": "FORM_RUN", "prompt": "p", "conversationId": "c", "tabId": 3, "quality": "fast-pro" }),
            json!({ "type": "FORM_UNDO", "runId": "r", "conversationId": "c" }),
            json!({ "type": "PROFILE_IMPORT" }),
            json!({ "type": "PROFILE_IMPORT", "prompt": "p", "conversationId": "c", "quality": "exact" }),
            json!({ "type": "PROFILE_GET" }),
            json!({ "type": "PROFILE_SAVE", "profile": { "instructions": "i", "facts": [
                { "key": "given-name", "label": "First name", "value": "Ann" }] } }),
            json!({ "type": "PROMPT_LIST" }),
            json!({ "type": "PROMPT_SAVE", "prompt": { "id": "p", "name": "n", "text": "t {{field}}" } }),
            json!({ "type": "PROMPT_DELETE", "id": "p" }),
            json!({ "type": "AGENT_ANSWER", "runId": "r", "askId": "a", "answer": "fill" }),
            json!({ "type": "AGENT_ANSWER", "runId": "r", "askId": "a", "answer": "fill", "values": { "q1": "Ann", "q2": ["a", "b"] } }),
            json!({ "type": "AGENT_ANSWER", "runId": "r", "askId": "a", "answer": "again", "text": "q1" }),
            json!({ "type": "AGENT_ANSWER", "runId": "r", "askId": "a", "answer": "stronger", "text": "q1" }),
            json!({ "type": "RESEARCH_RUN", "prompt": "p", "conversationId": "c" }),
            json!({ "type": "RESEARCH_CLOSE", "runId": "r" }),
            json!({ "type": "AGENT_STOP" }),
            json!({ "type": "AGENT_PAUSE", "runId": "r" }),
            json!({ "type": "AGENT_TAKE_OVER", "runId": "r" }),
            json!({ "type": "AGENT_RESUME", "runId": "r" }),
            json!({ "type": "AGENT_SAY", "runId": "r", "text": "t" }),
            json!({ "type": "AGENT_ANSWER", "runId": "r", "askId": "a", "answer": "site" }),
            json!({ "type": "AGENT_ANSWER", "runId": "r", "askId": "a", "answer": "in red" }),
            json!({ "type": "AGENT_ANSWER", "runId": "r", "askId": "a", "answer": "approve" }),
            json!({ "type": "AGENT_ANSWER", "runId": "r", "askId": "a", "answer": "approve", "steps": [
                { "stepId": "1", "text": "t", "doneWhen": "d", "effects": ["send"], "sites": ["a.example"] }] }),
            json!({ "type": "AGENT_ANSWER", "runId": "r", "askId": "a", "answer": "revise", "text": "cheaper" }),
            json!({ "type": "PLAN_RUN", "prompt": "p" }),
            json!({ "type": "PLAN_RUN", "prompt": "p", "conversationId": "c", "tabId": 3 }),
            json!({ "type": "PLAN_STEP", "runId": "r", "stepId": "1", "action": "retry" }),
            json!({ "type": "MCP_LIST" }),
            json!({ "type": "MCP_SAVE", "server": { "id": "a", "name": "n", "url": "https://a.example/mcp", "transport": "sse",
                "headers": { "x": "y" }, "enabled": true, "allow": ["t"], "trust": "reads" } }),
            json!({ "type": "MCP_DELETE", "id": "a" }),
            json!({ "type": "MCP_TEST", "server": { "id": "", "name": "", "url": "https://a.example/mcp", "transport": "auto",
                "enabled": true, "trust": "ask" } }),
            json!({ "type": "MCP_SIGN_IN", "id": "a" }),
            json!({ "type": "RUN_LIST" }),
            json!({ "type": "RUN_STEPS", "runId": "r" }),
            json!({ "type": "RUN_DEBUG", "runId": "r" }),
            json!({ "type": "DOCUMENT_ADD", "name": "n", "mime": "text/plain", "data": "AAAA" }),
            json!({ "type": "DOCUMENT_ADD", "url": "https://a.example/b.pdf" }),
            json!({ "type": "DOCUMENT_ADD", "tabId": 3 }),
            json!({ "type": "DOCUMENT_READ", "documentId": "d" }),
            json!({ "type": "DOCUMENT_READ", "documentId": "d", "password": "p" }),
            json!({ "type": "DOCUMENT_PAGE", "documentId": "d", "page": 2 }),
            json!({ "type": "DOCUMENT_SEARCH", "query": "q" }),
            json!({ "type": "DOCUMENT_SEARCH", "query": "q", "documents": ["d"], "limit": 3 }),
            json!({ "type": "DOCUMENT_ASK", "questions": ["q", "r"] }),
            json!({ "type": "DOCUMENT_ASK", "prompt": "q", "conversationId": "c" }),
            json!({ "type": "DOCUMENT_LIST" }),
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
}
