//! A matrix of deaths in a real browser: effects × moments × kinds of death, many cells per session. The page's server decides: nothing happens
//! twice, the model is told nothing false, and no run gets stuck.
//!
//! A death follows an event of the journal rather than a delay: the intent is stored, the page has it, its result is stored, the model got its
//! next request. A cell whose death did not come, or came too late, fails. The ordinary test covers each effect, event and kind of death;
//! the full matrix: `cargo test -p e2e --features browser -- --ignored matrix --nocapture` (`EDITH_CELLS=40` for a sample,
//! `EDITH_CELL=81` for a single one, `EDITH_CELL=180..200` for a range).

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use edith_lab::browser::{RunHandle, SeenEvent};
use edith_lab::model_server::{ModelServer, Reply, Request};
use edith_lab::sample::sample;
use edith_lab::sites::Sites;
use serde_json::{Value, json};

use super::browser;
use super::lab::{Lab, RUN};

const PAGE: &str = "tools-plain";

/// The effects: the tool, the target's label, the name under which the page notes it, and the value.
struct Effect {
    tool: &'static str,
    label: &'static str,
    more: &'static str,
    note: &'static str,
    value: &'static str,
}

impl Effect {
    fn is_shown_in(&self, look: &str) -> bool {
        look.contains(format!("{}: {}", self.note, self.value).trim_end())
    }
}

const fn click(label: &'static str, note: &'static str, value: &'static str) -> Effect {
    Effect { tool: "click", label, more: "{}", note, value }
}

const EFFECTS: [Effect; 6] = [
    click("Plain button", "click", "true"),
    click("Plain link", "link", "followed"),
    click("Plain checkbox", "check", "true"),
    click("Large", "size", "large"),
    Effect {
        tool: "type_text",
        label: "Plain text",
        more: r#"{"text":"hello","submit":true}"#,
        note: "submit",
        value: "hello",
    },
    Effect { tool: "select_option", label: "Plain select", more: r#"{"value":"Banana"}"#, note: "select", value: "b" },
];

/// The event that the death follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Moment {
    /// The intent is stored, which is reported at once.
    Intended,
    /// The page's server received it.
    Reached,
    /// Its result is stored, which is reported at once.
    Answered,
    /// The model got the next request.
    Asked,
}

const MOMENTS: [Moment; 4] = [Moment::Intended, Moment::Reached, Moment::Answered, Moment::Asked];

/// The model delays the turn after such a result by this many milliseconds, so that the run cannot be over before the death.
const THINKING_MS: u64 = 1_500;

/// The kinds of death.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Death {
    /// The worker.
    Worker,
    /// The worker, and the next one too.
    Twice,
    /// The worker, which nobody wakes at once.
    Unwatched,
    /// The extension reloads.
    Reloaded,
    /// The debugger is detached from the tab.
    Detached,
    /// The tab is closed.
    Closed,
    /// The tab is discarded.
    Discarded,
    /// The tab's renderer crashes.
    Crashed,
    /// The page reloads.
    Left,
}

const DEATHS: [Death; 9] = [
    Death::Worker,
    Death::Twice,
    Death::Unwatched,
    Death::Reloaded,
    Death::Detached,
    Death::Closed,
    Death::Discarded,
    Death::Crashed,
    Death::Left,
];

impl Death {
    /// Whether the page survives with all its effects.
    fn leaves_the_page(self) -> bool {
        match self {
            Self::Worker | Self::Twice | Self::Unwatched | Self::Reloaded | Self::Detached => true,
            Self::Closed | Self::Discarded | Self::Crashed | Self::Left => false,
        }
    }
}

/// A cell by its number.
fn cell(number: usize) -> (&'static Effect, Moment, Death) {
    let rest = number / EFFECTS.len();
    (&EFFECTS[number % EFFECTS.len()], MOMENTS[rest % MOMENTS.len()], DEATHS[(rest / MOMENTS.len()) % DEATHS.len()])
}

const CELLS: usize = EFFECTS.len() * MOMENTS.len() * DEATHS.len();

/// What the model was told about its effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    Done,
    NotDone,
    Unknown,
    /// The tab is gone or unusable.
    NoTab,
}

fn verdict(answer: &str) -> Verdict {
    let has = |part: &str| answer.contains(part);
    if has("No page is open") || has("was closed") || has("crashed") {
        Verdict::NoTab
    } else if has("not known whether it took effect") {
        Verdict::Unknown
    } else if ["was not done", "no longer on the page", "Nothing was done", "Not done:", "No element with uid"]
        .into_iter()
        .any(has)
    {
        Verdict::NotDone
    } else {
        Verdict::Done
    }
}

/// The results of a tool's calls in the request, oldest first.
fn answers(request: &Request, tool: &str) -> Vec<String> {
    let messages = request.messages();
    let calls = messages.iter().filter_map(|message| message["tool_calls"].as_array()).flatten();
    let ids: Vec<&Value> = calls.filter(|call| call["function"]["name"] == tool).map(|call| &call["id"]).collect();
    let answer = |id: &&Value| {
        let own = messages.iter().find(|message| message["role"] == "tool" && message["tool_call_id"] == **id);
        own.map(|message| message["content"].as_str().unwrap_or_default().to_owned())
    };
    ids.iter().filter_map(answer).collect()
}

/// A model that opens the page, does the one thing its task names, trusts the result, looks for itself if that is unknown, and completes.
fn answer(page: &str, request: &Request) -> Reply {
    let all: String = request.messages().iter().map(ToString::to_string).collect();
    let number: usize =
        all.split("cell ").nth(1).and_then(|rest| rest.split(' ').next()?.parse().ok()).unwrap_or_default();
    let (effect, moment, death) = cell(number);
    let mut arguments: Value = serde_json::from_str(effect.more).unwrap();
    arguments["uid"] = json!({ "$uid": ["", effect.label] });
    let act = Reply::call(effect.tool, arguments);
    let opened = answers(request, "open_browser");
    let Some(last_opened) = opened.last() else {
        return Reply::call("open_browser", json!({ "url": page }));
    };
    if last_opened.contains("No page is open")
        || verdict(last_opened) == Verdict::Unknown && !last_opened.contains(page)
    {
        return Reply::call("open_browser", json!({ "url": page }));
    }
    let done = answers(request, effect.tool);
    let Some(last) = done.last() else { return act };
    let is_first = done.len() == 1 && answers(request, "read_page").is_empty();
    if is_first && matches!(moment, Moment::Answered | Moment::Asked) {
        return believing(effect, death, act, &done, last, request)
            .with(edith_lab::model_server::Fault::Delay { milliseconds: THINKING_MS });
    }
    believing(effect, death, act, &done, last, request)
}

/// The model's reaction to the last result.
fn believing(effect: &Effect, death: Death, act: Reply, done: &[String], last: &str, request: &Request) -> Reply {
    if done.len() > 3 {
        return Reply::done("given up");
    }
    match verdict(last) {
        Verdict::Done | Verdict::NoTab => Reply::done("done"),
        Verdict::NotDone => act,
        // The page lost its state, and nothing is done on a guess.
        Verdict::Unknown if !death.leaves_the_page() => Reply::done("not known"),
        // The page displays what happened on it.
        Verdict::Unknown => {
            let looked = answers(request, "read_page");
            match looked.get(done.len() - 1) {
                None => Reply::call("read_page", json!({})),
                Some(look) if effect.is_shown_in(look) => Reply::done("done"),
                Some(_) => act,
            }
        }
    }
}

async fn lab() -> Lab {
    let sites = Sites::start().await.unwrap();
    let page = sites.page_url(PAGE);
    let model = ModelServer::start(move |request| answer(&page, request)).await.unwrap();
    let browser = browser().await;
    let extension = browser.open_bare().await.unwrap();
    let server = json!({ "edith_api_base_url": model.url, "edith_model": "scripted", "edith_api_key": "sk-test" });
    extension.storage_set(server).await.unwrap();
    Lab { browser, extension, sites, model }
}

/// Does something with each tab that shows the page. Returns whether it succeeded with one.
async fn tabs(lab: &Lab, what: &str) -> bool {
    let each = format!(
        "chrome.tabs.query({{}}).then(tabs => Promise.all(tabs.filter(tab => /tools-plain/.test(tab.url || tab.pendingUrl)).map(tab => {what})))"
    );
    let done = lab.extension.page().eval(&each).await.unwrap();
    done.as_array().is_some_and(|all| all.contains(&json!(true)))
}

/// Whether it died.
async fn dies(lab: &mut Lab, death: Death) -> bool {
    let died = match death {
        Death::Worker | Death::Twice | Death::Unwatched => lab.browser.kill_worker().await.unwrap(),
        Death::Reloaded => {
            lab.reload_extension().await;
            true
        }
        Death::Detached => tabs(lab, "chrome.debugger.detach({ tabId: tab.id }).then(() => true, () => false)").await,
        Death::Closed => tabs(lab, "chrome.tabs.remove(tab.id).then(() => true)").await,
        Death::Discarded => tabs(lab, "chrome.tabs.discard(tab.id).then(tab => !!tab, () => false)").await,
        Death::Left => tabs(lab, "chrome.tabs.reload(tab.id).then(() => true)").await,
        Death::Crashed => {
            let url = lab.sites.page_url(PAGE);
            let shows = |target: &edith_lab::browser::Target| target.kind == "page" && target.url.starts_with(&url);
            let target = lab.browser.targets().await.unwrap().into_iter().find(shows);
            if let Some(target) = &target {
                lab.browser.attach(&target.id).await.unwrap().crash().await.unwrap();
            }
            target.is_some()
        }
    };
    match death {
        Death::Twice => {
            lab.runs().await;
            died && lab.browser.kill_worker().await.unwrap()
        }
        Death::Unwatched => {
            tokio::time::sleep(Duration::from_millis(500)).await;
            died
        }
        _ => died,
    }
}

/// Waits for the event that the death follows.
async fn comes(lab: &Lab, run: &RunHandle, effect: &Effect, moment: Moment, noted: usize) -> Result<(), String> {
    let of_call = |event: &SeenEvent| event.run_id() == run.run_id && event.text("tool") == effect.tool;
    let has_result = |event: &SeenEvent| of_call(event) && !event.text("result").is_empty();
    let extension = &lab.extension;
    let found = match moment {
        Moment::Intended | Moment::Reached => {
            extension.wait_event_from(run.first_event, "the call", of_call, RUN).await
        }
        Moment::Answered | Moment::Asked => {
            extension.wait_event_from(run.first_event, "the result", has_result, RUN).await
        }
    };
    found.map_err(|error| format!("stuck before: {error}"))?;
    let started = Instant::now();
    let has_come = || match moment {
        Moment::Intended | Moment::Answered => true,
        Moment::Reached => lab.sites.state().noted(PAGE, effect.note).len() > noted,
        Moment::Asked => lab.model.requests().last().is_some_and(|request| !answers(request, effect.tool).is_empty()),
    };
    while !has_come() {
        if started.elapsed() > RUN {
            return Err(format!("stuck before: {moment:?} never came"));
        }
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    Ok(())
}

/// Waits for the run's end. Returns the run and whether it had ended before.
async fn over(lab: &Lab, name: &str, run: &RunHandle) -> Result<(), String> {
    let started = Instant::now();
    loop {
        let runs = lab.runs().await;
        match runs.iter().find(|info| info["runId"].as_str() == Some(run.run_id.as_str())) {
            Some(info) if info["state"] != "done" => {
                if let Some(ask) = info["ask"].as_object() {
                    return Err(format!("{name}: stuck: asked {ask:?}"));
                }
            }
            _ => return Ok(()),
        }
        if started.elapsed() > RUN {
            return Err(format!("{name}: stuck: {runs:?}"));
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// The result of a cell.
struct Came {
    /// Milliseconds from the last death until the run continued; none if it was over before.
    resumed: Option<f64>,
    /// Everything the model was told.
    told: Vec<Verdict>,
}

/// A death that proves nothing.
const TOO_LATE: &str = "its death came when all was over";

async fn play(lab: &mut Lab, number: usize) -> Result<Came, String> {
    let (effect, moment, death) = cell(number);
    let name = format!("cell {number} ({} {}, {moment:?}, {death:?})", effect.tool, effect.note);
    let (before, asked) = (lab.sites.state().noted(PAGE, effect.note).len(), lab.model.requests().len());
    let run = lab.start(&format!("cell {number} of the matrix")).await;
    comes(lab, &run, effect, moment, before).await.map_err(|error| format!("{name}: {error}"))?;
    if !dies(lab, death).await {
        return Err(format!("{name}: its death did not happen"));
    }
    let first = lab.extension.event_count();
    let died = Instant::now();
    let is_on = lab.runs().await.iter().any(|info| info["runId"] == run.run_id.as_str() && info["state"] != "done");
    let over_before = lab
        .extension
        .events_since(run.first_event)
        .iter()
        .any(|event| event.kind() == "agent_done" && event.run_id() == run.run_id && event.seen < died);
    if over_before && matches!(moment, Moment::Answered | Moment::Asked) {
        let _were_open = tabs(lab, "chrome.tabs.remove(tab.id)").await;
        return Err(format!("{name}: {TOO_LATE}"));
    }
    let mut resumed = None;
    if is_on {
        let goes_on = |event: &SeenEvent| event.run_id() == run.run_id;
        let news = lab.extension.wait_event_from(first, "its going on", goes_on, RUN).await;
        let (_, news) = news.map_err(|error| format!("{name}: stuck: {error}"))?;
        resumed = Some(news.seen.saturating_duration_since(died).as_secs_f64() * 1_000.0);
    }
    over(lab, &name, &run).await?;
    // A note is a request by the page and may still be under way.
    let started = Instant::now();
    let noted = |lab: &Lab| -> Vec<String> {
        lab.sites.state().noted(PAGE, effect.note).iter().skip(before).map(ToString::to_string).collect()
    };
    while death.leaves_the_page() && noted(lab).is_empty() && started.elapsed() < Duration::from_secs(10) {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let noted = noted(lab);
    let requests = lab.model.requests();
    let told: Vec<Verdict> = requests
        .last()
        .map(|last| answers(last, effect.tool))
        .unwrap_or_default()
        .iter()
        .map(|one| verdict(one))
        .collect();
    let _were_open = tabs(lab, "chrome.tabs.remove(tab.id)").await;
    let show = || {
        let last = requests.get(asked..).and_then(<[Request]>::last).map(|last| answers(last, effect.tool));
        // What the page itself shows, if the model looked.
        let looks = requests.last().map(|last| answers(last, "read_page")).unwrap_or_default();
        let shown = looks.iter().any(|look| effect.is_shown_in(look));
        format!(
            "{noted:?}, told {told:?}, shown {shown} in {} looks: {:.400}",
            looks.len(),
            last.unwrap_or_default().join(" || ")
        )
    };
    if noted.len() > 1 || noted.iter().any(|value| value != effect.value) {
        return Err(format!("{name}: doubled: {}", show()));
    }
    if noted.is_empty() && death.leaves_the_page() {
        return Err(format!("{name}: lost: {}", show()));
    }
    // The model believes the last thing it was told.
    if noted.is_empty() && told.last() == Some(&Verdict::Done) {
        return Err(format!("{name}: lost, and told as done: {}", show()));
    }
    Ok(Came { resumed, told })
}

fn times(mut all: Vec<f64>) -> String {
    all.sort_by(f64::total_cmp);
    let at = |part: f64| all.get(((all.len() as f64 - 1.0) * part) as usize).copied().unwrap_or_default();
    format!("{} went on, after {:.0} ms (median), {:.0} ms (95 of 100)", all.len(), at(0.5), at(0.95))
}

async fn matrix(cells: impl Iterator<Item = usize>) {
    let mut lab = lab().await;
    let (mut resumed, mut failed, mut count) = (BTreeMap::<Death, Vec<f64>>::new(), Vec::new(), 0);
    let mut all_told = BTreeMap::<Verdict, usize>::new();
    for number in cells {
        count += 1;
        let mut played = play(&mut lab, number).await;
        // On a slow machine the run may be faster than its death.
        if played.as_ref().is_err_and(|error| error.contains(TOO_LATE)) {
            played = play(&mut lab, number).await;
        }
        match played {
            Ok(came) => {
                resumed.entry(cell(number).2).or_default().extend(came.resumed);
                came.told.into_iter().for_each(|told| *all_told.entry(told).or_default() += 1);
            }
            Err(error) => {
                println!("{error}");
                failed.push(error);
            }
        }
    }
    for (death, resumed) in &resumed {
        println!("{death:?}: {}", times(resumed.clone()));
    }
    let all: Vec<f64> = resumed.into_values().flatten().collect();
    let with = |word: &str| failed.iter().filter(|error| error.contains(word)).count();
    println!(
        "{count} cells: {} doubled, {} lost, {} stuck; {}; the model was told {all_told:?}",
        with(": doubled"),
        with(": lost"),
        with(": stuck"),
        times(all),
    );
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[tokio::test]
async fn deaths_around_an_effect_double_and_lose_nothing() {
    // All shares together have each effect, each event and each kind of death.
    let cells = (0..CELLS).step_by(11).collect();
    matrix(sample("deaths around an effect", cells, 3).into_iter()).await;
}

#[tokio::test]
#[ignore = "takes many minutes: every effect, moment and way to die"]
async fn every_cell_of_the_matrix_of_deaths() {
    let said = |name: &str| std::env::var(name).unwrap_or_default();
    let one = said("EDITH_CELL");
    let (first, end) = one.split_once("..").unwrap_or((&one, ""));
    if let Ok(first) = first.parse::<usize>() {
        return matrix(first..end.parse().unwrap_or(first + 1).min(CELLS)).await;
    }
    let some = said("EDITH_CELLS").parse().unwrap_or(CELLS).clamp(1, CELLS);
    matrix((0..CELLS).filter(|number| number * some / CELLS != (number + 1) * some / CELLS)).await;
}
