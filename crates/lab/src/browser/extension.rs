//! The extension from outside: one of its pages as a tab, for sending commands and seeing every event.

use std::io::Write;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::sync::watch;

use crate::extension_id::extension_id;

use super::connection::Subscription;
use super::error::BrowserError;
use super::page::{Page, Theme};

/// The binding through which the page reports its runtime messages.
const BINDING: &str = "edithSeen";

/// Reports the page's runtime messages. It never answers, so it does not interfere with the worker's replies.
const LISTEN: &str = "if (globalThis.chrome?.runtime?.onMessage) chrome.runtime.onMessage.addListener(message => {
    edithSeen(JSON.stringify({ at: Date.now(), message })); });";

/// Names a file that all events are added to, a line each, for counting over many tests.
const RECORD: &str = "EDITH_EVENTS";

/// Deadline of a command. `CHAT` answers only after the whole reply.
const COMMAND_DEADLINE: Duration = Duration::from_secs(120);

/// An event broadcast by the worker.
#[derive(Debug, Clone)]
pub struct SeenEvent {
    /// When the page got it, in milliseconds since 1970.
    pub at: f64,
    /// When it arrived in this process.
    pub seen: Instant,
    pub message: Value,
}

impl SeenEvent {
    /// Such as `agent_progress`.
    pub fn kind(&self) -> &str {
        self.text("type")
    }

    /// A text field, or "".
    pub fn text(&self, field: &str) -> &str {
        self.message.get(field).and_then(Value::as_str).unwrap_or_default()
    }

    pub fn run_id(&self) -> &str {
        self.text("runId")
    }
}

/// A page of the extension in a tab. It acts as a panel and records every event from its opening on.
pub struct Extension {
    page: Page,
    id: String,
    events: Arc<Mutex<Vec<SeenEvent>>>,
    count: watch::Receiver<usize>,
}

/// A started run, and where its events begin.
#[derive(Debug, Clone)]
pub struct RunHandle {
    pub run_id: String,
    pub conversation_id: String,
    /// The number of events before it started.
    pub first_event: usize,
}

impl Extension {
    /// Opens the extension's page `path` in an empty tab.
    pub(super) async fn open(page: Page, id: &str, path: &str) -> Result<Self, BrowserError> {
        let calls = page.subscribe("Runtime.bindingCalled");
        page.send("Page.enable", json!({})).await?;
        page.send("Runtime.enable", json!({})).await?;
        page.send("Runtime.addBinding", json!({ "name": BINDING })).await?;
        page.send("Page.addScriptToEvaluateOnNewDocument", json!({ "source": LISTEN })).await?;
        page.goto(&format!("chrome-extension://{id}/{path}")).await?;
        Ok(Self::recorded(page, id, calls))
    }

    /// A page of the extension that the browser opened by itself: every event from now on.
    pub(super) async fn join(page: Page, id: &str) -> Result<Self, BrowserError> {
        let calls = page.subscribe("Runtime.bindingCalled");
        page.send("Page.enable", json!({})).await?;
        page.send("Runtime.enable", json!({})).await?;
        page.send("Runtime.addBinding", json!({ "name": BINDING })).await?;
        page.eval(&format!("{{ {LISTEN} }}")).await?;
        Ok(Self::recorded(page, id, calls))
    }

    fn recorded(page: Page, id: &str, mut calls: Subscription) -> Self {
        let events = Arc::new(Mutex::new(Vec::new()));
        let (counted, count) = watch::channel(0);
        let recorded = Arc::clone(&events);
        let mut record = std::env::var_os(RECORD)
            .and_then(|path| std::fs::OpenOptions::new().create(true).append(true).open(path).ok());
        tokio::spawn(async move {
            // The subscription ends with the connection; the day never passes.
            while let Ok(call) = calls.next(Duration::from_secs(86_400)).await {
                let payload = call.params.get("payload").and_then(Value::as_str).unwrap_or_default();
                let Ok(mut payload) = serde_json::from_str::<Value>(payload) else { continue };
                let at = payload.get("at").and_then(Value::as_f64).unwrap_or_default();
                let message = payload.get_mut("message").map(Value::take).unwrap_or_default();
                if let Some(record) = &mut record {
                    // One write for each line: several browsers share the file.
                    let _ = record.write_all(format!("{message}\n").as_bytes());
                }
                let mut all = lock(&recorded);
                all.push(SeenEvent { at, seen: call.at, message });
                if counted.send(all.len()).is_err() {
                    break;
                }
            }
        });
        Self { page, id: id.to_owned(), events, count }
    }

    pub fn page(&self) -> &Page {
        &self.page
    }

    pub async fn close(self) -> Result<(), BrowserError> {
        self.page.close().await
    }

    pub fn id(&self) -> &str {
        &self.id
    }

    /// The worker's raw answer to a command, refusals included.
    pub async fn command(&self, command: Value) -> Result<Value, BrowserError> {
        self.page.eval_within(&format!("chrome.runtime.sendMessage({command})"), COMMAND_DEADLINE).await
    }

    /// The answer to a command; `ok: false`, or no answer, is an error.
    pub async fn accepted(&self, command: Value) -> Result<Value, BrowserError> {
        let name = command.get("type").and_then(Value::as_str).unwrap_or("a command without type").to_owned();
        let answer = self.command(command).await?;
        if answer.get("ok") == Some(&Value::Bool(true)) {
            return Ok(answer);
        }
        let text = |path: &str| answer.pointer(path).and_then(Value::as_str).map(str::to_owned);
        Err(BrowserError::Command {
            command: name,
            code: text("/error/code").unwrap_or_else(|| "no answer".to_owned()),
            message: text("/error/message").unwrap_or_else(|| answer.to_string()),
        })
    }

    pub fn event_count(&self) -> usize {
        lock(&self.events).len()
    }

    /// The events from the `first`th on, in order of arrival.
    pub fn events_since(&self, first: usize) -> Vec<SeenEvent> {
        lock(&self.events).get(first..).unwrap_or_default().to_vec()
    }

    /// Waits for an accepted event from the `first`th on; returns it with its number.
    pub async fn wait_event_from(
        &self,
        first: usize,
        what: &str,
        accept: impl Fn(&SeenEvent) -> bool,
        deadline: Duration,
    ) -> Result<(usize, SeenEvent), BrowserError> {
        let mut count = self.count.clone();
        let search = async {
            let mut next = first;
            loop {
                count.borrow_and_update();
                for event in self.events_since(next) {
                    if accept(&event) {
                        return Some((next, event));
                    }
                    next += 1;
                }
                // An error means that the browser is gone.
                count.changed().await.ok()?;
            }
        };
        let found = tokio::time::timeout(deadline, search).await;
        match found {
            Ok(Some(event)) => Ok(event),
            Ok(None) => Err(BrowserError::Closed { method: format!("waiting for {what}") }),
            Err(_) => {
                let events = self.events_since(first);
                let tail: Vec<String> = events
                    .iter()
                    .rev()
                    .filter(|event| event.kind() != "agent_delta")
                    .take(6)
                    .map(|event| format!("{} {}", event.kind(), shortened(event.text("text"), 120)))
                    .collect();
                let last = format!("; the last of {} events, newest first: {}", events.len(), tail.join(" | "));
                Err(BrowserError::StillNot { what: what.to_owned(), milliseconds: deadline.as_millis(), last })
            }
        }
    }

    /// Waits for the first accepted event of all.
    pub async fn wait_event(
        &self,
        what: &str,
        accept: impl Fn(&SeenEvent) -> bool,
        deadline: Duration,
    ) -> Result<SeenEvent, BrowserError> {
        Ok(self.wait_event_from(0, what, accept, deadline).await?.1)
    }

    /// A value of `chrome.storage.local`, or null.
    pub async fn storage_get(&self, key: &str) -> Result<Value, BrowserError> {
        let key = Value::from(key);
        self.page.eval(&format!("chrome.storage.local.get({key}).then(all => all[{key}] ?? null)")).await
    }

    /// The stored conversations in list order.
    pub async fn conversations(&self) -> Result<Value, BrowserError> {
        let script = "(async () => {
            const list = (await chrome.storage.local.get('edith_conversations')).edith_conversations ?? [];
            const keys = list.map(one => `edith_conversation_${one.id}`);
            const all = keys.length ? await chrome.storage.local.get(keys) : {};
            return list.map((one, at) => all[keys[at]] ?? one);
        })()";
        self.page.eval(script).await
    }

    /// Writes keys and values to `chrome.storage.local`; null removes a key. With settings or a server that do not say otherwise no titles are
    /// generated, so that a model's script holds the requests of tasks alone.
    pub async fn storage_set(&self, values: Value) -> Result<(), BrowserError> {
        let script = format!(
            "(async values => {{
               if (values.edith_settings || values.edith_api_base_url) {{
                 const stored = (await chrome.storage.local.get('edith_settings')).edith_settings;
                 values.edith_settings = {{ generateTitles: false, ...(values.edith_settings ?? stored) }};
               }}
               const gone = Object.keys(values).filter(key => values[key] === null);
               for (const key of gone) delete values[key];
               await chrome.storage.local.remove(gone);
               await chrome.storage.local.set(values);
             }})({values})"
        );
        self.page.eval(&script).await.map(drop)
    }

    /// Merges fields into the stored settings.
    pub async fn change_settings(&self, changes: Value) -> Result<(), BrowserError> {
        let mut settings = self.storage_get("edith_settings").await?;
        if !settings.is_object() {
            settings = json!({});
        }
        if let (Some(all), Value::Object(changes)) = (settings.as_object_mut(), changes) {
            all.extend(changes);
        }
        self.storage_set(json!({ "edith_settings": settings })).await
    }

    /// The extension's tab id of the newest tab whose address has this prefix.
    pub async fn tab_id(&self, url_start: &str) -> Result<Option<i64>, BrowserError> {
        let start = Value::from(url_start);
        let script = format!(
            "chrome.tabs.query({{}}).then(tabs => Math.max(...tabs
               .filter(tab => (tab.url || tab.pendingUrl || '').startsWith({start})).map(tab => tab.id)))"
        );
        Ok(self.page.eval(&script).await?.as_i64())
    }

    /// Starts an agent run, in this tab or where the extension chooses.
    pub async fn run_agent(&self, prompt: &str, tab: Option<i64>) -> Result<RunHandle, BrowserError> {
        let mut command = json!({ "type": "AGENT_RUN", "prompt": prompt });
        if let (Some(tab), Some(fields)) = (tab, command.as_object_mut()) {
            fields.insert("tabId".to_owned(), tab.into());
        }
        self.start_run(command).await
    }

    pub async fn run_research(&self, prompt: &str) -> Result<RunHandle, BrowserError> {
        self.start_run(json!({ "type": "RESEARCH_RUN", "prompt": prompt })).await
    }

    /// Starts a run by a command that answers with its ids.
    pub async fn start_run(&self, command: Value) -> Result<RunHandle, BrowserError> {
        let first_event = self.event_count();
        let answer = self.accepted(command).await?;
        let text = |name: &str| answer.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
        Ok(RunHandle { run_id: text("runId"), conversation_id: text("conversationId"), first_event })
    }

    /// Waits for the event that ends a run.
    pub async fn wait_done(&self, run: &RunHandle, deadline: Duration) -> Result<SeenEvent, BrowserError> {
        let is_end = |event: &SeenEvent| event.kind() == "agent_done" && event.run_id() == run.run_id;
        Ok(self.wait_event_from(run.first_event, "the run's end", is_end, deadline).await?.1)
    }

    /// Waits for the run's next ask from the `first`th event on; returns it with its number.
    pub async fn wait_ask(
        &self,
        run: &RunHandle,
        first: usize,
        deadline: Duration,
    ) -> Result<(usize, SeenEvent), BrowserError> {
        let is_ask = |event: &SeenEvent| event.kind() == "agent_ask" && event.run_id() == run.run_id;
        self.wait_event_from(first, "an ask", is_ask, deadline).await
    }

    /// Waits for the run's next ask or its end from the `first`th event on; returns it with its number.
    pub async fn wait_ask_or_done(
        &self,
        run: &RunHandle,
        first: usize,
        deadline: Duration,
    ) -> Result<(usize, SeenEvent), BrowserError> {
        let is_it =
            |event: &SeenEvent| matches!(event.kind(), "agent_ask" | "agent_done") && event.run_id() == run.run_id;
        self.wait_event_from(first, "an ask or the end", is_it, deadline).await
    }

    pub async fn answer(&self, ask: &SeenEvent, answer: &str) -> Result<Value, BrowserError> {
        let (run, id) = (ask.run_id(), ask.text("askId"));
        self.accepted(json!({ "type": "AGENT_ANSWER", "runId": run, "askId": id, "answer": answer })).await
    }

    /// Screenshots of the page in both colour schemes and at the side panel's smallest width: `NAME-light.png`, `NAME-dark.png` and `NAME-320.png`.
    pub async fn portraits(&self, folder: &Path, name: &str) -> Result<(), BrowserError> {
        let file = |kind: &str| folder.join(format!("{name}-{kind}.png"));
        self.page.screenshot(&file("light"), Theme::Light, 420, 860).await?;
        self.page.screenshot(&file("dark"), Theme::Dark, 420, 860).await?;
        self.page.screenshot(&file("320"), Theme::Light, 320, 720).await
    }
}

/// The id of the unpacked extension in a folder, from its manifest's key.
pub fn extension_id_of(dist: &Path) -> Result<String, BrowserError> {
    let path = dist.join("manifest.json");
    let manifest = std::fs::read(&path).map_err(|source| BrowserError::File { path, source })?;
    let manifest: Option<Value> = serde_json::from_slice(&manifest).ok();
    let key = manifest.as_ref().and_then(|manifest| manifest.get("key")).and_then(Value::as_str);
    key.and_then(extension_id).ok_or_else(|| BrowserError::NoExtension(dist.to_owned()))
}

/// The first `length` characters.
fn shortened(text: &str, length: usize) -> String {
    text.chars().take(length).collect()
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
