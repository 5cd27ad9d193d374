//! This program where a model's server stands: each request waits for the next reply.

use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use edith_lab::model_server::{ModelServer, Reply, Request};
use xtask::bench::Reason;

/// Time limit for a turn.
pub(super) const TURN: Duration = Duration::from_secs(60);

/// The seat, with the server that it answers for.
pub(super) struct Seat {
    // Dropped before the server, whose handlers wait for replies.
    replies: Option<Sender<Reply>>,
    requests: Receiver<(Request, Instant)>,
    server: ModelServer,
}

impl Seat {
    pub(super) async fn start() -> Result<Self, Reason> {
        let (replies, next) = channel::<Reply>();
        let (sent, requests) = channel();
        let (next, sent) = (Mutex::new(next), Mutex::new(sent));
        let answer = move |request: &Request| {
            let came = Instant::now();
            tokio::task::block_in_place(|| {
                // These fail once the requester has gone; then any answer will do.
                let told = sent.lock().is_ok_and(|sent| sent.send((request.clone(), came)).is_ok());
                let reply = next.lock().ok().filter(|_| told).and_then(|next| next.recv().ok());
                reply.unwrap_or_else(|| Reply::text("The measurement is over."))
            })
        };
        Ok(Self { replies: Some(replies), requests, server: ModelServer::start(answer).await? })
    }

    /// The server's address.
    pub(super) fn url(&self) -> &str {
        &self.server.url
    }

    pub(super) fn reply(&self, reply: Reply) -> Result<(), Reason> {
        let replies = self.replies.as_ref().ok_or("the browser is closed")?;
        replies.send(reply).map_err(|_| "the model's server has gone".into())
    }

    /// The next request.
    pub(super) fn request(&self) -> Result<(Request, Instant), Reason> {
        self.requests.recv_timeout(TURN).map_err(|_| "the run does not ask the model".into())
    }

    /// Lets the model reply, and returns the next request with the milliseconds in between.
    pub(super) fn turn(&self, reply: Reply) -> Result<(Request, f64), Reason> {
        let started = Instant::now();
        self.reply(reply)?;
        let (request, came) = self.request()?;
        Ok((request, came.duration_since(started).as_secs_f64() * 1000.0))
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        // The handler that waits for a reply ends without one.
        self.replies = None;
    }
}
