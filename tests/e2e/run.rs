//! A run from outside: commands, events, stop, pause, an interjection, and the stored data.

use std::time::{Duration, Instant};

use edith_lab::model_server::{Fault, Reply, Script, last_look};
use edith_lab::sites::Sites;
use serde_json::{Value, json};

use super::lab::{Lab, click, on, open, outcome};

#[tokio::test]
async fn a_scripted_model_does_a_whole_task_on_the_shop() {
    let sites = Sites::start().await.unwrap();
    let script = Script::new()
        .then(open(&sites.shop_url))
        .with(on("type_text", "INPUT", "Search", json!({ "text": "lamp", "submit": true })))
        .with(|request| {
            let look = last_look(request);
            assert!(look.contains("q=lamp"), "the look after the search: {look}");
            Reply::done("searched")
        });
    let lab = Lab::on(sites, script).await;
    let run = lab.start("search for a lamp").await;
    let done = lab.done(&run).await;
    assert_eq!((outcome(&done), done.text("summary")), ("completed", "searched"));
    assert!(lab.sites.state().requests.iter().any(|request| request.contains("q=lamp")));
    assert!(lab.is_detached().await);

    let events = lab.extension.events_since(run.first_event);
    let typed =
        events.iter().find(|event| event.text("tool") == "type_text" && event.message.get("result").is_some()).unwrap();
    assert_eq!(typed.message["args"]["text"], "lamp");
    assert!(
        typed.text("result").contains("ELEMENTS (uid | type | label):")
            || typed.text("result").contains("CHANGES since")
    );
    for event in events.iter().filter(|event| event.kind().starts_with("agent_")) {
        assert_eq!(event.run_id(), run.run_id);
        assert_eq!(event.text("conversationId"), run.conversation_id);
    }

    let requests = lab.model.requests();
    let first = &requests[0];
    assert_eq!(first.header("authorization"), "Bearer sk-test");
    assert_eq!(first.path, "/v1/chat/completions");
    assert_eq!(first.body["model"], "scripted");
    assert_eq!(first.body["stream"], true);
    assert_eq!(first.body["tool_choice"], "auto");
    assert_eq!(first.body["max_completion_tokens"], 4096);
    assert_eq!(first.messages()[0]["role"], "system");
    assert!(first.tools().contains(&"open_browser") && !first.tools().contains(&"handle_dialog"));

    let conversations = lab.extension.conversations().await.unwrap();
    let conversation = &conversations[0];
    assert_eq!(conversation["id"], run.conversation_id.as_str());
    assert_eq!(conversation["title"], "search for a lamp");
    let roles: Vec<&str> =
        conversation["messages"].as_array().unwrap().iter().map(|m| m["role"].as_str().unwrap()).collect();
    assert_eq!((roles[0], roles[roles.len() - 1]), ("user", "assistant"));
    assert!(roles.contains(&"tool"));
}

#[tokio::test]
async fn chat_streams_and_is_answered_when_the_reply_is_stored() {
    let lab = Lab::with(Script::new().then(Reply::text("Hello, this is a *streamed* answer."))).await;
    let first = lab.extension.event_count();
    let answer = lab.extension.accepted(json!({ "type": "CHAT", "prompt": "Hi" })).await.unwrap();
    let conversations = lab.extension.conversations().await.unwrap();
    assert_eq!(conversations[0]["id"], answer["conversationId"]);
    assert_eq!(conversations[0]["messages"][1]["content"], "Hello, this is a *streamed* answer.");
    let deltas: String = lab
        .extension
        .events_since(first)
        .iter()
        .filter(|event| event.kind() == "agent_delta")
        .map(|event| event.text("text").to_owned())
        .collect();
    assert_eq!(deltas, "Hello, this is a *streamed* answer.");
    assert!(lab.model.requests()[0].tools().is_empty());
}

#[tokio::test]
async fn a_server_that_answers_plain_json_is_understood() {
    let lab = Lab::with(Script::new().then(Reply::text("plain").as_plain())).await;
    let done = lab.run("say something").await;
    assert_eq!((outcome(&done), done.text("summary")), ("completed", "plain"));
}

/// Milliseconds from the stop to the run's end as the panel sees it.
async fn stopped_within(lab: &Lab, run: &edith_lab::browser::RunHandle) -> f64 {
    let before = Instant::now();
    lab.steer("AGENT_STOP", run).await;
    let done = lab.done(run).await;
    assert_eq!(outcome(&done), "stopped");
    assert!(lab.is_detached().await);
    done.seen.duration_since(before).as_secs_f64() * 1000.0
}

/// The promise is 300 ms; a shared machine gets some more.
const STOP_MS: f64 = 1_000.0;

#[tokio::test]
async fn stop_takes_effect_while_the_model_streams() {
    let endless = Reply::text("word ").with(Fault::Endless);
    let lab = Lab::with(Script::new().then(endless)).await;
    let run = lab.start("talk forever").await;
    lab.extension
        .wait_event_from(run.first_event, "the first token", |event| event.kind() == "agent_delta", super::SOON)
        .await
        .unwrap();
    let took = stopped_within(&lab, &run).await;
    assert!(took < STOP_MS, "{took} ms");
}

#[tokio::test]
async fn stop_takes_effect_while_a_page_loads() {
    let sites = Sites::start().await.unwrap();
    let never = format!("{}/pages/hang", sites.origin);
    let lab = Lab::on(sites, Script::new().then(open(&never))).await;
    let run = lab.start("open a page that never comes").await;
    lab.until("the page was asked for", |state| state.requests.iter().any(|request| request.contains("/pages/hang")))
        .await;
    let took = stopped_within(&lab, &run).await;
    assert!(took < STOP_MS, "{took} ms");
}

#[tokio::test]
async fn a_paused_run_asks_nothing_until_it_is_resumed_and_hears_what_was_said() {
    let sites = Sites::start().await.unwrap();
    let slow = Reply::text("thinking").with(Fault::Delay { milliseconds: 1_500 });
    let script =
        Script::new().then(open(&sites.form_url)).then(slow).with(|request| Reply::done(&request.last_of("user")));
    let lab = Lab::on(sites, script).await;
    let run = lab.start("a task").await;
    lab.asked(2).await;
    lab.steer("AGENT_PAUSE", &run).await;
    let say = json!({ "type": "AGENT_SAY", "runId": run.run_id, "text": "in red, please" });
    lab.extension.accepted(say).await.unwrap();
    assert_eq!(lab.runs().await[0]["state"], "paused");
    // Longer than the answer would have taken: a paused run must not have used it.
    tokio::time::sleep(Duration::from_millis(2_500)).await;
    assert_eq!(lab.model.requests().len(), 2);
    lab.steer("AGENT_RESUME", &run).await;
    let done = lab.done(&run).await;
    assert_eq!(outcome(&done), "completed");
    let told = lab.model.requests()[2].body.to_string();
    assert!(told.contains("in red, please"), "{told}");
}

#[tokio::test]
async fn buying_is_asked_and_a_refusal_keeps_the_order_from_being_placed() {
    for (answer, orders) in [("deny", 0), ("once", 1)] {
        let sites = Sites::start().await.unwrap();
        let checkout = format!("{}/checkout", sites.shop_url);
        let lamp = format!("{}/product/reading-lamp", sites.shop_url);
        let type_into =
            |label: &'static str, text: &'static str| on("type_text", "INPUT", label, json!({ "text": text }));
        let script = Script::new()
            .then(open(&lamp))
            .with(click("BUTTON", "Add to cart"))
            .then(Reply::call("navigate", json!({ "url": checkout })))
            .with(type_into("Full name", "Ada Lovelace"))
            .with(type_into("E-mail", "ada@example.org"))
            .with(type_into("Street and number", "Ockham Park 1"))
            .with(type_into("Postal code", "12345"))
            .with(type_into("City", "Berlin"))
            .with(type_into("Card number", "4242 4242 4242 4242"))
            .with(type_into("Expiry (MM/YY)", "12/30"))
            .with(type_into("Security code", "123"))
            .with(click("CHECKBOX", "I agree to the terms of sale"))
            .with(click("BUTTON", "Place order"))
            .with(|request| Reply::done(&request.last_of("tool")));
        let lab = Lab::on(sites, script).await;
        let host = lab.sites.origin.replace("http://", "");
        let run = lab.start(&format!("order the lamp at {host}")).await;
        // The card's fields need approval first, each with its value masked; then the order itself.
        let mut first = run.first_event;
        let ask = loop {
            let (number, ask) = lab.extension.wait_ask(&run, first, super::lab::RUN).await.unwrap();
            assert_eq!(ask.text("kind"), "approval");
            assert!(!ask.message.to_string().contains("4242"), "{}", ask.message);
            if ask.message["action"].to_string().contains("click") {
                break ask;
            }
            lab.extension.answer(&ask, "once").await.unwrap();
            first = number + 1;
        };
        assert!(ask.message["action"].to_string().contains("Place order"), "{}", ask.message);
        assert_eq!(ask.text("origin"), lab.sites.origin);
        assert_eq!(lab.sites.state().shop.orders.len(), 0, "nothing happens before the answer");
        lab.extension.answer(&ask, answer).await.unwrap();
        lab.done(&run).await;
        let clicked =
            lab.sites.state().requests.iter().filter(|request| request.starts_with("POST /shop/checkout")).count();
        assert_eq!(clicked.min(1), orders, "{answer}: {:?}", lab.sites.state().requests);
    }
}

#[tokio::test]
async fn messages_that_make_no_sense_are_refused_with_a_sentence() {
    let lab = Lab::with(Script::new()).await;
    for (message, code) in [
        (json!({ "type": "NO_SUCH" }), "bad_request"),
        (json!({ "type": "AGENT_RUN" }), "bad_request"),
        (json!({ "type": "AGENT_RUN", "prompt": "   " }), "empty_prompt"),
        (json!({ "type": "AGENT_PAUSE", "runId": "none" }), "unknown_run"),
    ] {
        let reply: Value = lab.extension.command(message.clone()).await.unwrap();
        assert_eq!(reply["ok"], false, "{message}");
        assert_eq!(reply["error"]["code"], code, "{message}: {reply}");
        assert!(reply["error"]["message"].as_str().is_some_and(|sentence| sentence.ends_with('.')), "{reply}");
    }
}

#[tokio::test]
async fn addresses_that_are_not_web_addresses_are_never_opened() {
    for address in [
        "javascript:alert(1)",
        "file:///etc/passwd",
        "chrome://settings",
        "data:text/html,x",
        "view-source:http://127.0.0.1/",
    ] {
        let lab =
            Lab::with(Script::new().then(open(address)).with(|request| Reply::done(&request.last_of("tool")))).await;
        let done = lab.run("open it").await;
        assert!(
            done.text("summary").contains("never opened") || done.text("summary").contains("http"),
            "{address}: {}",
            done.message
        );
        let urls = lab
            .extension
            .page()
            .eval("chrome.tabs.query({}).then(tabs => tabs.map(tab => tab.url).join(' '))")
            .await
            .unwrap();
        assert!(!urls.as_str().unwrap().contains(address), "{urls}");
    }
}

#[tokio::test]
async fn secrets_of_a_page_reach_neither_the_model_nor_the_events() {
    let sites = Sites::start().await.unwrap();
    let script = Script::new()
        .then(open(&sites.form_url))
        .then(Reply::call("take_snapshot", json!({})))
        .then(Reply::done("seen"));
    let lab = Lab::on(sites, script).await;
    let run = lab.start("look at the form").await;
    lab.done(&run).await;
    let events: String = lab.extension.events_since(0).iter().map(|event| event.message.to_string()).collect();
    let bodies: String = lab.model.requests().iter().map(|request| request.body.to_string()).collect();
    let hidden = "Promise.resolve([...document.querySelectorAll('input[type=hidden]')].map(input => input.value))";
    let page = lab.browser.open_page(&lab.sites.form_url).await.unwrap();
    let hidden = page.eval(hidden).await.unwrap();
    let mut secrets: Vec<&str> =
        hidden.as_array().unwrap().iter().filter_map(Value::as_str).filter(|v| v.len() > 3).collect();
    assert!(!secrets.is_empty(), "the form has hidden values to look for");
    // The key is in the header only.
    secrets.push("sk-test");
    for secret in secrets {
        assert!(!bodies.contains(secret) && !events.contains(secret), "{secret} got out");
    }
}
