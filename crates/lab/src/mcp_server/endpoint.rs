//! The endpoint.

use std::sync::Arc;

use axum::extract::State as Shared;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Json, Response};
use serde_json::{Value, json};

use super::state::{Inner, McpReply};

fn challenge(inner: &Inner, status: StatusCode, more: &str) -> Response {
    let metadata = format!("{}/.well-known/oauth-protected-resource/mcp", inner.origin);
    let value = format!("Bearer resource_metadata=\"{metadata}\", {more}");
    (status, [(header::WWW_AUTHENTICATE, value)]).into_response()
}

pub(super) async fn answer(
    Shared(inner): Shared<Arc<Inner>>,
    headers: HeaderMap,
    Json(request): Json<Value>,
) -> Response {
    let token = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    let scope = token.and_then(|token| inner.lock().access.get(token).cloned());
    let scope = scope.or_else(|| inner.is_open.then(String::new));
    let Some(scope) = scope else {
        let error = if token.is_some() { "error=\"invalid_token\", " } else { "" };
        return challenge(&inner, StatusCode::UNAUTHORIZED, &format!("{error}scope=\"read\""));
    };
    match (inner.answer)(&request) {
        McpReply::NeedsScope(needed) if scope.split(' ').all(|has| has != needed) => {
            challenge(&inner, StatusCode::FORBIDDEN, &format!("error=\"insufficient_scope\", scope=\"{needed}\""))
        }
        // A request without an id is a notification.
        _ if request.get("id").is_none() => StatusCode::ACCEPTED.into_response(),
        McpReply::NeedsScope(_) => reply(&request, &json!({})),
        McpReply::Result(result) => reply(&request, &result),
    }
}

fn reply(request: &Value, result: &Value) -> Response {
    Json(json!({ "jsonrpc": "2.0", "id": request.get("id"), "result": result })).into_response()
}
