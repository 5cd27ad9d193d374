//! Odd schemas of servers of tools, in runs with model servers that refuse what the real ones would: no task is lost. What is refused all the same is left out,
//! and the person and the model are told.

use crate::kinds::KINDS;
use crate::strict;
use crate::wire::Answer::Whole;
use crate::wire::{KEY, Wire};
use crate::{Situation, shop, turn};
use edith_port::{ListedTool, ServerTool};
use edith_protocol::Outcome;
use edith_testkit::{FakeAnswer, Scripted, World};
use serde_json::{Value, json};
use std::rc::Rc;

/// A line each: what is odd about a schema, and the schema.
const SCHEMAS: &str = include_str!("../data/model_servers/schemas.jsonl");

/// Odd tools of one task.
const AT_ONCE: usize = 6;

fn listed(name: &str, parameters: Value) -> ListedTool {
    let tool = ServerTool { server: "desk".into(), name: name.into(), ..ServerTool::default() };
    ListedTool { tool, description: "Does something.".into(), parameters }
}

/// The tools of a request: each with its name and the schema of its arguments.
fn sent(body: &Value) -> Vec<(&str, &Value)> {
    let tools = body["tools"].as_array().into_iter().flatten();
    tools
        .map(|tool| match tool.get("function") {
            Some(function) => (function["name"].as_str().unwrap(), &function["parameters"]),
            None => (tool["name"].as_str().unwrap(), &tool["input_schema"]),
        })
        .collect()
}

type Refuses = Rc<dyn Fn(&[(&str, &Value)]) -> Option<String>>;

/// An ordinary task beside these tools, with a server that refuses tools for a reason.
fn ran(wire: &'static dyn Wire, tools: Vec<ListedTool>, refuses: &Refuses) -> World {
    let world = shop();
    let network = world.model.network();
    let refuses = Rc::clone(refuses);
    network.refuse(move |request| {
        let body: Value = serde_json::from_str(request.body.as_deref()?).unwrap();
        Some(FakeAnswer::status(400, &[], &wire.error(&refuses(&sent(&body))?)))
    });
    tools.into_iter().for_each(|tool| world.tools.add(tool));
    let server = json!({"id": "a", "name": "A", "kind": wire.kind(), "baseUrl": wire.base(), "apiKeys": [KEY],
        "model": "scripted", "tools": "native"});
    world.set("edith_settings", json!({"servers": [server], "roles": {"agent": ["a"]}}));
    world.model.always(move |request| {
        Scripted::Sent(Whole.sent(wire, &turn(request, Situation::First), request.messages.len()))
    });
    world.run("add a lamp").unwrap();
    world.settle();
    world
}

/// Requests that reached the server, and whether the task was done.
fn came_of(world: &World) -> (usize, bool) {
    let effects = world.browser.done().iter().filter(|done| done.starts_with("click")).count();
    let is_done = world.events.done().is_some_and(|done| done.outcome == Outcome::Completed && effects == 1);
    (world.model.sent().len(), is_done)
}

/// How the servers of a kind are told apart: those of the first kind are many.
fn wire_of(server: &str) -> &'static dyn Wire {
    let kind = if server == "Anthropic" { "anthropic" } else { "openai" };
    *KINDS.iter().find(|wire| wire.kind() == kind).unwrap()
}

#[test]
fn no_task_is_lost_to_an_odd_schema() {
    let cases: Vec<Value> = SCHEMAS.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    // The control: as they are, nearly all are refused by one of the servers, and each server refuses some.
    let is_refused = |case: &&Value| strict::KINDS.iter().any(|(_, refuses)| refuses(&case["schema"]).is_some());
    let raw = cases.iter().filter(is_refused).count();
    let (mut runs, mut lost) = (0, Vec::new());
    for (server, refuses) in strict::KINDS {
        assert!(cases.iter().any(|case| refuses(&case["schema"]).is_some()), "{server}");
        let refuses: Refuses = Rc::new(|tools: &[(&str, &Value)]| {
            tools.iter().find_map(|(name, schema)| Some(format!("Invalid schema for {name}: {}", refuses(schema)?)))
        });
        for some in cases.chunks(AT_ONCE) {
            runs += 1;
            let odd = some.iter().enumerate().map(|(at, case)| listed(&format!("odd{at}"), case["schema"].clone()));
            let world = ran(wire_of(server), odd.collect(), &refuses);
            let (requests, is_done) = came_of(&world);
            let last: Value =
                serde_json::from_str(world.model.sent().last().unwrap().body.as_deref().unwrap()).unwrap();
            let offered = sent(&last).iter().filter(|(name, _)| name.starts_with("mcp__desk__")).count();
            if !is_done || requests != 3 || offered != some.len() {
                let whats: Vec<&Value> = some.iter().map(|case| &case["what"]).collect();
                lost.push(format!("{server}: {requests} requests, {offered} tools, one of {whats:?}"));
            }
        }
    }
    println!("{runs} tasks with {} odd schemas, {raw} refused as they are; {} lost", cases.len(), lost.len());
    assert!(raw >= 120, "{raw} of {}", cases.len());
    assert!(lost.is_empty(), "{}", lost.join("\n"));
}

/// A server that refuses a tool by its name, whatever its schema; how it words that.
fn refusing(names: &'static [&'static str], says: fn(usize, &str) -> String) -> Refuses {
    Rc::new(move |tools: &[(&str, &Value)]| {
        let at =
            tools.iter().position(|(name, _)| names.iter().any(|refused| *name == format!("mcp__desk__{refused}")))?;
        Some(says(at, tools[at].0))
    })
}

#[test]
fn a_tool_that_is_refused_is_left_out_and_the_task_goes_on() {
    let tools = || ["one", "two", "three", "four", "five", "six"].map(|name| listed(name, json!({}))).to_vec();
    let named = |_, name: &str| format!("Invalid schema for function '{name}': no.");
    let placed = |at, _: &str| format!("tools.{at}.custom.input_schema: no.");
    let declared =
        |at, _: &str| format!("* GenerateContentRequest.tools[0].function_declarations[{at}].parameters: no.");
    let silent = |_, _: &str| "Invalid request.".to_owned();
    type Case = (&'static [&'static str], fn(usize, &str) -> String, usize, usize);
    let cases: &[Case] = &[
        // Refused, how, requests of the first turn, tools of the server that are still offered.
        (&["two"], named, 2, 5),
        (&["six"], placed, 2, 5),
        (&["one"], declared, 2, 5),
        (&["one", "three", "five"], named, 4, 3),
        (&["four"], silent, 2, 0),
        (&["one", "two", "three", "four", "five"], placed, 5, 0),
    ];
    for wire in KINDS {
        for (refused, says, asked, left) in cases {
            let world = ran(wire, tools(), &refusing(refused, *says));
            let what = format!("{} {refused:?}", wire.kind());
            let (requests, is_done) = came_of(&world);
            assert!(is_done, "{what}: {:?}", world.events.done());
            assert_eq!(requests, asked + 2, "{what}: what is known is not tried again");
            let last: Value =
                serde_json::from_str(world.model.sent().last().unwrap().body.as_deref().unwrap()).unwrap();
            let offered = sent(&last).iter().filter(|(name, _)| name.starts_with("mcp__desk__")).count();
            assert_eq!(offered, *left, "{what}");
            // The model is told with every request, the person once.
            let told = last.to_string();
            assert!(refused.iter().all(|name| told.contains(&format!("mcp__desk__{name}"))), "{what}");
            assert!(told.contains("cannot be used with this model"), "{what}");
            let events = serde_json::to_string(&world.events.all()).unwrap();
            assert_eq!(events.matches("refuses the descriptions of these tools").count(), 1, "{what}");
        }
    }
}

/// The control: a refusal that has nothing to do with tools ends the task as before, after one attempt without them.
#[test]
fn another_refusal_is_not_taken_for_one_of_tools() {
    let never: Refuses = Rc::new(|_: &[(&str, &Value)]| Some("bad field".to_owned()));
    for wire in KINDS {
        let world = ran(wire, vec![listed("one", json!({}))], &never);
        assert_eq!(came_of(&world), (2, false));
        let done = world.events.done().unwrap();
        assert!(done.summary.contains("refused the request: bad field"), "{}", done.summary);
        let events = serde_json::to_string(&world.events.all()).unwrap();
        assert!(!events.contains("refuses the descriptions"), "{}", wire.kind());
        let world = ran(wire, Vec::new(), &never);
        assert_eq!(came_of(&world), (1, false), "without such tools there is nothing to leave out");
    }
}
