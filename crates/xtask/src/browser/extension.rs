//! The extension seen from outside: one of its pages as a tab, through which commands are given and every event is seen.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::sync::watch;

use crate::manifest::extension_id;

use super::error::BrowserError;
use super::page::{Page, Theme};

/// The binding through which the page hands its runtime messages out.
const BINDING: &str = "edithSeen";

/// How long a command may take. `CHAT` answers only after the whole reply.
const COMMAND_DEADLINE: Duration = Duration::from_secs(120);

/// One event that the worker broadcast.
#[derive(Debug, Clone)]
pub struct SeenEvent {
    /// When the page got it, in milliseconds since 1970.
    pub at: f64,
    /// When it arrived in this process.
    pub seen: Instant,
    /// The message as it is.
    pub message: Value,
}

impl SeenEvent {
    /// The event's type, such as `agent_progress`.
    pub fn kind(&self) -> &str {
        self.text("type")
    }

    /// A text field, empty where there is none.
    pub fn text(&self, field: &str) -> &str {
        self.message.get(field).and_then(Value::as_str).unwrap_or_default()
    }

    /// The run it belongs to.
    pub fn run_id(&self) -> &str {
        self.text("runId")
    }
}

/// A page of the extension in a tab. It looks and works like the panel, and records every event from its opening on.
pub struct Extension {
    page: Page,
    id: String,
    events: Arc<Mutex<Vec<SeenEvent>>>,
    count: watch::Receiver<usize>,
}

/// A run that was started, and where its events begin.
#[derive(Debug, Clone)]
pub struct RunHandle {
    /// The run's id.
    pub run_id: String,
    /// The conversation it is part of.
    pub conversation_id: String,
    /// The number of events that had been seen before it was started.
    pub first_event: usize,
}

impl Extension {
    /// Opens the extension's page `path` in an empty tab.
    pub(super) async fn open(page: Page, id: &str, path: &str) -> Result<Self, BrowserError> {
        let mut calls = page.subscribe("Runtime.bindingCalled");
        page.send("Page.enable", json!({})).await?;
        page.send("Runtime.enable", json!({})).await?;
        page.send("Runtime.addBinding", json!({ "name": BINDING })).await?;
        // The listener answers nothing, so commands that the worker answers are left alone.
        let script = format!(
            "if (globalThis.chrome?.runtime?.onMessage) chrome.runtime.onMessage.addListener(message => {{
               {BINDING}(JSON.stringify({{ at: Date.now(), message }})); }});"
        );
        page.send("Page.addScriptToEvaluateOnNewDocument", json!({ "source": script })).await?;
        page.goto(&format!("chrome-extension://{id}/{path}")).await?;

        let events = Arc::new(Mutex::new(Vec::new()));
        let (counted, count) = watch::channel(0);
        let recorded = Arc::clone(&events);
        tokio::spawn(async move {
            // The subscription ends with the connection; a day is just a number that never comes.
            while let Ok(call) = calls.next(Duration::from_secs(86_400)).await {
                let payload = call.params.get("payload").and_then(Value::as_str).unwrap_or_default();
                let Ok(mut payload) = serde_json::from_str::<Value>(payload) else { continue };
                let at = payload.get("at").and_then(Value::as_f64).unwrap_or_default();
                let message = payload.get_mut("message").map(Value::take).unwrap_or_default();
                let mut all = lock(&recorded);
                all.push(SeenEvent { at, seen: call.at, message });
                if counted.send(all.len()).is_err() {
                    break;
                }
            }
        });
        Ok(Self { page, id: id.to_owned(), events, count })
    }

    /// The page itself.
    pub fn page(&self) -> &Page {
        &self.page
    }

    /// Closes the tab.
    pub async fn close(self) -> Result<(), BrowserError> {
        self.page.close().await
    }

    /// The extension's id.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The answer to a command exactly as the worker gives it, refusals included.
    pub async fn command(&self, command: Value) -> Result<Value, BrowserError> {
        self.page.eval_within(&format!("chrome.runtime.sendMessage({command})"), COMMAND_DEADLINE).await
    }

    /// The answer to a command that must be accepted: `ok: false`, or no answer, is an error.
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

    /// How many events have been seen so far.
    pub fn event_count(&self) -> usize {
        lock(&self.events).len()
    }

    /// The events from the `first`th on, in the order of their arrival.
    pub fn events_since(&self, first: usize) -> Vec<SeenEvent> {
        lock(&self.events).get(first..).unwrap_or_default().to_vec()
    }

    /// The first event from the `first`th on that the caller accepts, waited for. Answers it with its number.
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

    /// The first event of all that the caller accepts, waited for.
    pub async fn wait_event(
        &self,
        what: &str,
        accept: impl Fn(&SeenEvent) -> bool,
        deadline: Duration,
    ) -> Result<SeenEvent, BrowserError> {
        Ok(self.wait_event_from(0, what, accept, deadline).await?.1)
    }

    /// One value of `chrome.storage.local`, null where there is none.
    pub async fn storage_get(&self, key: &str) -> Result<Value, BrowserError> {
        let key = Value::from(key);
        self.page.eval(&format!("chrome.storage.local.get({key}).then(all => all[{key}] ?? null)")).await
    }

    /// The stored conversations, whole and in the list's order.
    pub async fn conversations(&self) -> Result<Value, BrowserError> {
        let script = "(async () => {
            const list = (await chrome.storage.local.get('edith_conversations')).edith_conversations ?? [];
            const keys = list.map(one => `edith_conversation_${one.id}`);
            const all = keys.length ? await chrome.storage.local.get(keys) : {};
            return list.map((one, at) => all[keys[at]] ?? one);
        })()";
        self.page.eval(script).await
    }

    /// Writes values into `chrome.storage.local`: an object of keys and values. A null removes its key.
    pub async fn storage_set(&self, values: Value) -> Result<(), BrowserError> {
        let script = format!(
            "(async values => {{
               const gone = Object.keys(values).filter(key => values[key] === null);
               for (const key of gone) delete values[key];
               await chrome.storage.local.remove(gone);
               await chrome.storage.local.set(values);
             }})({values})"
        );
        self.page.eval(&script).await.map(drop)
    }

    /// Merges fields into the stored settings and leaves the others as they are.
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

    /// The number that the extension knows a tab by: of the newest tab whose address starts so.
    pub async fn tab_id(&self, url_start: &str) -> Result<Option<i64>, BrowserError> {
        let start = Value::from(url_start);
        let script = format!(
            "chrome.tabs.query({{}}).then(tabs => Math.max(...tabs
               .filter(tab => (tab.url || tab.pendingUrl || '').startsWith({start})).map(tab => tab.id)))"
        );
        Ok(self.page.eval(&script).await?.as_i64())
    }

    /// Starts an agent run, in a tab or wherever the extension sees fit.
    pub async fn run_agent(&self, prompt: &str, tab: Option<i64>) -> Result<RunHandle, BrowserError> {
        let mut command = json!({ "type": "AGENT_RUN", "prompt": prompt });
        if let (Some(tab), Some(fields)) = (tab, command.as_object_mut()) {
            fields.insert("tabId".to_owned(), tab.into());
        }
        self.start(command).await
    }

    /// Starts a research.
    pub async fn run_research(&self, prompt: &str) -> Result<RunHandle, BrowserError> {
        self.start(json!({ "type": "RESEARCH_RUN", "prompt": prompt })).await
    }

    async fn start(&self, command: Value) -> Result<RunHandle, BrowserError> {
        let first_event = self.event_count();
        let answer = self.accepted(command).await?;
        let text = |name: &str| answer.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
        Ok(RunHandle { run_id: text("runId"), conversation_id: text("conversationId"), first_event })
    }

    /// The event that ends a run, waited for.
    pub async fn wait_done(&self, run: &RunHandle, deadline: Duration) -> Result<SeenEvent, BrowserError> {
        let is_end = |event: &SeenEvent| event.kind() == "agent_done" && event.run_id() == run.run_id;
        Ok(self.wait_event_from(run.first_event, "the run's end", is_end, deadline).await?.1)
    }

    /// The run's next question or approval from the `first`th event on, waited for. Answers it with its number.
    pub async fn wait_ask(
        &self,
        run: &RunHandle,
        first: usize,
        deadline: Duration,
    ) -> Result<(usize, SeenEvent), BrowserError> {
        let is_ask = |event: &SeenEvent| event.kind() == "agent_ask" && event.run_id() == run.run_id;
        self.wait_event_from(first, "an ask", is_ask, deadline).await
    }

    /// Answers an ask.
    pub async fn answer(&self, ask: &SeenEvent, answer: &str) -> Result<Value, BrowserError> {
        let (run, id) = (ask.run_id(), ask.text("askId"));
        self.accepted(json!({ "type": "AGENT_ANSWER", "runId": run, "askId": id, "answer": answer })).await
    }

    /// Pictures of the page in both colour schemes and at the side panel's smallest width:
    /// `NAME-light.png`, `NAME-dark.png` and `NAME-320.png`.
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

/// The beginning of a text, in characters.
fn shortened(text: &str, length: usize) -> String {
    text.chars().take(length).collect()
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
