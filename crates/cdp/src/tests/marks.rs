//! A screenshot's marks are removed whatever becomes of it.

use super::world::{Reply, World, reply};
use edith_page::Marks;
use edith_port::{Clock, Tab};
use futures_util::future::{Either, select};
use serde_json::json;
use std::pin::pin;

fn marks() -> Marks {
    Marks { hidden: vec![serde_json::from_value(json!([1.0, 2.0, 3.0, 4.0])).unwrap()], ..Marks::default() }
}

#[test]
fn marks_are_taken_away_also_when_the_picture_is_given_up() {
    for given_up_at in ["showMarks", "Page.captureScreenshot", "hideMarks", "never"] {
        let world = World::new();
        let tab = world.tab();
        world.on("showMarks", |_, _| reply(json!({"boxes": 1})));
        world.on("hideMarks", |_, _| reply(json!({})));
        world.on("Page.captureScreenshot", |_, _| reply(json!({"data": "AAAA"})));
        if given_up_at != "never" {
            world.on(given_up_at, |_, _| Reply { after: None, answer: Ok(json!({})) });
        }
        let marks = marks();
        world.run(async {
            let (picture, stop) = (pin!(tab.screenshot(&marks)), pin!(world.clock.sleep(50)));
            match select(picture, stop).await {
                Either::Left((picture, _)) => assert_eq!((given_up_at, picture.is_ok()), ("never", true)),
                Either::Right(_) => assert_ne!(given_up_at, "never"),
            }
        });
        assert!(!world.calls("hideMarks").is_empty(), "given up at {given_up_at}");
    }
}
