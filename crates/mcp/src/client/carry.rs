//! Carries the stream of an older revision that belongs to no request, and gives what comes on it to whom it concerns.

use super::asks::{reply, sort};
use super::body::{Events, is_stream};
use super::line::Line;
use super::session::{RETRY_MS, Session};
use super::wire::{self, Incoming};
use futures_channel::oneshot;
use futures_util::FutureExt;
use futures_util::future::{abortable, select};
use std::pin::pin;
use std::rc::{Rc, Weak};

/// How long a call waits for the stream on which the server may ask something back.
const OPENING_MS: u64 = 1_000;
/// How often in a row the stream is opened again without a message on it.
const TRIES: u32 = 3;

/// Opens the stream once in a session, and waits a little until it is open.
pub(crate) async fn open(line: &Rc<Line>, session: &Rc<Session>) {
    if !session.shared.is_new() {
        return;
    }
    let (opened, stands) = oneshot::channel();
    spawn(line, session, None, Some(opened));
    select(stands, pin!(line.ports.clock.sleep(OPENING_MS))).await;
}

/// Carries on a stream that is open already.
pub(crate) fn carry(line: &Rc<Line>, session: &Rc<Session>, events: Events) {
    if session.shared.is_new() {
        spawn(line, session, Some(events), None);
    }
}

fn spawn(line: &Rc<Line>, session: &Rc<Session>, events: Option<Events>, opened: Option<oneshot::Sender<()>>) {
    let work = run(Rc::clone(line), Rc::downgrade(session), events, opened);
    let (work, handle) = abortable(work);
    session.shared.carried_by(handle);
    line.ports.spawner.spawn(Box::pin(work.map(|_| ())));
}

/// Reads the stream to its end. It does not keep the session alive.
async fn run(
    line: Rc<Line>,
    session: Weak<Session>,
    mut events: Option<Events>,
    mut opened: Option<oneshot::Sender<()>>,
) {
    let mut last_id: Option<String> = None;
    let (shortest, longest, mut wait_ms) = RETRY_MS;
    let mut tries = 0;
    loop {
        let stream = match events.take() {
            Some(events) => Some(events),
            None => again(&line, &session, last_id.as_deref()).await,
        };
        let Some(mut stream) = stream else { break };
        drop(opened.take());
        while let Ok(Some(event)) = stream.next().await {
            tries = 0;
            let Some(session) = session.upgrade() else { return };
            for message in wire::parse(&event.data).into_iter().flatten() {
                deliver(&line, &session, message);
            }
        }
        last_id = stream.last_id().map(str::to_owned).or(last_id);
        wait_ms = stream.retry_ms().unwrap_or(wait_ms).clamp(shortest, longest);
        tries += 1;
        if tries > TRIES || session.upgrade().is_none_or(|session| session.is_sse) {
            break;
        }
        line.ports.clock.sleep(wait_ms).await;
    }
    if let Some(session) = session.upgrade() {
        session.shared.gone();
    }
}

async fn again(line: &Line, session: &Weak<Session>, last_id: Option<&str>) -> Option<Events> {
    let request = session.upgrade()?.listening(line, last_id);
    let answer = line.ports.http.send(request).await.ok()?;
    (answer.status < 400 && is_stream(&answer)).then(|| Events::of(answer))
}

/// Gives a message to whom it concerns.
fn deliver(line: &Rc<Line>, session: &Rc<Session>, message: Incoming) {
    match &message {
        Incoming::Answer { .. } => session.shared.answered(message),
        Incoming::Notice { method, params } => {
            session.noticed(method, params);
            session.shared.noticed(&message);
        }
        Incoming::Request { method, .. } => {
            let is_for_person = matches!(method.as_str(), "elicitation/create" | "sampling/createMessage");
            let left = if is_for_person { session.shared.asked(message) } else { Some(message) };
            if let Some(Incoming::Request { id, method, params }) = left {
                session.mention(line, reply(&id, sort(&method, params)));
            }
        }
    }
}
