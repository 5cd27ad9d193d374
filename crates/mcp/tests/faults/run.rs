//! Plays a row: a client on a fake network and a clock that jumps.

use super::Act;
use super::common::background::{Tasks, run};
use super::common::server::{Era, Seen, Server, URL};
use edith_http::HttpRequest;
use edith_mcp::client::{Client, ClientPorts, Endpoint, InputRequest, McpError, Step, ToolResult, Transport, Waiting};
use edith_port::Clock;
use edith_testkit::{FakeAnswer, FakeHttp, ManualClock};
use futures_util::future::select;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::pin::pin;
use std::rc::Rc;

/// In a header of every request.
pub(crate) const SECRET: &str = "secret-of-the-person";

/// What came of a row.
pub(crate) struct Played {
    pub(crate) end: String,
    pub(crate) certain: Option<bool>,
    pub(crate) server: Rc<Server>,
    pub(crate) requests: Vec<HttpRequest>,
}

pub(crate) fn client(http: &FakeHttp, tasks: &Tasks, clock: &ManualClock, transport: Transport, token: &str) -> Client {
    let ports =
        ClientPorts { http: Rc::new(http.clone()), clock: Rc::new(clock.clone()), spawner: Rc::new(tasks.clone()) };
    let headers = [
        ("X-Key", SECRET),
        // Neither of these is to be sent.
        ("MCP-Protocol-Version", "1900-01-01"),
        ("Not a header", "x"),
        ("x-split", "a\r\nb"),
    ];
    let headers = headers.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
    let client = Client::new(ports, Endpoint { url: URL.parse().unwrap(), transport, headers });
    client.authorize(Some(format!("Bearer {token}")));
    client
}

pub(crate) fn play(
    era: Era,
    act: Act,
    fault: fn(&Seen, &Server) -> Option<FakeAnswer>,
    transport: Transport,
) -> Played {
    let (clock, tasks, server) = (ManualClock::default(), Tasks::default(), Rc::new(Server::default()));
    let http = FakeHttp::by(&clock);
    let serving = Rc::clone(&server);
    http.refuse(move |request| {
        let seen = serving.see(request);
        Some(fault(&seen, &serving).unwrap_or_else(|| serving.serve(era, &seen)))
    });
    let ours = client(&http, &tasks, &clock, transport, "one");
    let other = client(&http, &tasks, &clock, transport, "two");
    let came = run(acted(&ours, &other, act, &clock), &tasks, &clock);
    let certain = came.as_ref().err().map(McpError::is_not_done);
    let end = match came {
        Ok(Some(text)) => format!("Done {text}"),
        Ok(None) => "Nothing".to_owned(),
        Err(error) => format!("Error {error:?}"),
    };
    Played { end, certain, server, requests: http.requests() }
}

async fn acted(client: &Client, other: &Client, act: Act, clock: &ManualClock) -> Result<Option<String>, McpError> {
    let arguments = json!({ "x": "a\r\nAuthorization: b" });
    let arguments = arguments.as_object().unwrap();
    match act {
        Act::Connect => return Ok(Some(format!("{:?}", client.connect().await?))),
        Act::Tools => return Ok(Some(format!("{:?}", client.tools().await?))),
        Act::Read => {
            drop((client.resources().await?, client.resource_templates().await?));
            return Ok(Some(format!("{:?}", client.read_resource("file:///a", &mut |_| ()).await?)));
        }
        Act::Prompt => {
            drop(client.prompts().await?);
            return Ok(Some(format!("{:?}", client.get_prompt("p", &BTreeMap::new(), &mut |_| ()).await?)));
        }
        Act::CallAtOnce => {}
        _ => drop(client.tools().await?),
    }
    let mut progress = String::new();
    let mut told = |step: edith_mcp::client::Progress| progress += &format!("{step:?}");
    if matches!(act, Act::Drop | Act::DropAndCall) {
        drop(select(pin!(client.call_tool("do", arguments, &mut |_| ())), clock.sleep(1_000)).await);
        if act == Act::Drop {
            return Ok(None);
        }
    }
    let mut step = client.call_tool("do", arguments, &mut told).await?;
    loop {
        let waiting = match step {
            Step::Done(done) => return Ok(Some(format!("{done:?} {progress}"))),
            Step::Asks(waiting) => waiting,
        };
        // It is data.
        let waiting: Waiting = serde_json::from_value(serde_json::to_value(&waiting).unwrap()).unwrap();
        if act == Act::Abandon {
            client.abandon(&waiting);
            return Ok(None);
        }
        let client = if act == Act::Die { other } else { client };
        let answers = waiting.asks.iter().map(|(id, ask)| (id.clone(), answer(ask))).collect();
        step = client.go_on::<ToolResult>(&waiting, answers, &mut told).await?;
    }
}

fn answer(ask: &InputRequest) -> Value {
    match ask {
        InputRequest::Form { .. } => json!({ "action": "accept", "content": { "a": "b" } }),
        InputRequest::Url { .. } => json!({ "action": "accept" }),
        InputRequest::Sample(_) => {
            json!({ "role": "assistant", "model": "m", "content": { "type": "text", "text": "yes" } })
        }
    }
}

/// What no row may send.
pub(crate) fn unsafe_request(requests: &[HttpRequest]) -> Option<String> {
    let mut ids = BTreeSet::new();
    for request in requests {
        let url: url::Url = request.url.parse().unwrap();
        if url.origin() != URL.parse::<url::Url>().unwrap().origin() {
            return Some(format!("something went to {url}"));
        }
        if request.headers.get("x-key").map(String::as_str) != Some(SECRET) || request.headers.contains_key("x-split") {
            return Some("the headers of the person are wrong".to_owned());
        }
        let body: Value = request.body.as_deref().map(|body| serde_json::from_str(body).unwrap()).unwrap_or_default();
        if body["method"].is_string()
            && body["id"].is_number()
            && !ids.insert((request.headers.get("authorization"), body["id"].to_string()))
        {
            return Some(format!("the id {} came twice", body["id"]));
        }
        if request.headers.get("mcp-protocol-version").is_some_and(|version| version == "1900-01-01") {
            return Some("a header of the person replaced one of the protocol".to_owned());
        }
        if let Some(why) = super::schema::broken(request, &body) {
            return Some(why);
        }
    }
    None
}
