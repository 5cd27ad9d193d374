//! Servers that refuse a part of the request: it is changed once and stays so.

use crate::kinds::KINDS;
use crate::wire::Answer::Whole;
use crate::wire::{KEY, Wire};
use crate::{Situation, shop, sockets, turn};
use edith_model::{Models, ServerModels};
use edith_protocol::{ModelServer, Outcome};
use edith_testkit::{FakeAnswer, FakeHttp, ManualClock, Scripted};
use futures_util::FutureExt;
use serde_json::{Value, json};
use std::rc::Rc;

/// What a server refuses, in its words; what its settings have besides; and how many requests a run of three turns takes.
struct Dialect {
    name: &'static str,
    kinds: &'static [&'static str],
    settings: fn() -> Value,
    refuses: fn(&Value) -> Option<(u16, &'static str)>,
    requests: usize,
}

const BOTH: &[&str] = &["openai", "openrouter"];
const ALL: &[&str] = &["openai", "openrouter", "anthropic"];

fn says(when: bool, status: u16, words: &'static str) -> Option<(u16, &'static str)> {
    when.then_some((status, words))
}

fn nothing() -> Value {
    json!({})
}

fn warm() -> Value {
    json!({"temperature": 0.2})
}

fn turns(body: &Value) -> impl Iterator<Item = &Value> {
    let messages = body["messages"].as_array().into_iter().flatten();
    messages.filter(|message| message["role"] == "assistant" && message["tool_calls"].is_array())
}

#[rustfmt::skip]
const DIALECTS: &[Dialect] = &[
    Dialect { name: "takes everything", kinds: ALL, settings: warm, requests: 3, refuses: |_| None },
    Dialect { name: "no stream_options", kinds: BOTH, settings: nothing, requests: 4,
        refuses: |body| says(body.get("stream_options").is_some(), 400, "Unrecognized request argument supplied: stream_options") },
    Dialect { name: "the older token limit", kinds: BOTH, settings: nothing, requests: 4,
        refuses: |body| says(body.get("max_completion_tokens").is_some(), 422, "max_completion_tokens: Extra inputs are not permitted") },
    Dialect { name: "a temperature of its own", kinds: ALL, settings: warm, requests: 4,
        refuses: |body| says(body.get("temperature").is_some(), 400, "temperature is deprecated for this model.") },
    Dialect { name: "all of it, one after the other", kinds: BOTH, settings: warm, requests: 6,
        refuses: |body| says(body.get("stream_options").is_some(), 400, "stream_options is not supported")
            .or_else(|| says(body.get("max_completion_tokens").is_some(), 400, "max_completion_tokens is not supported"))
            .or_else(|| says(body.get("temperature").is_some(), 400, "temperature is not supported")) },
    Dialect { name: "signatures with every call", kinds: &["openai"], settings: nothing, requests: 4,
        refuses: |body| says(
            turns(body).any(|turn| turn["tool_calls"][0]["extra_content"]["google"]["thought_signature"].is_null()),
            400, "Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly") },
    Dialect { name: "thoughts with every call", kinds: &["openai"], settings: nothing, requests: 4,
        refuses: |body| says(
            turns(body).any(|turn| turn.get("reasoning_content").is_none()),
            400, "The `reasoning_content` in the thinking mode must be passed back to the API.") },
];

fn check(dialect: &Dialect, wire: &'static dyn Wire) -> Option<String> {
    let world = shop();
    let network = world.model.network();
    sockets::carry(&network);
    let refuses = dialect.refuses;
    network.refuse(move |request| {
        let body = serde_json::from_str(request.body.as_deref()?).unwrap();
        let (status, words) = refuses(&body)?;
        Some(FakeAnswer::status(status, &[], &wire.error(words)))
    });
    let mut server = json!({"id": "a", "kind": wire.kind(), "baseUrl": wire.base(), "apiKeys": [KEY],
        "model": "scripted", "tools": "native"});
    server.as_object_mut().unwrap().extend((dialect.settings)().as_object().unwrap().clone());
    world.set("edith_settings", json!({"servers": [server], "roles": {"agent": ["a"]}}));
    world.model.always(move |request| {
        Scripted::Sent(Whole.sent(wire, &turn(request, Situation::First), request.messages.len()))
    });
    world.run("add a lamp").unwrap();
    world.settle();
    let done = world.events.done()?;
    let sent = world.model.sent().len();
    (done.outcome != Outcome::Completed || sent != dialect.requests)
        .then(|| format!("{} ({}): {sent} requests; {:?} {}", dialect.name, wire.kind(), done.outcome, done.summary))
}

#[test]
fn what_a_server_refuses_is_left_out_once_and_for_good() {
    let mut scripts = 0;
    let mut wrong = Vec::new();
    for dialect in DIALECTS {
        for wire in KINDS.into_iter().filter(|wire| dialect.kinds.contains(&wire.kind())) {
            scripts += 1;
            wrong.extend(check(dialect, wire));
        }
    }
    println!("{scripts} scripts of a refused part and a kind of server, {} failed", wrong.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // The control: a server that cannot be satisfied ends the run, and does not make it ask for ever.
    let never =
        Dialect { refuses: |_| Some((400, "stream_options temperature")), ..Dialect { requests: 1, ..DIALECTS[1] } };
    assert!(check(&never, KINDS[0]).is_some_and(|told| told.contains("2 requests; Failed")));
}

#[test]
fn the_address_of_anthropics_interface_may_be_typed_in_many_ways() {
    for (typed, asked) in [
        ("https://m.example", "https://m.example/v1/models?limit=1000"),
        (" https://m.example/ ", "https://m.example/v1/models?limit=1000"),
        ("https://m.example/v1", "https://m.example/v1/models?limit=1000"),
        ("https://m.example/v1/messages/", "https://m.example/v1/models?limit=1000"),
        ("https://m.example/proxy/v1?team=a", "https://m.example/proxy/v1/models?team=a&limit=1000"),
    ] {
        let http = FakeHttp::default();
        http.will([FakeAnswer::ok(r#"{"data": [{"id": "m"}]}"#)]);
        let clock = Rc::new(ManualClock::default());
        let models = ServerModels::new(Rc::new(http.clone()), clock, Rc::new(edith_commands::BuiltIn));
        let server = ModelServer { base_url: typed.into(), kind: "anthropic".into(), ..ModelServer::default() };
        assert_eq!(models.list(&server).now_or_never().unwrap().unwrap()[0].id, "m", "{typed}");
        assert_eq!(http.requests()[0].url, asked, "{typed}");
    }
}
