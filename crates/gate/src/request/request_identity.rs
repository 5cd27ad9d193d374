//! Which request it is: whether a page that is made to send a request once more sends the same one.

use crate::request::request_body::{Body, named};
use crate::words::request_words::tokens;
use edith_actions::action::SentRequest;
use std::collections::BTreeSet;
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

/// What kind of request it is: its method and the shape of its path, and, as a number, its site, the operations that it names, what its query says and
/// its body has. Numbers of things and what stands under a name differ within a kind.
pub(crate) fn kind(request: &SentRequest, method: &str, body: &Body) -> String {
    let mut hasher = DefaultHasher::new();
    let has_number = |text: &str| text.chars().any(|c| c.is_ascii_digit());
    let shape = |path: &str, by: char| {
        let part = |part: &str| if has_number(part) { "*".to_owned() } else { part.to_owned() };
        path.split(by).map(part).collect::<Vec<_>>().join(&by.to_string())
    };
    let mut path = String::new();
    let mut said: BTreeSet<(String, String)> = BTreeSet::new();
    if let Ok(url) = url::Url::parse(&request.url) {
        url.origin().ascii_serialization().hash(&mut hasher);
        path = shape(url.path(), '/');
        let query: Vec<(String, String)> = url.query_pairs().into_owned().collect();
        format!("{:?}", named(&query)).hash(&mut hasher);
        said.extend(query.into_iter().filter(|(name, _)| name != "_").map(|(name, value)| (name, shape(&value, ' '))));
    }
    for (name, value) in &body.fields {
        // What has no name says by itself what it is.
        let is_named = name.split('.').any(|part| !part.is_empty() && !has_number(part));
        said.insert((shape(name, '.'), if is_named { String::new() } else { value.clone() }));
    }
    said.retain(|(name, _)| !varies(name));
    (said, format!("{:?}", body.operations)).hash(&mut hasher);
    format!("{method} {path} {:x}", hasher.finish())
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
    fn a_kind_is_its_method_path_names_and_operations() {
        let of = |line: &str, body: &str| {
            let (method, path) = line.split_once(' ').unwrap();
            let url = format!("https://a.example{path}");
            let request = SentRequest { method: method.into(), url, body: body.into(), ..SentRequest::default() };
            kind(&request, method, &Body::read(body))
        };
        let first = of("POST /rows/7/star?tab=all", r#"{"on":true,"to":[{"id":1}],"csrf":"p"}"#);
        assert!(first.starts_with("POST /rows/*/star "), "{first}");
        for (line, body) in [
            ("POST /rows/8/star?tab=all&_=5", r#"{"on":false,"to":[{"id":2},{"id":3}]}"#),
            ("POST /rows/a1/star?tab=all", r#"{"to":[{"id":2}],"on":true,"requestId":"x"}"#),
        ] {
            assert_eq!(of(line, body), first, "{line} {body}");
        }
        for (line, body) in [
            ("PUT /rows/7/star?tab=all", r#"{"on":true,"to":[{"id":1}]}"#),
            ("POST /rows/7/hide?tab=all", r#"{"on":true,"to":[{"id":1}]}"#),
            ("POST /rows/star?tab=all", r#"{"on":true,"to":[{"id":1}]}"#),
            ("POST /rows/7/star?tab=none", r#"{"on":true,"to":[{"id":1}]}"#),
            ("POST /rows/7/star", r#"{"on":true,"to":[{"id":1}]}"#),
            ("POST /rows/7/star?tab=all", r#"{"on":true,"to":[{"id":1}],"cc":"x"}"#),
            ("POST /rows/7/star?tab=all", r#"{"on":true}"#),
            ("POST /rows/7/star?tab=all", r#"{"on":true,"to":[{"id":1}],"op":"frob"}"#),
        ] {
            assert_ne!(of(line, body), first, "{line} {body}");
        }
        for (one, other) in [
            (r#"{"jsonrpc":"2.0","method":"a.frob","id":1}"#, r#"{"jsonrpc":"2.0","method":"a.blub","id":1}"#),
            (r#"{"query":"mutation { frob(id: 1) { id } }"}"#, r#"{"query":"mutation { blub(id: 1) { id } }"}"#),
            (r#"[["frob",7]]"#, r#"[["blub",7]]"#),
            ("7|0|frob", "7|0|blub"),
            ("op=frob&x=1", "op=blub&x=1"),
        ] {
            assert_eq!(of("POST /x", one), of("POST /x", one));
            assert_ne!(of("POST /x", one), of("POST /x", other), "{one}");
        }
    }

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
