//! Which revision a server speaks: the current one is tried first, then the handshake of the older ones, then their first transport.

use super::about::{About, Revision};
use super::error::{
    Fail, HEADER_MISMATCH, MISSING_CAPABILITY, McpError, Refusal, RpcError, UNSUPPORTED_VERSION, brief,
};
use super::handshake;
use super::headers::Headers;
use super::line::{Line, Transport};
use super::session::Link;
use serde_json::{Map, Value};
use std::rc::Rc;

/// Finds out what a server speaks.
pub(crate) async fn negotiate(line: &Rc<Line>) -> Result<(About, Link), McpError> {
    if line.endpoint.transport == Transport::Sse {
        return Ok(handshake::open_sse(line).await?);
    }
    let wanted = match discover(line).await {
        Ok(about) => return Ok((about, Link::Modern)),
        Err(fail) => older(fail)?.unwrap_or(Revision::November2025),
    };
    let refusal = match handshake::open(line, wanted).await {
        Err(Fail::Refusal(refusal)) => refusal,
        opened => return Ok(opened?),
    };
    if line.endpoint.transport != Transport::Auto || !(400..500).contains(&refusal.status) || is_about_person(&refusal)
    {
        return Err((*refusal).into());
    }
    match handshake::open_sse(line).await {
        // What was said to the POST says more than that there is no stream.
        Err(Fail::Refusal(_) | Fail::Error(McpError::WrongPath(_))) => Err((*refusal).into()),
        opened => Ok(opened?),
    }
}

async fn discover(line: &Rc<Line>) -> Result<About, Fail> {
    let ask = || line.modern("server/discover", Map::new(), Headers::new(), None);
    let mut found = ask().await;
    // A server that names our revision in its refusal gets one more try.
    if let Err(Fail::Refusal(refusal)) = &found
        && refusal.rpc.as_ref().is_some_and(|rpc| {
            rpc.code == UNSUPPORTED_VERSION && rpc.supported().iter().any(|name| name == Revision::July2026.as_str())
        })
    {
        found = ask().await;
    }
    let result = found?;
    let Some(versions) = result.get("supportedVersions").and_then(Value::as_array) else {
        // Some servers answer anything with an empty result.
        return Err(McpError::Protocol("it names no revisions".to_owned()).into());
    };
    let versions: Vec<String> = versions.iter().filter_map(Value::as_str).map(|text| brief(text, 40)).collect();
    if !versions.iter().any(|version| version == Revision::July2026.as_str()) {
        let data = Some(serde_json::json!({ "supported": versions }));
        let rpc = RpcError { code: UNSUPPORTED_VERSION, message: String::new(), data };
        return Err(Refusal::answered(200, rpc).into());
    }
    Ok(About::read(Revision::July2026, false, &result))
}

/// Whether the refusal is about who asks.
fn is_about_person(refusal: &Refusal) -> bool {
    matches!(refusal.status, 401 | 403)
}

/// What to do after the current revision was refused: a handshake in the given or the newest older revision, or nothing.
fn older(fail: Fail) -> Result<Option<Revision>, McpError> {
    let refusal = match fail {
        Fail::Refusal(refusal) => *refusal,
        // What makes no sense in this revision may do so in another.
        Fail::Error(McpError::Protocol(_)) => return Ok(None),
        Fail::Error(error) => return Err(error),
    };
    match refusal.code() {
        Some(HEADER_MISMATCH | MISSING_CAPABILITY) => Err(refusal.into()),
        Some(UNSUPPORTED_VERSION) => {
            let offered = refusal.rpc.as_ref().map(|rpc| rpc.supported()).unwrap_or_default();
            match handshake::newest(&offered) {
                Some(revision) => Ok(Some(revision)),
                None => Err(refusal.into()),
            }
        }
        _ if is_about_person(&refusal) || refusal.status == 429 => Err(refusal.into()),
        // Gateways and servers that are down; a 500 or 501 is what some old servers say to what they do not know.
        _ if refusal.status > 501 => Err(refusal.into()),
        _ => Ok(None),
    }
}
