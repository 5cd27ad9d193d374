//! The program's own agent on a browser that somebody else started, commanded and heard in JSON as the extension's worker is.

use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use edith_lab::browser::{RunHandle, SeenEvent};
use edith_native::agent::{Agent, Parts};
use edith_native::reading::ReaderFiles;
use edith_native::store::{Database, RoomStore};
use edith_native::wire::Connection;
use edith_port::{Browser as _, Events};
use edith_protocol::{Event, read_command};
use serde_json::{Value, json};
use tokio::runtime::Builder;
use tokio::sync::{mpsc, oneshot};
use tokio::task::LocalSet;

use crate::trouble::Trouble;

/// How often it is looked whether an event has come.
const POLL: Duration = Duration::from_millis(5);

/// What the thread of the agent is asked.
enum Order {
    Command(Value, oneshot::Sender<Value>),
    /// The number of the newest tab whose address has this prefix.
    Tab(String, oneshot::Sender<Option<i64>>),
}

type Seen = Arc<Mutex<Vec<SeenEvent>>>;

/// An agent in a thread of its own, which ends with it.
pub struct Program {
    orders: mpsc::UnboundedSender<Order>,
    events: Seen,
}

struct Heard(Seen);

impl Events for Heard {
    fn emit(&self, event: Event) {
        let at = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs_f64() * 1000.0;
        let message = serde_json::to_value(event).unwrap_or_default();
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(SeenEvent { at, seen: Instant::now(), message });
    }
}

impl Program {
    /// An agent on the browser with this debugging address, with these values by the keys of `chrome.storage.local`.
    ///
    /// # Errors
    /// When the browser cannot be driven.
    pub async fn start(socket: &str, stored: BTreeMap<String, Value>) -> Result<Self, Trouble> {
        let (orders, asked) = mpsc::unbounded_channel();
        let events = Seen::default();
        let (socket, heard) = (socket.to_owned(), Heard(Arc::clone(&events)));
        let (begun, begins) = oneshot::channel();
        std::thread::spawn(move || match Builder::new_current_thread().enable_all().build() {
            Ok(runtime) => LocalSet::new().block_on(&runtime, work(socket, stored, heard, asked, begun)),
            // Nobody hears of it only if nobody waits.
            Err(error) => drop(begun.send(Err(error.to_string()))),
        });
        begins.await.map_err(|_| "the agent's thread ended")??;
        Ok(Self { orders, events })
    }

    /// The answer to a command; a refusal is an error.
    ///
    /// # Errors
    /// When it is refused, or the agent is gone.
    pub async fn accepted(&self, command: Value) -> Result<Value, Trouble> {
        let (answer, answered) = oneshot::channel();
        self.orders.send(Order::Command(command, answer))?;
        let answer = answered.await?;
        if answer.get("ok") == Some(&Value::Bool(true)) { Ok(answer) } else { Err(answer.to_string().into()) }
    }

    /// The number of the newest tab whose address has this prefix.
    ///
    /// # Errors
    /// When the agent is gone.
    pub async fn tab_id(&self, url_start: &str) -> Result<Option<i64>, Trouble> {
        let (answer, answered) = oneshot::channel();
        self.orders.send(Order::Tab(url_start.to_owned(), answer))?;
        Ok(answered.await?)
    }

    /// Starts a run, in this tab or in one of its own.
    ///
    /// # Errors
    /// When it is refused.
    pub async fn run_agent(&self, prompt: &str, tab: Option<i64>) -> Result<RunHandle, Trouble> {
        let first_event = self.events.lock().unwrap_or_else(PoisonError::into_inner).len();
        let mut command = json!({ "type": "AGENT_RUN", "prompt": prompt });
        if let (Some(tab), Some(fields)) = (tab, command.as_object_mut()) {
            fields.insert("tabId".to_owned(), tab.into());
        }
        let answer = self.accepted(command).await?;
        let text = |name: &str| answer.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
        Ok(RunHandle { run_id: text("runId"), conversation_id: text("conversationId"), first_event })
    }

    /// The events from the `first`th on.
    #[must_use]
    pub fn events_since(&self, first: usize) -> Vec<SeenEvent> {
        self.events.lock().unwrap_or_else(PoisonError::into_inner).get(first..).unwrap_or_default().to_vec()
    }

    /// The event that ends a run; none: it did not come in time.
    pub async fn wait_done(&self, run: &RunHandle, deadline: Duration) -> Option<SeenEvent> {
        let is_end = |event: &SeenEvent| event.kind() == "agent_done" && event.run_id() == run.run_id;
        let started = Instant::now();
        loop {
            if let Some(end) = self.events_since(run.first_event).into_iter().find(is_end) {
                return Some(end);
            }
            if started.elapsed() >= deadline {
                return None;
            }
            tokio::time::sleep(POLL).await;
        }
    }
}

async fn work(
    socket: String,
    stored: BTreeMap<String, Value>,
    heard: Heard,
    mut asked: mpsc::UnboundedReceiver<Order>,
    begun: oneshot::Sender<Result<(), String>>,
) {
    let agent = match agent(&socket, stored, heard).await {
        Ok(agent) => agent,
        Err(trouble) => return drop(begun.send(Err(trouble.to_string()))),
    };
    // Whoever waits for these answers may be gone.
    let _heard = begun.send(Ok(()));
    while let Some(order) = asked.recv().await {
        match order {
            Order::Command(message, answer) => {
                let router = Rc::clone(&agent.router);
                tokio::task::spawn_local(async move {
                    let told = match read_command(message) {
                        Ok((command, extras)) => {
                            let reply = router.handle_with(command, extras).await;
                            serde_json::to_value(reply).unwrap_or_default()
                        }
                        Err(error) => json!({ "ok": false, "error": { "message": error.to_string() } }),
                    };
                    let _heard = answer.send(told);
                });
            }
            Order::Tab(start, answer) => {
                let tabs = agent.browser.tabs().await.unwrap_or_default();
                let tab = tabs.into_iter().rev().find(|tab| tab.url.starts_with(&start));
                let _heard = answer.send(tab.map(|tab| tab.id.0.into()));
            }
        }
    }
}

async fn agent(socket: &str, stored: BTreeMap<String, Value>, heard: Heard) -> Result<Agent, Trouble> {
    let connection = Connection::open(socket).await?;
    let store = Rc::new(RoomStore::new(Database::in_memory()?, "trials", stored));
    let parts = Parts {
        connection,
        is_apart: false,
        store,
        events: Rc::new(heard),
        programs: Vec::new(),
        reader_files: ReaderFiles::default(),
        model_calls: None,
        tab_commands: None,
        recorder: None,
    };
    Ok(Agent::begin(parts, None::<&Path>).await?)
}
