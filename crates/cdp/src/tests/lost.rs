//! The outcome of an action whose tab, page or session is lost midway; and a session taken over under a dialog.

use super::world::{Reply, World, reply, target};
use crate::{CdpTab, DetachReason};
use edith_actions::action::{Action, Dialog, Performed, TabError};
use edith_page::page_api::WalkOptions;
use edith_port::Tab;
use edith_protocol::{MouseButton, TabId, Typing};
use serde_json::json;
use std::rc::Rc;

fn click() -> Action {
    Action::Click { target: target(), button: MouseButton::Left, count: 1, modifiers: vec![], hold_ms: 0 }
}

/// A click during whose press something happens; the press itself is refused.
fn pressed(lost: impl Fn(&World) + 'static, prepare: impl Fn(&Rc<World>)) -> Result<Performed, TabError> {
    let world = World::new();
    let tab = world.tab();
    world.run(tab.look(&WalkOptions::default())).unwrap();
    world.on("witness", |world, _| reply(json!({"document": *world.document.borrow(), "begun": true})));
    world.on("Input.dispatchMouseEvent", move |world, params| {
        if params["type"] != "mousePressed" {
            return reply(json!({}));
        }
        lost(world);
        Reply { after: Some(1), answer: Err("Detached while handling command.".into()) }
    });
    prepare(&world);
    world.run(tab.perform(&click(), Typing::Fast))
}

#[test]
fn a_click_whose_session_was_lost_is_not_told_as_done_while_the_page_is_the_same() {
    let lost = |world: &World| world.hub.detached(DetachReason::TargetClosed);
    assert_eq!(pressed(lost, |_| {}), Err(TabError::Interrupted));
    // The resulting page says enough.
    let left = |world: &World| {
        world.hub.detached(DetachReason::TargetClosed);
        *world.document.borrow_mut() = "doc-new".into();
    };
    assert!(pressed(left, |_| {}).unwrap().note.starts_with("Clicked"));
    let cancelled = |world: &World| world.hub.detached(DetachReason::CanceledByUser);
    assert_eq!(pressed(cancelled, |_| {}), Err(TabError::CanceledByUser));
}

#[test]
fn a_tab_that_goes_or_crashes_in_the_middle_leaves_it_open_whether_it_was_done() {
    assert_eq!(pressed(|world| world.hub.detached(DetachReason::TabGone), |_| {}), Err(TabError::Interrupted));
    let crash = |world: &World| world.tell("Inspector.targetCrashed", json!({}));
    assert_eq!(pressed(crash, |_| {}), Err(TabError::Interrupted));
}

#[test]
fn a_tab_that_goes_or_crashes_after_it_is_told_with_what_was_done() {
    let after = |lost: fn(&World), expected: &str| {
        let world = World::new();
        let tab = world.tab();
        world.on_release(move |world| world.later(5, lost));
        let done = world.run(tab.perform(&click(), Typing::Fast)).unwrap();
        assert!(done.navigated && done.note.starts_with("Clicked") && done.note.ends_with(expected), "{}", done.note);
    };
    after(|world| world.hub.detached(DetachReason::TabGone), "Then the tab was closed.");
    after(|world| world.tell("Inspector.targetCrashed", json!({})), "Then the page crashed.");
}

#[test]
fn a_click_into_a_page_that_is_loaded_anew_is_not_told_as_done() {
    let click_while = |how: &'static str, asked: bool| {
        let world = World::new();
        let tab = world.tab();
        world.on_release(move |world| {
            if asked {
                world.tell("Page.frameRequestedNavigation", json!({"frameId": "main", "disposition": "currentTab"}));
            }
            world.tell("Page.frameStartedNavigating", json!({"frameId": "main", "navigationType": how}));
            world.tell(
                "Page.frameNavigated",
                json!({"frame": {"id": "main", "url": "https://a.example/", "loaderId": "l2"}}),
            );
            world.tell("Page.loadEventFired", json!({}));
        });
        world.run(tab.perform(&click(), Typing::Fast)).map(|done| done.note)
    };
    assert_eq!(click_while("reload", false), Err(TabError::Interrupted));
    // The page's own navigation, and going back in its history, are effects of the click.
    assert!(click_while("reload", true).unwrap().starts_with("Clicked"));
    assert!(click_while("differentDocument", true).unwrap().starts_with("Clicked"));
    assert!(click_while("historyDifferentDocument", false).unwrap().starts_with("Clicked"));
}

#[test]
fn a_tab_that_goes_before_anything_began_is_told_as_closed() {
    let world = World::new();
    let tab = world.tab();
    world.on("probe", |world, _| {
        // Chrome first refuses the script, and reports the tab's end a moment later.
        world.later(20, |world| world.hub.detached(DetachReason::TabGone));
        Reply { after: Some(1), answer: Err("Frame with ID 0 was removed.".into()) }
    });
    assert_eq!(world.run(tab.perform(&click(), Typing::Fast)), Err(TabError::Closed));
    assert_eq!(world.reattached.get(), 0, "nobody attaches to what is gone");
}

#[test]
fn a_page_that_goes_away_under_an_action_is_no_refusal_of_the_browser() {
    let removed = || Reply { after: Some(1), answer: Err("Frame with ID 0 was removed.".into()) };
    let world = World::new();
    let tab = world.tab();
    world.on("probe", move |_, _| removed());
    let before = world.run(tab.perform(&click(), Typing::Fast)).unwrap_err();
    assert!(before.is_without_effect() && before.to_string().contains("reloaded"), "{before}");
    let world = World::new();
    let tab = world.tab();
    world.on("probe", |_, _| {
        let mut probe = super::world::good_probe();
        (probe["tag"], probe["inputType"]) = ("input".into(), "range".into());
        super::world::reply(probe)
    });
    world.on("setNative", move |_, _| removed());
    let choose = Action::SetValue { target: target(), value: "7".into() };
    assert_eq!(world.run(tab.perform(&choose, Typing::Fast)), Err(TabError::Interrupted));
}

#[test]
fn a_session_taken_over_under_a_dialog_answers_it_and_is_completed_then() {
    let world = World::new();
    let dialog = Dialog { kind: "confirm".into(), message: "Sure?".into(), ..Dialog::default() };
    let tab = CdpTab::under_dialog(
        TabId(7),
        Rc::clone(&world) as _,
        Rc::clone(&world) as _,
        Rc::clone(&world.hub),
        Rc::clone(&world.clock) as _,
        dialog.clone(),
    );
    assert_eq!(tab.dialog(), Some(dialog.clone()));
    assert_eq!(world.run(tab.perform(&click(), Typing::Fast)), Err(TabError::DialogOpen(dialog)));
    assert!(world.log.borrow().is_empty(), "under a dialog nothing is asked: {:?}", world.log.borrow());
    world.on("Page.handleJavaScriptDialog", |world, _| {
        world.tell_later(2, "Page.javascriptDialogClosed", json!({"result": true}));
        reply(json!({}))
    });
    let answer = Action::HandleDialog { accept: true, text: None };
    let done = world.run(tab.perform(&answer, Typing::Fast)).unwrap();
    assert!(done.note.contains("Accepted the confirm dialog \"Sure?\""), "{}", done.note);
    let names: Vec<String> = world.log.borrow().iter().map(|(_, name, _)| name.clone()).collect();
    let at = |wanted: &str| names.iter().position(|name| name == wanted);
    assert!(at("Page.handleJavaScriptDialog") < at("Page.getFrameTree"), "{names:?}");
    assert!(at("Network.enable").is_some(), "{names:?}");
    assert_eq!(world.reattached.get(), 0);
    assert!(world.run(tab.perform(&click(), Typing::Fast)).is_ok());
}

/// A click in a window that a script opened, which is gone so many milliseconds after the press; none: in the middle of it.
fn pressed_in_window(opened: bool, gone: Option<u64>) -> (u64, edith_actions::action::Performed) {
    let world = World::new();
    let tab = world.tab();
    world.on("activity", move |world, _| {
        let mut activity = world.activity();
        activity["opened"] = json!(opened);
        reply(activity)
    });
    world.on_release(move |world| match gone {
        Some(ms) => world.later(ms, |world| world.hub.detached(DetachReason::TabGone)),
        None => world.hub.detached(DetachReason::TabGone),
    });
    let (took, done) = world.timed(tab.perform(&click(), Typing::Fast));
    (took, done.unwrap())
}

#[test]
fn a_window_that_closes_itself_after_a_press_is_waited_for_and_told() {
    for gone in [None, Some(0), Some(300)] {
        let (_, done) = pressed_in_window(true, gone);
        assert_eq!(done.note, "Clicked TEXTAREA \"Search\". Then the tab was closed.", "{gone:?}");
    }
    // One that stays is waited for a moment; another tab, which no script may close, not at all.
    let (took, done) = pressed_in_window(true, Some(20_000));
    assert!(took < 800 && !done.note.contains("closed"), "{took} ms, {}", done.note);
    let (took, done) = pressed_in_window(false, Some(300));
    assert!(took < 100 && !done.note.contains("closed"), "{took} ms, {}", done.note);
}
