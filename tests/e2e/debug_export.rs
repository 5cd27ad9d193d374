//! The debug export of a finished task, from its menu, in the browser's own store.

use edith_lab::model_server::{Reply, Script};
use serde_json::{Value, json};

use super::SOON;
use super::lab::{Lab, RUN};

#[tokio::test]
async fn a_finished_task_is_exported_with_its_requests_and_without_the_key() {
    let script = Script::new().then(Reply::call("list_tabs", json!({}))).then(Reply::done("There you are."));
    let lab = Lab::with(script).await;
    let panel = lab.browser.open_extension("sidepanel.html").await.unwrap();
    let page = panel.page();
    page.to_front().await.unwrap();
    page.wait_for("document.querySelector('textarea') !== null", SOON).await.unwrap();
    page.eval("document.querySelector('textarea').focus()").await.unwrap();
    page.type_keys("list my tabs with sk-test").await.unwrap();
    page.press("Enter", 13).await.unwrap();
    page.wait_for("document.body.innerText.includes('There you are.')", RUN).await.unwrap();

    // What is saved is kept here, too.
    let keep = "(() => { const make = URL.createObjectURL; \
                URL.createObjectURL = blob => { blob.text().then(text => { globalThis.saved = text; }); return make.call(URL, blob); }; })()";
    page.eval(keep).await.unwrap();
    page.wait_for("document.querySelector('.again [aria-haspopup]') !== null", SOON).await.unwrap();
    page.eval("document.querySelector('.again [aria-haspopup]').focus()").await.unwrap();
    page.press("Enter", 13).await.unwrap();
    let entry =
        "[...document.querySelectorAll('[role=menuitem]')].find(item => item.textContent.trim() === 'Debug export')";
    page.wait_for(&format!("{entry} !== undefined"), SOON).await.unwrap();
    page.eval(&format!("{entry}.click()")).await.unwrap();
    page.wait_for("globalThis.saved !== undefined", SOON).await.unwrap();
    let saved = page.eval("globalThis.saved").await.unwrap();
    let saved = saved.as_str().unwrap();
    assert!(!saved.contains("sk-test"), "{saved}");
    let file: Value = serde_json::from_str(saved).unwrap();
    assert_eq!(file["format"], "edith-debug");
    let entries = file["entries"].as_array().unwrap();
    let kinds: Vec<&str> = entries.iter().map(|entry| entry["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["begin", "request", "request", "end"]);
    assert_eq!(entries[1]["server"]["model"], "scripted");
    assert_eq!(entries[1]["answer"]["calls"][0]["name"], "list_tabs");
    let added = entries[1]["added"].as_array().unwrap();
    let told: String = added.iter().map(|message| message["text"].as_str().unwrap()).collect();
    assert!(told.contains("list my tabs with "), "{told}");
    let sent = lab.model.requests()[0].body["messages"].as_array().unwrap().len();
    assert_eq!(added.len(), sent);
    assert!(entries[3]["events"].as_array().unwrap().iter().any(|event| event["tool"] == "list_tabs"));
}
