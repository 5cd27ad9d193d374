//! A table of failing model servers: each row with each kind of server and in three situations (a run's first turn, a later one, chat). The run and the
//! client are the real ones, the bytes go through real connections, and the clock is a fake one. A server refuses what the real one would.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "tests may panic; clippy's own exception covers the test functions but not their helpers"
)]

mod changes;
mod dialects;
mod kinds;
mod native;
mod parallel;
mod quotas;
mod schemas;
mod served;
mod sockets;
mod strict;
mod toolset;
mod wire;

use edith_model::{ChatMessage, ChatRequest};
use edith_port::Clock;
use edith_protocol::{Command, Outcome};
use edith_testkit::{FakeAnswer, FakePage, Scripted, World};
use kinds::KINDS;
use serde_json::json;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use wire::Answer::{self, *};
use wire::{KEY, Turn, Wire};

const SHOP: &str = "http://shop.example/";
/// 2026-05-04 00:00 UTC, a Monday.
const MONDAY: f64 = 1_777_852_800_000.0;

/// The pauses before each retry, as ranges in milliseconds.
type Waits = &'static [(u64, u64)];

/// The expected result of a row.
#[derive(Debug, Clone, Copy, PartialEq)]
enum End {
    /// The turn eventually arrives and its call is carried out, once.
    Recovers,
    /// The run ends with a sentence that contains these words.
    Fails(&'static str),
    /// The model is told that its turn is malformed, and its next one is right.
    Told,
}

struct Row(&'static str, &'static [Answer], Waits, End);

const OWN: (u64, u64) = (390, 610);
const OWN_AGAIN: (u64, u64) = (790, 1_210);
const AT_ONCE: (u64, u64) = (0, 0);
/// The pauses after answers that broke.
const BROKE: (u64, u64) = (790, 1_210);
const BROKE_AGAIN: (u64, u64) = (1_590, 2_410);
const BROKE_ONCE_MORE: (u64, u64) = (3_190, 4_810);
const JSON: &str = r#"{"error":{"message":"the server's words","code":null}}"#;
const QUOTA: &str = r#"{"error":{"message":"You exceeded your current quota","type":"insufficient_quota"}}"#;
const TOO_LONG: &str =
    r#"{"error":{"message":"This model's maximum context length is 8192 tokens","code":"context_length_exceeded"}}"#;
const HTML: &str = "<!doctype html><title>Sign in</title><p>Welcome";
const STREAM_ERROR: &str = r#"data: {"error":{"message":"it broke"}}"#;

#[rustfmt::skip]
const ROWS: &[Row] = &[
    // The user must act: no retry.
    Row("400", &[Status(400, &[], JSON)], &[], End::Fails("refused the request: the server's words")),
    Row("400 with a list", &[Status(400, &[], r#"[{"error":{"message":"bad field"}}]"#)], &[], End::Fails("bad field")),
    Row("401", &[Status(401, &[], r#"{"error":{"message":"Incorrect API key provided: sk-secret-key"}}"#)], &[], End::Fails("refused the key: Incorrect API key provided: (the key)")),
    Row("401 without a body", &[Status(401, &[], "")], &[], End::Fails("Check the key")),
    Row("402", &[Status(402, &[], JSON)], &[], End::Fails("quota is used up")),
    Row("403", &[Status(403, &[], JSON)], &[], End::Fails("refused the key")),
    Row("403 of Ollama", &[Status(403, &[("base", "http://127.0.0.1:11434/v1")], "")], &[], End::Fails("OLLAMA_ORIGINS=chrome-extension://*")),
    Row("403 of LM Studio", &[Status(403, &[("base", "http://127.0.0.1:1234/v1")], "")], &[], End::Fails("Enable CORS")),
    Row("404", &[Status(404, &[], r#"{"error":"model 'x' not found"}"#)], &[], End::Fails("Check the model's name")),
    Row("405", &[Status(405, &[], HTML)], &[], End::Fails("a web page (Sign in)")),
    Row("410", &[Status(410, &[], JSON)], &[], End::Fails("does not know this model")),
    Row("415", &[Status(415, &[], JSON)], &[], End::Fails("refused the request")),
    Row("422", &[Status(422, &[], r#"{"detail":[{"msg":"field required"}]}"#)], &[], End::Fails("field required")),
    Row("429 for a quota", &[Status(429, &[], QUOTA)], &[], End::Fails("quota is used up")),
    Row("a redirect", &[Redirect], &[], End::Fails("The key is not sent there")),
    Row("a filtered answer", &[Finish("content_filter")], &[], End::Fails("content filter")),
    Row("an answer without end", &[Huge], &[], End::Fails("too large")),
    // Busy or failing servers: two retries with growing pauses.
    Row("408 once", &[Status(408, &[], "")], &[OWN], End::Recovers),
    Row("409 once", &[Status(409, &[], "")], &[OWN], End::Recovers),
    Row("425 once", &[Status(425, &[], "")], &[OWN], End::Recovers),
    Row("429 once", &[Status(429, &[], JSON)], &[OWN], End::Recovers),
    Row("429 twice", &[Status(429, &[], JSON), Status(429, &[], JSON)], &[OWN, OWN_AGAIN], End::Recovers),
    Row("429 for ever", &[Status(429, &[], JSON), Status(429, &[], JSON), Status(429, &[], JSON)], &[OWN, OWN_AGAIN], End::Fails("is busy (429)")),
    Row("500 once", &[Status(500, &[], "oops")], &[OWN], End::Recovers),
    Row("500 for ever", &[Status(500, &[], "oops"), Status(500, &[], "oops"), Status(500, &[], "oops")], &[OWN, OWN_AGAIN], End::Fails("failed (500): oops")),
    Row("502 with a page", &[Status(502, &[], "<html><title>Bad gateway</title>")], &[OWN], End::Recovers),
    Row("503 once", &[Status(503, &[], "")], &[OWN], End::Recovers),
    Row("504 once", &[Status(504, &[], "")], &[OWN], End::Recovers),
    Row("529 once", &[Status(529, &[], "")], &[OWN], End::Recovers),
    Row("500, then 429, then well", &[Status(500, &[], ""), Status(429, &[], JSON)], &[OWN, OWN_AGAIN], End::Recovers),
    Row("nobody there once", &[Unreachable], &[OWN], End::Recovers),
    Row("nobody there", &[Unreachable, Unreachable, Unreachable], &[OWN, OWN_AGAIN], End::Fails("example cannot be reached")),
    // The server sets the time.
    Row("Retry-After in seconds", &[Status(429, &[("retry-after", "7")], JSON)], &[(7_000, 7_000)], End::Recovers),
    Row("Retry-After of 120 s", &[Status(503, &[("retry-after", "120")], "")], &[(120_000, 120_000)], End::Recovers),
    Row("Retry-After of an hour", &[Status(429, &[("retry-after", "3600")], JSON)], &[], End::Fails("asks you to wait 60 minutes")),
    Row("Retry-After as a date", &[Status(429, &[("retry-after", "Mon, 04 May 2026 00:00:30 GMT")], JSON)], &[(25_000, 30_000)], End::Recovers),
    Row("retry-after-ms", &[Status(429, &[("retry-after-ms", "250")], JSON)], &[(250, 250)], End::Recovers),
    Row("Retry-After that makes no sense", &[Status(429, &[("retry-after", "soon")], JSON)], &[OWN], End::Recovers),
    // Unusable answers: discarded and requested again, after growing pauses; after a silence at once, and once.
    Row("cut before the first event", &[Cut(0)], &[BROKE], End::Recovers),
    Row("cut after the first event", &[Cut(1)], &[BROKE], End::Recovers),
    Row("cut in the call", &[Cut(2)], &[BROKE], End::Recovers),
    Row("cut before it says why it stops", &[Cut(3)], &[BROKE], End::Recovers),
    Row("cut twice", &[Cut(2), Cut(2)], &[BROKE, BROKE_AGAIN], End::Recovers),
    Row("cut three times", &[Cut(2), Cut(1), Cut(2)], &[BROKE, BROKE_AGAIN, BROKE_ONCE_MORE], End::Recovers),
    Row("cut for ever", &[Cut(2), Cut(2), Cut(2), Cut(2)], &[BROKE, BROKE_AGAIN, BROKE_ONCE_MORE], End::Fails("broke off or made no sense")),
    Row("a connection that broke", &[Reset(2)], &[BROKE], End::Recovers),
    Row("a connection that breaks for ever", &[Reset(1), Reset(2), Reset(1), Reset(2)], &[BROKE, BROKE_AGAIN, BROKE_ONCE_MORE], End::Fails("the connection broke")),
    Row("silence after a while", &[Silent], &[AT_ONCE], End::Recovers),
    Row("silence twice", &[Silent, Silent], &[AT_ONCE], End::Fails("sent nothing more for 150 seconds")),
    Row("no headers", &[NoHeaders], &[AT_ONCE], End::Recovers),
    Row("an error in the stream", &[Then(2, STREAM_ERROR)], &[BROKE], End::Recovers),
    Row("an error in the stream for ever", &[Then(2, STREAM_ERROR), Then(1, STREAM_ERROR), Then(2, STREAM_ERROR), Then(1, STREAM_ERROR)], &[BROKE, BROKE_AGAIN, BROKE_ONCE_MORE], End::Fails("it broke")),
    Row("a busy server in the stream", &[Then(1, r#"data: {"error":{"message":"slow down","code":429}}"#)], &[OWN], End::Recovers),
    Row("a failing server in the stream", &[Then(2, r#"data: {"error":{"message":"upstream","code":502}}"#)], &[OWN], End::Recovers),
    Row("a quota in the stream", &[Then(1, r#"data: {"error":{"message":"no","code":"insufficient_quota"}}"#)], &[], End::Fails("quota")),
    Row("an error event", &[Then(1, "event: error\ndata: {\"message\":\"overloaded\",\"type\":\"overloaded_error\"}")], &[OWN], End::Recovers),
    Row("half an event", &[Then(1, "data: {\"choices\":[{\"del")], &[BROKE], End::Recovers),
    Row("a web page with status 200", &[Body(HTML)], &[BROKE], End::Recovers),
    Row("a web page for ever", &[Body(HTML), Body(HTML), Body(HTML), Body(HTML)], &[BROKE, BROKE_AGAIN, BROKE_ONCE_MORE], End::Fails("it is a web page")),
    Row("nothing with status 200", &[Body("")], &[BROKE], End::Recovers),
    Row("empty JSON", &[Body("{}")], &[BROKE], End::Recovers),
    Row("half of a JSON answer", &[Body("{\"choices\":[{\"message\":{\"content\":\"h")], &[BROKE], End::Recovers),
    Row("an error as JSON", &[Body(r#"{"error":{"message":"down","code":502}}"#)], &[OWN], End::Recovers),
    Row("a list of errors", &[Body(r#"[{"error":{"message":"down","code":429}}]"#)], &[OWN], End::Recovers),
    Row("only a last line", &[Body("data: [DONE]\n\n")], &[BROKE], End::Recovers),
    Row("bytes that are no text", &[BrokenUtf8], &[BROKE], End::Recovers),
    Row("void, then busy, then well", &[Cut(2), Status(429, &[], JSON)], &[BROKE, OWN_AGAIN], End::Recovers),
    // Too long: once more, shortened.
    Row("a history that is too long", &[Status(400, &[], TOO_LONG)], &[AT_ONCE], End::Recovers),
    Row("413", &[Status(413, &[], "")], &[AT_ONCE], End::Recovers),
    Row("too long in any case", &[Status(400, &[], TOO_LONG), Status(400, &[], TOO_LONG)], &[AT_ONCE], End::Fails("longer than the model accepts")),
    // Valid answers.
    Row("byte by byte", &[Pieces(1)], &[], End::Recovers),
    Row("plain JSON", &[Plain], &[], End::Recovers),
    Row("comments and other line ends", &[Chatty], &[], End::Recovers),
    Row("a call without an id", &[NoId], &[], End::Recovers),
    Row("no last line", &[NoDone], &[], End::Recovers),
    Row("a whole turn", &[Whole], &[], End::Recovers),
];

/// Rows about malformed calls: the model is told, three times at most.
#[rustfmt::skip]
const CALLS: &[Row] = &[
    Row("cut at the token limit", &[Finish("length")], &[AT_ONCE], End::Told),
    Row("broken arguments", &[Call("click", "{\"uid\": ")], &[AT_ONCE], End::Told),
    Row("wrong arguments", &[Call("click", "{\"uid\": \"that one\"}")], &[AT_ONCE], End::Told),
    Row("a missing argument", &[Call("click", "{}")], &[AT_ONCE], End::Told),
    Row("an unknown tool", &[Call("clik_it", "{\"uid\": 1}")], &[AT_ONCE], End::Told),
    Row("an unknown uid", &[Call("click", "{\"uid\": 4711}")], &[AT_ONCE], End::Told),
    Row("an address that is none", &[Call("open_browser", "{\"url\": \"javascript:alert(1)\"}")], &[AT_ONCE], End::Told),
    Row("three broken calls", &[Call("click", "{"), Call("click", "{"), Call("click", "{")], &[AT_ONCE, AT_ONCE], End::Fails("three malformed tool calls")),
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Situation {
    First,
    Later,
    Chat,
}

struct Played {
    /// Times of the requests, from the turn in question to the end.
    asked: Vec<f64>,
    effects: usize,
    ended: Option<(Outcome, String)>,
    told: String,
    went_on: bool,
    /// How long each answer took to fail, in milliseconds.
    took: Vec<u64>,
    /// Requests that reached the server, from the turn in question to the end.
    sent: usize,
    /// What the server would not take.
    refused: Vec<String>,
}

/// A capable model's next turn: open the shop, click, complete.
fn turn(request: &ChatRequest, situation: Situation) -> Turn {
    let call = |name: &str, arguments: serde_json::Value| Turn {
        text: "",
        call: Some((name.to_owned(), arguments.to_string())),
    };
    if situation == Situation::Chat {
        return Turn { text: "Hello!", call: None };
    }
    let all = serde_json::to_string(&request.messages).unwrap();
    let answered = |text: &str| {
        request
            .messages
            .iter()
            .any(|message| matches!(message, ChatMessage::Tool { content, .. } if content.text().contains(text)))
    };
    let needle = "| \\\"Add lamp\\\"";
    match all.rfind(needle) {
        _ if answered("Done: click") => call("task_complete", json!({"summary": "all done"})),
        None => call("open_browser", json!({"url": SHOP})),
        Some(at) => {
            let before = all[..at].rsplit('|').nth(1).unwrap().trim();
            let digits: String = before.chars().rev().take_while(char::is_ascii_digit).collect();
            let uid: u32 = digits.chars().rev().collect::<String>().parse().unwrap();
            call("click", json!({"uid": uid}))
        }
    }
}

/// What a server of this kind would not take is answered with a 400, and noted.
fn strict(world: &World, wire: &'static dyn Wire) -> Rc<RefCell<Vec<String>>> {
    let refused: Rc<RefCell<Vec<String>>> = Rc::default();
    let network = world.model.network();
    sockets::carry(&network);
    let noted = Rc::clone(&refused);
    network.refuse(move |request| {
        let body = serde_json::from_str(request.body.as_deref().unwrap_or("null")).unwrap();
        let why = wire.refuses(request, &body)?;
        noted.borrow_mut().push(why.clone());
        Some(FakeAnswer::status(400, &[], &wire.error(&why)))
    });
    refused
}

fn shop() -> World {
    let world = World::default();
    world.clock.set(MONDAY);
    world.browser.add_page(SHOP, FakePage::new("Shop").button("Add lamp"));
    world
}

fn play(row: &Row, wire: &'static dyn Wire, situation: Situation) -> Played {
    let world = shop();
    let base = row.1[0].base(wire);
    let server = json!({"id": "a", "kind": wire.kind(), "baseUrl": base, "apiKeys": [KEY], "model": "scripted", "tools": "native"});
    world.set("edith_settings", json!({"servers": [server], "roles": {"agent": ["a"], "chat": ["a"]}}));
    let refused = strict(&world, wire);
    let faults: Rc<RefCell<VecDeque<Answer>>> = Rc::new(RefCell::new(row.1.iter().cloned().collect()));
    let asked: Rc<RefCell<Vec<f64>>> = Rc::default();
    let took: Rc<RefCell<Vec<u64>>> = Rc::default();
    let (left, times, spans, clock) = (Rc::clone(&faults), Rc::clone(&asked), Rc::clone(&took), world.clock.clone());
    let number = RefCell::new(0);
    world.model.always(move |request| {
        *number.borrow_mut() += 1;
        let number = *number.borrow();
        let right = turn(request, situation);
        if situation == Situation::Later && number == 1 {
            return Scripted::Sent(Whole.sent(wire, &right, number));
        }
        times.borrow_mut().push(clock.now());
        let answer = left.borrow_mut().pop_front().unwrap_or(Whole);
        spans.borrow_mut().push(answer.takes());
        Scripted::Sent(answer.sent(wire, &right, number))
    });
    let mut ended = None;
    if situation == Situation::Chat {
        let reply = world.send(Command::Chat { prompt: "Hi".into(), conversation_id: None }).expect("an answer");
        if let Some(error) = reply.error {
            ended = Some((Outcome::Failed, error.message));
        }
    } else {
        world.run("add a lamp").unwrap();
        world.settle();
    }
    let done = world.events.done().unwrap_or_else(|| panic!("{}: {situation:?}: the run is stuck", row.0));
    ended = ended.or(Some((done.outcome, done.summary.clone())));
    let effects = world.browser.done().iter().filter(|done| done.starts_with("click")).count();
    let told = serde_json::to_string(&world.events.all()).unwrap();
    let (asked, took) = (asked.borrow().clone(), took.borrow().clone());
    let sent = world.model.sent().len() - usize::from(situation == Situation::Later);
    // "Try again": the conversation continues with a working server.
    faults.borrow_mut().clear();
    let went_on = done.outcome == Outcome::Completed || {
        let conversation_id = Some(done.conversation_id);
        let command = match situation {
            Situation::Chat => Command::Chat { prompt: "go on".into(), conversation_id },
            _ => Command::AgentRun { prompt: "go on".into(), conversation_id, tab_id: None },
        };
        world.send(command).unwrap();
        world.settle();
        let heard = serde_json::to_string(&world.model.requests().last().unwrap().messages).unwrap();
        let knows = heard.contains(if situation == Situation::Chat { "Hi" } else { "add a lamp" });
        knows && world.events.done().is_some_and(|done| done.outcome == Outcome::Completed)
    };
    let refused = refused.take();
    Played { asked, effects, ended, told, went_on, took, sent, refused }
}

fn check(row: &Row, wire: &'static dyn Wire, situation: Situation) -> Result<(), String> {
    let Row(name, faults, waits, end) = row;
    let played = play(row, wire, situation);
    let (outcome, summary) = played.ended.clone().unwrap();
    let wrong = |what: &str| {
        let kind = wire.kind();
        Err(format!("{name} ({kind}, {situation:?}): {what}; {outcome:?} {summary:?} {:?}", played.asked))
    };
    if !played.refused.is_empty() {
        return wrong(&format!("the real server would refuse: {:?}", played.refused));
    }
    if played.sent != played.asked.len() {
        return wrong(&format!("{} requests were sent", played.sent));
    }
    if !played.went_on {
        return wrong("it could not go on");
    }
    if played.told.contains(KEY) {
        return wrong("the key was told");
    }
    let pauses: Vec<u64> =
        played.asked.windows(2).zip(&played.took).map(|(pair, took)| (pair[1] - pair[0]) as u64 - took).collect();
    for (at, (low, high)) in waits.iter().enumerate() {
        match pauses.get(at) {
            Some(pause) if (*low..=*high).contains(pause) => {}
            other => return wrong(&format!("pause {at} was {other:?} ms, not {low} to {high}")),
        }
    }
    match end {
        End::Fails(words) => {
            if outcome != Outcome::Failed || !summary.contains(words) {
                return wrong(&format!("it should have failed with {words:?}"));
            }
            if summary.contains('\n') || summary.chars().count() > 400 {
                return wrong("that is no one clear sentence");
            }
            if played.effects != 0 {
                return wrong("something was done");
            }
            if played.asked.len() != waits.len() + 1 {
                return wrong(&format!("asked {} times", played.asked.len()));
            }
        }
        End::Recovers | End::Told => {
            if outcome != Outcome::Completed || played.effects != usize::from(situation != Situation::Chat) {
                return wrong(&format!("it should have recovered; {} effects", played.effects));
            }
            // The task's remaining turns, and one more per fault: an extra request is a failure of its own.
            let turns = match situation {
                Situation::First => 3,
                Situation::Later => 2,
                Situation::Chat => 1,
            };
            if played.asked.len() != turns + waits.len() {
                return wrong(&format!("asked {} times, not {}", played.asked.len(), turns + waits.len()));
            }
            let broken = faults.iter().filter(|_| !waits.is_empty()).count();
            if *end == End::Recovers && broken != waits.len() {
                return wrong("the row is wrong");
            }
        }
    }
    Ok(())
}

#[test]
fn every_fault_of_a_model_server_is_met_as_the_table_says() {
    let (mut failed, mut scripts, mut played) = (Vec::new(), 0, 0);
    for wire in KINDS {
        let lacking = wire.lacks();
        for (name, why) in lacking {
            assert!(ROWS.iter().chain(CALLS).any(|row| row.0 == *name), "{name}");
            println!("{} has no {name:?}: {why}", wire.kind());
        }
        let has = |row: &&Row| lacking.iter().all(|(name, _)| *name != row.0);
        for row in ROWS.iter().filter(has) {
            scripts += 1;
            for situation in [Situation::First, Situation::Later, Situation::Chat] {
                played += 1;
                failed.extend(check(row, wire, situation).err());
            }
        }
        for row in CALLS.iter().filter(has) {
            scripts += 1;
            for situation in [Situation::First, Situation::Later] {
                played += 1;
                failed.extend(check(row, wire, situation).err());
            }
        }
    }
    println!("{scripts} scripts of a fault and a kind of server, played {played} times, {} failed", failed.len());
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// The control: the table notices a request too many, one that the server would refuse, and an effect of a broken turn.
#[test]
fn the_table_notices_what_is_wrong() {
    let once = Row("500 once", &[Status(500, &[], "oops"), Status(500, &[], "oops")], &[OWN], End::Recovers);
    let never = Row("no fault", &[Whole], &[], End::Fails("words"));
    for wire in KINDS {
        assert!(check(&once, wire, Situation::First).unwrap_err().contains("asked 5 times, not 4"));
        assert!(check(&never, wire, Situation::First).is_err());
    }
    // A key that is not the server's: each kind notices.
    for wire in KINDS {
        let mut request = edith_http::HttpRequest { method: "POST", ..Default::default() };
        request.url = format!("{}/v1/messages/chat/completions", wire.base());
        assert!(wire.refuses(&request, &json!({})).is_some(), "{}", wire.kind());
    }
}

#[test]
fn calls_under_one_id_are_carried_out_one_by_one() {
    let row = Row("the same id twice", &[Twice], &[], End::Recovers);
    for wire in KINDS {
        let played = play(&row, wire, Situation::Later);
        assert_eq!(played.effects, 2, "both calls were meant, and both have an answer of their own");
        assert_eq!((played.ended.unwrap().0, played.refused), (Outcome::Completed, Vec::new()));
    }
}
