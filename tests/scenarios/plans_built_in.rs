//! Plans without a model server: the built-in interpreter plans, carries out and compares.

use super::plans::{answer, approve, info, pressed, runs, shown, states};
use edith_protocol::{AskAnswer, AskKind, Command, Outcome, StepState};
use edith_testkit::{FakePage, World};
use serde_json::json;

const SHOP: &str = "http://shop.example/";
const TASK: &str = "go to http://shop.example/, click Add to cart and click Place order, then tell me the total";

fn world() -> World {
    let world = World::default();
    world.set("edith_api_base_url", json!(""));
    let page = FakePage::new("Shop").button("Add to cart").button("Place order").button("Delete account");
    world.browser.add_page(SHOP, page.text("Total: 31.50 €"));
    world
}

fn command(task: &str) -> Command {
    Command::PlanRun { prompt: task.into(), conversation_id: None, tab_id: None }
}

fn start(world: &World, task: &str) {
    assert!(world.send(command(task)).unwrap().ok);
    world.settle();
}

fn counts(world: &World) -> (usize, usize) {
    (pressed(world, "Add to cart"), pressed(world, "Place order"))
}

#[test]
fn a_task_is_planned_approved_and_done_unasked() {
    let world = world();
    start(&world, TASK);
    let steps = shown(&world);
    let told: Vec<(&str, Vec<&str>)> =
        steps.iter().map(|step| (step.text.as_str(), step.effects.iter().map(String::as_str).collect())).collect();
    assert_eq!(
        told,
        [
            ("go to http://shop.example/", vec![]),
            ("click Add to cart", vec![]),
            ("click Place order", vec!["buy"]),
            ("tell me the total", vec![])
        ]
    );
    assert_eq!(steps[2].sites, ["shop.example"]);
    assert!(world.browser.done().is_empty(), "nothing before the approval");
    approve(&world);
    let done = world.events.done().unwrap_or_else(|| panic!("{:?}", info(&world).ask));
    assert_eq!((done.outcome, counts(&world)), (Outcome::Completed, (1, 1)), "{}", done.summary);
    assert!(done.summary.contains("31.50 €"), "{}", done.summary);
    assert_eq!(states(&world), [StepState::Done; 4]);
}

/// The control: without the effect in the plan, it is asked about.
#[test]
fn an_effect_that_was_taken_out_of_the_plan_is_asked_about() {
    let world = world();
    start(&world, TASK);
    let mut steps = shown(&world);
    steps[2].effects.clear();
    answer(&world, AskAnswer::Approve(Some(steps)));
    assert_eq!(counts(&world), (1, 0));
    answer(&world, AskAnswer::Deny);
    let done = world.events.done().unwrap();
    assert_eq!((done.outcome, counts(&world)), (Outcome::Refused, (1, 0)), "{}", done.summary);
    assert!(done.summary.contains("click Place order"), "{}", done.summary);
}

#[test]
fn a_task_that_fails_says_what_was_not_reached() {
    let world = world();
    start(&world, "go to http://shop.example/, click Add to cart, click Gift wrap, then click Place order");
    approve(&world);
    let done = world.events.done().unwrap_or_else(|| panic!("{:?}", info(&world).ask));
    assert_eq!((done.outcome, counts(&world)), (Outcome::Failed, (1, 0)), "{}", done.summary);
    assert!(done.summary.contains("Gift wrap") && done.summary.contains("click Place order"), "{}", done.summary);
    assert_eq!(states(&world)[2], StepState::Failed);
}

#[test]
fn talk_and_what_is_not_understood_is_answered_and_nothing_is_done() {
    for (task, words) in [("hello", "Hello"), ("frobnicate the whatsit", "frobnicate the whatsit")] {
        let world = world();
        start(&world, task);
        let done = world.events.done().unwrap();
        assert!(done.summary.contains(words), "{task}: {}", done.summary);
        assert!(world.browser.done().is_empty() && world.events.ask().is_none());
    }
}

#[test]
fn words_about_the_plan_change_it_and_are_no_part_of_a_step() {
    let world = world();
    start(&world, TASK);
    answer(&world, AskAnswer::Revise("go to http://shop.example/, then click Add to cart".into()));
    assert_eq!(shown(&world).len(), 2);
    approve(&world);
    let done = world.events.done().unwrap();
    assert_eq!((done.outcome, counts(&world)), (Outcome::Completed, (1, 0)), "{}", done.summary);
}

/// A step as the person words it is done as such, and one that is no command fails.
#[test]
fn steps_that_the_person_words_are_done_or_fail() {
    for (text, outcome, wrapped) in
        [("click Add to cart", Outcome::Completed, 1), ("wrap it nicely", Outcome::Failed, 0)]
    {
        let world = world();
        start(&world, "go to http://shop.example/, then click Place order");
        let mut steps = shown(&world);
        steps[1].text = text.into();
        steps[1].effects.clear();
        answer(&world, AskAnswer::Approve(Some(steps)));
        let done = world.events.done().unwrap_or_else(|| panic!("{:?}", info(&world).ask));
        assert_eq!((done.outcome, counts(&world)), (outcome, (wrapped, 0)), "{text}: {}", done.summary);
    }
}

/// Plays the task with a death of the worker at this boundary: what was done, how it ended, and how many boundaries it passed.
fn dies_at(at: u64) -> ((usize, usize), Option<Outcome>, u64) {
    let world = world();
    world.life().die_at(at);
    let accepted = world.send(command(TASK));
    for _ in 0..16 {
        world.settle();
        if world.life().is_over() {
            world.restart_worker();
            world.settle();
        }
        let Some(ask) = runs(&world).first().and_then(|run| run.ask.clone()) else {
            if world.events.done().is_some() || accepted.is_none() && runs(&world).is_empty() {
                break;
            }
            continue;
        };
        let says: AskAnswer = match &ask.kind {
            AskKind::Plan { .. } => AskAnswer::Approve(None),
            // It may have been done: the person says that it is not to be done again.
            AskKind::Question { .. } => "No".into(),
            other => panic!("at {at}: asked {other:?}"),
        };
        world.send(Command::AgentAnswer { run_id: ask.run_id, ask_id: ask.ask_id, answer: says });
    }
    (counts(&world), world.events.done().map(|done| done.outcome), world.life().passed())
}

#[test]
fn killed_at_each_boundary_nothing_is_doubled() {
    let (done, outcome, boundaries) = dies_at(u64::MAX);
    assert_eq!((done, outcome), ((1, 1), Some(Outcome::Completed)), "the control: undisturbed");
    let mut whole = 0;
    for at in 1..boundaries {
        let (done, outcome, _) = dies_at(at);
        assert!(done.0 <= 1 && done.1 <= 1, "at {at}: {done:?}");
        assert!(outcome.is_some() || done == (0, 0), "at {at}: stuck after {done:?}");
        whole += u64::from(done == (1, 1) && outcome == Some(Outcome::Completed));
    }
    println!("{boundaries} deaths, {whole} whole");
    assert!(boundaries >= 40 && whole * 10 >= boundaries * 7, "{whole} of {boundaries}");
}
