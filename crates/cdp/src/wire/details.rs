//! What of an event's details is kept: the browser reports each header and cookie of a request with its value.

use super::protocol::network::{RawCookie, RawRequestExtraInfo, RawResponseExtraInfo};
use super::protocol::{EventName, Read};
use serde_json::{Value, json};

/// An event's parameters without the values of headers and cookies; none: nothing of it is of use. The extension's `background.js` does the same before
/// the worker gets an event.
pub fn without_values(method: &str, params: Value) -> Option<Value> {
    match EventName::of(method) {
        Some(EventName::ResponseExtraInfo) => answered(RawResponseExtraInfo::read(Some(&params))),
        Some(EventName::RequestExtraInfo) => asked(RawRequestExtraInfo::read(Some(&params))),
        _ => Some(params),
    }
}

/// Of interest are answers that want a name and password.
fn answered(answer: RawResponseExtraInfo) -> Option<Value> {
    let status = answer.status().filter(|status| matches!(status, 401 | 407))?;
    Some(json!({ "requestId": answer.id(), "statusCode": status }))
}

fn asked(asked: RawRequestExtraInfo) -> Option<Value> {
    let header = |wanted: &str| {
        let mut headers = asked.headers().into_iter().flatten().filter(|(name, _)| name.eq_ignore_ascii_case(wanted));
        headers.find_map(|(_, value)| value.as_str())
    };
    let host = header(":authority").or_else(|| header("host")).unwrap_or_default();
    let authorised = header("authorization").is_some();
    // A document's request has no dot in its number.
    if asked.id().contains('.') {
        return authorised.then(|| json!({ "requestId": asked.id(), "host": host, "authorised": true }));
    }
    let is_sent = |cookie: &RawCookie| cookie.blocked().and_then(Value::as_array).is_none_or(Vec::is_empty);
    let cookies: Vec<Value> = asked.cookies().into_iter().filter(is_sent).filter_map(kept).collect();
    Some(json!({ "requestId": asked.id(), "host": host, "cookies": cookies, "authorised": authorised }))
}

fn kept(cookie: RawCookie) -> Option<Value> {
    Some(json!({ "name": cookie.name()?, "httpOnly": cookie.http_only()?, "size": cookie.size()? }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_documents_cookies_keep_their_names_alone() {
        let cookie = |name: &str, blocked: Value| {
            json!({ "blockedReasons": blocked,
                "cookie": { "name": name, "value": "s3cret", "httpOnly": true, "size": 40, "domain": "a.example" } })
        };
        let params = json!({
            "requestId": "D1", "headers": { ":authority": "a.example:8443", "Cookie": "sid=s3cret" },
            "associatedCookies": [cookie("sid", json!([])), cookie("other", json!(["SameSiteLax"]))],
        });
        let kept = without_values("Network.requestWillBeSentExtraInfo", params);
        assert_eq!(
            kept,
            Some(json!({ "requestId": "D1", "host": "a.example:8443", "authorised": false,
                "cookies": [{ "name": "sid", "httpOnly": true, "size": 40 }] }))
        );
    }

    #[test]
    fn another_request_is_kept_only_where_it_is_authorised() {
        let sent = |headers: Value| {
            let params = json!({ "requestId": "12.3", "headers": headers, "associatedCookies": [] });
            without_values("Network.requestWillBeSentExtraInfo", params)
        };
        assert_eq!(sent(json!({ "Host": "a.example", "Cookie": "sid=1" })), None);
        let kept = sent(json!({ "Host": "a.example", "authorization": "Bearer s3cret" }));
        assert_eq!(kept, Some(json!({ "requestId": "12.3", "host": "a.example", "authorised": true })));
    }

    #[test]
    fn an_answer_is_kept_only_where_it_wants_a_name_and_password() {
        let answered = |status: u32| {
            without_values(
                "Network.responseReceivedExtraInfo",
                json!({ "requestId": "1", "statusCode": status, "headers": { "Set-Cookie": "sid=s3cret" } }),
            )
        };
        assert_eq!(answered(200), None);
        assert_eq!(answered(401), Some(json!({ "requestId": "1", "statusCode": 401 })));
    }
}
