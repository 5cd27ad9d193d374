//! Schedules that carry an approved plan: it is all the leave that their runs have.

use super::plans::{all_reached, execute, plan, planned, pressed, step, world};
use super::schedules::{HOUR, alarm, daily, write};
use edith_model::Purpose;
use edith_port::Store;
use edith_protocol::{Command, ErrorCode, Outcome};
use edith_testkit::{Scripted, World};
use futures_util::FutureExt;
use serde_json::{Value, json};

/// Midnight plus a day: the next time of a daily schedule.
const NEXT: f64 = 33.0 * HOUR;

/// Opens the mailbox, then does what the words say, of which the plan has these effects.
fn carries(words: &str, effects: &[&str]) -> Value {
    json!([step("open MAIL", &[]), step(words, effects)])
}

/// Runs a daily schedule with this plan once. The planner, should it be asked, has nothing new.
fn runs(plan_field: Value) -> World {
    let world = world();
    planned(&world, &[plan(&[step("press Delete message", &["delete"])])]);
    world.clock.set(super::schedules::MONDAY);
    write(&world, json!([daily(json!({ "plan": plan_field }))]));
    alarm(&world, 9.0 * HOUR);
    world
}

fn outcome(world: &World) -> Outcome {
    world.events.done().map(|done| done.outcome).unwrap_or_else(|| panic!("{:?}", world.events.ask()))
}

#[test]
fn what_the_plan_names_is_done_unasked_and_once_each_time() {
    let world = runs(carries("press Send message", &["send"]));
    assert_eq!((outcome(&world), pressed(&world, "Send message")), (Outcome::Completed, 1));
    assert!(world.events.ask().is_none(), "nothing was asked");
    alarm(&world, NEXT);
    assert_eq!(pressed(&world, "Send message"), 2, "its next run has the plan anew");
}

#[test]
fn beyond_the_plan_it_ends_and_waits_for_the_person() {
    for (words, effects, sent) in [
        ("press Send message", &[][..], 0),
        ("press Send message, press Send message", &["send"], 1),
        ("press Delete message", &["send"], 0),
        ("open OTHER, press Send message", &["send"], 0),
        // What it cannot do is planned anew, with more than was approved.
        ("fail it moved", &["send"], 0),
    ] {
        let world = runs(carries(words, effects));
        assert_eq!((outcome(&world), pressed(&world, "Send message")), (Outcome::NeedsInput, sent), "{words}");
        assert_eq!(pressed(&world, "Delete message"), 0, "{words}");
    }
}

/// The control for the one before: with these effects in the plan, each of them is done.
#[test]
fn the_same_within_the_plan_is_done() {
    let sites = json!({ "text": "open OTHER, press Send message", "effects": ["send"], "sites": ["other.example"] });
    for (steps, label, times) in [
        (json!([step("open MAIL, press Send message", &["send"]), step("press Send message", &["send"])]), "Send", 2),
        (carries("press Delete message", &["send", "delete"]), "Delete", 1),
        (json!([sites]), "Send", 1),
    ] {
        let world = runs(steps.clone());
        let label = format!("{label} message");
        assert_eq!((outcome(&world), pressed(&world, &label)), (Outcome::Completed, times), "{steps}");
    }
}

/// Neither a general leave nor a list of the schedule's own comes on top of the plan.
#[test]
fn no_other_leave_adds_to_the_plan() {
    for with_plan in [true, false] {
        let world = world();
        planned(&world, &[plan(&[])]);
        world.set("edith_settings", json!({ "approvals": "auto" }));
        world.clock.set(super::schedules::MONDAY);
        let mut schedule = daily(json!({ "may": ["delete"], "prompt": "open MAIL, press Delete message" }));
        if with_plan {
            schedule["plan"] = carries("press Delete message", &["send"]);
        }
        write(&world, json!([schedule]));
        alarm(&world, 9.0 * HOUR);
        assert_eq!(pressed(&world, "Delete message"), usize::from(!with_plan), "{:?}", world.events.done());
    }
}

#[test]
fn a_plan_that_is_taken_out_meanwhile_allows_nothing_more() {
    for taken_out in [true, false] {
        let world = world();
        let store = world.store.clone();
        world.model.always(move |request| match request.brief.purpose {
            Purpose::Plan => Scripted::Text(r#"{"steps": [], "message": "It cannot be done."}"#.into()),
            Purpose::PlanCheck => Scripted::Text(all_reached(request.brief.plan.len())),
            _ => {
                if taken_out && request.brief.task.starts_with("press") {
                    let without = daily(json!({ "may": ["delete"] }));
                    store.write("edith_schedules", json!([without])).now_or_never().unwrap().unwrap();
                }
                execute(request)
            }
        });
        world.clock.set(super::schedules::MONDAY);
        write(&world, json!([daily(json!({ "plan": carries("press Send message", &["send"]) }))]));
        alarm(&world, 9.0 * HOUR);
        assert_eq!(pressed(&world, "Send message"), usize::from(!taken_out), "{:?}", world.events.done());
    }
}

#[test]
fn a_plan_is_stored_listed_kept_and_cleared() {
    let world = runs(carries("press Send message", &["send"]));
    let save = |fields: Value| {
        let reply = world.send(Command::ScheduleSave { schedule: fields.into() }).unwrap();
        world.settle();
        reply
    };
    let stored = || world.store.local("edith_schedules").unwrap()[0].clone();
    assert!(save(json!({ "id": "d", "name": "Post" })).ok);
    assert_eq!(stored()["plan"], carries("press Send message", &["send"]), "what a change does not name stays");
    let listed = serde_json::to_value(world.send(Command::ScheduleList { after: None }).unwrap()).unwrap();
    assert_eq!(listed["schedules"][0]["schedule"]["plan"], stored()["plan"]);
    for broken in [json!([]), json!("all of it"), json!([{ "effects": ["send"] }])] {
        let reply = save(json!({ "id": "d", "plan": broken }));
        assert_eq!(reply.error.unwrap().code, ErrorCode::BadSchedule);
        assert_eq!(stored()["plan"], carries("press Send message", &["send"]));
    }
    // Without it, it is an ordinary schedule again: its own list counts.
    assert!(
        save(json!({ "id": "d", "plan": null, "may": ["delete"], "prompt": "open MAIL, press Delete message" })).ok
    );
    assert!(stored().get("plan").is_none());
    alarm(&world, NEXT);
    assert_eq!(pressed(&world, "Delete message"), 1);
}
