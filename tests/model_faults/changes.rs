//! Changes of the key and of the server: which request goes where, and no other.

use crate::kinds::KINDS;
use crate::wire::Answer::{self, *};
use crate::wire::Wire;
use crate::{Situation, shop, sockets, turn};
use edith_protocol::Outcome;
use edith_testkit::Scripted;
use serde_json::json;
use std::cell::RefCell;
use std::rc::Rc;

const SPENT: &str = r#"{"error":{"message":"spent","type":"insufficient_quota"}}"#;
const BAD: &str = r#"{"error":{"message":"bad field"}}"#;
const BUSY: Answer = Status(503, &[], "");

/// A server's name, or with a colon one of its keys, and how it answers all requests there.
type Fault = (&'static str, Answer);

/// What happens, how the servers answer whom, where the requests go (the run has three turns), and how it ends: with words of what was told.
struct Change {
    name: &'static str,
    faults: &'static [Fault],
    goes: &'static [&'static str],
    outcome: Outcome,
    told: &'static str,
}

const DONE: Outcome = Outcome::Completed;
/// The servers `a` with the keys 1 and 2, and `b` with the key 3.
#[rustfmt::skip]
const CHANGES: &[Change] = &[
    Change { name: "all is well", faults: &[], goes: &["a:1", "a:1", "a:1"], outcome: DONE, told: "" },
    Change { name: "a refused key", faults: &[("a:1", Status(401, &[], BAD))], goes: &["a:1", "a:2", "a:2", "a:2"], outcome: DONE, told: "Trying the next key" },
    Change { name: "a forbidden key", faults: &[("a:1", Status(403, &[], BAD))], goes: &["a:1", "a:2", "a:2", "a:2"], outcome: DONE, told: "Trying the next key" },
    Change { name: "nothing left to pay with", faults: &[("a:1", Status(402, &[], BAD))], goes: &["a:1", "a:2", "a:2", "a:2"], outcome: DONE, told: "Trying the next key" },
    Change { name: "a spent quota", faults: &[("a:1", Status(429, &[], SPENT))], goes: &["a:1", "a:2", "a:2", "a:2"], outcome: DONE, told: "Trying the next key" },
    Change { name: "a spent quota in the stream", faults: &[("a:1", Then(1, "data: {\"error\":{\"message\":\"no\",\"code\":\"insufficient_quota\"}}"))], goes: &["a:1", "a:2", "a:2", "a:2"], outcome: DONE, told: "Trying the next key" },
    Change { name: "no key is good", faults: &[("a", Status(401, &[], BAD))], goes: &["a:1", "a:2", "b:3", "b:3", "b:3"], outcome: DONE, told: "Continuing with B" },
    Change { name: "no key is good anywhere", faults: &[("a", Status(401, &[], BAD)), ("b", Status(401, &[], BAD))], goes: &["a:1", "a:2", "b:3"], outcome: Outcome::Failed, told: "None of the 2 model servers" },
    Change { name: "a server that fails", faults: &[("a", Status(500, &[], "oops"))], goes: &["a:1", "a:1", "a:1", "b:3", "b:3", "b:3"], outcome: DONE, told: "Continuing with B" },
    Change { name: "a server that is busy", faults: &[("a", BUSY)], goes: &["a:1", "a:1", "a:1", "b:3", "b:3", "b:3"], outcome: DONE, told: "Continuing with B" },
    Change { name: "a server that is gone", faults: &[("a", Unreachable)], goes: &["a:1", "a:1", "a:1", "b:3", "b:3", "b:3"], outcome: DONE, told: "Continuing with B" },
    Change { name: "a server that breaks off", faults: &[("a", Cut(2))], goes: &["a:1", "a:1", "a:1", "a:1", "b:3", "b:3", "b:3"], outcome: DONE, told: "Continuing with B" },
    Change { name: "a server that falls silent", faults: &[("a", Silent)], goes: &["a:1", "a:1", "b:3", "b:3", "b:3"], outcome: DONE, told: "Continuing with B" },
    Change { name: "a server that wants to wait an hour", faults: &[("a", Status(429, &[("retry-after", "3600")], "{}"))], goes: &["a:1", "a:2", "b:3", "b:3", "b:3"], outcome: DONE, told: "Continuing with B" },
    Change { name: "a model that is not there", faults: &[("a", Status(404, &[], BAD))], goes: &["a:1", "a:2", "b:3", "b:3", "b:3"], outcome: DONE, told: "Continuing with B" },
    Change { name: "a request that is refused", faults: &[("a", Status(400, &[], BAD))], goes: &["a:1", "a:2", "b:3", "b:3", "b:3"], outcome: DONE, told: "Continuing with B" },
    Change { name: "a request that is refused to one key alone", faults: &[("a:1", Status(400, &[], BAD))], goes: &["a:1", "a:2", "a:2", "a:2"], outcome: DONE, told: "Trying the next key" },
    Change { name: "a model that one key may not use", faults: &[("a:1", Status(404, &[], BAD))], goes: &["a:1", "a:2", "a:2", "a:2"], outcome: DONE, told: "Trying the next key" },
    Change { name: "too many requests, for ever", faults: &[("a:1", Status(429, &[], "{}"))], goes: &["a:1", "a:1", "a:1", "a:2", "a:2", "a:2"], outcome: DONE, told: "Trying the next key" },
    Change { name: "too many requests for both keys", faults: &[("a", Status(429, &[], "{}"))], goes: &["a:1", "a:1", "a:1", "a:2", "b:3", "b:3", "b:3"], outcome: DONE, told: "Continuing with B" },
    Change { name: "too many requests, and a wait that is worth it", faults: &[("a:1", Status(429, &[("retry-after", "2")], "{}"))], goes: &["a:1", "a:1", "a:1", "a:2", "a:2", "a:2"], outcome: DONE, told: "Trying the next key" },
    Change { name: "too many requests, and a longer wait", faults: &[("a:1", Status(429, &[("retry-after", "30")], "{}"))], goes: &["a:1", "a:2", "a:2", "a:2"], outcome: DONE, told: "Trying the next key" },
    Change { name: "an answer that the filter stops", faults: &[("a", Finish("content_filter"))], goes: &["a:1", "b:3", "b:3", "b:3"], outcome: DONE, told: "Continuing with B" },
    Change { name: "a redirect", faults: &[("a", Redirect)], goes: &["a:1", "b:3", "b:3", "b:3"], outcome: DONE, told: "Continuing with B" },
    Change { name: "two servers that fail", faults: &[("a", BUSY), ("b", BUSY)], goes: &["a:1", "a:1", "a:1", "b:3", "b:3", "b:3"], outcome: Outcome::Failed, told: "None of the 2 model servers" },
];

fn check(change: &Change, wire: &'static dyn Wire) -> Option<String> {
    let world = shop();
    sockets::carry(&world.model.network());
    let server = |id: &str, keys: &[&str]| {
        let host = wire.base().replace("://", &format!("://{id}."));
        json!({"id": id, "name": id.to_uppercase(), "kind": wire.kind(), "baseUrl": host, "apiKeys": keys,
            "model": "scripted", "tools": "native"})
    };
    let roles = json!({"agent": ["a", "b"]});
    world.set("edith_settings", json!({"servers": [server("a", &["1", "2"]), server("b", &["3"])], "roles": roles}));
    let went: Rc<RefCell<Vec<String>>> = Rc::default();
    let (noted, faults) = (Rc::clone(&went), change.faults);
    world.model.always_by(move |server, request| {
        let place = format!("{}:{}", server.id, server.api_key);
        let answer = faults.iter().find(|(at, _)| *at == place || *at == server.id).map(|(_, answer)| answer);
        noted.borrow_mut().push(place);
        let number = noted.borrow().len();
        Scripted::Sent(answer.unwrap_or(&Whole).sent(wire, &turn(request, Situation::First), number))
    });
    world.run("add a lamp").unwrap();
    world.settle();
    let done = world.events.done()?;
    let effects = world.browser.done().iter().filter(|done| done.starts_with("click")).count();
    let told = serde_json::to_string(&world.events.all()).unwrap();
    // What really left: the key that goes with the address that it belongs to, and nothing else.
    let key = |headers: &std::collections::BTreeMap<std::borrow::Cow<'static, str>, String>| {
        let key = headers.get("authorization").or_else(|| headers.get("x-api-key")).cloned().unwrap_or_default();
        key.trim_start_matches("Bearer ").to_owned()
    };
    let sent: Vec<String> = world
        .model
        .sent()
        .iter()
        .map(|request| {
            let host = request.url.split("://").nth(1).and_then(|rest| rest.split('.').next()).unwrap_or_default();
            format!("{host}:{}", key(&request.headers))
        })
        .collect();
    let right = went.borrow().as_slice() == change.goes
        && sent == change.goes
        && done.outcome == change.outcome
        && effects == usize::from(change.outcome == DONE)
        && told.contains(change.told);
    (!right).then(|| {
        let (name, kind) = (change.name, wire.kind());
        format!(
            "{name} ({kind}): asked {:?}, sent {sent:?}; {effects} effects; {:?} {}",
            went.borrow(),
            done.outcome,
            done.summary
        )
    })
}

#[test]
fn keys_and_servers_change_as_the_table_says() {
    let all = KINDS.iter().flat_map(|wire| CHANGES.iter().map(move |change| (change, *wire)));
    let (count, wrong): (Vec<()>, Vec<_>) = all.map(|(change, wire)| ((), check(change, wire))).unzip();
    let wrong: Vec<String> = wrong.into_iter().flatten().collect();
    println!("{} scripts of a change and a kind of server, {} failed", count.len(), wrong.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // The control: a request too few or too many is noticed.
    let superfluous = Change { goes: &["a:1", "a:1"], ..CHANGES[0] };
    assert!(check(&superfluous, KINDS[0]).is_some());
}
