//! Long texts: whatever the worker does with one, a stop is answered and takes effect at once, and nothing blocks the worker's thread.

use std::time::{Duration, Instant};

use edith_lab::browser::{Browser, Page, RunHandle, Target};
use edith_lab::model_server::Reply;
use serde_json::{Value, json};

use super::lab::{Lab, RUN, open};
use super::play::{click, lab, type_into};

/// A length that nobody types by hand.
const LONG: usize = 100_000;
/// The limit, in milliseconds, for answering a stop and for blocking the worker's thread: ten times what this debug build takes on an idle machine.
/// Quadratic work would take minutes.
const MOST_MS: u128 = 5_000;

fn long_text() -> String {
    "The quick brown fox jumps over the lazy dog. ".chars().cycle().take(LONG).collect()
}

/// The tab with a page, debugged by the test itself.
async fn tab_with(browser: &Browser, url: &str) -> Page {
    let shows = |target: &Target| target.kind == "page" && target.url.starts_with(url);
    let target = browser.wait_target("the run's tab", shows, RUN).await.unwrap();
    browser.attach(&target.id).await.unwrap()
}

/// The worker's time for a no-op command once it is up: the machine's current speed.
async fn idle_answer(lab: &Lab) -> u128 {
    lab.runs().await;
    let mut answered = Vec::new();
    for _ in 0..5 {
        let asked = Instant::now();
        lab.runs().await;
        answered.push(asked.elapsed().as_millis());
    }
    answered.sort_unstable();
    answered[2]
}

/// Stops a run; returns how many milliseconds the answer took.
async fn stop(lab: &Lab, run: &RunHandle) -> u128 {
    let sent = Instant::now();
    lab.extension.accepted(json!({ "type": "AGENT_STOP", "runId": run.run_id })).await.unwrap();
    sent.elapsed().as_millis()
}

async fn is_over(lab: &Lab) {
    let started = Instant::now();
    while !lab.runs().await.iter().all(|info| info["state"] == "done") || !lab.is_let_go().await {
        assert!(started.elapsed() < RUN, "the run goes on after it was stopped");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn a_stop_ends_a_long_text_that_is_typed_key_by_key() {
    let lab = lab(|sites, script| {
        script.then(open(&sites.page_url("keys-only"))).then(type_into("Diary", &long_text())).then(Reply::done("done"))
    })
    .await;
    let idle = idle_answer(&lab).await;
    let run = lab.start("keep a long diary").await;
    let page = tab_with(&lab.browser, &lab.sites.page_url("keys-only")).await;
    let typed = async || page.eval("told.length").await.unwrap().as_u64().unwrap();
    page.wait_for("told.length > 20", RUN).await.unwrap();
    let (began, first) = (Instant::now(), typed().await);
    page.wait_for(&format!("told.length > {}", first + 100), RUN).await.unwrap();
    let before = typed().await;
    let each = began.elapsed().as_secs_f64() * 1_000.0 / (before - first) as f64;
    let answered = stop(&lab, &run).await;
    let then = typed().await;
    // As long as the rest of some hundred keys would take.
    tokio::time::sleep(Duration::from_secs_f64(each * 0.1).max(Duration::from_millis(500))).await;
    let after = typed().await;
    println!(
        "a stop while keys are typed: answered after {answered} ms (idle {idle} ms), {} keys until then, {} after; {each:.1} ms a key",
        then - before,
        after - then
    );
    assert!(answered <= MOST_MS, "answered after {answered} ms; with nothing to do after {idle} ms");
    // Keys already under way.
    assert!(after - then <= 2, "{} keys after the stop was answered", after - then);
    is_over(&lab).await;
}

#[tokio::test]
async fn a_stop_is_answered_at_once_whatever_is_done_with_a_long_text() {
    // Milliseconds after the model has asked to type the same text again.
    for moment in [0, 60, 200] {
        let text = long_text();
        let lab = lab(|sites, script| {
            let text = type_into("Plain area", &text);
            script
                .then(open(&sites.page_url("tools-plain")))
                .then(text.clone())
                .then(text.clone())
                .then(text)
                .then(Reply::done("done"))
        })
        .await;
        let idle = idle_answer(&lab).await;
        let run = lab.start("write a long text again").await;
        lab.asked(3).await;
        tokio::time::sleep(Duration::from_millis(moment)).await;
        let answered = stop(&lab, &run).await;
        println!(
            "a stop {moment} ms after a long text was called for again: answered after {answered} ms (idle {idle} ms)"
        );
        assert!(answered <= MOST_MS, "{moment} ms: answered after {answered} ms; with nothing to do after {idle} ms");
        is_over(&lab).await;
    }
}

/// Records how late a 10 ms timer fires at worst, until read.
const LATENESS: &str = "globalThis.edithLate = []; globalThis.edithLast = performance.now(); setInterval(() => { const now = performance.now(); \
    const late = now - edithLast - 10; edithLast = now; if (late > 5) edithLate.push([Math.round(now), Math.round(late)]); }, 10); 0";

/// Evaluates code in the worker.
async fn in_worker(browser: &Browser, session: &str, expression: &str) -> Value {
    let asked = json!({ "expression": expression, "returnByValue": true });
    let answer = browser.connection().call(Some(session), "Runtime.evaluate", asked).await.unwrap();
    answer["result"]["value"].clone()
}

#[tokio::test]
async fn nothing_holds_up_the_workers_thread() {
    let text = long_text();
    let lab = lab(|sites, script| {
        let again = type_into("Plain area", &text);
        let other = text.replace("fox", "dog");
        let read = |offset: usize| Reply::call("read_page", json!({ "offset": offset }));
        script
            .then(open(&sites.page_url("tools-plain")))
            .then(again.clone())
            .then(again)
            .then(type_into("Plain editor", &other))
            .then(click("Submit plainly"))
            .then(super::play::go(&sites.page_url("article")))
            .then(read(0))
            .then(read(5_000))
            .then(super::play::go(&sites.page_url("many")))
            .then(Reply::done("done"))
    })
    .await;
    let worker = lab.browser.worker().await.unwrap().unwrap();
    let attached = json!({ "targetId": worker.id, "flatten": true });
    let attached = lab.browser.connection().call(None, "Target.attachToTarget", attached).await.unwrap();
    let session = attached["sessionId"].as_str().unwrap().to_owned();
    in_worker(&lab.browser, &session, LATENESS).await;
    // The same in an idle extension page: the machine's own delay.
    lab.extension.page().eval(LATENESS).await.unwrap();
    let run = lab.start("write, read and look").await;
    let mut times = Vec::new();
    for turn in 2..=10 {
        lab.asked(turn).await;
        times.push(in_worker(&lab.browser, &session, "Math.round(performance.now())").await);
    }
    lab.done(&run).await;
    let worst = |late: &Value| late.as_array().unwrap().iter().filter_map(|one| one[1].as_u64()).max().unwrap_or(0);
    let late = in_worker(&lab.browser, &session, "edithLate").await;
    let idle = lab.extension.page().eval("edithLate").await.unwrap();
    println!(
        "the worker's thread was held up for {} ms at most, an idle one {} ms; turns at {times:?}: {late}",
        worst(&late),
        worst(&idle)
    );
    let (held, idle) = (worst(&late), worst(&idle));
    assert!(u128::from(held) <= MOST_MS + 5 * u128::from(idle), "held up for {held} ms, an idle thread for {idle} ms");
}
