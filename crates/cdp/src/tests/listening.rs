//! Listeners are asked of the debugger before a look, and pointed out to the page's script once.

use super::world::{Reply, World, reply};
use edith_actions::action::TabError;
use edith_page::page_api::WalkOptions;
use edith_port::Tab;
use serde_json::{Value, json};
use std::rc::Rc;

const ASK: &str = "DOMDebugger.getEventListeners";

/// A page in which these nodes listen, each for one kind of event.
fn listening(nodes: &'static [(u64, &'static str)]) -> Rc<World> {
    let world = World::new();
    world.on("Page.createIsolatedWorld", |_, _| reply(json!({"executionContextId": 7})));
    world.on("awaitListeners", |_, _| reply(json!({"word": "secret"})));
    world.on("DOM.describeNode", |_, _| reply(json!({"node": {"backendNodeId": 1}})));
    world.on("DOM.resolveNode", |_, params| {
        let own = if params["executionContextId"].is_null() { "page" } else { "beside" };
        reply(json!({"object": {"objectId": format!("{own} {}", params["backendNodeId"])}}))
    });
    // A blank page would be read repeatedly.
    world
        .on("walk", |_, _| reply(json!(json!({"v": 1, "u": "http://a.test/", "d": "doc", "tx": "Words"}).to_string())));
    world.on(ASK, |_, _| {
        let one = |(node, kind): &(u64, &str)| json!({"backendNodeId": node, "type": kind});
        reply(json!({"listeners": nodes.iter().map(one).collect::<Vec<_>>()}))
    });
    world
}

fn look(world: &World, tab: &crate::CdpTab) -> Result<(), TabError> {
    world.run(tab.look(&WalkOptions::default())).map(drop)
}

/// The elements pointed out, call by call.
fn told(world: &World) -> Vec<Vec<String>> {
    let calls = world.calls("Runtime.callFunctionOn");
    let telling = calls.iter().filter_map(|call| call["arguments"].as_array());
    let objects = |all: &Vec<Value>| all.iter().filter_map(|one| one["objectId"].as_str().map(str::to_owned)).collect();
    telling.map(objects).collect()
}

#[test]
fn what_listens_to_a_pointer_is_pointed_out_once_in_each_document() {
    let world = listening(&[(5, "click"), (6, "keydown"), (7, "pointerdown"), (5, "mousedown")]);
    let tab = world.tab();
    look(&world, &tab).unwrap();
    look(&world, &tab).unwrap();
    assert_eq!(told(&world), [["beside 5", "beside 7"]]);
    assert_eq!(world.calls(ASK).len(), 2);
    // A handle from another world crashes the page.
    assert!(world.calls(ASK).iter().all(|call| call["objectId"] == "page 1"), "{:?}", world.calls(ASK));
    assert!(world.calls("DOM.resolveNode")[0].get("objectGroup").is_none());
    world.commit("L2", "http://a.test/next");
    look(&world, &tab).unwrap();
    assert_eq!(told(&world).len(), 2);
}

#[test]
fn a_frame_of_another_site_is_asked_in_its_own_session() {
    let world = listening(&[(5, "click")]);
    let tab = world.tab();
    let target = json!({"sessionId": "f1", "targetInfo": {"type": "iframe", "targetId": "F1"}});
    world.tell("Target.attachedToTarget", target);
    look(&world, &tab).unwrap();
    assert_eq!(world.calls_in("f1", ASK).len(), 1);
    assert_eq!(world.calls_in("f1", "Page.createIsolatedWorld"), [json!({"frameId": "F1", "worldName": "edith"})]);
    assert_eq!(told(&world), [["beside 5"], ["beside 5"]]);
    world.tell("Target.detachedFromTarget", json!({"sessionId": "f1"}));
    look(&world, &tab).unwrap();
    assert_eq!(world.calls_in("f1", ASK).len(), 1);
}

#[test]
fn a_frame_whose_session_is_gone_takes_nothing_else_with_it() {
    let world = listening(&[(5, "click")]);
    let tab = world.tab();
    let target = json!({"sessionId": "f1", "targetInfo": {"type": "iframe", "targetId": "F1"}});
    world.tell("Target.attachedToTarget", target);
    look(&world, &tab).unwrap();
    world.lose_child("f1");
    look(&world, &tab).unwrap();
    assert_eq!(world.calls_in("f1", ASK).len(), 2);
    assert_eq!(world.reattached.get(), 0);
}

#[test]
fn a_look_comes_also_where_nobody_tells_who_listens() {
    let world = listening(&[(5, "click")]);
    world.on(ASK, |_, _| Reply { after: Some(1), answer: Err("Cannot find context".to_owned()) });
    let tab = world.tab();
    look(&world, &tab).unwrap();
    assert!(told(&world).is_empty());
}

#[test]
fn a_page_that_is_slow_to_tell_who_listens_is_asked_less_often_but_not_after_its_first_answer() {
    let world = listening(&[]);
    world.on(ASK, |_, _| Reply { after: Some(100), answer: Ok(json!({"listeners": []})) });
    let tab = world.tab();
    let asked = |looks: usize| {
        for _ in 0..looks {
            look(&world, &tab).unwrap();
        }
        world.calls(ASK).len()
    };
    assert_eq!(asked(1), 1);
    assert_eq!(asked(1), 2);
    assert_eq!(asked(3), 2);
    world.run(tab.session.clock.sleep(3_000));
    assert_eq!(asked(2), 3);
}

#[test]
fn a_page_that_crashed_while_it_was_asked_is_not_asked_again() {
    let world = listening(&[(5, "click")]);
    world.on(ASK, |world, _| {
        world.tell("Inspector.targetCrashed", json!({}));
        Reply { after: None, answer: Ok(json!({})) }
    });
    let tab = world.tab();
    assert!(matches!(look(&world, &tab), Err(TabError::Crashed)));
    world.tell("Inspector.targetReloadedAfterCrash", json!({}));
    world.commit("L2", "http://a.test/again");
    look(&world, &tab).unwrap();
    assert_eq!(world.calls(ASK).len(), 1);
}
