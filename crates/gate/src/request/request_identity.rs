//! Which request it is: whether a page that is made to send a request once more sends the same one.

use crate::request::request_body::Body;
use crate::words::request_words::tokens;
use edith_actions::action::SentRequest;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Fields that differ each time the same request is made, without punctuation: proofs against forgery, numbers of the call, and the moment.
#[rustfmt::skip]
const VARIES: &[&str] = &[
    "authenticitytoken", "cachebuster", "clientmutationid", "clientrequestid", "correlationid", "createdat", "idempotencykey", "nonce", "requestid",
    "requestverificationtoken", "sentat", "timestamp", "traceid", "ts", "updatedat",
];

/// What identifies a request: method, address, and fields, without what differs each time. `method`: the one that the server goes by.
pub(crate) fn identity(request: &SentRequest, method: &str, body: &Body) -> String {
    let mut hasher = DefaultHasher::new();
    method.hash(&mut hasher);
    match url::Url::parse(&request.url) {
        Ok(url) => {
            url.origin().ascii_serialization().hash(&mut hasher);
            url.path().hash(&mut hasher);
            let query: Vec<_> = url.query_pairs().filter(|(name, _)| name != "_" && !varies(name)).collect();
            query.hash(&mut hasher);
        }
        Err(_) => request.url.hash(&mut hasher),
    }
    // JSON-RPC numbers its calls.
    let numbers_calls = body.fields.iter().any(|(name, _)| name == "jsonrpc" || name.ends_with(".jsonrpc"));
    let is_number = |name: &str| numbers_calls && name.rsplit('.').next() == Some("id");
    for (name, value) in body.fields.iter().filter(|(name, _)| !varies(name) && !is_number(name)) {
        name.hash(&mut hasher);
        value.hash(&mut hasher);
    }
    format!("{:016x}", hasher.finish())
}

fn varies(name: &str) -> bool {
    let words = tokens(name.rsplit('.').next().unwrap_or(name));
    let is_proof = words.iter().any(|word| word == "csrf" || word == "xsrf" || word.contains("csrf"));
    is_proof || VARIES.contains(&words.concat().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_differs_each_time_may_differ() {
        let of = |url: &str, body: &str| {
            let request =
                SentRequest { method: "POST".into(), url: url.into(), body: body.into(), ..SentRequest::default() };
            identity(&request, "POST", &Body::read(body))
        };
        let (at, first) = ("https://a.example/x?a=1", r#"{"done":true,"id":7,"csrf_token":"p","requestId":"1"}"#);
        for (url, body) in [
            ("https://a.example/x?a=1&_=2", first),
            (at, r#"{"done":true,"id":7,"csrf_token":"q","requestId":"2"}"#),
            (at, r#"{"requestId":"2", "id":7, "done":true}"#),
        ] {
            assert_eq!(of(url, body), of(at, first), "{url} {body}");
        }
        for (url, body) in [
            (at, r#"{"done":false,"id":7}"#),
            (at, r#"{"done":true,"id":8}"#),
            (at, r#"{"done":true}"#),
            (at, r#"{"done":true,"id":7,"all":1}"#),
            ("https://a.example/y?a=1", first),
            ("https://a.example/x?a=2", first),
            ("https://b.example/x?a=1", first),
        ] {
            assert_ne!(of(url, body), of(at, first), "{url} {body}");
        }
        assert_eq!(
            of(at, r#"{"jsonrpc":"2.0","id":1,"params":[3]}"#),
            of(at, r#"{"jsonrpc":"2.0","id":2,"params":[3]}"#)
        );
        assert_ne!(
            of(at, r#"{"jsonrpc":"2.0","id":1,"params":[3]}"#),
            of(at, r#"{"jsonrpc":"2.0","id":1,"params":[4]}"#)
        );
        assert_eq!(of(at, "_csrf=1&to=ann"), of(at, "_csrf=2&to=ann"));
        assert_ne!(of(at, "_csrf=1&to=ann"), of(at, "_csrf=1&to=bob"));
        assert_ne!(of(at, "plain words"), of(at, "other words"));
    }
}
