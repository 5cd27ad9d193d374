//! Requests to other sites that carry nothing of who the person is.
//!
//! Cookies say it, which the browser names in the paused request (`Cookie`) if it is to send any: those of the other site where the page asks for that.
//! So does what the page adds: a header of its own, a body of a type that the other server has to agree to, a credential. What is left is what every page
//! of the web may send anywhere, the Fetch standard's simple request.

use crate::masked;
use crate::request::request_body::Body;
use crate::words::request_words::tokens;
use edith_actions::action::SentRequest;

/// Headers that say nothing about the person and that a browser sets by itself, or lets a page set without asking the other server (CORS-safelisted request-headers), beside `sec-…`.
#[rustfmt::skip]
const ORDINARY: &[&str] = &[
    "accept", "accept-charset", "accept-encoding", "accept-language", "cache-control", "connection", "content-language", "content-length", "content-type",
    "device-memory", "dnt", "downlink", "dpr", "ect", "host", "origin", "pragma", "priority", "range", "referer", "rtt", "save-data", "te",
    "upgrade-insecure-requests", "user-agent", "viewport-width", "width",
];
/// Types of bodies that a form can have.
const SIMPLE: &[&str] = &["application/x-www-form-urlencoded", "multipart/form-data", "text/plain"];
/// What names of fields have in them that hold a credential.
const CREDENTIALS: &[&str] = &["auth", "authorization", "bearer", "credential", "jwt", "session", "sid", "token"];

/// Whether a request to another site may say who the person is.
pub(crate) fn tells_who(request: &SentRequest, body: &Body) -> bool {
    let header = |(name, value): &(String, String)| {
        let name = name.to_ascii_lowercase();
        let kind = value.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        let is_ordinary = name.starts_with("sec-") || ORDINARY.contains(&name.as_str());
        !is_ordinary || name == "content-type" && !SIMPLE.contains(&kind.as_str())
    };
    let address = url::Url::parse(&request.url).ok();
    let query = address.iter().flat_map(|url| url.query_pairs().into_owned().collect::<Vec<_>>());
    let is_credential = |(name, value): (String, String)| {
        let lower = value.to_ascii_lowercase();
        let is_named = tokens(&name).iter().any(|word| CREDENTIALS.contains(&word.as_str()));
        is_named && !value.is_empty() || lower.contains("authorization:") || lower.starts_with("bearer ")
    };
    request.is_document
        || request.headers.iter().any(header)
        || masked(&request.url) != request.url
        || query.chain(body.fields.iter().cloned()).any(is_credential)
}
