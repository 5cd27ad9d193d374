//! Runs with Anthropic's browser toolset: the model calls its members, the run sees EDITH's own calls, and a server that checks every block as the API
//! does gets them back as members'.

use crate::kinds::ANTHROPIC;
use crate::wire::Answer::Whole;
use crate::wire::{KEY, Turn};
use crate::{SHOP, Situation, strict, turn};
use edith_model::{ChatMessage, ChatRequest};
use edith_protocol::{AnswerBody, Command, Outcome, ServerTested, ToolStyle};
use edith_testkit::{FakeAnswer, FakePage, Scripted, World};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

const ENTRY: &str = "browser_toolset_20260801";

fn world(tools: ToolStyle, button: &str) -> World {
    let world = World::default();
    world.browser.add_page(SHOP, FakePage::new("Shop").button(button).input("Name"));
    let server = json!({"id": "a", "name": "A", "kind": "anthropic", "baseUrl": ANTHROPIC.base(), "apiKeys": [KEY],
        "model": "claude-sonnet-5", "tools": tools.name(), "seesPictures": true});
    world.set("edith_settings", json!({"servers": [server], "roles": {"agent": ["a"]}}));
    world
}

/// A member, and its input for the shop's button and field.
type Case = (&'static str, fn(u32, u32) -> Value);

/// The number of the element with this label in the last look.
fn uid(request: &ChatRequest, label: &str) -> Option<u32> {
    let texts: Vec<_> = request.messages.iter().map(ChatMessage::text).collect();
    let mut lines = texts.iter().rev().flat_map(|text| text.lines());
    lines
        .find_map(|line| line.contains(&format!("\"{label}\"")).then(|| line.split('|').next()?.trim().parse().ok())?)
}

fn calls(name: &str, input: &Value) -> Turn {
    Turn { text: "", call: Some((name.to_owned(), input.to_string())) }
}

/// The element as a member's target.
fn at(uid: u32) -> Value {
    json!({"type": "ref", "ref": format!("ref_{uid}")})
}

fn bodies(world: &World) -> Vec<Value> {
    world.model.sent().iter().map(|request| serde_json::from_str(request.body.as_deref().unwrap()).unwrap()).collect()
}

/// Opens the shop, presses the button as the style has it, and ends.
fn presses(world: &World, style: ToolStyle, button: &'static str) {
    world.model.always(move |request| {
        let pressed = request
            .messages
            .iter()
            .any(|message| matches!(message, ChatMessage::Tool { content, .. } if content.text().contains("click")));
        let next = match uid(request, button) {
            _ if pressed => calls("task_complete", &json!({"summary": "all done"})),
            None => calls("open_browser", &json!({"url": SHOP})),
            Some(uid) if style == ToolStyle::Toolset => calls("browser.left_click", &json!({"target": at(uid)})),
            Some(uid) => calls("click", &json!({"uid": uid})),
        };
        Scripted::Sent(Whole.sent(ANTHROPIC, &next, request.messages.len()))
    });
}

#[test]
fn a_task_is_done_by_members_and_each_goes_back_as_one() {
    let world = world(ToolStyle::Toolset, "Add lamp");
    let refused = strict(&world, ANTHROPIC);
    presses(&world, ToolStyle::Toolset, "Add lamp");
    world.run("add a lamp").unwrap();
    world.settle();
    assert_eq!((world.events.done().unwrap().outcome, refused.take()), (Outcome::Completed, Vec::new()));
    assert_eq!(world.browser.done().iter().filter(|done| done.starts_with("click")).count(), 1);
    let bodies = bodies(&world);
    let names = |body: &Value| -> Vec<String> {
        let tools = body["tools"].as_array().unwrap().iter();
        tools.map(|tool| tool.get("name").unwrap_or(&tool["type"]).as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names(&bodies[0])[0], ENTRY);
    assert!(names(&bodies[0]).iter().all(|name| name != "click" && name != "navigate"), "{:?}", names(&bodies[0]));
    assert!(names(&bodies[0]).iter().any(|name| name == "fill"), "what no member stands in for");
    let last = bodies.last().unwrap().to_string();
    assert!(last.contains(r#""name":"left_click","toolset_name":"browser""#), "{last}");
    // The run's own history has EDITH's call.
    let heard = serde_json::to_string(&world.model.requests().last().unwrap().messages).unwrap();
    assert!(heard.contains(r#""name":"click""#) && !heard.contains("\"name\":\"left_click\""), "{heard}");
}

#[test]
fn the_gate_asks_the_same_of_a_member_as_of_the_tool() {
    let asked = |style: ToolStyle, button: &'static str| {
        let world = world(style, button);
        let refused = strict(&world, ANTHROPIC);
        presses(&world, style, button);
        world.run("look at the shop").unwrap();
        world.settle();
        let effects = world.browser.done().iter().filter(|done| done.starts_with("click")).count();
        assert_eq!(refused.take(), Vec::<String>::new());
        (world.events.ask().map(|ask| (ask.text, ask.kind)), effects)
    };
    let tool = asked(ToolStyle::Native, "Buy now");
    assert!(tool.0.is_some() && tool.1 == 0, "{tool:?}");
    assert_eq!(asked(ToolStyle::Toolset, "Buy now"), tool);
    assert_eq!(asked(ToolStyle::Toolset, "Next page"), (None, 1), "the control");
}

#[test]
fn every_member_that_is_served_is_a_call_that_edith_reads() {
    let members: &[Case] = &[
        ("read_page", |_, _| json!({"filter": "interactive", "depth": 3})),
        ("read_page", |button, _| json!({"ref": format!("ref_{button}")})),
        ("get_page_text", |_, _| json!({})),
        ("find", |_, _| json!({"query": "lamp"})),
        ("screenshot", |_, _| json!({})),
        ("hover", |button, _| json!({"target": at(button)})),
        ("left_click", |button, _| json!({"target": at(button), "modifiers": "shift"})),
        ("right_click", |button, _| json!({"target": at(button)})),
        ("middle_click", |button, _| json!({"target": at(button)})),
        ("double_click", |button, _| json!({"target": at(button)})),
        ("triple_click", |_, field| json!({"target": at(field)})),
        ("form_input", |_, field| json!({"target": at(field), "value": "Ann"})),
        ("type", |_, _| json!({"text": "Ann"})),
        ("key", |_, _| json!({"text": "ctrl+a"})),
        ("wait", |_, _| json!({"duration": 0.5})),
        ("navigate", |_, _| json!({"url": SHOP})),
        ("navigate", |_, _| json!({"url": "reload"})),
        ("navigate", |_, _| json!({"url": "back"})),
        ("navigate", |_, _| json!({"url": "forward"})),
    ];
    for (member, input) in members {
        let world = world(ToolStyle::Toolset, "Add lamp");
        let refused = strict(&world, ANTHROPIC);
        let left = Rc::new(RefCell::new(VecDeque::from([
            calls("open_browser", &json!({"url": SHOP})),
            calls("", &json!({})),
            calls("task_fail", &json!({"reason": "That was all."})),
        ])));
        world.model.always(move |request| {
            let next = left.borrow_mut().pop_front().unwrap();
            let next = match &next.call {
                Some((name, _)) if name.is_empty() => {
                    let (button, field) = (uid(request, "Add lamp").unwrap(), uid(request, "Name").unwrap());
                    calls(&format!("browser.{member}"), &input(button, field))
                }
                _ => next,
            };
            Scripted::Sent(Whole.sent(ANTHROPIC, &next, request.messages.len()))
        });
        world.run("look at the shop").unwrap();
        world.settle();
        let requests = world.model.requests();
        let heard = requests.last().unwrap().messages.iter().rev().find_map(|message| match message {
            ChatMessage::Tool { content, .. } => Some(content.text().into_owned()),
            _ => None,
        });
        let heard = heard.unwrap();
        assert_eq!((requests.len(), refused.take()), (3, Vec::new()), "{member}: {heard}");
        for fault in ["The argument", "could not be read", "There is no tool", "cannot be used now"] {
            assert!(!heard.contains(fault), "{member}: {heard}");
        }
    }
}

#[test]
fn a_member_that_is_not_served_is_explained_and_the_task_goes_on() {
    let world = world(ToolStyle::Toolset, "Add lamp");
    let refused = strict(&world, ANTHROPIC);
    let first = RefCell::new(Some(calls("browser.zoom", &json!({"region": [0, 0, 9, 9]}))));
    world.model.always(move |request| {
        let next = first.borrow_mut().take().unwrap_or_else(|| calls("task_complete", &json!({"summary": "done"})));
        Scripted::Sent(Whole.sent(ANTHROPIC, &next, request.messages.len()))
    });
    world.run("look at the shop").unwrap();
    world.settle();
    assert_eq!((world.events.done().unwrap().outcome, refused.take()), (Outcome::Completed, Vec::new()));
    let last = bodies(&world).pop().unwrap().to_string();
    assert!(last.contains("zoom is not enabled here. Use the tool screenshot"), "{last}");
}

#[test]
fn a_model_without_the_toolset_is_asked_with_edith_s_tools() {
    let world = world(ToolStyle::Toolset, "Add lamp");
    world.model.network().refuse(|request| {
        let has_it = request.body.as_deref().is_some_and(|body| body.contains(ENTRY));
        has_it
            .then(|| FakeAnswer::status(400, &[], &ANTHROPIC.error("claude-haiku-4-5 does not support this tool type")))
    });
    world.model.always(|request| {
        Scripted::Sent(Whole.sent(ANTHROPIC, &turn(request, Situation::First), request.messages.len()))
    });
    world.run("add a lamp").unwrap();
    world.settle();
    assert_eq!(world.events.done().unwrap().outcome, Outcome::Completed);
    let with: Vec<bool> = bodies(&world).iter().map(|body| body.to_string().contains(ENTRY)).collect();
    assert_eq!(with, [true, false, false, false], "once, since it answers without");
}

/// What a test of the server finds. The server checks every block; `has_it`: whether its model takes the toolset; the model calls `called`.
fn tested(style: ToolStyle, has_it: bool, called: fn(bool) -> Turn) -> (Option<String>, Vec<bool>) {
    let world = world(style, "Add lamp");
    let refused = strict(&world, ANTHROPIC);
    if !has_it {
        world.model.network().refuse(|request| {
            let body = request.body.as_deref().filter(|body| body.contains(ENTRY));
            body.map(|_| FakeAnswer::status(400, &[], &ANTHROPIC.error("this model does not support this tool type")))
        });
    }
    world.model.always_by(move |server, request| {
        let answer = match request.tools.is_empty() {
            true => Turn { text: "one two three", call: None },
            false => called(server.tools == ToolStyle::Toolset && has_it),
        };
        Scripted::Sent(Whole.sent(ANTHROPIC, &answer, request.messages.len()))
    });
    let server = ServerTested { id: "a".into(), ..ServerTested::default() };
    let reply = world.send(Command::ModelTest { server }).unwrap();
    assert_eq!(refused.take(), Vec::<String>::new());
    let Some(AnswerBody::Tested(found)) = reply.body else { panic!("{:?}", reply.error) };
    assert_eq!(found.tools, found.tool_style.as_ref().map(|style| style != "none"));
    let asked = bodies(&world).into_iter().filter(|body| body.get("tools").is_some());
    (found.tool_style, asked.map(|body| body.to_string().contains(ENTRY)).collect())
}

#[test]
fn a_test_of_the_server_says_whether_the_toolset_works_there() {
    let calls_it = |by_member: bool| {
        let (name, argument) = if by_member { ("browser.find", "query") } else { ("report", "word") };
        calls(name, &json!({argument: "ready"}))
    };
    let style = |style: &str| Some(style.to_owned());
    assert_eq!(tested(ToolStyle::Toolset, true, calls_it), (style("toolset"), vec![true]));
    // Where the model refuses it, its own tools answer the same question, which says nothing of the toolset.
    let falls_back = |_| calls("find_on_page", &json!({"query": "ready"}));
    assert_eq!(tested(ToolStyle::Toolset, false, falls_back).0, style("none"));
    let (found, asked) = tested(ToolStyle::Toolset, false, calls_it);
    assert_eq!((found, asked[0], asked.last()), (style("native"), true, Some(&false)));
    // One that takes it and does not call it, and the control: where it is not set, it is not tried.
    let never = |_| Turn { text: "ready", call: None };
    assert_eq!(tested(ToolStyle::Toolset, true, never).0, style("none"));
    assert_eq!(tested(ToolStyle::Native, true, calls_it), (style("native"), vec![false]));
}
