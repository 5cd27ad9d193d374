//! Schedules in a real browser: one stored by a script runs by a real alarm, and one that needs its user says so.

use std::time::Duration;

use edith_lab::browser::SeenEvent;
use edith_lab::model_server::{Reply, Script};
use edith_lab::sites::Sites;
use serde_json::{Value, json};

use super::SOON;
use super::lab::{Lab, RUN, on, open};

/// An alarm may be half a minute late, more on a busy machine.
const ALARM: Duration = Duration::from_secs(180);

fn is_done(event: &SeenEvent) -> bool {
    event.kind() == "agent_done"
}

async fn eval(lab: &Lab, expression: &str) -> Value {
    lab.extension.page().eval(expression).await.unwrap()
}

async fn list(lab: &Lab) -> Vec<Value> {
    let list = lab.extension.accepted(json!({ "type": "SCHEDULE_LIST" })).await.unwrap();
    list["schedules"].as_array().unwrap().clone()
}

#[tokio::test]
async fn what_a_script_stores_runs_by_a_real_alarm_though_the_worker_was_killed() {
    let sites = Sites::start().await.unwrap();
    let url = sites.page_url("tools-plain");
    let script = Script::new().then(open(&url)).then(Reply::done("All quiet."));
    let lab = Lab::on(sites, script).await;
    // Far enough away that the alarm, not the worker, must wait for it.
    let cron = "(() => { const at = new Date(Date.now() + 40000); return `${at.getSeconds()} ${at.getMinutes()} ${at.getHours()} * * *`; })()";
    let cron = eval(&lab, cron).await;
    let schedule = json!([{ "id": "s", "name": "Watch", "prompt": "look", "cronExpression": cron, "enabled": true }]);
    lab.extension.storage_set(json!({ "edith_schedules": schedule })).await.unwrap();
    let alarm = "chrome.alarms.get('edith-schedules').then(alarm => alarm !== undefined)";
    lab.extension.page().wait_for(alarm, SOON).await.unwrap();
    assert!(lab.browser.kill_worker().await.unwrap());
    // No command is sent: the alarm alone wakes the worker.
    let done = lab.extension.wait_event("the scheduled run", is_done, ALARM).await.unwrap();
    assert_eq!(done.text("outcome"), "completed", "{}", done.message);
    assert_eq!(done.text("summary"), "All quiet.");
    let stored = lab.extension.storage_get("edith_schedules").await.unwrap();
    assert!(stored[0]["lastRun"].is_number(), "{stored}");
    // The end is reported a moment before it is recorded.
    let noted = "chrome.storage.local.get('edith_schedule_log').then(({edith_schedule_log: log}) => log.s.runs[0].outcome === 'completed')";
    lab.extension.page().wait_for(noted, SOON).await.unwrap();
    let runs = list(&lab).await[0]["runs"].clone();
    assert_eq!(runs.as_array().unwrap().len(), 1, "{runs}");
    assert_eq!(runs[0]["conversationId"], done.text("conversationId"));
    let front = "chrome.tabs.query({active: true}).then(tabs => tabs.some(tab => /tools-plain/.test(tab.url)))";
    assert_eq!(eval(&lab, front).await, false, "it works in a tab of its own that is not shown");
}

#[tokio::test]
async fn a_schedule_that_needs_leave_parks_and_tells_its_person() {
    let sites = Sites::start().await.unwrap();
    let script = Script::new()
        .then(open(&sites.form_url))
        .with(on("type_text", "INPUT", "Password", json!({ "text": "hunter2" })))
        .then(Reply::done("never"));
    let lab = Lab::on(sites, script).await;
    let schedule = json!({ "id": "s", "name": "Log in", "prompt": "log in", "cronExpression": "0 0 1 1 *" });
    lab.extension.accepted(json!({ "type": "SCHEDULE_SAVE", "schedule": schedule })).await.unwrap();
    lab.extension.accepted(json!({ "type": "SCHEDULE_RUN", "id": "s" })).await.unwrap();
    let done = lab.extension.wait_event("the parked run", is_done, RUN).await.unwrap();
    assert_eq!(done.text("outcome"), "needs_input", "{}", done.message);
    assert!(done.text("summary").contains("password"), "{}", done.message);
    let shown = "chrome.notifications.getAll().then(all => Object.keys(all)[0] ?? '')";
    lab.extension.page().wait_for(&format!("{shown}.then(id => id !== '')"), SOON).await.unwrap();
    assert_eq!(eval(&lab, shown).await, format!("conversation:{}", done.text("conversationId")));
    assert!(lab.is_detached().await);
    assert_eq!(list(&lab).await[0]["runs"][0]["outcome"], "needs_input");
}
