//! The handshakes of the older revisions.

use super::about::{About, Revision};
use super::body::{self, Events, is_stream, refusal};
use super::call::{Call, Turn};
use super::carry;
use super::error::{Fail, McpError, brief};
use super::headers::{Headers, is_value};
use super::line::{Line, after_sending, capabilities, client_info, params};
use super::modern::ACCEPT;
use super::session::{Link, Session};
use super::shared::Shared;
use super::wire;
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::cell::Cell;
use std::rc::Rc;

/// Shakes hands by POST.
pub(crate) async fn open(line: &Rc<Line>, wanted: Revision) -> Result<(About, Link), Fail> {
    let mut greeted = greet(line, wanted).await;
    // The specification's way to refuse a revision is to offer another; some servers name theirs in an error.
    if let Err(Fail::Refusal(refusal)) = &greeted
        && let Some(rpc) = &refusal.rpc
        && let Some(other) = newest(&rpc.supported()).filter(|other| *other != wanted)
    {
        greeted = greet(line, other).await;
    }
    let (result, id) = greeted?;
    let revision = agreed(&result)?;
    if id.as_ref().is_some_and(|id| !is_value(id) || id.is_empty() || id.contains(' ')) {
        return Err(McpError::Protocol("its session has an id that cannot be sent".to_owned()).into());
    }
    let post_to = line.endpoint.url.clone();
    let session =
        Rc::new(Session { revision: Cell::new(revision), id, post_to, is_sse: false, shared: Shared::default() });
    session.tell(line, wire::notice("notifications/initialized", None)).await?;
    Ok((About::read(revision, false, &result), Link::Session(session)))
}

/// Opens the stream of 2024-11-05 and shakes hands on it.
pub(crate) async fn open_sse(line: &Rc<Line>) -> Result<(About, Link), Fail> {
    let accept = Headers::from([(Cow::Borrowed("accept"), "text/event-stream".to_owned())]);
    let answer = line.send("GET", &line.endpoint.url, accept, None).await?;
    if answer.status >= 400 {
        return Err(Fail::from(refusal(answer, None).await));
    }
    if !is_stream(&answer) {
        return Err(McpError::WrongPath(answer.status).into());
    }
    let mut events = Events::of(answer);
    let post_to = loop {
        match events.next().await.map_err(McpError::from)? {
            Some(event) if event.name == "endpoint" => break event.data,
            Some(_) => {}
            None => return Err(McpError::Protocol("its stream names no address to send to".to_owned()).into()),
        }
    };
    let post_to = line.endpoint.url.join(post_to.trim());
    let post_to = post_to.map_err(|_| McpError::Protocol("its stream names no address to send to".to_owned()))?;
    if post_to.origin() != line.endpoint.url.origin() {
        // The headers may carry secrets that are for this origin alone.
        return Err(McpError::Protocol("it wants messages to be sent to another origin".to_owned()).into());
    }
    let revision = Cell::new(Revision::November2024);
    let session = Rc::new(Session { revision, id: None, post_to, is_sse: true, shared: Shared::default() });
    carry::carry(line, &session, events);
    let mut call = Call::begin(line, &session, "initialize", greeting(Revision::November2024), false).await?;
    let Turn::Done(result) = call.turn(&mut |_| ()).await? else {
        return Err(McpError::Protocol("it asks before the handshake is over".to_owned()).into());
    };
    session.revision.set(agreed(&result)?);
    session.tell(line, wire::notice("notifications/initialized", None)).await?;
    Ok((About::read(session.revision.get(), true, &result), Link::Session(session)))
}

fn agreed(result: &Value) -> Result<Revision, McpError> {
    let Some(name) = result.get("protocolVersion").and_then(Value::as_str) else {
        return Err(McpError::Protocol("its handshake names no revision".to_owned()));
    };
    let revision = Revision::named(name).filter(|revision| !revision.is_modern());
    revision.ok_or_else(|| McpError::Version { offered: vec![brief(name, 40)] })
}

/// The newest of these with a handshake that is known here.
pub(crate) fn newest(names: &[String]) -> Option<Revision> {
    let mut known = Revision::ALL.into_iter().filter(|revision| !revision.is_modern());
    known.find(|revision| names.iter().any(|name| name == revision.as_str()))
}

/// Posts the greeting of the older revisions and reads its answer; also gives the session's id.
async fn greet(line: &Line, wanted: Revision) -> Result<(Value, Option<String>), Fail> {
    let id = line.id();
    let body = wire::request(id, "initialize", &greeting(wanted));
    let own = Headers::from([("accept".into(), ACCEPT.to_owned())]);
    let answer = line.send("POST", &line.endpoint.url, own, Some(body)).await.map_err(after_sending)?;
    let session = answer.headers.get("mcp-session-id").cloned();
    Ok((body::find(answer, id, &mut |_| ()).await?, session))
}

fn greeting(wanted: Revision) -> Map<String, Value> {
    params([
        ("protocolVersion", wanted.as_str().into()),
        ("capabilities", capabilities()),
        ("clientInfo", client_info()),
    ])
}
