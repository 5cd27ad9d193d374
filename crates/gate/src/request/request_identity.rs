//! Which request it is: whether a page that is made to send a request once more sends the same one.

use crate::request::carried::{Weight, addresses, weight};
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
    (method, &request.token).hash(&mut hasher);
    match url::Url::parse(&request.url) {
        Ok(url) => {
            url.origin().ascii_serialization().hash(&mut hasher);
            url.path().hash(&mut hasher);
            let query = url.query_pairs().filter(|(name, value)| !is_moment(name, value) && !varies(name));
            query.collect::<Vec<_>>().hash(&mut hasher);
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

/// The shortest text of hexadecimal digits, a decimal one among them, that is not a word, in bytes.
const HEX_BYTES: usize = 8;
/// The lengths of the groups of a UUID, in bytes.
const UUID: [usize; 5] = [8, 4, 4, 4, 12];

/// Whether a text numbers a thing, by its structure: decimal digits alone, a UUID, or hexadecimal of a length. `approve2` is a word.
fn is_id(text: &str) -> bool {
    let is_hex = |text: &str| text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let has_digit = || text.bytes().any(|byte| byte.is_ascii_digit());
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_uuid = || text.split('-').map(str::len).eq(UUID) && text.split('-').all(is_hex);
    is_number || text.len() >= HEX_BYTES && (has_digit() && is_hex(text) || is_uuid())
}

/// A text with a star for what numbers things in it, even a part of a part: `issue-17`.
fn shape(text: &str, by: char) -> String {
    let part = |part: &str| match is_id(part) {
        true => "*".to_owned(),
        false => {
            let pieces = part.split_inclusive(|c: char| !c.is_alphanumeric());
            let piece = |piece: &str| {
                let word = piece.trim_end_matches(|c: char| !c.is_alphanumeric());
                if is_id(word) { piece.replace(word, "*") } else { piece.to_owned() }
            };
            pieces.map(piece).collect()
        }
    };
    text.split(by).map(part).collect::<Vec<String>>().join(&by.to_string())
}

/// Whether the path of an address says which thing it is about: it has the number of one, and the query only says where to go afterwards.
pub(crate) fn path_names_thing(address: &str) -> bool {
    url::Url::parse(address).is_ok_and(|url| {
        shape(url.path(), '/') != url.path() && url.query_pairs().all(|(_, value)| value.starts_with('/'))
    })
}

/// What kind of request it is: its method and the shape of its path, and, as a number, its site, the operations that it names, what its query says and
/// its body has. Numbers of things and what is under a name differ within a kind, but for addresses, and for what a name opens or hands over.
pub(crate) fn kind(request: &SentRequest, method: &str, body: &Body) -> String {
    let mut hasher = DefaultHasher::new();
    let has_number = |text: &str| text.chars().any(|c| c.is_ascii_digit());
    let mut path = String::new();
    let mut said: BTreeSet<(String, String)> = BTreeSet::new();
    if let Ok(url) = url::Url::parse(&request.url) {
        url.origin().ascii_serialization().hash(&mut hasher);
        path = shape(url.path(), '/');
        let query: Vec<(String, String)> = url.query_pairs().into_owned().collect();
        format!("{:?}", named(&query)).hash(&mut hasher);
        let query = query.into_iter().filter(|(name, value)| !is_moment(name, value));
        said.extend(query.map(|(name, value)| (name, shape(&value, ' '))));
    }
    for (name, value) in &body.fields {
        // What has no name says by itself what it is.
        let is_named = name.split('.').any(|part| !part.is_empty() && !has_number(part));
        // Whom it goes to, and what it opens, is another thing for each.
        let told = match weight(name) {
            _ if !is_named => value.clone(),
            _ if !is_on!(Kinds) => String::new(),
            Weight::Grave => value.clone(),
            Weight::Below => shape(value, ' '),
            Weight::None => addresses(value).collect::<Vec<_>>().join(" "),
        };
        said.insert((shape(name, '.'), told));
    }
    said.retain(|(name, _)| !varies(name));
    (said, format!("{:?}", body.operations)).hash(&mut hasher);
    format!("{method} {path} {:x}", hasher.finish())
}

/// The digits of a moment in milliseconds, from 2001 to 2033.
const MOMENT: usize = 13;

/// Whether a part of a query only keeps an answer from being taken out of a cache: under `_`, or a moment without a name.
fn is_moment(name: &str, value: &str) -> bool {
    let is_now = || name.len() == MOMENT && name.starts_with('1') && name.bytes().all(|byte| byte.is_ascii_digit());
    name == "_" || value.is_empty() && is_now()
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
            (
                "POST /rows/3fa85f64-5717-4562-b3fc-2c963f66afa6/star?tab=all",
                r#"{"to":[{"id":2}],"on":true,"requestId":"x"}"#,
            ),
            ("POST /rows/8/star?tab=all&1795898008746", r#"{"on":false,"to":[{"id":2},{"id":3}]}"#),
            ("POST /rows/507f1f77bcf86cd799439011/star?tab=all", r#"{"to":[{"id":2}],"on":true}"#),
        ] {
            assert_eq!(of(line, body), first, "{line} {body}");
        }
        for (line, body) in [
            ("PUT /rows/7/star?tab=all", r#"{"on":true,"to":[{"id":1}]}"#),
            ("POST /rows/7/hide?tab=all", r#"{"on":true,"to":[{"id":1}]}"#),
            ("POST /rows/star?tab=all", r#"{"on":true,"to":[{"id":1}]}"#),
            ("POST /rows/7/star2?tab=all", r#"{"on":true,"to":[{"id":1}]}"#),
            ("POST /rows/a1/star?tab=all", r#"{"on":true,"to":[{"id":1}]}"#),
            ("POST /v2/7/star?tab=all", r#"{"on":true,"to":[{"id":1}]}"#),
            ("POST /rows/7/star?tab=all2", r#"{"on":true,"to":[{"id":1}]}"#),
            ("POST /rows/7/star?tab=none", r#"{"on":true,"to":[{"id":1}]}"#),
            ("POST /rows/7/star", r#"{"on":true,"to":[{"id":1}]}"#),
            ("POST /rows/7/star?tab=all", r#"{"on":true,"to":[{"id":1}],"cc":"x"}"#),
            ("POST /rows/7/star?tab=all", r#"{"on":true}"#),
            ("POST /rows/7/star?tab=all", r#"{"on":true,"to":[{"id":1}],"op":"frob"}"#),
        ] {
            assert_ne!(of(line, body), first, "{line} {body}");
        }
        assert_eq!(of("POST /p/issue-17/star", ""), of("POST /p/issue-8/star", ""));
        for (one, other) in [
            ("star1", "approve2"),
            ("issue-17/star1", "issue-17/approve1"),
            ("approve-1", "star-1"),
            ("deadbeef", "facefeed"),
            ("0-star", "0-approve"),
        ] {
            assert_ne!(of(&format!("POST /x/{one}"), ""), of(&format!("POST /x/{other}"), ""), "{one} {other}");
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
            ("https://a.example/x?a=1&1795898008746", first),
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
            ("https://a.example/x?a=1&17958980", first),
            ("https://a.example/x?a=1&1357158568008091264", first),
            ("https://a.example/x?a=1&1795898008746=1", first),
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
