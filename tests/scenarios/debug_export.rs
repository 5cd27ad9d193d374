//! The debug export of a finished run: what was sent and answered, bounded, gone with its conversation, and never with a secret, as its enemy looks for
//! one; and that no run is any worse for it.

use super::{SHOP, open};
use edith_model::{ChatRequest, ModelTurn};
use edith_page::FieldKind;
use edith_port::Table;
use edith_protocol::{AnswerBody, Command, ConversationId, ErrorCode, Extras, Outcome, RunId, ToolCall};
use edith_testkit::{FakeAnswer, FakePage, Scripted, World};
use serde_json::{Value, json};
use std::cell::Cell;

const PASSWORD: &str = "c0rrect horse";
const CODE: &str = "482913";
const KEYS: [&str; 3] = ["first-key-of-mine", "second-key-of-mine", "key-of-another-server"];

fn world() -> World {
    let world = World::default();
    let page = FakePage::new("Shop").button("Search").password("Password");
    let page = page.node("input", "textbox", "Code", |node| {
        node.input_type = "text".to_owned();
        node.field = FieldKind::OneTimeCode;
    });
    world.browser.add_page(SHOP, page);
    world
}

fn entries(world: &World, run: &RunId) -> Result<Vec<Value>, ErrorCode> {
    let (mut all, mut after) = (Vec::new(), None);
    loop {
        let reply = world.send(Command::RunDebug { run_id: run.clone(), after }).unwrap();
        match reply.body {
            Some(AnswerBody::Debug { entries, after: next }) => {
                all.extend(entries.iter().map(|entry| serde_json::to_value(entry).unwrap()));
                after = next;
            }
            _ => return Err(reply.error.unwrap().code),
        }
        if after.is_none() {
            return Ok(all);
        }
    }
}

fn of<'a>(entries: &'a [Value], kind: &str) -> Vec<&'a Value> {
    entries.iter().filter(|entry| entry["kind"] == kind).collect()
}

/// A request's messages, put together from the parts of the record.
fn whole(entries: &[Value], at: usize) -> Vec<Value> {
    let requests = of(entries, "request");
    let all: Vec<&Value> = requests.iter().flat_map(|request| request["added"].as_array().unwrap()).collect();
    let mut messages = Vec::new();
    for range in requests[at]["messages"].as_array().unwrap() {
        let [first, count] = [0, 1].map(|at| range[at].as_u64().unwrap() as usize);
        messages.extend(all[first..first + count].iter().map(|one| (*one).clone()));
    }
    messages
}

/// The uid of an element in what a request tells of the page.
fn uid(request: &ChatRequest, label: &str) -> u32 {
    let all: String = request.messages.iter().map(|message| format!("{}\n", message.text())).collect();
    let line =
        all.lines().rfind(|line| line.contains(&format!("\"{label}\""))).unwrap_or_else(|| panic!("{label}: {all}"));
    line.trim_start_matches(['+', '~', ' ']).split(' ').next().unwrap().parse().unwrap()
}

/// Signs in with a password and a code that the task names; each question about it is answered with yes.
fn sign_in(world: &World, prompt: &str, conversation: Option<ConversationId>) -> RunId {
    let turn = Cell::new(0);
    world.model.always(move |request| {
        turn.set(turn.get() + 1);
        let types = |label: &str, text: &str| {
            Scripted::call("type_text", &json!({ "uid": uid(request, label), "text": text }).to_string())
        };
        match turn.get() {
            1 => open(),
            2 => types("Password", PASSWORD),
            3 => types("Code", CODE),
            _ => Scripted::complete(&format!("Signed in with {PASSWORD} and 482 913.")),
        }
    });
    let command = Command::AgentRun { prompt: prompt.into(), conversation_id: conversation, tab_id: None };
    let Some(AnswerBody::Started { run_id, .. }) = world.send(command).unwrap().body else { panic!() };
    world.settle();
    while world.events.done().is_none_or(|done| done.run_id != run_id) {
        let ask = world.events.ask().expect("it goes on or asks");
        let answer = Command::AgentAnswer { run_id: ask.run_id, ask_id: ask.ask_id, answer: "once".into() };
        assert!(world.send(answer).unwrap().ok);
        world.settle();
    }
    run_id
}

#[test]
fn the_record_has_each_request_with_its_answer_the_events_and_the_end() {
    let world = world();
    world.set("edith_model", json!("large"));
    world.model.will([open(), Scripted::call("list_tabs", "{}"), Scripted::complete("There you are.")]);
    let run = world.run("go to the shop").unwrap();
    world.settle();
    let entries = entries(&world, &run).unwrap();
    let kinds: Vec<&str> = entries.iter().map(|entry| entry["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["begin", "request", "request", "request", "end"]);
    let sent = world.model.requests();
    for (at, request) in sent.iter().enumerate() {
        let messages = whole(&entries, at);
        assert_eq!(messages.len(), request.messages.len());
        for (recorded, message) in messages.iter().zip(&request.messages) {
            assert_eq!(recorded["text"], *message.text(), "request {at}");
        }
        let recorded = of(&entries, "request")[at];
        let tools: Vec<&str> = request.tools.iter().map(|tool| &*tool.name).collect();
        assert_eq!(recorded["tools"], json!(tools));
        assert_eq!(recorded["maxCompletionTokens"], request.max_completion_tokens);
        assert_eq!(
            (&recorded["server"]["model"], &recorded["server"]["origin"]),
            (&json!("large"), &json!("http://model.example"))
        );
    }
    // A message that was sent before is not stored again.
    let added: usize = of(&entries, "request").iter().map(|one| one["added"].as_array().unwrap().len()).sum();
    assert!(added < sent.iter().map(|request| request.messages.len()).sum::<usize>(), "{added}");
    assert_eq!(of(&entries, "request")[1]["answer"]["calls"][0]["name"], "list_tabs");
    assert_eq!((&entries[0]["mode"], &entries[0]["version"]), (&json!("agent"), &json!(env!("CARGO_PKG_VERSION"))));
    assert_eq!(entries[0]["settings"]["maxSteps"], 30);
    let end = &entries[4];
    assert_eq!(
        (&end["outcome"], &end["summary"], &end["leftOut"]),
        (&json!("completed"), &json!("There you are."), &json!(0))
    );
    assert!(end["events"].as_array().unwrap().iter().any(|event| event["tool"] == "list_tabs"), "{end}");
}

#[test]
fn no_key_header_password_or_code_is_in_it() {
    let world = world();
    let server = |id: &str, keys: &[&str]| json!({ "id": id, "name": id, "baseUrl": format!("https://user:{}@{id}.example/v1?key={}", KEYS[2], KEYS[2]), "apiKeys": keys, "model": id });
    let servers = [server("a", &KEYS[..2]), server("b", &KEYS[2..])];
    world.set("edith_settings", json!({ "servers": servers, "roles": { "agent": ["a", "b"] } }));
    let prompt = format!(
        "sign in with {PASSWORD} and the code 482 913, the key is {}, my card 4111 1111 1111 1111 and sk-abcdefghijklmnopqrst123456",
        KEYS[0]
    );
    // A server that repeats what it was sent, with each of its keys.
    let repeats = |key: &str| Scripted::Sent(FakeAnswer::status(400, &[], &format!("no: Authorization: Bearer {key}")));
    world.model.will([repeats(KEYS[0]), repeats(KEYS[1])]);
    let run = sign_in(&world, &prompt, None);
    let entries = entries(&world, &run).unwrap();
    let text = serde_json::to_string(&entries).unwrap();
    for secret in KEYS.into_iter().chain([PASSWORD, CODE, "482 913", "4111 1111", "abcdefghijklmnopqrst", "user:"]) {
        assert!(!text.contains(secret), "{secret} is in {text}");
    }
    assert!(!text.to_lowercase().contains("authorization") || !text.contains("Bearer f"), "{text}");
    assert!(!text.contains("data:image"), "pictures are left out");
    // Controls: it is there, and the secrets were: the task has them, and they were typed.
    assert!(text.contains("sign in with •••") && text.contains("Signed in with"), "{text}");
    assert!(of(&entries, "request").iter().any(|one| one["fault"].is_string()), "{text}");
    assert!(world.browser.done().iter().any(|done| done.contains(PASSWORD)));
    assert!(world.browser.done().iter().any(|done| done.contains(CODE)));
    let stored: String = world.store.records(Table::Requests).into_iter().map(|(_, record)| record).collect();
    assert!(!stored.contains(PASSWORD) && !stored.contains(CODE), "nor is it kept");
}

#[test]
fn what_an_earlier_task_entered_is_not_in_a_later_ones_record() {
    let world = world();
    let prompt = format!("sign in with {PASSWORD} and {CODE}");
    sign_in(&world, &prompt, None);
    let conversation_id = world.store.conversations()[0].id.clone();
    world.model.always(|_| Scripted::complete("Yes."));
    let again = Command::AgentRun { prompt: "am I in?".into(), conversation_id: Some(conversation_id), tab_id: None };
    let Some(AnswerBody::Started { run_id, .. }) = world.send(again).unwrap().body else { panic!() };
    world.settle();
    assert!(super::asked(&world).contains(PASSWORD), "the control: the model knows what was said before");
    let text = serde_json::to_string(&entries(&world, &run_id).unwrap()).unwrap();
    assert!(text.contains("am I in?") && !text.contains(PASSWORD) && !text.contains(CODE), "{text}");
}

#[test]
fn without_a_model_it_has_what_the_interpreter_was_given() {
    let world = world();
    world.set("edith_api_base_url", json!(""));
    let run = world.run(&format!("go to {SHOP}, click Search")).unwrap();
    world.settle();
    let entries = entries(&world, &run).unwrap();
    assert!(
        of(&entries, "request").len() >= 2 && of(&entries, "request").iter().all(|one| one.get("server").is_none())
    );
    assert!(whole(&entries, 0).iter().any(|message| message["text"].as_str().unwrap().contains("click Search")));
}

#[test]
fn it_goes_with_its_conversation_with_what_replaces_it_and_with_everything() {
    let made = || {
        let world = world();
        world.model.always(|_| Scripted::complete("There you are."));
        let run = world.run("go to the shop").unwrap();
        world.settle();
        assert!(entries(&world, &run).is_ok());
        let conversation = world.store.conversations()[0].clone();
        (world, run, conversation)
    };
    let records = |world: &World, run: &RunId| {
        world.store.records(Table::Requests).into_iter().filter(|(key, _)| key.starts_with(&run.0)).count()
    };
    let (world, run, conversation) = made();
    assert!(world.send(Command::ConversationDelete { conversation_id: conversation.id }).unwrap().ok);
    world.settle();
    assert_eq!((records(&world, &run), entries(&world, &run)), (0, Err(ErrorCode::UnknownRun)));
    let (world, run, conversation) = made();
    let extras = Extras { replace_from: Some(conversation.messages[0].id.clone()), ..Extras::default() };
    let command = Command::AgentRun { prompt: "other".into(), conversation_id: Some(conversation.id), tab_id: None };
    assert!(world.send_with(command, extras).unwrap().ok);
    world.settle();
    assert_eq!(records(&world, &run), 0);
    // While one is at work, too.
    let (world, _, conversation) = made();
    world.model.will([open(), Scripted::Hang]);
    world.send(Command::AgentRun { prompt: "x".into(), conversation_id: Some(conversation.id.clone()), tab_id: None });
    world.settle_now();
    assert!(world.send(Command::ConversationDelete { conversation_id: conversation.id }).unwrap().ok);
    world.settle();
    assert_eq!(world.store.records(Table::Requests).iter().filter(|(key, _)| !key.starts_with('/')).count(), 0);
    let (world, ..) = made();
    world.send(Command::DataDelete).unwrap();
    world.settle();
    assert_eq!(world.store.count(Table::Requests), 0);
}

#[test]
fn the_last_twenty_tasks_have_one_and_it_stays_small() {
    let world = world();
    world.model.always(|_| Scripted::complete("There you are."));
    let runs: Vec<RunId> = (0..23)
        .map(|number| {
            let run = world.run(&format!("task {number}")).unwrap();
            world.settle();
            if number == 11 {
                world.restart_worker();
                world.settle();
            }
            run
        })
        .collect();
    let has: Vec<bool> = runs.iter().map(|run| entries(&world, run).is_ok()).collect();
    assert_eq!(has, [[false; 3].as_slice(), &[true; 20]].concat());
    // A task with very much to say.
    let world = self::world();
    world.browser.add_host("shop.example", FakePage::new("Shop").button("Add lamp"));
    world.set("edith_settings", json!({ "maxSteps": 60, "maxRunPrice": 0 }));
    let turn = Cell::new(0);
    world.model.always(move |_| {
        turn.set(turn.get() + 1);
        if turn.get() == 40 {
            return Scripted::complete("There you are.");
        }
        let (id, name) = (format!("k{}", turn.get()), "navigate".to_owned());
        let call = ToolCall { id, name, arguments: json!({ "url": format!("{SHOP}{}", turn.get()) }).to_string() };
        let text = format!("{} {}", turn.get(), "x".repeat(100_000));
        Scripted::Turn(Box::new(ModelTurn { text, tool_calls: vec![call], ..ModelTurn::default() }))
    });
    let run = world.run(&format!("look around {SHOP}")).unwrap();
    world.settle();
    assert_eq!(world.events.done().map(|done| done.outcome), Some(Outcome::Completed));
    let bytes: usize = world.store.records(Table::Requests).iter().map(|(_, record)| record.len()).sum();
    assert!(bytes < 3 << 20, "{bytes}");
    let entries = entries(&world, &run).unwrap();
    let left_out = of(&entries, "end")[0]["leftOut"].as_u64().unwrap();
    assert!(left_out > 0 && of(&entries, "request").len() as u64 + left_out == 40, "{left_out}");
}

#[test]
fn a_run_does_not_know_of_a_full_disk_or_of_a_death() {
    // The control: the same task with a record.
    let done = |world: &World| world.events.done().map(|done| (done.outcome, done.summary));
    let expected = Some((Outcome::Completed, "There you are.".to_owned()));
    let world = world();
    world.model.will([open(), Scripted::complete("There you are.")]);
    let run = world.run("go to the shop").unwrap();
    world.store.fill_table(Table::Requests);
    world.settle();
    assert_eq!(done(&world), expected);
    assert_eq!(entries(&world, &run), Err(ErrorCode::UnknownRun));
    let told = serde_json::to_string(&world.events.all()).unwrap();
    assert!(!told.contains("full"), "nobody is told: {told}");
    // A worker that dies leaves the record of what it had, and the next goes on with it.
    let world = self::world();
    world.model.will([open(), Scripted::Hang]);
    let run = world.run("go to the shop").unwrap();
    world.settle();
    assert_eq!(entries(&world, &run), Err(ErrorCode::UnknownRun), "not before its end");
    world.model.will([Scripted::complete("There you are.")]);
    world.restart_worker();
    world.settle();
    assert_eq!(done(&world), expected);
    let entries = entries(&world, &run).unwrap();
    let kinds: Vec<&str> = entries.iter().map(|entry| entry["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["begin", "request", "begin", "request", "end"]);
}
