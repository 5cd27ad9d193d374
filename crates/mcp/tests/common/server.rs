//! A server in each era that does everything right, and counts; a row changes what it answers.

use edith_http::HttpRequest;
use edith_testkit::{FakeAnswer, Feed, Piece};
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

pub(crate) const URL: &str = "https://mcp.example/mcp";

/// What the server speaks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Era {
    /// 2026-07-28.
    Modern,
    /// 2025-11-25, with a session.
    Session,
    /// 2024-11-05, with two addresses.
    Sse,
}

/// A request as the server sees it.
pub(crate) struct Seen {
    pub(crate) request: HttpRequest,
    /// `GET` and `DELETE` have no message.
    pub(crate) rpc: String,
    pub(crate) id: Value,
    pub(crate) params: Value,
    /// The whole message.
    pub(crate) body: Value,
    /// How many of this kind came, with this one.
    pub(crate) nth: usize,
}

impl Seen {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.request.headers.get(name).map(String::as_str)
    }

    pub(crate) fn ok(&self, result: Value) -> FakeAnswer {
        json_answer(&json!({ "jsonrpc": "2.0", "id": self.id, "result": result }))
    }

    pub(crate) fn error(&self, status: u16, code: i64, data: Value) -> FakeAnswer {
        let error = json!({ "code": code, "message": "refused", "data": data });
        let body = json!({ "jsonrpc": "2.0", "id": self.id, "error": error }).to_string();
        FakeAnswer::status(status, &[("content-type", "application/json")], &body)
    }

    /// The answer of a tool, as a message.
    pub(crate) fn done(&self) -> Value {
        json!({ "jsonrpc": "2.0", "id": self.id, "result": text("done") })
    }
}

pub(crate) fn text(text: &str) -> Value {
    json!({ "resultType": "complete", "content": [{ "type": "text", "text": text }] })
}

pub(crate) fn json_answer(body: &Value) -> FakeAnswer {
    FakeAnswer::status(200, &[("content-type", "application/json")], &body.to_string())
}

/// A stream with these pieces.
pub(crate) fn stream(pieces: Vec<Piece>) -> FakeAnswer {
    let headers = vec![("content-type".to_owned(), "text/event-stream; charset=utf-8".to_owned())];
    FakeAnswer::Answer { status: 200, headers, pieces }
}

pub(crate) fn bytes(text: impl Into<Vec<u8>>) -> Piece {
    Piece::Bytes(text.into())
}

pub(crate) fn event(message: &Value) -> Piece {
    bytes(format!("event: message\ndata: {message}\n\n"))
}

pub(crate) fn tool(name: &str) -> Value {
    json!({ "name": name, "description": "Does it.", "inputSchema": { "type": "object" } })
}

/// The right answers.
#[derive(Default)]
pub(crate) struct Server {
    pub(crate) feed: Feed,
    /// Another stream, for rows that need two.
    pub(crate) own: Feed,
    counts: RefCell<BTreeMap<String, usize>>,
    sessions: Cell<usize>,
    /// The id of the last call of a tool.
    pub(crate) call: RefCell<Value>,
    /// Answers of the client to requests of the server.
    pub(crate) answered: RefCell<Vec<Value>>,
}

impl Server {
    pub(crate) fn see(&self, request: &HttpRequest) -> Seen {
        let body: Value = request.body.as_deref().map(|body| serde_json::from_str(body).unwrap()).unwrap_or_default();
        let rpc = match body["method"].as_str() {
            Some(method) => method.to_owned(),
            None if request.body.is_some() => "answer".to_owned(),
            None => request.method.to_owned(),
        };
        let nth = {
            let mut counts = self.counts.borrow_mut();
            let count = counts.entry(rpc.clone()).or_default();
            *count += 1;
            *count
        };
        if rpc == "answer" {
            self.answered.borrow_mut().push(body.clone());
        }
        if rpc == "tools/call" {
            *self.call.borrow_mut() = body["id"].clone();
        }
        let (id, params) = (body["id"].clone(), body["params"].clone());
        Seen { request: request.clone(), rpc, id, params, body, nth }
    }

    pub(crate) fn count(&self, rpc: &str) -> usize {
        self.counts.borrow().get(rpc).copied().unwrap_or_default()
    }

    pub(crate) fn serve(&self, era: Era, seen: &Seen) -> FakeAnswer {
        match era {
            Era::Modern => modern(seen),
            Era::Session => self.session(seen),
            Era::Sse => self.sse(seen),
        }
    }

    fn session(&self, seen: &Seen) -> FakeAnswer {
        let current = format!("s{}", self.sessions.get());
        match seen.rpc.as_str() {
            "initialize" => {
                self.sessions.set(self.sessions.get() + 1);
                let session = format!("s{}", self.sessions.get());
                let result = json!({
                    "protocolVersion": "2025-11-25", "serverInfo": { "name": "old", "version": "1" },
                    "capabilities": { "tools": {}, "resources": {}, "prompts": {} },
                });
                let body = json!({ "jsonrpc": "2.0", "id": seen.id, "result": result }).to_string();
                FakeAnswer::status(200, &[("content-type", "application/json"), ("mcp-session-id", &session)], &body)
            }
            _ if seen.header("mcp-session-id").is_none() => FakeAnswer::status(
                400,
                &[],
                r#"{"jsonrpc":"2.0","error":{"code":-32000,"message":"Bad Request"},"id":null}"#,
            ),
            _ if seen.header("mcp-session-id") != Some(&current) => FakeAnswer::status(404, &[], "no such session"),
            "GET" => FakeAnswer::status(405, &[], ""),
            "DELETE" => FakeAnswer::status(200, &[], ""),
            _ => offers(seen).unwrap_or_else(|| FakeAnswer::status(202, &[], "")),
        }
    }

    fn sse(&self, seen: &Seen) -> FakeAnswer {
        if seen.rpc == "GET" {
            self.feed.push(bytes("event: endpoint\ndata: /messages?session=1\n\n"));
            return stream(vec![Piece::Fed(self.feed.clone())]);
        }
        if !seen.request.url.contains("/messages") {
            return FakeAnswer::status(405, &[], "");
        }
        let result = match seen.rpc.as_str() {
            "initialize" => Some(json!({
                "protocolVersion": "2024-11-05", "serverInfo": { "name": "first", "version": "1" },
                "capabilities": { "tools": {} },
            })),
            _ => offer(seen),
        };
        if let Some(result) = result {
            self.feed.push(event(&json!({ "jsonrpc": "2.0", "id": seen.id, "result": result })));
        }
        FakeAnswer::status(202, &[], "Accepted")
    }
}

fn modern(seen: &Seen) -> FakeAnswer {
    match seen.rpc.as_str() {
        "GET" | "DELETE" => FakeAnswer::status(405, &[], ""),
        "initialize" => seen.error(400, -32602, Value::Null),
        "server/discover" => seen.ok(json!({
            "resultType": "complete", "supportedVersions": ["2026-07-28"],
            "capabilities": { "tools": {}, "resources": {}, "prompts": {} },
            "_meta": { "io.modelcontextprotocol/serverInfo": { "name": "new", "version": "1" } },
            "ttlMs": 0, "cacheScope": "private",
        })),
        _ => offers(seen).unwrap_or_else(|| seen.error(404, -32601, Value::Null)),
    }
}

fn offers(seen: &Seen) -> Option<FakeAnswer> {
    offer(seen).map(|result| seen.ok(result))
}

fn offer(seen: &Seen) -> Option<Value> {
    Some(match seen.rpc.as_str() {
        "tools/list" => json!({ "resultType": "complete", "tools": [tool("do")], "ttlMs": 5, "cacheScope": "private" }),
        "tools/call" => text("done"),
        "resources/list" => json!({ "resources": [{ "uri": "file:///a", "name": "a" }] }),
        "resources/read" => json!({ "contents": [{ "uri": "file:///a", "text": "done" }] }),
        "resources/templates/list" => json!({ "resourceTemplates": [{ "uriTemplate": "file:///{a}", "name": "t" }] }),
        "prompts/list" => json!({ "prompts": [{ "name": "p", "arguments": [{ "name": "a" }] }] }),
        "prompts/get" => json!({ "messages": [{ "role": "user", "content": { "type": "text", "text": "done" } }] }),
        _ => return None,
    })
}
