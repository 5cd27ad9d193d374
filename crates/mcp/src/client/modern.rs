//! Requests of the current revision: each stands for itself.

use super::about::Revision;
use super::body;
use super::error::Fail;
use super::headers::{Headers, encoded};
use super::line::{Line, after_sending, capabilities, client_info};
use super::notices::told_progress;
use super::types::Progress;
use super::wire::{self, Incoming};
use serde_json::{Map, Value, json};
use std::borrow::Cow;

pub(crate) const ACCEPT: &str = "application/json, text/event-stream";

/// The headers of every POST.
pub(crate) fn headers(method: &str, params: &Map<String, Value>) -> Headers {
    let name = match method {
        "tools/call" | "prompts/get" => params.get("name"),
        "resources/read" => params.get("uri"),
        _ => None,
    };
    let mut headers = Headers::from([
        (Cow::Borrowed("accept"), ACCEPT.to_owned()),
        (Cow::Borrowed("mcp-protocol-version"), Revision::July2026.as_str().to_owned()),
        (Cow::Borrowed("mcp-method"), method.to_owned()),
    ]);
    headers.extend(name.and_then(Value::as_str).map(|name| (Cow::Borrowed("mcp-name"), encoded(name))));
    headers
}

/// Adds what every request says about itself.
pub(crate) fn with_meta(mut params: Map<String, Value>, token: Option<i64>) -> Map<String, Value> {
    let mut meta = json!({
        "io.modelcontextprotocol/protocolVersion": Revision::July2026,
        "io.modelcontextprotocol/clientInfo": client_info(),
        "io.modelcontextprotocol/clientCapabilities": capabilities(),
    });
    if let (Some(token), Some(meta)) = (token, meta.as_object_mut()) {
        meta.insert("progressToken".to_owned(), token.into());
    }
    params.insert("_meta".to_owned(), meta);
    params
}

impl Line {
    /// Makes a request and waits for its result. Dropping the future closes the stream, which cancels it.
    pub(crate) async fn modern(
        &self,
        method: &str,
        params: Map<String, Value>,
        further: Headers,
        mut told: Option<&mut dyn FnMut(Progress)>,
    ) -> Result<Value, Fail> {
        let is_told = told.is_some();
        let mut other = |message: Incoming, id| {
            if let (Some(told), Incoming::Notice { method, params }) = (&mut told, message) {
                told_progress(&method, params, id, *told);
            }
        };
        self.modern_with(method, params, further, is_told, &mut other).await
    }

    /// The same; everything that comes before the result goes to `other`, with the request's id.
    pub(crate) async fn modern_with(
        &self,
        method: &str,
        params: Map<String, Value>,
        further: Headers,
        is_told: bool,
        other: &mut dyn FnMut(Incoming, i64),
    ) -> Result<Value, Fail> {
        let id = self.id();
        let mut own = headers(method, &params);
        own.extend(further);
        let params = with_meta(params, is_told.then_some(id));
        let body = wire::request(id, method, &params);
        let answer = self.send("POST", &self.endpoint.url, own, Some(body)).await.map_err(after_sending)?;
        body::find(answer, id, &mut |message| other(message, id)).await
    }
}
