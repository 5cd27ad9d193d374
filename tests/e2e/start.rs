//! The first page without a model: a server on this computer found by itself and used with one press, a pasted key tried before it is stored, by keyboard
//! alone, and doing without. What was chosen is not asked again.

use edith_lab::browser::{Browser, Extension, Options, Page};
use edith_lab::model_server::{ModelServer, Reply, Request};
use serde_json::{Value, json};

use super::lab::RUN;
use super::{SOON, browser};

async fn until(page: &Page, condition: &str) {
    if let Err(error) = page.wait_for(condition, RUN).await {
        panic!("{condition}: {error}: {}", page.eval("document.body.innerText").await.unwrap());
    }
}

/// A browser in which `server` stands where Ollama would, and nothing on the other ports.
pub(crate) async fn with_ollama(server: &ModelServer) -> Browser {
    let port = server.url.rsplit_once(':').unwrap().1.split('/').next().unwrap();
    let rules =
        format!("--host-resolver-rules=MAP localhost:11434 127.0.0.1:{port} , MAP * ~NOTFOUND , EXCLUDE 127.0.0.1");
    let options = Options::with_extension(edith_lab::paths::dist());
    Browser::start(&Options { online: true, flags: vec![rules], ..options }).await.unwrap()
}

/// Moves the focus by the Tab key alone.
async fn tab_to(page: &Page, id: &str) {
    for _ in 0..60 {
        page.press("Tab", 9).await.unwrap();
        if page.eval("document.activeElement?.id").await.unwrap() == id {
            return;
        }
    }
    panic!("{id} is not reached: {}", page.eval("document.activeElement?.outerHTML").await.unwrap());
}

async fn type_text(page: &Page, text: &str) {
    page.send("Input.insertText", json!({ "text": text })).await.unwrap();
}

/// The cards are gone, also in a page that is opened later.
async fn are_gone(browser: &Browser) {
    let later = browser.open_extension("sidepanel.html").await.unwrap();
    until(later.page(), "document.querySelector('.home__server') !== null").await;
    assert_eq!(later.page().eval("document.querySelector('.start')").await.unwrap(), Value::Null);
}

async fn stored(page: &Extension, key: &str) -> Value {
    page.storage_get(key).await.unwrap()
}

#[tokio::test]
async fn a_model_on_this_computer_is_found_and_used_with_one_press() {
    let server = ModelServer::start(|_| Reply::text("OK")).await.unwrap();
    let browser = with_ollama(&server).await;
    let panel = browser.open_extension("sidepanel.html").await.unwrap();
    let page = panel.page();
    page.to_front().await.unwrap();
    until(page, "document.querySelector('.start__found')?.innerText.includes('Ollama · scripted found')").await;
    until(page, "!document.querySelector('#find-local').disabled").await;
    assert_eq!(stored(&panel, "edith_api_base_url").await, Value::Null, "nothing is taken before the press");
    page.click(".start-use-local").await.unwrap();
    until(page, "document.querySelector('.start__card .test--works') !== null").await;
    assert_eq!(stored(&panel, "edith_api_base_url").await, "http://localhost:11434/v1");
    assert_eq!(stored(&panel, "edith_model").await, "scripted");
    page.wait_for("document.activeElement?.id === 'start-begin'", SOON).await.unwrap();
    page.press("Enter", 13).await.unwrap();
    until(page, "document.querySelector('.start__card') === null").await;
    are_gone(&browser).await;
}

#[tokio::test]
async fn a_key_is_tried_by_keyboard_alone_and_stored_only_when_it_works() {
    const RIGHT: &str = "right-key-0123456789-abcdefghij";
    let answer = |request: &Request| {
        let right = request.header("authorization") == format!("Bearer {RIGHT}");
        if right { Reply::text("OK") } else { Reply::unauthorized() }
    };
    let server = ModelServer::start(answer).await.unwrap();
    let browser = browser().await;
    let panel = browser.open_extension("sidepanel.html").await.unwrap();
    let page = panel.page();
    page.to_front().await.unwrap();
    until(page, "document.querySelector('#start-key') !== null && !document.querySelector('#find-local').disabled")
        .await;
    tab_to(page, "start-key").await;
    // What is no key is said, and sent nowhere.
    type_text(page, "https://platform.openai.com").await;
    until(page, "document.querySelector('#start-key-said [role=alert]')?.textContent.includes('address')").await;
    page.eval("document.activeElement.select()").await.unwrap();
    type_text(page, "OTHER_KEY=wrong-key-0123456789-abcdefghij").await;
    // Nobody is asked before the person says whose it is.
    until(page, "document.querySelector('#start-key-whose')?.value === ''").await;
    tab_to(page, "start-key-whose").await;
    page.press("ArrowDown", 40).await.unwrap();
    until(page, "document.querySelector('#start-key-whose').value === 'own'").await;
    assert!(server.requests().is_empty());
    tab_to(page, "start-key-address").await;
    type_text(page, &server.url).await;
    page.press("Tab", 9).await.unwrap();
    until(page, "document.querySelector('.start__card .tick--bad')?.textContent.startsWith('Key')").await;
    assert_eq!(stored(&panel, "edith_api_key").await, Value::Null, "a refused key is not stored");
    // The right one, in the same field.
    page.eval("document.getElementById('start-key').focus(); document.activeElement.select()").await.unwrap();
    type_text(page, RIGHT).await;
    page.press("Enter", 13).await.unwrap();
    until(page, "document.querySelector('#start-begin') !== null").await;
    until(page, "document.querySelector('.start__card .test--works') !== null").await;
    assert_eq!(stored(&panel, "edith_api_key").await, RIGHT);
    assert_eq!(stored(&panel, "edith_model").await, "scripted");
    assert_eq!(stored(&panel, "edith_api_base_url").await, json!(server.url));
    let shown = page.eval("document.documentElement.outerHTML").await.unwrap();
    assert!(!shown.as_str().unwrap().contains(RIGHT), "the key is shown again");
    let log = stored(&panel, "edith_log").await.to_string();
    assert!(!log.contains("right-key") && !log.contains("wrong-key"), "{log}");
    page.press("Enter", 13).await.unwrap();
    are_gone(&browser).await;
}

#[tokio::test]
async fn doing_without_a_model_is_chosen_once() {
    let browser = browser().await;
    let panel = browser.open_extension("sidepanel.html").await.unwrap();
    let page = panel.page();
    page.to_front().await.unwrap();
    until(page, "document.querySelector('#start-without') !== null").await;
    tab_to(page, "start-without").await;
    page.press("Enter", 13).await.unwrap();
    until(page, "document.querySelector('.start') === null").await;
    page.wait_for("document.activeElement?.id === 'composer-input'", SOON).await.unwrap();
    assert_eq!(stored(&panel, "edith_settings").await["startDone"], true);
    are_gone(&browser).await;
    // The settings have the cards again.
    let options = browser.open_extension("options.html").await.unwrap();
    until(options.page(), "document.querySelector('.start #start-key') !== null").await;
}
