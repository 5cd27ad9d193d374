//! The wire: one WebSocket to the browser, answers matched to calls by number, events sent to subscribers.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::sync::{mpsc, oneshot};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

use super::error::{BrowserError, CALL_DEADLINE};

/// An event from the browser.
#[derive(Debug, Clone)]
pub struct Event {
    /// Its session; none for the browser itself.
    pub session: Option<String>,
    /// Such as `Page.javascriptDialogOpening`.
    pub method: String,
    pub params: Value,
    pub at: Instant,
}

/// Events of one kind, from the subscription on.
pub struct Subscription {
    receiver: mpsc::UnboundedReceiver<Event>,
    method: String,
}

impl Subscription {
    /// The next event within a deadline.
    pub async fn next(&mut self, deadline: Duration) -> Result<Event, BrowserError> {
        match tokio::time::timeout(deadline, self.receiver.recv()).await {
            Ok(Some(event)) => Ok(event),
            Ok(None) => Err(BrowserError::Closed { method: self.method.clone() }),
            Err(_) => Err(BrowserError::Deadline { method: self.method.clone(), milliseconds: deadline.as_millis() }),
        }
    }

    pub fn try_next(&mut self) -> Option<Event> {
        self.receiver.try_recv().ok()
    }
}

struct Subscriber {
    session: Option<String>,
    method: String,
    sender: mpsc::UnboundedSender<Event>,
}

#[derive(Default)]
struct Shared {
    waiting: Mutex<HashMap<u64, oneshot::Sender<Value>>>,
    subscribers: Mutex<Vec<Subscriber>>,
}

/// A shared connection; cheap to clone.
#[derive(Clone)]
pub struct Connection {
    shared: Arc<Shared>,
    outgoing: mpsc::UnboundedSender<String>,
    next: Arc<AtomicU64>,
}

impl Connection {
    pub async fn open(url: &str) -> Result<Self, BrowserError> {
        // Screenshots and page texts exceed the library's default limits.
        let config = WebSocketConfig::default().max_message_size(None).max_frame_size(None);
        let (socket, _) = tokio_tungstenite::connect_async_with_config(url, Some(config), true)
            .await
            .map_err(|error| BrowserError::Socket(error.to_string()))?;
        let (mut sink, mut stream) = socket.split();
        let (outgoing, mut queue) = mpsc::unbounded_channel::<String>();
        let shared = Arc::new(Shared::default());
        tokio::spawn(async move {
            while let Some(text) = queue.recv().await {
                if sink.send(Message::text(text)).await.is_err() {
                    break;
                }
            }
        });
        let reading = Arc::clone(&shared);
        tokio::spawn(async move {
            while let Some(Ok(message)) = stream.next().await {
                if let Message::Text(text) = message
                    && let Ok(value) = serde_json::from_str::<Value>(&text)
                {
                    reading.receive(value);
                }
            }
            // Dropping the senders tells all waiters that the browser is gone.
            lock(&reading.waiting).clear();
            lock(&reading.subscribers).clear();
        });
        Ok(Self { shared, outgoing, next: Arc::new(AtomicU64::new(1)) })
    }

    pub async fn call(&self, session: Option<&str>, method: &str, params: Value) -> Result<Value, BrowserError> {
        self.call_within(session, method, params, CALL_DEADLINE).await
    }

    pub async fn call_within(
        &self,
        session: Option<&str>,
        method: &str,
        params: Value,
        deadline: Duration,
    ) -> Result<Value, BrowserError> {
        let closed = || BrowserError::Closed { method: method.to_owned() };
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        let mut call = json!({ "id": id, "method": method, "params": params });
        if let (Some(session), Some(fields)) = (session, call.as_object_mut()) {
            fields.insert("sessionId".to_owned(), session.into());
        }
        let (sender, receiver) = oneshot::channel();
        lock(&self.shared.waiting).insert(id, sender);
        self.outgoing.send(call.to_string()).map_err(|_| closed())?;
        let Ok(answer) = tokio::time::timeout(deadline, receiver).await else {
            lock(&self.shared.waiting).remove(&id);
            return Err(BrowserError::Deadline { method: method.to_owned(), milliseconds: deadline.as_millis() });
        };
        let mut answer = answer.map_err(|_| closed())?;
        if let Some(error) = answer.get("error") {
            let message = error.get("message").and_then(Value::as_str).unwrap_or("an error without words");
            return Err(BrowserError::Refused { method: method.to_owned(), message: message.to_owned() });
        }
        Ok(answer.get_mut("result").map(Value::take).unwrap_or_default())
    }

    /// Subscribes to `method` events of one session (none: the browser's own).
    pub fn subscribe(&self, session: Option<&str>, method: &str) -> Subscription {
        let (sender, receiver) = mpsc::unbounded_channel();
        let session = session.map(str::to_owned);
        lock(&self.shared.subscribers).push(Subscriber { session, method: method.to_owned(), sender });
        Subscription { receiver, method: method.to_owned() }
    }
}

impl Shared {
    fn receive(&self, mut message: Value) {
        if let Some(id) = message.get("id").and_then(Value::as_u64) {
            if let Some(waiting) = lock(&self.waiting).remove(&id) {
                // The caller may just have given up at its deadline.
                let _ = waiting.send(message);
            }
            return;
        }
        let text = |name: &str| message.get(name).and_then(Value::as_str).map(str::to_owned);
        let Some(method) = text("method") else { return };
        let session = text("sessionId");
        let params = message.get_mut("params").map(Value::take).unwrap_or_default();
        let event = Event { session, method, params, at: Instant::now() };
        lock(&self.subscribers).retain(|subscriber| {
            let wanted = subscriber.session == event.session && subscriber.method == event.method;
            if wanted { subscriber.sender.send(event.clone()).is_ok() } else { !subscriber.sender.is_closed() }
        });
    }
}

/// Locks even after another thread panicked: the content stays usable.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
