//! The example of a whole agent runs.

#[path = "../../crates/core/examples/agent.rs"]
mod agent;

#[test]
fn the_agent_on_fakes_completes_its_task() {
    agent::main().unwrap();
}
