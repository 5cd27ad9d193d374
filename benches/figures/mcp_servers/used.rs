//! One server, used through the extension as a person and a model would.

use std::time::{Duration, Instant};

use edith_lab::browser::{Browser, Extension, Options, RunHandle, SeenEvent};
use edith_lab::model_server::{ModelServer, Reply, Request, Script};
use edith_lab::say;
use serde_json::{Map, Value, json};
use xtask::bench::Reason;

use super::started::Served;

/// How long a task with one call may take.
const RUN: Duration = Duration::from_secs(90);
/// Resources of one server that are read, at most.
const MOST_RESOURCES: usize = 10;
/// Before the call, in the words of the task.
const CALL: &str = "Use this tool: ";

/// What a server came to: what was used, of what was offered.
#[derive(Debug, Default)]
pub(super) struct Row {
    pub name: String,
    pub revision: String,
    pub transport: String,
    pub tools: (usize, usize),
    pub prompts: (usize, usize),
    pub resources: (usize, usize),
    pub asks: Vec<String>,
    pub cancelled_ms: Option<f64>,
    /// What failed, and why.
    pub failed: Vec<(String, String)>,
}

impl Row {
    /// Its row of the table, and a line for each failure.
    pub(super) fn lines(&self) -> Vec<String> {
        let of = |(used, offered): (usize, usize)| format!("{used} / {offered}");
        let cells = [
            self.name.clone(),
            self.revision.clone(),
            self.transport.clone(),
            of(self.tools),
            of(self.prompts),
            of(self.resources),
            if self.asks.is_empty() { "–".to_owned() } else { self.asks.join(", ") },
            self.cancelled_ms.map_or_else(|| "–".to_owned(), |ms| format!("{ms:.0} ms")),
        ];
        let failed = self.failed.iter().map(|(what, why)| format!("{}, {}: {what}: {why}", self.name, self.transport));
        std::iter::once(format!("| {} |", cells.join(" | "))).chain(failed).collect()
    }
}

/// A browser with the extension and a model that makes the call that the task names.
pub(super) struct Workplace {
    browser: Browser,
    extension: Extension,
    model: ModelServer,
}

impl Workplace {
    pub(super) async fn start() -> Result<Self, Reason> {
        let model = ModelServer::scripted(Script::always(turn)).await?;
        let browser = Browser::start(&Options::with_extension(edith_lab::paths::root().join("dist"))).await?;
        let extension = browser.open_extension("options.html").await?;
        let stored = json!({ "edith_api_base_url": model.url, "edith_model": "scripted", "edith_api_key": "sk-test" });
        extension.storage_set(stored).await?;
        Ok(Self { browser, extension, model })
    }

    pub(super) async fn close(self) -> Result<(), Reason> {
        Ok(self.browser.close().await?)
    }

    /// Uses everything that the server offers once.
    pub(super) async fn uses(&self, served: &Served) -> Row {
        let mut row = Row { name: served.name.into(), transport: served.transport.into(), ..Row::default() };
        say(&format!("{} by {}", row.name, row.transport));
        if let Err(why) = self.goes_through(served, &mut row).await {
            row.failed.push(("the server".into(), why.to_string()));
        }
        if let Err(why) = self.cleared().await {
            row.failed.push(("deleting it".into(), why.to_string()));
        }
        row
    }

    async fn goes_through(&self, served: &Served, row: &mut Row) -> Result<(), Reason> {
        let server =
            json!({ "id": "", "name": "s", "url": served.url, "transport": "auto", "enabled": true, "trust": "all" });
        let saved = self.extension.accepted(json!({ "type": "MCP_SAVE", "server": server })).await?;
        let id = saved["server"]["id"].as_str().unwrap_or_default().to_owned();
        let mut shown = self.listed(&id).await?;
        if shown["state"] == "sign_in" {
            shown = self.signed_in(&id).await?;
            row.asks.push("sign-in".into());
        }
        row.revision = shown["protocol"].as_str().unwrap_or_default().to_owned();
        if shown["state"] != "connected" {
            return Err(format!("{}: {}", shown["state"], shown["error"]).into());
        }
        let list = |name: &str| shown[name].as_array().cloned().unwrap_or_default();
        let names: Vec<String> =
            list("tools").iter().filter_map(|tool| Some(tool["name"].as_str()?.to_owned())).collect();
        row.tools.1 = names.len();
        for name in &names {
            match self.calls(name, (served.arguments)(name), row).await {
                Ok(()) => row.tools.0 += 1,
                Err(why) => row.failed.push((format!("tool {name}"), why.to_string())),
            }
        }
        let prompts = list("prompts");
        row.prompts.1 = prompts.len();
        for prompt in &prompts {
            let arguments = prompt["arguments"].as_array().into_iter().flatten();
            let arguments: Map<String, Value> = arguments
                .filter_map(|one| Some((one["name"].as_str()?.to_owned(), prompt_value(one["name"].as_str()?))))
                .collect();
            let command = json!({ "type": "MCP_PROMPT", "id": id, "name": prompt["name"], "arguments": arguments });
            match self.extension.accepted(command).await {
                Ok(_) => row.prompts.0 += 1,
                Err(why) => row.failed.push((format!("prompt {}", prompt["name"]), why.to_string())),
            }
        }
        let resources = list("resources");
        row.resources.1 = resources.len().min(MOST_RESOURCES);
        for resource in resources.iter().take(MOST_RESOURCES) {
            let command = json!({ "type": "DOCUMENT_ADD", "serverId": id, "url": resource["uri"] });
            match self.extension.accepted(command).await {
                Ok(_) => row.resources.0 += 1,
                Err(why) => row.failed.push((format!("resource {}", resource["uri"]), why.to_string())),
            }
        }
        if let Some((tool, arguments)) = &served.long {
            match self.cancels(tool, arguments).await {
                Ok(ms) => row.cancelled_ms = Some(ms),
                Err(why) => row.failed.push((format!("cancelling {tool}"), why.to_string())),
            }
        }
        Ok(())
    }

    /// Deletes every server: the next one is to have its name.
    async fn cleared(&self) -> Result<(), Reason> {
        let list = self.extension.accepted(json!({ "type": "MCP_LIST" })).await?;
        for server in list["servers"].as_array().into_iter().flatten() {
            self.extension.accepted(json!({ "type": "MCP_DELETE", "id": server["id"] })).await?;
        }
        Ok(())
    }

    async fn listed(&self, id: &str) -> Result<Value, Reason> {
        let list = self.extension.accepted(json!({ "type": "MCP_LIST" })).await?;
        let found = list["servers"].as_array().into_iter().flatten().find(|one| one["id"] == id);
        Ok(found.cloned().ok_or("it is not among the servers")?)
    }

    /// Signs in. A page that asks the person is allowed; one that does not ask leads on by itself.
    async fn signed_in(&self, id: &str) -> Result<Value, Reason> {
        let command = self.extension.command(json!({ "type": "MCP_SIGN_IN", "id": id }));
        let answer = tokio::time::timeout(RUN, command).await??;
        match answer["ok"] == true {
            true => Ok(answer["server"].clone()),
            false => Err(answer["error"].to_string().into()),
        }
    }

    /// Has the model use a tool once.
    async fn calls(&self, tool: &str, arguments: Option<Value>, row: &mut Row) -> Result<(), Reason> {
        let task = format!("{CALL}{}", json!({ "tool": tool, "arguments": arguments }));
        let before = self.model.requests().len();
        let run = self.extension.run_agent(&task, None).await?;
        self.answered(&run, row).await?;
        let requests = self.model.requests();
        let mut results = requests.iter().skip(before).filter_map(|request| {
            let result = request.messages().iter().find(|message| message["role"] == "tool")?;
            Some(result["content"].as_str().map_or_else(|| result["content"].to_string(), str::to_owned))
        });
        let result = results.next_back().ok_or("the model was told nothing")?;
        match result.starts_with("The server answers")
            || (tool == "fails" && result.starts_with("The server says that it went wrong"))
        {
            true => Ok(()),
            false => Err(result.chars().take(300).collect::<String>().replace('\n', " ").into()),
        }
    }

    /// Answers what is asked until the task ends.
    async fn answered(&self, run: &RunHandle, row: &mut Row) -> Result<(), Reason> {
        let mut seen = run.first_event;
        loop {
            let wanted =
                |event: &SeenEvent| event.run_id() == run.run_id && matches!(event.kind(), "agent_ask" | "agent_done");
            let (at, event) = self.extension.wait_event_from(seen, "an ask or the end", wanted, RUN).await?;
            seen = at + 1;
            if event.kind() == "agent_done" {
                return Ok(());
            }
            let mut command =
                json!({ "type": "AGENT_ANSWER", "runId": run.run_id, "askId": event.text("askId"), "answer": "once" });
            let kind = match event.text("kind") {
                "form" => {
                    command["answer"] = json!("fill");
                    command["values"] = json!({ "name": "Ann Example" });
                    "form"
                }
                _ if event.text("text").contains("visit a page") => "visit",
                _ if event.text("text").contains("answer of your model") => "model",
                _ => "permission",
            };
            self.extension.accepted(command).await?;
            row.asks.push(kind.into());
        }
    }

    /// Stops a task while its tool works; how long that takes in milliseconds.
    async fn cancels(&self, tool: &str, arguments: &Value) -> Result<f64, Reason> {
        let task = format!("{CALL}{}", json!({ "tool": tool, "arguments": arguments }));
        let run = self.extension.run_agent(&task, None).await?;
        let mut seen = run.first_event;
        loop {
            // What was opened for a server before may be private: then the person is asked.
            let wanted = |event: &SeenEvent| {
                let works = event.kind() == "agent_progress" && event.text("text").starts_with("“s”");
                event.run_id() == run.run_id && (works || event.kind() == "agent_ask")
            };
            let (at, event) = self.extension.wait_event_from(seen, "a word of its progress", wanted, RUN).await?;
            seen = at + 1;
            if event.kind() == "agent_progress" {
                break;
            }
            self.extension.answer(&event, "once").await?;
        }
        let began = Instant::now();
        self.extension.accepted(json!({ "type": "AGENT_STOP", "runId": run.run_id })).await?;
        let done = self.extension.wait_done(&run, RUN).await?;
        let took = began.elapsed().as_secs_f64() * 1_000.0;
        match done.text("outcome") {
            "stopped" => Ok(took),
            other => Err(format!("it ended as {other}").into()),
        }
    }
}

/// The model: the call that the task names, then the end. Whatever else it is asked is a server's question.
fn turn(request: &Request) -> Reply {
    let task = request.messages().iter().find_map(|message| {
        let text = message["content"].as_str()?;
        let (_, call) = text.split_once(CALL)?;
        serde_json::Deserializer::from_str(call).into_iter::<Value>().next()?.ok()
    });
    let Some(task) = task else { return Reply::text("Blue.") };
    if request.messages().iter().any(|message| message["role"] == "tool") {
        return Reply::done("Done.");
    }
    let wanted = format!("mcp__s__{}", task["tool"].as_str().unwrap_or_default());
    let tools = request.body["tools"].as_array().cloned().unwrap_or_default();
    let is_it = |tool: &&Value| tool["function"]["name"] == wanted;
    let schema = tools.iter().find(is_it).map(|tool| tool["function"]["parameters"].clone());
    let Some(schema) = schema else { return Reply::done("There is no such tool.") };
    let arguments = if task["arguments"].is_null() { sample(&schema, &schema, 0) } else { task["arguments"].clone() };
    Reply::call(wanted, arguments)
}

/// A value that a schema allows, with what it requires.
fn sample(schema: &Value, root: &Value, depth: usize) -> Value {
    if depth > 8 {
        return Value::Null;
    }
    if let Some(at) = schema["$ref"].as_str() {
        return root.pointer(at.trim_start_matches('#')).map_or(Value::Null, |schema| sample(schema, root, depth + 1));
    }
    if let Some(known) = ["const", "default"].iter().find_map(|name| schema.get(*name)).filter(|known| !known.is_null())
    {
        return known.clone();
    }
    if let Some(first) = schema["enum"].as_array().and_then(|all| all.first()) {
        return first.clone();
    }
    if let Some(first) = ["anyOf", "oneOf"].iter().find_map(|name| schema[*name].as_array()?.first()) {
        return sample(first, root, depth + 1);
    }
    match schema["type"].as_str() {
        Some("string") => json!("Oslo"),
        Some("integer" | "number") => schema.get("minimum").cloned().unwrap_or_else(|| json!(1)),
        Some("boolean") => json!(false),
        Some("array") => match schema["minItems"].as_u64() {
            Some(1..) => json!([sample(&schema["items"], root, depth + 1)]),
            _ => json!([]),
        },
        Some("null") => Value::Null,
        _ => {
            let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
            let fields = required.map(|name| (name.to_owned(), sample(&schema["properties"][name], root, depth + 1)));
            Value::Object(fields.collect())
        }
    }
}

/// What a prompt is told: servers name no values that fit.
fn prompt_value(name: &str) -> Value {
    if name == "resourceType" { json!("Text") } else { json!("1") }
}
