//! One WebSocket to a browser, with flat sessions: every call and event names the session it is of.

use futures_channel::{mpsc, oneshot};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

/// Why a call has no result.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum WireError {
    /// The browser refuses: its error, `{code, message}`.
    #[error("{}", .0.get("message").and_then(Value::as_str).unwrap_or("an error without words"))]
    Refused(Value),
    /// The connection is closed.
    #[error("the connection to the browser is closed")]
    Closed,
    /// There is no connection.
    #[error("{0}")]
    NotConnected(String),
}

/// An event of the browser's.
#[derive(Debug, Clone, PartialEq)]
pub struct WireEvent {
    /// Its session; none: the browser itself.
    pub session: Option<String>,
    /// Such as `Page.frameNavigated`.
    pub method: String,
    /// Its parameters.
    pub params: Value,
}

type Answered = oneshot::Sender<Result<Value, WireError>>;
type Listener = Rc<dyn Fn(WireEvent)>;

struct Inner {
    outgoing: mpsc::UnboundedSender<String>,
    waiting: RefCell<HashMap<u64, Answered>>,
    next: Cell<u64>,
    listener: RefCell<Option<Listener>>,
    closed: RefCell<Option<Rc<dyn Fn()>>>,
    is_closed: Cell<bool>,
}

/// A connection to a browser; cheap to clone.
#[derive(Clone)]
pub struct Connection(Rc<Inner>);

impl Connection {
    /// Connects to the address of a browser's WebSocket (`ws:` or `wss:`). Must be called on a `LocalSet`, where it then works.
    ///
    /// # Errors
    /// When nothing there speaks WebSocket.
    pub async fn open(address: &str) -> Result<Self, WireError> {
        // Screenshots and the texts of pages exceed the library's usual limits.
        let config = WebSocketConfig::default().max_message_size(None).max_frame_size(None);
        let (socket, _) = tokio_tungstenite::connect_async_with_config(address, Some(config), true)
            .await
            .map_err(|error| WireError::NotConnected(error.to_string()))?;
        let (mut sink, mut stream) = socket.split();
        let (outgoing, mut queue) = mpsc::unbounded::<String>();
        let inner = Rc::new(Inner {
            outgoing,
            waiting: RefCell::default(),
            next: Cell::new(1),
            listener: RefCell::default(),
            closed: RefCell::default(),
            is_closed: Cell::new(false),
        });
        tokio::task::spawn_local(async move {
            while let Some(text) = queue.next().await {
                if sink.send(Message::text(text)).await.is_err() {
                    break;
                }
            }
            // Nobody holds the connection any more. A browser that is gone need not be told.
            let _told = sink.close().await;
        });
        let reading = Rc::downgrade(&inner);
        tokio::task::spawn_local(async move {
            while let Some(Ok(message)) = stream.next().await {
                let Some(inner) = reading.upgrade() else { return };
                if let Message::Text(text) = message
                    && let Ok(value) = serde_json::from_str::<Value>(&text)
                {
                    inner.receive(value);
                }
            }
            if let Some(inner) = reading.upgrade() {
                inner.end();
            }
        });
        Ok(Self(inner))
    }

    /// Closes it, whoever holds it still.
    pub fn close(&self) {
        self.0.is_closed.set(true);
        self.0.outgoing.close_channel();
    }

    /// Sets who hears the events, in their order.
    pub fn listen(&self, listener: impl Fn(WireEvent) + 'static) {
        *self.0.listener.borrow_mut() = Some(Rc::new(listener));
    }

    /// Sets who hears that the connection is closed.
    pub fn on_closed(&self, listener: impl Fn() + 'static) {
        *self.0.closed.borrow_mut() = Some(Rc::new(listener));
    }

    /// Whether it is closed.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.0.is_closed.get()
    }

    /// Sends a command at the first poll, and waits for its answer without a deadline. `session`: none for the browser itself.
    ///
    /// # Errors
    /// When the browser refuses, or the connection is closed.
    pub async fn call(&self, session: Option<&str>, method: &str, params: Value) -> Result<Value, WireError> {
        let inner = &self.0;
        if inner.is_closed.get() {
            return Err(WireError::Closed);
        }
        let id = inner.next.get();
        inner.next.set(id + 1);
        let mut call = json!({ "id": id, "method": method, "params": params });
        if let (Some(session), Some(fields)) = (session, call.as_object_mut()) {
            fields.insert("sessionId".to_owned(), session.into());
        }
        let (sender, receiver) = oneshot::channel();
        inner.waiting.borrow_mut().insert(id, sender);
        inner.outgoing.unbounded_send(call.to_string()).map_err(|_| WireError::Closed)?;
        receiver.await.unwrap_or(Err(WireError::Closed))
    }

    /// Sends a command without anything that could be waited for: also where nothing works any more.
    pub(crate) fn tell(&self, method: &str, params: &Value) {
        self.tell_in(None, method, params);
    }

    /// The same in a session, before whatever is sent after it.
    pub(crate) fn tell_in(&self, session: Option<&str>, method: &str, params: &Value) {
        let id = self.0.next.get();
        self.0.next.set(id + 1);
        let mut call = json!({ "id": id, "method": method, "params": params });
        if let (Some(session), Some(fields)) = (session, call.as_object_mut()) {
            fields.insert("sessionId".to_owned(), session.into());
        }
        // A connection that is closed has nothing to be told.
        let _told = self.0.outgoing.unbounded_send(call.to_string());
    }

    /// Sends a command whose answer nobody waits for.
    pub fn send(&self, session: Option<&str>, method: &'static str, params: Value) {
        let (connection, session) = (self.clone(), session.map(str::to_owned));
        // A refusal means that what it was for is gone.
        let work = async move { drop(connection.call(session.as_deref(), method, params).await) };
        tokio::task::spawn_local(work);
    }
}

impl Inner {
    fn receive(&self, mut message: Value) {
        if let Some(id) = message.get("id").and_then(Value::as_u64) {
            let waiting = self.waiting.borrow_mut().remove(&id);
            if let Some(waiting) = waiting {
                let answer = match message.get_mut("error").map(Value::take) {
                    Some(error) => Err(WireError::Refused(error)),
                    None => Ok(message.get_mut("result").map(Value::take).unwrap_or_default()),
                };
                // Whoever asked may have given up.
                let _unheard = waiting.send(answer);
            }
            return;
        }
        let text = |name: &str| message.get(name).and_then(Value::as_str).map(str::to_owned);
        let Some(method) = text("method") else { return };
        let session = text("sessionId");
        let params = message.get_mut("params").map(Value::take).unwrap_or_default();
        let listener = self.listener.borrow().clone();
        if let Some(listener) = listener {
            listener(WireEvent { session, method, params });
        }
    }

    fn end(&self) {
        self.is_closed.set(true);
        self.waiting.borrow_mut().clear();
        let closed = self.closed.borrow().clone();
        if let Some(closed) = closed {
            closed();
        }
    }
}
