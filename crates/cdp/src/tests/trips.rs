//! What an action and a look ask of the browser and the page. Each question is a turn through both, whatever the machine does besides: a further one is
//! paid by every step of every task, so it has to be put into these lists knowingly.

use super::world::{World, reply, target};
use edith_actions::action::Action;
use edith_page::page_api::WalkOptions;
use edith_port::Tab;
use edith_protocol::{MouseButton, Typing};
use serde_json::json;

fn click() -> Action {
    Action::Click { target: target(), button: MouseButton::Left, count: 1, modifiers: vec![], hold_ms: 0 }
}

/// What was asked since the last time, in order, in short.
fn asked(world: &World) -> Vec<String> {
    let log = std::mem::take(&mut *world.log.borrow_mut());
    let short = |name: &str, kind: Option<&str>| match kind {
        Some(kind) if name == "Input.dispatchMouseEvent" => kind.to_owned(),
        _ => name.to_owned(),
    };
    log.iter().map(|(_, name, params)| short(name, params["type"].as_str())).collect()
}

#[test]
fn a_click_and_a_look_ask_no_more_than_they_must() {
    let world = World::new();
    world.on_release(World::mutate);
    let page = json!({"v": 1, "u": "http://a.test/", "d": "doc", "rs": "complete", "tx": "A page\n"}).to_string();
    world.on("walk", move |_, _| reply(json!(page)));
    let tab = world.tab();
    world.run(tab.look(&WalkOptions::default())).unwrap();
    world.run(tab.perform(&click(), Typing::Fast)).unwrap();
    asked(&world);
    let (_, clicked) = world.timed(tab.perform(&click(), Typing::Fast));
    clicked.unwrap();
    // The page is asked once more at the end: whether it has rested.
    assert_eq!(asked(&world), ["probe", "mouseMoved", "aim", "mousePressed", "mouseReleased", "activity", "activity"]);
    let (took, looked) = world.timed(tab.look(&WalkOptions::default()));
    looked.unwrap();
    let mut asked = asked(&world);
    asked.sort();
    assert_eq!(asked, ["DOMDebugger.getEventListeners", "WebMCP.enable", "walk"]);
    // The browser's answers and the walk come beside each other, each after a millisecond here.
    assert!(took <= 2, "a look took {took} turns");
}

#[test]
fn attaching_and_a_new_frame_cost_few_turns() {
    let world = World::new();
    let (took, _tab) = world.timed(async { world.attached().await });
    // The page's events, its frames, and everything else together.
    assert!(took <= 3, "attaching took {took} turns");
    let tab = world.tab();
    world.run(tab.perform(&click(), Typing::Fast)).unwrap();
    let (before, _) = world.timed(tab.perform(&click(), Typing::Fast));
    let frame = json!({"sessionId": "s1", "targetInfo": {"type": "iframe", "targetId": "f1"}});
    world.tell("Target.attachedToTarget", frame);
    let (after, _) = world.timed(tab.perform(&click(), Typing::Fast));
    assert!(after <= before + 1, "a new frame cost {} turns", after - before);
}

#[test]
fn the_first_click_on_a_page_has_it_tell_what_it_asks_the_browser_for_without_waiting() {
    let both = |first: bool| {
        let world = World::new();
        let tab = world.tab();
        world.run(tab.look(&WalkOptions::default())).unwrap();
        if !first {
            world.run(tab.perform(&click(), Typing::Fast)).unwrap();
        }
        asked(&world);
        let (took, done) = world.timed(tab.perform(&click(), Typing::Fast));
        done.unwrap();
        (took, asked(&world).iter().filter(|name| *name == "awaitAsks").count())
    };
    let ((first, asked_first), (later, asked_later)) = (both(true), both(false));
    assert_eq!((asked_first, asked_later), (1, 0));
    assert_eq!(first, later);
}
