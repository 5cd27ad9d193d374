//! Pages that show nothing yet.

use super::world::{World, reply};
use edith_page::page_api::WalkOptions;
use edith_port::Tab;
use serde_json::json;
use std::rc::Rc;

/// A page that says something only this long after it was found, with or without scripts.
fn drawing_after(ms: u64, scripted: bool) -> Rc<World> {
    let world = World::new();
    let begun = world.clock.time();
    world.on("walk", move |world, _| {
        let text = if world.clock.time() < begun + ms { "" } else { "Words" };
        reply(json!(json!({"v": 1, "u": "http://a.test/", "d": "doc", "rs": "complete", "tx": text}).to_string()))
    });
    world.on("activity", move |world, _| {
        let mut activity = world.activity();
        activity["scripted"] = scripted.into();
        reply(activity)
    });
    world
}

#[test]
fn the_first_look_at_an_application_waits_until_it_has_drawn_something() {
    let look = |world: &World| {
        let tab = world.tab();
        let (took, page) = world.timed(tab.look(&WalkOptions::default()));
        let again = world.timed(tab.look(&WalkOptions::default())).0;
        (took, page.unwrap().text, again)
    };
    // Nothing was done in this tab before.
    let (took, text, _) = look(&drawing_after(1_500, true));
    assert!(text == "Words" && (1_400..2_000).contains(&took), "{took} {text:?}");
    // One that never draws is waited for once, and not for long.
    let (took, text, again) = look(&drawing_after(60_000, true));
    assert!(text.is_empty() && took < 3_500 && again < 300, "{took} {again}");
    // The control: what has no scripts stays as it is.
    let (took, text, _) = look(&drawing_after(1_500, false));
    assert!(text.is_empty() && took < 300, "{took}");
}
