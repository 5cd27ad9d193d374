//! Models that take many minutes, in real time: nothing may give up on them, and only the worker keeps itself alive.
//!
//! `cargo test -p e2e --features browser -- --ignored slow --nocapture` takes a quarter of an hour, mostly idle.

use std::time::{Duration, Instant};

use edith_lab::browser::{Browser, SeenEvent};
use edith_lab::model_server::{Fault, ModelServer, Reply, Request, Script};
use edith_lab::sites::{Behaviour, Sites, Source};
use serde_json::{Value, json};

use super::lab::{Lab, open, outcome};

/// Nearly the promised wait for the first byte, and within an answer.
const SLOW: Fault = Fault::Slow { headers: 590_000, gap: 120_000 };

/// Both waits, and what happens meanwhile.
const LONG: Duration = Duration::from_secs(900);

async fn worker(browser: &Browser) -> String {
    browser.worker().await.unwrap().expect("a worker").id
}

/// Waits for the request with this number and kills its worker; returns the id of the next one's request.
async fn kill_during(lab: &Lab, request: usize) -> String {
    lab.asked(request).await;
    tokio::time::sleep(Duration::from_secs(10)).await;
    lab.kill_worker().await;
    lab.asked(request + 1).await;
    worker(&lab.browser).await
}

async fn ends(lab: &Lab, run: &str) -> SeenEvent {
    let is_end = |event: &SeenEvent| event.kind() == "agent_done" && event.run_id() == run;
    lab.extension.wait_event_from(0, "the end", is_end, LONG).await.unwrap().1
}

#[tokio::test]
#[ignore = "takes a quarter of an hour"]
async fn slow_chat_outlives_the_limits_of_a_worker() {
    let slow = Reply::text("Hello at last, after all these minutes!").with(SLOW);
    let lab = Lab::with(Script::new().then(slow.clone()).then(slow.clone()).then(slow)).await;
    let send = "chrome.runtime.sendMessage({ type: 'CHAT', prompt: 'Hi' })";
    // The worker that sent the request dies; the answer still reaches the conversation.
    lab.extension.page().eval(&format!("void {send}.catch(() => 0)")).await.unwrap();
    let after_death = kill_during(&lab, 1).await;
    let begun = Instant::now();
    // Another request runs beside it.
    let answer = lab.extension.page().eval_within(send, LONG).await.unwrap();
    assert_eq!(answer["ok"], true, "{answer}");
    assert!(begun.elapsed() > Duration::from_secs(700), "{:?}", begun.elapsed());
    assert_eq!(worker(&lab.browser).await, after_death, "the worker died while it waited");
    assert_eq!(lab.model.requests().len(), 3, "an answer was given up");
    let stored = lab.extension.conversations().await.unwrap().to_string();
    assert_eq!(stored.matches("Hello at last, after all these minutes!").count(), 2, "{stored}");
    println!("chat: one worker waited {:.0} s for each of two answers", begun.elapsed().as_secs_f64());
}

#[tokio::test]
#[ignore = "takes a quarter of an hour"]
async fn slow_agents_outlive_the_limits_of_a_worker_without_an_open_page() {
    let sites = Sites::start().await.unwrap();
    let page = sites.page_url("tools-plain");
    let script = Script::new()
        .then(open(&page))
        .then(Reply::call("click", json!({ "uid": { "$uid": ["", "Plain button"] } })).with(SLOW))
        .then(Reply::call("click", json!({ "uid": { "$uid": ["", "Plain button"] } })).with(SLOW))
        .then(Reply::done("done"));
    let model = ModelServer::scripted(script).await.unwrap();
    let browser = super::browser().await;
    let extension = browser.open_bare().await.unwrap();
    let server = json!({ "edith_api_base_url": model.url, "edith_model": "scripted", "edith_api_key": "sk-test" });
    extension.storage_set(server).await.unwrap();
    extension.run_agent("click once", None).await.unwrap();
    model.wait_requests(2, Duration::from_secs(60)).await.unwrap();
    // Unattended: only the alarm starts the next worker, and only its own calls keep it alive.
    extension.close().await.unwrap();
    assert!(browser.kill_worker().await.unwrap());
    let begun = Instant::now();
    model.wait_requests(3, Duration::from_secs(60)).await.unwrap();
    let back = begun.elapsed();
    let second = worker(&browser).await;
    while sites.state().noted("tools-plain", "click").is_empty() {
        assert!(begun.elapsed() < LONG, "the click never came; requests: {}", model.requests().len());
        tokio::time::sleep(Duration::from_secs(1)).await;
        assert_eq!(model.requests().len(), 3, "the answer was given up, or the worker died");
    }
    assert_eq!(worker(&browser).await, second, "the worker died while it waited");
    let took = begun.elapsed();
    assert!(took > Duration::from_secs(700), "{took:?}");
    model.wait_requests(4, Duration::from_secs(60)).await.unwrap();
    let extension = browser.open_bare().await.unwrap();
    let started = Instant::now();
    loop {
        let list = extension.accepted(json!({ "type": "RUN_LIST" })).await.unwrap();
        if list["runs"].as_array().is_some_and(|runs| runs.iter().all(|run| run["state"] == "done")) {
            break;
        }
        assert!(started.elapsed() < Duration::from_secs(60), "{list}");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    assert_eq!(sites.state().noted("tools-plain", "click").len(), 1);
    println!("agent: a worker was back after {:.0} s, and waited {:.0} s", back.as_secs_f64(), took.as_secs_f64());
}

#[tokio::test]
#[ignore = "takes a quarter of an hour"]
async fn slow_research_outlives_the_limits_of_a_worker() {
    let first = Source::start(Behaviour::Says("Desk lamp, black. Price: € 24.90.".into())).await.unwrap();
    let second = Source::start(Behaviour::Says("Desk lamp, black. Price: € 19.90.".into())).await.unwrap();
    let urls = [first.url.clone(), second.url.clone()];
    let whole = |request: &Request| request.messages().iter().map(Value::to_string).collect::<String>();
    let script = Script::always(move |request| {
        if request.tools().contains(&"extract_data") {
            let all = whole(request);
            let url = urls.iter().find(|url| all.contains(&format!("begin with: {url}"))).unwrap();
            let price = if *url == urls[0] { "24.90" } else { "19.90" };
            let fact =
                json!({ "fact": format!("It costs {price}."), "quote": format!("Price: € {price}"), "url": url });
            return Reply::call("extract_data", json!({ "data": { "facts": [fact] } }));
        }
        if whole(request).contains("FINDINGS:") {
            return Reply::text("The cheapest costs 19.90 [2].");
        }
        let tasks: Vec<Value> =
            urls.iter().map(|url| json!({ "description": url, "url": url, "extractionGoal": "price" })).collect();
        Reply::text(json!({ "isResearch": true, "subTasks": tasks }).to_string()).with(SLOW)
    });
    let lab = Lab::with(script).await;
    let run = lab.extension.run_research("Which desk lamp is the cheapest?").await.unwrap();
    // Nothing is attached while it plans.
    let next = kill_during(&lab, 1).await;
    let begun = Instant::now();
    let done = ends(&lab, &run.run_id).await;
    assert_eq!(outcome(&done), "completed", "{}", done.message);
    assert!(done.text("summary").contains("19.90 [2]"), "{}", done.message);
    assert!(begun.elapsed() > Duration::from_secs(700), "{:?}", begun.elapsed());
    assert_eq!(worker(&lab.browser).await, next, "the worker died while it waited");
    assert_eq!(lab.model.requests().len(), 5, "an answer was given up");
    println!("research: one worker waited {:.0} s", begun.elapsed().as_secs_f64());
}
