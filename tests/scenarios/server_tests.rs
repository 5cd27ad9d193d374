//! `MODEL_TEST` on fakes: real clients and the real parser of text actions, scripted bytes, servers that are busy or fail for a while.

use edith_model::ChatRequest;
use edith_port::Clock;
use edith_protocol::{AnswerBody, Command, ErrorCode, ModelServer, Reply, ServerTested, TestedServer, ToolStyle};
use edith_testkit::{FakeAnswer, Scripted, World};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::rc::Rc;

const BASE: &str = "https://models.example/v1";

fn test(world: &World, model: &str, keys: &[&str]) -> Reply {
    let api_keys = Some(keys.iter().map(|key| (*key).to_owned()).collect());
    let server = ServerTested { base_url: BASE.into(), model: model.into(), api_keys, ..ServerTested::default() };
    world.send(Command::ModelTest { server }).unwrap()
}

fn tested(reply: Reply) -> TestedServer {
    match reply.body {
        Some(AnswerBody::Tested(tested)) => tested,
        other => panic!("{other:?} {:?}", reply.error),
    }
}

fn message(message: Value) -> Scripted {
    Scripted::Sent(FakeAnswer::ok(json!({ "choices": [{ "message": message, "finish_reason": "stop" }] }).to_string()))
}

fn says(text: &str) -> Scripted {
    message(json!({ "content": text }))
}

/// What is asked: `chat`, `picture`, `native` or `text`.
fn part(server: &ModelServer, request: &ChatRequest) -> &'static str {
    let all = serde_json::to_string(&request.messages).unwrap();
    match (request.tools.is_empty(), server.tools) {
        (true, _) if all.contains("data:image") => "picture",
        (true, _) => "chat",
        (false, ToolStyle::Text) => "text",
        (false, _) => "native",
    }
}

/// A model that can everything.
fn able(part: &str) -> Scripted {
    match part {
        "picture" => says("Purple."),
        "native" => message(json!({ "content": null, "tool_calls": [{ "id": "c", "type": "function",
            "function": { "name": "report", "arguments": "{\"word\": \"ready\"}" } }] })),
        "text" => says("<thought>Asked to.</thought>\n<action>report(word=\"ready\")</action>"),
        _ => says("one two three"),
    }
}

/// What is found out of a model of this name that answers each part like this.
fn found(model: &str, answer: impl Fn(&str) -> Scripted + 'static) -> TestedServer {
    let world = World::default();
    world.model.always_by(move |server, request| answer(part(server, request)));
    tested(test(&world, model, &[]))
}

#[test]
fn each_part_tells_what_the_model_can() {
    let all = found("m", able);
    assert_eq!(
        (all.chat, all.tools, all.tool_style.as_deref(), all.pictures),
        (true, Some(true), Some("native"), Some(true))
    );
    let blind = found("m", |part| if part == "picture" { says("I see a red circle") } else { able(part) });
    assert_eq!(blind.pictures, Some(false));
    let refuses = |_: &str| Scripted::Sent(FakeAnswer::status(400, &[], r#"{"error":{"message":"bad request"}}"#));
    assert_eq!(
        found("m", move |part| if part == "picture" { refuses(part) } else { able(part) }).pictures,
        Some(false)
    );
}

/// The forms are read by the parser that runs use; what only looks like a call is none.
#[test]
fn a_call_in_words_is_read_as_runs_read_it() {
    let no_tools =
        || Scripted::Sent(FakeAnswer::status(400, &[], r#"{"error":{"message":"m does not support tools"}}"#));
    for (answer, style) in [
        ("<thought>Asked to.</thought>\n<action>report(word=\"ready\")</action>", "text"),
        ("```json\n{\"name\": \"report\", \"arguments\": {\"word\": \"ready\"}}\n```", "text"),
        ("<tool_call>{\"name\": \"report\", \"arguments\": {\"word\": \"ready\"}}</tool_call>", "text"),
        ("I would call the tool report with the word ready.", "none"),
        ("<action>other(word=\"ready\")</action>", "none"),
        ("<action>report(word=\"rea", "none"),
    ] {
        let found = found("m", move |part| match part {
            "native" => no_tools(),
            "text" => says(answer),
            _ => able(part),
        });
        assert_eq!(found.tool_style.as_deref(), Some(style), "{answer}");
        assert_eq!(found.tools, Some(style != "none"), "{answer}");
    }
}

#[test]
fn a_failure_that_passes_says_nothing_of_what_a_model_can() {
    for (status, headers) in [(500, vec![]), (503, vec![]), (429, vec![("retry-after", "3600")])] {
        let fails = move || Scripted::Sent(FakeAnswer::status(status, &headers, "{}"));
        let found = found("m", move |part| if part == "chat" { able(part) } else { fails() });
        assert_eq!((found.chat, found.tools, found.tool_style, found.pictures), (true, None, None, None), "{status}");
    }
}

/// The parts are asked at the same time: on a server that takes one request at once they wait for each other, as runs do.
#[test]
fn a_narrow_server_is_not_taken_for_one_that_cannot() {
    let world = World::default();
    let (busy_until, clock) = (Rc::new(RefCell::new(0.0)), world.clock.clone());
    let refused = Rc::new(RefCell::new(0));
    let count = Rc::clone(&refused);
    world.model.always_by(move |server, request| {
        if *busy_until.borrow() > clock.now() {
            *count.borrow_mut() += 1;
            return Scripted::Sent(FakeAnswer::status(429, &[], "{}"));
        }
        *busy_until.borrow_mut() = clock.now() + 2_000.0;
        Scripted::After(2_000, Box::new(able(part(server, request))))
    });
    let all = tested(test(&world, "m", &[]));
    assert!(*refused.borrow() > 0, "the parts meet");
    assert_eq!((all.tool_style.as_deref(), all.pictures), (Some("native"), Some(true)));
    assert!(all.ms < 4_000.0, "time in the queue is none of the model's: {}", all.ms);
}

#[test]
fn the_key_that_is_tried_is_told_of_whatever_others_do() {
    let world = World::default();
    world.model.always_by(|server, request| match server.api_key.as_str() {
        "sk-refused" => Scripted::Sent(FakeAnswer::status(401, &[], "{}")),
        _ => able(part(server, request)),
    });
    assert_eq!(test(&world, "m", &["sk-refused", "sk-good"]).error.unwrap().code, ErrorCode::KeyRefused);
    assert!(tested(test(&world, "m", &["sk-good", "sk-refused"])).chat);
}

#[test]
fn only_a_name_that_gives_parameters_says_how_large_a_model_is() {
    for (name, small) in [("qwen3:8b", Some(true)), ("llama3.3:70b", Some(false)), ("gpt-5-mini", None)] {
        assert_eq!(found(name, able).small, small, "{name}");
    }
}
