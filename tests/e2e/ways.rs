//! The browser's own entry points. Menus, keys and the address bar are not part of a page, so the tests send their events to the worker; without a
//! user gesture the side panel cannot open, so a tab takes its place.

use edith_lab::browser::Page;
use edith_lab::model_server::{Reply, Script};
use edith_lab::sites::Sites;
use serde_json::{Value, json};

use super::SOON;
use super::lab::{Lab, RUN, open};

/// Sends an event to the worker's listeners.
async fn dispatch(lab: &Lab, event: &str, arguments: Value) {
    let worker = lab.browser.worker().await.unwrap().expect("the worker runs");
    let worker = lab.browser.attach(&worker.id).await.unwrap();
    let arguments = arguments.to_string();
    let script = format!("chrome.{event}.dispatch(...{arguments}), true");
    worker.eval(&script).await.unwrap();
}

/// The tab in the side panel's place.
async fn panel_tab(lab: &Lab) -> Page {
    let is_it = |target: &edith_lab::browser::Target| target.url.ends_with("/newtab.html#open");
    let target = lab.browser.wait_target("the tab that is opened", is_it, SOON).await.unwrap();
    lab.browser.attach(&target.id).await.unwrap()
}

async fn tab(lab: &Lab, url: &str) -> Value {
    let page = lab.browser.open_page(url).await.unwrap();
    let script = format!("chrome.tabs.query({{}}).then(tabs => tabs.find(tab => tab.url === {}))", json!(url));
    let tab = lab.extension.page().eval(&script).await.unwrap();
    drop(page);
    tab
}

async fn until(page: &Page, condition: &str) {
    page.wait_for(condition, RUN).await.unwrap_or_else(|error| panic!("{condition}: {error}"));
}

#[tokio::test]
async fn a_selection_from_the_context_menu_goes_to_the_model_as_data() {
    let sites = Sites::start().await.unwrap();
    let url = sites.page_url("tools-plain");
    let lab = Lab::on(sites, Script::new().then(Reply::done("It is a lamp."))).await;
    let tab = tab(&lab, &url).await;
    let info = json!({ "menuItemId": "ask", "selectionText": "a brass lamp", "pageUrl": url });
    dispatch(&lab, "contextMenus.onClicked", json!([info, tab])).await;
    let panel = panel_tab(&lab).await;
    until(&panel, "document.querySelector('.chip')?.innerText.includes('a brass lamp')").await;
    panel.to_front().await.unwrap();
    until(&panel, "document.activeElement?.id === 'composer-input'").await;
    panel.type_keys("What is this?").await.unwrap();
    panel.press("Enter", 13).await.unwrap();
    until(&panel, "document.body.innerText.includes('It is a lamp.')").await;
    let text = lab.model.requests()[0].body.to_string();
    assert!(
        text.contains("Selected text") && text.contains("a brass lamp") && text.contains("<<<DATA referred"),
        "{text}"
    );
    assert_eq!(
        panel.eval("document.querySelector('.composer .chip')").await.unwrap(),
        Value::Null,
        "the next task starts afresh"
    );
}

#[tokio::test]
async fn the_key_for_this_page_takes_its_text_along() {
    let sites = Sites::start().await.unwrap();
    let url = sites.page_url("tools-plain");
    let lab = Lab::on(sites, Script::new()).await;
    let tab = tab(&lab, &url).await;
    dispatch(&lab, "commands.onCommand", json!(["ask-page", tab])).await;
    let panel = panel_tab(&lab).await;
    until(&panel, "document.querySelector('.chip__kind')?.innerText === 'Page'").await;
}

#[tokio::test]
async fn a_task_from_the_address_bar_runs_and_is_shown() {
    let sites = Sites::start().await.unwrap();
    let script = Script::new().then(open(&sites.page_url("tools-plain"))).then(Reply::done("Found it."));
    let lab = Lab::on(sites, script).await;
    dispatch(&lab, "omnibox.onInputEntered", json!(["find the lamp", "currentTab"])).await;
    let panel = panel_tab(&lab).await;
    until(&panel, "document.body.innerText.includes('Found it.')").await;
    until(&panel, "document.body.innerText.includes('find the lamp')").await;
}

#[tokio::test]
async fn a_click_on_a_notification_opens_its_conversation() {
    let lab = Lab::with(Script::new().then(Reply::text("Good morning."))).await;
    let chat = lab.extension.accepted(json!({ "type": "CHAT", "prompt": "Greet me" })).await.unwrap();
    let id = format!("conversation:{}", chat["conversationId"].as_str().unwrap());
    dispatch(&lab, "notifications.onClicked", json!([id])).await;
    let panel = panel_tab(&lab).await;
    until(&panel, "document.body.innerText.includes('Good morning.')").await;
}

#[tokio::test]
async fn open_tabs_are_chosen_and_taken_along() {
    let sites = Sites::start().await.unwrap();
    let urls = [sites.page_url("tools-plain"), sites.page_url("article")];
    let lab = Lab::on(sites, Script::new().then(Reply::text("Both are pages."))).await;
    for url in &urls {
        tab(&lab, url).await;
    }
    let panel = lab.browser.open_extension("sidepanel.html").await.unwrap();
    let panel = panel.page();
    until(panel, "document.querySelector('#add-to-task') !== null").await;
    panel.eval("document.querySelector('#add-to-task').click()").await.unwrap();
    until(panel, "document.querySelectorAll('.tabs input').length === 2").await;
    panel.eval("document.querySelectorAll('.tabs input').forEach(box => box.click())").await.unwrap();
    until(panel, "document.querySelectorAll('.chip').length === 2").await;
    panel.to_front().await.unwrap();
    panel
        .eval("document.querySelector('input[value=chat]').click(), document.getElementById('composer-input').focus()")
        .await
        .unwrap();
    panel.type_keys("Compare these").await.unwrap();
    panel.press("Enter", 13).await.unwrap();
    until(panel, "document.body.innerText.includes('Both are pages.')").await;
    let text = lab.model.requests()[0].body.to_string();
    assert_eq!(text.matches("Open tab: ").count(), 2, "{text}");
    for url in &urls {
        assert!(text.contains(url.as_str()), "{url} in {text}");
    }
}

#[tokio::test]
async fn the_browser_knows_the_menu_the_keys_and_the_side_panel() {
    let lab = Lab::with(Script::new()).await;
    let page = lab.extension.page();
    let commands = page.eval("chrome.commands.getAll().then(all => all.map(one => one.name).sort())").await.unwrap();
    assert_eq!(commands, json!(["_execute_action", "ask-page", "new-task", "stop-all"]));
    // An existing item can be changed; a missing one is an error.
    let known = |id: &str| format!("chrome.contextMenus.update({}, {{}}).then(() => true, () => false)", json!(id));
    until(page, &known("ask")).await;
    assert_eq!(page.eval(&known("other")).await.unwrap(), json!(false));
    let behaviour = page.eval("chrome.sidePanel.getPanelBehavior()").await.unwrap();
    assert_eq!(behaviour["openPanelOnActionClick"], json!(true));
}

#[tokio::test]
async fn a_question_is_told_to_a_person_who_is_away_and_not_to_one_who_sees_it() {
    let ask = || Reply::call("ask_user", json!({ "question": "Which lamp?" }));
    let lab = Lab::with(Script::new().then(ask()).then(ask())).await;
    let told = "chrome.notifications.getAll().then(all => Object.keys(all).length)";
    let page = lab.extension.page();
    page.to_front().await.unwrap();
    let seen = lab.start("ask me").await;
    lab.ask(&seen).await;
    // The worker has checked who is watching before it answers several more queries.
    let looked = "chrome.runtime.getContexts({}).then(() => chrome.tabs.query({ active: true })).then(() => true)";
    for _ in 0..5 {
        lab.runs().await;
        page.eval(looked).await.unwrap();
    }
    assert_eq!(page.eval(told).await.unwrap(), json!(0));
    // The user is now on another page.
    let other = lab.browser.open_blank().await.unwrap();
    other.to_front().await.unwrap();
    page.wait_for("chrome.tabs.getCurrent().then(tab => !tab.active)", SOON).await.unwrap();
    let unseen = lab.start("ask me again").await;
    lab.ask(&unseen).await;
    page.wait_for(&format!("{told}.then(count => count > 0)"), SOON).await.unwrap();
    let shown = page.eval("chrome.notifications.getAll().then(all => Object.keys(all))").await.unwrap();
    let conversation = lab.runs().await.into_iter().find(|run| run["runId"] == json!(unseen.run_id)).unwrap();
    assert_eq!(shown, json!([format!("conversation:{}", conversation["conversationId"].as_str().unwrap())]));
}
