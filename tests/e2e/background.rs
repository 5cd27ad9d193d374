//! Several simultaneous runs, each in a background tab, with every kind of action: nothing comes to the front.
//!
//! Headless Chromium treats every tab as visible; with `EDITH_HEADED=1` and a display these tabs are really hidden.

use std::collections::HashMap;
use std::sync::Mutex;

use edith_lab::model_server::{Reply, Request, Script};
use serde_json::{Value, json};

use super::lab::{click, on, open, outcome};
use super::play::lab;

/// The tasks, which the scripted model recognises by these words.
const TASKS: [&str; 3] = ["first of three", "second of three", "third of three"];

type Turn = Box<dyn Fn(&Request) -> Reply + Send + Sync>;

/// The turns of each run.
fn turns(origin: &str) -> Vec<Turn> {
    let go = |page: &str| -> Turn {
        let url = format!("{origin}/pages/{page}");
        Box::new(move |_| Reply::call("navigate", json!({ "url": url })))
    };
    let call =
        |name: &'static str, arguments: Value| -> Turn { Box::new(move |_| Reply::call(name, arguments.clone())) };
    let plain = format!("{origin}/pages/tools-plain");
    vec![
        Box::new(move |_| open(&plain)),
        Box::new(click("BUTTON", "Plain button")),
        Box::new(on("type_text", "INPUT", "Plain text", json!({ "text": "hello" }))),
        Box::new(on("select_option", "SELECT", "Plain select", json!({ "value": "Banana" }))),
        Box::new(on("set_value", "SLIDER", "Plain range", json!({ "value": "7" }))),
        call("scroll", json!({ "direction": "bottom" })),
        call("screenshot", json!({})),
        go("hover-menu"),
        Box::new(on("hover", "BUTTON", "File", json!({}))),
        Box::new(click("MENUITEM", "Rename")),
        go("drag"),
        Box::new(|request| {
            let uid = |name| edith_lab::model_server::uid_of(request, "", name).unwrap_or_default();
            Reply::call("drag", json!({ "from_uid": uid("Blue card"), "to_uid": uid("Tray") }))
        }),
        Box::new(|request| {
            let uid = |name| edith_lab::model_server::uid_of(request, "", name).unwrap_or_default();
            Reply::call("drag", json!({ "from_uid": uid("Red knob"), "to_uid": uid("Target") }))
        }),
        go("dialogs"),
        Box::new(click("BUTTON", "Prompt")),
        call("handle_dialog", json!({ "accept": true, "text": "Ann" })),
        call("press_key", json!({ "key": "Tab" })),
        call("task_complete", json!({ "summary": "done" })),
    ]
}

#[tokio::test]
async fn three_runs_do_everything_at_once_in_tabs_that_stay_in_the_background() {
    let lab = lab(|sites, _| {
        let turns = turns(&sites.origin);
        let at: Mutex<HashMap<&str, usize>> = Mutex::default();
        Script::always(move |request| {
            let text = request.body.to_string();
            let Some(task) = TASKS.into_iter().find(|task| text.contains(task)) else { return Reply::text("whose?") };
            let turn = {
                let mut at = at.lock().unwrap();
                let turn = at.entry(task).or_default();
                *turn += 1;
                *turn - 1
            };
            turns.get(turn).map_or_else(|| Reply::text("no more turns"), |turn| turn(request))
        })
    })
    .await;
    lab.extension.storage_set(json!({ "edith_settings": { "version": 1, "approvals": "auto" } })).await.unwrap();
    let page = lab.extension.page();
    page.to_front().await.unwrap();
    let watch = "(() => { globalThis.came = []; chrome.tabs.onActivated.addListener(tab => came.push(tab)); \
                 return chrome.tabs.query({ active: true }).then(tabs => tabs.map(tab => tab.id)); })()";
    let front = page.eval(watch).await.unwrap();
    let mut runs = Vec::new();
    for task in TASKS {
        let task = format!("{task}: work on {} without a word", lab.sites.origin);
        runs.push(lab.start(&task).await);
    }
    for run in &runs {
        let done = lab.done(run).await;
        assert_eq!((outcome(&done), done.text("summary")), ("completed", "done"), "{}", done.message);
    }
    let state = lab.sites.state();
    for (site, what, value) in [
        ("tools-plain", "click", "true"),
        ("tools-plain", "text", "hello"),
        ("tools-plain", "select", "b"),
        ("tools-plain", "range", "7"),
        ("hover-menu", "chosen", "Rename"),
        ("drag", "dropped", "blue"),
        ("dialogs", "prompted", "Ann"),
    ] {
        lab.until(&format!("{what} three times"), |state| state.noted(site, what).len() >= 3).await;
        assert_eq!(lab.sites.state().noted(site, what), [value; 3], "{what}");
    }
    assert_eq!(state.noted("drag", "placed").len(), 3, "{:?}", state.notes);
    let pictures: Vec<_> = lab.extension.events_since(runs[0].first_event);
    let pictures = pictures.iter().filter(|event| event.message["screenshot"].is_string()).count();
    assert_eq!(pictures, 3);
    assert_eq!(page.eval("came").await.unwrap(), json!([]), "something came to the front");
    let active = page.eval("chrome.tabs.query({ active: true }).then(tabs => tabs.map(tab => tab.id))").await.unwrap();
    assert_eq!(active, front);
    assert_eq!(page.eval("document.visibilityState").await.unwrap(), json!("visible"));
    assert!(lab.is_detached().await);
}
