//! What every model is told beside the task, on fakes: the date with its zone, and what the person wants of every task.

use super::SHOP;
use super::answering::{CONTRACT, ask};
use super::schedules::{MONDAY, alarm, daily, write};
use edith_protocol::{Command, Mode};
use edith_testkit::{FakePage, Scripted, World};
use serde_json::json;

/// 23 November 2026, 19:52 UTC.
const EVENING: f64 = 1_795_463_520_000.0;
const TOLD: &str = "NOW: Monday, 23 November 2026, 19:52 (UTC+00:00)";
const WISH: &str = "Prices in Swiss francs, please.";

fn world() -> World {
    let world = World::default();
    world.clock.set(EVENING);
    world.browser.add_page(SHOP, FakePage::new("Shop").text("A lamp").button("Add lamp"));
    world.set("edith_settings", json!({}));
    world.set("edith_api_base_url", json!("http://127.0.0.1:9/v1"));
    world.set("edith_profile", json!({ "instructions": format!("  {WISH}\n"), "facts": [{ "key": "later" }] }));
    world
}

/// Every request so far has both.
fn all_told(world: &World, what: &str) {
    let requests = world.model.requests();
    assert!(!requests.is_empty(), "{what}");
    for request in requests {
        let text = serde_json::to_string(&request.messages).unwrap();
        assert!(text.contains(TOLD) && text.contains(WISH), "{what}: {text}");
        assert_eq!(text.matches(TOLD).count(), 1, "{what}: {text}");
    }
}

#[test]
fn every_mode_tells_its_model_the_date_and_what_the_person_wants() {
    for mode in Mode::ALL {
        let world = world();
        let research =
            json!({"isResearch": true, "subTasks": [{"description": "d", "url": SHOP, "extractionGoal": "g"}]});
        match mode {
            Mode::Chat => {
                world.model.will([Scripted::Text("Hello".into())]);
                world.send(Command::Chat { prompt: "hello".into(), conversation_id: None });
            }
            Mode::Agent => {
                world.model.will([super::open(), Scripted::complete("done")]);
                world.run("look").unwrap();
            }
            Mode::Plan => {
                world.model.will([super::open(), Scripted::complete("done")]);
                world.send(Command::PlanRun { prompt: "look".into(), conversation_id: None, tab_id: None });
            }
            Mode::Research | Mode::Source => {
                world.model.will([
                    Scripted::Text(research.to_string()),
                    Scripted::call("extract_data", r#"{"data": {"facts": []}}"#),
                ]);
                world.model.will([Scripted::Text("Nothing.".into())]);
                world.research("lamps").unwrap();
            }
            Mode::Documents | Mode::Question => {
                world.model.will([Scripted::Text("The documents do not say.".into())]);
                ask(&world, &["What is the rent?"], &[("lease.md", CONTRACT)]);
            }
            Mode::Form | Mode::Answers => {
                world.model.will([Scripted::Text("{\"answers\": []}".into())]);
                super::forms::fill_in(&world, "my cat is Minka");
            }
        }
        world.settle();
        all_told(&world, mode.name());
    }
}

#[test]
fn a_schedules_run_is_told_too() {
    let world = world();
    world.clock.set(MONDAY);
    world.model.always(|_| Scripted::complete("done"));
    write(&world, json!([daily(json!({}))]));
    alarm(&world, 9.0 * 3_600_000.0);
    let text = serde_json::to_string(&world.model.requests()[0].messages).unwrap();
    assert!(text.contains("NOW: Monday, ") && text.contains(WISH), "{text}");
}

#[test]
fn a_run_that_goes_on_later_begins_its_prompts_as_before() {
    let world = world();
    world.model.will([super::open(), Scripted::Hang]);
    world.run("look").unwrap();
    world.settle();
    world.clock.advance(3_600_000.0);
    world.restart_worker();
    world.settle();
    all_told(&world, "an hour later");
}

#[test]
fn without_instructions_nothing_is_said_of_them() {
    for stored in [json!(null), json!("nonsense"), json!({ "instructions": 3 }), json!({ "instructions": "  " })] {
        let world = world();
        world.set("edith_profile", stored.clone());
        world.model.will([Scripted::complete("done")]);
        world.run("look").unwrap();
        world.settle();
        let text = serde_json::to_string(&world.model.requests()[0].messages).unwrap();
        assert!(text.contains(TOLD) && !text.contains("WHAT THE PERSON WANTS"), "{stored}: {text}");
    }
}
