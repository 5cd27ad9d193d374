//! A whole agent without a browser: given a task, a scripted model calls tools, an in-memory page is clicked, and the outcome is printed. `cargo run
//! -p edith-core --example agent`

use edith_port::StoreError;
use edith_protocol::{Event, Outcome};
use edith_testkit::{FakePage, Scripted, World};

const SHOP: &str = "http://shop.example/";

/// Runs one task to its end.
#[allow(unreachable_pub, reason = "run as a test too, from another file")]
pub fn main() -> Result<(), StoreError> {
    // Every port is a fake; the rest is the agent as it ships.
    let world = World::default();
    world.browser.add_page(SHOP, FakePage::new("Shop").text("A lamp for 20 euros.").button("Add to cart"));
    world.model.will([
        Scripted::call("open_browser", &format!("{{\"url\": \"{SHOP}\"}}")),
        Scripted::call("click", "{\"uid\": 1}"),
        Scripted::complete("The lamp is in the cart."),
    ]);

    let run = world.run("put the lamp into the cart").ok_or(StoreError::Superseded)?;
    // The worker may die at any moment: another continues from the store.
    world.restart_worker();
    world.settle();

    for event in world.events.all() {
        match event {
            Event::Progress(told) => println!("step {}: {}", told.step, told.text),
            Event::Done(done) => println!("{run} ended as {:?}: {}", done.outcome, done.summary),
            _ => {}
        }
    }
    println!("done in the browser: {:?}", world.browser.done());
    let completed = world.events.done().is_some_and(|done| done.outcome == Outcome::Completed);
    if completed { Ok(()) } else { Err(StoreError::Failed("the task was not completed".to_owned())) }
}
