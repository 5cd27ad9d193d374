//! What a run learns of where things come from: the clipboard, sessions of the browser, addresses that answer.

use serde_json::json;
use xtask::browser::{Browser, Options};
use xtask::internet::{Answer, Internet};
use xtask::model_server::{ModelServer, Reply, Script};
use xtask::sites::Sites;

use super::lab::{Lab, RUN, on, open, outcome};

#[tokio::test]
async fn what_the_run_copied_is_pasted_unasked_and_what_it_did_not_is_asked_about() {
    let sites = Sites::start().await.unwrap();
    let page = sites.page_url("tools-plain");
    let script = Script::new()
        .then(open(&page))
        .with(on("type_text", "INPUT", "Plain text", json!({ "text": "lamps" })))
        // Nothing is selected: this copies nothing, and the clipboard is the person's.
        .with(on("press_key", "INPUT", "Plain text", json!({ "key": "End" })))
        .then(Reply::call("press_key", json!({ "key": "Control+c" })))
        .then(Reply::call("press_key", json!({ "key": "Control+v" })))
        .then(Reply::call("press_key", json!({ "key": "Control+a" })))
        .then(Reply::call("press_key", json!({ "key": "Control+c" })))
        .then(Reply::call("press_key", json!({ "key": "End" })))
        .then(Reply::call("press_key", json!({ "key": "Control+v" })))
        .then(Reply::done("done"));
    let lab = Lab::on(sites, script).await;
    let run = lab.start(&format!("write into {page}")).await;
    let ask = lab.ask(&run).await;
    assert!(ask.text("text").contains("your clipboard"), "{}", ask.message);
    lab.extension.answer(&ask, "deny").await.unwrap();
    let done = lab.done(&run).await;
    assert_eq!(outcome(&done), "completed", "{}", done.message);
    let asked = lab.extension.events_since(run.first_event).iter().filter(|event| event.kind() == "agent_ask").count();
    assert_eq!(asked, 1, "the run's own copy is pasted without a question");
    let last = lab.model.requests().last().map(|request| request.body.to_string()).unwrap_or_default();
    assert!(last.contains("lampslamps"), "the copy was pasted");
}

/// A browser on a small internet of its own, with a script as the model.
async fn on_internet(internet: &Internet, script: Script) -> (Browser, xtask::browser::Extension, ModelServer) {
    let model = ModelServer::scripted(script).await.unwrap();
    let flags = internet.flags();
    let browser = Browser::start(&Options { flags, ..Options::with_extension(xtask::paths::dist()) }).await.unwrap();
    let extension = browser.open_extension("options.html").await.unwrap();
    let server = json!({ "edith_api_base_url": model.url, "edith_model": "scripted", "edith_api_key": "sk-test" });
    extension.storage_set(server).await.unwrap();
    (browser, extension, model)
}

#[tokio::test]
async fn a_session_that_the_browser_had_before_makes_a_page_private_though_it_shows_no_sign_of_it() {
    for (cookie, asked) in [("remember_user_token", true), ("PHPSESSID", false)] {
        let page = "<title>T</title><p>weather</p><label>Note <input></label>".to_owned();
        let internet = Internet::start(move |_| Answer::Page(page.clone())).await.unwrap();
        let script = Script::new()
            .then(open("http://news.example/"))
            .then(open("http://forum.example/"))
            .with(on("type_text", "INPUT", "Note", json!({ "text": "weather" })))
            .then(Reply::done("done"));
        let (_browser, extension, _model) = on_internet(&internet, script).await;
        let value = "0123456789abcdef0123456789abcdef";
        let page = extension.page();
        let cookie = json!({ "name": cookie, "value": value, "url": "http://news.example/", "httpOnly": true });
        page.send("Network.setCookie", cookie.clone()).await.unwrap();
        let run = extension.run_agent("sum up http://news.example/ and look around", None).await.unwrap();
        let is_over = |event: &xtask::browser::SeenEvent| {
            ["agent_ask", "agent_done"].contains(&event.kind()) && event.run_id() == run.run_id
        };
        let (_, event) =
            extension.wait_event_from(run.first_event, "a question or the end", is_over, RUN).await.unwrap();
        assert_eq!(event.kind() == "agent_ask", asked, "{cookie}: {}", event.message);
        assert!(!asked || event.text("text").contains("news.example"), "{}", event.message);
    }
}
