//! A worker that is done leaves no timers behind.

use std::time::Duration;

use edith_lab::model_server::{Reply, Script};
use serde_json::json;

use super::lab::Lab;

/// Counts the pending timers, and remembers all that were ever set.
const COUNT: &str = "globalThis.pending = new Map(), globalThis.everSet = [], (() => { const set = setTimeout, clear = clearTimeout; \
    globalThis.setTimeout = (work, ms, ...rest) => { everSet.push(ms); \
        const id = set((...all) => { pending.delete(id); work(...all); }, ms, ...rest); pending.set(id, ms); return id; }; \
    globalThis.clearTimeout = (id) => { pending.delete(id); clear(id); }; })(), true";

#[tokio::test]
async fn an_answer_of_the_store_ends_the_timer_that_waited_for_it() {
    let script = Script::new().then(Reply::call("list_tabs", json!({}))).then(Reply::done("Seen."));
    let lab = Lab::with(script).await;
    let worker = lab.browser.worker().await.unwrap().expect("the worker runs");
    let worker = lab.browser.attach(&worker.id).await.unwrap();
    worker.eval(COUNT).await.unwrap();
    lab.run("see which tabs there are").await;
    // The store is awaited this long; remaining timers would fire by themselves then.
    let set = worker.eval("everSet.filter(ms => ms === 15000).length").await.unwrap();
    assert!(set.as_u64().unwrap() > 3, "{set}");
    worker.wait_for("![...pending.values()].includes(15000)", Duration::from_secs(5)).await.unwrap();
}
