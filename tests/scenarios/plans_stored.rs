//! Runs of plans as versions stored them: each goes on where it was.

use super::plans::{MAIL, all_reached, answer, execute, plan, start, step, world};
use super::stored::{data, kept};
use edith_model::Purpose;
use edith_port::Table;
use edith_protocol::{AskAnswer, Outcome};
use edith_testkit::{Scripted, World};
use serde_json::{Value, json};

fn steps() -> [Value; 2] {
    [step("open MAIL, press Next", &[]), step("open MAIL, press Send message", &["send"])]
}

/// A model that plans [`steps`] and carries them out, but hangs at one place.
fn hangs_at(world: &World, place: &'static str) {
    world.model.always(move |request| {
        let (purpose, task) = (request.brief.purpose, request.brief.task.as_str());
        let here = match purpose {
            Purpose::Plan => "planning",
            Purpose::PlanCheck => "checking",
            _ if task.ends_with("press Send message") => "working",
            _ => "",
        };
        match purpose {
            _ if here == place => Scripted::Hang,
            Purpose::Plan if place == "stuck" => Scripted::Text(plan(&[step("fail because of that", &[])])),
            Purpose::Plan => Scripted::Text(plan(&steps())),
            Purpose::PlanCheck => Scripted::Text(all_reached(request.brief.plan.len())),
            _ => execute(request),
        }
    });
}

/// The record of a run at each place.
fn stored_at(place: &'static str) -> String {
    let world = world();
    hangs_at(&world, place);
    start(&world);
    if place != "planning" && place != "approving" {
        answer(&world, AskAnswer::Approve(None));
    }
    let records = world.store.records(Table::Runs);
    assert_eq!(records.len(), 1, "{place}");
    records[0].1.clone()
}

#[test]
fn plans_that_a_version_stored_go_on() {
    if std::env::var_os("EDITH_BLESS").is_some() {
        let folder = data().join("plans");
        std::fs::create_dir_all(&folder).unwrap();
        for place in ["planning", "approving", "working", "stuck", "checking"] {
            std::fs::write(folder.join(format!("{place}.json")), stored_at(place)).unwrap();
        }
    }
    let mut files = 0;
    for (name, record) in kept("plans") {
        let stored: Value = serde_json::from_str(&record).unwrap();
        let world = world();
        world.kill_worker();
        // The run's tab is still open.
        let current = &stored["tabs"]["current"];
        let found = (0..5).any(|_| current.is_null() || *current == json!(world.browser.open_in_front(MAIL)));
        assert!(found, "{name}: {current}");
        world.store.plant(Table::Runs, stored["id"].as_str().unwrap(), &record);
        hangs_at(&world, "nowhere");
        world.start_beside();
        world.settle();
        match name.as_str() {
            "planning" | "approving" => answer(&world, AskAnswer::Approve(None)),
            "stuck" => answer(&world, AskAnswer::Text("Stop here".into())),
            _ => {}
        }
        let done =
            world.events.done().unwrap_or_else(|| panic!("{name}: the run is stuck: {:?}", super::plans::info(&world)));
        let expected = if name == "stuck" { Outcome::Failed } else { Outcome::Completed };
        assert_eq!(done.outcome, expected, "{name}: {}", done.summary);
        let sent = world.browser.done().iter().filter(|done| **done == "click \"Send message\"").count();
        // What was sent before the record was stored is not sent again.
        assert_eq!(sent, usize::from(!["checking", "stuck"].contains(&name.as_str())), "{name}");
        assert!(world.events.ask().is_none() || name != "working", "{name}: the leave is kept");
        files += 1;
    }
    assert_eq!(files, 5);
}
