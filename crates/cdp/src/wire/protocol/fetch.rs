//! Requests that the browser pauses for a decision.

use super::network::Request;
use super::read::parts;
use serde::Serialize;

#[derive(Serialize)]
pub(crate) struct Enable {
    pub(crate) patterns: Vec<Pattern>,
}

#[derive(Serialize)]
pub(crate) struct Disable {}

/// Which requests to pause, and when.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Pattern {
    url_pattern: &'static str,
    resource_type: &'static str,
    request_stage: Stage,
}

#[derive(Serialize)]
pub(crate) enum Stage {
    /// Before it is sent.
    Request,
    /// Once its answer's headers are there.
    Response,
}

impl Pattern {
    /// Requests of a kind, wherever they go.
    pub(crate) fn of(resource_type: &'static str, request_stage: Stage) -> Self {
        Self { url_pattern: "*", resource_type, request_stage }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ContinueRequest<'a> {
    pub(crate) request_id: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FailRequest<'a> {
    pub(crate) request_id: &'a str,
    pub(crate) error_reason: ErrorReason,
}

#[derive(Serialize)]
pub(crate) enum ErrorReason {
    /// As if the page had given it up: a page that was to be left for it stays.
    Aborted,
    BlockedByClient,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FulfillRequest<'a> {
    pub(crate) request_id: &'a str,
    pub(crate) response_code: u16,
}

parts! {
    struct Paused<'a> {
        id: &'a str = "requestId",
        request: Request<'a> = "request",
        kind: &'a str = "resourceType",
        frame: &'a str = "frameId",
        /// None: nothing has answered yet.
        status: Option<&'a serde_json::Value> = "responseStatusCode",
        error: Option<&'a serde_json::Value> = "responseErrorReason",
        headers: Vec<Header<'a>> = "responseHeaders",
    }

    struct Header<'a> {
        name: &'a str = "name",
        value: Option<&'a str> = "value",
    }
}
