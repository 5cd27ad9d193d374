//! What a row of the table cannot say: what is sent to end things, and what is reported meanwhile.

use super::common::background::{Tasks, run};
use super::common::server::{Era, Seen, Server, bytes, event, stream};
use super::run::client;
use edith_mcp::client::{Change, Client, McpError, Transport, Wanted};
use edith_port::Clock;
use edith_testkit::{FakeAnswer, FakeHttp, ManualClock, Piece};
use futures_util::future::{Either, join3, select};
use serde_json::{Map, Value, json};
use std::pin::pin;
use std::rc::Rc;

struct Stage {
    clock: ManualClock,
    tasks: Tasks,
    server: Rc<Server>,
    http: FakeHttp,
    client: Client,
}

impl Stage {
    fn of(era: Era, fault: fn(&Seen, &Server) -> Option<FakeAnswer>) -> Self {
        let (clock, tasks, server) = (ManualClock::default(), Tasks::default(), Rc::new(Server::default()));
        let http = FakeHttp::by(&clock);
        let serving = Rc::clone(&server);
        http.refuse(move |request| {
            let seen = serving.see(request);
            Some(fault(&seen, &serving).unwrap_or_else(|| serving.serve(era, &seen)))
        });
        let client = client(&http, &tasks, &clock, Transport::Auto, "t");
        Self { clock, tasks, server, http, client }
    }

    fn run<T>(&self, work: impl Future<Output = T>) -> T {
        run(work, &self.tasks, &self.clock)
    }

    /// The messages that were sent by this method.
    fn sent(&self, method: &str) -> Vec<Value> {
        let bodies = self.http.requests().into_iter().filter_map(|request| request.body);
        let messages = bodies.map(|body| serde_json::from_str::<Value>(&body).unwrap());
        messages.filter(|message| message["method"] == method).collect()
    }

    /// Calls the tool and drops the call after a second.
    fn dropped_call(&self) {
        self.run(async {
            self.client.connect().await.unwrap();
            let arguments = Map::new();
            let mut told = |_| ();
            let call = pin!(self.client.call_tool("do", &arguments, &mut told));
            assert!(matches!(select(call, self.clock.sleep(1_000)).await, Either::Right(_)));
        });
    }
}

fn silent(seen: &Seen, _: &Server) -> Option<FakeAnswer> {
    (seen.rpc == "tools/call").then(|| stream(vec![Piece::Silence]))
}

#[test]
fn dropping_a_call_closes_its_stream_and_tells_older_servers() {
    let modern = Stage::of(Era::Modern, silent);
    modern.dropped_call();
    assert_eq!((modern.http.dropped(), modern.sent("notifications/cancelled").len()), (1, 0));
    for era in [Era::Session, Era::Sse] {
        let older = Stage::of(era, if era == Era::Session { silent } else { unheard });
        older.dropped_call();
        let call = older.sent("tools/call");
        let cancelled = older.sent("notifications/cancelled");
        assert_eq!(cancelled.len(), 1, "{era:?}");
        assert_eq!(cancelled[0]["params"]["requestId"], call[0]["id"]);
    }
    // Even before the head of the answer.
    let older = Stage::of(Era::Session, |seen, _| (seen.rpc == "tools/call").then_some(FakeAnswer::Silence));
    older.dropped_call();
    assert_eq!(older.sent("notifications/cancelled").len(), 1);
}

fn unheard(seen: &Seen, _: &Server) -> Option<FakeAnswer> {
    (seen.rpc == "tools/call").then(|| FakeAnswer::status(202, &[], ""))
}

#[test]
fn an_answered_call_is_not_cancelled_and_closing_ends_the_session() {
    let stage = Stage::of(Era::Session, |_, _| None);
    stage.run(stage.client.call_tool("do", &Map::new(), &mut |_| ())).unwrap();
    stage.client.close();
    stage.run(async {});
    assert_eq!(stage.sent("notifications/cancelled").len(), 0);
    let ended = stage.http.requests().into_iter().filter(|request| request.method == "DELETE").collect::<Vec<_>>();
    assert_eq!(ended.len(), 1);
    assert_eq!(ended[0].headers.get("mcp-session-id").map(String::as_str), Some("s1"));
    // And it can be used again, in a new session.
    stage.run(stage.client.call_tool("do", &Map::new(), &mut |_| ())).unwrap();
    assert_eq!(stage.server.count("initialize"), 2);
}

#[test]
fn what_is_asked_at_once_negotiates_once() {
    let stage = Stage::of(Era::Session, |_, _| None);
    let client = &stage.client;
    let (one, two, three) = stage.run(join3(client.tools(), client.connect(), client.prompts()));
    assert!(one.is_ok() && two.is_ok() && three.is_ok());
    assert_eq!((stage.server.count("server/discover"), stage.server.count("initialize")), (1, 1));
}

#[test]
fn a_cut_off_negotiation_does_not_stop_the_next() {
    let stage = Stage::of(Era::Modern, |seen, _| {
        (seen.rpc == "server/discover" && seen.nth == 1).then_some(FakeAnswer::Silence)
    });
    stage.run(async {
        drop(select(pin!(stage.client.connect()), stage.clock.sleep(1_000)).await);
        stage.client.connect().await.unwrap();
    });
}

#[test]
fn the_header_of_the_person_changes_with_the_sign_in() {
    let stage = Stage::of(Era::Modern, |seen, _| {
        (seen.header("authorization") != Some("Bearer new")).then(|| FakeAnswer::status(401, &[], ""))
    });
    assert!(matches!(stage.run(stage.client.connect()), Err(McpError::Unauthorized { challenge: None })));
    stage.client.authorize(Some("Bearer new".to_owned()));
    assert!(stage.run(stage.client.connect()).is_ok());
    // What is not a header is not sent at all.
    stage.client.authorize(Some("Bearer a\r\nb".to_owned()));
    assert!(matches!(stage.run(stage.client.tools()), Err(McpError::Unauthorized { .. })));
}

fn changing(seen: &Seen, server: &Server) -> Option<FakeAnswer> {
    let notice = |method: &str, params: Value| event(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    match seen.rpc.as_str() {
        "GET" if seen.nth > 1 => None,
        "GET" | "subscriptions/listen" => {
            let mut pieces = vec![
                notice("notifications/subscriptions/acknowledged", json!({ "notifications": {} })),
                bytes(":\n\n"),
                Piece::Pause(60_000),
                notice("notifications/tools/list_changed", Value::Null),
                notice("notifications/prompts/list_changed", Value::Null),
                notice("notifications/resources/updated", json!({ "uri": "file:///other" })),
                notice("notifications/resources/updated", json!({ "uri": "file:///a" })),
            ];
            if seen.rpc == "subscriptions/listen" {
                let meta = json!({ "io.modelcontextprotocol/subscriptionId": seen.id });
                let ended = json!({ "resultType": "complete", "_meta": meta });
                pieces.push(event(&json!({ "jsonrpc": "2.0", "id": seen.id, "result": ended })));
            }
            Some(stream(pieces))
        }
        "resources/subscribe" => {
            server.own.push(bytes(seen.params["uri"].as_str().unwrap()));
            Some(seen.ok(json!({})))
        }
        _ => None,
    }
}

#[test]
fn changes_are_told_as_they_were_wanted() {
    for era in [Era::Modern, Era::Session] {
        let stage = Stage::of(era, changing);
        let wanted = Wanted { tools: true, contents: vec!["file:///a".to_owned()], ..Wanted::default() };
        let mut seen = Vec::new();
        let ended = stage.run(stage.client.changes(&wanted, &mut |change| seen.push(change)));
        assert_eq!(seen[..2], [Change::Tools, Change::Contents("file:///a".to_owned())], "{era:?}");
        match era {
            Era::Modern => assert_eq!(ended, Ok(()), "it ended properly"),
            _ => assert!(matches!(ended, Err(McpError::NoAnswer(_)))),
        }
    }
    let none = Stage::of(Era::Session, |_, _| None);
    let ended = none.run(none.client.changes(&Wanted { tools: true, ..Wanted::default() }, &mut |_| ()));
    assert_eq!(ended, Err(McpError::NotOffered));
}

#[test]
fn a_stream_that_ended_between_two_calls_is_opened_again_before_the_next() {
    let stage = Stage::of(Era::Sse, |_, _| None);
    let call = || stage.run(stage.client.call_tool("do", &Map::new(), &mut |_| ()));
    call().unwrap();
    stage.server.feed.push(Piece::Break);
    // The end is seen in the background.
    stage.run(stage.clock.sleep(1_000));
    // Without a stream, the call would be carried out and its answer have nowhere to come.
    call().unwrap();
    assert_eq!((stage.server.count("GET"), stage.server.count("tools/call")), (2, 2));
}
