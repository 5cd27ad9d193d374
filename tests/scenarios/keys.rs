//! Keys of model servers stand in the settings and nowhere else: not in the record of a run, its steps, its conversation, a document or the log of schedules.

use super::servers::{KEYS, world};
use edith_testkit::{FakeAnswer, Scripted, World};
use serde_json::json;

/// Where a key may stand.
const OWN: [&str; 1] = ["edith_settings"];

/// Where a key is stored that should not be.
fn leaks(world: &World) -> Vec<String> {
    let holds = |text: &str| KEYS.iter().any(|key| text.contains(key) || text.contains(&key[..key.len() - 4]));
    let all = world.store.everything().into_iter();
    all.filter(|(place, value)| !OWN.contains(&place.as_str()) && (holds(place) || holds(value)))
        .map(|(place, value)| format!("{place}: {value}"))
        .collect()
}

/// Refusals that repeat the key, in the forms that servers have.
fn refusals(key: &str) -> Vec<FakeAnswer> {
    let said = format!("Incorrect API key provided: {key}. You can find yours in the settings.");
    let cut = format!("{}{key}", "x".repeat(300 - key.len() + 3));
    let stream = format!("data: {}\n\n", json!({ "error": { "message": said, "code": 401 } }));
    vec![
        FakeAnswer::status(401, &[], &json!({ "error": { "message": said } }).to_string()),
        FakeAnswer::status(
            429,
            &[],
            &json!({ "error": { "message": said, "type": "insufficient_quota" } }).to_string(),
        ),
        FakeAnswer::status(404, &[], &json!({ "detail": [{ "msg": said }] }).to_string()),
        FakeAnswer::status(500, &[], &said),
        FakeAnswer::status(400, &[], &json!({ "message": cut }).to_string()),
        // Inside of a successful answer.
        FakeAnswer::ok(json!({ "error": { "message": said, "code": 401 } }).to_string()),
        FakeAnswer::ok(json!({ "error": { "message": said } }).to_string()),
        FakeAnswer::ok(stream),
    ]
}

#[test]
fn no_record_holds_a_key_even_if_a_server_repeats_it() {
    for at in 0..refusals("").len() {
        // The whole way: a key, the next key, the next server, a run that is under way, then ended.
        let (world, asked) = world(move |server| (server.id == "a").then(|| refusals(&server.api_key).remove(at)));
        let seen = asked.clone();
        world.model.always_by(move |server, _| {
            seen.borrow_mut().push((server.id.clone(), server.api_key.clone()));
            match server.id.as_str() {
                "a" => Scripted::Sent(refusals(&server.api_key).remove(at)),
                _ if seen.borrow().iter().filter(|(id, _)| id == "b").count() > 1 => Scripted::Hang,
                _ => super::open(),
            }
        });
        world.run("look").unwrap();
        world.settle();
        assert!(asked.borrow().iter().any(|(_, key)| key == KEYS[0]), "{at}: keys are used");
        assert!(asked.borrow().iter().any(|(id, _)| id == "b"), "{at}: the next server is asked");
        assert!(world.store.count(edith_port::Table::Runs) > 0, "{at}: the run is under way");
        assert!(leaks(&world).is_empty(), "{at} under way: {:?}", leaks(&world));
        world.model.always(|_| Scripted::complete("done"));
        world.restart_worker();
        world.settle();
        assert!(world.events.done().is_some(), "{at}");
        assert!(leaks(&world).is_empty(), "{at} ended: {:?}", leaks(&world));
    }
}

#[test]
fn a_run_that_ends_at_its_last_server_keeps_no_key_either() {
    for at in 0..refusals("").len() {
        let (world, _) = world(move |server| Some(refusals(&server.api_key).remove(at)));
        world.run("look").unwrap();
        world.settle();
        let done = world.events.done().unwrap();
        assert!(KEYS.iter().all(|key| !done.summary.contains(key)), "{at}: {}", done.summary);
        assert!(leaks(&world).is_empty(), "{at}: {:?}", leaks(&world));
    }
}

/// The search finds a key that is stored, in each place where a run leaves something.
#[test]
fn a_stored_key_would_be_found() {
    let (world, _) = world(|_| None);
    world.model.always(|request| match request.messages.len() {
        ..4 => Scripted::call("remember", &json!({ "text": KEYS[0] }).to_string()),
        _ => Scripted::Hang,
    });
    world.run(&format!("look for {}", KEYS[1])).unwrap();
    world.settle();
    let found = leaks(&world).join("\n");
    for place in ["edith_conversation", "runs/", "steps/"] {
        assert!(found.contains(place), "{place} in {found}");
    }
    assert!(world.store.local("edith_settings").unwrap().to_string().contains(KEYS[0]), "the settings have them");
}
