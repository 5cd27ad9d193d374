//! What a user does with stored data: pin, import, edit, resume and delete, on fakes.

use super::{SHOP, asked, open};
use edith_model::ModelTurn;
use edith_port::Table;
use edith_protocol::{
    AnswerBody, Command, Conversation, ConversationId, ErrorBody, ErrorCode, Extras, Given, Grant, Outcome, Progress,
    Reply, Role, RunId, ToolCall,
};
use edith_testkit::{FakePage, Scripted, World};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::rc::Rc;

fn world() -> World {
    let world = World::default();
    world.browser.add_page(SHOP, FakePage::new("Shop").button("Search"));
    world
}

fn stored(world: &World) -> Vec<Conversation> {
    world.store.conversations()
}

fn refused(reply: Option<Reply>) -> ErrorBody {
    let reply = reply.unwrap();
    assert!(!reply.ok, "{reply:?}");
    reply.error.unwrap()
}

fn accepted(reply: Option<Reply>) -> AnswerBody {
    let reply = reply.unwrap();
    assert!(reply.ok, "{reply:?}");
    reply.body.unwrap()
}

/// A task that opens the shop, lists the tabs, and completes.
fn done_task(world: &World) -> (ConversationId, RunId) {
    world.model.will([open(), Scripted::call("list_tabs", "{}"), Scripted::complete("There you are.")]);
    let run = world.run("go to shop.example").unwrap();
    world.settle();
    (stored(world)[0].id.clone(), run)
}

fn steps(world: &World, run: &RunId) -> Vec<Progress> {
    match accepted(world.send(Command::RunSteps { run_id: run.clone(), after: None })) {
        AnswerBody::Steps { steps, after: None } => steps,
        other => panic!("{other:?}"),
    }
}

fn import(world: &World, conversation: &Conversation, steps: &[Progress]) -> Option<Reply> {
    let conversations = vec![json!({ "conversation": conversation, "steps": steps }).into()];
    world.send(Command::ConversationImport { conversations })
}

#[test]
fn too_many_conversations_drop_the_oldest_that_is_not_pinned_with_its_steps() {
    let world = world();
    let (first, pinned_run) = done_task(&world);
    accepted(world.send(Command::ConversationPin { conversation_id: first.clone(), pinned: true }));
    let (second, run) = done_task(&world);
    assert!(!steps(&world, &run).is_empty());
    for number in 0..99 {
        world.model.will([Scripted::Text("Hello.".into())]);
        world.send(Command::Chat { prompt: format!("hello {number}"), conversation_id: None });
    }
    world.settle();
    let all = stored(&world);
    assert_eq!(all.len(), 100);
    let pinned: Vec<_> = all.iter().filter(|one| one.pinned).map(|one| one.id.clone()).collect();
    assert_eq!(pinned, [first]);
    assert!(!all.iter().any(|one| one.id == second), "the oldest that is not pinned is still there");
    assert!(steps(&world, &run).is_empty());
    assert!(!steps(&world, &pinned_run).is_empty());
}

#[test]
fn what_was_deleted_comes_back_as_it_was_and_what_is_there_is_copied() {
    let world = world();
    let (id, run) = done_task(&world);
    let (conversation, told) = (stored(&world)[0].clone(), steps(&world, &run));
    accepted(world.send(Command::ConversationDelete { conversation_id: id.clone() }));
    assert!(stored(&world).is_empty() && steps(&world, &run).is_empty());
    accepted(import(&world, &conversation, &told));
    // What it read in private is unknown afterwards: anybody can write a file to import.
    assert!(conversation.private_sources.is_some());
    let conversation = Conversation { private_sources: None, ..conversation };
    assert_eq!(stored(&world), std::slice::from_ref(&conversation));
    assert_eq!(steps(&world, &run), told);

    let AnswerBody::Imported { imported } = accepted(import(&world, &conversation, &told)) else { panic!() };
    let all = stored(&world);
    assert_eq!(all.len(), 2);
    let copy = all.iter().find(|one| one.id == imported[0]).unwrap();
    assert_ne!(copy.id, id);
    let new_run = copy.messages[0].run_id.clone().unwrap();
    assert_ne!(new_run, run);
    let copied = steps(&world, &new_run);
    assert_eq!(copied.len(), told.len());
    assert!(copied.iter().all(|step| step.conversation_id == copy.id && step.run_id == new_run));
    assert_eq!(steps(&world, &run), told);
}

#[test]
fn what_is_no_conversation_is_refused_and_nothing_is_added() {
    let world = world();
    let (_, run) = done_task(&world);
    let good =
        json!({ "conversation": { "id": "new", "title": "t", "messages": [], "createdAt": 1.0, "updatedAt": 1.0 } });
    for bad in [
        json!(null),
        json!({ "conversation": { "id": "x" } }),
        json!({ "conversation": good["conversation"], "steps": 3 }),
    ] {
        let error =
            refused(world.send(Command::ConversationImport { conversations: vec![good.clone().into(), bad.into()] }));
        assert_eq!(error.code, ErrorCode::NotAConversation);
        assert!(error.message.starts_with("This is not a conversation of EDITH: "), "{}", error.message);
    }
    assert_eq!(stored(&world).len(), 1);
    // Steps of an unrelated run are dropped.
    let foreign = steps(&world, &run);
    let before = world.store.count(Table::Steps);
    let with_foreign = json!({ "conversation": good["conversation"], "steps": foreign });
    accepted(world.send(Command::ConversationImport { conversations: vec![with_foreign.into()] }));
    assert_eq!((stored(&world).len(), world.store.count(Table::Steps)), (2, before));
}

#[test]
fn an_edited_message_takes_the_place_of_all_that_followed() {
    let world = world();
    world.model.will([Scripted::Text("One.".into()), Scripted::Text("Two.".into()), Scripted::Text("Better.".into())]);
    let AnswerBody::Stored { conversation_id } =
        accepted(world.send(Command::Chat { prompt: "first".into(), conversation_id: None }))
    else {
        panic!()
    };
    let again = |prompt: &str| Command::Chat { prompt: prompt.into(), conversation_id: Some(conversation_id.clone()) };
    accepted(world.send(again("second")));
    let second = stored(&world)[0].messages[2].clone();
    assert_eq!((second.role, second.content.as_str()), (Role::User, "second"));
    let extras = Extras { replace_from: Some(second.id.clone()), ..Extras::default() };
    accepted(world.send_with(again("second, but better"), extras.clone()));
    let said: Vec<String> = stored(&world)[0].messages.iter().map(|message| message.content.clone()).collect();
    assert_eq!(said, ["first", "One.", "second, but better", "Better."]);
    let asked = asked(&world);
    assert!(asked.contains("One.") && !asked.contains("Two."), "{asked}");
    assert_eq!(refused(world.send_with(again("once more"), extras)).code, ErrorCode::UnknownMessage);
    // While a run is active, nothing is removed under it.
    world.model.will([Scripted::Hang]);
    let long =
        Command::AgentRun { prompt: "long".into(), conversation_id: Some(conversation_id.clone()), tab_id: None };
    accepted(world.send(long));
    let first = stored(&world)[0].messages[0].id.clone();
    let extras = Extras { replace_from: Some(first), ..Extras::default() };
    assert_eq!(refused(world.send_with(again("other"), extras)).code, ErrorCode::Busy);
}

#[test]
fn a_task_is_taken_up_again_from_a_step() {
    let world = world();
    let (id, old) = done_task(&world);
    world.model.will([Scripted::complete("Done another way.")]);
    let extras = Extras { retry: Some((old.clone(), 2)), ..Extras::default() };
    let command = Command::AgentRun { prompt: String::new(), conversation_id: Some(id.clone()), tab_id: None };
    let AnswerBody::Started { run_id, .. } = accepted(world.send_with(command.clone(), extras)) else { panic!() };
    world.settle();
    let asked = asked(&world);
    assert!(asked.contains("go to shop.example") && asked.contains("open_browser"), "{asked}");
    assert!(!asked.contains("list_tabs") && !asked.contains("There you are."), "{asked}");
    // It works in the first run's tab, with a fresh look.
    assert!(asked.contains("This is what the tab shows now") && asked.contains("Search"), "{asked}");
    let done = world.events.done().unwrap();
    assert_eq!((done.outcome, done.summary.as_str()), (Outcome::Completed, "Done another way."));
    let tools: Vec<String> =
        steps(&world, &run_id).into_iter().filter(|step| step.result.is_some()).filter_map(|step| step.tool).collect();
    assert_eq!(tools, ["open_browser"]);
    assert!(steps(&world, &old).is_empty());
    let conversation = &stored(&world)[0];
    assert!(conversation.messages.iter().all(|message| message.run_id == Some(run_id.clone())));
    // Its steps are gone with the conversation; then there is nothing to resume.
    let extras = Extras { retry: Some((old, 2)), ..Extras::default() };
    assert_eq!(refused(world.send_with(command, extras)).code, ErrorCode::UnknownRun);
}

#[test]
fn what_a_task_did_before_it_goes_on_is_no_news_to_where_it_was_done() {
    const NOTES: &str = "http://127.0.0.1:8501/";
    const MAIL: &str = "https://mail.example/";
    for (read_mail, asks) in [(false, false), (true, true)] {
        let world = World::default();
        world.browser.add_page(NOTES, FakePage::new("Notes").input("Title"));
        world.browser.add_page(MAIL, FakePage::new("Mail").text("Your code is 4711").button("Log out"));
        world.browser.open_in_front(NOTES);
        let open = |url: &str| Scripted::call("open_browser", &json!({ "url": url }).to_string());
        let kind = |text: &str| Scripted::call("type_text", &json!({ "uid": 1, "text": text }).to_string());
        let goes = if read_mail { vec![open(MAIL), open(NOTES)] } else { vec![Scripted::call("take_snapshot", "{}")] };
        world.model.will(goes.into_iter().chain([kind("Bread"), Scripted::complete("Stopped.")]));
        let old = world.run(if read_mail { "note what mail.example says" } else { "note Bread and Cheese" }).unwrap();
        world.settle();
        while let Some(ask) = world.events.ask().filter(|_| world.events.done().is_none()) {
            accepted(world.send(Command::AgentAnswer {
                run_id: old.clone(),
                ask_id: ask.ask_id,
                answer: "once".into(),
            }));
            world.settle();
        }
        world.model.will([kind("Cheese"), Scripted::complete("Went on.")]);
        let extras = Extras { retry: Some((old, 9)), ..Extras::default() };
        let conversation_id = Some(stored(&world)[0].id.clone());
        let command = Command::AgentRun { prompt: String::new(), conversation_id, tab_id: None };
        let AnswerBody::Started { run_id, .. } = accepted(world.send_with(command, extras)) else { panic!() };
        world.settle();
        let asked = world.events.ask().filter(|ask| ask.run_id == run_id);
        assert_eq!(asked.is_some(), asks, "{asked:?} {:?}", world.browser.done());
    }
}

#[test]
fn who_goes_on_after_a_no_may_be_asked_again() {
    for answer in ["deny", "once"] {
        let world = World::default();
        world.browser.add_page(SHOP, FakePage::new("Shop").button("Place order"));
        let press = || Scripted::call("click", r#"{"uid": 1}"#);
        world.model.will([open(), press(), Scripted::complete("Ended.")]);
        let old = world.run("order the lamp at shop.example").unwrap();
        world.settle();
        let ask_id = world.events.ask().unwrap().ask_id;
        accepted(world.send(Command::AgentAnswer { run_id: old.clone(), ask_id, answer: answer.into() }));
        world.settle();
        world.model.will([Scripted::complete("Went on.")]);
        let extras = Extras { retry: Some((old, 3)), ..Extras::default() };
        let conversation_id = Some(stored(&world)[0].id.clone());
        let command = Command::AgentRun { prompt: String::new(), conversation_id, tab_id: None };
        accepted(world.send_with(command, extras));
        world.settle();
        let (asked, was_refused) = (asked(&world), answer == "deny");
        assert_eq!(asked.contains("did not allow this"), was_refused, "{asked}");
        assert_eq!(asked.contains("may be proposed again"), was_refused, "{asked}");
    }
}

#[test]
fn a_run_that_was_held_looks_again_before_it_goes_on() {
    let world = world();
    world.model.will([open(), Scripted::Hang, Scripted::complete("done")]);
    let run = world.run("go to shop.example").unwrap();
    world.settle();
    accepted(world.send(Command::AgentPause { run_id: run.clone() }));
    // The user continues by hand meanwhile.
    world.browser.add_page(SHOP, FakePage::new("Shop").button("Search").button("By hand"));
    accepted(world.send(Command::AgentSay { run_id: run.clone(), text: "I did my part".into() }));
    accepted(world.send(Command::AgentResume { run_id: run }));
    world.settle();
    let asked = asked(&world);
    assert!(asked.contains("USER SAYS: I did my part"), "{asked}");
    assert!(asked.contains("This is what the tab shows now; the user may have changed it."), "{asked}");
}

/// Role and text of every message with text, without tool results.
fn talk(world: &World) -> Vec<String> {
    let messages = stored(world)[0].messages.clone().into_iter();
    let shown = messages.filter(|message| message.role != Role::Tool && !message.content.is_empty());
    shown.map(|message| format!("{:?}: {}", message.role, message.content)).collect()
}

#[test]
fn what_is_said_while_a_run_is_held_stands_in_the_conversation_at_once() {
    let world = world();
    world.model.will([open(), Scripted::Hang, Scripted::complete("done")]);
    let run = world.run("go to shop.example").unwrap();
    world.settle();
    accepted(world.send(Command::AgentPause { run_id: run.clone() }));
    accepted(world.send(Command::AgentSay { run_id: run.clone(), text: "only the red one".into() }));
    assert_eq!(talk(&world), ["User: go to shop.example", "User: only the red one"]);
    accepted(world.send(Command::AgentResume { run_id: run }));
    world.settle();
    assert_eq!(talk(&world), ["User: go to shop.example", "User: only the red one", "Assistant: done"]);
}

#[test]
fn a_site_that_the_task_names_stays_named_after_an_answer_however_long_the_task_is() {
    const APP: &str = "http://localhost:8753/";
    let question = || Scripted::call("ask_user", &json!({ "question": "To whom?" }).to_string());
    let type_it = || Scripted::call("type_text", &json!({ "name": "To", "text": "ann@mail.example" }).to_string());
    let long = "Keep to what stands in the list. ".repeat(12);
    // The control: a site that only stands in what was pasted is asked about.
    for (task, is_asked) in [
        ("Go to http://localhost:8753/ and write to whom I say".to_owned(), false),
        (format!("Go to http://localhost:8753/ and write to whom I say. {long}"), false),
        (format!("Do as this says: {long} http://localhost:8753/"), true),
    ] {
        let world = World::default();
        world.browser.add_page(APP, FakePage::new("Mail").input("To"));
        let open = Scripted::call("open_browser", &json!({ "url": APP }).to_string());
        world.model.will([open, question(), type_it(), Scripted::complete("There you are.")]);
        let run = world.run(&task).unwrap();
        world.settle();
        let ask_id = world.events.ask().unwrap().ask_id;
        let answer = "to ann@mail.example, please".into();
        accepted(world.send(Command::AgentAnswer { run_id: run, ask_id: ask_id.clone(), answer }));
        world.settle();
        let again = world.events.ask().filter(|ask| ask.ask_id != ask_id);
        assert_eq!(again.is_some_and(|ask| ask.text.contains("localhost:8753")), is_asked, "{task}");
    }
}

#[test]
fn a_question_and_its_answer_stand_in_the_conversation_and_an_ask_survives_a_word_in_between() {
    let world = world();
    let question = json!({ "question": "Which **size**?", "options": ["S", " M ", "S", ""] });
    world.model.will([Scripted::call("ask_user", &question.to_string()), Scripted::complete("Took M.")]);
    let run = world.run("buy a shirt").unwrap();
    world.settle();
    let ask = world.events.ask().unwrap();
    assert_eq!(serde_json::to_value(&ask).unwrap()["options"], json!(["S", "M"]));
    // Said beside the question by somebody who missed it: nothing is lost, and the question stays open.
    accepted(world.send(Command::AgentSay { run_id: run.clone(), text: "in red".into() }));
    let AnswerBody::Runs { runs, .. } = accepted(world.send(Command::RunList { after: None })) else { panic!() };
    assert_eq!(runs[0].ask.as_ref().unwrap().ask_id, ask.ask_id);
    assert_eq!(talk(&world), ["User: buy a shirt", "User: in red"]);
    accepted(world.send(Command::AgentAnswer { run_id: run.clone(), ask_id: ask.ask_id, answer: "M".into() }));
    world.settle();
    let expected = ["User: buy a shirt", "Assistant: Which **size**?", "User: M", "User: in red", "Assistant: Took M."];
    assert_eq!(talk(&world), expected);
    assert!(asked(&world).contains("The user answers: M"));
    // On resuming it is neither a command nor an interjection, but the answer.
    world.model.will([Scripted::complete("Again.")]);
    let extras = Extras { retry: Some((run, 2)), ..Extras::default() };
    let again =
        Command::AgentRun { prompt: String::new(), conversation_id: Some(stored(&world)[0].id.clone()), tab_id: None };
    accepted(world.send_with(again, extras));
    world.settle();
    let last = asked(&world);
    assert!(last.contains("The user answers: M") && !last.contains("USER SAYS: M"), "{last}");
}

#[test]
fn an_answer_that_is_given_beside_the_end_is_not_told_twice() {
    for (beside, told) in [("It costs 5 €.", false), ("I looked at both shops.", true)] {
        let world = world();
        let calls = vec![ToolCall {
            id: "end".into(),
            name: "task_complete".into(),
            arguments: json!({ "summary": "It costs 5 €." }).to_string(),
        }];
        let turn = ModelTurn { text: beside.into(), tool_calls: calls, ..ModelTurn::default() };
        world.model.will([open(), Scripted::Turn(Box::new(turn))]);
        world.run("how much is it").unwrap();
        world.settle();
        let before = told.then(|| format!("Assistant: {beside}"));
        let expected = ["User: how much is it".to_owned()].into_iter().chain(before);
        let expected: Vec<String> = expected.chain(["Assistant: It costs 5 €.".to_owned()]).collect();
        assert_eq!(talk(&world), expected);
    }
}

#[test]
fn deleting_everything_leaves_nothing() {
    let world = world();
    done_task(&world);
    world.model.will([open(), Scripted::Hang]);
    world.run("another").unwrap();
    world.settle();
    world.set(
        "edith_schedules",
        json!([{ "id": "s", "name": "n", "prompt": "p", "cronExpression": "0 9 * * *", "enabled": true }]),
    );
    world.set("edith_prompts", json!([{ "id": "p", "name": "n", "text": "t" }]));
    world.set("edith_profile", json!({ "instructions": "i", "facts": [] }));
    accepted(world.send(Command::DataDelete));
    world.settle();
    for table in Table::ALL.into_iter().filter(|table| *table != Table::Lease) {
        assert_eq!(world.store.count(table), 0, "{table:?}");
    }
    assert!(world.reader.languages_are_forgotten());
    let kept = ["conversations", "schedules", "usage", "grants", "profile", "prompts", "settings", "api_key"];
    for key in kept.into_iter().chain(["api_base_url", "model"]) {
        let value = world.store.local(&format!("edith_{key}")).unwrap_or_default();
        let empty = [json!(null), json!([]), json!({}), json!("")].contains(&value);
        assert!(empty, "{key}: {value}");
    }
}

#[test]
fn what_is_allowed_for_good_joins_what_is_stored() {
    let world = world();
    world.browser.add_page(SHOP, FakePage::new("Shop").button("Delete list"));
    world.set("edith_grants", json!({ "site": [{ "what": "buy", "origin": "http://a.example" }] }));
    world.model.will([open(), Scripted::Hang]);
    let run = world.run("look at my list").unwrap();
    world.settle();
    // Revoked elsewhere during the run, while another run stores a new one.
    world.set("edith_grants", json!({ "site": [{ "what": "send", "origin": "http://b.example" }] }));
    let all = serde_json::to_string(&world.events.answers()).unwrap();
    let at = all.rfind("Delete list").unwrap();
    let line = &all[all[..at].rfind("\\n").unwrap() + 2..at];
    let uid: u32 = line.split(' ').next().unwrap().parse().unwrap();
    let call = Scripted::call("click", &json!({ "uid": uid }).to_string());
    world.model.will([call, Scripted::complete("done")]);
    world.restart_worker();
    world.settle();
    let ask = world.events.ask().unwrap();
    accepted(world.send(Command::AgentAnswer { run_id: run, ask_id: ask.ask_id, answer: "site".into() }));
    world.settle();
    let site = world.store.local("edith_grants").unwrap()["site"].to_string();
    assert!(site.contains("http://b.example") && site.contains("delete"), "{site}");
    assert!(!site.contains("http://a.example"), "{site}");
}

#[test]
fn a_grant_is_taken_back() {
    let world = world();
    let grants: Value = json!({ "task": [], "site": [{ "what": "buy", "origin": "a" }, { "what": "send", "origin": "a" }], "anywhere": [] });
    world.set("edith_grants", grants);
    accepted(world.send(Command::GrantRevoke { grant: Grant { what: "buy".into(), origin: "a".into() } }));
    assert_eq!(world.store.local("edith_grants").unwrap()["site"], json!([{ "what": "send", "origin": "a" }]));
}

#[test]
fn an_edit_that_is_refused_takes_nothing_away() {
    let world = world();
    let (id, run) = done_task(&world);
    let before = stored(&world)[0].clone();
    let first = before.messages[0].id.clone();
    let command = Command::AgentRun { prompt: "other".into(), conversation_id: Some(id.clone()), tab_id: None };
    let unknown = Given { id: "nowhere".into(), name: "list.txt".into(), ..Given::default() };
    for extras in [
        Extras { replace_from: Some(first.clone()), documents: vec![unknown.clone()], ..Extras::default() },
        Extras { retry: Some((run.clone(), 2)), documents: vec![unknown], ..Extras::default() },
    ] {
        assert_eq!(refused(world.send_with(command.clone(), extras)).code, ErrorCode::UnknownDocument);
        assert_eq!((stored(&world)[0].clone(), steps(&world, &run).is_empty()), (before.clone(), false));
    }
    world.store.fill(true);
    let extras = Extras { replace_from: Some(first), ..Extras::default() };
    assert_eq!(refused(world.send_with(command, extras)).code, ErrorCode::StorageFailed);
    world.settle();
    world.store.fill(false);
    world.restart_worker();
    world.settle();
    assert_eq!((stored(&world)[0].clone(), steps(&world, &run).is_empty()), (before, false));
}

#[test]
fn an_edit_is_done_wholly_or_not_at_all_wherever_the_worker_dies() {
    let mut deaths = 0;
    for at in 1..200 {
        let world = world();
        let (id, old) = done_task(&world);
        let before = stored(&world)[0].clone();
        world.model.will([Scripted::complete("Otherwise."), Scripted::complete("Otherwise.")]);
        let extras = Extras { replace_from: Some(before.messages[0].id.clone()), ..Extras::default() };
        world.life().die_at(world.life().passed() + at);
        world.send_with(Command::AgentRun { prompt: "other".into(), conversation_id: Some(id), tab_id: None }, extras);
        world.settle();
        if !world.life().is_over() {
            break;
        }
        deaths += 1;
        world.restart_worker();
        world.settle();
        let now = stored(&world)[0].clone();
        let said = |of: &Conversation| of.messages.iter().map(|one| one.content.clone()).collect::<Vec<_>>();
        if said(&now) == said(&before) {
            assert!(!steps(&world, &old).is_empty(), "killed at boundary {at}");
        } else {
            assert_eq!(
                (now.messages[0].content.as_str(), now.messages.iter().any(|one| one.run_id == Some(old.clone()))),
                ("other", false),
                "killed at boundary {at}"
            );
            assert_eq!(now.messages.last().unwrap().content, "Otherwise.", "killed at boundary {at}");
        }
    }
    assert!(deaths > 10, "{deaths}");
}

#[test]
fn what_is_imported_under_chosen_ids_is_not_what_belongs_to_others() {
    let world = world();
    world.model.will([open(), Scripted::complete("There you are.")]);
    let given = Given { name: "list.txt".into(), data: "AAAA".into(), ..Given::default() };
    let extras = Extras { documents: vec![given], ..Extras::default() };
    let command = Command::AgentRun { prompt: "go".into(), conversation_id: None, tab_id: None };
    let AnswerBody::Started { run_id, .. } = accepted(world.send_with(command, extras)) else { panic!() };
    world.settle();
    let mine = stored(&world)[0].clone();
    let document = mine.messages[0].documents[0].clone();
    let (told, documents) = (steps(&world, &run_id).len(), world.store.count(Table::Documents));
    assert!(told > 0 && documents > 0);
    let beginning: String = run_id.0.chars().take(2).collect();
    for chosen in ["", beginning.as_str(), "../", &format!("{run_id}-s01"), &run_id.0] {
        let foreign = json!({ "id": chosen, "title": "t", "createdAt": 1.0, "updatedAt": 1.0, "messages": [
            { "id": "m", "role": "user", "content": "x", "runId": chosen, "timestamp": 1.0,
              "documents": [document, { "id": "", "name": "n", "mime": "", "size": 1 }] }] });
        let conversations = vec![json!({ "conversation": foreign, "steps": [] }).into()];
        let AnswerBody::Imported { imported } = accepted(world.send(Command::ConversationImport { conversations }))
        else {
            panic!()
        };
        accepted(world.send(Command::ConversationDelete { conversation_id: imported[0].clone() }));
        assert_eq!(stored(&world), std::slice::from_ref(&mine), "{chosen:?}");
        assert_eq!(steps(&world, &run_id).len(), told, "{chosen:?}");
        assert_eq!(world.store.count(Table::Documents), documents, "{chosen:?}");
    }
}

#[test]
fn the_steps_of_a_run_come_in_pages_that_fit_into_a_message() {
    let world = world();
    let step = |number: u32, size: usize| Progress {
        run_id: "id900".into(),
        conversation_id: "c".into(),
        step: number,
        text: "x".repeat(size),
        timestamp: 0.0,
        call_id: None,
        tool: None,
        args: None,
        result: None,
        ok: None,
        screenshot: None,
        usage: None,
        step_usage: None,
        parent_run_id: None,
        sources: None,
        answers: None,
        plan: None,
        form: None,
        recorded: None,
        waiting: None,
    };
    // One larger than a page gets a page of its own.
    for (number, size) in
        (1..).zip([1_500_000, 1_500_000, 1_500_000, 9_000_000, 10, 10].into_iter().chain([100_000; 60]))
    {
        let record = serde_json::to_string(&step(number, size)).unwrap();
        world.store.plant(Table::Steps, &format!("id900/{number:06}"), &record);
    }
    world.store.plant(Table::Steps, "id900/000040", "damaged");
    world.store.plant(Table::Steps, "id9001/000001", &serde_json::to_string(&step(99, 1)).unwrap());
    let (mut after, mut told, mut sizes) = (None, Vec::new(), Vec::new());
    loop {
        let reply = world.send(Command::RunSteps { run_id: "id900".into(), after }).unwrap();
        sizes.push(serde_json::to_string(&reply).unwrap().len());
        let Some(AnswerBody::Steps { steps, after: next }) = reply.body else { panic!() };
        told.extend(steps.into_iter().map(|step| step.step));
        if next.is_none() {
            break;
        }
        after = next;
    }
    assert_eq!(told, (1..=66).filter(|number| *number != 40).collect::<Vec<_>>());
    assert!(sizes.len() > 3 && sizes.iter().filter(|size| **size > 5_000_000).count() == 1, "{sizes:?}");
}

#[test]
fn conversations_are_searched_in_what_was_said() {
    let world = world();
    world
        .model
        .will([Scripted::Text("The **Zürich** train leaves at 9.".into()), Scripted::Text("Twelve euros.".into())]);
    for prompt in ["Train to Oslo", "Desk lamp"] {
        accepted(world.send(Command::Chat { prompt: prompt.into(), conversation_id: None }));
    }
    let find = |query: &str| {
        let AnswerBody::Found { hits } = accepted(world.send(Command::ConversationSearch { query: query.into() }))
        else {
            panic!()
        };
        hits.into_iter().map(|hit| hit.snippet).collect::<Vec<_>>()
    };
    assert_eq!(find("zürich oslo"), ["The **Zürich** train leaves at 9."]);
    assert_eq!((find("lamp"), find("nowhere")), (vec![String::new()], Vec::<String>::new()));
    assert_eq!(find("").len(), 2);
}

#[test]
fn a_question_is_asked_again_in_its_place() {
    let world = world();
    world.model.will([Scripted::Text("One.".into()), Scripted::Text("Two.".into())]);
    let AnswerBody::Stored { conversation_id } =
        accepted(world.send(Command::Chat { prompt: "first".into(), conversation_id: None }))
    else {
        panic!()
    };
    let run = stored(&world)[0].messages[0].run_id.clone().unwrap();
    let extras = Extras { retry: Some((run, 1)), ..Extras::default() };
    let again = Command::Chat { prompt: String::new(), conversation_id: Some(conversation_id) };
    accepted(world.send_with(again, extras));
    let said: Vec<String> = stored(&world)[0].messages.iter().map(|message| message.content.clone()).collect();
    assert_eq!(said, ["first", "Two."]);
}

#[test]
fn a_turn_is_stored_as_what_it_will_do_and_as_what_came_of_it_and_no_third_time() {
    let writes = |calls: usize| {
        let world = world();
        let tabs = (0..calls).map(|_| Scripted::call("list_tabs", "{}"));
        world.model.will(std::iter::once(open()).chain(tabs).chain([Scripted::complete("There you are.")]));
        world.run("go to shop.example").unwrap();
        world.settle();
        assert_eq!(world.model.requests().len(), calls + 2);
        world.store.run_writes()
    };
    assert_eq!(writes(2) - writes(1), 2);
}

/// Has a finished task answered anew, the old answer kept until then.
fn anew(world: &World, old: &Conversation, server: Option<&str>) -> Option<Reply> {
    let extras = Extras {
        replace_from: Some(old.messages[0].id.clone()),
        keep_until_answered: true,
        server: server.map(str::to_owned),
        ..Extras::default()
    };
    let command =
        Command::AgentRun { prompt: "go to shop.example".into(), conversation_id: Some(old.id.clone()), tab_id: None };
    world.send_with(command, extras)
}

#[test]
fn an_answer_stays_until_there_is_a_new_one_and_for_good_if_that_fails_or_is_stopped() {
    let world = world();
    let (_, run) = done_task(&world);
    let (old, old_steps) = (stored(&world)[0].clone(), steps(&world, &run));
    let is_whole = |outcome: Outcome| {
        let now = stored(&world)[0].clone();
        assert_eq!(now.messages[..old.messages.len()], old.messages, "{outcome:?}");
        assert_eq!(steps(&world, &run), old_steps, "{outcome:?}");
        let last = now.messages.last().unwrap();
        assert_eq!(last.ending.as_ref().map(|ending| ending.outcome), Some(outcome));
        assert!(!last.content.is_empty(), "why there is no new answer is told");
        now
    };
    world.model.will([open(), Scripted::call("task_fail", "{\"reason\": \"The shop is closed.\"}")]);
    accepted(anew(&world, &old, None));
    world.settle();
    is_whole(Outcome::Failed);
    // Also while it works, and when it is stopped.
    world.model.will([open(), Scripted::Hang]);
    accepted(anew(&world, &old, None));
    world.settle_now();
    assert_eq!(stored(&world)[0].messages[..old.messages.len()], old.messages);
    accepted(world.send(Command::AgentStop { run_id: None }));
    world.settle();
    is_whole(Outcome::Stopped);
    // The new answer takes the place of all of it.
    world.model.will([Scripted::complete("Here it is.")]);
    accepted(anew(&world, &old, None));
    world.settle();
    let now = stored(&world)[0].clone();
    let said: Vec<_> = now.messages.iter().map(|message| message.content.as_str()).collect();
    assert_eq!(said, ["go to shop.example", "", "Accepted.", "Here it is."]);
    assert!(steps(&world, &run).is_empty() && now.messages.iter().all(|one| one.run_id != Some(run.clone())));
    let Some(AnswerBody::Runs { runs, .. }) = world.send(Command::RunList { after: None }).unwrap().body else {
        panic!()
    };
    assert_eq!(runs.len(), 1, "what was replaced is listed no more: {runs:?}");
    // Without the wish nothing is kept.
    world.model.will([Scripted::call("task_fail", "{\"reason\": \"No.\"}")]);
    let extras = Extras { replace_from: Some(now.messages[0].id.clone()), ..Extras::default() };
    let command = Command::AgentRun { prompt: "other".into(), conversation_id: Some(now.id), tab_id: None };
    accepted(world.send_with(command, extras));
    assert!(!stored(&world)[0].messages.iter().any(|message| message.content == "Here it is."));
}

#[test]
fn wherever_the_worker_dies_the_old_answer_or_the_new_one_is_whole() {
    let mut replaced = 0;
    let mut deaths = 0;
    for at in 1..400 {
        let world = world();
        let (_, run) = done_task(&world);
        let old = stored(&world)[0].clone();
        world.model.always(|_| Scripted::complete("Otherwise."));
        world.life().die_at(world.life().passed() + at);
        let _cut_off = anew(&world, &old, None);
        world.settle();
        if !world.life().is_over() {
            break;
        }
        deaths += 1;
        let cut_off = stored(&world)[0].clone();
        let keeps = |now: &Conversation| now.messages.starts_with(&old.messages);
        assert!(
            keeps(&cut_off) || cut_off.messages.last().is_some_and(|last| last.content == "Otherwise."),
            "killed at boundary {at}: {:?}",
            cut_off.messages
        );
        world.restart_worker();
        world.settle();
        let now = stored(&world)[0].clone();
        let is_new = now.messages.last().is_some_and(|last| last.content == "Otherwise.");
        assert!(is_new != keeps(&now), "killed at boundary {at}: {:?}", now.messages);
        assert!(is_new || !steps(&world, &run).is_empty(), "killed at boundary {at}");
        replaced += usize::from(is_new);
    }
    assert!(deaths > 20 && replaced > 5 && replaced < deaths, "{replaced} of {deaths}");
}

#[test]
fn an_answer_anew_is_asked_of_the_server_that_is_chosen_then_of_its_roles() {
    let world = world();
    let server = |id: &str| json!({ "id": id, "name": id, "baseUrl": format!("https://{id}.example/v1"), "model": id });
    let servers = json!({ "servers": [server("a"), server("b"), server("c")], "roles": { "agent": ["a", "b"] } });
    world.set("edith_settings", servers);
    let asked = Rc::<RefCell<Vec<String>>>::default();
    let seen = Rc::clone(&asked);
    let fails = Rc::new(RefCell::new(String::new()));
    let failing = Rc::clone(&fails);
    world.model.always_by(move |server, _| {
        seen.borrow_mut().push(server.id.clone());
        let unauthorized = edith_testkit::FakeAnswer::status(401, &[], "no");
        if *failing.borrow() == server.id { Scripted::Sent(unauthorized) } else { Scripted::complete("Done.") }
    });
    world.run("go to shop.example").unwrap();
    world.settle();
    for (chosen, fails_now, expected) in [
        (Some("c"), "", vec!["c"]),
        (Some("gone"), "", vec!["a"]),
        (None, "", vec!["a"]),
        (Some("c"), "c", vec!["c", "a"]),
    ] {
        asked.borrow_mut().clear();
        fails_now.clone_into(&mut fails.borrow_mut());
        let old = stored(&world)[0].clone();
        accepted(anew(&world, &old, chosen));
        world.settle();
        assert_eq!(*asked.borrow(), expected, "{chosen:?} {fails_now}");
        assert_eq!(stored(&world)[0].messages.last().unwrap().content, "Done.");
    }
}
