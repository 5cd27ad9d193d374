//! The new tab: asked for once, the browser's own if so chosen; usable before the wasm loads, keeping typed text; its tasks get a tab of their own, and its box
//! searches the web and goes to addresses.

use edith_lab::browser::{Browser, Page};
use edith_lab::model_server::{Reply, Script};
use edith_lab::sites::Sites;
use serde_json::{Value, json};

use super::lab::{Lab, RUN, open};
use super::{SOON, browser};

fn address() -> String {
    format!("chrome-extension://{}/newtab.html", edith::EXTENSION_ID)
}

async fn until(page: &Page, condition: &str) {
    page.wait_for(condition, SOON).await.unwrap_or_else(|error| panic!("{condition}: {error}"));
}

/// Answers the new tab's question beforehand, and lets the page know.
async fn wanted(browser: &Browser) {
    let tab = browser.open_extension("newtab.html").await.unwrap();
    tab.change_settings(json!({ "newTabChosen": true })).await.unwrap();
    until(tab.page(), "document.getElementById('composer-input') !== null").await;
    tab.close().await.unwrap();
}

/// A new tab whose wasm is held back until released.
async fn held(browser: &Browser) -> (Page, String) {
    wanted(browser).await;
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
    let tab = lab.browser.open_extension("newtab.html#open").await.unwrap();
    until(tab.page(), "document.body.innerText.includes('Read the papers')").await;
    tab.page()
        .eval("[...document.querySelectorAll('.tile')].find(tile => /papers/.test(tile.innerText)).click()")
        .await
        .unwrap();
    until(tab.page(), r"/Every day at 9:00\sAM/.test(document.querySelector('.schedule')?.innerText)").await;
}

/// The addresses of all tabs.
async fn addresses(lab: &Lab) -> String {
    let tabs = "chrome.tabs.query({}).then(tabs => tabs.map(tab => tab.pendingUrl || tab.url).join(' '))";
    lab.extension.page().eval(tabs).await.unwrap().as_str().unwrap().to_owned()
}

#[tokio::test]
async fn it_asks_once_whether_it_is_wanted_and_the_settings_change_it() {
    let lab = Lab::with(Script::new()).await;
    let tab = lab.browser.open_extension("newtab.html").await.unwrap();
    let page = tab.page();
    page.to_front().await.unwrap();
    until(page, "document.getElementById('newtab-yes') !== null").await;
    assert_eq!(page.eval("document.getElementById('composer-input')").await.unwrap(), Value::Null);
    // By keyboard: the first button is the first stop.
    page.press("Tab", 9).await.unwrap();
    until(page, "document.activeElement?.id === 'newtab-yes'").await;
    page.press("Enter", 13).await.unwrap();
    until(page, "document.getElementById('composer-input') !== null").await;
    let later = lab.browser.open_extension("newtab.html").await.unwrap();
    until(later.page(), "document.getElementById('composer-input') !== null").await;
    assert_eq!(later.page().eval("document.getElementById('newtab-yes')").await.unwrap(), Value::Null);
    // Switched off, the tab shows the browser's own.
    lab.extension.change_settings(json!({ "plainNewTab": true })).await.unwrap();
    let own = "chrome.tabs.query({}).then(tabs => tabs.some(tab => (tab.pendingUrl || tab.url).startsWith('chrome://new-tab-page')))";
    lab.extension.page().wait_for(own, SOON).await.unwrap();
    // What EDITH opens by itself is EDITH all the same.
    let meant = lab.browser.open_extension("newtab.html#open").await.unwrap();
    until(meant.page(), "document.getElementById('composer-input') !== null").await;
}

#[tokio::test]
async fn its_box_searches_the_web_goes_to_addresses_and_keeps_the_way() {
    let lab = Lab::with(Script::new()).await;
    wanted(&lab.browser).await;
    let typed = async |text: &str| {
        let tab = lab.browser.open_extension("newtab.html").await.unwrap();
        tab.page().to_front().await.unwrap();
        until(tab.page(), "document.activeElement?.id === 'composer-input'").await;
        until(tab.page(), "document.getElementById('newtab-search') !== null").await;
        tab.page().send("Input.insertText", json!({ "text": text })).await.unwrap();
        until(tab.page(), "!document.getElementById('newtab-search').disabled").await;
        tab
    };
    // An address is gone to.
    let tab = typed(&lab.sites.page_url("article")).await;
    tab.page().press("Enter", 13).await.unwrap();
    until(tab.page(), "location.pathname.includes('article') && document.readyState === 'complete'").await;
    // Words are searched for with a press of the button, by the person's own engine.
    let tab = typed("desk lamp").await;
    tab.page().click("#newtab-search").await.unwrap();
    let searched = |words: &str| {
        format!(
            "chrome.tabs.query({{}}).then(tabs => tabs.some(tab => /^https?:.*[?&][a-z]+={words}/.test(tab.pendingUrl || tab.url)))"
        )
    };
    if let Err(error) = lab.extension.page().wait_for(&searched("desk.lamp"), SOON).await {
        panic!("{error}: {}", addresses(&lab).await);
    }
    // From now on Enter searches.
    let tab = typed("floor lamp").await;
    tab.page().press("Enter", 13).await.unwrap();
    if let Err(error) = lab.extension.page().wait_for(&searched("floor.lamp"), SOON).await {
        panic!("{error}: {}", addresses(&lab).await);
    }
    assert_eq!(lab.model.requests().len(), 0, "a search is none of the model's");
}
