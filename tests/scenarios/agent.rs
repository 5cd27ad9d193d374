//! Results of tasks: pages, approvals, stops, deaths of the worker.

use super::{SHOP, open, uid};
use edith_model::ChatMessage;
use edith_port::Table;
use edith_protocol::{AnswerBody, AskKind, Command, Conversation, ErrorCode, Outcome, Reply, Role, RunId};
use edith_testkit::{FakePage, Scripted, World};
use serde_json::json;

fn world() -> World {
    let world = World::default();
    world.browser.add_page(
        SHOP,
        FakePage::new("Shop")
            .button("Search")
            .button("Add to cart")
            .button("Place order")
            .button("Open dialog")
            .button("Open tab")
            .button("Crash")
            .input("Name")
            .password("Password"),
    );
    world.browser.add_page("http://new.example/", FakePage::new("New").button("Hello"));
    world
}

fn click(uid: u32) -> Scripted {
    Scripted::call("click", &json!({"uid": uid}).to_string())
}

fn stop(world: &World) -> Reply {
    world.send(Command::AgentStop { run_id: None }).unwrap()
}

fn conversations(world: &World) -> Vec<Conversation> {
    world.store.conversations()
}

/// Opens the shop, clicks the element with this `label`, and completes.
fn open_then_click(world: &World, label: &str) -> RunId {
    world.model.will([open(), Scripted::Hang]);
    let run = world.run("buy a lamp").unwrap();
    world.settle();
    // The uids are stable, so the script can rely on the first look.
    let uid = uid(world, label);
    world.model.will([click(uid), Scripted::complete("done")]);
    world.restart_worker();
    world.settle();
    run
}

#[test]
fn a_task_is_done_and_everything_about_it_is_stored() {
    let world = world();
    let run = open_then_click(&world, "Search");
    let done = world.events.done().unwrap();
    assert_eq!((done.outcome, done.summary.as_str()), (Outcome::Completed, "done"));
    assert_eq!(world.browser.done(), ["navigate http://shop.example/", "click \"Search\""]);
    assert_eq!(world.browser.attached(), [], "the debugger is detached");
    assert_eq!(world.store.count(Table::Runs), 0, "a finished run leaves no record to resume");
    let conversation = &conversations(&world)[0];
    assert_eq!(conversation.title, "buy a lamp");
    let roles: Vec<Role> = conversation.messages.iter().map(|message| message.role).collect();
    assert_eq!(roles.first(), Some(&Role::User));
    assert_eq!(roles.last(), Some(&Role::Assistant));
    assert!(roles.contains(&Role::Tool));
    let steps = world.send(Command::RunSteps { run_id: run, after: None }).unwrap();
    let Some(AnswerBody::Steps { steps, after: None }) = steps.body else { panic!("{steps:?}") };
    assert!(steps.iter().any(|step| step.tool.as_deref() == Some("click") && step.ok == Some(true)));
}

#[test]
fn chat_is_answered_after_the_reply_is_stored_and_sends_no_tools() {
    let world = world();
    world.model.will([Scripted::Text("Hello!".into())]);
    let reply = world.send(Command::Chat { prompt: "Hi".into(), conversation_id: None }).unwrap();
    assert!(reply.ok, "{reply:?}");
    let conversation = &conversations(&world)[0];
    assert_eq!(conversation.messages.len(), 2);
    assert_eq!(conversation.messages[1].content, "Hello!");
    let request = &world.model.requests()[0];
    assert!(request.tools.is_empty());
    assert!(matches!(request.messages[0], ChatMessage::System { .. }));
    // The next message includes the earlier ones.
    world.model.will([Scripted::Text("Again!".into())]);
    world.send(Command::Chat { prompt: "More".into(), conversation_id: Some(conversation.id.clone()) }).unwrap();
    let texts = serde_json::to_string(&world.model.requests()[1].messages).unwrap();
    assert!(texts.contains("Hi") && texts.contains("Hello!") && texts.contains("More"));
    assert_eq!(conversations(&world).len(), 1);
}

#[test]
fn a_killed_worker_goes_on_from_every_write_and_clicks_once() {
    // The number of the run's writes in an undisturbed task.
    let writes = {
        let world = world();
        open_then_click(&world, "Add to cart");
        world.store.run_writes()
    };
    assert!(writes > 8, "{writes}");
    for dies_after in 1..=writes {
        let world = world();
        world.model.will([open(), Scripted::Hang]);
        world.run("buy a lamp").unwrap();
        world.settle();
        let uid = uid(&world, "Add to cart");
        // The script is longer than needed: a turn that was not stored is requested again.
        world.model.will([
            click(uid),
            Scripted::complete("done"),
            Scripted::complete("done"),
            Scripted::complete("done"),
        ]);
        world.restart_worker();
        world.store.die_after(Some(dies_after));
        world.settle();
        world.restart_worker();
        world.settle();
        let clicks = world.browser.done().iter().filter(|done| done.starts_with("click")).count();
        assert!(clicks <= 1, "killed after write {dies_after}: clicked {clicks} times");
        let done = world.events.done().unwrap_or_else(|| panic!("killed after write {dies_after}: the run is stuck"));
        assert_eq!(done.outcome, Outcome::Completed, "killed after write {dies_after}: {}", done.summary);
        assert_eq!(world.browser.attached(), [], "killed after write {dies_after}");
    }
}

#[test]
fn an_effect_under_way_when_the_worker_dies_is_looked_at_and_not_repeated() {
    let world = world();
    world.model.will([open(), Scripted::Hang]);
    world.run("buy a lamp").unwrap();
    world.settle();
    let uid = uid(&world, "Add to cart");
    world.model.will([click(uid), Scripted::complete("in the cart"), Scripted::complete("in the cart")]);
    world.restart_worker();
    world.browser.hang_on(Some("click \"Add to cart\""));
    world.settle();
    assert_eq!(world.browser.done().last().unwrap(), "click \"Add to cart\"");
    world.restart_worker();
    world.settle();
    assert_eq!(world.browser.done().iter().filter(|done| done.starts_with("click")).count(), 1);
    let told = serde_json::to_string(&world.model.requests().last().unwrap().messages).unwrap();
    assert!(told.contains("interrupted while this was under way, but it was done"), "{told}");
    assert_eq!(world.events.done().unwrap().summary, "in the cart");
}

#[test]
fn buying_is_asked_with_the_exact_action_and_outlives_the_worker() {
    for (answer, clicks) in [("once", 1), ("deny", 0)] {
        let world = world();
        open_then_click(&world, "Place order");
        let ask = world.events.ask().expect("an ask");
        let AskKind::Approval(action) = &ask.kind else { panic!("{ask:?}") };
        assert_eq!(action.origin, "http://shop.example");
        assert!(
            action.action.target.as_ref().is_some_and(|target| target.contains("Place order")),
            "{:?}",
            action.action
        );
        world.restart_worker();
        let Some(AnswerBody::Runs { runs, .. }) = world.send(Command::RunList { after: None }).unwrap().body else {
            panic!()
        };
        assert_eq!(runs[0].ask.as_ref().unwrap().ask_id, ask.ask_id, "the ask is still open");
        world.model.will([Scripted::complete("ended")]);
        let command = Command::AgentAnswer { run_id: ask.run_id, ask_id: ask.ask_id, answer: answer.into() };
        assert!(world.send(command).unwrap().ok);
        world.settle();
        let clicked = world.browser.done().iter().filter(|done| *done == "click \"Place order\"").count();
        assert_eq!(clicked, clicks, "{answer}");
        assert!(world.events.done().is_some());
    }
}

#[test]
fn stop_is_remembered_over_the_death_of_the_worker() {
    let world = world();
    world.model.will([open(), Scripted::Hang]);
    world.run("buy a lamp").unwrap();
    world.settle();
    assert!(stop(&world).ok);
    world.settle();
    let done = world.events.done().unwrap();
    assert_eq!(done.outcome, Outcome::Stopped);
    assert_eq!(world.browser.attached(), []);
    let asked = world.model.requests().len();
    world.restart_worker();
    world.settle();
    assert_eq!(world.model.requests().len(), asked, "a stopped run asks nothing more");
}

#[test]
fn a_paused_run_stays_paused_over_a_restart_and_goes_on_when_told() {
    let world = world();
    world.model.will([open(), Scripted::Hang, Scripted::Text("done".into())]);
    let run = world.run("look for a lamp").unwrap();
    world.settle();
    assert!(world.send(Command::AgentPause { run_id: run.clone() }).unwrap().ok);
    world.settle();
    world.restart_worker();
    world.settle();
    assert!(world.events.done().is_none());
    assert!(world.send(Command::AgentResume { run_id: run }).unwrap().ok);
    world.settle();
    assert_eq!(world.events.done().unwrap().outcome, Outcome::Completed);
}

#[test]
fn a_new_task_in_the_same_conversation_replaces_the_old_one() {
    let world = world();
    world.model.will([Scripted::Hang, Scripted::Text("second".into())]);
    world.run("first").unwrap();
    world.settle();
    let conversation_id = Some(conversations(&world)[0].id.clone());
    world.send(Command::AgentRun { prompt: "second".into(), conversation_id, tab_id: None }).unwrap();
    world.settle();
    let texts: Vec<String> = conversations(&world)[0].messages.iter().map(|message| message.content.clone()).collect();
    assert_eq!(texts, ["first", "Stopped: a new task took its place.", "second", "second"]);
}

#[test]
fn a_new_tab_is_followed_and_a_dialog_gets_its_own_tool() {
    let world = world();
    open_then_click(&world, "Open tab");
    assert!(world.events.answers().iter().any(|step| step.result.as_ref().unwrap().contains("new.example")));

    let world = self::world();
    open_then_click(&world, "Open dialog");
    let requests = world.model.requests();
    let offered: Vec<&str> = requests.last().unwrap().tools.iter().map(|tool| &*tool.name).collect();
    assert!(offered.contains(&"handle_dialog") && !offered.contains(&"click"), "{offered:?}");
}

#[test]
fn a_closed_tab_is_told_to_the_model() {
    let world = world();
    world.model.will([open(), Scripted::Hang, Scripted::call("take_snapshot", "{}"), Scripted::Text("gone".into())]);
    world.run("buy a lamp").unwrap();
    world.settle();
    let Some(AnswerBody::Runs { runs, .. }) = world.send(Command::RunList { after: None }).unwrap().body else {
        panic!()
    };
    world.browser.close_tab(runs[0].tab_id.unwrap());
    world.restart_worker();
    world.settle();
    assert_eq!(world.events.done().unwrap().summary, "gone");
    let told = serde_json::to_string(&world.model.requests().last().unwrap().messages).unwrap();
    assert!(told.contains("closed"), "{told}");
}

/// A run that types a text into a field, which is approved once.
fn typed_once_allowed(field: &str, text: &str) -> World {
    let world = world();
    world.model.will([open(), Scripted::Hang]);
    world.run("log in").unwrap();
    world.settle();
    let arguments = json!({"uid": uid(&world, field), "text": text}).to_string();
    world.model.will([Scripted::call("type_text", &arguments), Scripted::Text("in".into())]);
    world.restart_worker();
    world.settle();
    let ask = world.events.ask().expect("an approval");
    world.send(Command::AgentAnswer { run_id: ask.run_id, ask_id: ask.ask_id, answer: "once".into() }).unwrap();
    world.settle();
    assert!(world.browser.done().iter().any(|done| done.contains(text)), "it was typed");
    world
}

#[test]
fn a_password_is_asked_for_and_appears_in_no_event_and_no_conversation() {
    let world = typed_once_allowed("Password", "hunter2");
    assert!(!serde_json::to_string(&world.events.all()).unwrap().contains("hunter2"));
    assert!(!serde_json::to_string(&conversations(&world)).unwrap().contains("hunter2"));
}

#[test]
fn a_cards_number_is_repeated_nowhere_whatever_field_it_was_typed_into() {
    let world = typed_once_allowed("Name", "4111 1111 1111 1111");
    assert!(!serde_json::to_string(&world.events.all()).unwrap().contains("4111 1111"));
    assert!(!serde_json::to_string(&conversations(&world)).unwrap().contains("4111 1111"));
    let sent = serde_json::to_string(&world.model.requests().last().unwrap().messages).unwrap();
    assert!(!sent.contains("4111 1111"), "{sent}");
}

#[test]
fn text_goes_into_fields_only_and_is_told_as_typed() {
    let world = world();
    world.model.will([open(), Scripted::Hang]);
    world.run("write").unwrap();
    world.settle();
    let into = |name: &str| json!({"uid": uid(&world, name), "text": "Anna"}).to_string();
    let (name, button) = (into("Name"), into("Search"));
    world.model.will([
        Scripted::call("type_text", &button),
        Scripted::call("type_text", &name),
        Scripted::call("type_text", &json!({"text": " Maria"}).to_string()),
        Scripted::Text("in".into()),
    ]);
    world.restart_worker();
    world.settle();
    let told = serde_json::to_string(&world.events.answers()).unwrap();
    assert!(told.contains("is not a field: it takes no text. Nothing was done."), "{told}");
    assert!(told.contains("Typed \\\"Anna\\\" into INPUT") && told.contains("Anna Maria"), "{told}");
}

#[test]
fn commands_about_runs_that_are_not_there_say_so() {
    let world = world();
    for command in [
        Command::AgentStop { run_id: Some("none".into()) },
        Command::AgentPause { run_id: "none".into() },
        Command::AgentSay { run_id: "none".into(), text: "x".into() },
        Command::AgentAnswer { run_id: "none".into(), ask_id: "a".into(), answer: "once".into() },
    ] {
        let reply = world.send(command).unwrap();
        assert_eq!(reply.error.unwrap().code, ErrorCode::UnknownRun);
    }
    let reply = world.send(Command::AgentRun { prompt: "  ".into(), conversation_id: None, tab_id: None }).unwrap();
    assert_eq!(reply.error.unwrap().code, ErrorCode::EmptyPrompt);
}

#[test]
fn a_run_opens_so_many_tabs_and_no_more() {
    let world = world();
    let address = |number: usize| format!("http://n{number}.example/");
    for number in 0..22 {
        world.browser.add_page(&address(number), FakePage::new(&format!("Page {number}")));
    }
    let opens = |number| Scripted::call("open_browser", &json!({"url": address(number)}).to_string());
    world.model.will((0..22).map(opens).chain([Scripted::complete("done")]));
    world.run("open them all").unwrap();
    world.settle();
    let answers = serde_json::to_string(&world.events.answers()).unwrap();
    assert!(answers.contains("Page 19") && !answers.contains("Page 20"), "{answers}");
    assert!(answers.contains("This task has 20 tabs open"), "{answers}");
}
