//! Faulty stored data: damaged records, a full disk, and earlier versions' formats.

use super::{SHOP, open};
use edith_port::Table;
use edith_protocol::{AnswerBody, Command, Conversation, Outcome, RunState};
use edith_testkit::{FakePage, Scripted, World};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

fn world() -> World {
    let world = World::default();
    world.browser.add_page(SHOP, FakePage::new("Shop").button("Add lamp"));
    world
}

fn click() -> Scripted {
    Scripted::call("click", r#"{"uid": 1}"#)
}

fn clicks(world: &World) -> usize {
    world.browser.done().iter().filter(|done| done.starts_with("click")).count()
}

pub(crate) fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../data")
}

/// The records in a folder of the tests' data, by name.
pub(crate) fn kept(folder: &str) -> Vec<(String, String)> {
    let of =
        |path: &Path| (path.file_stem().unwrap().to_str().unwrap().to_owned(), std::fs::read_to_string(path).unwrap());
    std::fs::read_dir(data().join(folder)).unwrap().map(|entry| of(&entry.unwrap().path())).collect()
}

fn state(world: &World) -> Option<RunState> {
    let Some(AnswerBody::Runs { runs, .. }) = world.send(Command::RunList { after: None }).unwrap().body else {
        panic!()
    };
    runs.first().map(|run| run.state)
}

/// Records from versions before leases, traces and the gate's concerns, without the later fields.
#[test]
fn runs_that_an_earlier_version_stored_go_on_to_their_end() {
    let mut files = 0;
    for (name, record) in kept("runs") {
        // What was done by then is not in these records; nothing is to be done any more.
        let record = record.replace("buy a lamp", "see the lamps");
        let stored: Value = serde_json::from_str(&record).unwrap();
        let world = world();
        world.kill_worker();
        // The run's tab is still open.
        let tab = world.browser.open_in_front(SHOP);
        assert_eq!(stored["tab"], json!(tab), "{name}");
        world.store.plant(Table::Runs, stored["id"].as_str().unwrap(), &record);
        world.model.always(|request| {
            let all = serde_json::to_string(&request.messages).unwrap();
            assert!(all.contains("see the lamps"), "the task is known");
            Scripted::complete("went on")
        });
        world.start_beside();
        world.settle();
        if let Some(ask) = world.events.ask().or_else(|| ask_in_list(&world)) {
            assert_eq!(name, "asking", "only this one asks");
            let command = Command::AgentAnswer { run_id: ask.run_id, ask_id: ask.ask_id, answer: "once".into() };
            assert!(world.send(command).unwrap().ok);
            world.settle();
        }
        let done = world.events.done().unwrap_or_else(|| panic!("{name}: the run is stuck"));
        // The questioned element is gone: continuing does not prove that the action was done.
        let expected = if name == "asking" { Outcome::Failed } else { Outcome::Completed };
        assert_eq!(done.outcome, expected, "{name}");
        assert!(done.summary == "went on" || name == "asking" && done.summary.starts_with("went on"), "{name}");
        assert!(clicks(&world) <= 1, "{name}");
        files += 1;
    }
    assert!(files >= 5, "{files}");
}

fn ask_in_list(world: &World) -> Option<edith_protocol::Ask> {
    let Some(AnswerBody::Runs { runs, .. }) = world.send(Command::RunList { after: None }).unwrap().body else {
        panic!()
    };
    runs.into_iter().find_map(|run| run.ask)
}

/// `EDITH_BLESS=1` rewrites the records without defaults, as the first version would have written them.
#[test]
fn the_kept_records_are_of_every_state() {
    let folder = data().join("runs");
    if std::env::var_os("EDITH_BLESS").is_some() {
        std::fs::create_dir_all(&folder).unwrap();
        for (name, mut record) in records() {
            for later in [
                "unstored",
                "places",
                "refusals",
                "recent",
                "home",
                "documents",
                "earlier_documents",
                "worked_ms",
                "own_tab",
                "refers",
                "refers_text",
                "terms",
                "source",
                "parent",
                "found",
                "research",
                "step_usage",
            ] {
                record.as_object_mut().unwrap().remove(later);
            }
            for state in ["Acting", "Unknown", "Asking"] {
                if let Some(intent) = record["state"].get_mut(state).and_then(|state| state["intent"].as_object_mut()) {
                    for later in ["trace", "concerns", "seal"] {
                        intent.remove(later);
                    }
                }
            }
            std::fs::write(folder.join(format!("{name}.json")), format!("{record:#}\n")).unwrap();
        }
    }
    let names: Vec<String> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    for name in ["starting", "thinking", "preparing", "acting", "asking"] {
        assert!(names.iter().any(|kept| kept == name), "{name} is missing of {names:?}");
    }
}

/// A run's record in each state that a death may leave.
fn records() -> Vec<(&'static str, Value)> {
    let mut found: Vec<(&'static str, Value)> = Vec::new();
    for at in 1..400 {
        let world = World::default();
        world.browser.add_page(SHOP, FakePage::new("Shop").button("Add lamp").button("Place order"));
        world.browser.open_in_front(SHOP);
        let order = Scripted::call("click", r#"{"uid": 2}"#);
        world.model.will([click(), order, Scripted::Hang]);
        world.life().die_at(world.life().passed() + at);
        world.run("buy a lamp");
        world.settle();
        for (_, record) in world.store.records(Table::Runs) {
            let record: Value = serde_json::from_str(&record).unwrap();
            let state = record["state"].as_str().map(str::to_owned);
            let state = state.or_else(|| record["state"].as_object().and_then(|state| state.keys().next().cloned()));
            let name = match state.unwrap().as_str() {
                "Starting" => "starting",
                "Thinking" => "thinking",
                "Preparing" => "preparing",
                "Acting" => "acting",
                "Asking" => "asking",
                _ => continue,
            };
            if record["tab"].is_null() && name != "starting" || found.iter().any(|(known, _)| *known == name) {
                continue;
            }
            let mut record = record;
            record["tab"] = json!(1);
            found.push((name, record));
        }
    }
    found
}

#[test]
fn a_damaged_record_of_a_run_is_told_and_kept_and_the_others_go_on() {
    for damaged in ["{\"id\": \"broken\", \"conversation\": \"CONVERSATION\"}", "not even JSON", ""] {
        let world = world();
        world.model.will([Scripted::Text("an earlier answer".into())]);
        world.run("an earlier task").unwrap();
        world.settle();
        let id = world.store.conversations()[0].id.0.clone();
        world.model.will([open(), Scripted::Hang, Scripted::complete("done"), Scripted::complete("done")]);
        world.run("a good task").unwrap();
        world.settle();
        world.kill_worker();
        let record = damaged.replace("CONVERSATION", &id);
        world.store.plant(Table::Runs, "broken", &record);
        world.start_beside();
        world.settle();
        assert_eq!(world.events.done().unwrap().summary, "done", "{damaged}");
        let told = world.notices.all().into_iter().find(|notice| notice.title == "A task cannot go on");
        let told = told.unwrap_or_else(|| panic!("{damaged}: nobody is told"));
        if damaged.contains("CONVERSATION") {
            assert!(told.text.contains("an earlier task"), "{}", told.text);
            let all = world.store.conversations();
            let mine = all.iter().find(|one| one.id.0 == id).unwrap();
            assert!(mine.messages.last().unwrap().content.contains("does not continue it"), "{mine:?}");
        }
        assert_eq!(world.store.count(Table::Runs), 0, "it is not tried again");
        let kept = world.store.records(Table::Pages);
        assert!(kept.iter().any(|(key, kept)| key == "unreadable/broken" && *kept == record), "{kept:?}");
    }
}

#[test]
fn a_task_whose_record_the_browser_emptied_is_told_and_what_had_ended_stays_as_it_was() {
    for is_lost in [true, false] {
        let world = world();
        world.model.will([Scripted::Text("an earlier answer".into())]);
        world.run("an earlier task").unwrap();
        world.settle();
        world.model.will([open(), Scripted::Hang, Scripted::complete("done")]);
        world.run("a good task").unwrap();
        world.settle();
        world.kill_worker();
        if is_lost {
            world.store.lose_database();
        }
        world.start_beside();
        world.settle();
        let last = |title: &str| {
            let all = world.store.conversations();
            all.into_iter().find(|one| one.title == title).unwrap().messages.pop().unwrap()
        };
        assert_eq!(last("an earlier task").content, "an earlier answer");
        let told = || world.notices.all().iter().filter(|notice| notice.title == "A task cannot go on").count();
        if !is_lost {
            assert_eq!((told(), world.events.done().unwrap().summary.as_str()), (0, "done"));
            continue;
        }
        assert_eq!(told(), 1);
        assert!(last("a good task").content.contains("found EDITH’s database damaged"), "{:?}", last("a good task"));
        // It is said once, also to a worker that finds the store empty again.
        world.kill_worker();
        world.store.lose_database();
        world.start_beside();
        world.settle();
        assert_eq!(told(), 1);
        assert!(world.run("another task").is_some(), "what comes next is done as ever");
    }
}

#[test]
fn a_damaged_conversation_stays_as_it_is_and_the_others_are_read_and_written() {
    let world = world();
    let kept: Value =
        serde_json::from_str(&std::fs::read_to_string(data().join("conversations.json")).unwrap()).unwrap();
    let broken = json!({"id": "b", "title": "Half of one", "messages": "gone"});
    let mut all = kept.as_array().unwrap().clone();
    all.push(broken.clone());
    world.set("edith_conversations", json!(all));
    world.model.will([Scripted::Text("Hello!".into())]);
    let conversation_id = Some(serde_json::from_value(kept[0]["id"].clone()).unwrap());
    let reply = world.send(Command::Chat { prompt: "More".into(), conversation_id }).unwrap();
    assert!(reply.ok, "{reply:?}");
    let now = world.store.local("edith_conversations").unwrap();
    assert_eq!(now.as_array().unwrap().len(), all.len());
    assert!(now.as_array().unwrap().contains(&broken), "nothing of what cannot be read is lost: {now}");
    let first = world.store.local(&format!("edith_conversation_{}", kept[0]["id"].as_str().unwrap())).unwrap();
    assert!(first.to_string().contains("Hello!") && first.to_string().contains("What is the capital of France?"));
    // Something other than a list is kept too.
    world.set("edith_conversations", json!("garbage"));
    world.model.will([Scripted::Text("Hello!".into())]);
    assert!(world.send(Command::Chat { prompt: "Hi".into(), conversation_id: None }).unwrap().ok);
    let now = world.store.local("edith_conversations").unwrap();
    assert_eq!(now.as_array().unwrap().len(), 2, "{now}");
    assert!(now.as_array().unwrap().contains(&json!("garbage")));
}

#[test]
fn on_a_full_disk_nothing_is_done_that_could_not_be_noted_and_it_goes_on_when_there_is_room() {
    let world = world();
    world.model.will([open(), Scripted::Hang]);
    let run = world.run("add a lamp").unwrap();
    world.settle();
    world.kill_worker();
    world.store.fill(true);
    world.model.will([click(), Scripted::complete("done")]);
    world.start_beside();
    world.settle();
    assert_eq!(state(&world), Some(RunState::Paused));
    assert_eq!(clicks(&world), 0, "the click is decided and could not be noted");
    let told = serde_json::to_string(&world.events.all()).unwrap();
    assert!(told.contains("EDITH does nothing that it could not record first"), "{told}");
    world.store.fill(false);
    assert!(world.send(Command::AgentResume { run_id: run }).unwrap().ok);
    world.settle();
    assert_eq!(clicks(&world), 1);
    assert_eq!(world.events.done().unwrap().outcome, Outcome::Completed);
}

#[test]
fn a_stop_on_a_full_disk_holds_over_a_restart() {
    let world = world();
    world.model.will([open(), Scripted::Hang]);
    world.run("add a lamp").unwrap();
    world.settle();
    world.store.fill(true);
    assert!(world.send(Command::AgentStop { run_id: None }).unwrap().ok);
    world.kill_worker();
    world.store.fill(false);
    let asked = world.model.requests().len();
    world.start_beside();
    world.settle();
    assert_eq!(world.model.requests().len(), asked, "a stopped run asks nothing more");
    assert!(state(&world).is_none_or(|state| state == RunState::Done));
}

/// An earlier version stored all conversations in one list. Each gets its own key, verbatim, even if the worker dies on the way.
#[test]
fn conversations_that_an_earlier_version_stored_in_one_list_are_taken_along() {
    let kept: Vec<Value> =
        serde_json::from_str(&std::fs::read_to_string(data().join("conversations.json")).unwrap()).unwrap();
    assert!(kept.len() >= 3, "too few to die in between");
    let mut deaths = 0;
    for write in 0..=kept.len() + 2 {
        let world = world();
        world.set("edith_conversations", json!(kept));
        if write > 0 {
            world.store.die_after_any(u32::try_from(write).ok());
        }
        world.model.will([Scripted::Text("Hello!".into()), Scripted::Text("Hello!".into())]);
        let chat = || world.send(Command::Chat { prompt: "Hi".into(), conversation_id: None });
        if chat().is_none() {
            deaths += 1;
            world.restart_worker();
            world.settle();
            chat();
        }
        let list = world.store.local("edith_conversations").unwrap();
        for old in &kept {
            let id = old["id"].as_str().unwrap();
            // JavaScript writes integers without a fraction.
            let whole = |value: Value| serde_json::from_value::<Conversation>(value).unwrap();
            let stored = world.store.local(&format!("edith_conversation_{id}")).unwrap();
            let mut names: Vec<&String> = stored.as_object().unwrap().keys().collect();
            let mut before: Vec<&String> = old.as_object().unwrap().keys().collect();
            names.sort();
            before.sort();
            assert_eq!((names, whole(stored.clone())), (before, whole(old.clone())), "{write}");
            let head = list.as_array().unwrap().iter().find(|one| one["id"] == id).unwrap();
            assert_eq!(*head, json!(whole(old.clone()).head()), "{write}");
        }
        assert!(list[0]["title"] == "Hi" && list[0].get("messages").is_none(), "{write}: {list}");
    }
    assert!(deaths > kept.len(), "{deaths}");
}
