//! A scripted network that rejects what a real one would.

use crate::ManualClock;
use async_trait::async_trait;
use edith_http::{Broken, Http, HttpAnswer, HttpError, HttpRequest};
use edith_model::Clock;
use futures_util::future::LocalBoxFuture;
use futures_util::{StreamExt, stream};
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::future::poll_fn;
use std::rc::Rc;
use std::task::{Poll, Waker};

/// The answer to one request.
#[derive(Debug, Clone, PartialEq)]
pub enum FakeAnswer {
    /// A head, and a body in these pieces.
    Answer {
        /// The status.
        status: u16,
        /// Headers by lower-case name.
        headers: Vec<(String, String)>,
        /// The body as it comes.
        pieces: Vec<Piece>,
    },
    /// A redirect.
    Redirect,
    /// Nobody is there.
    Unreachable,
    /// Not even the head comes.
    Silence,
}

/// A piece of a body.
#[derive(Debug, Clone, PartialEq)]
pub enum Piece {
    /// Bytes.
    Bytes(Vec<u8>),
    /// Nothing for this many milliseconds.
    Pause(u64),
    /// The connection breaks.
    Break,
    /// Nothing now.
    Silence,
    /// What the test gives while the body is read.
    Fed(Feed),
}

/// A body that goes on as the test does.
#[derive(Clone, Default)]
pub struct Feed(Rc<Fed>);

#[derive(Default)]
struct Fed {
    pieces: RefCell<VecDeque<Piece>>,
    is_over: Cell<bool>,
    waker: RefCell<Option<Waker>>,
}

impl Feed {
    /// Adds a piece.
    pub fn push(&self, piece: Piece) {
        self.0.pieces.borrow_mut().push_back(piece);
        self.wake();
    }

    /// Ends it.
    pub fn end(&self) {
        self.0.is_over.set(true);
        self.wake();
    }

    fn wake(&self) {
        if let Some(waker) = self.0.waker.borrow_mut().take() {
            waker.wake();
        }
    }

    async fn next(&self) -> Option<Piece> {
        poll_fn(|context| {
            let piece = self.0.pieces.borrow_mut().pop_front();
            if piece.is_some() || self.0.is_over.get() {
                return Poll::Ready(piece);
            }
            *self.0.waker.borrow_mut() = Some(context.waker().clone());
            Poll::Pending
        })
        .await
    }
}

impl PartialEq for Feed {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl std::fmt::Debug for Feed {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Feed")
    }
}

impl FakeAnswer {
    /// A success with this body in one piece.
    pub fn ok(body: impl Into<Vec<u8>>) -> Self {
        Self::pieces([Piece::Bytes(body.into())])
    }

    /// A success in these pieces.
    pub fn pieces(pieces: impl IntoIterator<Item = Piece>) -> Self {
        Self::Answer { status: 200, headers: Vec::new(), pieces: pieces.into_iter().collect() }
    }

    /// An answer with this status.
    pub fn status(status: u16, headers: &[(&str, &str)], body: &str) -> Self {
        let headers = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        Self::Answer { status, headers: headers.collect(), pieces: vec![Piece::Bytes(body.into())] }
    }
}

type Refuse = Rc<dyn Fn(&HttpRequest) -> Option<FakeAnswer>>;
type Carry = Rc<dyn Fn(HttpRequest, FakeAnswer) -> LocalBoxFuture<'static, Result<HttpAnswer, HttpError>>>;

#[derive(Default)]
struct Script {
    refuse: RefCell<Option<Refuse>>,
    carry: RefCell<Option<Carry>>,
    answers: RefCell<VecDeque<FakeAnswer>>,
    requests: RefCell<Vec<HttpRequest>>,
    dropped: Cell<usize>,
    clock: ManualClock,
}

/// A scripted network.
#[derive(Clone, Default)]
pub struct FakeHttp(Rc<Script>);

impl FakeHttp {
    /// A network on this clock.
    pub fn by(clock: &ManualClock) -> Self {
        Self(Rc::new(Script { clock: clock.clone(), ..Script::default() }))
    }

    /// Adds answers to the end of the script.
    pub fn will(&self, answers: impl IntoIterator<Item = FakeAnswer>) {
        self.0.answers.borrow_mut().extend(answers);
    }

    /// Answers what a real server would not take, in place of the script: a refused request uses up none of its answers.
    pub fn refuse(&self, refuse: impl Fn(&HttpRequest) -> Option<FakeAnswer> + 'static) {
        *self.0.refuse.borrow_mut() = Some(Rc::new(refuse));
    }

    /// Carries requests and answers over another network, which is to do what the answer says.
    pub fn carry(
        &self,
        carry: impl Fn(HttpRequest, FakeAnswer) -> LocalBoxFuture<'static, Result<HttpAnswer, HttpError>> + 'static,
    ) {
        *self.0.carry.borrow_mut() = Some(Rc::new(carry));
    }

    /// What was sent, oldest first.
    pub fn requests(&self) -> Vec<HttpRequest> {
        self.0.requests.borrow().clone()
    }

    /// Answers that were dropped before their end.
    pub fn dropped(&self) -> usize {
        self.0.dropped.get()
    }
}

/// Counts answers dropped before their end.
struct Transfer {
    script: Rc<Script>,
    is_over: bool,
}

impl Drop for Transfer {
    fn drop(&mut self) {
        self.script.dropped.set(self.script.dropped.get() + usize::from(!self.is_over));
    }
}

#[async_trait(?Send)]
impl Http for FakeHttp {
    async fn send(&self, request: HttpRequest) -> Result<HttpAnswer, HttpError> {
        if let Some(wrong) = wrong(&request) {
            return Err(Broken(format!("no request: {wrong}")).into());
        }
        self.0.requests.borrow_mut().push(request.clone());
        let refuse = self.0.refuse.borrow().clone();
        let refused = refuse.and_then(|refuse| refuse(&request));
        let answer = refused.or_else(|| self.0.answers.borrow_mut().pop_front());
        let carry = self.0.carry.borrow().clone();
        if let (Some(carry), Some(answer)) = (carry, &answer) {
            return carry(request, answer.clone()).await;
        }
        let transfer = Transfer { script: Rc::clone(&self.0), is_over: false };
        match answer {
            None => Err(Broken("the script is over".to_owned()).into()),
            Some(FakeAnswer::Redirect) => Err(HttpError::Redirected),
            Some(FakeAnswer::Unreachable) => Err(Broken("Failed to fetch".to_owned()).into()),
            Some(FakeAnswer::Silence) => std::future::pending().await,
            Some(FakeAnswer::Answer { status, headers, pieces }) => {
                let body = stream::unfold((transfer, VecDeque::from(pieces)), |(mut transfer, mut pieces)| async {
                    loop {
                        match pieces.pop_front() {
                            Some(Piece::Fed(feed)) => {
                                if let Some(piece) = feed.next().await {
                                    pieces.push_front(Piece::Fed(feed));
                                    pieces.push_front(piece);
                                }
                            }
                            Some(Piece::Bytes(bytes)) => return Some((Ok(bytes), (transfer, pieces))),
                            Some(Piece::Pause(ms)) => transfer.script.clock.sleep(ms).await,
                            Some(Piece::Silence) => std::future::pending().await,
                            ended => {
                                transfer.is_over = true;
                                return ended.map(|_| (Err(Broken("network error".to_owned())), (transfer, pieces)));
                            }
                        }
                    }
                });
                Ok(HttpAnswer { status, headers: headers.into_iter().collect(), body: body.boxed_local() })
            }
        }
    }
}

/// Why a browser would not send this.
fn wrong(request: &HttpRequest) -> Option<&'static str> {
    let is_name = |name: &str| name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
    let is_value = |value: &str| value.chars().all(|c| c == ' ' || c.is_ascii_graphic());
    let is_form = request.headers.get("content-type").is_some_and(|kind| kind == "application/x-www-form-urlencoded");
    let is_json = |body: &String| is_form || serde_json::from_str::<serde_json::Value>(body).is_ok();
    match request.method {
        "GET" | "DELETE" if request.body.is_some() => return Some("a body that the method has none of"),
        "GET" | "DELETE" => {}
        "POST" if request.body.as_ref().is_none_or(|body| !is_json(body)) => return Some("a body that is not JSON"),
        "POST" if !request.headers.contains_key("content-type") => return Some("a body without a type"),
        "POST" => {}
        _ => return Some("the method"),
    }
    if !request.url.starts_with("http://") && !request.url.starts_with("https://") {
        return Some("the address");
    }
    let headers = request.headers.iter().all(|(name, value)| is_name(name) && is_value(value));
    (!headers).then_some("a header")
}
