//! The new tab: usable before the wasm loads, keeping typed text; its tasks get a tab of their own; blank if so configured.

use serde_json::{Value, json};
use xtask::browser::Page;
use xtask::model_server::{Reply, Script};
use xtask::sites::Sites;

use super::lab::{Lab, RUN, open};
use super::{SOON, browser};

fn address() -> String {
    format!("chrome-extension://{}/newtab.html", edith::EXTENSION_ID)
}

async fn until(page: &Page, condition: &str) {
    page.wait_for(condition, SOON).await.unwrap_or_else(|error| panic!("{condition}: {error}"));
}

/// A new tab whose wasm is held back until released.
async fn held(browser: &xtask::browser::Browser) -> (Page, String) {
    let page = browser.open_blank().await.unwrap();
    let mut paused = page.subscribe("Fetch.requestPaused");
    page.send("Fetch.enable", json!({ "patterns": [{ "urlPattern": "*edith-panel_bg.wasm" }] })).await.unwrap();
    page.goto(&address()).await.unwrap();
    let event = paused.next(SOON).await.unwrap();
    let request = event.params["requestId"].as_str().unwrap().to_owned();
    (page, request)
}

#[tokio::test]
async fn it_is_painted_and_takes_a_task_before_the_wasm_is_there() {
    let browser = browser().await;
    let (page, request) = held(&browser).await;
    page.to_front().await.unwrap();
    until(&page, "performance.getEntriesByName('first-contentful-paint').length === 1").await;
    until(&page, "/\\d/.test(document.getElementById('first-time').textContent)").await;
    until(&page, "document.activeElement?.id === 'first-input'").await;
    page.type_keys("read the page").await.unwrap();
    assert_eq!(page.eval("document.getElementById('composer-input')").await.unwrap(), Value::Null);
    page.send("Fetch.continueRequest", json!({ "requestId": request })).await.unwrap();
    until(&page, "document.getElementById('composer-input')?.value === 'read the page'").await;
    until(&page, "document.getElementById('first') === null").await;
    until(&page, "document.activeElement?.id === 'composer-input'").await;
}

#[tokio::test]
async fn what_was_sent_before_the_wasm_was_there_is_sent_in_a_tab_of_its_own() {
    let sites = Sites::start().await.unwrap();
    let script = Script::new().then(open(&sites.page_url("tools-plain"))).then(Reply::done("It is done."));
    let lab = Lab::on(sites, script).await;
    let (page, request) = held(&lab.browser).await;
    page.to_front().await.unwrap();
    until(&page, "document.activeElement?.id === 'first-input'").await;
    page.type_keys("do it").await.unwrap();
    page.press("Enter", 13).await.unwrap();
    page.send("Fetch.continueRequest", json!({ "requestId": request })).await.unwrap();
    let done = page.wait_for("document.body.innerText.includes('It is done.')", RUN).await;
    if let Err(error) = done {
        panic!("{error}: {}", page.eval("document.body.innerText").await.unwrap());
    }
    // The new tab is still there, and the work happened elsewhere.
    let tabs = "chrome.tabs.query({}).then(tabs => tabs.map(tab => tab.url).filter(url => /tools-plain|newtab/.test(url)).length)";
    assert_eq!(lab.extension.page().eval(tabs).await.unwrap(), json!(2));
}

#[tokio::test]
async fn it_tells_what_comes_and_opens_the_schedules() {
    let lab = Lab::with(Script::new()).await;
    let schedule = json!({ "name": "Read the papers", "prompt": "read", "cronExpression": "0 9 * * *" });
    lab.extension.accepted(json!({ "type": "SCHEDULE_SAVE", "schedule": schedule })).await.unwrap();
    let tab = lab.browser.open_extension("newtab.html").await.unwrap();
    until(tab.page(), "document.body.innerText.includes('Read the papers')").await;
    tab.page()
        .eval("[...document.querySelectorAll('.tile')].find(tile => /papers/.test(tile.innerText)).click()")
        .await
        .unwrap();
    until(tab.page(), "document.querySelector('.schedule')?.innerText.includes('Every day at 09:00')").await;
}

#[tokio::test]
async fn a_setting_makes_it_a_plain_page_and_back() {
    let lab = Lab::with(Script::new()).await;
    lab.extension.change_settings(json!({ "plainNewTab": true })).await.unwrap();
    let tab = lab.browser.open_extension("newtab.html").await.unwrap();
    until(tab.page(), "document.documentElement.dataset.surface === 'plain'").await;
    until(tab.page(), "document.body.innerText.trim() === ''").await;
    lab.extension.change_settings(json!({ "plainNewTab": false })).await.unwrap();
    until(tab.page(), "document.getElementById('composer-input') !== null").await;
}
