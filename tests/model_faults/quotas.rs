//! What services answer when a key is used up, in their own bytes: the second key goes on, whatever the words.

use crate::kinds::KINDS;
use crate::wire::Answer::Whole;
use crate::wire::Wire;
use crate::{Situation, shop, sockets, turn};
use edith_protocol::Outcome;
use edith_testkit::{FakeAnswer, Scripted};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::rc::Rc;

/// A line each: the service, the kind of its server, and the status, headers and body of its answer.
const ANSWERS: &str = include_str!("../data/model_servers/quotas.jsonl");

/// Most requests with a key that takes no more: one, and the two retries of a busy server.
const MOST_IN_VAIN: usize = 3;

fn answer(case: &Value) -> FakeAnswer {
    let headers: Vec<(&str, &str)> =
        case["headers"].as_object().unwrap().iter().map(|(name, value)| (&**name, value.as_str().unwrap())).collect();
    FakeAnswer::status(case["status"].as_u64().unwrap() as u16, &headers, case["body"].as_str().unwrap())
}

/// What is wrong with a run of three turns whose first key is used up after so many of them.
fn check(case: &Value, keys: &[&str], well: usize) -> Option<String> {
    let wire: &'static dyn Wire = *KINDS.iter().find(|wire| wire.kind() == case["kind"]).unwrap();
    let world = shop();
    sockets::carry(&world.model.network());
    let server = json!({"id": "a", "kind": wire.kind(), "baseUrl": wire.base(), "apiKeys": keys, "model": "scripted",
        "tools": "native"});
    world.set("edith_settings", json!({"servers": [server], "roles": {"agent": ["a"]}}));
    let asked: Rc<RefCell<Vec<String>>> = Rc::default();
    let (noted, refusal) = (Rc::clone(&asked), answer(case));
    world.model.always_by(move |server, request| {
        noted.borrow_mut().push(server.api_key.clone());
        let number = noted.borrow().len();
        if server.api_key == "first" && number > well {
            return Scripted::Sent(refusal.clone());
        }
        Scripted::Sent(Whole.sent(wire, &turn(request, Situation::First), number))
    });
    world.run("add a lamp").unwrap();
    world.settle();
    let done = world.events.done()?;
    let asked = asked.borrow();
    let vain = asked.iter().skip(well).filter(|key| *key == "first").count();
    let effects = world.browser.done().iter().filter(|done| done.starts_with("click")).count();
    let is_right = done.outcome == Outcome::Completed
        && effects == 1
        && (1..=MOST_IN_VAIN).contains(&vain)
        && asked.len() == 3 + vain
        // Once it is known to be used up, it is left alone.
        && asked.iter().skip(well + vain).all(|key| key == "second");
    (!is_right)
        .then(|| format!("{} after {well} turns: {asked:?}; {:?} {}", case["service"], done.outcome, done.summary))
}

#[test]
fn a_key_that_is_used_up_makes_way_whatever_the_service_says() {
    let cases: Vec<Value> = ANSWERS.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let mut services: Vec<&str> = cases.iter().filter_map(|case| case["service"].as_str()?.split(',').next()).collect();
    services.dedup();
    let all = cases.iter().flat_map(|case| [0, 1].map(|well| check(case, &["first", "second"], well)));
    let (count, wrong): (Vec<()>, Vec<Option<String>>) = all.map(|wrong| ((), wrong)).unzip();
    let wrong: Vec<String> = wrong.into_iter().flatten().collect();
    println!("{} runs with {} answers of {} services, {} lost", count.len(), cases.len(), services.len(), wrong.len());
    assert!(services.len() >= 8 && wrong.is_empty(), "{}", wrong.join("\n"));
    // The control: without a second key each of them ends the run.
    let alone = cases.iter().filter(|case| check(case, &["first"], 0).is_none());
    assert_eq!(alone.count(), 0);
}
