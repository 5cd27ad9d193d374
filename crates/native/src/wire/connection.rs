//! One WebSocket to a browser, with flat sessions: every call and event names the session it is of.

use futures_channel::{mpsc, oneshot};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::{Rc, Weak};
use std::time::Duration;
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

/// How long a connection may say nothing before it is asked whether anybody is there: what is between, such as a Grid's hub, may keep it open long after
/// the browser died.
const SILENT: Duration = Duration::from_secs(20);
/// How long the browser may take to answer that. Its own process does, whatever its pages are busy with.
const ANSWERS: Duration = Duration::from_secs(20);

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
    /// When anything last came.
    heard: Cell<Instant>,
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
        Self::open_patient(address, SILENT, ANSWERS).await
    }

    async fn open_patient(address: &str, silent: Duration, answers: Duration) -> Result<Self, WireError> {
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
            heard: Cell::new(Instant::now()),
        });
        tokio::task::spawn_local(async move {
            while let Some(text) = queue.next().await {
                if sink.send(Message::text(text)).await.is_err() {
                    break;
                }
            }
            // Nobody holds the connection. A browser that is gone need not be told.
            let _told = sink.close().await;
        });
        let reading = Rc::downgrade(&inner);
        tokio::task::spawn_local(async move {
            while let Some(Ok(message)) = stream.next().await {
                let Some(inner) = reading.upgrade() else { return };
                inner.heard.set(Instant::now());
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
        tokio::task::spawn_local(watched(Rc::downgrade(&inner), silent, answers));
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

    /// Sends a command without anything that could be waited for: even if nothing works.
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

/// Ends a connection with nobody at its other end.
async fn watched(watched: Weak<Inner>, silent: Duration, answers: Duration) {
    loop {
        let Some(heard) = watched.upgrade().filter(|inner| !inner.is_closed.get()).map(|inner| inner.heard.get())
        else {
            return;
        };
        let until = heard + silent;
        if Instant::now() < until {
            tokio::time::sleep_until(until).await;
            continue;
        }
        let Some(inner) = watched.upgrade() else { return };
        let connection = Connection(inner);
        let asked = connection.call(None, "Browser.getVersion", json!({}));
        // Also a refusal is an answer.
        if tokio::time::timeout(answers, asked).await.is_err() && connection.0.heard.get() == heard {
            connection.0.outgoing.close_channel();
            connection.0.end();
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::net::TcpListener;
    use tokio::runtime::Builder;
    use tokio::task::LocalSet;

    const SHORT: Duration = Duration::from_millis(150);

    /// A call to a server that keeps its connection open, and answers or not, and how many questions reached it.
    fn call_to(answers: bool) -> (Result<Value, WireError>, bool) {
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        LocalSet::new().block_on(&runtime, async {
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let address = format!("ws://{}", listener.local_addr().unwrap());
            tokio::task::spawn_local(async move {
                let (stream, _) = listener.accept().await.unwrap();
                let mut socket = tokio_tungstenite::accept_async(stream).await.unwrap();
                while let Some(Ok(message)) = socket.next().await {
                    let Ok(text) = message.into_text() else { continue };
                    let asked: Value = serde_json::from_str(&text).unwrap_or_default();
                    // The page never answers; the browser does, or nobody is there.
                    if answers && asked["method"] == "Browser.getVersion" {
                        let answer = json!({"id": asked["id"], "result": {}}).to_string();
                        socket.send(Message::text(answer)).await.unwrap();
                    }
                }
            });
            let connection = Connection::open_patient(&address, SHORT, SHORT).await.unwrap();
            let asked = connection.call(Some("page"), "Page.reload", json!({}));
            let answer = tokio::time::timeout(SHORT * 8, asked).await.unwrap_or(Ok(json!("still waiting")));
            (answer, connection.is_closed())
        })
    }

    #[test]
    fn a_connection_at_whose_other_end_nobody_is_ends_and_one_that_is_only_quiet_does_not() {
        assert_eq!(call_to(false), (Err(WireError::Closed), true));
        assert_eq!(call_to(true), (Ok(json!("still waiting")), false));
    }
}
