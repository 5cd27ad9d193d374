//! Model servers set up by the person: a new one tried and used, several keys, and the model of the next task chosen by keyboard.

use edith_lab::browser::{Extension, Page};
use edith_lab::model_server::{ModelServer, Reply};
use serde_json::{Value, json};

use super::lab::RUN;
use super::{SOON, browser};

async fn until(page: &Page, condition: &str) {
    page.wait_for(condition, RUN).await.unwrap_or_else(|error| panic!("{condition}: {error}"));
}

/// Types into a field and leaves it.
async fn fill(page: &Page, id: &str, text: &str) {
    until(page, &format!("document.getElementById('{id}') !== null")).await;
    page.eval(&format!("document.getElementById('{id}').focus(); document.getElementById('{id}').select?.()"))
        .await
        .unwrap();
    page.send("Input.insertText", json!({ "text": text })).await.unwrap();
    page.press("Tab", 9).await.unwrap();
}

async fn choose(page: &Page, id: &str, value: &str) {
    until(page, &format!("document.getElementById('{id}') !== null")).await;
    let set = format!(
        "(() => {{ const list = document.getElementById('{id}'); list.value = '{value}'; list.dispatchEvent(new Event('change', {{ bubbles: true }})); }})()"
    );
    page.eval(&set).await.unwrap();
}

async fn click(page: &Page, selector: &str) {
    until(page, &format!("document.querySelector('{selector}') !== null")).await;
    page.eval(&format!("document.querySelector('{selector}').click()")).await.unwrap();
}

/// A server that wants this key.
async fn guarded(key: &'static str) -> ModelServer {
    let answer = move |request: &edith_lab::model_server::Request| {
        if request.header("authorization") == format!("Bearer {key}") {
            Reply::text("OK")
        } else {
            Reply::unauthorized()
        }
    };
    ModelServer::start(answer).await.unwrap()
}

async fn stored(page: &Extension, key: &str) -> Value {
    page.storage_get(key).await.unwrap()
}

const OVER: &str =
    "document.querySelectorAll('.new-server .tick').length === 6 && !document.querySelector('.new-server .spinner')";

#[tokio::test]
async fn a_key_is_tried_when_it_is_typed_and_the_server_used_with_one_button() {
    let server = guarded("sk-right").await;
    let browser = browser().await;
    let options = browser.open_extension("options.html").await.unwrap();
    let page = options.page();
    page.to_front().await.unwrap();
    click(page, "#add-server").await;
    // A key that was typed for another server is not sent to this one.
    choose(page, "new-server", "groq").await;
    until(page, "document.getElementById('new-server-key') !== null").await;
    page.eval("document.getElementById('new-server-key').focus()").await.unwrap();
    page.send("Input.insertText", json!({ "text": "gsk-other" })).await.unwrap();
    choose(page, "new-server", "own").await;
    fill(page, "new-server-url", &server.url).await;
    until(page, OVER).await;
    assert!(server.requests().iter().all(|request| !request.header("authorization").contains("gsk")));
    until(page, "document.querySelector('.new-server .test--fails') !== null").await;
    // A wrong key has its cross at the key.
    fill(page, "new-server-key", "sk-wrong").await;
    until(page, OVER).await;
    let crossed = "document.querySelector('.new-server .tick--bad')?.textContent.startsWith('Key')";
    until(page, crossed).await;
    fill(page, "new-server-key", "sk-right").await;
    until(page, "document.querySelector('.new-server .test--works') !== null").await;
    assert_eq!(stored(&options, "edith_api_key").await, Value::Null, "nothing is stored before it is used");
    click(page, ".new-server .button--main").await;
    until(page, "document.querySelector('#server-card-default .badge') !== null").await;
    assert_eq!(stored(&options, "edith_api_key").await, "sk-right");
    assert_eq!(stored(&options, "edith_api_base_url").await, json!(server.url));
    assert_eq!(stored(&options, "edith_model").await, "scripted");
    // A second key is stored behind the first, for this address.
    click(page, "#server-card-default").await;
    let more = "[...document.querySelectorAll('button')].find(button => button.textContent === 'Add another key')";
    page.eval(&format!("{more}.click()")).await.unwrap();
    fill(page, "server-key-default-1", "sk-second").await;
    until(page, "document.querySelectorAll('.keys-list input').length === 2").await;
    let first = &stored(&options, "edith_settings").await["servers"][0];
    assert_eq!((&first["id"], &first["apiKeys"]), (&json!("default"), &json!(["sk-right", "sk-second"])));
    // With another origin none of them stays.
    fill(page, "server-url-default", "https://models.example/v1").await;
    until(page, "document.querySelectorAll('.keys-list input')[0]?.value === ''").await;
    assert_eq!(stored(&options, "edith_api_key").await, "");
    let all = stored(&options, "edith_settings").await.to_string();
    assert!(!all.contains("sk-right") && !all.contains("sk-second"), "{all}");
}

#[tokio::test]
async fn the_model_of_the_next_task_is_chosen_by_keyboard() {
    let server = guarded("sk").await;
    let browser = browser().await;
    let options = browser.open_extension("options.html").await.unwrap();
    let other =
        json!({ "id": "s1", "name": "Claude", "baseUrl": server.url, "apiKeys": ["sk"], "model": "claude-sonnet-5" });
    options.change_settings(json!({ "servers": [other] })).await.unwrap();
    let first = json!({ "edith_api_base_url": server.url, "edith_api_key": "sk", "edith_model": "gpt-5-mini" });
    options.storage_set(first).await.unwrap();
    let panel = browser.open_extension("sidepanel.html").await.unwrap();
    let page = panel.page();
    page.to_front().await.unwrap();
    until(page, "document.querySelector('#pick-model')?.textContent.includes('gpt-5-mini')").await;
    page.eval("document.getElementById('pick-model').focus()").await.unwrap();
    page.press("Enter", 13).await.unwrap();
    until(page, "document.activeElement?.id === 'picker-filter'").await;
    until(page, "document.querySelector('.picker__option').textContent.includes('$0.25')").await;
    page.press("Escape", 27).await.unwrap();
    page.wait_for("document.activeElement?.id === 'pick-model'", SOON).await.unwrap();
    page.press("Enter", 13).await.unwrap();
    until(page, "document.activeElement?.id === 'picker-filter'").await;
    page.send("Input.insertText", json!({ "text": "sonnet" })).await.unwrap();
    until(page, "document.querySelectorAll('.picker__option').length === 1").await;
    page.press("Enter", 13).await.unwrap();
    until(page, "document.querySelector('#pick-model')?.textContent.includes('claude-sonnet-5')").await;
    let settings = stored(&panel, "edith_settings").await;
    assert_eq!(settings["modeServers"]["agent"], "s1", "{settings}");
    assert_eq!(stored(&panel, "edith_model").await, "gpt-5-mini");
}
