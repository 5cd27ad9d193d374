//! A table of failing servers. Each row says what comes of it, whether it is certain that nothing was done, and how often a call was sent; no row
//! may send a secret to another origin, an id twice, or what a browser would not send.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "tests may panic; clippy's own exception covers the test functions but not their helpers"
)]

mod apart;
mod asks;
mod bodies;
#[path = "../common/mod.rs"]
mod common;
mod first;
mod network;
mod offers;
mod questions;
mod run;
mod schema;
mod sessions;
mod spoken;
mod streams;

use common::server::{Era, Seen, Server};
use edith_mcp::client::Transport;
use edith_testkit::FakeAnswer;
use run::{Played, play};

/// What the client is asked to do.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Act {
    Connect,
    Tools,
    /// Call the tool `do`, and answer what is asked back.
    Call,
    /// The same, but without listing before it.
    CallAtOnce,
    /// Give up what is asked back.
    Abandon,
    /// Drop the call after a second.
    Drop,
    /// Call, drop after a second, and call again.
    DropAndCall,
    /// Go on with what is asked back in another client, as after the worker's death.
    Die,
    Read,
    Prompt,
}

/// How it ends.
#[derive(Debug, Clone, Copy, PartialEq)]
enum End {
    /// With this in the result.
    Done(&'static str),
    /// With this error, and whether it is certain that nothing was done.
    Fails(&'static str, bool),
    /// Nothing came of it, as wanted.
    Nothing,
}

type Fault = fn(&Seen, &Server) -> Option<FakeAnswer>;

/// A server of that era, what is done, what goes wrong, how it ends, and how many calls of the tool are sent.
#[derive(Clone, Copy)]
struct Row(&'static str, Era, Act, Fault, End, usize);

/// Why a row does not hold.
fn wrong(row: &Row, transport: Transport) -> Option<String> {
    let Row(_, era, act, fault, end, calls) = row;
    let Ok(played) = std::panic::catch_unwind(|| play(*era, *act, *fault, transport)) else {
        return Some("it panicked".to_owned());
    };
    let Played { end: came, certain, server, requests } = played;
    let expected = match end {
        End::Done(text) => came.starts_with("Done") && came.contains(text),
        End::Fails(kind, is_certain) => {
            came.strip_prefix("Error ").is_some_and(|error| error.starts_with(kind)) && certain == Some(*is_certain)
        }
        End::Nothing => came == "Nothing",
    };
    if !expected {
        return Some(format!("{end:?} expected, and it came to {came} (certain: {certain:?})"));
    }
    if server.count("tools/call") != *calls {
        return Some(format!("{} calls were sent, not {calls}", server.count("tools/call")));
    }
    run::unsafe_request(&requests)
}

#[test]
fn every_fault_ends_as_the_table_says() {
    let tables = [
        streams::ROWS,
        bodies::ROWS,
        network::ROWS,
        offers::ROWS,
        asks::ROWS,
        spoken::ROWS,
        sessions::ROWS,
        questions::ROWS,
        first::ROWS,
    ];
    let rows = tables.concat();
    let failed: Vec<String> =
        rows.iter().filter_map(|row| wrong(row, Transport::Auto).map(|why| format!("{}: {why}", row.0))).collect();
    assert!(failed.is_empty(), "{} of {} rows:\n{}", failed.len(), rows.len(), failed.join("\n"));
    assert!(rows.len() >= 60, "{} rows", rows.len());
}

#[test]
fn the_table_can_fail() {
    let right = |end, calls| Row("a right call", Era::Modern, Act::Call, |_, _| None, end, calls);
    assert_eq!(wrong(&right(End::Done("done"), 1), Transport::Auto), None);
    assert!(wrong(&right(End::Done("other"), 1), Transport::Auto).is_some());
    assert!(wrong(&right(End::Done("done"), 2), Transport::Auto).is_some());
    assert!(wrong(&right(End::Fails("NoAnswer", false), 1), Transport::Auto).is_some());
    let cut = |certain| {
        let fault: Fault = |seen, _| (seen.rpc == "tools/call").then_some(FakeAnswer::Unreachable);
        Row("a cut call", Era::Modern, Act::Call, fault, End::Fails("NoAnswer", certain), 1)
    };
    assert_eq!(wrong(&cut(false), Transport::Auto), None);
    assert!(wrong(&cut(true), Transport::Auto).is_some());
    // A secret that leaves, an id that comes twice.
    let sent = |url: &str, id: u32| edith_http::HttpRequest {
        method: "POST",
        url: url.to_owned(),
        body: Some(format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/list"}}"#)),
        headers: [("x-key".into(), run::SECRET.to_owned())].into(),
        origin: None,
    };
    assert_eq!(run::unsafe_request(&[sent(common::server::URL, 1), sent(common::server::URL, 2)]), None);
    assert!(run::unsafe_request(&[sent("https://mcp.example.evil/", 1)]).is_some());
    assert!(run::unsafe_request(&[sent(common::server::URL, 1), sent(common::server::URL, 1)]).is_some());
}

#[test]
fn http_never_falls_back_to_two_addresses_and_sse_is_asked_for_at_once() {
    let http = play(Era::Sse, Act::Connect, |_, _| None, Transport::Http);
    assert!(http.end.starts_with("Error WrongPath"), "{}", http.end);
    assert_eq!(http.server.count("GET"), 0);
    let sse = play(Era::Sse, Act::Call, |_, _| None, Transport::Sse);
    assert!(sse.end.contains("done"), "{}", sse.end);
    assert_eq!((sse.server.count("GET"), sse.server.count("server/discover")), (1, 0));
    let wrong = play(Era::Modern, Act::Connect, |_, _| None, Transport::Sse);
    assert!(wrong.end.starts_with("Error WrongPath(405)"), "{}", wrong.end);
}
