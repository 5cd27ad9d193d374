//! Requests and their answers.

use super::read::parts;
use serde::Serialize;
use serde_json::{Map, Value};

#[derive(Serialize, Default)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Enable {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) max_total_buffer_size: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) max_resource_buffer_size: Option<u32>,
}

parts! {
    /// An event of which only the request matters.
    struct OfRequest<'a> {
        id: &'a str = "requestId",
    }

    struct Request<'a> {
        url: &'a str = "url",
        method: &'a str = "method",
        headers: Option<&'a Map<String, Value>> = "headers",
        body: &'a str = "postData",
        has_body: bool = "hasPostData",
        /// None: the browser does not report it in pieces.
        pieces: Option<Vec<Piece<'a>>> = "postDataEntries",
    }

    /// A piece of a request's body.
    struct Piece<'a> {
        /// In base64; none: not reported, as of a file.
        bytes: Option<&'a str> = "bytes",
    }

    struct RequestWillBeSent<'a> {
        id: &'a str = "requestId",
        kind: &'a str = "type",
        loader: &'a str = "loaderId",
        frame: &'a str = "frameId",
        request: Request<'a> = "request",
        /// None: it does not follow a redirection.
        redirection: Option<&'a Value> = "redirectResponse",
    }

    /// A request's details without values ([`crate::without_values`]).
    struct RequestExtraInfo<'a> {
        id: &'a str = "requestId",
        host: &'a str = "host",
        /// None: not a document's request.
        cookies: Option<Vec<Cookie<'a>>> = "cookies",
        authorised: bool = "authorised",
    }

    /// An answer's details as the browser reports them.
    struct RawResponseExtraInfo<'a> {
        id: &'a str = "requestId",
        status: Option<u64> = "statusCode",
    }

    /// A request's details as the browser reports them.
    struct RawRequestExtraInfo<'a> {
        id: &'a str = "requestId",
        headers: Option<&'a Map<String, Value>> = "headers",
        cookies: Vec<RawCookie<'a>> = "associatedCookies",
    }

    struct RawCookie<'a> {
        /// Why it is not sent; none, or empty: it is.
        blocked: Option<&'a Value> = "blockedReasons",
        name: Option<&'a Value> = "cookie/name",
        http_only: Option<&'a Value> = "cookie/httpOnly",
        size: Option<&'a Value> = "cookie/size",
    }

    struct Cookie<'a> {
        name: &'a str = "name",
        http_only: bool = "httpOnly",
        size: u64 = "size",
    }

    struct ResponseReceived<'a> {
        id: &'a str = "requestId",
        kind: &'a str = "type",
        url: &'a str = "response/url",
        status: u64 = "response/status",
        mime: &'a str = "response/mimeType",
        address: &'a str = "response/remoteIPAddress",
    }

    struct LoadingFailed<'a> {
        id: &'a str = "requestId",
        kind: &'a str = "type",
        error: &'a str = "errorText",
    }
}
