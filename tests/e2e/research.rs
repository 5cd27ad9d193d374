//! Research on five local sites with a scripted model: one breaks, one hangs and one is misquoted; a kill in the middle, a stop, and the gain of
//! five tabs over one.

use std::collections::HashSet;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use edith_lab::browser::{RunHandle, SeenEvent};
use edith_lab::model_server::{Fault, Reply, Request, Script};
use edith_lab::sites::{Behaviour, Source};
use serde_json::{Value, json};

use super::lab::{Lab, RUN, outcome};

const QUESTION: &str = "Which desk lamp is the cheapest?";

fn says(price: &str) -> Behaviour {
    Behaviour::Says(format!("Desk lamp, black. Price: € {price}, in stock."))
}

async fn sources(behaviours: Vec<Behaviour>) -> Vec<Source> {
    let mut sources = Vec::new();
    for behaviour in behaviours {
        sources.push(Source::start(behaviour).await.unwrap());
    }
    sources
}

/// All text of a request.
fn whole(request: &Request) -> String {
    request
        .messages()
        .iter()
        .map(|message| message["content"].as_str().unwrap_or_default())
        .collect::<Vec<_>>()
        .join("\n")
}

fn is_source(request: &Request) -> bool {
    request.tools().contains(&"extract_data")
}

fn is_report(request: &Request) -> bool {
    whole(request).contains("FINDINGS:")
}

fn plan(urls: &[String]) -> Reply {
    let tasks: Vec<Value> = urls
        .iter()
        .map(|url| json!({ "description": format!("lamps on {url}"), "url": url, "extractionGoal": "the price" }))
        .collect();
    Reply::text(format!("```json\n{}\n```", json!({ "isResearch": true, "subTasks": tasks })))
}

/// The model's finding on a page: the line with the price, if any.
fn extract(request: &Request) -> Reply {
    let all = whole(request);
    let line = all.lines().rev().find(|line| line.starts_with("Desk lamp, black."));
    let facts: Vec<Value> = line
        .map(|line| {
            let price = line.split("€ ").nth(1).and_then(|rest| rest.split(", ").next()).unwrap_or_default();
            json!({ "fact": format!("The lamp costs {price}."), "quote": line })
        })
        .into_iter()
        .collect();
    Reply::call("extract_data", json!({ "data": { "facts": facts } }))
}

/// A model that masters the whole research. `source` answers for the sources.
fn script(urls: Vec<String>, source: impl Fn(&Request) -> Reply + Send + Sync + 'static) -> Script {
    Script::always(move |request| {
        if is_source(request) {
            source(request)
        } else if is_report(request) {
            Reply::text("The cheapest lamp costs 19.90 [2]; the first one is 24.90.")
        } else {
            plan(&urls)
        }
    })
}

fn urls(sources: &[Source]) -> Vec<String> {
    sources.iter().map(|source| source.url.clone()).collect()
}

async fn lab(script: Script, settings: Value) -> Lab {
    let lab = Lab::with(script).await;
    lab.extension.change_settings(settings).await.unwrap();
    lab
}

/// The sources' states as last reported.
fn states(lab: &Lab, run: &RunHandle) -> Vec<String> {
    let events = lab.extension.events_since(run.first_event);
    let told = events.iter().rev().find_map(|event| event.message.get("sources").cloned()).unwrap_or_default();
    let told = told.as_array().cloned().unwrap_or_default();
    told.iter().map(|source| source["state"].as_str().unwrap().to_owned()).collect()
}

async fn tabs(lab: &Lab, which: &str) -> Value {
    let script = format!("chrome.tabs.query({{}}).then(tabs => tabs.filter({which}).length)");
    lab.extension.page().eval(&script).await.unwrap()
}

#[tokio::test]
async fn five_sources_at_once_of_which_one_breaks_one_hangs_and_one_is_misquoted() {
    let sources = sources(vec![says("24.90"), says("19.90"), Behaviour::Breaks, Behaviour::Hangs, says("31.50")]).await;
    let liar = sources[4].url.clone();
    let script = script(urls(&sources), move |request| {
        if whole(request).contains(&format!("begin with: {liar}")) {
            let fact = json!({ "fact": "The lamp costs 5.00.", "quote": "Now only € 5.00!", "url": liar });
            return Reply::call("extract_data", json!({ "data": [fact] }));
        }
        extract(request)
    });
    let lab = lab(script, json!({ "maxSourceSeconds": 25 })).await;
    let front = "chrome.tabs.query({ active: true }).then(tabs => tabs.map(tab => tab.id).join())";
    let before = lab.extension.page().eval(front).await.unwrap();
    let run = lab.extension.run_research(QUESTION).await.unwrap();
    let done = lab.done(&run).await;
    assert_eq!(outcome(&done), "completed", "{}", done.message);
    assert_eq!(states(&lab, &run), ["done", "done", "done", "failed", "done"]);
    let summary = done.text("summary");
    for part in [
        "costs 19.90 [2]; the first one is 24.90. [1]",
        "[1] “Desk lamp, black. Price: € 24.90, in stock.”",
        "nothing was found there",
        "It was not done within 25 seconds",
    ] {
        assert!(summary.contains(part), "{part} in {summary}");
    }
    // The false quote is flagged in the findings.
    let report = lab.model.requests().into_iter().find(is_report).unwrap();
    assert!(whole(&report).contains("NOT CONFIRMED: the quote was not found on the page"), "{}", whole(&report));

    assert_eq!(lab.extension.page().eval(front).await.unwrap(), before, "nothing came to the front");
    assert!(lab.is_detached().await);
    let events = lab.extension.events_since(run.first_event);
    let of_sources: HashSet<&str> =
        events.iter().filter(|event| event.text("parentRunId") == run.run_id).map(SeenEvent::run_id).collect();
    assert!(of_sources.len() >= 4, "each source tells of itself: {of_sources:?}");
    assert_eq!(events.iter().filter(|event| event.kind() == "agent_done").count(), 1);

    // The tabs stay in their own group until closed.
    let groups = "chrome.tabGroups.query({}).then(all => all.map(group => group.title))";
    assert_eq!(lab.extension.page().eval(groups).await.unwrap(), json!([format!("EDITH: {QUESTION}")]));
    assert_eq!(tabs(&lab, "tab => tab.groupId > 0").await, json!(5));
    let closed = lab.extension.accepted(json!({ "type": "RESEARCH_CLOSE", "runId": run.run_id })).await.unwrap();
    assert_eq!(closed["closed"], 5);
    assert_eq!(tabs(&lab, "tab => tab.groupId > 0").await, json!(0));
    assert_eq!(lab.extension.page().eval(front).await.unwrap(), before);
}

#[tokio::test]
async fn a_killed_worker_resumes_every_source() {
    let sources = sources(vec![says("24.90"), says("19.90"), says("31.50")]).await;
    let seen: Mutex<HashSet<String>> = Mutex::default();
    // Each source's first answer never comes: the worker is killed while all three are pending.
    let script = script(urls(&sources), move |request| {
        let begin = whole(request).lines().find(|line| line.contains("begin with:")).unwrap_or_default().to_owned();
        let reply = extract(request);
        if seen.lock().unwrap().insert(begin) { reply.with(Fault::Delay { milliseconds: 120_000 }) } else { reply }
    });
    let lab = lab(script, json!({})).await;
    let run = lab.extension.run_research(QUESTION).await.unwrap();
    lab.asked(4).await;
    lab.kill_worker().await;
    let done = lab.done(&run).await;
    assert_eq!(outcome(&done), "completed", "{}", done.message);
    assert!(done.text("summary").contains("19.90 [2]; the first one is 24.90. [1]"), "{}", done.message);
    assert!(
        !done.text("summary").contains('⚠'),
        "quotes are compared with what was read before the kill: {}",
        done.message
    );
    assert!(sources.iter().all(|source| source.asked() == 1), "no page was opened again");
    assert_eq!(lab.model.requests().len(), 1 + 3 + 3 + 1);
    assert_eq!(tabs(&lab, "tab => tab.groupId > 0").await, json!(3));
    assert!(lab.is_detached().await);
}

#[tokio::test]
async fn stop_ends_all_of_it_and_pause_holds_all_of_it() {
    let sources = sources(vec![says("24.90"), says("19.90"), says("31.50")]).await;
    let slow = |request: &Request| extract(request).with(Fault::Delay { milliseconds: 120_000 });
    let lab = lab(script(urls(&sources), slow), json!({ "maxResearchTabs": 2 })).await;
    let run = lab.extension.run_research(QUESTION).await.unwrap();
    lab.asked(3).await;
    assert_eq!(states(&lab, &run), ["working", "working", "waiting"]);
    lab.steer("AGENT_PAUSE", &run).await;
    let runs = lab.runs().await;
    assert_eq!(runs.len(), 3, "{runs:?}");
    assert!(runs.iter().all(|info| info["state"] == "paused"), "{runs:?}");
    assert_eq!(runs.iter().filter(|info| info["parentRunId"] == run.run_id.as_str()).count(), 2);
    lab.steer("AGENT_RESUME", &run).await;
    lab.asked(5).await;
    let before = Instant::now();
    lab.steer("AGENT_STOP", &run).await;
    let done = lab.done(&run).await;
    assert_eq!(outcome(&done), "stopped");
    println!("a research of 2 open sources stopped after {:?}", done.seen.duration_since(before));
    assert!(done.seen.duration_since(before) < Duration::from_secs(3), "{:?}", done.seen.duration_since(before));
    assert!(lab.runs().await.iter().all(|info| info["state"] == "done"));
    assert!(lab.is_detached().await);
    assert_eq!(sources[2].asked(), 0, "what waited was not begun");
}

#[tokio::test]
async fn one_site_is_an_ordinary_task() {
    let script = Script::new()
        .then(Reply::text(
            r#"{"is_research": true, "sub_tasks": [{"description": "d", "url": "http://localhost:1/"}]}"#,
        ))
        .with(|request| {
            assert!(request.tools().contains(&"task_complete") && !request.tools().contains(&"extract_data"));
            Reply::done("done")
        });
    let lab = lab(script, json!({})).await;
    let run = lab.extension.run_research("What is on that page?").await.unwrap();
    let done = lab.done(&run).await;
    assert_eq!((outcome(&done), done.text("summary")), ("completed", "done"));
    let told = |event: &SeenEvent| event.text("text").contains("as an ordinary task");
    lab.extension.wait_event_from(run.first_event, "the word that it is no research", told, super::SOON).await.unwrap();
}

#[tokio::test]
async fn the_panel_shows_the_sources_side_by_side() {
    let sources = sources(vec![says("24.90"), says("19.90"), Behaviour::Breaks]).await;
    let slow = sources[1].url.clone();
    let script = script(urls(&sources), move |request| {
        let is_slow = whole(request).contains(&format!("begin with: {slow}"));
        let reply = extract(request);
        if is_slow { reply.with(Fault::Delay { milliseconds: 12_000 }) } else { reply }
    });
    let lab = lab(script, json!({})).await;
    let panel = lab.browser.open_extension("sidepanel.html").await.unwrap();
    let page = panel.page();
    page.to_front().await.unwrap();
    page.wait_for("document.querySelector('input[value=research]') !== null", super::SOON).await.unwrap();
    page.eval("document.querySelector('input[value=research]').click()").await.unwrap();
    page.eval("document.querySelector('textarea').focus()").await.unwrap();
    page.type_keys(QUESTION).await.unwrap();
    page.press("Enter", 13).await.unwrap();
    let cards = |states: &str| {
        format!(
            "[...document.querySelectorAll('.sources [data-state]')].map(card => card.dataset.state).join() === '{states}'"
        )
    };
    page.wait_for(&cards("done,working,doubtful"), RUN).await.unwrap();
    if let Some(folder) = std::env::var_os("EDITH_PICTURES") {
        panel.portraits(std::path::Path::new(&folder), "research-working").await.unwrap();
    }
    page.wait_for(&cards("done,done,doubtful"), RUN).await.unwrap();
    page.wait_for("document.body.innerText.includes('Close its tabs')", RUN).await.unwrap();
    let text = page.eval("document.body.innerText").await.unwrap();
    let text = text.as_str().unwrap();
    for part in ["The cheapest lamp costs 19.90", "1 fact", "Nothing was found there.", "3 sources"] {
        assert!(text.contains(part), "{part} in {text}");
    }
    if let Some(folder) = std::env::var_os("EDITH_PICTURES") {
        panel.portraits(std::path::Path::new(&folder), "research-done").await.unwrap();
    }
    // The cards survive closing and reopening the panel.
    let again = lab.browser.open_extension("sidepanel.html").await.unwrap();
    let open = "document.querySelector('.tile--row')";
    again.page().wait_for(&format!("{open} !== null"), super::SOON).await.unwrap();
    again.page().eval(&format!("{open}.click()")).await.unwrap();
    again.page().wait_for(&cards("done,done,doubtful"), super::SOON).await.unwrap();
    let close = "[...document.querySelectorAll('button')].find(button => button.textContent === 'Close its tabs')";
    again.page().eval(&format!("{close}.click()")).await.unwrap();
    let closed = "chrome.tabs.query({}).then(tabs => tabs.every(tab => tab.groupId < 0))";
    let started = Instant::now();
    while again.page().eval(closed).await.unwrap() != json!(true) {
        assert!(started.elapsed() < super::SOON, "the tabs are still open");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// The milliseconds of a research with this many simultaneous tabs, with fixed delays of pages and model.
async fn takes(at_once: usize) -> f64 {
    let late = |price: &str| {
        Behaviour::SaysLate(format!("Desk lamp, black. Price: € {price}, in stock."), Duration::from_millis(1_000))
    };
    let sources = sources(["24.90", "19.90", "31.50", "28.00", "22.10"].map(late).into()).await;
    let slow = |request: &Request| {
        // A look first, then the findings: two model answers per source.
        let first = !request.messages().iter().any(|message| message["role"] == "tool");
        let reply = if first { Reply::call("take_snapshot", json!({})) } else { extract(request) };
        reply.with(Fault::Delay { milliseconds: 3_000 })
    };
    let lab = lab(script(urls(&sources), slow), json!({ "maxResearchTabs": at_once })).await;
    let run = lab.extension.run_research(QUESTION).await.unwrap();
    let started = Instant::now();
    let done = lab.extension.wait_done(&run, 2 * RUN).await.unwrap();
    assert_eq!(outcome(&done), "completed", "{}", done.message);
    done.seen.duration_since(started).as_secs_f64() * 1_000.0
}

#[tokio::test]
async fn five_tabs_are_faster_than_one() {
    let (one, five) = (takes(1).await, takes(5).await);
    let gain = one / five;
    println!("research on 5 sources: {one:.0} ms with 1 tab, {five:.0} ms with 5: {gain:.2} times as fast");
    // A busy machine costs some of it, a very busy one much; the goal is 4.5.
    assert!(gain > 2.0, "{one:.0} ms with 1 tab, {five:.0} ms with 5: {gain:.2}");
}
