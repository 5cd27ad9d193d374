//! A request of an older revision, from its sending to its answer: over cut streams, and questions of the server in between.

use super::asks::{InputRequest, ServerRequest, reply, sort};
use super::body::{self, Cut, Events, is_stream, ours, refusal};
use super::error::{Fail, McpError, Refusal};
use super::headers::is_value;
use super::line::Line;
use super::notices::told_progress;
use super::session::{RETRY_MS, Session};
use super::types::Progress;
use super::wire::{self, Incoming};
use edith_http::SseEvent;
use futures_channel::mpsc::UnboundedReceiver;
use futures_util::StreamExt;
use futures_util::future::{Either, select};
use serde_json::{Map, Value, json};
use std::collections::{BTreeSet, VecDeque};
use std::pin::pin;
use std::rc::Rc;

/// How often in a row a cut stream is asked to go on without progress.
const TRIES: u32 = 5;

/// A request under way. Dropping it cancels it.
pub(crate) struct Call {
    line: Rc<Line>,
    session: Rc<Session>,
    pub(crate) id: i64,
    /// Whether the server may ask something back.
    may_ask: bool,
    is_over: bool,
    /// Something came that makes no sense.
    is_odd: bool,
    /// Its own stream, if the answer came as one.
    events: Option<Events>,
    last_id: Option<String>,
    tries: u32,
    queue: VecDeque<Incoming>,
    inbox: UnboundedReceiver<Incoming>,
    /// The requests of the server that were taken, so that none is answered twice.
    taken: BTreeSet<String>,
    /// The one that is not answered yet.
    pub(crate) asked: Option<Value>,
}

/// The outcome of a call.
pub(crate) enum Turn {
    Done(Value),
    Asks(InputRequest),
}

enum News {
    Event(Result<Option<SseEvent>, Cut>),
    Message(Option<Incoming>),
}

impl Call {
    /// Sends the request. The server reports its progress, and asks something back, only if it may.
    pub(crate) async fn begin(
        line: &Rc<Line>,
        session: &Rc<Session>,
        method: &str,
        mut params: Map<String, Value>,
        may_ask: bool,
    ) -> Result<Self, Fail> {
        let id = line.id();
        if may_ask {
            params.insert("_meta".to_owned(), json!({ "progressToken": id }));
        }
        let mut call = Self {
            line: Rc::clone(line),
            session: Rc::clone(session),
            id,
            may_ask,
            // The handshake cannot be cancelled.
            is_over: method == "initialize",
            is_odd: false,
            events: None,
            last_id: None,
            tries: 0,
            queue: VecDeque::new(),
            inbox: session.shared.expect(id, may_ask),
            taken: BTreeSet::new(),
            asked: None,
        };
        let sent = session.post(line, wire::request(id, method, &params)).await;
        let answer = sent.inspect_err(|_| call.is_over = true)?;
        if answer.status >= 400 {
            call.is_over = true;
            return Err(Fail::from(refusal(answer, Some(id)).await));
        }
        if session.is_sse {
            return Ok(call);
        }
        if is_stream(&answer) {
            call.events = Some(Events::of(answer));
            return Ok(call);
        }
        let text = body::text(answer).await.map_err(McpError::from)?;
        call.queue = wire::parse(&text).ok_or_else(|| body::nonsense(&text))?.into();
        Ok(call)
    }

    /// Goes on until the answer, or until the server asks something.
    pub(crate) async fn turn(&mut self, told: &mut dyn FnMut(Progress)) -> Result<Turn, Fail> {
        loop {
            while let Some(message) = self.queue.pop_front() {
                if let Some(turn) = self.take(message, told)? {
                    return Ok(turn);
                }
            }
            self.more().await?;
        }
    }

    fn take(&mut self, message: Incoming, told: &mut dyn FnMut(Progress)) -> Result<Option<Turn>, Fail> {
        match message {
            Incoming::Notice { method, params } => {
                told_progress(&method, params.clone(), self.id, told);
                self.session.noticed(&method, &params);
            }
            Incoming::Request { id, method, params } => {
                if !self.taken.insert(id.to_string()) {
                    return Ok(None);
                }
                match sort(&method, params) {
                    ServerRequest::Person(request) if self.may_ask => {
                        self.asked = Some(id);
                        return Ok(Some(Turn::Asks(request)));
                    }
                    asked => {
                        self.session.mention(&self.line, reply(&id, asked));
                    }
                }
            }
            answer => match ours(answer, Some(self.id)) {
                None => self.is_odd = true,
                Some(outcome) => {
                    self.is_over = true;
                    let refused = |rpc| Fail::from(Refusal::answered(200, rpc));
                    return outcome.map(|result| Some(Turn::Done(result))).map_err(refused);
                }
            },
        }
        Ok(None)
    }

    /// Waits for the next messages.
    async fn more(&mut self) -> Result<(), McpError> {
        let news = match &mut self.events {
            Some(events) => match select(pin!(events.next()), self.inbox.next()).await {
                Either::Left((event, _)) => News::Event(event),
                Either::Right((Some(message), _)) => News::Message(Some(message)),
                // Nothing more comes on the shared stream; only this one is read on.
                Either::Right((None, event)) => News::Event(event.await),
            },
            None if self.session.is_sse => News::Message(self.inbox.next().await),
            None => return Err(McpError::Protocol("it holds no answer to the request".to_owned())),
        };
        match news {
            News::Message(Some(message)) => self.queue.push_back(message),
            News::Message(None) => {
                return Err(McpError::NoAnswer("the stream ended before the answer".to_owned()));
            }
            News::Event(Ok(Some(event))) => {
                let messages = wire::parse(&event.data).unwrap_or_default();
                self.is_odd |= messages.is_empty();
                self.queue.extend(messages);
            }
            News::Event(Ok(None)) => self.resume(body::ended(self.is_odd)).await?,
            News::Event(Err(Cut::Broken(why))) => self.resume(McpError::NoAnswer(why)).await?,
            News::Event(Err(cut)) => return Err(cut.into()),
        }
        Ok(())
    }

    /// Asks the server to go on with a stream that was cut, if it gave an id to do so; otherwise ends as said.
    async fn resume(&mut self, otherwise: McpError) -> Result<(), McpError> {
        let (shortest, longest, usual) = RETRY_MS;
        let mut wait_ms = usual;
        if let Some(events) = self.events.take() {
            wait_ms = events.retry_ms().unwrap_or(usual).clamp(shortest, longest);
            let last_id = events.last_id().map(str::to_owned);
            if last_id.is_some() && last_id != self.last_id {
                (self.last_id, self.tries) = (last_id, 0);
            }
        }
        let Some(last_id) = self.last_id.clone().filter(|id| is_value(id)) else { return Err(otherwise) };
        while self.tries < TRIES {
            self.tries += 1;
            self.line.ports.clock.sleep(wait_ms).await;
            let request = self.session.listening(&self.line, Some(&last_id));
            let Ok(answer) = self.line.ports.http.send(request).await else { continue };
            if answer.status >= 400 || !is_stream(&answer) {
                break;
            }
            self.events = Some(Events::of(answer));
            return Ok(());
        }
        Err(otherwise)
    }

    /// Answers what the server asked.
    pub(crate) async fn respond(&mut self, outcome: Result<Value, (i64, &str)>) -> Result<(), Fail> {
        let Some(id) = self.asked.take() else {
            return Err(McpError::NoAnswer("the call is over".to_owned()).into());
        };
        self.session.tell(&self.line, wire::answer(&id, outcome)).await
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        self.session.shared.unexpect(self.id);
        if !self.is_over {
            let params = json!({ "requestId": self.id, "reason": "no longer wanted" });
            self.session.mention(&self.line, wire::notice("notifications/cancelled", Some(params)));
        }
    }
}
