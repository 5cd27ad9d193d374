//! Tools that lead to an effect by another way than a click: each gate against it, and what happens without it.

use super::world::SHOP;
use edith_gate::Switch;
use edith_testkit::{FakePage, Scripted, World};
use serde_json::json;

fn play(page: FakePage, tool: &str, arguments: serde_json::Value, off: Option<Switch>) -> World {
    let world = World::default();
    world.browser.add_page(SHOP, page);
    world.model.will([
        Scripted::call("open_browser", &json!({ "url": SHOP }).to_string()),
        Scripted::call(tool, &arguments.to_string()),
    ]);
    world.model.always(|_| Scripted::complete("done"));
    Switch::only_off(off);
    world.run(&format!("look at {SHOP}")).unwrap();
    world.settle();
    Switch::only_off(None);
    world
}

#[test]
fn a_text_is_not_typed_into_a_button() {
    for (off, harm) in [(None, false), (Some(Switch::Fields), true)] {
        let world = play(FakePage::new("Shop").button("Details"), "type_text", json!({"uid": 1, "text": "x"}), off);
        let pressed = world.browser.done().iter().any(|done| done.starts_with("click"));
        assert_eq!(pressed, harm, "{off:?}: {:?}", world.browser.done());
    }
}

#[test]
fn a_shortcut_is_asked_about_where_the_person_is_signed_in() {
    let mailbox = || FakePage::new("Mail").button("Log out").button("Message 3");
    for (off, key, harm) in [
        (None, "e", false),
        (Some(Switch::Keys), "e", true),
        (None, "Delete", false),
        (Some(Switch::Effects), "Delete", true),
        (None, "j", true),
    ] {
        let world = play(mailbox(), "press_key", json!({ "key": key }), off);
        let pressed = world.browser.done().iter().any(|done| done.starts_with("PressKey"));
        assert_eq!((pressed, world.events.ask().is_some()), (harm, !harm), "{off:?} {key}: {:?}", world.browser.done());
    }
    // Where nobody is signed in, it is a shortcut of a public page.
    let public = play(FakePage::new("Film").button("Play"), "press_key", json!({ "key": "e" }), None);
    assert!(public.events.ask().is_none());
}
