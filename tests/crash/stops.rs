//! A stop at every boundary of a run: nothing acts after it, not even after deaths and restarts.

use super::model::{self, SHOP};
use super::play::shop_world;
use edith_port::Clock;
use edith_protocol::{Command, RunState};
use edith_testkit::{Scripted, World};
use std::cell::Cell;

/// The promised maximum, in milliseconds, between a stop and the last action.
const SOON_MS: f64 = 300.0;

fn world() -> World {
    let world = shop_world();
    let number = Cell::new(0);
    world.model.always(move |request| {
        number.set(number.get() + 1);
        model::answer(request, number.get())
    });
    world
}

/// Answers the run's asks until it is over or the worker reaches its `at`th boundary. Returns whether it did.
fn reach(world: &World, at: u64) -> bool {
    world.run("do the task").unwrap();
    for _ in 0..10 {
        world.settle_until(at);
        if world.life().passed() >= at {
            return true;
        }
        let Some(ask) = world.events.ask() else { return false };
        let command = Command::AgentAnswer { run_id: ask.run_id, ask_id: ask.ask_id, answer: "once".into() };
        if !world.send(command).is_some_and(|reply| reply.ok) {
            return false;
        }
    }
    false
}

#[test]
fn a_stop_at_any_boundary_holds_at_once_and_over_every_restart() {
    let mut stopped = 0;
    for at in 1.. {
        let world = world();
        if !reach(&world, at) {
            break;
        }
        let live = |world: &World| {
            let Some(edith_protocol::AnswerBody::Runs { runs, .. }) =
                world.send(Command::RunList { after: None }).unwrap().body
            else {
                panic!("no list");
            };
            runs.iter().any(|run| run.state != RunState::Done)
        };
        let before = world.clock.now();
        let reply = world.send(Command::AgentStop { run_id: None }).expect("an answer");
        assert!(reply.ok, "boundary {at}: {reply:?}");
        assert!(
            world.clock.now() - before <= SOON_MS,
            "boundary {at}: answered after {} ms",
            world.clock.now() - before
        );
        let done = world.browser.done();
        // In every other case the worker dies at once.
        if at % 2 == 0 {
            world.restart_worker();
        }
        world.settle();
        world.restart_worker();
        world.settle();
        assert_eq!(world.browser.done(), done, "boundary {at}: something acted after the stop");
        assert!(!live(&world), "boundary {at}: a run is still on");
        assert_eq!(world.browser.attached(), [], "boundary {at}");
        stopped += 1;
    }
    assert!(stopped > 100, "{SHOP}: only {stopped} boundaries were reached");
    println!("stopped at each of {stopped} boundaries");
}

#[test]
fn slow_models_are_waited_for_in_chat_agent_and_after_a_death() {
    const TEN_MINUTES: u64 = 600_000;
    // Chat: the first byte after five minutes, the rest after ten.
    let chat = shop_world();
    chat.model.will([Scripted::After(TEN_MINUTES, Box::new(Scripted::Text("Hello at last!".into())))]);
    let reply = chat.send(Command::Chat { prompt: "Hi".into(), conversation_id: None }).unwrap();
    assert!(reply.ok, "{reply:?}");
    // Agent: every turn takes two minutes, and the worker dies in the middle of the third.
    let agent = shop_world();
    let number = Cell::new(0);
    agent.model.always(move |request| {
        number.set(number.get() + 1);
        Scripted::After(120_000, Box::new(model::answer(request, number.get())))
    });
    agent.run("do the task").unwrap();
    for round in 0..12 {
        agent.settle();
        if round == 1 {
            agent.restart_worker();
        }
        if agent.events.done().is_some() {
            break;
        }
        if let Some(ask) = agent.events.ask() {
            agent.send(Command::AgentAnswer { run_id: ask.run_id, ask_id: ask.ask_id, answer: "once".into() });
        }
    }
    let done = agent.events.done().expect("an end");
    assert_eq!(done.summary, "all done");
    assert!(agent.clock.now() > super::play::MONDAY + 8.0 * 120_000.0);
}
