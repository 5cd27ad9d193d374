//! A matrix of deaths in a real browser: effects × moments × kinds of death, many cells in one session. What counts is what reached the
//! page's server: nothing twice, and no run that is stuck.
//!
//! The ordinary test tries a few cells; all of them: `cargo test -p edith --features e2e --test e2e -- --ignored durable --nocapture`
//! (`EDITH_CELLS=40` for fewer).

use std::time::{Duration, Instant};

use serde_json::json;
use xtask::browser::SeenEvent;
use xtask::model_server::{ModelServer, Reply, Request};
use xtask::sites::Sites;

use super::browser;
use super::lab::{Lab, RUN, outcome};

const PAGE: &str = "tools-plain";

/// What is done: tool, label, and the name under which the page notes it.
const EFFECTS: [(&str, &str, &str); 4] = [
    ("click", "Plain button", "click"),
    ("click", "Plain link", "link"),
    ("click", "Plain checkbox", "check"),
    ("click", "Large", "size"),
];

/// When the death comes: so many milliseconds after the call was told.
const MOMENTS: [u64; 10] = [0, 3, 8, 15, 25, 40, 60, 90, 150, 400];

/// How it dies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Death {
    /// The worker.
    Worker,
    /// The worker, and the next one as well.
    Twice,
    /// The worker, and nobody wakes it at once.
    Unwatched,
    /// The tab is closed.
    Tab,
}

const DEATHS: [Death; 4] = [Death::Worker, Death::Twice, Death::Unwatched, Death::Tab];

/// A cell by its number.
fn cell(number: usize) -> ((&'static str, &'static str, &'static str), u64, Death) {
    let effect = EFFECTS[number % EFFECTS.len()];
    let rest = number / EFFECTS.len();
    (effect, MOMENTS[rest % MOMENTS.len()], DEATHS[(rest / MOMENTS.len()) % DEATHS.len()])
}

const CELLS: usize = EFFECTS.len() * MOMENTS.len() * DEATHS.len();

/// A model that opens the page, does the one thing its task names, believes what it is told of it, and is done.
fn answer(origin_page: &str, request: &Request) -> Reply {
    let messages = request.messages();
    let all: String = messages.iter().map(ToString::to_string).collect();
    let number: usize =
        all.split("cell ").nth(1).and_then(|rest| rest.split(' ').next()?.parse().ok()).unwrap_or_default();
    let (tool, label, _) = cell(number).0;
    let calls: Vec<&str> = messages
        .iter()
        .filter_map(|message| message["tool_calls"].as_array())
        .flatten()
        .filter_map(|call| call["function"]["name"].as_str())
        .collect();
    let last = request.last_of("tool");
    let again = last.contains("was not done") || last.contains("no longer on the page");
    if !calls.contains(&"open_browser") || last.contains("No page is open") {
        Reply::call("open_browser", json!({ "url": origin_page }))
    } else if !calls.contains(&tool) || again {
        Reply::call(tool, json!({ "uid": { "$uid": ["", label] } }))
    } else {
        Reply::done("done")
    }
}

async fn lab() -> Lab {
    let sites = Sites::start().await.unwrap();
    let page = sites.page_url(PAGE);
    let model = ModelServer::start(move |request| answer(&page, request)).await.unwrap();
    let browser = browser().await;
    let extension = browser.open_extension("options.html").await.unwrap();
    let server = json!({ "edith_api_base_url": model.url, "edith_model": "scripted", "edith_api_key": "sk-test" });
    extension.storage_set(server).await.unwrap();
    Lab { browser, extension, sites, model }
}

/// Closes the tabs with the page.
async fn close_tabs(lab: &Lab) {
    let close = "chrome.tabs.query({}).then(tabs => chrome.tabs.remove(tabs.filter(tab => /tools-plain/.test(tab.url)).map(tab => tab.id)))";
    lab.extension.page().eval(close).await.unwrap();
}

/// Plays a cell. Answers the milliseconds from the last death to the run's going on.
async fn play(lab: &Lab, number: usize) -> Result<f64, String> {
    let ((tool, _, note), moment, death) = cell(number);
    let name = format!("cell {number} ({note}, {moment} ms, {death:?})");
    let before = lab.sites.state().noted(PAGE, note).len();
    let run = lab.start(&format!("cell {number} of the matrix")).await;
    let told = |event: &SeenEvent| event.run_id() == run.run_id && event.text("tool") == tool;
    let found = lab.extension.wait_event_from(run.first_event, "the call", told, RUN).await;
    found.map_err(|error| format!("{name}: stuck before: {error}"))?;
    tokio::time::sleep(Duration::from_millis(moment)).await;
    let first = lab.extension.event_count();
    let died = Instant::now();
    match death {
        Death::Tab => close_tabs(lab).await,
        Death::Worker | Death::Twice | Death::Unwatched => {
            let _was_there = lab.browser.kill_worker().await;
        }
    }
    match death {
        Death::Worker => drop(lab.runs().await),
        Death::Twice => {
            lab.runs().await;
            let _was_there = lab.browser.kill_worker().await;
            lab.runs().await;
        }
        Death::Unwatched => {
            tokio::time::sleep(Duration::from_millis(500)).await;
            lab.runs().await;
        }
        Death::Tab => {}
    }
    let goes_on = |event: &SeenEvent| event.run_id() == run.run_id;
    // A run that was over before the death tells nothing more, and is in its conversation.
    let _told = lab.extension.wait_event_from(first, "its going on", goes_on, Duration::from_secs(5)).await;
    let took = died.elapsed().as_secs_f64() * 1_000.0;
    let started = Instant::now();
    loop {
        let runs = lab.runs().await;
        match runs.iter().find(|info| info["runId"].as_str() == Some(run.run_id.as_str())) {
            Some(info) if info["state"] != "done" => {
                if let Some(ask) = info["ask"].as_object() {
                    return Err(format!("{name}: stuck: asked {ask:?}"));
                }
            }
            _ => break,
        }
        if started.elapsed() > RUN {
            return Err(format!("{name}: stuck: {runs:?}"));
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let times = lab.sites.state().noted(PAGE, note).len() - before;
    if times > 1 {
        return Err(format!("{name}: doubled: {times} times"));
    }
    close_tabs(lab).await;
    // A tab that is closed takes with it what it had not sent; else everything is done once.
    if times == 0 && death != Death::Tab {
        return Err(format!("{name}: lost: it was never done"));
    }
    Ok(took)
}

async fn matrix(cells: impl Iterator<Item = usize>) {
    let lab = lab().await;
    let (mut times, mut failed) = (Vec::new(), Vec::new());
    for number in cells {
        match play(&lab, number).await {
            Ok(took) => times.push(took),
            Err(error) => failed.push(error),
        }
    }
    times.sort_by(f64::total_cmp);
    let at = |part: f64| times.get(((times.len() as f64 - 1.0) * part) as usize).copied().unwrap_or_default();
    println!(
        "{} cells: {} failed; a run goes on after {:.0} ms (median), {:.0} ms (95 of 100)",
        times.len() + failed.len(),
        failed.len(),
        at(0.5),
        at(0.95),
    );
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[tokio::test]
#[ignore = "on a busy machine the page may not tell what it got, and this model then does it no more"]
async fn deaths_around_an_effect_double_and_lose_nothing() {
    // Each effect and each way to die, at moments that are spread over the action.
    matrix([0, 45, 90, 131, 17, 62].into_iter()).await;
}

#[tokio::test]
#[ignore = "takes many minutes: every effect, moment and way to die"]
async fn every_cell_of_the_matrix_of_deaths() {
    let some = std::env::var("EDITH_CELLS").ok().and_then(|text| text.parse().ok()).unwrap_or(CELLS);
    matrix((0..CELLS).filter(|number| number * some / CELLS != (number + 1) * some / CELLS)).await;
}

#[tokio::test]
async fn a_model_that_is_silent_longer_than_a_worker_lives_is_waited_for() {
    let slow = Reply::text("Hello at last!").with(xtask::model_server::Fault::Delay { milliseconds: 35_000 });
    let lab = Lab::with(xtask::model_server::Script::new().then(slow)).await;
    let started = Instant::now();
    let answer = lab.extension.accepted(json!({ "type": "CHAT", "prompt": "Hi" })).await.unwrap();
    assert!(started.elapsed() > Duration::from_secs(35), "{answer}");
    let stored = lab.extension.storage_get("edith_conversations").await.unwrap();
    assert!(stored.to_string().contains("Hello at last!"), "{stored}");
}

#[tokio::test]
async fn a_browser_that_was_killed_goes_on_with_its_runs_when_it_is_started_again() {
    let sites = Sites::start().await.unwrap();
    let page = sites.page_url(PAGE);
    let model = ModelServer::start(move |request| answer(&page, request)).await.unwrap();
    let folder = std::env::temp_dir().join(format!("edith-durable-{}", std::process::id()));
    let options = || xtask::browser::Options {
        profile: Some(folder.clone()),
        ..xtask::browser::Options::with_extension(xtask::paths::dist())
    };
    let first = xtask::browser::Browser::start(&options()).await.unwrap();
    let extension = first.open_extension("options.html").await.unwrap();
    let server = json!({ "edith_api_base_url": model.url, "edith_model": "scripted", "edith_api_key": "sk-test" });
    extension.storage_set(server).await.unwrap();
    let run = extension.run_agent("cell 0 of the matrix", None).await.unwrap();
    model.wait_requests(1, RUN).await.unwrap();
    extension.accepted(json!({ "type": "AGENT_PAUSE", "runId": run.run_id })).await.unwrap();
    drop(first);
    let second = xtask::browser::Browser::start(&options()).await.unwrap();
    let extension = second.open_extension("options.html").await.unwrap();
    let list = extension.accepted(json!({ "type": "RUN_LIST" })).await.unwrap();
    assert_eq!(list["runs"][0]["state"], "paused", "the pause outlives the browser: {list}");
    extension.accepted(json!({ "type": "AGENT_RESUME", "runId": run.run_id })).await.unwrap();
    let ends = |event: &SeenEvent| event.kind() == "agent_done" && event.run_id() == run.run_id;
    let (_, done) = extension.wait_event_from(0, "the end", ends, RUN).await.unwrap();
    assert_eq!(outcome(&done), "completed", "{}", done.message);
    assert_eq!(sites.state().noted(PAGE, "click").len(), 1);
    drop(second);
    // What a dying browser still writes there goes with the system's own cleaning.
    let _left = std::fs::remove_dir_all(&folder);
}
