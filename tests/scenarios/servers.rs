//! Several servers of one role, several keys of one server, and runs that share a server, on fakes: real clients, scripted bytes.

use super::{SHOP, open};
use edith_model::ChatMessage;
use edith_port::Clock;
use edith_protocol::{AnswerBody, Command, ModelServer, Outcome, RunId};
use edith_testkit::{FakeAnswer, FakePage, ManualClock, Scripted, World};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

pub(crate) const KEYS: [&str; 2] = ["sk-first-secret", "sk-second-secret"];
const MINUTE: f64 = 60_000.0;

pub(crate) type Asked = Rc<RefCell<Vec<(String, String)>>>;

/// Two servers for tasks, then the default one; what each answers is said by its id and key.
pub(crate) fn world(answer: impl Fn(&ModelServer) -> Option<FakeAnswer> + 'static) -> (World, Asked) {
    let world = World::default();
    world.browser.add_page(SHOP, FakePage::new("Shop").button("Add lamp"));
    let server = |id: &str, name: &str| json!({ "id": id, "name": name, "baseUrl": format!("https://{id}.example/v1"), "apiKeys": KEYS, "model": id });
    let price =
        |model: &str, prompt: f64| json!({ "model": model, "prompt": prompt, "completion": 0.0, "cached": 0.0 });
    world.set(
        "edith_settings",
        json!({
            "servers": [server("a", "First"), server("b", "Second")],
            "roles": { "agent": ["a", "b", "default"] },
            "maxRunPrice": 0,
            "prices": [price("a", 1_000_000.0), price("b", 2.0)],
        }),
    );
    let asked = Asked::default();
    let seen = Rc::clone(&asked);
    world.model.always_by(move |server, request| {
        seen.borrow_mut().push((server.id.clone(), server.api_key.clone()));
        match answer(server) {
            Some(fault) => Scripted::Sent(fault),
            None if request.messages.len() < 4 => open(),
            None => Scripted::complete("done"),
        }
    });
    (world, asked)
}

/// Who was asked with which key, as `a1`.
fn short(asked: &Asked) -> String {
    let one = |(id, key): &(String, String)| {
        let key = KEYS.iter().position(|known| known == key).map_or(0, |at| at + 1);
        format!("{}{key}", if id == "default" { "d" } else { id })
    };
    asked.borrow().iter().map(one).collect::<Vec<_>>().join(" ")
}

fn outcome(world: &World) -> Option<Outcome> {
    world.events.done().map(|done| done.outcome)
}

fn told(world: &World) -> String {
    serde_json::to_string(&world.events.all()).unwrap()
}

const SPENT: &str = r#"{"error":{"message":"spent","type":"insufficient_quota"}}"#;
const LONG: &str = r#"{"error":{"message":"m","code":"context_length_exceeded"}}"#;

#[test]
fn the_next_server_goes_on_when_one_gives_up() {
    for (name, fault, expected) in [
        ("401", FakeAnswer::status(401, &[], "{}"), "a1 a2 b1 b1"),
        ("402", FakeAnswer::status(402, &[], "{}"), "a1 a2 b1 b1"),
        ("a spent quota", FakeAnswer::status(429, &[], SPENT), "a1 a2 b1 b1"),
        ("busy for an hour", FakeAnswer::status(429, &[("retry-after", "3600")], "{}"), "a1 a2 b1 b1"),
        ("busy", FakeAnswer::status(429, &[], "{}"), "a1 a1 a1 a2 b1 b1"),
        // Whether it is the key's, only the next key tells.
        ("400", FakeAnswer::status(400, &[], "{}"), "a1 a2 b1 b1"),
        ("404", FakeAnswer::status(404, &[], "{}"), "a1 a2 b1 b1"),
        ("500", FakeAnswer::status(500, &[], "oops"), "a1 a1 a1 b1 b1"),
        ("too long", FakeAnswer::status(400, &[], LONG), "a1 a1 b1 b1"),
        ("broken", FakeAnswer::ok("<html>"), "a1 a1 a1 a1 b1 b1"),
        ("nobody", FakeAnswer::Unreachable, "a1 a1 a1 b1 b1"),
        ("a redirect", FakeAnswer::Redirect, "a1 b1 b1"),
    ] {
        let (world, asked) = world(move |server| (server.id == "a").then(|| fault.clone()));
        world.run("look").unwrap();
        world.settle();
        assert_eq!(short(&asked), expected, "{name}");
        assert_eq!(outcome(&world), Some(Outcome::Completed), "{name}");
        let told = told(&world);
        assert!(told.contains("First (a) failed: ") && told.contains("Continuing with Second (b)."), "{name}: {told}");
        assert!(KEYS.iter().all(|key| !told.contains(key)), "{name}");
    }
}

#[test]
fn a_run_ends_when_none_is_left_and_says_so() {
    let (world, asked) = world(|_| Some(FakeAnswer::status(404, &[], "{}")));
    world.run("look").unwrap();
    world.settle();
    assert_eq!(short(&asked), "a1 a2 b1 b2 d0");
    let done = world.events.done().unwrap();
    assert_eq!(done.outcome, Outcome::Failed);
    assert!(done.summary.starts_with("None of the 3 model servers answered. The last one: "), "{}", done.summary);
}

#[test]
fn a_key_that_does_not_work_makes_way_for_the_next_and_is_tried_again_later() {
    let refused = |server: &ModelServer| server.api_key == KEYS[0] && server.id == "a";
    let (world, asked) = world(move |server| refused(server).then(|| FakeAnswer::status(401, &[], "{}")));
    world.run("look").unwrap();
    world.settle();
    // Once: later turns and runs know it.
    assert_eq!(short(&asked), "a1 a2 a2");
    assert!(told(&world).contains("Trying the next key of First (a)."));
    asked.borrow_mut().clear();
    world.run("look again").unwrap();
    world.settle();
    assert_eq!(short(&asked), "a2 a2");
    asked.borrow_mut().clear();
    world.clock.advance(11.0 * MINUTE);
    world.run("and again").unwrap();
    world.settle();
    assert_eq!(short(&asked), "a1 a2 a2");
}

#[test]
fn the_price_is_that_of_the_model_that_answered() {
    let usage = json!({ "prompt_tokens": 1_000_000, "completion_tokens": 0 });
    let call = json!({ "index": 0, "id": "c", "type": "function", "function": { "name": "task_complete", "arguments": "{\"summary\": \"ok\"}" } });
    let body =
        json!({ "choices": [{ "message": { "tool_calls": [call] }, "finish_reason": "tool_calls" }], "usage": usage });
    let (world, asked) = world(move |server| {
        Some(match server.id.as_str() {
            "a" => FakeAnswer::status(404, &[], "{}"),
            _ => FakeAnswer::ok(body.to_string()),
        })
    });
    world.run("look").unwrap();
    world.settle();
    assert_eq!(short(&asked), "a1 a2 b1");
    assert_eq!(world.events.done().unwrap().usage.price, Some(2.0));
}

#[test]
fn a_killed_run_goes_on_with_the_server_that_answers() {
    let (world, asked) = world(|server| (server.id == "a").then(|| FakeAnswer::status(404, &[], "{}")));
    world.model.will([]);
    let hangs = Rc::new(RefCell::new(true));
    let (still, seen) = (Rc::clone(&hangs), Rc::clone(&asked));
    world.model.always_by(move |server, _| {
        seen.borrow_mut().push((server.id.clone(), server.api_key.clone()));
        match server.id.as_str() {
            "a" => Scripted::Sent(FakeAnswer::status(404, &[], "{}")),
            _ if *still.borrow() => Scripted::Hang,
            _ => Scripted::complete("done"),
        }
    });
    world.run("look").unwrap();
    world.settle();
    assert_eq!(short(&asked), "a1 a2 b1");
    *hangs.borrow_mut() = false;
    world.restart_worker();
    world.settle();
    assert_eq!(short(&asked), "a1 a2 b1 b1");
    assert_eq!(outcome(&world), Some(Outcome::Completed));
}

#[test]
fn after_some_minutes_the_first_is_asked_again() {
    let (world, asked) = world(|_| None);
    let (seen, clock) = (Rc::clone(&asked), world.clock.clone());
    world.model.always_by(move |server, request| {
        seen.borrow_mut().push((server.id.clone(), server.api_key.clone()));
        match (server.id.as_str(), request.messages.len()) {
            ("a", _) if clock.now() < 5.0 * MINUTE => Scripted::Sent(FakeAnswer::status(404, &[], "{}")),
            (_, ..4) => open(),
            (_, ..6) => Scripted::After(660_000, Box::new(Scripted::call("remember", r#"{"text": "x"}"#))),
            _ => Scripted::complete("done"),
        }
    });
    world.run("look").unwrap();
    world.settle();
    assert_eq!(short(&asked), "a1 a2 b1 b1 a1");
    assert_eq!(outcome(&world), Some(Outcome::Completed));
}

/// A server that allows so many requests at once, each of which takes two seconds.
struct Narrow {
    at_once: usize,
    ends: RefCell<Vec<f64>>,
    requests: RefCell<usize>,
    clock: ManualClock,
}

impl Narrow {
    fn answer(&self, right: Scripted) -> Scripted {
        *self.requests.borrow_mut() += 1;
        let now = self.clock.now();
        self.ends.borrow_mut().retain(|end| *end > now);
        if self.ends.borrow().len() >= self.at_once {
            return Scripted::Sent(FakeAnswer::status(429, &[], r#"{"error":{"message":"too many at once"}}"#));
        }
        self.ends.borrow_mut().push(now + 2_000.0);
        Scripted::After(2_000, Box::new(right))
    }
}

/// So many runs of three turns each.
fn parallel(runs: usize, at_once: usize) -> (World, Rc<Narrow>, Vec<RunId>) {
    let world = World::default();
    let narrow =
        Rc::new(Narrow { at_once, ends: RefCell::default(), requests: RefCell::default(), clock: world.clock.clone() });
    let server = Rc::clone(&narrow);
    world.model.always(move |request| {
        let notes = serde_json::to_string(&request.messages).unwrap().matches("Noted").count();
        server.answer(match notes {
            0 | 1 => Scripted::call("remember", &json!({ "text": format!("note {notes}") }).to_string()),
            _ => Scripted::complete("done"),
        })
    });
    let ids = (0..runs).map(|number| world.run(&format!("task {number}")).unwrap()).collect();
    (world, narrow, ids)
}

fn ended(world: &World) -> Vec<Outcome> {
    let Some(AnswerBody::Runs { runs, .. }) = world.send(Command::RunList { after: None }).unwrap().body else {
        panic!("no list")
    };
    runs.iter().filter_map(|run| run.outcome).collect()
}

#[test]
fn parallel_runs_wait_in_one_queue_and_all_of_them_end() {
    for (runs, at_once) in [(20, 3), (10, 2), (8, 1), (20, 20)] {
        let (world, narrow, _) = parallel(runs, at_once);
        world.settle();
        let ended = ended(&world);
        assert_eq!(ended.len(), runs, "at once {at_once}");
        assert!(ended.iter().all(|outcome| *outcome == Outcome::Completed), "{ended:?}");
        let (asked, needed) = (*narrow.requests.borrow(), runs * 3);
        println!("{runs} runs, {at_once} at once: {asked} requests, {needed} needed");
        assert!(asked * 10 <= needed * 12, "{asked} requests where {needed} are needed");
        assert!(!told(&world).contains("Trying again"), "waiting uses up no retries");
        if at_once == 3 {
            assert!(told(&world).contains("which is busy (requests before this one: "), "{}", told(&world));
        }
    }
}

#[test]
fn a_stopped_run_leaves_the_queue_at_once() {
    let (world, narrow, ids) = parallel(10, 2);
    world.settle_now();
    let now = world.clock.now();
    for id in &ids[2..9] {
        world.send(Command::AgentStop { run_id: Some(id.clone()) }).unwrap();
    }
    assert!(world.clock.now() - now < 500.0, "stopping takes no turn of the server");
    let before = *narrow.requests.borrow();
    world.settle();
    assert_eq!(ended(&world).iter().filter(|outcome| **outcome == Outcome::Completed).count(), 3);
    // Three runs of three turns, of which two are under way.
    assert_eq!(*narrow.requests.borrow(), before + 7);
}

/// The answer to `MODEL_TEST`.
fn tested(world: &World, server: serde_json::Value) -> serde_json::Value {
    let command = serde_json::from_value(json!({ "type": "MODEL_TEST", "server": server })).unwrap();
    serde_json::to_value(world.send(command).unwrap()).unwrap()
}

#[test]
fn a_test_of_a_server_says_what_works_each_part_for_itself() {
    let (yes, unknown) = (Some(true), None);
    for (fails, expected) in [("", [yes; 3]), ("tools", [unknown, yes, yes]), ("picture", [yes, unknown, yes])] {
        let world = World::default();
        world.model.always_by(move |_, request| {
            let part = match &request.messages[0] {
                _ if !request.tools.is_empty() => "tools",
                ChatMessage::User { content } if content.pictures().count() > 0 => "picture",
                _ => "words",
            };
            match part {
                part if part == fails => Scripted::Hang,
                "tools" => Scripted::call("report", r#"{"word": "ready"}"#),
                "picture" => Scripted::Text("It is Purple.".into()),
                _ => Scripted::After(200, Box::new(Scripted::Text("one two three".into()))),
            }
        });
        let server = json!({ "baseUrl": "http://model.example/v1", "apiKey": "", "model": "qwen3:8b" });
        let answer = tested(&world, server);
        let works = ["tools", "pictures", "stream"].map(|name| answer[name].as_bool());
        assert_eq!((works, &answer["chat"]), (expected, &json!(true)), "{fails}: {answer}");
        assert_eq!((&answer["ms"], &answer["firstMs"], &answer["small"]), (&json!(200.0), &json!(100.0), &json!(true)));
        let style = (fails != "tools").then_some("native");
        assert_eq!((answer["toolStyle"].as_str(), &answer["models"]), (style, &json!(["scripted"])));
    }
}

#[test]
fn a_test_says_what_is_wrong_and_what_to_choose_instead() {
    let (world, asked) = world(|_| Some(FakeAnswer::status(404, &[], r#"{"error":"no such model"}"#)));
    let answer = tested(&world, json!({ "baseUrl": "https://a.example/v1", "model": "script" }));
    let message = answer["error"]["message"].as_str().unwrap();
    assert!(message.contains("no such model") && message.contains("scripted"), "{message}");
    // A stored key goes only where it is stored for; an id is enough for a stored server.
    tested(&world, json!({ "baseUrl": "https://evil.example/v1", "model": "m" }));
    tested(&world, json!({ "id": "b", "baseUrl": "https://evil.example/v1", "model": "m" }));
    tested(&world, json!("b"));
    assert_eq!(short(&asked), "a1 0 b0 b1");
}

#[test]
fn a_servers_own_limit_and_temperature_are_sent_to_it_and_to_no_other() {
    let world = World::default();
    world.browser.add_page(SHOP, FakePage::new("Shop"));
    let server = |id: &str, more: serde_json::Value| {
        let mut server = json!({ "id": id, "name": id, "baseUrl": format!("https://{id}.example/v1"), "model": id });
        server.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        server
    };
    let servers = [server("a", json!({ "temperature": 0.5, "maxTokens": 900 })), server("b", json!({}))];
    world.set("edith_settings", json!({ "servers": servers, "roles": { "agent": ["a", "b"] } }));
    world.model.always_by(|server, _| match server.id.as_str() {
        "a" => Scripted::Sent(FakeAnswer::status(404, &[], "{}")),
        _ => Scripted::complete("done"),
    });
    world.run("look").unwrap();
    world.settle();
    let sent: Vec<serde_json::Value> =
        world.model.sent().iter().map(|sent| serde_json::from_str(sent.body.as_deref().unwrap()).unwrap()).collect();
    assert_eq!(
        (&sent[0]["model"], &sent[0]["temperature"], &sent[0]["max_completion_tokens"]),
        (&json!("a"), &json!(0.5), &json!(900))
    );
    let limits: Vec<_> = world.model.requests().iter().map(|request| request.max_completion_tokens).collect();
    assert_eq!(limits.last(), Some(&4096), "the next server has its own: {limits:?}");
}

/// A shop with so many things that a look of it has to leave some out.
fn large_shop() -> FakePage {
    (0..400)
        .fold(FakePage::new("Shop"), |page, number| page.button(&format!("Put the lamp number {number} into the cart")))
}

#[test]
fn a_small_model_gets_less_and_still_does_the_task() {
    let bytes_of = |small: bool| {
        let world = World::default();
        world.browser.add_page(SHOP, large_shop().button("Pay"));
        let server = json!({ "id": "a", "baseUrl": "https://a.example/v1", "model": "m", "small": small });
        world.set("edith_settings", json!({ "servers": [server], "roles": { "agent": ["a"] } }));
        world.model.will([
            Scripted::call("open_browser", &json!({ "url": SHOP }).to_string()),
            Scripted::call("find_on_page", r#"{"query": "Pay"}"#),
            Scripted::complete("done"),
        ]);
        world.run("look at the shop").unwrap();
        world.settle();
        assert_eq!(world.events.done().unwrap().outcome, Outcome::Completed);
        let request = world.model.requests().pop().unwrap();
        let tools: usize = request.tools.iter().map(|tool| tool.description.len() + tool.parameters.len()).sum();
        let messages: usize = request.messages.iter().map(|message| message.text().len()).sum();
        (request.tools.len(), tools, messages, request.messages[0].text().len())
    };
    let (large, small) = (bytes_of(false), bytes_of(true));
    assert!(small.3 * 4 < large.3 * 3, "its rules are shorter: {large:?} {small:?}");
    assert!(small.0 * 3 < large.0 * 2 && small.1 * 2 < large.1 && small.2 * 2 < large.2, "{large:?} {small:?}");
}

#[test]
fn pictures_go_only_to_servers_whose_model_sees() {
    // As the settings say, as each server's entry says, and what each of them is then sent.
    for (setting, first, second, expected) in [
        (false, None, None, [false, false]),
        (true, None, None, [true, true]),
        (true, Some(false), None, [false, true]),
        (false, Some(true), None, [true, false]),
        (false, Some(true), Some(true), [true, true]),
        (true, Some(false), Some(false), [false, false]),
    ] {
        let world = World::default();
        world.browser.add_page(SHOP, FakePage::new("Shop").button("Pay"));
        let server = |id: &str, sees: Option<bool>| json!({ "id": id, "baseUrl": format!("https://{id}.example/v1"), "model": id, "seesPictures": sees });
        let servers = [server("a", first), server("b", second)];
        let roles = json!({ "agent": ["a", "b"] });
        world.set("edith_settings", json!({ "servers": servers, "roles": roles, "modelSeesPictures": setting }));
        let seen: Rc<RefCell<BTreeMap<String, bool>>> = Rc::default();
        let noted = Rc::clone(&seen);
        world.model.always_by(move |server, request| {
            let answers = request.messages.iter().filter(|message| matches!(message, ChatMessage::Tool { .. })).count();
            let shown = request.messages.iter().any(|message| message.pictures().next().is_some());
            match (answers, server.id.as_str()) {
                (0, _) => Scripted::call("open_browser", &json!({ "url": SHOP }).to_string()),
                (1, _) => Scripted::call("screenshot", "{}"),
                (_, id) => {
                    noted.borrow_mut().insert(id.to_owned(), shown);
                    match id {
                        "a" => Scripted::Sent(FakeAnswer::status(404, &[], "{}")),
                        _ => Scripted::complete("done"),
                    }
                }
            }
        });
        world.run("look at the shop").unwrap();
        world.settle();
        let seen = ["a", "b"].map(|id| seen.borrow()[id]);
        assert_eq!(seen, expected, "{setting} {first:?} {second:?}");
    }
}

#[test]
fn a_model_without_tools_that_cannot_be_understood_three_times_ends_the_run_with_a_sentence() {
    // Two unclear answers are asked about, a third ends the run; a clear one in between begins the count anew.
    for (answers, outcome, requests) in [
        (&["<action>clik(", "<action>clik("][..], Outcome::Completed, 3),
        (&["<action>clik(", "<action>clik(", "<action>clik("], Outcome::Failed, 3),
        (
            &["<action>clik(", "<action>scroll(direction=\"down\")</action>", "<action>clik(", "<action>clik("],
            Outcome::Completed,
            5,
        ),
    ] {
        let world = World::default();
        world.browser.add_page(SHOP, FakePage::new("Shop"));
        world.browser.open_in_front(SHOP);
        let server = json!({ "id": "a", "baseUrl": "https://a.example/v1", "model": "m", "tools": "text" });
        world.set("edith_settings", json!({ "servers": [server], "roles": { "agent": ["a"] } }));
        let says = |text: &str| {
            let message = json!({ "role": "assistant", "content": text });
            Scripted::Sent(FakeAnswer::ok(
                json!({ "choices": [{ "message": message, "finish_reason": "stop" }] }).to_string(),
            ))
        };
        world.model.will(answers.iter().map(|text| says(text)));
        let end = says("<action>task_complete(summary=\"It is done.\")</action>");
        world.model.always(move |_| end.clone());
        world.run("look").unwrap();
        world.settle();
        let done = world.events.done().unwrap();
        assert_eq!((done.outcome, world.model.requests().len()), (outcome, requests), "{answers:?}: {}", done.summary);
        assert!(outcome == Outcome::Completed || done.summary.contains("three"), "{}", done.summary);
    }
}

#[test]
fn a_call_in_the_words_of_a_model_with_tools_is_no_answer_until_it_says_so_again() {
    // The second answer is what the person gets: a call that was meant, an answer that was, or the same words again.
    let call = json!({ "id": "c", "type": "function", "function": { "name": "task_complete", "arguments": "{\"summary\": \"Read.\"}" } });
    let words = |text: &str| json!({ "role": "assistant", "content": text });
    let calls = json!({ "role": "assistant", "content": null, "tool_calls": [call] });
    let meant = "I will click(uid=1) to go on.";
    for (answers, summary, requests) in [
        (vec![words(meant), calls], "Read.", 2),
        (vec![words(meant), words("The shop has no lamps.")], "The shop has no lamps.", 2),
        (vec![words(meant), words(meant)], meant, 2),
        (vec![words("The shop has no lamps.")], "The shop has no lamps.", 1),
    ] {
        let world = World::default();
        world.browser.add_page(SHOP, FakePage::new("Shop").button("Go on"));
        world.browser.open_in_front(SHOP);
        let server = json!({ "id": "a", "baseUrl": "https://a.example/v1", "model": "m" });
        world.set("edith_settings", json!({ "servers": [server], "roles": { "agent": ["a"] } }));
        let sent = |message: &Value| {
            Scripted::Sent(FakeAnswer::ok(
                json!({ "choices": [{ "message": message, "finish_reason": "stop" }] }).to_string(),
            ))
        };
        world.model.will(answers.iter().map(sent));
        world.run("look at the shop").unwrap();
        world.settle();
        let done = world.events.done().unwrap();
        assert!(done.summary.starts_with(summary), "{answers:?}: {}", done.summary);
        assert_eq!(world.model.requests().len(), requests, "{answers:?}");
        assert!(world.browser.done().iter().all(|done| !done.starts_with("click")));
    }
}
