//! Names of conversations: made once by the fast model of a long prompt, within the limits, and never in anybody's way.

use super::SHOP;
use edith_model::{ChatRequest, ModelTurn};
use edith_port::Table;
use edith_protocol::{
    AnswerBody, Command, Conversation, ConversationId, Exported, Extras, Outcome, Reply, ToolCall, Usage,
};
use edith_testkit::{FakePage, Scripted, World};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::rc::Rc;

const LONG: &str = "Find the cheapest desk lamp that is in stock in the shop and tell me what it costs with delivery";
const NAME: &str = "Cheapest desk lamp";

fn is_naming(request: &ChatRequest) -> bool {
    request.messages[0].text().starts_with("You name conversations")
}

/// Who was asked, and whether for a name.
type Asked = Rc<RefCell<Vec<(String, bool)>>>;

/// Tasks are done at once; a request for a name is answered like this. Returns the world and who was asked.
fn world(settings: Value, named: impl Fn() -> Scripted + 'static) -> (World, Asked) {
    let world = World::default();
    world.browser.add_page(SHOP, FakePage::new("Shop").button("Search"));
    world.set("edith_settings", settings);
    let asked = Asked::default();
    let seen = Rc::clone(&asked);
    world.model.always_by(move |server, request| {
        seen.borrow_mut().push((server.id.clone(), is_naming(request)));
        if is_naming(request) { named() } else { Scripted::complete("It costs 12.") }
    });
    (world, asked)
}

/// Sends a command as EDITH's own pages do.
fn begin(world: &World, command: Command) -> Option<Reply> {
    world.send_with(command, Extras { name_conversation: true, ..Extras::default() })
}

fn run(world: &World) -> Option<Reply> {
    begin(world, Command::AgentRun { prompt: LONG.into(), conversation_id: None, tab_id: None })
}

fn only(world: &World) -> Conversation {
    let all = world.store.conversations();
    assert_eq!(all.len(), 1);
    all.into_iter().next().unwrap()
}

fn names_asked(world: &World) -> usize {
    world.model.requests().iter().filter(|request| is_naming(request)).count()
}

fn head(world: &World) -> Value {
    world.store.local("edith_conversations").unwrap()[0].clone()
}

#[test]
fn a_long_prompt_is_named_once_by_the_fast_model_which_sees_the_prompt_alone() {
    let server = |id: &str| json!({ "id": id, "name": id, "baseUrl": format!("https://{id}.example/v1"), "model": id });
    let roles =
        json!({ "servers": [server("big"), server("quick")], "roles": { "agent": ["big"], "fast": ["quick"] } });
    let (world, asked) = world(roles, || Scripted::Text("\"Cheapest desk lamp.\"\nIn the shop.".into()));
    run(&world).unwrap();
    world.settle();
    let conversation = only(&world);
    assert_eq!(conversation.title, LONG.chars().take(60).collect::<String>(), "the title stays");
    assert_eq!(conversation.shown(), NAME);
    assert_eq!(head(&world)["name"], NAME);
    let requests = world.model.requests();
    let naming = requests.iter().find(|request| is_naming(request)).unwrap();
    assert_eq!((naming.messages.len(), naming.tools.len()), (2, 0));
    let sent = naming.messages[1].text();
    assert!(sent.starts_with("<<<DATA prompt ") && sent.contains(LONG) && !sent.contains("12"), "{sent}");
    // A second task of the same conversation changes nothing.
    let again = Command::AgentRun { prompt: LONG.into(), conversation_id: Some(conversation.id), tab_id: None };
    assert!(begin(&world, again).unwrap().ok);
    world.settle();
    assert_eq!(only(&world).shown(), NAME);
    let by = |name: &str, naming: bool| (name.to_owned(), naming);
    assert_eq!(*asked.borrow(), [by("big", false), by("quick", true), by("big", false)]);
}

#[test]
fn what_needs_no_name_or_has_no_model_for_it_is_not_named() {
    let chat = |prompt: &str| Command::Chat { prompt: prompt.into(), conversation_id: None };
    for (settings, prompt, server, named) in [
        (json!({}), LONG, true, 1),
        (json!({}), "a lamp\nand a desk", true, 1),
        (json!({}), "Find the cheapest lamp", true, 0),
        (json!({ "generateTitles": false }), LONG, true, 0),
        // The built-in interpreter names nothing.
        (json!({}), LONG, false, 0),
    ] {
        let (world, _) = world(settings.clone(), || Scripted::Text(NAME.into()));
        if !server {
            world.set("edith_api_base_url", json!(""));
        }
        begin(&world, chat(prompt)).unwrap();
        world.settle();
        assert_eq!(names_asked(&world), named, "{settings} {prompt} {server}");
        assert_eq!(only(&world).name.is_some(), named == 1);
    }
}

#[test]
fn a_task_that_was_not_begun_in_a_page_of_ediths_is_not_named() {
    let (world, _) = world(json!({}), || Scripted::Text(NAME.into()));
    world.run(LONG).unwrap();
    world.settle();
    assert_eq!((names_asked(&world), only(&world).name), (0, None));
}

#[test]
fn a_task_of_a_schedule_is_not_named() {
    let (world, _) = world(json!({}), || Scripted::Text(NAME.into()));
    let schedule = json!({ "name": "s", "prompt": LONG, "mode": "agent", "cronExpression": "0 9 * * *" });
    assert!(world.send(Command::ScheduleSave { schedule: schedule.into() }).unwrap().ok);
    let id = world.store.local("edith_schedules").unwrap()[0]["id"].as_str().unwrap().to_owned();
    assert!(world.send(Command::ScheduleRun { id }).unwrap().ok);
    world.settle();
    assert_eq!((names_asked(&world), only(&world).name), (0, None));
}

#[test]
fn the_persons_own_title_wins_also_over_a_name_that_comes_later() {
    for own in ["Lamps", &LONG.chars().take(60).collect::<String>()] {
        let (world, _) = world(json!({}), || Scripted::After(5_000, Box::new(Scripted::Text(NAME.into()))));
        run(&world).unwrap();
        // The task is over, and its name is under way.
        world.settle_now();
        assert_eq!((names_asked(&world), world.events.done().unwrap().outcome), (1, Outcome::Completed));
        let conversation_id = only(&world).id;
        let rename = Command::ConversationRename { conversation_id: conversation_id.clone(), title: own.into() };
        assert!(world.send(rename).unwrap().ok);
        world.settle();
        assert_eq!((only(&world).title.as_str(), &*only(&world).shown()), (own, own));
        let rename = Command::ConversationRename { conversation_id, title: "Desks".into() };
        assert!(world.send(rename).unwrap().ok);
        assert_eq!(only(&world).shown(), "Desks");
    }
}

#[test]
fn the_answer_does_not_wait_for_the_name() {
    let (world, _) = world(json!({}), || Scripted::Hang);
    let reply = begin(&world, Command::Chat { prompt: LONG.into(), conversation_id: None }).unwrap();
    assert!(reply.ok && names_asked(&world) <= 1);
    world.settle_now();
    assert_eq!(names_asked(&world), 1);
    // The next message of the same conversation is answered while it hangs.
    let next = Command::Chat { prompt: "and a desk".into(), conversation_id: Some(only(&world).id) };
    assert!(world.send(next).unwrap().ok);
    world.settle();
    assert_eq!(only(&world).name, None);
}

#[test]
fn a_name_is_counted_with_the_day_and_crosses_no_limit() {
    let usage = || Some(Usage { prompt_tokens: 100, completion_tokens: 5, ..Usage::default() });
    let named =
        move || Scripted::Turn(Box::new(ModelTurn { text: NAME.into(), usage: usage(), ..ModelTurn::default() }));
    let priced = |most: f64| {
        let price = json!({ "model": "m", "prompt": 0.0, "cached": 0.0, "completion": 10.0 });
        json!({ "maxRunPrice": most, "prices": [price] })
    };
    for (settings, expected) in [
        (json!({}), Some(NAME)),
        (json!({ "maxDaySteps": 1 }), None),
        // The task took 300 of its 400 tokens: what is left is too little for any answer.
        (priced(0.004), None),
        (priced(0.04), Some(NAME)),
    ] {
        let (world, _) = world(settings.clone(), named);
        world.set("edith_model", json!("m"));
        let (name, arguments) = ("task_complete".into(), json!({ "summary": "It costs 12." }).to_string());
        world.model.will([Scripted::Turn(Box::new(ModelTurn {
            tool_calls: vec![ToolCall { id: "k".into(), name, arguments }],
            usage: Some(Usage { completion_tokens: 300, ..Usage::default() }),
            ..ModelTurn::default()
        }))]);
        run(&world).unwrap();
        world.settle();
        assert_eq!(only(&world).name.as_deref(), expected, "{settings}");
        let days = world.store.local("edith_usage").unwrap();
        let steps = days[0]["steps"].as_u64().unwrap();
        assert_eq!(steps, 1 + names_asked(&world) as u64, "{days}");
        assert_eq!(names_asked(&world), usize::from(expected.is_some()), "{settings}");
        if expected.is_some() {
            assert!(days[0]["usage"]["promptTokens"].as_u64().unwrap() >= 100, "{days}");
        }
        // Nobody is told of a name that could not be made.
        assert_eq!(world.events.done().map(|done| done.outcome), Some(Outcome::Completed), "{settings}");
    }
}

#[test]
fn a_model_that_fails_or_says_nothing_leaves_no_trace() {
    let fails = || Scripted::Sent(edith_testkit::FakeAnswer::Unreachable);
    let answers: [fn() -> Scripted; 3] = [fails, || Scripted::Text("  \n\"\"".into()), || Scripted::call("x", "{}")];
    for named in answers {
        let (world, _) = world(json!({}), named);
        run(&world).unwrap();
        world.settle();
        assert_eq!((names_asked(&world), only(&world).name), (1, None));
        let end = world.events.all().iter().rposition(|event| matches!(event, edith_protocol::Event::Done(_)));
        assert_eq!(end, Some(world.events.all().len() - 1), "nothing is told after the end");
    }
}

#[test]
fn wherever_the_worker_dies_no_name_is_made_twice_or_for_another() {
    let whole = {
        let (world, _) = world(json!({}), || Scripted::Text(NAME.into()));
        run(&world).unwrap();
        world.settle();
        world.life().passed()
    };
    let mut named = 0;
    for at in 1..=whole {
        let (world, _) = world(json!({}), || Scripted::Text(NAME.into()));
        world.life().die_at(at);
        let _cut_off = run(&world);
        world.settle();
        world.restart_worker();
        world.settle();
        assert!(names_asked(&world) <= 1, "asked {} times, death at {at} of {whole}", names_asked(&world));
        for conversation in world.store.conversations() {
            assert!(conversation.name.as_deref().is_none_or(|name| name == NAME), "death at {at}");
            named += usize::from(conversation.name.is_some());
        }
        assert_eq!(world.store.count(Table::Runs), 0, "death at {at}");
    }
    assert!(named > 0 && named < whole as usize, "{named} of {whole}");
}

#[test]
fn a_name_is_found_and_goes_with_a_file() {
    let (world, _) = world(json!({}), || Scripted::Text("Shopping of Tuesday".into()));
    run(&world).unwrap();
    world.settle();
    let hits = |words: &str| match world.send(Command::ConversationSearch { query: words.into() }).unwrap().body {
        Some(AnswerBody::Found { hits }) => hits.len(),
        body => panic!("{body:?}"),
    };
    assert_eq!((hits("tuesday"), hits("tuesday lamp"), hits("wednesday")), (1, 1, 0));
    let conversation = only(&world);
    let file: Exported = json!({ "conversation": conversation, "steps": [] }).into();
    let id: ConversationId = conversation.id;
    assert!(world.send(Command::ConversationDelete { conversation_id: id }).unwrap().ok);
    assert!(world.send(Command::ConversationImport { conversations: vec![file] }).unwrap().ok);
    assert_eq!(only(&world).shown(), "Shopping of Tuesday");
}
