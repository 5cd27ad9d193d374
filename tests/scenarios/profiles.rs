//! Data of earlier versions (`tests/data/profiles`, recorded from real browsers by the end-to-end test of that name), read on fakes.

use edith_port::{Store, Table};
use edith_protocol::{AnswerBody, Command, ConversationId, Event, Outcome};
use edith_testkit::{Scripted, World};
use futures_util::FutureExt;
use serde_json::{Value, json};
use std::path::Path;

fn profiles() -> Vec<(String, Value)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/profiles");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let read = |path: std::path::PathBuf| {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        (name, serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap())
    };
    files.map(read).collect()
}

/// A worker on that stored data.
fn world_on(profile: &Value) -> World {
    let world = World::default();
    world.kill_worker();
    world.store.write_all(profile["local"].as_object().unwrap().clone()).now_or_never().unwrap().unwrap();
    for (name, records) in profile["tables"].as_object().unwrap() {
        let table = Table::ALL.into_iter().find(|table| table.name() == name).unwrap();
        for (key, record) in records.as_object().unwrap().iter().filter(|_| table != Table::Lease) {
            world.store.plant(table, key, record.as_str().unwrap());
        }
    }
    world.set("edith_api_base_url", json!("http://model.example/v1"));
    world.model.always(|_| Scripted::complete("went on"));
    world.start_beside();
    world.settle();
    world
}

fn ends(world: &World) -> Vec<(String, Outcome, String)> {
    let end = |event: Event| match event {
        Event::Done(done) => Some((done.run_id.0, done.outcome, done.summary)),
        _ => None,
    };
    world.events.all().into_iter().filter_map(end).collect()
}

#[test]
fn every_profile_is_read_whole() {
    let profiles = profiles();
    assert!(profiles.len() >= 2, "{}", profiles.len());
    for (name, profile) in profiles {
        let world = world_on(&profile);
        let runs: Vec<&String> = profile["tables"]["runs"].as_object().unwrap().keys().collect();
        assert_eq!(runs.len(), 1, "{name}: one was in the middle of its work");
        assert_eq!(ends(&world), [(runs[0].clone(), Outcome::Completed, "went on".to_owned())], "{name}");
        assert_eq!(world.store.count(Table::Runs), 0, "{name}");
        let listed = profile["local"]["edith_conversations"].as_array().unwrap();
        let stored = world.store.conversations();
        assert_eq!(stored.len(), listed.len(), "{name}");
        for one in listed {
            let id: ConversationId = one["id"].as_str().unwrap().into();
            let known = stored.iter().find(|conversation| conversation.id == id).unwrap();
            assert_eq!(known.title, one["title"].as_str().unwrap(), "{name}");
            // Before each had its own key, they were in the list.
            let before = if one.get("messages").is_some() { one } else { &profile["local"][&id.key()] };
            let before = before["messages"].as_array().unwrap();
            assert!(known.messages.len() >= before.len(), "{name}");
            for (now, before) in known.messages.iter().zip(before) {
                assert_eq!(now.content, before["content"].as_str().unwrap(), "{name}");
            }
        }
        let given: Vec<_> =
            stored.iter().flat_map(|one| &one.messages).flat_map(|message| &message.documents).collect();
        assert_eq!(given.iter().map(|document| document.name.as_str()).collect::<Vec<_>>(), ["note.txt"], "{name}");
        let Some(AnswerBody::Schedules { schedules, .. }) =
            world.send(Command::ScheduleList { after: None }).unwrap().body
        else {
            unreachable!("{name}")
        };
        let schedules = serde_json::to_value(schedules).unwrap();
        assert_eq!(schedules[0]["schedule"], profile["local"]["edith_schedules"][0], "{name}");
        assert!(schedules[0]["next"].is_number() && schedules[0]["problem"].is_null(), "{name}: {schedules}");
        assert_eq!(world.store.local("edith_settings").unwrap(), profile["local"]["edith_settings"], "{name}");
        // A new task follows these settings.
        world.run("another one").unwrap();
        let steps = serde_json::from_str::<Value>(&world.store.records(Table::Runs)[0].1).unwrap();
        assert_eq!(steps["task"]["settings"]["maxSteps"], 12, "{name}");
    }
}

#[test]
fn a_broken_record_is_told_and_harms_no_other() {
    for (name, mut profile) in profiles() {
        let sound = profile["tables"]["runs"].as_object().unwrap().keys().next().unwrap().clone();
        let listed = profile["local"]["edith_conversations"].as_array().unwrap().len();
        profile["tables"]["runs"]["broken"] = json!("{\"conversation\": 3");
        let list = profile["local"]["edith_conversations"].as_array_mut().unwrap();
        list.push(json!({ "id": "damaged", "title": "Damaged one", "createdAt": 1, "updatedAt": 1 }));
        profile["local"]["edith_conversation_damaged"] = json!({ "messages": "none" });
        let world = world_on(&profile);
        assert_eq!(ends(&world).into_iter().map(|end| end.0).collect::<Vec<_>>(), [sound], "{name}");
        let notices = world.notices.all();
        assert!(notices.iter().any(|notice| notice.text.starts_with("broken: ")), "{name}: {notices:?}");
        assert_eq!(world.store.conversations().len(), listed, "{name}: those that can be read");
        let kept = world.store.local("edith_conversation_damaged").unwrap();
        assert_eq!(kept, json!({ "messages": "none" }), "{name}: what cannot be read stays as it is");
        let aside = world.store.records(Table::Pages);
        assert!(aside.iter().any(|(key, _)| key == "unreadable/broken"), "{name}");
    }
}
